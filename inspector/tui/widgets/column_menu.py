"""A small menu: which columns of the traffic are shown, and how its times are told."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.traffic_list import TimeFormat
from inspector.tui.widgets.traffic_row import NAMES

FORMATS: Final[dict[TimeFormat, str]] = {
    "time": "since the beginning",
    "clock": "on the clock",
    "since": "since the row before",
}
"""How times can be told, in the order in which they follow each other."""

_SAID: Final = {
    "number": "number of the record",
    "kind": "kind and direction",
    "name": "name or URI, and what it says",
    "took": "took: the latency",
    "mark": "mark of the worst finding",
}
_TIMES, _BY_WIDTH = len(NAMES), len(NAMES) + 1


class ColumnMenu(LineView):
    """The rows. Space or a click switches one; the owner has it done and calls `show`."""

    DEFAULT_CSS = f"""
    ColumnMenu {{
        overlay: screen;
        constrain: inside inflect;
        display: none;
        width: 36;
        height: {_BY_WIDTH + 1};
        background: $panel;
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "switch", "show, hide", key_display="Space", id="columns.switch"),
        Binding("escape,q,vertical_line", "leave", "close", key_display="Esc", id="columns.leave"),
    ]

    @dataclass
    class Switched(Message):
        """A column is to be shown or hidden (one of `NAMES`), times told otherwise (`times`), or the width to decide
        (`width`)."""

        menu: "ColumnMenu"
        what: str

        @property
        def control(self) -> Widget:
            """The menu."""
            return self.menu

    class Left(Message):
        """It is done with."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: frozenset[str] = frozenset()
        self._time: TimeFormat = "time"

    @property
    def line_count(self) -> int:
        """The columns, the times, the width."""
        return _BY_WIDTH + 1

    def show(self, shown: frozenset[str], time: TimeFormat) -> None:
        """What is shown now."""
        self._shown, self._time = shown, time
        self.lines_changed()

    def start(self) -> None:
        """Open, and take the keyboard."""
        self.display = True
        self._cursor = self._cursor or 0
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.focus()

    def cache_key(self, index: int) -> Hashable:
        """A row and its state."""
        return index, self._shown, self._time

    def draw(self, index: int, width: int) -> Strip:
        """One row: a sign whether it is shown, and its name."""
        line = Line(self.roles)
        line.write("  ")
        if index < _TIMES:
            name = NAMES[index]
            on = name in self._shown
            glyphs = self.roles.glyphs
            line.write(glyphs.on if on else glyphs.off, "accent" if on else "faint")
            line.write(f" {_SAID.get(name, name)}", "" if on else "muted")
        elif index == _TIMES:
            line.write(f"  times {FORMATS[self._time]}", "muted")
        else:
            line.write("  as the width has it", "muted")
        return line.strip(width)

    def action_switch(self) -> None:
        """Switches the row under the cursor."""
        at = self.cursor or 0
        self.post_message(self.Switched(self, NAMES[at] if at < _TIMES else "times" if at == _TIMES else "width"))

    def clicked(self, index: int, x: int) -> None:
        """A click switches a row."""
        self.action_switch()

    def action_open(self) -> None:
        """A second click was a click."""
        self.action_switch()

    def action_leave(self) -> None:
        """Closes the menu."""
        self.display = False
        self.post_message(self.Left())

    def on_blur(self) -> None:
        """A click elsewhere closes it too."""
        super().on_blur()
        self.display = False
