"""A sentence of a hint over several rows, where one has no room for it."""

import re
from collections.abc import Sequence
from typing import Final

from inspector.tui.cells import Span, width_of, wrap_cells
from inspector.tui.widgets.hint_strip import Row

_WORDS: Final = re.compile(r"\s+|\S+")
_MARGIN: Final = 3
"""Cells of a strip that are never written."""
_APART: Final = 2


def wrapped(row: Row, width: int, most: int) -> list[Row]:
    """The row in a strip of `width` cells as up to `most` rows, its right side in the first of them; what then still
    has no room is left in the last, to be cut."""
    left, right = row
    room = width - _MARGIN
    aside = sum(width_of(text) for text, _ in right)
    first = room - (aside + _APART if right else 0)
    if most < 2 or first < room // 2 or sum(width_of(text) for text, _ in left) <= first:
        return [row]
    lines: list[list[Span]] = [[]]
    free = first
    for word, role in _words(left, room):
        wide = width_of(word)
        if wide > free and lines[-1] and len(lines) < most:
            lines.append([])
            free = room
        if not lines[-1] and word.isspace():
            continue
        lines[-1].append((word, role))
        free -= wide
    return [(line, right if number == 0 else ()) for number, line in enumerate(lines)]


def _words(spans: Sequence[Span], room: int) -> list[Span]:
    """Words and the blanks between them; a word that is wider than a row in pieces that are not."""
    words: list[Span] = []
    for text, role in spans:
        for word in _WORDS.findall(text):
            words += [(piece, role) for piece in wrap_cells(word, room)]
    return words
