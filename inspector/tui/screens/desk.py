"""The desk: choose on the left, prepare in the middle, and see below what really crossed the wire."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal

from inspector.analysis.death import Death
from inspector.analysis.items import METHOD_OF
from inspector.config.target import HttpTarget
from inspector.errors import InspectorError
from inspector.tui import facts
from inspector.tui.bridge import Bridge
from inspector.tui.copying import copied
from inspector.tui.followed import Followed, Link
from inspector.tui.kept import KeptCalls
from inspector.tui.model import Model
from inspector.tui.outcomes import outcome_of
from inspector.tui.requests import CALL_WORD, Preview, Request
from inspector.tui.screens.panes import Panes
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.screens.wishes import ConnectAs, CopyWanted, PlaceWanted, RecordWanted, Said
from inspector.tui.screens.workbench import NO_SERVER, WorkbenchPane
from inspector.tui.widgets.catalogue import Catalogue
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.death_card import DeathCard
from inspector.tui.widgets.death_facts import card_of
from inspector.tui.widgets.result_view import ResultView
from inspector.tui.widgets.traffic_list import TrafficList


class Desk(Panes):
    """Three panes without boxes. Which has the room, and how much, follows from the size of the terminal."""

    DEFAULT_CSS = """
    Desk #upper { height: 1fr; }
    Desk Catalogue { width: 24; border-right: solid $line; }
    Desk WorkbenchPane { width: 1fr; }
    Desk DeathCard { width: 1fr; display: none; }
    Desk.-dead DeathCard { display: block; }
    Desk.-dead WorkbenchPane { display: none; }
    """

    def __init__(
        self, model: Model, *, started: float, clock: Callable[[], float], asked: Callable[[int], str]
    ) -> None:
        """`started`: when the session began, in seconds since 1970; `clock` gives its seconds. `asked` gives the words
        of the question that an operation waits for."""
        super().__init__(id="desk", classes="-choosing")
        self._model = model
        self._version = -1
        self._state = (False, False, False)
        self._asked = asked
        self._shown_state: object = None
        self._shown_op: int | None = None
        self._dead: Death | None = None
        self._begun = False
        self._first: ItemKey | None = None
        self._last_call: tuple[ItemKey, Request] | None = None
        self.bridge: Bridge | None = None
        self.fault: InspectorError | None = None
        self.catalogue = Catalogue(id="catalogue")
        self.catalogue.open_item = self.open_item
        self.workbench = WorkbenchPane(id="workbench")
        self.workbench.clock = clock
        self.workbench.preview = self._preview
        self.workbench.kept = KeptCalls(lambda: self.bridge)
        self._followed = Followed()
        self.death = DeathCard(digit="2", id="death")
        self.traffic = TrafficPane(model.timeline, started=started, id="traffic")

    def compose(self) -> ComposeResult:
        """Catalogue and workbench above, traffic below."""
        with Horizontal(id="upper"):
            yield self.catalogue
            yield self.workbench
            yield self.death
        yield self.traffic

    # ── what is known ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def live(self) -> bool:
        """Whether something can be sent: what was agreed with a server that died is of no use any more."""
        return self.bridge is not None and self.bridge.agreed is not None and self._model.session.death is None

    @property
    def replay(self) -> bool:
        """Whether no server can be there."""
        return self.bridge is not None and self.bridge.is_replay

    @property
    def _mirrors(self) -> bool:
        """Whether calls go in a way that makes headers of some arguments: modern Streamable HTTP."""
        agreed = self.bridge.agreed if self.bridge is not None else None
        return self.live and agreed is not None and (agreed.era, agreed.transport) == ("modern", "streamable-http")

    def fed(self) -> None:
        """The model has grown, or the connection is another."""
        self.traffic.fed()
        state = (self.live, self.replay, self._mirrors)
        if self._model.catalog.version != self._version or state != self._state:
            self._version = self._model.catalog.version
            self.catalogue.show(facts.groups(self._model), live=self.live or self.replay)
            if self.workbench.key is not None:
                self.show_item(self.workbench.key)
            self._open_first()
        if state != self._state:
            self._state = state
            self.workbench.form.has_address = self.bridge is not None and isinstance(self.bridge.target, HttpTarget)
            self.workbench.set_live(self.live, replay=self.replay, mirrors=self._mirrors)
        self._show_death()
        self.show_outcome()

    def _open_first(self) -> None:
        """The first tool opens by itself, once and with an example, so that one key calls it.

        Where tools are promised they are waited for, whatever came before them; what a person chose stays open.
        """
        tools = self._model.catalog.lists["tool"]
        if self._begun or (not tools.usable and self._awaits_tools):
            return
        if tools.usable:
            self._begun = True
            first = tools.usable[0]
            key = ItemKey("tool", first.wire, first.occurrence)
            self.catalogue.select(key)
            self._show_item(key, example=not self.replay)
        elif self._first is not None:
            self._begun = True
            self.show_item(self._first)

    @property
    def _awaits_tools(self) -> bool:
        tools = self._model.catalog.lists["tool"]
        return tools.declared is not False and tools.state in ("unasked", "loading")

    def _show_death(self) -> None:
        death = self._model.session.death
        if death is self._dead:
            return
        had_focus = self.focused_pane == "workbench"
        self._dead = death
        self.set_class(death is not None, "-dead")
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        if death is not None:
            fault = self.fault
            self.death.show(
                card_of(
                    death,
                    records=len(self._model.records),
                    why=f"{fault.message} {fault.why}" if fault is not None else "",
                    hint=fault.hint if fault is not None else "",
                ),
                live=not self.replay,
            )
        if had_focus:
            self.focus_pane("workbench")

    def show_outcome(self) -> None:
        """What the last call of the shown item came to."""
        op, item = self.workbench.op, self.workbench.item
        if op is None and item is not None:
            op = self._model.last_op(item)
        operation = self._model.operations.all.get(op) if op is not None else None
        link = self._followed.link_to(op)
        self.workbench.result.came_from = link.name if link is not None else ""
        self._shown_op = op
        if op is None or operation is None:
            self.workbench.show_outcome(None)
            self._shown_state = None
            return
        question = self._asked(op)
        state = (op, operation.state, len(operation.records), question)
        if state != self._shown_state:
            self._shown_state = state
            if self.replay:
                self.workbench.recall(op, self._model.arguments_of(op))
            self.workbench.show_outcome(
                outcome_of(self._model, op, item, question=question, timeout=self._timeout, recorded=self.replay)
            )

    @property
    def _timeout(self) -> float | None:
        return self.bridge.options.timeout if self.bridge is not None and not self.replay else None

    @property
    def running(self) -> tuple[int, ...]:
        """The operation of the shown item, while it is under way."""
        op = self.workbench.op
        operation = self._model.operations.all.get(op) if op is not None else None
        return (operation.number,) if operation is not None and operation.state in ("running", "waiting") else ()

    def _preview(self, request: Request, *, secrets: bool = False) -> Preview | None:
        bridge, params = self.bridge, request.params
        found = None
        if bridge is not None and params is not None:
            found = bridge.preview(request.method, params, own_token=request.own_token)
        if bridge is None or params is None or found is None:
            return None
        session = self._model.session.status.http_session
        headers = bridge.headers(request.method, params, request.schema, http_session=session, secrets=secrets)
        return Preview(*found, headers)

    # ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_item(self, key: ItemKey) -> None:
        """The workbench shows an item."""
        self._show_item(key, example=False)

    def _show_item(self, key: ItemKey, *, example: bool) -> None:
        if key.kind == "subscription":
            return
        item = self._model.catalog.find(key.kind, key.wire, key.occurrence)
        if item is not None:
            self.workbench.show(key, item, self._model.statistics_of(item), example=example)
            self.show_outcome()
        elif key == self.workbench.key:
            self.workbench.gone()

    def open_item(self, key: ItemKey) -> None:
        """Enter on an item: the cursor goes where one types."""
        self._begun = True
        self.show_item(key)
        self.focus_pane("workbench")
        if self._dead is None:
            self.workbench.focus_form()

    def on_catalogue_item_highlighted(self, message: Catalogue.ItemHighlighted) -> None:
        """The workbench shows what the cursor is on; where it was put first is not yet a choice of the person."""
        if message.key != self.catalogue.selected:
            return  # passed by: its form would take the place of one that is typed into already
        if not self._begun and self._first in (None, message.key):
            self._first = message.key
            self._open_first()
        else:
            self._begun = True
            self.show_item(message.key)

    def on_catalogue_again_wanted(self, message: Catalogue.AgainWanted) -> None:
        """r on a list: fetch it again."""
        if message.kind != "subscription" and self.bridge is not None and self.live:
            self.bridge.refresh(METHOD_OF[message.kind])

    def on_catalogue_copy_wanted(self, message: Catalogue.CopyWanted) -> None:
        """y on an item."""
        self.post_message(CopyWanted(message.text, "the name"))

    # ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def run_word(self) -> str:
        """What Ctrl+R does, in a word; empty while nothing is chosen."""
        item = self.workbench.item
        return "" if item is None else CALL_WORD[item.kind].lower()

    def run(self) -> None:
        """Ctrl+R: call what the workbench shows. What is missing is gone to; else the keyboard stays where it is."""
        problems = self.workbench.item is not None and self.workbench.form.assembled.problems
        if self.workbench.item is None:
            self.post_message(Said("Nothing is chosen yet: / in the catalogue finds something to call."))
        elif self.replay:
            self.post_message(Said(NO_SERVER))
        elif self._dead is not None and problems:  # its form is under the card
            self.post_message(Said(f"The server is gone: R restarts it. Then: {problems[0].message}."))
        else:
            if problems or self.screen.has_class("-s"):
                self.focus_pane("workbench")
            self.workbench.call()

    def show_result(self) -> None:
        """A question of the shown call was answered: what comes of it is to be in view."""
        if self.running and not self.workbench.is_wide:
            self.workbench.turn_to("result")

    def on_workbench_pane_call_wanted(self, message: WorkbenchPane.CallWanted) -> None:
        """^R: send it; where there is no connection any more, connect first."""
        message.stop()
        self._last_call = (message.key, message.request)
        if self.live:
            self.repeat()
        elif self.replay:
            self.post_message(Said(NO_SERVER))
        else:
            self.post_message(ConnectAs(repeat=True))

    def repeat(self) -> None:
        """Send what was called last once more."""
        if self._last_call is None or self.bridge is None:
            return
        key, request = self._last_call
        if request.params is not None:
            op = self.bridge.call(
                request.method, request.params, request.name, request.schema, own_token=request.own_token
            )
            if op is not None:
                self.workbench.called(op, key)

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
        """The call as JSON-RPC, as a command or as curl."""
        message.stop()
        bridge, request = self.bridge, message.request
        if bridge is None or request.params is None:
            return
        text, why = copied(
            message.kind, bridge, request, self._preview(request, secrets=message.secrets), secrets=message.secrets
        )
        names = {"json-rpc": "the message", "command": "the command", "curl": "the curl command"}
        self.post_message(CopyWanted(text, names[message.kind]) if text else Said(f"Not copied: {why}."))

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

    # ── the card and the traffic ────────────────────────────────────────────────────────────────────────────────────

    def on_death_card_restart_wanted(self, message: DeathCard.RestartWanted) -> None:
        """R on the card."""
        message.stop()
        self.post_message(ConnectAs())

    def on_death_card_restart_and_repeat_wanted(self, message: DeathCard.RestartAndRepeatWanted) -> None:
        """r on the card: the last call goes out again once the server is there."""
        message.stop()
        self.post_message(ConnectAs(repeat=True))

    def on_death_card_edit_wanted(self, message: DeathCard.EditWanted) -> None:
        """e on the card: change the command or the address."""
        message.stop()
        self.post_message(PlaceWanted("connect"))

    def on_traffic_list_opened(self, message: TrafficList.Opened) -> None:
        """Enter on a row."""
        message.stop()
        self.post_message(RecordWanted(message.seq))
