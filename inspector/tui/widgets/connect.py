"""Connect: one line that takes anything, and below it what is known already. The first screen without a target."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector.tui.cells import Line, Span
from inspector.tui.roles import roles_of
from inspector.tui.widgets.connect_rows import (
    VALUE_AT,
    ConnectGroup,
    ConnectRow,
    Head,
    Reading,
    connect_facts,
    connect_strip,
    head_strip,
    listed,
)
from inspector.tui.widgets.facts_panel import Facts
from inspector.tui.widgets.list_place import ListPlace
from inspector.tui.widgets.page_text import prose
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Container, Horizontal, Unscrolled

__all__ = ["Connect", "ConnectGroup", "ConnectLine", "ConnectList", "ConnectRow", "Reading"]


class ConnectLine(Typed, Input):
    """The line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "submit", "connect", id="connect.run"),
        Binding("escape", "leave", "leave field", id="connect.leave"),
        Binding("down", "leave", "to the list", show=False, id="connect.down"),
    ]

    def __init__(self) -> None:
        super().__init__(placeholder="npx -y @scope/server, or https://host/mcp", compact=True, select_on_focus=False)
        self.cursor_blink = False

    def action_leave(self) -> None:
        """Goes into the list."""
        self.post_message(Connect.LineLeft())


class ReadingRow(Unscrolled):
    """How the line is read, and what it will be run with."""

    DEFAULT_CSS = """
    ReadingRow { height: auto; background: $background; color: $foreground; }
    """

    reading: reactive[Reading] = reactive(Reading, layout=True)
    options: reactive[str] = reactive("", layout=True)

    def rows(self, width: int) -> list[Strip]:
        """The rows at a width."""
        roles = roles_of(self)
        reading, glyphs = self.reading, roles.glyphs
        signs = {"": glyphs.out, "success": glyphs.success, "warning": glyphs.warning, "error": glyphs.error}
        rows = [Line(roles).strip(width)]
        if reading.text:
            role = f"{reading.tone} bold" if reading.tone == "error" else reading.tone or "accent"
            spans: list[Span] = [(signs[reading.tone], role), (f" {reading.text}", "muted")]
            key = "" if reading.tone == "error" else "^R connect"
            rows = prose(spans, width - len(key) - 1, roles, at=VALUE_AT + 2, hanging=2)
            if key:
                line = Line(roles)
                line.write(f" {key[:2]}", "accent bold")
                line.write(f"{key[2:]}  ", "muted")
                rows[0] = Strip.join([rows[0].adjust_cell_length(width - line.cells), line.strip(line.cells)])
        if self.options:
            line = Line(roles)
            line.fill_to(2)
            line.write("options", "muted")
            line.fill_to(VALUE_AT)
            line.foreign(self.options, width - 2 - VALUE_AT, "muted", reference=False)
            rows.append(line.strip(width))
        return rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as it takes."""
        return len(self.rows(width))

    def render_line(self, y: int) -> Strip:
        """One of them."""
        rows = self.rows(self.size.width)
        strip = rows[y] if y < len(rows) else Line(roles_of(self)).strip(self.size.width)
        return strip.apply_style(self.rich_style)


class ConnectList(PickList["ConnectRow | Head"]):
    """The demo, recent targets, and the servers of each file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "connect", id="connect.open"),
        Binding("ctrl+r", "open", "connect", show=False, id="connect.open-too"),
        Binding("e", "type", "type a target", id="connect.type"),
        Binding("slash", "type", "type a target", show=False, id="connect.type-too"),
    ]

    def key_of(self, row: ConnectRow | Head) -> Hashable:
        """The owner's key, or which head it is."""
        return row.key if isinstance(row, ConnectRow) else row.number

    def text_of(self, row: ConnectRow | Head) -> str:
        """Not filtered."""
        return ""

    def can_stand(self, row: ConnectRow | Head) -> bool:
        """Heads are passed over."""
        return isinstance(row, ConnectRow)

    def draw_row(self, row: ConnectRow | Head, width: int) -> Strip:
        """A row."""
        if isinstance(row, Head):
            return head_strip(row, width, self.roles)
        return connect_strip(row, width, self.roles)

    def action_open(self) -> None:
        """Asks to connect, unless there is a problem in its place."""
        row = self.selected
        if isinstance(row, ConnectRow) and not row.problem:
            self.post_message(Connect.ConnectWanted(row, ""))

    def action_type(self) -> None:
        """Goes to the line."""
        self.post_message(Connect.LineAsked())

    def action_move(self, lines: int) -> None:
        """Up from the first row leads to the line."""
        if lines < 0 and self._cursor is not None and self._standing(0, 1) == self._cursor:
            self.post_message(Connect.LineAsked())
        else:
            super().action_move(lines)


class Connect(ListPlace):
    """The place. Takes groups by `show`; how the line is read is set as `reading` when `LineChanged` comes."""

    DEFAULT_CSS = """
    Connect > .connect--line { height: 1; background: $background; }
    Connect > .connect--line > Static { width: 19; padding: 0 2; color: $muted; background: transparent; }
    Connect > .connect--line > ConnectLine { width: 1fr; margin-right: 2; background: $surface; color: $foreground; }
    Connect > .connect--line > ConnectLine:focus { background: $cursor; }
    Connect > .connect--line > ConnectLine > .input--placeholder { color: $faint; text-style: italic; }
    Connect > Container { margin-top: 1; }
    """

    reading: reactive[Reading] = reactive(Reading)
    options: reactive[str] = reactive("")

    @dataclass
    class LineChanged(Message):
        """Something else is typed; the owner says how it is read."""

        text: str

    @dataclass
    class LineLeft(Message):
        """The keyboard goes from the line to the list."""

    @dataclass
    class LineAsked(Message):
        """The keyboard goes to the line."""

    @dataclass
    class ConnectWanted(Message):
        """A row was chosen, or with `row` None what was typed is meant."""

        row: ConnectRow | None
        text: str

    def __init__(self, *, digit: str = "0", id: str | None = None, classes: str | None = None) -> None:
        self.rows = ConnectList()
        super().__init__(digit, "Connect", self.rows, id=id, classes=classes)
        self.line = ConnectLine()
        self._reading_row = ReadingRow()

    def compose(self) -> ComposeResult:
        """Rule, line, how it is read, list and what is known of its row."""
        yield self.rule
        with Horizontal(classes="connect--line"):
            yield Static("command or URL", markup=False)
            yield self.line
        yield self._reading_row
        with Container():
            yield self.list
            yield self.panel_rule
            yield self.panel

    @property
    def keyboard(self) -> Widget:
        """The line takes the keys first."""
        return self.line

    def show(self, groups: Sequence[ConnectGroup]) -> None:
        """What is known already: the demo, recent targets, the servers of each file."""
        self.rows.show_rows(listed(groups))
        self.tell()

    @property
    def text(self) -> str:
        """What is typed."""
        return self.line.value

    def type(self, text: str) -> None:
        """Puts a text into the line, to be changed there."""
        self.line.value = text
        self.line.cursor_position = len(text)
        self.screen.set_focus(self.line)

    def watch_reading(self, reading: Reading) -> None:
        """Shown below the line."""
        self._reading_row.reading = reading

    def watch_options(self, options: str) -> None:
        """Shown below that."""
        self._reading_row.options = options

    def facts_of(self, row: ConnectRow | Head) -> Facts:
        """What is known of a target."""
        return connect_facts(row) if isinstance(row, ConnectRow) else Facts()

    def shown_under(self, row: ConnectRow | Head) -> bool:
        """Only a problem, whose reason may be longer than a row."""
        return isinstance(row, ConnectRow) and bool(row.problem)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Each letter is read."""
        event.stop()
        self.post_message(self.LineChanged(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Connects to what is typed; with nothing typed, goes into the list."""
        event.stop()
        if event.value.strip():
            self.post_message(self.ConnectWanted(None, event.value))
        else:
            self.list.focus()

    def on_connect_line_left(self, message: LineLeft) -> None:
        """To the list."""
        message.stop()
        self.list.focus()

    def on_connect_line_asked(self, message: LineAsked) -> None:
        """To the line."""
        message.stop()
        self.screen.set_focus(self.line)
