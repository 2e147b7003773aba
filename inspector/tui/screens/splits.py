"""The handles of the desk: how wide the catalogue is and how high the traffic, where a person has moved them.

A size holds for one class of sizes (`-m`, `-l`, `-xl`; `-short`, `-mid`, `-tall`, `-full`) and is remembered for it as
long as the program runs; what was never moved follows the style sheet.
"""

from collections.abc import Sequence
from typing import Final

from textual.widget import Widget

WIDTHS: Final = ("-m", "-l", "-xl")
"""Where the catalogue stands beside the workbench; below, it is a page of its own."""

HEIGHTS: Final = ("-short", "-mid", "-tall", "-full")

LEAST: Final = (12, 2)
"""Cells of the catalogue, with its handle, and rows of the traffic, with its rule."""

LEFT: Final = (36, 6)
"""Cells that the workbench keeps, and rows that what is above the traffic keeps."""


class Splits:
    """The handles of one desk. `sizes` is what is remembered, by class; `desk` has both panes in it."""

    def __init__(self, desk: Widget, side: Widget, below: Widget, sizes: dict[str, int]) -> None:
        self._desk, self._side, self._below = desk, side, below
        self._sizes = sizes

    def _of(self, names: Sequence[str]) -> str:
        return next((name for name in names if self._desk.screen.has_class(name)), "")

    def arrange(self, *, zoomed: bool) -> None:
        """The remembered sizes of the present classes; while a pane is zoomed it has all there is."""
        width = 0 if zoomed else self._sizes.get(self._of(WIDTHS), 0)
        height = 0 if zoomed else self._sizes.get(self._of(HEIGHTS), 0)
        side, below = self._side.styles, self._below.styles
        if width:
            side.width = width
        else:
            side.clear_rule("width")
        if height:
            below.height, below.min_height = height, LEAST[1]
        else:
            below.clear_rule("height")
            below.clear_rule("min_height")
        for pane in (self._side, self._below):
            pane.refresh(layout=True)

    def move_side(self, cells: int) -> None:
        """The handle beside the catalogue goes so many cells to the right."""
        name = self._of(WIDTHS)
        if name:
            wanted = self._side.outer_size.width + cells
            self._sizes[name] = max(LEAST[0], min(wanted, self._desk.size.width - LEFT[0]))
            self.arrange(zoomed=False)

    def move_below(self, rows: int) -> None:
        """The rule above the traffic goes so many rows down."""
        wanted = self._below.outer_size.height - rows
        self._sizes[self._of(HEIGHTS)] = max(LEAST[1], min(wanted, self._desk.size.height - LEFT[1]))
        self.arrange(zoomed=False)

    def reset(self, *, side: bool) -> None:
        """One handle goes back to where it stood at first."""
        self._sizes.pop(self._of(WIDTHS if side else HEIGHTS), None)
        self.arrange(zoomed=False)
