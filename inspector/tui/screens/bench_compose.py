"""The workbench's tab Raw: a message by hand, from the form, from a record, from a template; and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from textual.message import Message

from inspector.protocol.compose.composition import Composition, again, of_request
from inspector.tui.screens.bench_request import BenchRequest
from inspector.tui.widgets.compose_parts import NOWHERE
from inspector.tui.widgets.compose_view import ComposeView

_FORM = "from the form"
_RAW = ("raw", "templates")


class BenchCompose(BenchRequest):
    """Composes. While one is there, the result is that of what was composed, not that of the item."""

    @dataclass
    class SendWanted(Message):
        """What was composed is to be sent as it is."""

        made: Composition

    @dataclass
    class ComposedCopyWanted(Message):
        """What was composed is to be copied."""

        made: Composition
        kind: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.composed_op: int | None = None
        self.is_composing = False
        self.result_changed: Callable[[], None] = lambda: None
        """Called when the result of something else is to be shown."""
        self._from_form = Composition()

    # ── what is composed ────────────────────────────────────────────────────────────────────────────────────────────

    def compose_message(self, made: Composition) -> None:
        """A message from elsewhere is to be edited and sent."""
        self.turn_to("raw")
        self.composer.take(made)
        self.tell()

    def compose_anew(self) -> None:
        """From scratch: a right request, to begin with."""
        self.compose_message(replace(of_request(self.composer.around(), "tools/list"), source="from scratch"))

    def _take_form(self) -> None:
        """What the form says, unless something else was written here."""
        made = self.composer.made
        if made.text and made != self._from_form:
            return
        request = self.request() if self.item is not None else None
        found = self.preview(request) if request is not None and request.params is not None else None
        if found is not None:
            made = replace(again(found.message, self.composer.around(), _FORM), id=found.id)
        elif request is not None and request.params is not None:
            made = of_request(NOWHERE, request.method, source=_FORM)
        elif not made.text:
            made = replace(of_request(self.composer.around(), "tools/list"), source="from scratch")
        self._from_form = made
        self.composer.take(made)

    @property
    def shows_composed(self) -> bool:
        """The result of what was composed is one of them."""
        return self.is_composing

    # ── the tabs ────────────────────────────────────────────────────────────────────────────────────────────────────

    def turn_to(self, tab: str) -> None:
        """Show a tab; Raw begins with what the form says."""
        was = self.is_composing
        self.is_composing = tab in _RAW or (tab == "result" and was)
        super().turn_to(tab)
        if tab == "raw":
            self._take_form()
        if tab in _RAW:
            self.composer.show_templates(tab == "templates")
        self.tell()
        if was != self.is_composing:
            self.result.composed = self.is_composing
            self.result_changed()
            self.result.refresh_all()
        self.refresh_bindings()

    def judge(self) -> None:
        """The connection, or what is known of the server, is another."""
        if self.tab in _RAW:
            self.composer.judge()

    def name_button(self) -> None:
        """What the composer's button would do too."""
        super().name_button()
        word = "Send as it is" if self._live else "Restart and send"
        word = "No server: connect, then send" if self._replay else word
        self.composer.name_send(word, enabled=not self._replay)

    def went_out(self, op: int) -> None:
        """What was composed went out as this operation."""
        self.composed_op = op
        self.composer.sent()
        if not self.is_wide:
            had_focus = self.has_focus_within
            self.turn_to("result")
            if had_focus:
                self.result.take_focus()

    # ── what the composer wants ─────────────────────────────────────────────────────────────────────────────────────

    def on_compose_view_send_wanted(self, message: ComposeView.SendWanted) -> None:
        """^R."""
        message.stop()
        self.post_message(self.SendWanted(message.made))

    def on_compose_view_copy_wanted(self, message: ComposeView.CopyWanted) -> None:
        """One of the copies."""
        message.stop()
        self.post_message(self.ComposedCopyWanted(message.made, message.kind))

    def on_compose_view_turn_wanted(self, message: ComposeView.TurnWanted) -> None:
        """To the text, or to the templates."""
        message.stop()
        self.turn_to(message.tab)
        self.focus()
