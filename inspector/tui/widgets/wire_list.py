"""The records of one operation, a row each."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, width_of
from inspector.tui.roles import Roles
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.result_data import WireRow


def wire_strip(row: WireRow, width: int, roles: Roles) -> Strip:
    """`138  → req  tools/call reserve_book      604 B`; what it is may be foreign."""
    line = Line(roles)
    line.right(str(row.record), 8, "faint")
    line.write(f"  {row.kind}", row.role)
    line.fill_to(18)
    line.foreign(row.what, width - 21 - width_of(row.fact), "")
    line.right(row.fact, width - 1, "muted")
    return line.strip(width)


class WireList(LineView):
    """The rows; Enter shows the record in the traffic."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "record", key_display="Enter", id="wire.open")]

    @dataclass
    class RecordWanted(Message):
        """A record is to be shown."""

        list: "WireList"
        record: int

        @property
        def control(self) -> Widget:
            """The list."""
            return self.list

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[WireRow] = ()

    def show(self, rows: Sequence[WireRow]) -> None:
        """Other rows; a longer list of the same operation keeps the cursor."""
        if tuple(self._rows[:1]) != tuple(rows[:1]):
            self._cursor = None
        self._rows = rows
        self.lines_changed()

    @property
    def line_count(self) -> int:
        """How many records there are."""
        return len(self._rows)

    def cache_key(self, index: int) -> Hashable:
        """The row itself."""
        return self._rows[index]

    def draw(self, index: int, width: int) -> Strip:
        """One record."""
        return wire_strip(self._rows[index], width, self.roles)

    def action_open(self) -> None:
        """Shows the record."""
        if self.cursor is not None and self.cursor < len(self._rows):
            self.post_message(self.RecordWanted(self, self._rows[self.cursor].record))
