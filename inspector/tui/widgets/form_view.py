"""The form of a call or of an answer: one row a field, edited in place, and the same as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from textual import events
from textual.binding import Binding, BindingType

from inspector.forms.arguments import Assembled, Draft, Entry, Prefill
from inspector.forms.form import Form
from inspector.tui.widgets import form_messages
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.editing import Mode
from inspector.tui.widgets.form_buttons import ANYWAY, COPY, COPY_KINDS
from inspector.tui.widgets.form_parts import FormParts
from inspector.tui.widgets.form_rows import FormRows
from inspector.tui.widgets.json_editor import JsonEditor


class FormView(FormParts):
    """The form, its hint, its buttons, and the editor that takes their place for what has several lines.

    A field that is typed is open as soon as the cursor is on it; Esc leaves it, and then letters are commands; see
    `FieldList` for the other rows. Ctrl+R calls; where something is wrong it goes there and says what, and pressed
    again, with nothing changed, sends it anyway, as `!` does. What is put in is a `Draft`, which the owner may keep and
    give back. Every change is told by `Changed`.

    What stands in the fields is known to a `FormModel`, what is open to an `Editing`; the widgets draw and forward.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "call", "call", key_display="^R", id="form.call"),
        Binding("t", "as_json", "as JSON", id="form.as-json"),
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

    def __init__(self, *, copies: bool = True, id: str | None = None, classes: str | None = None) -> None:
        """`copies`: whether a call can be copied as something else. For the buttons see `set_buttons`."""
        super().__init__(copies=copies, id=id, classes=classes)
        self.has_address = False
        """Whether the server has one, so that a call can be copied for curl."""
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
        self._name, self._whole = name, whole
        before = self.editing.mode
        self.editing.begin()
        self.model.show(form, draft, prefill, examples)
        main = self.buttons.main
        self.rows.show(
            [(field.name, field.required) for field in form.fields],
            f"Takes no arguments · {main.key} {main.label.lower()}",
        )
        self.turn("form", before=before)
        self.tell()

    def load(self, arguments: Any) -> None:
        """Puts arguments in, as a change that can be undone."""
        self.take_in()
        self.changed(self.model.change(self.model.draft.put("", arguments)))

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

    @property
    def path(self) -> str:
        """The JSON Pointer of the field that the cursor is on; empty if there is none, and for the whole."""
        return self.editing.path

    @property
    def mode(self) -> Mode:
        """Whether the fields are shown, or all arguments as JSON."""
        return self.editing.mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self.take_in()
        if self.editing.in_editor != (None if mode == "form" else ""):
            self.turn(mode, before=self.editing.mode)

    def set_buttons(self, call: Button, others: Sequence[Button] = (), *, json_only: bool = False) -> None:
        """Another main button; pressing one of `others` is told by `ButtonRow.Pressed`, which bubbles.

        `json_only`: the next `show` has no rows, only the whole as JSON.
        """
        self.editing.json_only = json_only
        self.buttons.set_own(call, others)

    def set_call(self, label: str, *, enabled: bool = True) -> None:
        """What the main button says: `Call`, `Restart and call`, `No server: connect, then call`."""
        self.buttons.name_main(label, enabled=enabled)

    def take_focus(self) -> None:
        """Brings the keyboard to the field where the cursor is, or to the editor that is open."""
        if self.editing.in_editor is not None:
            self.editor.focus()
        else:
            self.rows.take_focus()

    def focus_first_empty(self) -> None:
        """Brings the keyboard to the first required field that is empty, else to the first, where what is typed at
        once goes in and runs no command; without fields, to the main button."""
        row = self.model.first_empty()
        if row is None and self.rows.count:
            row = 0
        if self.editing.in_editor is not None:
            self.editor.focus()
        elif row is not None:
            self.rows.go_to(row)
        else:
            self.focus_buttons()

    def focus_field(self, path: str) -> bool:
        """Brings the keyboard to the field at a JSON Pointer, or to the one that it is in; False if there is none."""
        row = self.model.index_of(path)
        if row is not None:
            self.rows.go_to(row)
        return row is not None

    # Keys of the buttons.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "leave":
            return self._is_at_buttons
        return self.can(action) if action in ("copy_as", "send_anyway", "as_json") else True

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
        return self.buttons.has_focus and self.editing.in_editor is None and self.rows.count > 0

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
        elif event.button in COPY_KINDS:
            self.post_message(self.CopyWanted(self, COPY_KINDS[event.button]))
        else:
            return
        event.stop()

    # What the rows and the editor ask for.

    def can(self, action: str) -> bool:
        """Whether `copy_as`, `send_anyway` or `as_json` does something."""
        if action == "copy_as":
            return self.buttons.copies
        return self.editing.in_editor != "" if action == "as_json" else self.model.offers_anyway

    def moved(self) -> None:
        """The cursor is on another field."""
        if self.rows.hint.wants_other_room:
            self.share_out()
        self.say()
        self.refresh_bindings()
        self.post_message(self.FieldMoved(self, self.path))

    def go(self, by: int, leave: bool = True) -> None:
        """From the editor to the buttons, or to what is before the form."""
        self.take_in()
        if by > 0:
            self.focus_buttons()
        else:
            self.screen.focus_previous()

    def call(self, *, anyway: bool = False) -> None:
        """Asks for the call; while something is wrong, goes there and says what, unless it is to be sent anyway.

        Asked a second time for the same, it is meant. Where nothing can be sent at all, the owner says so.
        """
        self.take_in()
        found = self.model.assembled
        if not self.buttons.main.enabled:
            self.post_message(self.CallInVain(self))
        elif not found.problems or anyway or self.model.insists:
            self.post_message(self.CallWanted(self, found.arguments, bool(found.problems), self.form))
        else:
            self.model.attempt()
            self.buttons.offer_anyway(self.model.offers_anyway)
            if self.editing.in_editor is None and not self.focus_field(found.problems[0].path):
                self.take_focus()
            self.rows.refresh_rows()
            self.say()
            self.refresh_bindings()

    def leave(self) -> None:
        """Leaves the open field to its row, the editor to the form."""
        self.take_in()
        if self.editing.only_json:
            self.focus_buttons()
            return
        if self.editing.in_editor is not None:
            self.turn("form", before=self.editing.mode)
        self.rows.leave_row()
        self.say()
        self.refresh_bindings()

    def as_json(self) -> None:
        """All arguments as JSON."""
        self.mode = "json"
        self.editor.focus()

    def undo(self) -> None:
        """Takes back the last change."""
        self.take_in()
        self.changed(self.model.undo())

    def copy_as(self) -> None:
        """Asks as what, in place of the buttons."""
        self.buttons.ask_copy(has_address=self.has_address)
