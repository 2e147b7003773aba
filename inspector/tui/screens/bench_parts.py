"""The parts of the workbench, and its tabs: which of them has the room follows from the size of the terminal."""

from collections.abc import Callable
from typing import Final, Literal, Self

from textual.app import ComposeResult
from textual.widget import Widget

from inspector.analysis.items import Item
from inspector.tui.beside import beside_form
from inspector.tui.requests import CALL_WORD
from inspector.tui.widgets.about_item import About
from inspector.tui.widgets.call_notes import CallNotes
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.compose_view import ComposeView
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.result_data import Done, Outcome, Running
from inspector.tui.widgets.result_view import ResultView
from inspector.tui.widgets.rule import Rule, Tab
from inspector.tui.widgets.saved_panel import SavedPanel
from inspector.tui.widgets.unscrolled import Horizontal, Vertical
from inspector.tui.widgets.will_be_sent import WillBeSent
from inspector.wire.json import MISSING

TabId = Literal["form", "json", "wire", "raw", "templates", "result"]
TABS: Final[tuple[TabId, ...]] = ("form", "json", "wire", "raw", "templates", "result")


class BenchParts(PlacePane):
    """The item, its form, what goes beside it, the message, the saved calls, and what came of the last call.

    A subclass fills them and does what keys ask for; here is only which of them is seen and has the keyboard.
    """

    DEFAULT_CSS = """
    BenchParts #prepare { height: 3fr; }
    BenchParts FormView, BenchParts SavedPanel { width: 1fr; }
    BenchParts #beside, BenchParts SavedPanel { display: none; }
    BenchParts.-tab-wire #form { display: none; }
    BenchParts.-tab-wire #beside { display: block; }
    BenchParts.-saving #form, BenchParts.-saving #beside { display: none; }
    BenchParts.-saving SavedPanel { display: block; }
    BenchParts ComposeView { display: none; }
    BenchParts.-tab-raw ComposeView, BenchParts.-tab-templates ComposeView { display: block; }
    BenchParts.-tab-raw FormView, BenchParts.-tab-raw WillBeSent, BenchParts.-tab-raw About { display: none; }
    BenchParts.-tab-templates FormView, BenchParts.-tab-templates WillBeSent { display: none; }
    BenchParts.-tab-raw #beside, BenchParts.-tab-templates #beside, BenchParts.-tab-templates About { display: none; }
    BenchParts.-tab-raw CallNotes, BenchParts.-tab-templates CallNotes { display: none; }
    BenchParts.-empty.-tab-raw #bench, BenchParts.-empty.-tab-templates #bench { display: block; }
    BenchParts.-empty.-tab-result #bench { display: block; }
    BenchParts WillBeSent { width: 1fr; border-left: solid $line; }
    BenchParts ResultView { height: 2fr; }
    BenchParts.-empty #bench, BenchParts.-empty CallNotes { display: none; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("2", "Workbench", id=id, classes="-empty")
        self.item: Item | None = None
        self.key: ItemKey | None = None
        self.tab: TabId = "form"
        self._live = self._replay = False
        self._outcome: Outcome = None
        self.clock: Callable[[], float] = lambda: 0.0
        self.about = About()
        self.notes = CallNotes()
        self.form = FormView(id="form")
        self.beside = FormView(copies=False, id="beside")
        self.panel = SavedPanel()
        self.sent = WillBeSent()
        self.composer = ComposeView()
        self.result = ResultView(clock=lambda: self.clock())

    def compose(self) -> ComposeResult:
        """What it is, what is to be known, what is prepared, what came of it."""
        yield self.rule
        yield self.about
        yield self.notes
        with Vertical(id="bench"):
            with Horizontal(id="prepare"):
                yield self.form
                yield self.beside
                yield self.panel
                yield self.sent
                yield self.composer
            yield self.result

    def on_mount(self) -> None:
        """Begin with the form."""
        self.beside.show(beside_form(), name="beside the arguments")
        self.turn_to("form")

    def on_resize(self) -> None:
        """The result is a tab only where there is no room for it beside the form."""
        self.tell()

    @property
    def is_wide(self) -> bool:
        """Whether form, message and result are all in view."""
        return any(self.screen.has_class(name) for name in ("-l", "-xl"))

    @property
    def is_saving(self) -> bool:
        """Whether the saved calls stand in place of the form."""
        return self.has_class("-saving")

    @property
    def shows_message(self) -> bool:
        """Whether the message is in view."""
        return self.is_wide or self.tab == "wire"

    @property
    def _shown_form(self) -> FormView:
        return self.beside if self.tab == "wire" else self.form

    @property
    def keyboard(self) -> Widget:
        """The saved calls, the form, or the result where that is the tab."""
        if self.is_saving:
            return self.panel.keyboard
        if self.tab in ("raw", "templates"):
            return self.composer.keyboard
        return self.result if self.tab == "result" and not self.is_wide else self._shown_form

    def focus(self, scroll_visible: bool = True) -> Self:
        """Puts the keyboard into what is shown."""
        if self.is_saving:
            self.panel.keyboard.focus(scroll_visible=False)
        elif self.tab == "result" and not self.is_wide:
            self.result.take_focus()
        elif self.tab in ("raw", "templates"):
            self.composer.keyboard.focus(scroll_visible=False)
        else:
            self._shown_form.take_focus()
        return self

    def name_button(self) -> None:
        """The main button says what it would do; to call what is left out, or gone, is a deed of its own."""
        item = self.item
        word = "Call" if item is None else "Send anyway" if item.excluded or self.is_gone else CALL_WORD[item.kind]
        if self._replay:
            word = f"No server: connect, then {word.lower()}"
        elif not self._live:
            word = f"Restart and {word.lower()}"
        for form in (self.form, self.beside):
            form.set_call(word, enabled=not self._replay)

    @property
    def shows_composed(self) -> bool:
        """Whether what is shown was written by hand, or came of that."""
        return self.tab in ("raw", "templates")

    @property
    def is_gone(self) -> bool:
        """Whether the list has the item no more."""
        return False

    def tell(self) -> None:
        """The rule: what it is, and the tabs."""
        sign = None
        if isinstance(self._outcome, Done):
            bad = self._outcome.error is not MISSING or (
                isinstance(self._outcome.result, dict) and self._outcome.result.get("isError") is True
            )
            sign = ("✗", "error") if bad else ("✓", "success")
        composing = self.tab in ("raw", "templates")
        tabs = [Tab("form", "Form"), Tab("json", "JSON"), Tab("wire", "Wire")] if self.item is not None else []
        if tabs or composing or self.tab == "result":
            tabs.append(Tab("raw", "Raw"))
        if composing:
            tabs.append(Tab("templates", "Templates"))
        if tabs and not self.is_wide:
            tabs.append(Tab("result", "Result", sign))
        title = "Raw" if self.shows_composed else self.item.label if self.item is not None else "Workbench"
        self.change_rule(
            title=title, note=self.composer.made.source if self.shows_composed else "", tabs=tabs, active=self.tab
        )

    def turn_to(self, tab: str) -> None:
        """Show a tab; where all is in view, the result is none. The saved calls give way."""
        self.tab = next((one for one in TABS if one == tab), "form")
        before = self.classes
        self.remove_class("-saving", update=False)
        for name in TABS:
            self.set_class(self.tab == name, f"-tab-{name}", update=False)
        if self.is_attached and self.classes != before:
            self.update_node_styles()  # once for all of them
        if self.tab in ("form", "json"):
            self.form.mode = "json" if self.tab == "json" else "form"
        self.tell()
        self.show_message()

    def show_panel(self, shown: bool) -> None:
        """The saved calls stand in place of the form, or do so no more."""
        self.set_class(shown, "-saving")

    def show_message(self) -> None:
        """The message that would be sent now, where it is in view."""

    def action_turn(self, by: int) -> None:
        """The next tab, or the one before."""
        ids = [tab.id for tab in self.rule.content.tabs]
        if ids:
            at = ids.index(self.tab) if self.tab in ids else 0
            self.turn_to(ids[(at + by) % len(ids)])
            self.focus()

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A click on a tab."""
        self.turn_to(message.tab)

    def focus_form(self) -> None:
        """The cursor into the first empty required field, else the first; without fields on the button."""
        self.turn_to("form")
        self.form.focus_first_empty()

    @property
    def is_calling(self) -> bool:
        """Whether the shown call is under way."""
        return isinstance(self._outcome, Running)
