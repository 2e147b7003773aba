"""The rows of two compared documents as strips: two columns, or one below the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from textual.strip import Strip

from inspector.analysis.side_by_side import Line as JsonLine
from inspector.analysis.side_by_side import Row
from inspector.tui.cells import Line, Span, cut_end, shown, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles

Side = Literal["both", "left", "right"]
"""Which of a row's lines is drawn: all of it, or of a unified view that of one document."""

_INDENT: Final = 2
_DEEPEST: Final = 24
_LONGEST: Final = 2000
"""Characters of a value that can be on one row."""
_CONTEXT: Final = 12
"""Characters in front of the first that differs, where a long text begins alike."""
_SIGNS: Final = {
    "added": ("+", "success"),
    "removed": ("-", "error"),
    "changed": ("~", "warning"),
    "moved": (">", "accent"),
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One row of the screen: a row of the comparison, and which side of it."""

    row: Row
    side: Side


def unified(rows: Sequence[Row]) -> list[Drawn]:
    """One below the other: of what changed the left line first, then the right one; runs of them stay together."""
    found: list[Drawn] = []
    waiting: list[Drawn] = []
    for row in rows:
        if row.kind != "changed" or row.first:
            found += waiting
            waiting = []
        if row.kind == "changed":
            found += [Drawn(row, "left")] if row.left is not None else []
            waiting += [Drawn(row, "right")] if row.right is not None else []
        else:
            found.append(Drawn(row, "right" if row.left is None and row.right is not None else "left"))
    return [*found, *waiting]


def beside(rows: Sequence[Row]) -> list[Drawn]:
    """Both columns of each row."""
    return [Drawn(row, "both") for row in rows]


def drawn_strip(drawn: Drawn, width: int, roles: Roles) -> Strip:
    """A row. The first cell is the cursor's, then stands the sign of the difference."""
    row = drawn.row
    line = Line(roles)
    line.write(" ")
    sign, role = _SIGNS.get(row.kind, (" ", ""))
    if row.alike:
        line.write(" " * (2 + _indent(row)))
        line.write(f"{roles.glyphs.cut} {counted(row.alike, 'member')} alike", "faint")
        return line.strip(width)
    if drawn.side == "both":
        middle = 1 + (width - 1) // 2
        _half(line, row, "left", middle - 1, sign if row.left is not None else " ", role, roles)
        line.fill_to(middle)
        line.write(roles.glyphs.upright, "line")
        _half(line, row, "right", width - 1, sign if row.right is not None else " ", role, roles)
    else:
        if row.kind == "changed":
            sign, role = ("-", "error") if drawn.side == "left" else ("+", "success")
        _half(line, row, drawn.side, width - 1, sign, role, roles)
    return line.strip(width)


def _half(line: Line, row: Row, side: Literal["left", "right"], end: int, sign: str, role: str, roles: Roles) -> None:
    one, other = (row.left, row.right) if side == "left" else (row.right, row.left)
    line.write(f"{sign} ", f"{role} bold" if role else "")
    if one is None:
        return
    line.write(" " * _indent(row))
    at = line.cells
    if one.label is not None:
        spans = shown(f'"{one.label[:_LONGEST]}"', "json-key")
        line.spans(_cut(spans, max((end - at) // 2, 8)), end - at)
        line.write(": ", "muted")
    room = max(end - line.cells, 4)
    differs = row.kind == "changed" and other is not None and not one.open and not other.open
    line.spans(value_spans(one, other if differs else None, room, roles), room)
    if row.note and side == "right" and line.cells + 4 < end:
        line.write("  ")
        line.foreign(row.note, end - line.cells, "faint")


def value_spans(one: JsonLine, other: JsonLine | None, room: int, roles: Roles) -> list[Span]:
    """A value in so many cells. Beside `other` what differs is told apart, and what both begin with yields to it."""
    text, role = one.text, _role(one.text)
    if other is None or other.text == text:
        return _cut(shown(text[:_LONGEST], role), room)
    start = _alike(text, other.text)
    tail = _alike(text[start:][::-1], other.text[start:][::-1])
    end = len(text) - tail
    spans: list[Span] = []
    from_ = 0 if start <= max(room // 2, _CONTEXT) else start - _CONTEXT
    if from_:
        spans.append((in_glyphs("…", roles.glyphs), "faint"))
    spans += shown(text[from_:start], role)
    spans += shown(text[start : min(end, start + _LONGEST)], f"{role} bold underline")
    spans += shown(text[end : end + _LONGEST], role)
    return _cut(spans, room)


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike; of very long ones the first million is looked at."""
    if one[:1024] == other[:1024]:
        pairs = enumerate(zip(one, other, strict=False))
        return next((at for at, (a, b) in islice(pairs, 1_000_000) if a != b), min(len(one), len(other)))
    return next(at for at, (a, b) in enumerate(zip(one + "\0", other + "\1", strict=False)) if a != b)


def _indent(row: Row) -> int:
    return min(row.depth * _INDENT, _DEEPEST)


def _role(text: str) -> str:
    first = text[:1]
    if first == '"':
        return "json-string"
    return "muted" if first in "{[]}…" else "json-number" if first in "-0123456789" else "json-literal"


def _cut(spans: list[Span], cells: int) -> list[Span]:
    if sum(width_of(text) for text, _ in spans) <= cells:
        return spans
    kept: list[Span] = []
    room = cells - 1
    for text, role in spans:
        if room <= 0:
            break
        piece = cut_end(text, room, "")
        kept.append((piece, role))
        room -= width_of(piece)
    return [*kept, ("…", "faint")]


def as_text(rows: Sequence[Row]) -> str:
    """The unified view as text, for the clipboard."""
    texts = []
    for drawn in unified(rows):
        row = drawn.row
        sign = {"added": "+", "removed": "-", "moved": ">"}.get(row.kind, " ")
        if row.kind == "changed":
            sign = "-" if drawn.side == "left" else "+"
        one = row.left if drawn.side == "left" else row.right
        said = f"… {counted(row.alike, 'member')} alike" if one is None else one.text
        label = f'"{one.label}": ' if one is not None and one.label is not None else ""
        texts.append(f"{sign} {'  ' * row.depth}{label}{said}")
    return "\n".join(texts) + "\n"
