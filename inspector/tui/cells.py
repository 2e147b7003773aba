"""Text in cells: how wide it is, where it may be cut, and how it is put into a row.

A terminal counts cells, not characters. What is cut is cut between grapheme clusters, and by meaning: a sentence at its
end, a URI, path or id in its middle.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from inspector.tui.roles import Roles
from inspector.wire.text import visible

Span = tuple[str, str]
"""A piece of text and the name of its role, as `Roles` takes it (`"ours bold"`; empty: plain)."""

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_HOST: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?[^/?#]+")


def width_of(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def head(text: str, cells: int) -> str:
    """As many whole grapheme clusters from the start as fit."""
    if text.isascii() or cells <= 0:
        return text[: max(cells, 0)]
    # A cluster takes at most two cells but may have any number of code points, so only the end is uncertain.
    taken = 0
    for start, _, wide in split_graphemes(text)[0]:
        if taken + wide > cells:
            return text[:start]
        taken += wide
    return text


def tail(text: str, cells: int) -> str:
    """As many whole grapheme clusters from the end as fit."""
    if text.isascii() or cells <= 0:
        return text[max(len(text) - cells, 0) :] if cells > 0 else ""
    taken, begin = 0, len(text)
    for start, _, wide in reversed(split_graphemes(text)[0]):
        if taken + wide > cells:
            break
        taken, begin = taken + wide, start
    return text[begin:]


def cut_end(text: str, cells: int, mark: str = "…") -> str:
    """A sentence or a name that fits: what is too much is cut at the end."""
    if len(text) * 2 <= cells or width_of(text) <= cells:
        return text
    return "" if cells <= 0 else head(text, cells - 1) + mark


def cut_middle(text: str, cells: int, mark: str = "…") -> str:
    """A URI, path or id that fits: what is too much is cut from the middle, never from the host of a URL."""
    if len(text) * 2 <= cells or width_of(text) <= cells:
        return text
    if cells <= 0:
        return ""
    after = (cells - 1) // 2
    host = _HOST.match(text)
    if host is not None:
        after = min(after, max(cells - 1 - width_of(host.group()), 0))
    return head(text, cells - 1 - after) + mark + tail(text, after)


def is_reference(text: str) -> bool:
    """Whether a text is to be cut in its middle: a URI or a path, one word with a slash in it."""
    return "/" in text and not any(mark in text for mark in " \t\n")


def wrap_cells(text: str, cells: int) -> list[str]:
    """A text in rows of at most `cells` cells, cut between clusters; at least one row."""
    if cells <= 0:
        return [text]
    if text.isascii():
        return [text[at : at + cells] for at in range(0, len(text), cells)] or [""]
    rows: list[str] = []
    begin = taken = 0
    for start, _, wide in split_graphemes(text)[0]:
        if taken + wide > cells and start > begin:
            rows.append(text[begin:start])
            begin, taken = start, 0
        taken += wide
    rows.append(text[begin:])
    return rows


def shown(text: str, role: str = "", *, tab_size: int = 0) -> list[Span]:
    """Foreign text as spans on one line: the sanitised text, with what was made visible in the role `invalid`."""
    if tab_size:
        text = text.expandtabs(tab_size)
    if visible(text) == text:
        return [(text, role)]
    runs = groupby(text, key=lambda character: visible(character) != character)
    return [(visible(run), "invalid" if hidden else role) for hidden, run in ((h, "".join(r)) for h, r in runs)]


def isolated(text: str) -> str:
    """A text that is written from right to left, between isolates, so that it cannot turn its neighbours round."""
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(text) else text


class Line:
    """A row in the making: pieces are written from left to right, and a column is reached by filling up to it."""

    __slots__ = ("_segments", "cells", "roles")

    def __init__(self, roles: Roles) -> None:
        self.roles = roles
        self.cells = 0
        """How far the row has come."""
        self._segments: list[Segment] = []

    def write(self, text: str, role: str = "") -> None:
        """Adds text that is safe and fits."""
        self.styled(text, self.roles[role])

    def styled(self, text: str, style: Style) -> None:
        """Adds text in a style that is no role."""
        if not text:
            return
        self.cells += width_of(text)
        if text[0] == " ":
            # Fewer pieces are drawn faster; and some programs that show SVG drop blanks that begin a text.
            bare = text.lstrip(" ")
            blanks, text = text[: len(text) - len(bare)], bare
            if self._segments and _takes_blanks(style) and _takes_blanks(self._segments[-1].style):
                before, style_before, _ = self._segments[-1]
                self._segments[-1] = Segment(before + blanks, style_before)
            else:
                self._segments.append(Segment(blanks, style))
        if text:
            self._segments.append(Segment(text, style))

    def fill_to(self, column: int, mark: str = " ", role: str = "") -> None:
        """Repeats a sign up to a column; nothing if the row is there already."""
        if column > self.cells:
            self.write(mark * (column - self.cells), role)

    def right(self, text: str, column: int, role: str = "") -> None:
        """Writes text so that it ends before a column."""
        self.fill_to(column - width_of(text))
        self.write(text, role)

    def spans(self, spans: Iterable[Span], cells: int) -> None:
        """Writes as many spans as fit into `cells`, the last one cut at its end."""
        end = self.cells + cells
        for text, role in spans:
            if self.cells >= end:
                return
            self.write(cut_end(text, end - self.cells, self.roles.glyphs.cut), role)

    def foreign(self, text: str, cells: int, role: str = "", *, reference: bool | None = None) -> None:
        """Writes text of a server in at most `cells`: sanitised, isolated, and cut by meaning.

        `reference`: cut in the middle; None: as it looks.
        """
        if cells <= 0 or not text:
            return
        middle = is_reference(text) if reference is None else reference
        if len(text) > 8 * cells + 64:
            # More than could ever be seen; what is dropped here is dropped from the part that is cut away.
            text = text[: 4 * cells + 32] + (
                text[-4 * cells - 32 :] if middle else text[4 * cells + 32 : 8 * cells + 64]
            )
        mark = self.roles.glyphs.cut
        if visible(text) != text:
            self.spans(shown(text, role), cells)
            return
        cut = cut_middle(text, cells, mark) if middle else cut_end(text, cells, mark)
        self.styled(isolated(cut), self.roles[role])

    def strip(self, width: int) -> Strip:
        """The row, exactly `width` cells."""
        return Strip(self._segments, self.cells).adjust_cell_length(width, self.roles[""])


def _takes_blanks(style: Style | None) -> bool:
    """Whether blanks look the same in a style as in none."""
    return style is None or not (style.bgcolor or style.reverse or style.underline or style.strike)
