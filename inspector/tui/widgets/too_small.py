"""What stands in the body of a terminal that has no room for one: how much is needed, and how much is there."""

from textual.strip import Strip

from inspector.tui.cells import Line
from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import roles_of
from inspector.tui.widgets.unscrolled import Unscrolled

LEAST = (60, 15)
"""Columns and rows that everything can be used in."""


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
        roles, width, here = roles_of(self), self.size.width, self.app.size
        told = [f"{LEAST[0]}×{LEAST[1]} needed, {here.width}×{here.height} here"]
        if len(told[0]) > width:
            told = [f"{part}{',' * (not number)}" for number, part in enumerate(told[0].split(", "))]
        line, row = Line(roles), y - max((self.size.height - len(told)) // 2, 0)
        if 0 <= row < len(told):
            line.fill_to(max((width - len(told[row])) // 2, 0))
            line.write(in_glyphs(told[row], roles.glyphs), "muted")
        return line.strip(width).apply_style(self.rich_style)
