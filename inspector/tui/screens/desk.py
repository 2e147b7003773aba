"""The desk: choose on the left, prepare in the middle, and see below what really crossed the wire."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from inspector.analysis.death import Death
from inspector.analysis.items import Item
from inspector.errors import InspectorError
from inspector.tui import facts
from inspector.tui.model import Model
from inspector.tui.outcomes import outcome_of
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.screens.workbench import WorkbenchPane
from inspector.tui.widgets.catalogue import Catalogue
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.death_card import DeathCard
from inspector.tui.widgets.death_facts import card_of

PANES = ("catalogue", "workbench", "traffic")


class Desk(Vertical):
    """Three panes without boxes. Which has the room, and how much, follows from the size of the terminal."""

    DEFAULT_CSS = """
    Desk #upper { height: 1fr; }
    Desk Catalogue { width: 22; border-right: solid $line; }
    Desk WorkbenchPane { width: 1fr; }
    Desk DeathCard { width: 1fr; display: none; }
    Desk.-dead DeathCard { display: block; }
    Desk.-dead WorkbenchPane { display: none; }
    """

    def __init__(self, model: Model, *, started: float) -> None:
        super().__init__(id="desk", classes="-choosing")
        self._model = model
        self._version = -1
        self._live = False
        self._zoomed = ""
        self._shown_state: object = None
        self.fault: InspectorError | None = None
        self.asked: Callable[[int], str] = lambda _: ""
        self._last = "catalogue"
        self.catalogue = Catalogue(id="catalogue")
        self.workbench = WorkbenchPane(id="workbench")
        self.death = DeathCard(digit="2", id="death")
        self._dead: Death | None = None
        self.traffic = TrafficPane(model.timeline, started=started, id="traffic")

    def compose(self) -> ComposeResult:
        """Catalogue and workbench above, traffic below."""
        with Horizontal(id="upper"):
            yield self.catalogue
            yield self.workbench
            yield self.death
        yield self.traffic

    def fed(self, live: bool, *, replay: bool) -> None:
        """The model has grown."""
        self.traffic.fed()
        if self._model.catalog.version != self._version or live != self._live:
            self._version = self._model.catalog.version
            self.catalogue.show(facts.groups(self._model), live=live or replay)
            if self.workbench.key is not None:
                self.show_item(self.workbench.key)
            else:
                self._open_first(live or replay)
        if live != self._live:
            self._live = live
            self.workbench.set_live(live, replay=replay)
        self._show_death(replay)
        self.show_outcome(replay=replay)

    def _open_first(self, usable: bool) -> None:
        """The first tool opens by itself, so that one key calls it."""
        tools = self._model.catalog.lists["tool"]
        if usable and tools.usable and tools.state == "complete":
            first = tools.usable[0]
            key = ItemKey("tool", first.wire, first.occurrence)
            self.catalogue.select(key)
            self.show_item(key)

    def _show_death(self, replay: bool) -> None:
        death = self._model.session.death
        if death is self._dead:
            return
        self._dead = death
        had_focus = self.focused_pane == "workbench"
        self.set_class(death is not None, "-dead")
        if death is not None:
            fault = self.fault
            self.death.show(
                card_of(
                    death,
                    records=len(self._model.records),
                    why=f"{fault.message} {fault.why}" if fault is not None else "",
                    hint=fault.hint if fault is not None else "",
                ),
                live=not replay,
            )
        if had_focus:
            self.focus_pane("workbench")

    def show_outcome(self, *, replay: bool) -> None:
        """What the last call of the shown item came to."""
        op = self.workbench.op
        if op is None and replay and self.workbench.item is not None:
            op = self._last_op(self.workbench.item)
        if op is None:
            self.workbench.show_outcome(None)
            self._shown_state = None
            return
        operation = self._model.operations.all.get(op)
        question = self.asked(op)
        state = (op, operation.state, len(operation.records), question) if operation is not None else None
        if state != self._shown_state:
            self._shown_state = state
            self.workbench.show_outcome(
                outcome_of(self._model, op, self.workbench.item, question=question, recorded=replay)
            )

    def _last_op(self, item: Item) -> int | None:
        method = {"tool": "tools/call", "prompt": "prompts/get"}.get(item.kind, "resources/read")
        found = [
            one.number for one in self._model.operations.all.values() if one.method == method and one.name == item.wire
        ]
        return found[-1] if found else None

    @property
    def running(self) -> tuple[int, ...]:
        """The operation of the shown item, while it is under way."""
        op = self.workbench.op
        operation = self._model.operations.all.get(op) if op is not None else None
        return (operation.number,) if operation is not None and operation.state in ("running", "waiting") else ()

    def called(self, key: ItemKey, op: int) -> None:
        """An operation was begun for an item."""
        self.workbench.ops[key] = op

    # ── panes ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def pane(self, name: str) -> Widget:
        """A pane by its name; the death card stands where the workbench is."""
        if name == "workbench" and self._dead is not None:
            return self.death
        return {"catalogue": self.catalogue, "workbench": self.workbench, "traffic": self.traffic}[name]

    @property
    def focused_pane(self) -> str:
        """The pane that has the keyboard."""
        focus = self.screen.focused
        for name in PANES:
            if focus is not None and self.pane(name) in focus.ancestors_with_self:
                return name
        return ""

    def focus_pane(self, name: str) -> None:
        """Put the keyboard into a pane."""
        self._last = name
        if self._zoomed and self._zoomed != name:
            self._set_zoom("")
        self.set_class(name == "catalogue", "-choosing")
        self.pane(name).focus()

    def focus_again(self) -> None:
        """The keyboard to where it was."""
        self.pane(self._last).focus()

    def toggle_zoom(self) -> None:
        """Give the focused pane the whole desk, or end that."""
        name = self.focused_pane
        if name:
            self._set_zoom("" if self._zoomed == name else name)

    def _set_zoom(self, name: str) -> None:
        for pane in PANES:
            self.set_class(pane == name, f"-zoom-{pane}")
        self.traffic.set_class(name == "traffic", "-whole")
        self._zoomed = name

    def step_back(self) -> bool:
        """Undo the last closing step: result, zoom, filter; whether there was one."""
        if self.focused_pane == "workbench" and self.workbench.step_back():
            return True
        if self._zoomed:
            self._set_zoom("")
            return True
        return self.traffic.clear_filter()

    # ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_item(self, key: ItemKey) -> None:
        """The workbench shows an item."""
        if key.kind == "subscription":
            return
        item = self._model.catalog.find(key.kind, key.wire, key.occurrence)
        if item is not None:
            known = [one for one in self._model.operations.statistics() if one.name == item.wire]
            self.workbench.show(key, item, known[-1] if known else None)
            self.show_outcome(replay=not self._live)

    def open_item(self, key: ItemKey) -> None:
        """Enter on an item: the cursor goes where one types."""
        self.show_item(key)
        self.focus_pane("workbench")
        if self._dead is None:
            self.workbench.focus_form()
