"""The time axis: which seconds of the session the cells of a row stand for, and how that is changed and told."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from typing import Final

from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import duration, length
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.unscrolled import Unscrolled

FINEST: Final = 1e-4
"""Seconds a cell, at least: records tell microseconds, but what is told of a cell does not."""

_STEADY: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
_MINUTES: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)
IN_ALL: Final = "in all"
"""What stands over the durations of the lanes: from the first record to the last, whoever was waited for meanwhile."""

_APART: Final = 11
"""Cells between two labels, at least."""


@dataclass(frozen=True, slots=True)
class Window:
    """What is in view: `cells` cells of `per_cell` seconds each, from `start` on."""

    start: float
    per_cell: float
    cells: int

    @property
    def end(self) -> float:
        """Where the last cell ends."""
        return self.start + self.per_cell * self.cells

    def cell(self, seconds: float) -> float:
        """Where a moment stands, in cells from the left edge; it may lie outside."""
        return (seconds - self.start) / self.per_cell

    def shows(self, start: float, end: float) -> bool:
        """Whether any of a time is in view."""
        return start < self.end and end >= self.start

    def panned(self, cells: float) -> "Window":
        """So many cells later; the session has no time before its beginning."""
        return replace(self, start=max(self.start + cells * self.per_cell, 0.0))

    def zoomed(self, factor: float, around: float, whole: float) -> "Window":
        """`factor` times as many seconds, with the moment `around` where it was; all `whole` seconds at most."""
        most = max(whole / max(self.cells - 1, 1), FINEST)
        per_cell = min(max(self.per_cell * factor, FINEST), most)
        start = around - self.cell(around) * per_cell
        return replace(self, start=max(start, 0.0), per_cell=per_cell)

    def ending(self, end: float) -> "Window":
        """As long, ending at a moment, with a cell to spare; not before the session's beginning."""
        return replace(self, start=max(end - self.per_cell * (self.cells - 1), 0.0))

    def ticks(self) -> "tuple[float, list[float]]":
        """The seconds between two labels, and the moments that have one."""
        step = _step(self.per_cell * _APART)
        first = ceil(self.start / step - 1e-9)
        return step, [number * step for number in range(first, floor(self.end / step) + 1)]

    def told(self, whole: float) -> str:
        """`3:06–3:24 of 3:24 · 0.21 s a cell`."""
        return f"{length(self.start)}–{length(min(self.end, whole))} of {length(whole)} · {a_cell(self.per_cell)}"


def whole_window(seconds: float, cells: int, *, growing: bool) -> Window:
    """The whole session in view; if it is `growing`, in a scale that stays for a while."""
    per_cell = max((max(seconds, 1.0) if growing else seconds) / max(cells - 1, 1), FINEST)
    if growing:
        power = 10.0 ** floor(log10(per_cell))
        per_cell = power * next(step for step in _STEADY if step * power >= per_cell * (1 - 1e-9))
    return Window(0.0, per_cell, cells)


def a_cell(per_cell: float) -> str:
    """`0.21 s a cell`, `2.5 ms a cell`."""
    if per_cell < 0.1:
        return f"{per_cell * 1000:.3g} ms a cell"
    return f"{per_cell:.2g} s a cell" if per_cell < 10 else f"{duration(per_cell)} a cell"


def moment(seconds: float, step: float) -> str:
    """A moment as exactly as its neighbours are apart: `3:06`, `3:06.25`."""
    if step >= 1:
        return length(seconds + 1e-6)
    places = min(ceil(-log10(step) - 1e-9), 6)
    scaled = round(seconds * 10**places)
    whole, rest = divmod(scaled, 10**places)
    return f"{length(whole)}.{rest:0{places}d}"


def tick_cells(window: Window) -> frozenset[int]:
    """The cells in which the moments with a label begin."""
    return frozenset(at for at in _cells(window, window.ticks()[1]))


def axis_strip(window: Window, label: int, told: int, width: int, roles: Roles) -> Strip:
    """The row of labels above the lanes, which begin at column `label`; what is told of each of them ends at `told`."""
    line = Line(roles)
    end = min(label + window.cells + 6, told - width_of(IN_ALL) - 1)
    step, moments = window.ticks()
    for at, seconds in zip(_cells(window, moments), moments, strict=True):
        text = moment(seconds, step)
        # The label stands around its tick, but never in the column of the names.
        column = max(label + at - width_of(text) // 2, label - 1)
        if column > line.cells and column + width_of(text) <= end < width:
            line.fill_to(column)
            line.write(text, "muted")
    line.right(IN_ALL, told, "faint")
    return line.strip(width)


def _cells(window: Window, moments: list[float]) -> Iterator[int]:
    return (floor(window.cell(seconds) + 1e-6) for seconds in moments)


def _step(least: float) -> float:
    """The next larger span that people count in."""
    if least > 1:
        return next((float(one) for one in _MINUTES if one >= least), 86400.0 * ceil(least / 86400))
    power = 10.0 ** floor(log10(least))
    return next(number * power for number in (1, 2, 5, 10) if number * power >= least * (1 - 1e-9))


class TimelineAxis(Unscrolled):
    """The row as a widget."""

    DEFAULT_CSS = """
    TimelineAxis { height: 1; background: $background; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Window, int, int] | None = None

    def show(self, window: Window, label: int, told: int) -> None:
        """The axis of a window over lanes that begin at column `label`; what is told of them ends at `told`."""
        if self._shown != (window, label, told):
            self._shown = window, label, told
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one row."""
        if self._shown is None:
            return Strip.blank(self.size.width, self.rich_style)
        return axis_strip(*self._shown, self.size.width, roles_of(self)).apply_style(self.rich_style)
