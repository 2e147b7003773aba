"""The desk: choose on the left, prepare in the middle, and see below what really crossed the wire."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from inspector.tui import facts
from inspector.tui.model import Model
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.screens.workbench import WorkbenchPane
from inspector.tui.widgets.catalogue import Catalogue
from inspector.tui.widgets.catalogue_rows import ItemKey

PANES = ("catalogue", "workbench", "traffic")


class Desk(Vertical):
    """Three panes without boxes. Which has the room, and how much, follows from the size of the terminal."""

    DEFAULT_CSS = """
    Desk #upper { height: 1fr; }
    Desk Catalogue { width: 22; border-right: solid $line; }
    Desk WorkbenchPane { width: 1fr; }
    Desk TrafficPane { height: 6; }
    """

    def __init__(self, model: Model, *, started: float) -> None:
        super().__init__(id="desk", classes="-choosing")
        self._model = model
        self._version = -1
        self._live = False
        self._zoomed = ""
        self._last = "catalogue"
        self.catalogue = Catalogue(id="catalogue")
        self.workbench = WorkbenchPane(id="workbench")
        self.traffic = TrafficPane(model.timeline, started=started, id="traffic")

    def compose(self) -> ComposeResult:
        """Catalogue and workbench above, traffic below."""
        with Horizontal(id="upper"):
            yield self.catalogue
            yield self.workbench
        yield self.traffic

    def fed(self, live: bool) -> None:
        """The model has grown."""
        self.traffic.fed()
        if self._model.catalog.version != self._version or live != self._live:
            self._version, self._live = self._model.catalog.version, live
            self.catalogue.show(facts.groups(self._model), live=live)

    @property
    def waits(self) -> bool:
        """Whether a call that is shown is under way."""
        return False

    @property
    def running(self) -> tuple[int, ...]:
        return ()

    def tick(self, now: float) -> None:
        """A clock has moved."""

    # ── panes ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def pane(self, name: str) -> Widget:
        return {"catalogue": self.catalogue, "workbench": self.workbench, "traffic": self.traffic}[name]

    @property
    def focused_pane(self) -> str:
        focus = self.screen.focused
        for name in PANES:
            if focus is not None and self.pane(name) in focus.ancestors_with_self:
                return name
        return ""

    def focus_pane(self, name: str) -> None:
        self._last = name
        if self._zoomed and self._zoomed != name:
            self._set_zoom("")
        self.set_class(name == "catalogue", "-choosing")
        self.pane(name).focus()

    def focus_again(self) -> None:
        self.pane(self._last).focus()

    def toggle_zoom(self) -> None:
        name = self.focused_pane
        if name:
            self._set_zoom("" if self._zoomed == name else name)

    def _set_zoom(self, name: str) -> None:
        for pane in PANES:
            self.set_class(pane == name, f"-zoom-{pane}")
        self.traffic.set_class(name == "traffic", "-whole")
        self._zoomed = name

    def step_back(self) -> bool:
        if self._zoomed:
            self._set_zoom("")
            return True
        return self.traffic.clear_filter()

    # ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_item(self, key: ItemKey) -> None:
        if key.kind == "subscription":
            return
        item = self._model.catalog.find(key.kind, key.wire, key.occurrence)
        if item is not None:
            self.workbench.show(key, item)

    def open_item(self, key: ItemKey) -> None:
        self.show_item(key)
        self.focus_pane("workbench")
