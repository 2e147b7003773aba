"""What stands in the body of a terminal that has no room for one: how much is needed, and how much is there."""

from textual.geometry import Size
from textual.strip import Strip

from inspector.tui.cells import Line
from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import roles_of
from inspector.tui.widgets.unscrolled import Unscrolled

LEAST = (60, 15)
"""Columns and rows that everything can be used in."""

_FLOOR = (20, 6)
"""Columns and rows that are laid out in any case. In fewer nothing can be read, and much in the toolkit divides by a
width that is none, fills a row without end, or looks for a line that is not there."""


def laid_out(size: Size) -> Size:
    """What is laid out for a terminal of this size; what is beyond its edge is not seen."""
    return Size(max(size.width, _FLOOR[0]), max(size.height, _FLOOR[1]))


def too_small(width: int, height: int) -> bool:
    """Whether a terminal of this size has no room."""
    return width < LEAST[0] or height < LEAST[1]


class TooSmall(Unscrolled):
    """One sentence in the middle, in two rows where it is narrow."""

    DEFAULT_CSS = """
    TooSmall { display: none; height: 1fr; background: $background; color: $foreground; }
    """

    def render_line(self, y: int) -> Strip:
        """One row."""
        here = getattr(self.app, "terminal_size", None) or self.app.size
        roles, width = roles_of(self), min(self.size.width, here.width)
        told = [f"{LEAST[0]}×{LEAST[1]} needed, {here.width}×{here.height} here"]
        if len(told[0]) > width:
            told = [f"{part}{',' * (not number)}" for number, part in enumerate(told[0].split(", "))]
        line, row = Line(roles), y - max((self.size.height - len(told)) // 2, 0)
        if 0 <= row < len(told):
            line.fill_to(max((width - len(told[row])) // 2, 0))
            line.write(in_glyphs(told[row], roles.glyphs), "muted")
        return line.strip(self.size.width).apply_style(self.rich_style)
