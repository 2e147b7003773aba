"""Lines of which each may take several rows of the screen: which line, and which piece of it, is on which row.

Scrolling is by lines, not by rows of the screen, so that nothing has to be measured that is not seen.
"""

from abc import abstractmethod
from collections.abc import Hashable

from textual.strip import Strip

from inspector.tui.widgets.line_view import LineView


class WrappingView(LineView):
    """The base of a view whose lines can be wrapped, or not."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._wrap = False
        self._layout: tuple[Hashable, list[tuple[int, int]]] = (None, [])

    @abstractmethod
    def row(self, index: int, piece: int, width: int) -> Strip:
        """One row on the screen: the piece of a line that is wrapped, or its beginning."""

    @abstractmethod
    def height_of(self, index: int, width: int) -> int:
        """How many rows a wrapped line takes."""

    @property
    def is_counted(self) -> bool:
        """Whether the number of lines is sure, so that there is a last one to be looked at."""
        return True

    def draw(self, index: int, width: int) -> Strip:
        """One line that is not wrapped."""
        return self.row(index, 0, width)

    def _rows_in_view(self) -> list[tuple[int, int]]:
        """The line and piece of each row of the screen, from the top."""
        top, size = self.scroll_offset.y, self.size
        key = (top, size, self.line_count, self._wrap)
        if self._layout[0] != key:
            rows: list[tuple[int, int]] = []
            index = top
            while len(rows) < size.height and index < self.line_count:
                rows += [(index, piece) for piece in range(self.height_of(index, size.width))]
                index += 1
            self._layout = (key, rows)
        return self._layout[1]

    def line_at(self, y: int) -> int | None:
        """The line at a row of the screen."""
        if not self._wrap:
            return super().line_at(y)
        rows = self._rows_in_view()
        return rows[y][0] if 0 <= y < len(rows) else None

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        if not self._wrap:
            return super().render_line(y)
        rows, width = self._rows_in_view(), self.size.width
        if y >= len(rows):
            return Strip.blank(width, self.rich_style)
        index, piece = rows[y]
        key = (index, piece, width)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = self.row(index, piece, width)
        return self._finish(strip, index, self.roles, first=piece == 0)

    def scroll_to_line(self, index: int) -> None:
        """Scrolls no further than is needed to see all of a line, or its beginning if it is too long for that."""
        size = self.size
        if not self._wrap or not size.height:
            super().scroll_to_line(index)
            return
        first, used = index, self.height_of(index, size.width)
        while first > 0 and used + (more := self.height_of(first - 1, size.width)) <= size.height:
            first, used = first - 1, used + more
        if index < self.scroll_offset.y:
            self.scroll_to(y=index, animate=False, force=True)
        elif first > self.scroll_offset.y:
            self.scroll_to(y=first, animate=False, force=True)

    def refresh_line_at(self, index: int | None) -> None:
        """Draws a line again, wherever it is."""
        if self._wrap:
            self.refresh()
        else:
            super().refresh_line_at(index)

    def lines_changed(self) -> None:
        """All is laid out again."""
        self._layout = (None, [])
        super().lines_changed()

    def notify_style_update(self) -> None:
        """Rows are drawn again in the other theme."""
        super().notify_style_update()
        self._layout = (None, [])

    def measure(self) -> None:
        """The height is in lines; of a wrapped text, the last lines must still fit when it is scrolled to its end.

        Where not all lines are found yet, the last one would have to be looked for, which in a large text takes long.
        """
        count, size = self.line_count, self.size
        if self._wrap and size.height and count and self.is_counted:
            fits, used = 0, 0
            while fits < count and (used := used + self.height_of(count - 1 - fits, size.width)) <= size.height:
                fits += 1
            overflows = fits < count
            count = count - max(fits, 1) + size.height if overflows else min(count, size.height)
        self.set_height(count)
