"""The form of a call or of an answer: one row a field, edited in place, and the same as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from textual import events
from textual.binding import Binding, BindingType

from inspector.forms.arguments import Assembled, Draft, Entry, Prefill
from inspector.forms.form import Form
from inspector.tui.widgets import form_messages
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.form_buttons import ANYWAY, COPY
from inspector.tui.widgets.form_deeds import FormDeeds
from inspector.tui.widgets.form_rows import FormRows
from inspector.tui.widgets.json_editor import JsonEditor


class FormView(FormDeeds):
    """The form, its hint, its buttons, and the editor that takes their place for what has several lines.

    One level of it is shown at a time: what an array, an object or a union holds opens in place of what holds it. A
    field that is typed is open as soon as the cursor is on it; Esc leaves it, and then letters are commands; see
    `FieldList` for the other rows. Ctrl+R calls; where something is wrong it goes there and says what, and pressed
    again, with nothing changed, sends it anyway, as `!` does. What is put in is a `Draft`, which the owner may keep and
    give back. Every change is told by `Changed`.

    What stands in the fields is known to a `FormModel`, what is open to an `Editing`; the widgets draw and forward.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "call", "call", key_display="^R", id="form.call"),
        Binding("t", "as_json", "as JSON", id="form.as-json"),
        Binding("a", "add", "add", id="form.add"),
        Binding("v,ctrl+g", "outside", "in $EDITOR", show=False, id="form.outside"),
        Binding("u", "undo", "undo", id="form.undo"),
        Binding("y", "copy_as", "copy as", id="form.copy-as"),
        Binding("exclamation_mark", "send_anyway", "send anyway", key_display="!", id="form.send-anyway"),
        Binding("escape", "leave", "leave buttons", key_display="Esc", id="form.leave-buttons"),
    ]
    """As in the rows, for when the keyboard is on the buttons."""

    Changed: TypeAlias = form_messages.Changed
    CallWanted: TypeAlias = form_messages.CallWanted
    CallInVain: TypeAlias = form_messages.CallInVain
    CopyWanted: TypeAlias = form_messages.CopyWanted
    ModeChanged: TypeAlias = form_messages.ModeChanged
    FieldMoved: TypeAlias = form_messages.FieldMoved
    CompletionWanted: TypeAlias = form_messages.CompletionWanted

    def __init__(self, *, copies: bool = True, id: str | None = None, classes: str | None = None) -> None:
        """`copies`: whether a call can be copied as something else. For the buttons see `set_buttons`."""
        super().__init__(copies=copies, id=id, classes=classes)
        self.rows = FormRows(self, self.model, self.editing)
        self.editor = JsonEditor(self)
        self.editor.display = False

    # What the owner does.

    def show(
        self,
        form: Form,
        *,
        name: str = "",
        whole: str = "arguments",
        draft: Draft | None = None,
        prefill: Prefill = "all",
        examples: Mapping[str, Entry] | None = None,
    ) -> None:
        """Shows the form of something called `name`, with a draft that was kept for it, else with defaults.

        `whole`: what all of it is called. `examples`: entries of the draft that are examples as long as they stay.
        """
        self._item_name, self._whole = name, whole
        before = self.editing.mode
        self.editing.begin()
        self.model.show(form, draft, prefill, examples)
        self.rows.show(self.empty_words)
        self.turn("form", before=before)
        self.tell()

    def load(self, arguments: Any) -> None:
        """Puts arguments in, as a change that can be undone."""
        self.take_in()
        is_changed = self.model.change(self.model.draft.put("", arguments))
        self.settle_level()
        self.changed(is_changed)

    @property
    def form(self) -> Form:
        """The form that is shown."""
        return self.model.form

    @property
    def draft(self) -> Draft:
        """All that was put in so far, to be kept and given to `show` again."""
        self.take_in()
        return self.model.draft

    @property
    def assembled(self) -> Assembled:
        """What would be sent, and what speaks against it."""
        self.take_in()
        return self.model.assembled

    def set_buttons(self, call: Button, others: Sequence[Button] = (), *, json_only: bool = False) -> None:
        """Another main button; pressing one of `others` is told by `ButtonRow.Pressed`, which bubbles.

        `json_only`: the next `show` has no rows, only the whole as JSON.
        """
        self.editing.json_only = json_only
        self.buttons.set_own(call, others)
        self.rows.say_empty(self.empty_words)

    def set_others(self, others: Sequence[Button]) -> None:
        """Other buttons of the owner, beside the same main one."""
        self.buttons.set_own(self.buttons.main, others)

    def set_call(self, label: str, *, enabled: bool = True) -> None:
        """What the main button says: `Call`, `Restart and call`, `No server: connect, then call`."""
        self.buttons.name_main(label, enabled=enabled)
        self.rows.say_empty(self.empty_words)

    def focus_first_empty(self) -> None:
        """Brings the keyboard to the first required field that is empty, else to the first, where what is typed at
        once goes in and runs no command; without fields, to the main button. All of it at the level that is shown."""
        row = self.model.first_empty()
        if row is None and self.rows.count:
            row = 0
        if self.editing.in_editor is not None:
            self.editor.focus()
        elif row is not None:
            self.rows.go_to(row)
        else:
            self.focus_buttons()

    def show_completions(
        self, path: str, text: str, values: Sequence[str], total: int | None = None, *, has_more: bool = False
    ) -> None:
        """Shows what could stand in the field at `path`, as the answer to a `CompletionWanted` with this text; one that
        comes too late, for another field or text, is left alone. `total`: how many there are in all, if it is known."""
        self.rows.show_completions(path, text, values, total, has_more=has_more)

    # Keys of the buttons.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "leave":
            return self._is_at_buttons and (self.rows.count > 0 or bool(self.model.level_path))
        if action == "add":
            return self._is_at_buttons and self.rows.can("add")
        return self.can(action) if action in ("copy_as", "send_anyway", "as_json", "undo") else True

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """On the buttons capitals do nothing to the connection: who typed on is not disconnected."""
        return self._is_at_buttons and character is not None and character.isupper()

    def on_key(self, event: events.Key) -> None:
        """Before it can be a command of the connection."""
        if self.check_consume_key(event.key, event.character):
            event.stop()
            event.prevent_default()

    @property
    def _is_at_buttons(self) -> bool:
        return self.buttons.has_focus and self.editing.in_editor is None

    def action_leave(self) -> None:
        """From the buttons to the rows, where letters are commands then."""
        self.leave()

    def action_call(self) -> None:
        """Calls."""
        self.call()

    def action_send_anyway(self) -> None:
        """Calls though something is wrong."""
        self.call(anyway=True)

    def action_as_json(self) -> None:
        """All arguments as JSON."""
        self.as_json()

    def action_add(self) -> None:
        """One more element or member."""
        self.rows.add()

    def action_outside(self) -> None:
        """Opens all arguments in the person's own editor."""
        self.outside()

    def action_undo(self) -> None:
        """Takes back the last change."""
        self.undo()

    def action_copy_as(self) -> None:
        """Copies the call in another form."""
        self.copy_as()

    def on_button_row_pressed(self, event: ButtonRow.Pressed) -> None:
        """The buttons that are the form's own."""
        if event.button in (self.buttons.main.id, ANYWAY.id):
            self.call(anyway=event.button == ANYWAY.id)
        elif event.button == COPY.id:
            self.copy_as()
        else:
            return
        event.stop()
