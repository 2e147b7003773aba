"""Schemas written as a server would send them."""

from typing import Any

from inspector.wire.json import parse


def schema(text: str) -> Any:
    """A schema as a server would send it: read by our own reader, so that its numbers keep their digits."""
    return parse(text)


def properties(text: str, more: str = "") -> Any:
    """The schema of an object with these properties."""
    return parse(f'{{"type": "object", "properties": {{{text}}}{", " if more else ""}{more}}}')
