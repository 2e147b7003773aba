"""One line of JSON in the colours of its parts, and how it is broken where it is too long."""

import re
from typing import Final

from textual.strip import Strip

from inspector.tui.cells import Line, Span, shown, width_of, wrap_cells
from inspector.tui.roles import Roles

_PARTS: Final = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")(?P<name>\s*:)?|(?P<number>-?\d[\d.eE+-]*)|(?P<literal>true|false|null)'
)

_BREAKS: Final = re.compile(r"[^,:]*[,:]+\s*|[^,:]+")


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


def json_strips(text: str, width: int, roles: Roles, *, at: int = 2, hanging: int = 2, first: int = 0) -> list[Strip]:
    """The text in rows, exactly as it is, blanks too: from cell `at` on, further rows `hanging` cells to the right.

    `first`: cells that the first row leaves free at its beginning, for a label.
    """
    line = Line(roles)
    for part, role in json_spans(text):
        line.write(part, role)
    strip = line.strip(line.cells)
    room = width - 1 - at
    cells = room - first
    if strip.cell_length <= cells:
        return [_moved(strip, at + first, width, roles)]
    cuts, end = list[int](), 0
    for piece in _pieces(strip.text, max(cells, 8), max(room - hanging, 8)):
        end += width_of(piece)
        cuts.append(end)
    return [
        _moved(part, at + (first if not number else hanging), width, roles)
        for number, part in enumerate(strip.divide(cuts))
    ]


def _pieces(text: str, first: int, others: int) -> list[str]:
    """The text in pieces of so many cells, broken behind a comma or colon where there is one; nothing is left out."""
    rows, room = [""], first
    for word in _BREAKS.findall(text):
        if rows[-1] and width_of(rows[-1]) + width_of(word.rstrip()) > room:
            rows.append("")
            room = others
        *whole, last = wrap_cells(rows[-1] + word, room)
        rows[-1:] = [*whole, last]
        room = others if len(rows) > 1 else first
    return rows


def _moved(strip: Strip, by: int, width: int, roles: Roles) -> Strip:
    line = Line(roles)
    line.fill_to(by)
    return Strip.join([line.strip(by), strip]).adjust_cell_length(width, roles[""])
