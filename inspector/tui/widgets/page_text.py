"""Paragraphs, labelled values, heads and buttons as rows of a page: functions of text, width and roles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from rich.segment import Segment
from textual.strip import Strip

from inspector.tui.cells import Line, Span, cut_end, width_of, wrap_cells
from inspector.tui.roles import Roles
from inspector.wire.text import visible

LONGEST_TEXT: Final = 20_000
"""Characters of a foreign text that are laid out; the record has the rest."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be pressed, with the key that does the same. `main`: the one filled button of its pane."""

    action: str
    label: str
    key: str
    main: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Hit:
    """The cells of a row from `start` up to `end` that a click on presses."""

    start: int
    end: int
    action: str


def wrap_words(text: str, cells: int) -> list[str]:
    """Foreign text in rows of at most `cells` cells as `visible` shows them, broken at its newlines and between words.

    A word that is longer than a row is cut, what is beyond `LONGEST_TEXT` is left out; at least one row.
    """
    rows: list[str] = []
    for line in text[:LONGEST_TEXT].split("\n"):
        line = line.removesuffix("\r")
        if len(line) <= cells and width_of(visible(line, tab_size=4)) <= cells:
            rows.append(line)
        else:
            rows += _wrap_line(line, max(cells, 1))
    return rows


def _wrap_line(line: str, cells: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip(" "))][: cells // 2]
    rows: list[str] = []
    row = indent
    for word in line.split():
        shown = visible(word)
        if row.strip() and width_of(visible(row)) + 1 + width_of(shown) <= cells:
            row += f" {word}"
        elif width_of(visible(row)) + width_of(shown) <= cells and not row.strip():
            row += word
        else:
            if row.strip():
                rows.append(row)
            row = word
            if width_of(shown) > cells:
                *whole, row = wrap_cells(shown, cells)
                rows += whole
    return [*rows, row]


def paragraph(
    text: str, width: int, roles: Roles, *, at: int = 2, role: str = "", most: int | None = None
) -> list[Strip]:
    """Foreign text from cell `at` on, two cells left at the right edge; `most`: the last row of so many is cut."""
    cells = max(width - at - 2, 1)
    rows = wrap_words(text, cells)
    if most is not None and len(rows) > most:
        rest = " ".join(islice(rows, most - 1, most + 1))
        rows = [*rows[: most - 1], cut_end(rest, cells - 1) if width_of(rest) > cells else f"{rest}…"]
    strips = []
    for row in rows:
        line = Line(roles)
        line.fill_to(at)
        line.foreign(row.expandtabs(4), cells, role, reference=False)
        strips.append(line.strip(width))
    return strips


def prose(spans: Sequence[Span], width: int, roles: Roles, *, at: int = 2, hanging: int = 0) -> list[Strip]:
    """Several pieces in one paragraph, each in its role, broken between words.

    The first row begins `hanging` cells to the left of the others. A word that is wider than a row begins where it
    stands, unless little is left there. Pieces may be foreign: they are made visible here.
    """
    cells = max(width - 2, at + 1)
    strips: list[Strip] = []
    line = Line(roles)
    line.fill_to(at - hanging)
    begun = False
    for word, role, glued in _words(spans):
        gap = 0 if glued or not begun else 1
        if begun and line.cells + gap + width_of(word) > cells and not _begins_here(word, cells, at, line.cells + gap):
            strips.append(line.strip(width))
            line, gap, begun = Line(roles), 0, False
            line.fill_to(at)
        *whole, last = _broken(word, max(cells - line.cells - gap, 1), cells - at)
        for part in whole:
            line.write(" " * gap + part, role)
            strips.append(line.strip(width))
            line, gap = Line(roles), 0
            line.fill_to(at)
        line.write(" " * gap, role if gap and "underline" in role else "")
        line.write(last, role)
        begun = True
    return [*strips, line.strip(width)]


def _begins_here(word: str, cells: int, at: int, begun: int) -> bool:
    """Whether a word begins on a row without room for the whole of it: no row has, and half of this one is left."""
    return width_of(word) > cells - at <= 2 * (cells - begun)


def _broken(word: str, room: int, rows: int) -> list[str]:
    """A word in pieces for the `room` that is left on a row and for whole `rows`, in cells."""
    first, *rest = wrap_cells(word, room)
    return [first, *wrap_cells("".join(rest), rows)] if rest else [first]


def _words(spans: Sequence[Span]) -> Iterable[tuple[str, str, bool]]:
    """Words with their roles, and whether each follows the one before without a blank."""
    blank = True
    for text, role in spans:
        text = visible(text[:LONGEST_TEXT].replace("\n", " "))
        for number, word in enumerate(text.split(" ")):
            blank = blank or number > 0
            if word:
                yield word, role, not blank
                blank = False


def labelled(
    label: str, spans: Sequence[Span], width: int, roles: Roles, *, at: int = 2, value_at: int = 16, wrap: bool = True
) -> list[Strip]:
    """A muted label and its value in a column of its own; `wrap` False: one row, the value cut by meaning."""
    if wrap:
        rows = prose(spans, width, roles, at=value_at)
    else:
        line = Line(roles)
        line.fill_to(value_at)
        for text, role in spans:
            line.foreign(text, width - 1 - line.cells, role)
        rows = [line.strip(width)]
    head = Line(roles)
    head.fill_to(at)
    head.foreign(cut_end(label, value_at - at - 1, roles.glyphs.cut), value_at - at - 1, "muted", reference=False)
    head.fill_to(value_at)
    return [Strip.join([head.strip(value_at), rows[0].crop(value_at)]), *rows[1:]]


def section(title: str, width: int, roles: Roles, *, fact: str = "") -> Strip:
    """The thin rule over a part of a page."""
    line = Line(roles)
    thin = roles.glyphs.thin
    line.write(thin, "line")
    line.write(" ")
    room = width - 8 - (width_of(fact) + 2 if fact else 0)
    line.foreign(title, room, "muted", reference=False)
    line.write(" ")
    line.fill_to(width - 1 - (width_of(fact) + 2 if fact else 0), thin, "line")
    if fact:
        line.write(f" {fact} ", "muted")
    line.write(thin, "line")
    return line.strip(width)


def button_rows(
    buttons: Sequence[Button], width: int, roles: Roles, *, at: int = 2, key_first: bool = False
) -> list[tuple[Strip, tuple[Hit, ...]]]:
    """Buttons side by side, in as many rows as they need, and where each can be clicked."""
    rows: list[tuple[Strip, tuple[Hit, ...]]] = []
    line, hits = Line(roles), list[Hit]()
    line.fill_to(at)
    for button in buttons:
        main = button.main and button.enabled
        cells = width_of(button.label) + width_of(button.key) + (6 if main else 1)
        if line.cells > at and line.cells + 3 + cells > width - 1:
            rows.append((line.strip(width), tuple(hits)))
            line, hits = Line(roles), []
            line.fill_to(at)
        line.write("   " if line.cells > at else "")
        start = line.cells
        if main:
            line.styled(f"  {button.label}  {button.key}  ", roles.chip("accent"))
        else:
            parts = [(button.label, ""), (button.key, "accent bold")]
            for number, (text, role) in enumerate(reversed(parts) if key_first else parts):
                line.write(" " if number else "")
                line.write(text, role if button.enabled else "faint")
        if button.enabled:
            hits.append(Hit(start, line.cells, button.action))
    return [*rows, (line.strip(width), tuple(hits))]


def beside(left: Sequence[Strip], right: Sequence[Strip], left_width: int, width: int, roles: Roles) -> list[Strip]:
    """Two columns of rows in one; the shorter one is filled with blanks."""
    plain = roles[""]
    rows = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else Strip([Segment("", plain)], 0)
        second = right[number] if number < len(right) else Strip([Segment("", plain)], 0)
        joined = Strip.join([first.adjust_cell_length(left_width, plain), second])
        rows.append(joined.adjust_cell_length(width, plain))
    return rows
