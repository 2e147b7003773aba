"""The workbench: the chosen item, its form beside the message that would be sent, and what came of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget

from inspector.analysis.items import Item
from inspector.analysis.operations import Statistics
from inspector.forms.arguments import Draft, Entry
from inspector.forms.fields import Problem
from inspector.tui.examples import example_draft
from inspector.tui.mirrored import mirror_problems
from inspector.tui.requests import CALL_WORD, Request, form_for, request_for
from inspector.tui.screens.wishes import CopyWanted, Said
from inspector.tui.widgets.about_item import About
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.form_messages import CopyKind
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.result_data import Done, Outcome, Running
from inspector.tui.widgets.result_view import ResultView
from inspector.tui.widgets.rule import Rule, Tab
from inspector.tui.widgets.will_be_sent import WillBeSent
from inspector.wire.json import MISSING, Json

NO_SERVER = "A recording has no server: 0 connects to one."

TabId = Literal["form", "json", "result"]
Preview = Callable[[Request], tuple[bytes, str] | None]
"""The exact message that a request would be now, and its id as JSON; None while there is no connection."""


class WorkbenchPane(PlacePane):
    """One item at a time; what was put into the others is kept."""

    DEFAULT_CSS = """
    WorkbenchPane #prepare { height: 3fr; }
    WorkbenchPane FormView { width: 1fr; }
    WorkbenchPane WillBeSent { width: 1fr; border-left: solid $line; }
    WorkbenchPane ResultView { height: 2fr; }
    WorkbenchPane.-empty #bench { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,right_square_bracket", "turn(1)", "tab", key_display=".", id="workbench.next-tab"),
        Binding("comma,left_square_bracket", "turn(-1)", "tab before", show=False, id="workbench.previous-tab"),
        Binding("r", "again", "again", id="workbench.again"),
        Binding("x", "cancel", "cancel", id="workbench.cancel"),
    ]

    @dataclass
    class CallWanted(Message):
        """A request is to be sent for the item that is shown."""

        key: ItemKey
        request: Request

    @dataclass
    class Refused(Message):
        """No request can be made of what the form says: the reason."""

        problem: str

    @dataclass
    class CopyWanted(Message):
        """The request is to be copied in one of three forms."""

        request: Request
        kind: CopyKind

    @dataclass
    class CancelWanted(Message):
        """The call that is shown is to be cancelled."""

        op: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("2", "Workbench", id=id, classes="-empty")
        self.item: Item | None = None
        self.key: ItemKey | None = None
        self.tab: TabId = "form"
        self._live = self._replay = False
        self.preview: Preview = lambda _: None
        self.ops: dict[ItemKey, int] = {}
        self._drafts: dict[ItemKey, Draft] = {}
        self._recalled: dict[ItemKey, int] = {}
        self._examples: dict[ItemKey, Mapping[str, Entry]] = {}
        self._outcome: Outcome = None
        self.clock: Callable[[], float] = lambda: 0.0
        self.about = About()
        self.form = FormView()
        self.sent = WillBeSent()
        self.result = ResultView(clock=lambda: self.clock())

    def compose(self) -> ComposeResult:
        """What it is, what is prepared, what came of it."""
        yield self.rule
        yield self.about
        with Vertical(id="bench"):
            with Horizontal(id="prepare"):
                yield self.form
                yield self.sent
            yield self.result

    def on_mount(self) -> None:
        """Begin with the form."""
        self.turn_to("form")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "cancel":
            return isinstance(self._outcome, Running)
        return self.item is not None if action in ("again", "turn") else True

    @property
    def keyboard(self) -> Widget:
        """The form, or the result where that is the tab."""
        return self.result if self.tab == "result" and not self.is_wide else self.form

    def focus(self, scroll_visible: bool = True) -> Self:
        """Puts the keyboard into what is shown."""
        if self.tab == "result" and not self.is_wide:
            self.result.take_focus()
        else:
            self.form.take_focus()
        return self

    @property
    def is_wide(self) -> bool:
        """Whether form, message and result are all in view."""
        return any(self.screen.has_class(name) for name in ("-l", "-xl"))

    @property
    def op(self) -> int | None:
        """The last operation of the item that is shown."""
        return self.ops.get(self.key) if self.key is not None else None

    # ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────

    def show(self, key: ItemKey, item: Item, statistics: Statistics | None = None, *, example: bool = False) -> None:
        """Another item, or the same after its list came again: what was put in stays.

        `example`: the form begins with what its schema gives as examples of what is required.
        """
        if self.key == key and self.item == item:
            self.about.show(item, statistics)
            return
        if self.key is not None:
            self._drafts[self.key] = self.form.draft
        same = self.key == key
        self.key, self.item = key, item
        self.remove_class("-empty")
        self.about.show(item, statistics)
        self._name_button()
        form = form_for(item)
        if example and key not in self._drafts:
            draft, paths = example_draft(form)
            self._drafts[key], self._examples[key] = draft, {path: draft.entries[path] for path in paths}
        self.form.show(form, name=item.label, draft=self._drafts.get(key), examples=self._examples.get(key))
        if not same:
            self.turn_to("form")
        self.tell()

    def recall(self, op: int, arguments: Json) -> None:
        """The form shows what a recorded operation was called with; only once, so that it can be played with."""
        if self.key is not None and arguments is not MISSING and self._recalled.get(self.key) != op:
            self._recalled[self.key] = op
            self.form.load(arguments)

    def show_outcome(self, outcome: Outcome) -> None:
        """What the last operation of the item came to."""
        before, self._outcome = self._outcome, outcome
        self.result.show(outcome)
        if type(before) is not type(outcome):
            self.tell()
        if type(before) is not type(outcome) or _asks(before) != _asks(outcome):
            self.refresh_bindings()

    def set_live(self, live: bool, *, replay: bool, mirrors: bool = False) -> None:
        """Whether something can be sent; `mirrors`: in a way that makes headers of some arguments."""
        self.form.model.judge_by(self._unmirrored if mirrors else None)
        self._live, self._replay = live, replay
        self._name_button()
        self.show_message()

    def _unmirrored(self, arguments: Json) -> tuple[Problem, ...]:
        item = self.item
        if item is None or item.kind != "tool" or item.excluded or not isinstance(item.raw, dict):
            return ()
        return mirror_problems(item.raw.get("inputSchema"), arguments)

    def _name_button(self) -> None:
        """The main button says what it would do; to call what is left out is a deed of its own."""
        item = self.item
        word = "Call" if item is None else "Send anyway" if item.excluded else CALL_WORD[item.kind]
        if self._replay:
            word = f"No server: connect, then {word.lower()}"
        elif not self._live:
            word = f"Restart and {word.lower()}"
        self.form.set_call(word, enabled=not self._replay)

    def show_message(self) -> None:
        """The message that would be sent now."""
        if not self.is_wide:
            return  # it has no room, and costs a key stroke its time
        request = self.request()
        if request is None or request.params is None:
            self.sent.show(None, note=request.problem if request is not None else "")
            return
        found = self.preview(request)
        if found is None:
            self.sent.show(None, note="no connection")
        else:
            self.sent.show(found[0], found[1], note="as is")

    def request(self) -> Request | None:
        """The request that the form comes to."""
        if self.item is None:
            return None
        arguments = self.form.assembled.arguments
        return request_for(self.item, arguments if arguments is not MISSING else {})

    def tell(self) -> None:
        """The rule: what it is, and the tabs."""
        sign = None
        if isinstance(self._outcome, Done):
            bad = self._outcome.error is not MISSING or (
                isinstance(self._outcome.result, dict) and self._outcome.result.get("isError") is True
            )
            sign = ("✗", "error") if bad else ("✓", "success")
        tabs = [Tab("form", "Form"), Tab("json", "JSON"), Tab("result", "Result", sign)]
        if self.is_wide:
            tabs = tabs[:2]
        title = self.item.label if self.item is not None else "Workbench"
        self.change_rule(title=title, tabs=tabs if self.item is not None else (), active=self.tab)

    def turn_to(self, tab: str) -> None:
        """Show a tab; where all is in view, only form and JSON are tabs."""
        self.tab = "json" if tab == "json" else "result" if tab == "result" else "form"
        for name in ("form", "json", "result"):
            self.set_class(self.tab == name, f"-tab-{name}")
        if self.is_attached:
            self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        if self.tab != "result":
            self.form.mode = "json" if self.tab == "json" else "form"
        self.tell()

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

    # ── what the person does ────────────────────────────────────────────────────────────────────────────────────────

    def on_form_view_changed(self, message: FormView.Changed) -> None:
        """Something else would be sent."""
        message.stop()
        self.show_message()

    def on_form_view_field_moved(self, message: FormView.FieldMoved) -> None:
        """The line of the field is lit in the message."""
        message.stop()
        self.sent.light(message.path)

    def on_form_view_mode_changed(self, message: FormView.ModeChanged) -> None:
        """From form to JSON, or back."""
        message.stop()
        if self.tab != "result" and self.tab != message.mode:
            self.turn_to(message.mode)

    def on_result_view_asked(self, message: ResultView.Asked) -> None:
        """From the keys of the result."""
        if message.what == "cancel":
            message.stop()
            self.action_cancel()
        elif message.what == "again":
            message.stop()
            self.call()
        elif message.what == "copy":
            message.stop()
            if isinstance(self._outcome, Done):
                self.post_message(CopyWanted(self._outcome.raw.decode("utf-8", "replace"), "the answer as JSON"))
            else:
                self.post_message(Said("There is nothing to copy: no answer came."))

    def on_form_view_call_wanted(self, message: FormView.CallWanted) -> None:
        """^R, or “Send anyway”: send what the form says. Below `-l` the result takes the place of the form."""
        message.stop()
        request = self.request()
        if self.key is None or request is None:
            return
        if request.params is None:
            self.post_message(self.Refused(request.problem))
            return
        self.post_message(self.CallWanted(self.key, request))
        self.show_message()

    def on_form_view_call_in_vain(self, message: FormView.CallInVain) -> None:
        """^R in a recording."""
        message.stop()
        self.post_message(Said(NO_SERVER))

    def called(self, op: int, key: ItemKey) -> None:
        """An operation was begun for an item."""
        self.ops[key] = op
        if key == self.key and not self.is_wide:
            had_focus = self.has_focus_within
            self.turn_to("result")
            if had_focus:
                self.result.take_focus()

    def call(self) -> None:
        """As ^R does: what the schema does not allow is pointed at first."""
        if self.item is not None:
            if self.tab == "result":
                problems = self.form.assembled.problems
                if problems and not self.is_wide:
                    self.turn_to("form")
            self.form.call()

    def on_form_view_copy_wanted(self, message: FormView.CopyWanted) -> None:
        """The call is to be copied."""
        message.stop()
        request = self.request()
        if request is not None and request.params is not None:
            self.post_message(self.CopyWanted(request, message.kind))

    def action_again(self) -> None:
        """The same again."""
        self.call()

    def action_cancel(self) -> None:
        """Cancel the call that is shown."""
        if self.op is not None:
            self.post_message(self.CancelWanted(self.op))

    def step_back(self) -> bool:
        """Esc on the result goes back to the row of the form, where letters are commands still; whether it did."""
        if self.tab == "result":
            self.turn_to("form")
            self.form.leave()
            return True
        return False


def _asks(outcome: Outcome) -> bool:
    return isinstance(outcome, Running) and bool(outcome.question)
