"""Spans of time as cells: what several spans in one cell come to, and with which sign a cell is drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, Literal

from inspector.analysis.spans import Points
from inspector.tui.cells import Line
from inspector.tui.glyphs import Glyphs
from inspector.tui.widgets.timeline_axis import Window

Look = Literal["line", "person", "theirs", "mark", "work", "dead"]
"""A life; a person is waited for; a question of theirs; a moment; work; where a death ended something."""

_DARKNESS: Final[dict[Look, int]] = {"line": 1, "person": 2, "theirs": 3, "mark": 4, "work": 5, "dead": 7}
_FULL: Final = 6
_HALF: Final = 0.6
"""A span that fills less of its cell is drawn as a sliver."""


@dataclass(frozen=True, slots=True)
class Part:
    """One span of a row, in seconds of the session: `end` None while it goes on. `sign` is that of a moment.

    `dead`: a death ended it.
    """

    start: float
    end: float | None
    look: Look
    role: str
    sign: str = ""
    dead: bool = False


Cell = tuple[str, str, int]
"""A sign, its role, and how dark it is: in a cell the darkest is seen."""


@dataclass(frozen=True, slots=True)
class Painted:
    """The cells of a row, None where nothing is; whether something lies `before` or `after` them."""

    cells: Sequence[Cell | None]
    before: bool
    after: bool

    @property
    def first(self) -> int | None:
        """The first cell with something in it."""
        return next((at for at, cell in enumerate(self.cells) if cell is not None), None)

    @property
    def last(self) -> int | None:
        """The last one."""
        return next((at for at in range(len(self.cells) - 1, -1, -1) if self.cells[at] is not None), None)


def paint(parts: Iterable[Part], window: Window, now: float, glyphs: Glyphs) -> Painted:
    """The spans in the cells of a window; what goes on reaches to `now`."""
    cells: list[Cell | None] = [None] * window.cells
    before = after = False
    for part in parts:
        end = now if part.end is None else part.end
        left, right = window.cell(part.start), window.cell(max(end, part.start))
        if right < 0 or left >= window.cells:
            before, after = before or right < 0, after or left >= window.cells
            continue
        first, last = floor(left), max(ceil(right - 1e-9) - 1, floor(left))
        if right - left < 1:
            first = last = floor((left + right) / 2)  # less than a cell is never two
        first, last = min(max(first, 0), window.cells - 1), min(last, window.cells - 1)
        sign = part.sign or _sign(part.look, right - left, glyphs)
        cell = sign, part.role, _FULL if sign == glyphs.full else _DARKNESS[part.look]
        for at in range(first, last + 1):
            _darkest(cells, at, cell)
        if part.dead and right <= window.cells:
            _darkest(cells, last, (glyphs.dead, "error bold", _DARKNESS["dead"]))
    return Painted(cells, before, after)


def paint_points(points: Points, window: Window, sign: str, role: str, painted: Painted) -> Painted:
    """Moments on top of what is painted already: one sign in a cell, however many there are."""
    cells = list(painted.cells)
    cell = sign, role, _DARKNESS["mark"]
    for at in range(window.cells):
        start = window.start + at * window.per_cell
        if points.between(start, start + window.per_cell):
            _darkest(cells, at, cell)
    before = painted.before or bool(points.times and points.times[0] < window.start)
    after = painted.after or bool(points.times and points.times[-1] >= window.end)
    return Painted(cells, before, after)


def write_cells(line: Line, painted: Painted, ticks: frozenset[int]) -> None:
    """Writes the cells, in runs of the same look; where nothing is, the lines of the axis go through."""
    upright = line.roles.glyphs.upright
    run, look = "", ""
    for at, cell in enumerate(painted.cells):
        sign, role = (upright, "line") if cell is None and at in ticks else (" ", look) if cell is None else cell[:2]
        if role != look:
            line.write(run, look)
            run, look = "", role
        run += sign
    line.write(run, look)


def _sign(look: Look, cells: float, glyphs: Glyphs) -> str:
    if look == "line":
        return glyphs.thin
    if look == "person":
        return glyphs.light
    if look == "theirs":
        return glyphs.shade
    return glyphs.full if cells >= _HALF else glyphs.part


def _darkest(cells: list[Cell | None], at: int, cell: Cell) -> None:
    there = cells[at]
    if there is None or there[2] < cell[2]:
        cells[at] = cell
