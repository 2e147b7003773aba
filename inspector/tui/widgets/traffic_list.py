"""The traffic: rows of the journal as they come, owned by somebody else and drawn when seen."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line
from inspector.tui.numbers import since_before, since_start, time_of_day
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.traffic_row import Columns, TrafficRow, columns, traffic_strip

TimeFormat = Literal["time", "clock", "since"]
"""Since the session began, on the clock, or since the row before."""


class Rows(Protocol):
    """What the list shows. It may grow at its end at any time; `TrafficList.grown` says so."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> TrafficRow: ...


class Groups(Rows, Protocol):
    """Rows with heads among them, which may grow anywhere; what came is there only once `update` was called."""

    @property
    def unit(self) -> str:
        """What a group is, in a word: `operation`, `exchange`."""

    @property
    def newest(self) -> TrafficRow:
        """The row of the newest record, shown or not."""

    def update(self) -> None:
        """Take in what came."""

    def line_of(self, seq: int, *, head: bool = False) -> int:
        """Where the row of a record is, or the head of its group; where it is not shown, the nearest before."""


class TrafficList(LineView):
    """The list. It never sorts: the journal has one order.

    While it *follows*, its last row stays in view. Moving the cursor or scrolling up stops that, `f` or End starts it
    again; meanwhile `new_below` counts what came. New rows never move the cursor.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "open", key_display="Enter", id="traffic.open"),
        Binding("space", "fold", "fold", id="traffic.fold"),
        Binding("f", "follow", "follow", id="traffic.follow"),
    ]

    @dataclass
    class Highlighted(Message):
        """The cursor came to the row of a record."""

        list: "TrafficList"
        seq: int

        @property
        def control(self) -> Widget:
            """The list it came from."""
            return self.list

        def can_replace(self, message: Message) -> bool:
            """Only the last place counts of many that were passed."""
            return isinstance(message, TrafficList.Highlighted)

    @dataclass
    class Opened(Message):
        """Enter or a double click on the row of a record."""

        list: "TrafficList"
        seq: int

        @property
        def control(self) -> Widget:
            """The list it came from."""
            return self.list

    @dataclass
    class Folded(Message):
        """The group of a record is to be opened or closed: whoever owns the rows does it."""

        list: "TrafficList"
        seq: int

        @property
        def control(self) -> Widget:
            """The list it came from."""
            return self.list

    @dataclass
    class FollowChanged(Message):
        """Following began or ended, or more rows came while it is off."""

        list: "TrafficList"
        following: bool
        new_below: int

        @property
        def control(self) -> Widget:
            """The list it came from."""
            return self.list

        def can_replace(self, message: Message) -> bool:
            """Only the last count is of interest."""
            return isinstance(message, TrafficList.FollowChanged)

    def __init__(
        self,
        rows: Rows = (),
        *,
        started: float = 0.0,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`started`: when the session began, in seconds since 1970, for times on the clock."""
        super().__init__(id=id, classes=classes)
        self._rows = rows
        self._groups: Groups | None = None
        self._started = started
        self._time_format: TimeFormat = "time"
        self._shown: frozenset[str] | None = None
        self._seen = self._left_at = len(rows)
        self._following = True
        self._widest = (0, 0)
        self.ending = ""
        """A sentence below the last row, if there is room: what a filter hid."""

    @property
    def line_count(self) -> int:
        """How many rows there are."""
        return self._seen

    @property
    def following(self) -> bool:
        """Whether the last row is kept in view."""
        return self._following

    @property
    def new_below(self) -> int:
        """How many rows came since following stopped."""
        return 0 if self._following else self._seen - self._left_at

    @property
    def selected(self) -> TrafficRow | None:
        """The row under the cursor."""
        return self._rows[self._cursor] if self._cursor is not None and self._cursor < self._seen else None

    @property
    def time_format(self) -> TimeFormat:
        """How times are shown."""
        return self._time_format

    @time_format.setter
    def time_format(self, value: TimeFormat) -> None:
        self._time_format = value
        self.lines_changed()

    @property
    def shown_columns(self) -> frozenset[str]:
        """The columns that are shown, of `NAMES`."""
        return self.columns().shown

    def choose_columns(self, names: frozenset[str] | None) -> None:
        """Show these columns whatever the width is; None: as the width has it."""
        self._shown = names
        self.lines_changed()

    def show(self, rows: Rows, *, groups: Groups | None = None) -> None:
        """Other rows, of another filter or grouping; the cursor stays on its record, or goes to the one before it.

        `groups` are the same rows where they have heads among them.
        """
        before = self.selected
        self._rows, self._groups = rows, groups
        self._seen = self._left_at = len(rows)
        self._cursor = None
        self.lines_changed()
        if before is not None and self._seen:
            self._cursor = self.index_of(before.seq, head=before.fold is not None)
            if not self._following:
                self.scroll_to_line(self._cursor)
        self._keep_end()

    def grown(self) -> None:
        """More rows are there: at the end, but in groups anywhere, where the cursor and the view keep their rows."""
        if self._groups is not None:
            self.rearrange(self._groups.update)
        else:
            self._seen = len(self._rows)
            if self._measure_columns():
                self._strips.clear()
                self.refresh()
        self.measure()
        self.refresh()
        self._keep_end()
        if not self._following:
            self.post_message(self.FollowChanged(self, False, self.new_below))

    def rearrange(self, change: Callable[[], object]) -> None:
        """Has the rows changed, with the cursor and the view of a reader staying on their records."""
        groups = self._groups
        cursor, top = self.selected, self.line_at(0)
        above = self._rows[top] if top is not None and not self._following else None
        change()
        self._seen = len(self._rows)
        self._left_at = min(self._left_at, self._seen)
        if groups is not None:
            if cursor is not None:
                self._cursor = self.index_of(cursor.seq, head=cursor.fold is not None) if self._seen else None
            at = groups.line_of(above.seq, head=above.fold is not None) if above is not None else top
            if at is not None and at != top:
                self.measure()
                self.scroll_to(y=at, animate=False, force=True)
        self.lines_changed()

    def changed(self) -> None:
        """Rows that were there look different now: a mark, a finding, an answer."""
        self.lines_changed()

    def index_of(self, seq: int, *, head: bool = False) -> int:
        """The row of a record: itself, else the nearest one before it, else the first. There has to be a row.

        In groups `head` means that of the record's group; a record that is not shown there is the first row.
        """
        if self._groups is not None:
            return self._groups.line_of(seq, head=head)
        low, high = 0, self._seen
        while low < high:
            middle = (low + high) // 2
            if self._rows[middle].seq <= seq:
                low = middle + 1
            else:
                high = middle
        return max(low - 1, 0)

    def select(self, seq: int) -> None:
        """Puts the cursor on the row of a record, as a jump from elsewhere does."""
        if self._seen:
            self.stop_following()
            self.move_to(self.index_of(seq))

    def follow(self) -> None:
        """Keeps the last row in view from now on."""
        if not self._following:
            self._following = True
            self.post_message(self.FollowChanged(self, True, 0))
        self._keep_end()

    def stop_following(self) -> None:
        """Leaves the view where it is, whatever comes."""
        if self._following:
            self._following = False
            self._left_at = self._seen
            self.post_message(self.FollowChanged(self, False, 0))

    # Drawing.

    @property
    def unit(self) -> str:
        """What a group is; empty where there is none."""
        return self._groups.unit if self._groups is not None else ""

    def columns(self) -> Columns:
        """The columns at the present width."""
        self._measure_columns()
        digits, clock = self._widest
        return columns(self.size.width, digits=digits, clock=clock, grouped=self._groups is not None, shown=self._shown)

    def cache_key(self, index: int) -> Hashable:
        """The row itself: a mark, a note, or what became of a request may come long after it."""
        return index, self._rows[index]

    def draw(self, index: int, width: int) -> Strip:
        """One row."""
        digits, clock = self._widest
        at = columns(width, digits=digits, clock=clock, grouped=self._groups is not None, shown=self._shown)
        before = self._rows[index - 1] if index and self._time_format == "since" else None
        row = self._rows[index]
        return traffic_strip(row, at, self._time(row, before), self.roles)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """The sentence about the end, one row below the last."""
        if not self.ending or self.scroll_offset.y + y != self._seen + 1:
            return super().draw_beyond(y, width)
        line = Line(self.roles)
        rule = self.roles.glyphs.thin * 2
        line.spans([(f"   {rule} {self.ending} {rule}", "faint")], width)
        return line.strip(width)

    def measure(self) -> None:
        """The height follows the rows; columns widen with the numbers."""
        self._measure_columns()
        super().measure()

    def _measure_columns(self) -> bool:
        """Whether the last row needs wider columns than those before it."""
        if not self._seen:
            return False
        newest = self._groups.newest if self._groups is not None else self._rows[self._seen - 1]
        before = self._rows[self._seen - 2] if self._seen > 1 else None
        widest = max(self._widest, (len(str(newest.seq)), len(self._time(newest, before))))
        changed, self._widest = widest != self._widest, widest
        return changed

    def _time(self, row: TrafficRow, before: TrafficRow | None) -> str:
        if self._time_format == "clock":
            return time_of_day(self._started, row.at)
        if self._time_format == "since":
            return since_before(max(row.at - before.at, 0)) if before is not None else ""
        return since_start(row.at)

    # Following.

    def _keep_end(self) -> None:
        if self._following:
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True)
            if self.show_vertical_scrollbar:
                # A bar that has just appeared was not told of the scrolling that came before it.
                self.vertical_scrollbar.position = self.max_scroll_y

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls up, by wheel, bar or key, wants to read there."""
        super().watch_scroll_y(old_value, new_value)
        if new_value < old_value and new_value < self.max_scroll_y:
            self.stop_following()

    def on_resize(self) -> None:
        """A list that follows still shows its end; so does its bar, once that is laid out."""
        self._keep_end()
        self.call_after_refresh(self._keep_end)

    def cursor_to_begin_with(self) -> int:
        """The newest row while it is followed, else the first in view."""
        return self._seen - 1 if self._following else super().cursor_to_begin_with()

    def cursor_moved(self) -> None:
        """Says where the cursor is."""
        row = self.selected
        if row is not None:
            self.post_message(self.Highlighted(self, row.seq))

    # Keys and mouse.

    def action_move(self, lines: int) -> None:
        """Moves the cursor, and stops following; from a cursor that was left behind it starts at the end in view."""
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.size.height
        left_behind = self._cursor is None or not top <= self._cursor < bottom
        if self._following and left_behind:
            self.stop_following()
            self.move_to(self._seen - 1)
        else:
            self.stop_following()
            super().action_move(lines)

    def action_first(self) -> None:
        """The first row."""
        self.stop_following()
        super().action_first()

    def action_last(self) -> None:
        """The last row, and what comes after it."""
        super().action_last()
        self.follow()

    def action_follow(self) -> None:
        """Starts or stops following."""
        if self._following:
            self.stop_following()
        else:
            self.follow()

    def action_fold(self) -> None:
        """Asks to open or close the group under the cursor; from a row inside one to close it."""
        row = self.selected
        if row is not None and (row.fold or row.indent):
            self.post_message(self.Folded(self, row.seq))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to fold in groups alone."""
        return self._groups is not None if action == "fold" else True

    def action_open(self) -> None:
        """Opens the record under the cursor."""
        row = self.selected
        if row is not None:
            self.post_message(self.Opened(self, row.seq))

    def clicked(self, index: int, x: int) -> None:
        """A click moves the cursor, so it stops following; on the sign of a group it folds."""
        self.stop_following()
        if self._rows[index].fold and x <= 3:
            self.action_fold()
