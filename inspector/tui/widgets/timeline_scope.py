"""Which part of the session is in view: all of it, the newest, or what one has gone to."""

from dataclasses import replace
from typing import Final

from inspector.tui.widgets.timeline_axis import Window, whole_window

PAN: Final = 0.25
"""How far a step goes, in widths of the axis."""
ZOOM: Final = 0.5


class Scope:
    """The window, and how it moves with the clock. `whole`: all is in view; `following`: its end is the newest."""

    def __init__(self) -> None:
        self.window = whole_window(1.0, 1, growing=False)
        self.whole = True
        self.following = False
        self._now = 0.0

    def fit(self, now: float, cells: int, *, growing: bool) -> None:
        """It is this second now, and the axis has so many cells; `growing`: the session goes on."""
        self._now = now
        if self.whole:
            self.window = whole_window(now, cells, growing=growing)
            return
        self.window = replace(self.window, cells=cells)
        if self.following:
            self.window = self.window.ending(now)

    def pan(self, steps: int) -> None:
        """Steps to the right, or to the left if negative, and never out of the session."""
        window = self.window.panned(round(steps * PAN * self.window.cells))
        last = max(self._now - self.window.per_cell * (self.window.cells - 1), 0.0)
        if window.start > last:
            window = replace(window, start=max(last, min(self.window.start, window.start)))
        self._go(window)

    def zoom(self, steps: int, around: float) -> None:
        """Closer, or farther if negative; a moment stays where it is."""
        window = self.window.zoomed(ZOOM**steps, around, max(self._now, 0.0))
        if steps < 0 and window.per_cell * (window.cells - 1) >= self._now:
            self.show_all()
        else:
            self._go(window)

    def show_all(self) -> None:
        """The whole session."""
        self.whole = True
        self.window = whole_window(self._now, self.window.cells, growing=self.following)

    def follow(self, on: bool) -> None:
        """Keep the newest in view, or stay."""
        self.following = on
        if on and not self.whole:
            self.window = self.window.ending(self._now)

    def reveal(self, start: float, end: float | None) -> None:
        """Goes to a time that is out of view."""
        if not self.whole and not self.window.shows(start, self._now if end is None else end):
            self._go(replace(self.window, start=max(start - self.window.per_cell * self.window.cells * PAN, 0.0)))

    def _go(self, window: Window) -> None:
        if window != self.window:
            self.window, self.whole, self.following = window, False, False
