"""The rows of a form as keys move in them: from field to field, from level to level, and what is said of each."""

from textual.widgets import Input

from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.field_finder import FieldFinder
from inspector.tui.widgets.field_hint import FieldHint
from inspector.tui.widgets.field_input import FieldInput
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.field_moves import CHOSEN
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.form_open import OpenRows
from inspector.tui.widgets.form_owners import FormOwner
from inspector.tui.widgets.form_paste import paste
from inspector.tui.widgets.level_changes import LevelChanges
from inspector.tui.widgets.level_name import NameInput
from inspector.tui.widgets.level_rows import AddingField


class FormRows(OpenRows):
    """Moves between the fields and opens the one under the cursor; what that means is known to `Editing`."""

    def __init__(self, form: FormOwner, model: FormModel, editing: Editing) -> None:
        super().__init__(form, model, editing)
        self.fields = FieldList(self, form, model.look)
        self.finder = FieldFinder(self, form, model, self.fields)
        self.hint = FieldHint(model, editing, self.fields)
        self.input = FieldInput(self, form)
        self.changes = LevelChanges(form, self, model, editing)
        self.name_input = NameInput(self.changes)

    # What the form does.

    def take_focus(self) -> None:
        """Brings the keyboard to the field under the cursor."""
        self._editing.types = True
        self.take_keyboard(self.fields)
        self.arrive()

    def go_to(self, row: int) -> None:
        """Brings the keyboard to a row."""
        self.fields.move_to(row)
        self.take_focus()

    def leave_row(self) -> None:
        """The keyboard goes from the open field to its row, where letters are commands."""
        self._editing.leave()
        self._take_quietly()

    # What the widgets in here call.

    @property
    def is_open(self) -> bool:
        """Whether the open field has the keyboard."""
        return self.input.has_focus or self.name_input.has_focus

    @property
    def is_typing(self) -> bool:
        """Whether printable keys are for the field under the cursor: until Esc leaves it."""
        return self._editing.is_typing

    @property
    def key_words(self) -> dict[str, str]:
        """What some keys do here, for the key line."""
        return self._editing.key_words

    @property
    def steps(self) -> bool:
        """Whether the value under the cursor is chosen, by arrows and the blank."""
        return self._editing.steps

    def entered(self) -> None:
        """The keyboard came to the rows: the field under the cursor opens, unless it was just left."""
        is_here = self.screen.focused is self.fields  # it may have gone on since
        if self._editing.enter(is_here=is_here):
            self.arrive()

    def row_changed(self) -> None:
        """The cursor came to another row."""
        self._form.take_in()
        self._editing.come_to(self.fields.cursor)
        has_keyboard = self.is_attached and self.screen.focused in (self.fields, self.input)
        if self._editing.types and has_keyboard:
            self.arrive()
        else:
            self.close()
        self._form.moved()

    def rows_scrolled(self) -> None:
        """The open field goes with its row; if that is out of sight, it is left."""
        if self.input.display:
            row = (self.fields.cursor or 0) - self.fields.scroll_offset.y
            if 0 <= row < self.fields.size.height:
                self.place_open()
            else:
                self._form.leave()

    def go(self, by: int, leave: bool = True) -> None:
        """Goes to another field; from the ends of a level to the one above, of the first to the buttons, or out."""
        self._form.take_in()
        row = (self.fields.cursor or 0) + by
        self._editing.types = True
        if 0 <= row < self.count:
            self.fields.move_to(row)
        elif self._model.level_path and (by > 0 or leave):
            self._form.go_up()
            self.go(by) if by > 0 else self.take_focus()
        elif by > 0:
            self._form.focus_buttons()
        elif leave:
            self._editing.pass_by()
            self._take_quietly()
            self.screen.focus_previous()

    def _take_quietly(self) -> None:
        self.take_keyboard(self.fields)
        # In the fields' own queue, behind what they are told of this and of every earlier coming of the keyboard.
        self.fields.call_later(self._editing.settle)
        self.close()

    def open(self) -> None:
        """Opens the field: in its row, in place of the form, in an editor, or, where it is chosen, goes on."""
        field = self._editing.field
        if field is None:
            return
        self._editing.types = True
        if isinstance(field, AddingField):
            self.changes.add()
        elif self._editing.opens_level:
            self._form.show_level(field.path)
        elif self._model.is_inline(field):
            self.arrive()
        elif self._editing.wants_editor:
            self._form.open_editor()
        else:
            self.go(1)

    def open_variants(self) -> bool:
        """Shows what the open field may be instead of the text that is typed; False if it is only text."""
        self._form.take_in()
        field = self._editing.field
        if field is None or not self._editing.can_enter:
            return False
        self.completions.close()
        self._form.show_level(field.path)
        self.take_focus()
        return True

    def clicked(self) -> None:
        """A click on a value opens it, or takes the next choice."""
        field = self._editing.field
        if field is not None and field.kind in CHOSEN:
            self.step(1)
        else:
            self.open()

    def typed(self, character: str) -> None:
        """A letter opens the editor of the field with it, or takes the choice that begins with it and those before."""
        done = self._editing.type(character)
        if done == "editor":
            self._form.open_editor(character)
        elif done == "add":
            self.changes.add()
        elif done != "nothing":
            self._form.changed(done == "changed")
            self.fields.refresh_line_at(self.fields.cursor)
            self.hint.say_field()

    def find(self) -> None:
        """Looks for a field, in a row above the others."""
        self.finder.open()

    def hit(self, by: int) -> None:
        """The next or previous field that was looked for; where none is, the next with a fault."""
        self.finder.hit(by)

    def step(self, by: int) -> None:
        """The next or previous choice; where nothing is chosen, into the level of the row, or out of that one is in."""
        field = self._editing.field
        if field is not None and self._editing.steps:
            self._form.changed(self._model.step(field, by))
            self.fields.refresh_line_at(self.fields.cursor)
            self.hint.say_field()
        elif by > 0 and field is not None and self._editing.can_enter:
            self._form.show_level(field.path)
        elif by < 0 and self._model.level_path:
            self._form.go_up()

    def can(self, action: str, *parameters: object) -> bool:
        """Whether an action of the rows does something now."""
        editing, changes = self._editing, self.changes
        if action == "leave":
            return self.is_typing or bool(self._model.level_path)
        if action == "step":
            return self.steps or (editing.can_enter if parameters == (1,) else bool(self._model.level_path))
        if action == "complete":
            return editing.in_row is not None and self._form.offers_completions(editing.in_row)
        if action == "field_json":
            return editing.has_ways
        return {
            "add": changes.can_add,
            "remove_row": changes.can_remove,
            "move_row": changes.can_move,
            "rename": changes.can_rename,
        }[action]

    def add(self) -> None:
        """One more element or member."""
        self.changes.add()

    def remove_row(self) -> None:
        """Takes away the element or member under the cursor."""
        self.changes.remove()

    def move_row(self, by: int) -> None:
        """Moves the element under the cursor."""
        self.changes.move(by)

    def rename(self) -> None:
        """Gives the member under the cursor another name."""
        self.changes.rename()

    def field_json(self) -> None:
        """Opens the field under the cursor as JSON."""
        if (field := self._editing.field) is not None:
            self._form.open_editor(path=field.path)

    def toggle(self) -> None:
        """The next choice, or a tick."""
        if (field := self._editing.field) is not None:
            self._form.changed(self._model.toggle(field))

    def cycle(self) -> None:
        """The next of value, null and omit."""
        self._form.take_in()
        if (field := self._editing.field) is not None:
            self._form.changed(self._model.cycle(field))

    # What is pasted, and what is completed.

    def paste(self, text: str, in_field: str) -> bool:
        """Takes what was pasted: JSON for the form, or text of several lines, with which the field under the cursor
        opens as such (`in_field`: with what stands around it there). False if it is text for one line."""
        self._form.take_in()
        field = self._editing.field
        if paste(self._model, field, text):
            self._form.changed(True)
            self.arrive()
            return True
        if "\n" not in in_field or not self._editing.paste_lines(in_field):
            return False
        self._form.changed(True)
        self._form.open_editor()
        return True

    def complete(self) -> None:
        """Asks what could stand in the open field."""
        self._form.want_completions(self._editing.in_row or "", self.input.value)

    def choose_completion(self, by: int) -> bool:
        """The next or previous of what could stand there; False if nothing is offered."""
        return self.completions.choose(by)

    def take_completion(self) -> bool:
        """Takes the chosen one; False if none is."""
        chosen = self.completions.chosen
        self.completions.close()
        if chosen is None:
            return False
        with self.input.prevent(Input.Changed):
            self.input.value = chosen
            self.input.cursor_position = len(chosen)
        self._form.take_in()
        return True

    def close_completions(self) -> bool:
        """Shows no longer what could stand there; False if nothing was shown."""
        return self.completions.close()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something was typed into the open field."""
        event.stop()
        if event.input is self.input:
            self._form.take_in()
            self.input.placeholder = self.empty_field_words
            self.completions.close()
            if self._editing.in_row is not None and self.input.value == event.value:
                self.complete()
