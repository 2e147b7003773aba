"""One line of JSON in the colours of its parts."""

import re
from typing import Final

from inspector.tui.cells import Span, shown

_PARTS: Final = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")(?P<name>\s*:)?|(?P<number>-?\d[\d.eE+-]*)|(?P<literal>true|false|null)'
)


def json_spans(text: str) -> list[Span]:
    """The text as spans: names, strings, numbers, literals, and what is between them; sanitised."""
    spans: list[Span] = []
    at = 0
    for part in _PARTS.finditer(text):
        if part.start() > at:
            spans += shown(text[at : part.start()], "muted")
        if part["string"] is not None:
            spans += shown(part["string"], "json-string" if part["name"] is None else "json-key")
            if part["name"] is not None:
                spans.append((part["name"], "muted"))
        else:
            spans.append((part.group(), "json-number" if part["number"] is not None else "json-literal"))
        at = part.end()
    return spans + (shown(text[at:], "muted") if at < len(text) else [])
