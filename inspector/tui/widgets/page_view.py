"""A page: blocks of rows laid out for the width, with a cursor that goes from one stop to the next."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.page_text import Hit


@dataclass(frozen=True, slots=True)
class PageLine:
    """One row of a page. Rows of one `stop` are a block, and the cursor stands on its first; no stop: only read."""

    strip: Strip
    stop: Hashable = None
    hits: tuple[Hit, ...] = ()


def block(strips: Iterable[Strip], stop: Hashable = None) -> list[PageLine]:
    """Rows that belong together."""
    return [PageLine(strip, stop) for strip in strips]


class PageView(LineView):
    """Rows that are made anew for each width and each change: for what fits on some screens, not for long lists."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._page: Sequence[PageLine] | None = None
        self._page_size = Size(0, 0)
        self._stop: Hashable = None

    # What a subclass says.

    @abstractmethod
    def lay_out(self, width: int) -> Sequence[PageLine]:
        """The whole page at a width."""

    @property
    def airy(self) -> bool:
        """Whether there is room for blank rows between groups."""
        return self.size.height >= 28

    def stop_changed(self) -> None:
        """The cursor came to another stop."""

    def pressed(self, action: str) -> None:
        """A button of the page was clicked."""

    # The page.

    @property
    def stop(self) -> Hashable:
        """The stop that the cursor is on; None when there is none."""
        return self._stop

    @property
    def page(self) -> Sequence[PageLine]:
        """The rows at the present size."""
        size = self.size
        if self._page is None or self._page_size != size:
            self._page_size = size
            width = size.width or self._room
            self._page = self.lay_out(width) if width else ()
            self._strips.clear()
            self._find_stop()
        return self._page

    @property
    def _room(self) -> int:
        """The width that a page will have which has just come to be seen: keys come to it before its size does."""
        return self.parent.size.width if self.display and isinstance(self.parent, Widget) else 0

    def page_changed(self) -> None:
        """To be called when the page shows something else; the cursor stays on its stop if that is still there."""
        self._page = None
        if self.is_mounted:
            self.lines_changed()

    def append_lines(self, lines: Sequence[PageLine]) -> None:
        """More rows below those that are there."""
        page = self.page
        self._page = page if isinstance(page, list) else list(page)
        self._page.extend(lines)  # not a new one each time, for a page may have a hundred thousand rows
        self.measure()
        self.refresh()

    def _find_stop(self) -> None:
        page = self._page or ()
        found = next(
            (number for number, line in enumerate(page) if line.stop is not None and line.stop == self._stop), None
        )
        if found is None:
            found = next((number for number, line in enumerate(page) if line.stop is not None), None)
            self._stop = None if found is None else page[found].stop
        self._cursor = found

    # As a LineView.

    @property
    def line_count(self) -> int:
        """How many rows the page has."""
        return len(self.page)

    def draw(self, index: int, width: int) -> Strip:
        """A row."""
        return self.page[index].strip.adjust_cell_length(width, Style.null())

    def notify_style_update(self) -> None:
        """Rows hold styles, so they are made again."""
        super().notify_style_update()
        self._page = None

    def on_resize(self) -> None:
        """The page is laid out for the new width."""
        self.measure()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    def move_to(self, index: int) -> None:
        """Puts the cursor on the block that a row belongs to; a row that is only read leaves it where it is."""
        page = self.page
        index = min(max(index, 0), len(page) - 1)
        if index < 0 or page[index].stop is None:
            return
        while index and page[index - 1].stop == page[index].stop:
            index -= 1
        self._stop = page[index].stop
        super().move_to(index)
        end = index
        while end + 1 < len(page) and page[end + 1].stop == self._stop:
            end += 1
        if end - index < self.size.height:
            self.scroll_to_line(end)

    def cursor_moved(self) -> None:
        """A row is a stop here."""
        self.stop_changed()

    def action_move(self, lines: int) -> None:
        """Goes to the next stop, or scrolls on where there is none."""
        stops = self._stops()
        step = 1 if lines > 0 else -1
        here = -1 if self._cursor is None else self._cursor
        ahead = [at for at in stops if (at - here) * step > 0]
        if not ahead:
            self.scroll_relative(y=lines, animate=False)
            return
        wanted = here + lines
        nearest = min(ahead, key=lambda at: abs(at - wanted))
        self.move_to(nearest if abs(lines) > 1 else (ahead[0] if step > 0 else ahead[-1]))

    def action_first(self) -> None:
        """The first stop, and what stands over it."""
        stops = self._stops()
        if stops:
            self.move_to(stops[0])
        self.scroll_to(y=0, animate=False)

    def action_last(self) -> None:
        """The last stop, and what stands below it."""
        stops = self._stops()
        if stops:
            self.move_to(stops[-1])
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def _stops(self) -> list[int]:
        page = self.page
        return [
            number
            for number, line in enumerate(page)
            if line.stop is not None and (not number or page[number - 1].stop != line.stop)
        ]

    def on_click(self, event: events.Click) -> None:
        """A button is pressed; a click on what is only read does nothing."""
        where = event.get_content_offset(self)
        index = None if where is None else self.line_at(where.y)
        if where is None or index is None:
            return
        line = self.page[index]
        hit = next((hit for hit in line.hits if hit.start <= where.x < hit.end), None)
        if hit is not None:
            event.prevent_default().stop()
            self.pressed(hit.action)
        elif line.stop is None:
            event.prevent_default().stop()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Only what can be chosen is tinted."""
        where = event.get_content_offset(self)
        index = None if where is None else self.line_at(where.y)
        if index is None or self.page[index].stop is None:
            event.prevent_default()
            self._hover_over(None)

    def on_focus(self) -> None:
        """The cursor is drawn as that of the focused pane; the page does not move."""
        self.refresh()
