"""The names of the columns, above the traffic."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.traffic_list import TrafficList
from inspector.tui.widgets.traffic_row import column_at, heads_strip
from inspector.tui.widgets.unscrolled import Unscrolled


class TrafficHeads(Unscrolled):
    """The column heads of a `TrafficList`, above it; a click on one says which."""

    DEFAULT_CSS = """
    TrafficHeads {
        height: 1;
        background: $background;
    }
    """

    @dataclass
    class Clicked(Message):
        """A head was clicked: its column is to be shown in its next format."""

        heads: "TrafficHeads"
        column: str

        @property
        def control(self) -> Widget:
            """The heads it came from."""
            return self.heads

    def __init__(self, traffic: TrafficList, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._traffic = traffic

    def render_line(self, y: int) -> Strip:
        """The one row."""
        roles: Roles = roles_of(self)
        strip = heads_strip(self._traffic.columns(), self._traffic.time_format, roles, self._traffic.unit)
        return strip.adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Says which head it was."""
        event.stop()
        self.post_message(self.Clicked(self, column_at(self._traffic.columns(), event.x)))
