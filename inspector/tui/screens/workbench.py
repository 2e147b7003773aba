"""The workbench: the chosen item, its form beside the message that would be sent, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from inspector.analysis.items import Item
from inspector.analysis.operations import Statistics
from inspector.forms.arguments import Draft, Entry
from inspector.forms.fields import Problem
from inspector.forms.form import Form
from inspector.tui.beside import beside_form
from inspector.tui.examples import example_draft
from inspector.tui.mirrored import mirror_problems
from inspector.tui.requests import Request, form_for
from inspector.tui.schema_change import change_words
from inspector.tui.screens.bench_compose import BenchCompose
from inspector.tui.screens.wishes import CopyWanted, PlaceWanted, Said
from inspector.tui.widgets.buttons import Button
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.result_data import Done, Outcome, Running
from inspector.tui.widgets.result_view import ResultView
from inspector.wire.json import MISSING, Json

NO_SERVER = "A recording has no server: 0 connects to one."


class WorkbenchPane(BenchCompose):
    """One item at a time; what was put into the others is kept."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("5", "answers", "answers", id="workbench.answers"),
        Binding("full_stop,right_square_bracket", "turn(1)", "tab", key_display=".", id="workbench.next-tab"),
        Binding("comma,left_square_bracket", "turn(-1)", "tab before", show=False, id="workbench.previous-tab"),
        Binding("s", "save_call", "save", id="workbench.save"),
        Binding("w", "wire", "wire", id="workbench.wire"),
        Binding("ctrl+l", "wire", "wire", key_display="^L", id="workbench.wire-too"),
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
        """The request is to be copied."""

        request: Request

    @dataclass
    class CancelWanted(Message):
        """The call that is shown is to be cancelled."""

        op: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ops: dict[ItemKey, int] = {}
        self._drafts: dict[ItemKey, Draft] = {}
        self._besides: dict[ItemKey, Draft] = {}
        self._recalled: dict[ItemKey, int] = {}
        self._examples: dict[ItemKey, Mapping[str, Entry]] = {}

    def on_mount(self) -> None:
        """The form's own buttons."""
        super().on_mount()
        self.form.set_buttons(Button("call", "Call", "^R", main=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "cancel":
            return self.is_calling
        if action == "answers":
            return _asks(self._outcome)
        if action == "save_call":
            return self.can_save and not self.is_saving
        if action == "turn":
            return bool(self.rule.content.tabs) and not self.is_saving
        if action in ("again", "wire"):
            return self.item is not None and not self.is_saving and not self.is_composing
        return True

    @property
    def op(self) -> int | None:
        """The last operation of what was composed, or of the item that is shown."""
        if self.is_composing:
            return self.composed_op
        return self.ops.get(self.key) if self.key is not None else None

    # ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────

    def show(self, key: ItemKey, item: Item, statistics: Statistics | None = None, *, example: bool = False) -> None:
        """Another item, or the same after its list came again: what was put in stays.

        `example`: the form begins with what its schema gives as examples of what is required, unless the item was
        called in an earlier session.
        """
        same, was_gone = self.key == key, self.is_gone
        self._gone = None
        if same and self.item == item:
            self.about.show(item, statistics)
            if was_gone:
                self._renewed()
            return
        if self.key is not None:
            self._drafts[self.key], self._besides[self.key] = self.form.draft, self.beside.draft
        self.key, self.item = key, item
        self.remove_class("-empty")
        self.about.show(item, statistics)
        form, kept = form_for(item), self._drafts.get(key)
        changed = change_words(kept.form, form) if kept is not None else ""
        if changed:
            self._changes[key] = changed
        if not same or changed:
            self._show_form(key, item, form, same=same, example=example)
        self._renewed()

    def _show_form(self, key: ItemKey, item: Item, form: Form, *, same: bool, example: bool) -> None:
        path, had_focus = self.form.path, self.form.has_focus_within
        is_new = key not in self._drafts
        if example and is_new:
            draft, paths = example_draft(form)
            self._drafts[key], self._examples[key] = draft, {path: draft.entries[path] for path in paths}
        self.form.show(form, name=item.label, draft=self._drafts.get(key), examples=self._examples.get(key))
        if same:
            self.form.mode = "json" if self.tab == "json" else "form"
            if had_focus and not (path and self.tab == "form" and self.form.focus_field(path)):
                self.form.take_focus()
            return
        self.beside.show(beside_form(), name="beside the arguments", draft=self._besides.get(key))
        self.turn_to("form")
        if is_new and not self._replay:
            self.recall_last()

    def _renewed(self) -> None:
        """What follows from another item, or from another state of it."""
        self.name_button()
        self.tell()
        self.show_notes()
        self.show_message()
        self.refresh_bindings()

    def gone(self) -> None:
        """The list came without the item: its form stays, with what was put in, and can be sent all the same."""
        if self.key is not None and not self.is_gone:
            self._gone = self.key
            self._renewed()

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
        self.name_button()
        self.show_message()
        self.judge()

    def _unmirrored(self, arguments: Json) -> tuple[Problem, ...]:
        item = self.item
        if item is None or item.kind != "tool" or item.excluded or not isinstance(item.raw, dict):
            return ()
        return mirror_problems(item.raw.get("inputSchema"), arguments)

    # ── what the person does ────────────────────────────────────────────────────────────────────────────────────────

    def on_form_view_changed(self, message: FormView.Changed) -> None:
        """Something else would be sent."""
        message.stop()
        self.show_message()
        self.show_notes()

    def on_form_view_field_moved(self, message: FormView.FieldMoved) -> None:
        """The line of the field is lit in the message."""
        message.stop()
        if message.form is self.form:
            self.sent.light(message.path)

    def on_form_view_mode_changed(self, message: FormView.ModeChanged) -> None:
        """From form to JSON, or back."""
        message.stop()
        if message.form is self.form and self.tab in ("form", "json") and self.tab != message.mode:
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
        if message.form is self.beside:
            self.call()
            return
        request = self.request()
        if self.key is None or request is None:
            return
        if request.params is None:
            self.post_message(self.Refused(request.problem))
            return
        self.post_message(self.CallWanted(self.key, request))
        self._changes.pop(self.key, None)
        self.keep_last()
        self.show_message()
        self.show_notes()

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
        """As ^R does: what the schema does not allow is pointed at first, but not in what was composed."""
        if self.is_composing:
            self.composer.action_send()
        elif self.item is not None:
            covered = self.tab == "wire" or (self.tab == "result" and not self.is_wide)
            if (covered or self.is_saving) and self.form.assembled.problems:
                self.turn_to("form")
            self.form.call()

    def on_form_view_copy_wanted(self, message: FormView.CopyWanted) -> None:
        """The call is to be copied."""
        message.stop()
        request = self.request()
        if request is not None and request.params is not None:
            self.post_message(self.CopyWanted(request))

    def action_again(self) -> None:
        """The same again."""
        self.call()

    def action_wire(self) -> None:
        """The message, and what goes beside the arguments; again: back to the form."""
        self.turn_to("form" if self.tab == "wire" else "wire")
        self._shown_form.leave()  # to its row, where letters are commands, so that the same key leads back

    def action_answers(self) -> None:
        """To the question that the call waits for."""
        self.post_message(PlaceWanted("answers"))

    @property
    def key_words(self) -> dict[str, str]:
        """While the call waits for an answer, where one gets to it from a field, which takes the digit itself."""
        return {"leave field": "then 5 answers"} if _asks(self._outcome) else {}

    def action_cancel(self) -> None:
        """Cancel the call that is shown."""
        if self.op is not None:
            self.post_message(self.CancelWanted(self.op))

    def step_back(self) -> bool:
        """Esc on the result goes back to the row of the form, where letters are commands still; whether it did."""
        if self.tab == "templates" or (self.is_composing and self.tab == "result"):
            self.turn_to("raw")
            self.composer.leave()
            return True
        if self.tab == "raw" and self.item is not None:
            self.turn_to("form")
            self.form.leave()
            return True
        if self.tab in ("result", "wire"):
            self.turn_to("form")
            self.form.leave()
            return True
        return False


def _asks(outcome: Outcome) -> bool:
    return isinstance(outcome, Running) and (bool(outcome.question) or outcome.is_held)
