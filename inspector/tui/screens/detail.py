"""The detail of one record: its JSON, its exact bytes, its HTTP, its time, and what it belongs to."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from inspector.tui.model import Model
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.rule import Rule, Tab
from inspector.wire import events
from inspector.wire.text import visible


class DetailPane(PlacePane):
    """A page of its own. `.` and `,` change the tab."""

    DEFAULT_CSS = """
    DetailPane DocumentView { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,right_square_bracket", "turn(1)", "tab", key_display=".", id="detail.next"),
        Binding("comma,left_square_bracket", "turn(-1)", "tab before", show=False, id="detail.previous"),
    ]

    def __init__(self, model: Model, *, id: str | None = None) -> None:
        super().__init__("", "", id=id)
        self._model = model
        self._seq = 0
        self._tab = "json"
        self.document = DocumentView(numbers=True)

    def compose(self) -> ComposeResult:
        """Rule and document."""
        yield self.rule
        yield self.document

    @property
    def keyboard(self) -> Widget:
        """The document."""
        return self.document

    def show(self, seq: int) -> None:
        """Another record."""
        self._seq = seq
        self._turn_to(self._tab)

    def _turn_to(self, tab: str) -> None:
        record = self._model.record(self._seq)
        if record is None:
            return
        tabs = self._tabs()
        self._tab = tab if tab in [one.id for one in tabs] else tabs[0].id
        row = self._model.timeline.row(self._seq)
        title = f"{self._seq} {row.kind} {row.method} {row.name}" if row is not None else str(self._seq)
        self.change_rule(title=title, tabs=tabs, active=self._tab)
        raw = event_bytes(record.event)
        if self._tab == "raw":
            self.document.show(raw, "raw")
        else:
            self.document.show(raw)

    def _tabs(self) -> list[Tab]:
        return [Tab("json", "JSON"), Tab("raw", "Raw")]

    def action_turn(self, by: int) -> None:
        """The next tab, or the one before."""
        ids = [tab.id for tab in self._tabs()]
        self._turn_to(ids[(ids.index(self._tab) + by) % len(ids)])

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A click on a tab."""
        self._turn_to(message.tab)


def event_bytes(event: events.Event) -> bytes:
    """The bytes of a record, where it has any; else what it says."""
    if isinstance(event, events.Sent | events.Received | events.Stderr | events.HttpBody | events.SseBlock):
        return event.raw
    return visible(str(event)).encode()
