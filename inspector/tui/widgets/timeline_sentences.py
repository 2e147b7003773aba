"""A few rows of text under the lanes."""

from collections.abc import Sequence

from textual.strip import Strip

from inspector.tui.cells import Line, Span
from inspector.tui.roles import roles_of
from inspector.tui.widgets.unscrolled import Unscrolled


class Sentences(Unscrolled):
    """The rows, each of spans, some of whose text may be foreign."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Sequence[Span]] = ()

    def show(self, rows: Sequence[Sequence[Span]]) -> None:
        """Other rows."""
        if rows != self._rows:
            self._rows = rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """A row; what is too long is cut at its end."""
        roles, width = roles_of(self), self.size.width
        line = Line(roles)
        line.write("  ")
        for text, role in self._rows[y] if y < len(self._rows) else ():
            line.foreign(text, width - line.cells - 2, role, reference=False)
        return line.strip(width).apply_style(self.rich_style)
