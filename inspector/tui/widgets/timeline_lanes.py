"""The lanes as a widget: the cursor goes from call to call, and keys move and scale the axis they stand on."""

import json
from bisect import bisect_left
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from inspector.analysis.durations import Durations
from inspector.analysis.spans import Spans
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.page_text import prose
from inspector.tui.widgets.timeline_lines import LANES, Call, Head, TimelineLine, TimelineLines
from inspector.tui.widgets.timeline_rows import Columns, line_strip
from inspector.tui.widgets.timeline_scope import Scope
from inspector.tui.widgets.timeline_told import facts_of, record_of
from inspector.tui.widgets.timeline_view import View, began_of, ended_of, is_notable, span_of


class TimelineLanes(LineView):
    """The lines. `now` and `live` are set by `show`; the owner is told when the window or the cursor changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "pan(-1)", "pan", key_display="← →", id="timeline.left"),
        Binding("right,l", "pan(1)", "pan right", show=False, id="timeline.right"),
        Binding("plus", "zoom(1)", "zoom", key_display="+ -", id="timeline.closer"),
        Binding("minus", "zoom(-1)", "zoom out", show=False, key_display="-", id="timeline.farther"),
        Binding("equals_sign", "all", "all", key_display="=", id="timeline.all"),
        Binding("enter", "open", "open", id="timeline.open"),
        Binding("space", "fold", "fold", id="timeline.fold"),
        Binding("n", "next_notable(1)", "next slow", id="timeline.next"),
        Binding("p", "next_notable(-1)", "slow before", show=False, id="timeline.previous"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="timeline.filter"),
        Binding("f", "follow", "follow", id="timeline.follow"),
        Binding("y", "copy", "copy", id="timeline.copy"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="timeline.clear"),
    ]

    @dataclass
    class Changed(Message):
        """Another part of the session is in view, or the cursor is on another line."""

        def can_replace(self, message: Message) -> bool:
            """The owner looks at what is so then."""
            return isinstance(message, TimelineLanes.Changed)

    @dataclass
    class RecordWanted(Message):
        """A record is to be shown."""

        seq: int

    @dataclass
    class CopyWanted(Message):
        """What is known of a line, as JSON, for the clipboard."""

        text: str
        what: str

    class Unfiltered(Message):
        """The filter is to be cleared."""

    def __init__(self, spans: Spans, durations: Durations) -> None:
        super().__init__()
        self.lines = TimelineLines(spans)
        self.durations = durations
        self.scope = Scope()
        self.now = 0.0
        self.live = False
        self.filtered = ""
        self.start_filter: Callable[[], None] = lambda: None
        """Gives the keyboard to the filter; set by the owner."""
        self._key: Hashable = None

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def view(self) -> View:
        """With what rows are drawn now."""
        return View(self.lines, self.durations, self.scope.window, self.now)

    @property
    def selected(self) -> TimelineLine | None:
        """The line under the cursor."""
        return self.lines[self._cursor] if self._cursor is not None and self._cursor < len(self.lines) else None

    def show(self, now: float, *, live: bool) -> None:
        """The folds may know more, and it is this second now; `live`: the session goes on."""
        if live and not self.live:
            self.scope.following = True
        if not live:
            self.scope.following = False
        at_end = self.live and live and self.scroll_offset.y >= self.max_scroll_y > 0
        self.now, self.live = now, live
        self.lines.grown()
        self._arrange()
        if at_end and self.scope.following:
            self.scroll_to(y=self.max_scroll_y, animate=False)

    def select_lines(self) -> None:
        """Other calls are shown: the filter changed."""
        self._arrange()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    def _arrange(self) -> None:
        if self._cursor is not None:
            self._cursor = self._standing(self.lines.line_of_key(self._key, self._cursor), 1)
        self._fit()

    def _fit(self) -> None:
        if not self.size.width:
            return  # another tab has the room
        self.scope.fit(self.now, Columns(self.size.width).axis, growing=self.live)
        if self.is_mounted:
            self.lines_changed()
        self.post_message(self.Changed())

    def on_resize(self) -> None:
        """The axis has other cells, and the cursor may have come before there were rows to see it in."""
        self._fit()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    # ── what stays in view ───────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _pinned(self) -> int:
        """How many of the last lines stay at the bottom while the others move: the lanes, and the gap above them."""
        lanes = len(LANES) + 1
        return lanes if 3 * lanes <= self.size.height < len(self.lines) else 0

    def line_at(self, y: int) -> int | None:
        """The line at a row of the widget."""
        from_end = self.size.height - y
        return len(self.lines) - from_end if 0 < from_end <= self._pinned else super().line_at(y)

    def scroll_to_line(self, index: int) -> None:
        """Scrolls no further than is needed to see a line above the lanes; before there is room, `on_resize` does."""
        if not self.size.height:
            return
        pinned = self._pinned
        if index < len(self.lines) - pinned:
            super().scroll_to_line(index)
            top = self.scroll_offset.y
            if index >= top + self.size.height - pinned:
                self.scroll_to(y=index - self.size.height + pinned + 1, animate=False, force=True)

    def refresh_line_at(self, index: int | None) -> None:
        """Draws a line again, wherever it stands."""
        from_end = len(self.lines) - index if index is not None else 0
        if 0 < from_end <= self._pinned:
            self.refresh(Region(0, self.size.height - from_end, self.size.width, 1))
        else:
            super().refresh_line_at(index)

    # ── as a LineView ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def line_count(self) -> int:
        """How many there are."""
        return len(self.lines)

    def draw(self, index: int, width: int) -> Strip:
        """One of them."""
        return line_strip(self.lines[index], self.view, width, self.roles)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """Under the lanes, that nothing fits the filter."""
        row = self.scroll_offset.y + y - self.line_count - 1
        if self.filtered and not self.lines.calls and row == 0:
            text = f"0 of {count(len(self.lines.spans.heads))} fit “{self.filtered}” · "
            spans = [(text, "muted"), ("Esc", "accent bold"), (" clears", "muted")]
            glyphs = self.roles.glyphs
            return prose([(in_glyphs(one, glyphs), role) for one, role in spans], width, self.roles)[0]
        return super().draw_beyond(y, width)

    def cursor_to_begin_with(self) -> int:
        """The newest call."""
        calls = self.lines.calls
        found = self.lines.line_of_call(calls[-1]) if calls else None
        return len(self.lines) - 1 if found is None else found

    def move_to(self, index: int) -> None:
        """Puts the cursor on a line that is no head."""
        index = min(max(index, 0), len(self.lines) - 1)
        super().move_to(self._standing(index, -1 if self._cursor is not None and index < self._cursor else 1))
        if self._cursor == 1:
            self.scroll_to(y=0, animate=False)  # what it is is seen again with the first

    def cursor_moved(self) -> None:
        """The window goes where the line is."""
        assert self._cursor is not None
        self._key = self.lines.key(self._cursor)
        span, before = span_of(self.lines[self._cursor], self.lines.spans), self.scope.window
        if span is not None:
            self.scope.reveal(*span)
        if self.scope.window != before:
            self.lines_changed()
        self.post_message(self.Changed())

    def _standing(self, index: int, step: int) -> int:
        last = len(self.lines) - 1
        index = min(max(index, 0), last)
        for way in (step, -step):
            at = index
            while 0 <= at <= last:
                if not isinstance(self.lines[at], Head):
                    return at
                at += way
        return index

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_pan(self, steps: int) -> None:
        """Earlier or later; if then no bar is in view, the lines go along."""
        self.scope.pan(steps)
        self._follow_window()
        self._fit()

    def action_zoom(self, steps: int) -> None:
        """Closer or farther, on what is selected if it is in view."""
        window, line = self.scope.window, self.selected
        span = None if line is None else span_of(line, self.lines.spans)
        around = (window.start + window.end) / 2
        if span is not None:
            start, end = max(span[0], window.start), min(self.now if span[1] is None else span[1], window.end)
            around = (start + end) / 2 if start <= end else around
        self.scope.zoom(steps, around)
        self._fit()

    def action_all(self) -> None:
        """The whole session."""
        self.scope.show_all()
        self._fit()

    def action_follow(self) -> None:
        """Keep the newest in view, or stay."""
        if self.live:
            self.scope.follow(not self.scope.following)
            self._fit()

    def action_fold(self) -> None:
        """Unfold a call, or fold it again; on one of its parts, the call is folded."""
        at = self.lines.call_of(self._cursor) if self._cursor is not None else None
        if at is not None and self.lines.fold(at):
            line = self.lines.line_of_call(at) or 0
            self._cursor = None
            self.lines_changed()
            self.scroll_to_line(line + self.lines.parts_in(at))
            self.move_to(line)

    def action_next_notable(self, step: int) -> None:
        """To the next call that was slow or went wrong, round the end."""
        calls, view = self.lines.calls, self.view
        here = self.lines.call_of(self._cursor) if self._cursor is not None else None
        start = -1 if step > 0 else 0
        if here is not None:
            start = bisect_left(calls, here)
        for distance in range(1, len(calls) + 1):
            at = calls[(start + distance * step) % len(calls)]
            if is_notable(self.lines.spans.heads[at], view):
                self.move_to(self.lines.line_of_call(at) or 0)
                return

    def action_open(self) -> None:
        """The record that a line begins with; of a lane, the last one in view."""
        seq = None if self.selected is None else record_of(self.selected, self.view)
        if seq is not None:
            self.post_message(self.RecordWanted(seq))

    def action_filter(self) -> None:
        """Begins to filter."""
        self.start_filter()

    def action_clear_filter(self) -> None:
        """Shows all again."""
        self.post_message(self.Unfiltered())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc is ours only while a filter is on, and nothing grows in a recording."""
        if action == "clear_filter":
            return bool(self.filtered)
        return self.live if action == "follow" else True

    def action_copy(self) -> None:
        """What is known of the line, as JSON."""
        if self.selected is not None:
            facts = json.dumps(facts_of(self.selected, self.view), ensure_ascii=False)
            self.post_message(self.CopyWanted(facts, "this line"))

    def _follow_window(self) -> None:
        """Scrolls to the first call that begins in the window, if none of those on the screen is in it."""
        spans, window, calls = self.lines.spans, self.scope.window, self.lines.calls
        top = self.scroll_offset.y
        for at in range(top, min(top + self.size.height, len(self.lines))):
            line = self.lines[at]
            if isinstance(line, Call):
                ended = ended_of(line.head, spans)
                if window.shows(began_of(line.head), self.now if ended is None else ended):
                    return
        position = bisect_left(calls, bisect_left(spans.begins, window.start))
        found = self.lines.line_of_call(calls[min(position, len(calls) - 1)]) if calls else None
        if found is not None:
            self.scroll_to(y=found, animate=False, force=True)
