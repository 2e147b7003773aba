"""The calls of the desk: sent, repeated, cancelled, copied; on whichever connection there is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from inspector.protocol.compose.composition import Composition
from inspector.protocol.compose.templates import Template
from inspector.tui.bridge import Bridge
from inspector.tui.followed import Followed, Link
from inspector.tui.model import Model
from inspector.tui.requests import CALL_WORD, Preview, Request
from inspector.tui.screens.desk_compose import around_of, copied_message, message_of
from inspector.tui.screens.panes import Panes
from inspector.tui.screens.wishes import ConnectAs, CopiesWanted, CopyWanted, PlaceWanted, RecordWanted, Said
from inspector.tui.screens.workbench import NO_SERVER, WorkbenchPane
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.copy_bar import Copyable
from inspector.tui.widgets.result_view import ResultView


@dataclass
class Made:
    """Something that the person sent, by its label, and the operation that it was the last time; None if it was not."""

    call: tuple[ItemKey, Request] | Composition
    label: str
    op: int | None = None


class DeskCalls(Panes):
    """What the workbench wants to be sent goes through the bridge; without a connection one is made first."""

    bridge: Bridge | None

    def __init__(self, model: Model, **more: Any) -> None:
        super().__init__(**more)
        self._model = model
        self._last_call: Made | None = None
        self.pinned: Made | None = None
        """The call that a restart repeats, where the person has named one; else it is the last."""
        self._followed = Followed()
        self._shown_op: int | None = None

    def show_outcome(self) -> None:
        """What the last call of the shown item came to."""
        raise NotImplementedError

    @property
    def live(self) -> bool:
        """Whether something can be sent: what was agreed with a server that died is of no use any more."""
        return self.bridge is not None and self.bridge.agreed is not None and self._model.session.death is None

    @property
    def replay(self) -> bool:
        """Whether no server can be there."""
        return self.bridge is not None and self.bridge.is_replay

    @property
    def running(self) -> tuple[int, ...]:
        """The operation of the shown item, while it is under way."""
        op = self.workbench.op
        operation = self._model.operations.all.get(op) if op is not None else None
        return (operation.number,) if operation is not None and operation.state in ("running", "waiting") else ()

    def _preview(self, request: Request, secrets: bool = False) -> Preview | None:
        bridge, params = self.bridge, request.params
        found = None
        if bridge is not None and params is not None:
            found = bridge.preview(request.method, params, own_token=request.own_token)
        if bridge is None or params is None or found is None:
            return None
        session = self._model.session.status.http_session
        headers = bridge.headers(request.method, params, request.schema, http_session=session, secrets=secrets)
        return Preview(*found, headers)

    @property
    def run_word(self) -> str:
        """What Ctrl+R does, in a word; empty while nothing is chosen."""
        item = self.workbench.item
        if self.workbench.is_composing:
            return "send"
        return "" if item is None or self.is_dead else CALL_WORD[item.kind].lower()

    def run(self) -> None:
        """Ctrl+R: call what the workbench shows. What is missing is gone to; else the keyboard stays where it is."""
        problems = self.workbench.item is not None and self.workbench.form.assembled.problems
        if self.workbench.is_composing and not self.is_dead:
            self.workbench.composer.action_send()
        elif self.workbench.item is None:
            self.post_message(Said("Nothing is chosen yet: / in the catalogue finds something to call."))
        elif self.replay:
            self.post_message(Said(NO_SERVER))
        elif self.is_dead and problems:  # its form is under the card
            self.post_message(Said(f"The server is gone: R restarts it. Then: {problems[0].message}."))
        else:
            if problems or self.screen.has_class("-s"):
                self.focus_pane("workbench")
            self.workbench.call()

    def show_result(self) -> None:
        """A question of the shown call was answered: what comes of it is to be in view."""
        if self.running and not self.workbench.is_wide:
            self.workbench.turn_to("result")

    def settle(self) -> None:
        """One comes from an answer: the keyboard is on the result, not in a field that would take the next digit."""
        if self.focused_pane == "workbench" and self.workbench.is_wide and not self.is_dead:
            self.workbench.result.take_focus()

    def on_workbench_pane_call_wanted(self, message: WorkbenchPane.CallWanted) -> None:
        """^R: send it; where there is no connection any more, connect first."""
        message.stop()
        self._last_call = Made((message.key, message.request), message.request.name or message.request.method)
        if self.live:
            self.repeat()
        elif self.replay:
            self.post_message(Said(NO_SERVER))
        else:
            self.post_message(ConnectAs(repeat=True))

    @property
    def repeated(self) -> Made | None:
        """The call that is made again when the server was started again; None where nothing was called yet."""
        return self.pinned or self._last_call

    def pin(self) -> str:
        """Have the last call repeated whatever is called later, or no longer; says what is repeated now."""
        if self.pinned is not None:
            self.pinned = None
            return "After each change the last call is made again, whichever it is."
        self.pinned = self._last_call
        if self.pinned is None:
            return "Nothing was called yet that could be pinned."
        return f"After each change {self.pinned.label} is called again, whatever you call meanwhile."

    def repeat(self, made: Made | None = None, *, quietly: bool = False) -> int | None:
        """Send something once more, by default what was called last: its operation, None if it was not sent.

        `quietly`: nobody has asked for it now, so no tab and no cursor moves.
        """
        made = made or self._last_call
        if made is None or self.bridge is None:
            return None
        if isinstance(made.call, Composition):
            op = self._send_composed(made.call, quietly=quietly)
        else:
            key, request = made.call
            if request.params is None:
                return None
            op = self.bridge.call(
                request.method, request.params, request.name, request.schema, own_token=request.own_token
            )
            if op is not None and quietly:
                self.workbench.ops[key] = op
                self.show_outcome()
            elif op is not None:
                self.workbench.called(op, key)
        made.op = op if op is not None else made.op
        return op

    # ── what was composed ───────────────────────────────────────────────────────────────────────────────────────────

    def compose_record(self, seq: int) -> None:
        """The message of a record is to be edited and sent again, whether or not the server still lives."""
        found = message_of(self._model, seq, around_of(self._model, self.bridge))
        if isinstance(found, str):
            self.post_message(Said(found))
        else:
            self.compose_message(found)

    def compose_message(self, made: Composition | None = None) -> None:
        """A message is to be composed: this one, or one from scratch."""
        self._compose_over_death(True)
        self.focus_pane("workbench")
        if made is None:
            self.workbench.compose_anew()
        else:
            self.workbench.compose_message(made)
        self.workbench.focus()

    def compose_template(self, one: Template) -> None:
        """One of the usual wrong messages is to be composed."""
        self._compose_over_death(True)
        self.focus_pane("workbench")
        self.workbench.turn_to("raw")
        self.workbench.composer.take_template(one)

    def _compose_over_death(self, composing: bool) -> None:
        """The workbench stands in the place of the death card while one composes."""
        if self.has_class("-composing") != composing:
            self.set_class(composing, "-composing")
            self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard

    def on_bench_compose_send_wanted(self, message: WorkbenchPane.SendWanted) -> None:
        """^R in the composer: as it is; where there is no connection any more, connect first."""
        message.stop()
        self._last_call = Made(message.made, message.made.method or "the message")
        if self.live:
            self.repeat()
        elif self.replay:
            self.post_message(Said(NO_SERVER))
        else:
            self.post_message(ConnectAs(repeat=True))

    def _send_composed(self, made: Composition, *, quietly: bool) -> int | None:
        if self.bridge is None:
            return None
        around = around_of(self._model, self.bridge)
        name = made.params.get("name", made.params.get("uri"))
        op = self.bridge.send_raw(made.parcel(around), made.method or "send", name if isinstance(name, str) else "")
        if op is not None:
            if quietly:
                self.workbench.composed_op = op
            else:
                self.workbench.went_out(op)
            self.show_outcome()
        return op

    def on_bench_compose_composed_copy_wanted(self, message: WorkbenchPane.ComposedCopyWanted) -> None:
        """As a message, as a command, as curl."""
        message.stop()
        around = around_of(self._model, self.bridge)
        text, why = copied_message(message.made, message.kind, self.bridge, around)
        self.post_message(CopyWanted(text, f"the {message.kind}") if text else Said(f"Not copied: {why}."))

    def _mask(self, name: str, value: str) -> str:
        """A header as it may be shown."""
        shown = self.bridge.redactor.redact_headers([(name, value)]) if self.bridge is not None else ((name, value),)
        return shown[0][1]

    def on_workbench_pane_refused(self, message: WorkbenchPane.Refused) -> None:
        """No request can be made of it."""
        message.stop()
        self.post_message(Said(message.problem))

    def on_workbench_pane_cancel_wanted(self, message: WorkbenchPane.CancelWanted) -> None:
        """x: cancel it."""
        message.stop()
        if self.bridge is not None:
            self.bridge.cancel(message.op)

    def cancel_shown(self) -> bool:
        """Cancel the call that is shown; whether there was one."""
        running = self.running if self.bridge is not None else ()
        for op in running:
            assert self.bridge is not None
            self.bridge.cancel(op)
        return bool(running)

    def on_workbench_pane_copy_wanted(self, message: WorkbenchPane.CopyWanted) -> None:
        """As what the call is to be copied."""
        message.stop()
        self.post_message(CopiesWanted(self.copies_of(message.request)))

    def copies_of(self, request: Request) -> Sequence[Copyable]:
        """Everything that a call can be copied as."""
        bridge = self.bridge
        if bridge is None:
            return ()
        version = self._model.session.status.version
        from inspector.tui.copying import call_copies

        return call_copies(bridge, request, partial(self._preview, request), version)

    def on_result_view_asked(self, message: ResultView.Asked) -> None:
        """Enter where the result says that the server asks; Esc on what a link led to."""
        message.stop()
        if message.what == "answers":
            self.post_message(PlaceWanted("answers"))
        elif message.what == "back" and self.workbench.key is not None:
            link = self._followed.link_to(self.workbench.op)
            if link is not None:
                self.workbench.ops[self.workbench.key] = link.op
                self.show_outcome()
                self.workbench.result.return_to(link.place)

    def on_result_view_record_wanted(self, message: ResultView.RecordWanted) -> None:
        """A record of the operation."""
        message.stop()
        self.post_message(RecordWanted(message.record))

    def on_result_view_resource_wanted(self, message: ResultView.ResourceWanted) -> None:
        """A link in a result: read exactly that URI."""
        message.stop()
        if self.bridge is not None and self.live and self.workbench.key is not None:
            op = self.bridge.call("resources/read", {"uri": message.uri}, message.uri)
            if op is not None and self._shown_op is not None:
                result = self.workbench.result
                name = result.outcome.name if result.outcome is not None else ""
                self._followed.add(op, Link(self._shown_op, name, result.place))
            if op is not None:
                self.workbench.called(op, self.workbench.key)
        elif self.replay:
            self.post_message(Said(NO_SERVER))
