"""What could stand in the open field, as the server says: a list under it, or over it where that has more room."""

from collections.abc import Sequence

from textual.geometry import Region
from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import count
from inspector.tui.widgets.line_view import LineView
from inspector.wire.text import visible

_MOST_ROWS = 8
_LEAST_WIDTH = 24


class FieldCompletions(LineView, can_focus=False):
    """The list. The keyboard stays in the field, whose owner calls `choose` for Down and Up."""

    DEFAULT_CSS = """
    FieldCompletions {
        position: absolute;
        layer: open;
        background: $panel;
    }
    """

    is_beside_a_field = True

    def __init__(self) -> None:
        super().__init__()
        self._values: tuple[str, ...] = ()
        self._more = ""
        self.display = False

    @property
    def line_count(self) -> int:
        """How many values there are to choose from."""
        return len(self._values)

    @property
    def chosen(self) -> str | None:
        """The value under the cursor; None as long as none was chosen."""
        at = self._cursor
        return self._values[at] if self.display and at is not None else None

    def open(self, values: Sequence[str], total: int | None, *, has_more: bool) -> None:
        """Shows values, none of them chosen; without any the list is closed."""
        self._values, self._cursor = tuple(values), None
        known = total is not None and total > len(values)
        self._more = f"{count(len(values))} of {count(total or 0)}" if known else "there are more" if has_more else ""
        self.display = bool(values)
        self.scroll_to(y=0, animate=False)
        self.lines_changed()

    def choose(self, by: int) -> bool:
        """Goes down or up; up from the first chooses none. False if the list is closed, or there is nothing above."""
        if not self.display or (by < 0 and self._cursor is None):
            return False
        at = by - 1 if self._cursor is None else self._cursor + by
        if at < 0:
            self._cursor = None
            self.refresh()
        else:
            self.move_to(at)
        return True

    def close(self) -> bool:
        """Closes the list; False if it was not open."""
        was, self.display = self.display, False
        self._cursor = None
        return was

    def place(self, field: Region, height: int) -> None:
        """Puts the list at the open field, in an area of `height` rows."""
        below, above = height - field.bottom, field.y
        rows = min(self.line_count, _MOST_ROWS)
        is_below = below >= rows or below >= above
        rows = max(min(rows, below if is_below else above), 1)
        self.styles.height = rows
        self.styles.width = max(field.width, _LEAST_WIDTH)
        self.styles.offset = (field.x - 1, field.bottom if is_below else field.y - rows)

    def draw(self, index: int, width: int) -> Strip:
        """A value; beside the first, how many there are in all."""
        more = self._more if index == 0 else ""
        line = Line(self.roles)
        line.write(" ")
        line.foreign(visible(self._values[index]), width - 2 - (width_of(more) + 2 if more else 0))
        line.fill_to(width - 1 - width_of(more))
        line.write(more, "faint")
        return line.strip(width)
