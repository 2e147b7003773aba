"""The two rows under a form, about its focused field: what it is for, and what the schema says of what is in it."""

from collections.abc import Sequence

from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.roles import roles_of
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.unscrolled import Unscrolled

Row = tuple[Sequence[Span], Sequence[Span]]
"""What stands at the left and what at the right."""


class HintStrip(Unscrolled):
    """Rows of spans on the surface colour; the left side yields to the right one."""

    DEFAULT_CSS = """
    HintStrip {
        height: 2;
        background: $surface;
        color: $foreground;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: tuple[Row, ...] = ()

    @property
    def text(self) -> str:
        """All that is said, row by row."""
        return "\n".join("  ".join("".join(text for text, _ in side) for side in row if side) for row in self._rows)

    def say(self, *rows: Row) -> None:
        """Says something else; if there is room for fewer rows, the last ones are kept."""
        if rows != self._rows:
            self._rows = rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One of the rows."""
        width, roles = self.size.width, roles_of(self)
        rows = self._rows[-self.size.height :] if self.size.height < len(self._rows) else self._rows
        line = Line(roles)
        if y < len(rows):
            left, right = (in_signs(side, roles) for side in rows[y])
            wide = sum(width_of(text) for text, _ in right)
            room = width - 3
            if right and wide + 12 <= room:
                room -= wide + 2
            else:
                right = []
            line.write("  ")
            line.spans(left, room)
            if right:
                line.fill_to(width - 1 - wide)
                line.spans(right, wide)
        return line.strip(width).apply_style(self.rich_style)
