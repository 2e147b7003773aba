"""The form of a call or of an answer: one row a field, edited in place, and the same as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from inspector.forms import pointer
from inspector.forms.arguments import Assembled, Draft, Entry, Prefill
from inspector.forms.fields import Field, Problem
from inspector.forms.form import Form
from inspector.tui.cells import width_of
from inspector.tui.numbers import counted
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.field_input import FieldInput
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.field_moves import CHOSEN, WAY_WORDS, way_of, ways_of
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.form_hints import description_row, editor_row, note_rows, verdict_row
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.json_editor import JsonEditor
from inspector.wire.text import visible

Mode = Literal["form", "json"]
CopyKind = Literal["json-rpc", "command", "curl"]

_COPIES: Final = (Button("copy:json-rpc", "JSON-RPC"), Button("copy:command", "Command line"))
_CURL: Final = Button("copy:curl", "curl")
_ANYWAY: Final = Button("anyway", "Send anyway", "!")
_SHORT: Final = 8
"""Rows below which the hint has one row."""


class FormView(Vertical):
    """The form, its hint, its buttons, and the editor that takes their place for what has several lines.

    A field that is typed is open as soon as the cursor is on it; Esc leaves it, and then letters are commands; see
    `FieldList` for the other rows. Ctrl+R calls; where something is wrong it goes there and says what, and pressed
    again, with nothing changed, sends it anyway, as `!` does. What is put in is a `Draft`, which the owner may keep and
    give back. Every change is told by `Changed`.
    """

    DEFAULT_CSS = """
    FormView {
        layers: default open;
        background: $background;
        & > .notes { background: $background; }
    }
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

    @dataclass
    class Changed(Message):
        """What would be sent is another; `arguments` None: it is not JSON. `problems` are against sending it."""

        form: "FormView"
        arguments: Any
        problems: tuple[Problem, ...]

        @property
        def control(self) -> Widget:
            """The form."""
            return self.form

    @dataclass
    class CallWanted(Message):
        """To be sent; `send_anyway`: though there are problems. `of` is the form that was filled in."""

        form: "FormView"
        arguments: Any
        send_anyway: bool
        of: Form

        @property
        def control(self) -> Widget:
            """The form."""
            return self.form

    @dataclass
    class CallInVain(Message):
        """To be sent, though the main button says that nothing can be."""

        form: "FormView"

        @property
        def control(self) -> Widget:
            """The form."""
            return self.form

    @dataclass
    class CopyWanted(Message):
        """The call is to be copied, in one of three forms."""

        form: "FormView"
        kind: CopyKind

        @property
        def control(self) -> Widget:
            """The form."""
            return self.form

    @dataclass
    class ModeChanged(Message):
        """The person went from the form to JSON, or back."""

        form: "FormView"
        mode: Mode

        @property
        def control(self) -> Widget:
            """The form."""
            return self.form

    @dataclass
    class FieldMoved(Message):
        """The cursor is on another field; `path` is its JSON Pointer into the arguments."""

        form: "FormView"
        path: str

        @property
        def control(self) -> Widget:
            """The form."""
            return self.form

    def __init__(
        self,
        *,
        copies: bool = True,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`copies`: whether a call can be copied as something else. For the buttons see `set_buttons`."""
        super().__init__(id=id, classes=classes)
        self._call_button = Button("call", "Call", "^R", main=True)
        self._others: tuple[Button, ...] = ()
        self._json_only = False
        self._copies = copies
        self._model = FormModel()
        self._name, self._whole = "", "arguments"
        self._mode: Mode = "form"
        self._visit = 0
        self._ahead = ""
        self.has_address = False
        """Whether the server has one, so that a call can be copied for curl."""
        self._opens = True
        self._leaving = False
        self._editing: str | None = None
        self._open_path: str | None = None
        self._read = ""
        self._notes = HintStrip()
        self._notes.add_class("notes")
        self._finder = FilterBar()
        self._finder.display = False
        self._list = FieldList(self, self._model.look)
        self._hint = HintStrip()
        self._input = FieldInput(self)
        self._editor = JsonEditor(self)
        self._editor.display = False
        self._buttons = ButtonRow()

    def compose(self) -> ComposeResult:
        """From the top."""
        yield self._notes
        yield self._finder
        yield self._list
        yield self._hint
        yield self._editor
        yield self._buttons
        yield self._input

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
        self._finder.display = False
        self._editing = None
        self._close_input()
        self._model.show(form, draft, prefill, examples)
        self._list.empty_words = f"Takes no arguments · {self._call_button.key} {self._call_button.label.lower()}"
        self._list.set_fields([(visible(field.name), field.required) for field in form.fields])
        if form.fields:
            self._list.move_to(0)
        self._set_mode("form")
        self._tell()

    def load(self, arguments: Any) -> None:
        """Puts arguments in, as a change that can be undone."""
        self._take_in()
        self._changed(self._model.change(self._model.draft.put("", arguments)))

    @property
    def form(self) -> Form:
        """The form that is shown."""
        return self._model.form

    @property
    def draft(self) -> Draft:
        """All that was put in so far, to be kept and given to `show` again."""
        self._take_in()
        return self._model.draft

    @property
    def assembled(self) -> Assembled:
        """What would be sent, and what speaks against it."""
        self._take_in()
        return self._model.assembled

    @property
    def path(self) -> str:
        """The JSON Pointer of the field that the cursor is on; empty if there is none, and for the whole."""
        if self._editing is not None:
            return self._editing
        field = self._field
        return "" if field is None else field.path

    @property
    def mode(self) -> Mode:
        """Whether the fields are shown, or all arguments as JSON."""
        return self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._take_in()
        is_there = self._editing is None if mode == "form" else self._editing == ""
        if not is_there:
            self._set_mode(mode)

    def set_buttons(self, call: Button, others: Sequence[Button] = (), *, json_only: bool = False) -> None:
        """Another main button; pressing one of `others` is told by `ButtonRow.Pressed`, which bubbles.

        `json_only`: the next `show` has no rows, only the whole as JSON.
        """
        self._call_button, self._others, self._json_only = call, tuple(others), json_only
        self._show_buttons()

    def set_call(self, label: str, *, enabled: bool = True) -> None:
        """What the main button says: `Call`, `Restart and call`, `No server: connect, then call`."""
        self._call_button = replace(self._call_button, label=label, enabled=enabled)
        self._show_buttons()

    def take_focus(self) -> None:
        """Brings the keyboard to the field where the cursor is, or to the editor that is open."""
        if self._editing is not None:
            self._editor.focus()
        else:
            self._opens = True
            self._focus(self._list)
            self._arrive()

    def focus_first_empty(self) -> None:
        """Brings the keyboard to the first required field that is empty, else to the main button."""
        at = self._model.first_empty()
        if at is not None and self._editing is None:
            self._list.move_to(at)
            self.take_focus()
        elif self._editing is not None:
            self._editor.focus()
        else:
            self._focus_buttons()

    def focus_field(self, path: str) -> bool:
        """Brings the keyboard to the field at a JSON Pointer, or to the one that it is in; False if there is none."""
        at = self._model.index_of(path)
        if at is not None:
            self._list.move_to(at)
            self.take_focus()
        return at is not None

    @property
    def wanted_height(self) -> int:
        """Rows that would show everything, with a blank one before the buttons."""
        return len(self._note_rows()) + max(self._list.line_count, 1) + (2 if self._list.line_count else 0) + 2

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "leave":
            return self._is_at_buttons and self._list.line_count > 0
        return self.can(action) if action in ("copy_as", "send_anyway", "as_json") else True

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """On the buttons capitals do nothing to the connection: who typed on is not disconnected."""
        return self._is_at_buttons and self._list.line_count > 0 and character is not None and character.isupper()

    def on_key(self, event: events.Key) -> None:
        """Before it can be a command of the connection."""
        if self.check_consume_key(event.key, event.character):
            event.stop()
            event.prevent_default()

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

    # What the widgets of the form call.

    @property
    def is_open(self) -> bool:
        """Whether the open field has the keyboard."""
        return self._input.has_focus

    @property
    def key_words(self) -> dict[str, str]:
        """What Ctrl+T goes through here but the value, and that Enter has nothing to edit in what is chosen."""
        field = self._field
        ways = ways_of(self.form, field) if field is not None and field.path else ()
        words = {"null/omit": "/".join(WAY_WORDS[way] for way in ways if way != "value")}
        return words | ({"edit": "next"} if self.can("step") else {})

    @property
    def is_typing(self) -> bool:
        """Whether printable keys are for the field under the cursor: until Esc leaves it."""
        return self._opens and self._editing is None and self._field is not None

    @property
    def _is_at_buttons(self) -> bool:
        return self._buttons.has_focus and self._editing is None

    def can(self, action: str) -> bool:
        """Whether a key does something here."""
        if action == "step":
            return (field := self._field) is not None and (field.kind in CHOSEN or field.kind == "multi-enum")
        if action == "copy_as":
            return self._copies
        if action == "as_json":
            return self._editing != ""
        return self._model.offers_anyway

    def entered(self) -> None:
        """The keyboard came to the rows: the field under the cursor opens, unless it was just left."""
        if self._leaving:
            self._leaving = False
        elif self.screen.focused is self._list:  # it may have gone on since
            self._opens = True
            self._arrive()

    def row_changed(self) -> None:
        """The cursor came to another row."""
        self._take_in()
        self._ahead = ""
        if self._opens and (self._list.has_focus or self._input.has_focus):
            self._arrive()
        else:
            self._close_input()
        self._say()
        self.refresh_bindings()
        self.post_message(self.FieldMoved(self, self.path))

    def rows_scrolled(self) -> None:
        """The open field goes with its row; if that is out of sight, it is left."""
        if self._input.display:
            row = (self._list.cursor or 0) - self._list.scroll_offset.y
            if 0 <= row < self._list.size.height:
                self._place_input()
            else:
                self.leave()

    def go(self, by: int, leave: bool = True) -> None:
        """Goes to another field, to the buttons, or out of the form."""
        self._take_in()
        at, last = self._list.cursor or 0, self._list.line_count - 1
        if self._editing is not None:
            if by > 0:
                self._focus_buttons()
            else:
                self.screen.focus_previous()
            return
        self._opens = True
        if 0 <= at + by <= last:
            self._list.move_to(at + by)
        elif by > 0:
            self._focus_buttons()
        elif leave:
            self._leaving = True
            self._focus(self._list)
            self._close_input()
            self.screen.focus_previous()

    def call(self, *, anyway: bool = False) -> None:
        """Asks for the call; while something is wrong, goes there and says what, unless it is to be sent anyway.

        Asked a second time for the same, it is meant. Where nothing can be sent at all, the owner says so.
        """
        self._take_in()
        if not self._call_button.enabled:
            self.post_message(self.CallInVain(self))
            return
        found = self._model.assembled
        if not found.problems or anyway or self._model.insists:
            self.post_message(self.CallWanted(self, found.arguments, bool(found.problems), self.form))
            return
        self._model.attempt()
        self._list.refresh()
        self._show_buttons()
        if self._editing is None and not self.focus_field(found.problems[0].path):
            self.take_focus()
        if self._input.display:
            self._place_input()
        self._say()
        self.refresh_bindings()

    def cycle(self) -> None:
        """The next of value, null and omit."""
        self._take_in()
        field = self._field
        if field is not None:
            self._changed(self._model.cycle(field))

    def step(self, by: int) -> None:
        """The next or previous choice."""
        field = self._field
        if field is not None:
            self._changed(self._model.step(field, by))
            self._list.refresh_line_at(self._list.cursor)

    def typed(self, character: str) -> None:
        """A letter opens the editor of the field with it, or takes the choice that begins with it and those before."""
        field = self._field
        if field is None:
            return
        if field.edited_as_json or self._model.is_long(field):
            self._open_editor(field)
            self._editor.insert(character)
        else:
            before = "" if field.kind == "boolean" else self._ahead  # “n”, “o” are no and omit there, not “no”
            for text in (before + character, character):
                found = self._model.choice(field, text)
                if found is not None:
                    self._ahead = text
                    self._changed(self._model.choose(field, found))
                    self._list.refresh_line_at(self._list.cursor)
                    return

    def toggle(self) -> None:
        """The next choice, or a tick."""
        field = self._field
        if field is not None:
            self._changed(self._model.toggle(field))

    def open(self) -> None:
        """Opens the field: in its row, in an editor, or, where it is chosen, goes on to the next."""
        field = self._field
        if field is None:
            return
        self._opens = True
        if self._model.is_inline(field):
            self._arrive()
        elif field.edited_as_json or self._model.is_long(field):
            self._open_editor(field)
        else:
            self.go(1)

    def clicked(self) -> None:
        """A click on a value opens it, or takes the next choice."""
        field = self._field
        if field is not None and field.kind in CHOSEN:
            self.step(1)
        else:
            self.open()

    def find(self) -> None:
        """Looks for a field, in a row above the others."""
        self._finder.display = True
        self._arrange()
        self._finder.start()

    def hit(self, by: int) -> None:
        """The next or previous field that was looked for; where none is, the next with a fault."""
        rows = self._model.matches(self._finder.text) if self._finder.display else []
        if not rows:
            rows = sorted(at for path in self._model.faults if (at := self._model.index_of(path)) is not None)
        here = self._list.cursor or 0
        ahead = [at for at in rows if (at - here) * by > 0] or rows
        if ahead:
            self._list.move_to(ahead[0] if by > 0 else ahead[-1])

    def leave(self) -> None:
        """Leaves the open field to its row, the editor to the form."""
        self._take_in()
        if self._form_is_only_json:
            self._focus_buttons()
            return
        if self._editing is not None:
            self._set_mode("form")
        self._opens, self._leaving = False, not self._list.has_focus
        self._focus(self._list)
        self._close_input()
        self._say()
        self.refresh_bindings()

    def as_json(self) -> None:
        """All arguments as JSON."""
        self.mode = "json"
        self._editor.focus()

    def undo(self) -> None:
        """Takes back the last change."""
        self._take_in()
        self._changed(self._model.undo())

    def paste_lines(self, text: str) -> bool:
        """A text field becomes one of several lines, and opens as such."""
        field = self._field
        if field is None or not field.takes_text:
            return False
        self._changed(self._model.change(self._model.draft.typed(field.path, text)))
        self._open_editor(field)
        return True

    def copy_as(self) -> None:
        """Asks as what, in place of the buttons."""
        self._buttons.ask((*_COPIES, _CURL) if self.has_address else _COPIES)

    # Changes.

    @property
    def _field(self) -> Field | None:
        at, fields = self._list.cursor, self._model.form.fields
        return fields[at] if at is not None and at < len(fields) else None

    @property
    def _form_is_only_json(self) -> bool:
        return self._json_only or self._model.form.only_json

    def _take_in(self) -> None:
        """Reads what stands in the open field or editor. Keys call this first, for messages come after the next key."""
        path = self._editing if self._editing is not None else self._open_path
        text = self._editor.text if self._editing is not None else self._input.value
        if path is None or text == self._read:
            return
        self._read = text
        before = self._model.faults.keys() - {path}
        draft = self._model.draft.typed(path, text, as_json=True if path == "" else None)
        if self._model.change(draft, (path, self._visit)):
            same = before == self._model.faults.keys() - {path}
            self._tell(row=self._list.cursor if same else None)

    def _changed(self, is_changed: bool) -> None:
        """Shows in the rows, and in the open field or editor, what the draft now says."""
        if not is_changed:
            return
        self._tell()
        if self._editing is not None:
            self._load_editor()
        elif (field := self._field) is not None and self._input.display:
            if self._model.is_inline(field):
                self._load_input(field)
            else:
                self._arrive()
        self._arrange()
        self._say()

    def _tell(self, row: int | None = None) -> None:
        """What would be sent is another; `row`: the only one that looks different."""
        found = self._model.assembled
        arguments = None if self._model.is_unread else found.arguments
        self.post_message(self.Changed(self, arguments, found.problems))
        if row is None:
            self._list.refresh()
        else:
            self._list.refresh_line_at(row)
        if self._input.display:
            self._place_input()
        self._say()
        self._show_buttons()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something was typed into the open field."""
        event.stop()
        self._take_in()

    def on_json_editor_typed(self, event: JsonEditor.Typed) -> None:
        """Something was typed into the editor."""
        event.stop()
        self._take_in()

    def on_filter_bar_changed(self, event: FilterBar.Changed) -> None:
        """The cursor goes to the first field that fits."""
        event.stop()
        rows = self._model.matches(event.text)
        self._finder.tell(f"{len(rows):,} of {counted(self._list.line_count, 'field')}" if event.text else "")
        if rows:
            self._list.move_to(rows[0])

    def on_filter_bar_accepted(self, event: FilterBar.Accepted) -> None:
        """The field is opened."""
        event.stop()
        self.take_focus()

    def on_filter_bar_left(self, event: FilterBar.Left) -> None:
        """The row goes away."""
        event.stop()
        self._finder.display = False
        self._arrange()
        self.leave()

    def on_button_row_pressed(self, event: ButtonRow.Pressed) -> None:
        """The buttons that are the form's own."""
        if event.button == self._call_button.id:
            self.call()
        elif event.button == _ANYWAY.id:
            self.call(anyway=True)
        elif event.button == "copy":
            self.copy_as()
        elif event.button in ("copy:json-rpc", "copy:command", "copy:curl"):
            kinds: dict[str, CopyKind] = {"copy:json-rpc": "json-rpc", "copy:command": "command", "copy:curl": "curl"}
            self.post_message(self.CopyWanted(self, kinds[event.button]))
        else:
            return
        event.stop()

    # The open field.

    def _focus(self, widget: Widget) -> None:
        """At once, not after the next key."""
        self.screen.set_focus(widget, scroll_visible=False)

    def _focus_buttons(self) -> None:
        self._buttons.choose(self._call_button.id)
        self._focus(self._buttons)

    def _arrive(self) -> None:
        """Opens the field under the cursor if it is typed in its row; else the row has the keyboard."""
        field = self._field
        if field is None or self._editing is not None:
            return
        if self._model.is_inline(field):
            if self._open_path != field.path:
                self._visit += 1
                self._open_path = field.path
                self._load_input(field)
            self._place_input()
            self._input.display = True
            self._focus(self._input)
        else:
            if self._input.display:
                self._focus(self._list)
            self._close_input()

    def _load_input(self, field: Field) -> None:
        way = way_of(field, self._model.entry(field))
        self._read = self._model.draft.text(field.path) if way == "value" else ""
        with self.prevent(Input.Changed):
            self._input.placeholder = "not sent" if way == "omit" else WAY_WORDS[way]
            self._input.value = self._read
            self._input.cursor_position = len(self._read)
            if self._model.is_example(field):
                self._input.select_all()  # what is typed takes its place

    def _place_input(self) -> None:
        cursor = self._list.cursor or 0
        column, width = self._list.column, self._list.size.width
        look = self._model.look(cursor)
        aside = min(width_of(look.kind), max(width // 3, 8)) + (2 if look.is_faulty else 0)
        self._input.styles.width = max(width - 2 - aside - column, 4)
        above = len(self._note_rows()) + (1 if self._finder.display else 0)
        self._input.styles.offset = (column, above + cursor - self._list.scroll_offset.y)

    def _close_input(self) -> None:
        self._open_path = None
        self._input.display = False

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The row under the cursor shows where the keyboard is."""
        self._list.refresh()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """What was typed is taken in, wherever the keyboard goes."""
        self._take_in()
        self._list.refresh()

    # The editor.

    def _open_editor(self, field: Field) -> None:
        self._take_in()
        self._close_input()
        self._visit += 1
        self._editing = field.path
        self._load_editor()
        self._arrange()
        self._editor.focus()
        self._say()

    def _load_editor(self) -> None:
        path = self._editing or ""
        field = self._model.form.field_at(path)
        draft = self._model.draft
        self._read = draft.text(path) if path else draft.json_text()
        kind = self._whole if not path else field.kind
        what = f"{kind}, {'JSON' if not path or field.edited_as_json else 'plain text'}"
        self._editor.open(
            [visible(crumb) for crumb in (self._name or "arguments", *pointer.split(path))], what, self._read
        )

    def _set_mode(self, mode: Mode) -> None:
        before = self._mode
        self._mode = mode = "json" if self._form_is_only_json else mode
        self._close_input()
        self._visit += 1
        self._editing = "" if mode == "json" else None
        if mode == "json":
            self._load_editor()
        self._arrange()
        self._say()
        if mode != before:
            self.post_message(self.ModeChanged(self, mode))

    # What is said, and where everything stands.

    def _say(self) -> None:
        field = self._field
        if self._editing is not None:
            self._editor.say(*editor_row(self._model, self._editing, self._read))
        elif field is not None:
            self._hint.say(description_row(field), verdict_row(self._model, field))
        self._notes.say(*self._note_rows())

    def _note_rows(self) -> list[Any]:
        return note_rows(self._model, in_editor=self._editing is not None)

    def on_resize(self) -> None:
        """Room is given out again."""
        self._arrange()

    def _arrange(self) -> None:
        """Rows as far as there is room, the hint under them, a blank row if that is left, the buttons."""
        notes = len(self._note_rows())
        is_form, has_fields = self._editing is None, self._list.line_count > 0
        self._finder.display = is_form and self._finder.display
        height = self.size.height - (1 if self._finder.display else 0)
        self._notes.display = notes > 0
        self._notes.styles.height = max(notes, 1)
        self._list.display = is_form
        self._editor.display = not is_form
        if height <= 0:
            return
        rows = max(self._list.line_count, 1)
        hint = (2 if height >= min(_SHORT, notes + rows + 3) else 1 if height >= 3 else 0) if has_fields else 0
        self._hint.display = is_form and hint > 0
        self._hint.styles.height = max(hint, 1)
        room = max(height - notes - hint - 1, 1)
        self._list.styles.height = min(rows, room)
        self._buttons.styles.margin = (1 if is_form and rows < room else 0, 0, 0, 0)
        self._hidden = max(rows - room, 0) if is_form else 0
        self._show_buttons()
        self.call_after_refresh(self._settle)

    _hidden = 0

    def _settle(self) -> None:
        """The row of the cursor is in sight, and the open field above it."""
        if self._list.cursor is not None and self._editing is None:
            self._list.scroll_to_line(self._list.cursor)
            if self._input.display:
                self._place_input()

    def _show_buttons(self) -> None:
        anyway = [_ANYWAY] if self._model.offers_anyway else []
        copy = [Button("copy", "Copy as", "y")] if self._copies else []
        self._buttons.set_buttons([self._call_button, *anyway, *copy, *self._others])
        self._buttons.set_aside([(f"▼ {counted(self._hidden, 'more field')}", "muted")] if self._hidden else [])
