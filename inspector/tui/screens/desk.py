"""The desk: choose on the left, prepare in the middle, and see below what really crossed the wire."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult

from inspector.analysis.authorization import Flow
from inspector.analysis.death import Death
from inspector.analysis.items import METHOD_OF, Item
from inspector.analysis.operations import Operation
from inspector.config.target import HttpTarget
from inspector.errors import InspectorError
from inspector.protocol.refusals import sentence
from inspector.tui import facts
from inspector.tui.bridge import Bridge
from inspector.tui.kept import KeptCalls
from inspector.tui.model import Model
from inspector.tui.outcomes import outcome_of
from inspector.tui.screens.desk_calls import DeskCalls
from inspector.tui.screens.desk_compose import around_of
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.screens.wishes import ConnectAs, CopyWanted, PlaceWanted, RecordWanted
from inspector.tui.screens.workbench import WorkbenchPane
from inspector.tui.widgets.catalogue import Catalogue
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.result_data import Withheld
from inspector.tui.widgets.traffic_list import TrafficList
from inspector.tui.widgets.unscrolled import Horizontal

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp
    from inspector.tui.widgets.death_card import DeathCard


class Desk(DeskCalls):
    """Three panes without boxes. Which has the room, and how much, follows from the size of the terminal."""

    DEFAULT_CSS = """
    Desk #upper { height: 1fr; }
    Desk Catalogue { width: 24; border-right: solid $line; }
    Desk WorkbenchPane { width: 1fr; }
    Desk DeathCard { width: 1fr; display: none; }
    Desk.-dead DeathCard { display: block; }
    Desk.-dead WorkbenchPane { display: none; }
    Desk.-dead.-composing WorkbenchPane { display: block; }
    Desk.-dead.-composing DeathCard { display: none; }
    """

    def __init__(
        self,
        model: Model,
        *,
        started: float,
        clock: Callable[[], float],
        asked: Callable[[Operation], tuple[str, bool, Withheld | None]],
    ) -> None:
        """`started`: when the session began, in seconds since 1970; `clock` gives its seconds. `asked` gives the words
        of the question that an operation waits for, and whether it may wait for one that names no call."""
        super().__init__(model, id="desk", classes="-choosing")
        self._version = -1
        self._state = (False, False, False)
        self._asked = asked
        self._shown_state: object = None
        self._dead: Death | None = None
        self._made_at = perf_counter()
        self._told: InspectorError | None = None
        self._begun = False
        self._first: ItemKey | None = None
        self.bridge: Bridge | None = None
        self.fault: InspectorError | None = None
        self.catalogue = Catalogue(id="catalogue")
        self.catalogue.open_item = self.open_item
        self.catalogue.pass_by = self._pass_by
        self.workbench = WorkbenchPane(id="workbench")
        self.workbench.clock = clock
        self.workbench.preview = self._preview
        self.workbench.kept = KeptCalls(lambda: self.bridge)
        self.workbench.completer = lambda: self.bridge.completing if self.bridge is not None else None
        self.workbench.composer.around = lambda: around_of(self._model, self.bridge)
        self.workbench.composer.mask = self._mask
        self.workbench.result_changed = self.show_outcome
        self.traffic = TrafficPane(model, started=started, clock=clock, id="traffic")

    def compose(self) -> ComposeResult:
        """Catalogue and workbench above, traffic below."""
        with Horizontal(id="upper"):
            yield self.catalogue
            yield self.workbench
        yield self.traffic

    # ── what is known ───────────────────────────────────────────────────────────────────────────────────────────────

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
            self.workbench.composer.has_address = self.bridge is not None and isinstance(self.bridge.target, HttpTarget)
            self.workbench.set_live(self.live, replay=self.replay, mirrors=self._mirrors)
        self._show_death()
        self.show_outcome()

    @property
    def has_begun(self) -> bool:
        """Whether something of the server is shown."""
        return self._begun

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
        death, fault = self._model.session.death, self.fault
        if death is self._dead and fault is self._told:
            return  # the fault may come behind the records of the death that it tells of
        if death is not None and not self.death.is_mounted:
            self.call_next(self._make_card)
            return
        pane = self.focused_pane
        lends, gives_back = death is not None and self._is_unused, death is None and self.is_lent
        self._dead, self._told = death, fault
        self.set_class(death is not None, "-dead")
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        if death is not None:
            from inspector.tui.widgets.death_facts import card_of, last_said

            broken = self._broken_flow(death)
            step = broken.current if broken is not None else None
            why, hint = (f"{step.message} {step.why}", step.remedy) if step is not None else ("", "")
            self.death.show(
                card_of(
                    death,
                    records=len(self._model.records),
                    why=_account(fault, death.title) if fault is not None else why,
                    hint=fault.hint if fault is not None else hint,
                    authorization=broken.place if broken is not None else "",
                    last_words=last_said(self._model.timeline.row(death.last_received), death.at),
                ),
                live=not self.replay,
            )
        if lends:
            self.lend_keyboard(now=bool(pane))
        elif gives_back:
            self.take_back_keyboard(now=bool(pane))
        elif pane == "workbench":
            self.focus_pane("workbench")

    @property
    def _is_unused(self) -> bool:
        """Whether the keyboard is where nobody uses it: in a catalogue without items, or where the session of a server
        has put it, if nobody has touched anything since. A text that is typed and a choice of the person stay."""
        nothing = not self.catalogue.list.index.total
        untouched = not self.replay and cast("InspectorApp", self.app).pressed < self._made_at
        return self.last_used is self.catalogue.list and (nothing or untouched)

    def _broken_flow(self, death: Death) -> Flow | None:
        """The authorization that failed, where that is why there is no connection."""
        flows = self._model.authorizations.flows
        broke = bool(flows) and flows[-1].state == "failed" and not death.connected
        return flows[-1] if broke and flows[-1].at >= death.at - death.after else None

    async def _make_card(self) -> None:
        if not self.death.is_mounted:
            await self.query_one("#upper").mount(self.death)
        self._show_death()

    def show_outcome(self) -> None:
        """What the last call of the shown item came to."""
        op, item = self.workbench.op, self.workbench.item
        if op is None and item is not None and not self.workbench.is_composing:
            op = self._model.last_op(item)
        operation = self._model.operations.all.get(op) if op is not None else None
        link = self._followed.link_to(op)
        self.workbench.result.came_from = link.name if link is not None else ""
        self._shown_op = op
        if op is None or operation is None:
            self.workbench.show_outcome(None)
            self._shown_state = None
            return
        question, is_held, held = self._asked(operation)
        state = (op, operation.state, len(operation.records), question, is_held, held)
        if state != self._shown_state:
            self._shown_state = state
            if item is not None and operation.ended is not None:
                self.workbench.about.show(item, self._model.statistics_of(item))
            if self.replay:
                self.workbench.recall(op, self._model.arguments_of(op))
            self.workbench.show_outcome(
                outcome_of(
                    self._model,
                    op,
                    item,
                    question=question,
                    is_held=is_held,
                    held=held,
                    timeout=self._timeout,
                    recorded=self.replay,
                )
            )

    @property
    def _timeout(self) -> float | None:
        return self.bridge.options.timeout if self.bridge is not None and not self.replay else None

    # ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_item(self, key: ItemKey) -> None:
        """The workbench shows an item."""
        self._show_item(key, example=False)

    def _show_item(self, key: ItemKey, *, example: bool) -> None:
        if key.kind == "subscription":
            return
        item = self._item(key)
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

    def on_catalogue_list_item_highlighted(self, message: Catalogue.ItemHighlighted) -> None:
        """The workbench shows what the cursor is on; where it was put first is not yet a choice of the person."""
        if message.key != self.catalogue.selected:
            return  # passed by: its form would take the place of one that is typed into already
        if not self._begun and self._first in (None, message.key):
            self._first = message.key
            self._open_first()
        else:
            self._begun = True
            self._show_soon(message.key)

    def _pass_by(self, key: ItemKey) -> None:
        """What it is, at once."""
        item = self._item(key)
        if item is not None and self._begun:
            self.workbench.about.show(item, self._model.statistics_of(item))

    def _show_soon(self, key: ItemKey) -> None:
        """The form when what it is is seen: who passes by many items does not wait for forms."""
        if self._item(key) is None or key == self.workbench.key:
            self.show_item(key)
        else:
            cast("InspectorApp", self.app).do_later(partial(self._show_selected, key))

    def _item(self, key: ItemKey) -> Item | None:
        """The item of a row, unless that is a subscription."""
        return None if key.kind == "subscription" else self._model.catalog.find(key.kind, key.wire, key.occurrence)

    def _show_selected(self, key: ItemKey) -> None:
        if key == self.catalogue.selected:
            self.show_item(key)

    def on_catalogue_list_again_wanted(self, message: Catalogue.AgainWanted) -> None:
        """r on a list: fetch it again."""
        if message.kind != "subscription" and self.bridge is not None and self.live:
            self.bridge.refresh(METHOD_OF[message.kind])

    def on_catalogue_list_copy_wanted(self, message: Catalogue.CopyWanted) -> None:
        """y on an item."""
        self.post_message(CopyWanted(message.text, "the name"))

    # ── the card and the traffic ────────────────────────────────────────────────────────────────────────────────────

    def on_death_card_restart_wanted(self, message: "DeathCard.RestartWanted") -> None:
        """R on the card."""
        message.stop()
        self.post_message(ConnectAs())

    def on_death_card_restart_and_repeat_wanted(self, message: "DeathCard.RestartAndRepeatWanted") -> None:
        """r on the card: the last call goes out again once the server is there."""
        message.stop()
        self.post_message(ConnectAs(repeat=True))

    def on_death_card_authorization_wanted(self, message: "DeathCard.AuthorizationWanted") -> None:
        """O on the card, or its button."""
        message.stop()
        self.post_message(PlaceWanted("handshake"))

    def on_death_card_edit_wanted(self, message: "DeathCard.EditWanted") -> None:
        """e on the card: change the command or the address."""
        message.stop()
        self.post_message(PlaceWanted("connect"))

    def on_traffic_list_opened(self, message: TrafficList.Opened) -> None:
        """Enter on a row."""
        message.stop()
        self.post_message(RecordWanted(message.seq))


def _account(fault: InspectorError, title: str) -> str:
    """What a fault says, less what the title of the card has said already."""
    if fault.message.rstrip(".") == title and fault.why:
        return sentence(fault.why)
    return fault.account
