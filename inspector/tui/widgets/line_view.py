"""The base of every list and text: lines drawn on demand, a cursor on one of them, and a cache of what was drawn.

A subclass says how many lines there are and draws one of them; nothing here holds a line.
"""

from abc import abstractmethod
from collections.abc import Hashable
from typing import ClassVar, Final, Self

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.tui.plain_lines import PlainWidget
from inspector.tui.roles import Roles, roles_of

CACHED_STRIPS: Final = 1024
"""Many screens of rows, so that scrolling back and forth draws nothing twice."""


class LineView(ScrollView, PlainWidget, can_focus=True):
    """A `ScrollView` over lines that exist only when they are seen.

    The first cell of each line belongs to the cursor sign. What a subclass draws has no background: the row under the
    cursor and under the pointer get theirs here.
    """

    DEFAULT_CSS = """
    LineView {
        background: $background;
        color: $foreground;
        scrollbar-size: 1 1;
    }
    """

    ALLOW_SELECT = False

    is_beside_a_field: ClassVar[bool] = False
    """Whether the keyboard is in a field while one chooses here: the cursor is lit all the same."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="lines.up"),
        Binding("down,j", "move(1)", "Down", show=False, id="lines.down"),
        Binding("pageup", "move_page(-1)", "Page up", show=False, id="lines.page-up"),
        Binding("pagedown", "move_page(1)", "Page down", show=False, id="lines.page-down"),
        Binding("home,g", "first", "First", show=False, id="lines.first"),
        Binding("end,G", "last", "Last", show=False, id="lines.last"),
        Binding("enter", "open", "open", show=False, id="lines.open"),
    ]

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._cursor: int | None = None
        self._hover: int | None = None
        self._strips: LRUCache[Hashable, Strip] = LRUCache(CACHED_STRIPS)
        self._roles: Roles | None = None
        self._base = Style.null()

    # What a subclass says.

    @property
    @abstractmethod
    def line_count(self) -> int:
        """How many lines there are now."""

    @abstractmethod
    def draw(self, index: int, width: int) -> Strip:
        """One line, in foreground styles of `self.roles`, its first cell blank."""

    def cache_key(self, index: int) -> Hashable:
        """What the look of a line depends on, apart from the width and the theme."""
        return index

    def cursor_moved(self) -> None:
        """Called when the cursor came to another line by the person's doing, or by `move_to`."""

    def cursor_to_begin_with(self) -> int:
        """The line that gets the cursor when it is first needed: the first in view."""
        return self.line_at(0) or 0

    # The cursor.

    @property
    def cursor(self) -> int | None:
        """The line that the cursor is on, from 0; None while there is none."""
        return self._cursor

    def move_to(self, index: int) -> None:
        """Puts the cursor on a line, as near as there is one, and brings it into view."""
        if not self.line_count:
            return
        index = min(max(index, 0), self.line_count - 1)
        before, self._cursor = self._cursor, index
        self.scroll_to_line(index)
        if before != index:
            self.refresh_line_at(before)
            self.refresh_line_at(index)
            self.cursor_moved()

    def scroll_to_line(self, index: int) -> None:
        """Scrolls no further than is needed to see a line."""
        top, height = self.scroll_offset.y, self.size.height
        if index < top:
            self.scroll_to(y=index, animate=False, force=True)
        elif height and index >= top + height:
            self.scroll_to(y=index - height + 1, animate=False, force=True)

    def line_at(self, y: int) -> int | None:
        """The line at a row of the widget; None below the last."""
        index = self.scroll_offset.y + y
        return index if 0 <= index < self.line_count else None

    # What changed.

    @property
    def roles(self) -> Roles:
        """The roles of the active theme."""
        if self._roles is None:
            self._roles = roles_of(self)
            self._base = self.rich_style
        return self._roles

    def on_mount(self) -> None:
        """Measures what it was made with."""
        self.measure()

    def lines_changed(self) -> None:
        """To be called when lines were added, taken away or changed: all is measured again and drawn when seen."""
        self._strips.clear()
        self.measure()
        self.refresh()

    def measure(self) -> None:
        """Tells the scroll bar how much there is."""
        self.set_height(self.line_count)

    def set_height(self, lines: int) -> None:
        """The height of the content. While the bar stays or stays away, nothing has to be laid out again; what is not
        seen, and has no room, is laid out when it is."""
        size, room, has_bar = Size(0, lines), self.size.height, self.show_vertical_scrollbar
        comes_or_goes = self.styles.overflow_y == "auto" and has_bar != (lines > room)
        if self.styles.is_auto_height or (room and comes_or_goes):
            self.virtual_size = size
            return
        self.set_reactive(LineView.virtual_size, size)
        if has_bar:
            self.vertical_scrollbar.window_virtual_size = lines
        if self.scroll_offset.y > max(lines - room, 0):
            self.scroll_to(y=max(lines - room, 0), animate=False, force=True)

    def refresh_line_at(self, index: int | None) -> None:
        """Draws a line again, if it is in view."""
        if index is not None:
            self.refresh(Region(0, index - self.scroll_offset.y, self.size.width, 1))

    def notify_style_update(self) -> None:
        """The theme changed, or the focus did: styles are resolved afresh."""
        super().notify_style_update()
        self._roles = None
        self._strips.clear()

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """One row of the widget."""
        roles, width = self.roles, self.size.width
        index = self.line_at(y)
        if index is None:
            return self.draw_beyond(y, width).apply_style(self._base)
        key = (self.cache_key(index), width)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = self.draw(index, width)
        return self._finish(strip, index, roles, first=True)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """What stands below the last line; nothing, unless a subclass has something to say there."""
        return Strip.blank(width, Style.null())

    def _finish(self, strip: Strip, index: int, roles: Roles, *, first: bool) -> Strip:
        """Gives a drawn row its background, and the cursor its sign."""
        if index == self._cursor:
            focused = self.has_focus or self.is_beside_a_field
            sign = Segment(roles.glyphs.cursor if first else " ", roles["accent" if focused else "line"])
            segments = [sign, *strip.crop(1)]
            strip = Strip(
                [Segment(text, roles.selected(style or Style.null(), focused=focused)) for text, style, _ in segments],
                strip.cell_length,
            )
        elif index == self._hover:
            strip = Strip([Segment(text, (style or Style.null()) + roles["surface"]) for text, style, _ in strip])
        return strip.apply_style(self._base)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """What was under the pointer is not there any more."""
        self._hover = None
        super().watch_scroll_y(old_value, new_value)

    # Keys and mouse.

    def focus(self, scroll_visible: bool = True) -> Self:
        """Takes the keyboard at once, for the framework's own way is overtaken by the next wish and then undoes it."""
        self.screen.set_focus(self, scroll_visible)
        return self

    def action_move(self, lines: int) -> None:
        """Moves the cursor by lines; the first move only shows it."""
        if self._cursor is None:
            self.move_to(self.cursor_to_begin_with())
        else:
            self.move_to(self._cursor + lines)

    def action_move_page(self, pages: int) -> None:
        """Moves the cursor by what fits on the screen."""
        self.action_move(pages * max(self.size.height - 1, 1))

    def action_first(self) -> None:
        """Moves the cursor to the first line."""
        self.move_to(0)

    def action_last(self) -> None:
        """Moves the cursor to the last line."""
        self.move_to(self.line_count - 1)

    def action_open(self) -> None:
        """Enter, or a double click."""

    def clicked(self, index: int, x: int) -> None:
        """A click on a line that now has the cursor; `x` in cells of the widget."""

    def on_click(self, event: events.Click) -> None:
        """A click selects; a double click is Enter."""
        where = event.get_content_offset(self)
        index = None if where is None else self.line_at(where.y)
        if where is None or index is None:
            return
        event.stop()
        self.move_to(index)
        if event.chain == 2:
            self.action_open()
        else:
            self.clicked(index, where.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The row under the pointer is tinted, and nothing else happens."""
        where = event.get_content_offset(self)
        self._hover_over(None if where is None else self.line_at(where.y))

    def on_leave(self, event: events.Leave) -> None:
        """The pointer went away, and the tint with it."""
        if event.node is self:
            self._hover_over(None)

    def _hover_over(self, index: int | None) -> None:
        if index != self._hover:
            before, self._hover = self._hover, index
            self.refresh_line_at(before)
            self.refresh_line_at(index)

    def on_focus(self) -> None:
        """The cursor is drawn as that of the focused pane."""
        if self._cursor is None and self.line_count:
            self.move_to(self.cursor_to_begin_with())
        self.refresh()

    def on_blur(self) -> None:
        """The cursor is drawn as one that waits."""
        self.refresh()
