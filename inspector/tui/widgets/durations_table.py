"""How long things take, as a table: calls, median, p95, slowest, errors, what people took, and where that lies.

The strip at the right has a logarithmic scale, so that 12 ms and 12 s are both to be read on it.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.analysis.durations import Group
from inspector.tui.cells import Line, Span
from inspector.tui.numbers import count, duration
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.unscrolled import Unscrolled

WIDE: Final = 120
_HEADS: Final = ("calls", "median", "p95", "slowest", "errors", "you")


@dataclass(frozen=True, slots=True)
class Scale:
    """The logarithmic scale of the strip, in milliseconds, over `cells` cells."""

    least: float
    most: float
    cells: int

    def cell(self, ms: float) -> int:
        """Where a duration stands."""
        if ms <= self.least:
            return 0
        share = log10(ms / self.least) / log10(self.most / self.least)
        return min(max(round(share * (self.cells - 1)), 0), self.cells - 1)


def scale_of(groups: Sequence[Group], cells: int) -> Scale:
    """A scale between powers of ten that has room for all of them, from 1 ms on."""
    slowest = max((group.slowest_ms for group in groups), default=0.0)
    fastest = min((group.times.median for group in groups if group.calls), default=1.0)
    least = 10.0 ** floor(log10(fastest)) if fastest > 0.01 else 0.01
    most = 10.0 ** ceil(log10(max(slowest, 1.0)))
    return Scale(min(least, 1.0), max(most, 10.0 * min(least, 1.0)), cells)


def _ends(width: int) -> tuple[int, ...]:
    """Where the columns end, each right-aligned, after that of the names."""
    if width >= WIDE:
        return 34, 46, 58, 71, 82, 94
    name = max(width - 54, 16)
    return tuple(name + at for at in (6, 16, 26, 36, 44, 53))


def _strip_at(width: int) -> tuple[int, int]:
    """Where the strip begins, and how many cells it has."""
    return 98, max(width - 98 - 6, 0)


def heads_strip(groups: Sequence[Group], by_method: bool, width: int, roles: Roles) -> Strip:
    """The row above the table, with the ends of the scale."""
    line = Line(roles)
    line.write("  ")
    tools = all(group.method == "tools/call" for group in groups)
    line.write("method" if by_method else "tool" if tools else "name", "faint")
    for head, end in zip(_HEADS, _ends(width), strict=True):
        line.right(head, end, "faint")
    if width >= WIDE and groups:
        start, cells = _strip_at(width)
        scale = scale_of(groups, cells)
        line.fill_to(start)
        line.write(duration(scale.least / 1000), "faint")
        line.right(f"{duration(scale.most / 1000)}, log scale", start + cells + 4, "faint")
    return line.strip(width)


def group_strip(group: Group, groups: Sequence[Group], by_method: bool, width: int, roles: Roles) -> Strip:
    """A row of the table."""
    ends, times = _ends(width), group.times
    slow = group.slowness(group.slowest_ms) is not None
    line = Line(roles)
    line.write("  ")
    name = group.method if by_method else group.name
    line.foreign(name, ends[0] - 8, reference=None if by_method else "://" in name)
    line.right(count(group.calls), ends[0])
    measured = (times.median, times.quantile(0.95), max(group.slowest_ms, 0.0)) if group.calls else ()
    for ms, end in zip(measured, ends[1:4], strict=False):
        line.right(duration(ms / 1000), end, "warning bold" if slow and end == ends[3] else "")
    if group.failed:
        line.right(count(group.failed), ends[4], "error")
    if group.human_ms > 0:
        line.right(duration(group.human_ms / 1000), ends[5], "waiting")
    if width >= WIDE and group.calls:
        start, cells = _strip_at(width)
        line.fill_to(start)
        _where(line, group, scale_of(groups, cells), slow)
    return line.strip(width)


def _where(line: Line, group: Group, scale: Scale, slow: bool) -> None:
    """Median, p95 and slowest on the scale; of those in one cell the slower is seen."""
    glyphs, start = line.roles.glyphs, line.cells
    signs: dict[int, Span] = {scale.cell(group.times.median): (glyphs.upright, "warning" if slow else "ours")}
    signs[scale.cell(group.times.quantile(0.95))] = glyphs.dot, "ours"
    slowest = scale.cell(group.slowest_ms)
    signs[slowest] = (glyphs.warning, "warning") if slow else (glyphs.on, "ours")
    first = min(signs)
    line.fill_to(start + first)
    for at in range(first, slowest + 1):
        line.write(*signs.get(at, (glyphs.thin, "line")))


def legend(slow: bool) -> Sequence[Span]:
    """What the signs of the strip are; `slow`: there is something unusual."""
    signs = [("│ median", "faint"), ("· p95", "faint"), ("● slowest", "faint")]
    return [*signs, ("▲ unusual", "warning")] if slow else signs


class DurationsHeads(Unscrolled):
    """The row above the table as a widget."""

    DEFAULT_CSS = """
    DurationsHeads { height: 1; background: $background; }
    """

    def __init__(self, table: "DurationsTable") -> None:
        super().__init__()
        self._table = table

    def render_line(self, y: int) -> Strip:
        """The one row."""
        table = self._table
        strip = heads_strip(table.groups, table.by_method, self.size.width, roles_of(self))
        return strip.apply_style(self.rich_style)


class DurationsTable(PickList[Group]):
    """The rows, those first that took longest in all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "slowest", id="durations.slowest"),
        Binding("t", "regroup", "by tool, by method", id="durations.regroup"),
        Binding("y", "copy", "copy table", id="durations.copy"),
    ]

    @dataclass
    class Wanted(Message):
        """The slowest of a group is to be shown."""

        group: Group

    @dataclass
    class Regroup(Message):
        """By tool, or by method."""

    @dataclass
    class CopyWanted(Message):
        """The table as tab-separated text, for the clipboard."""

        text: str

    def __init__(self) -> None:
        super().__init__()
        self.by_method = False
        self.changed: Callable[[], None] = lambda: None
        """Called when other rows are shown."""

    @property
    def groups(self) -> Sequence[Group]:
        """All rows."""
        return self._all

    def key_of(self, row: Group) -> Hashable:
        """Method and name."""
        return row.method, row.name

    def text_of(self, row: Group) -> str:
        """Method and name."""
        return f"{row.method}\n{row.name}"

    def draw_row(self, row: Group, width: int) -> Strip:
        """A row."""
        return group_strip(row, self._all, self.by_method, width, self.roles)

    def nothing(self) -> Sequence[Span]:
        """No call has ended."""
        what = "request" if self.by_method else "call"
        return [(f"No {what} has ended yet.", "muted")]

    def action_open(self) -> None:
        """Asks for the slowest."""
        if self.selected is not None:
            self.post_message(self.Wanted(self.selected))

    def action_regroup(self) -> None:
        """Says that it is to be grouped the other way."""
        self.post_message(self.Regroup())

    def action_copy(self) -> None:
        """Gives the table as text, times in milliseconds."""
        rows = ["\t".join(("method", "name", "calls", "median ms", "p95 ms", "slowest ms", "errors", "person ms"))]
        for one in self._all:
            times = (one.times.median, one.times.quantile(0.95), max(one.slowest_ms, 0.0))
            shown = [f"{ms:.3f}" for ms in times]
            cells = (one.method, one.name, str(one.calls), *shown, str(one.failed), f"{one.human_ms:.0f}")
            rows.append("\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in cells))
        self.post_message(self.CopyWanted("\n".join(rows) + "\n"))
