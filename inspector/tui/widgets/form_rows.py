"""The fields of a form as rows, with the one that is open, what is said of it, and the line that finds a field."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from inspector.tui.cells import width_of
from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.field_finder import FieldFinder
from inspector.tui.widgets.field_hint import FieldHint
from inspector.tui.widgets.field_input import FieldInput
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.field_moves import CHOSEN, WAY_WORDS, way_of
from inspector.tui.widgets.form_layout import Layout
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.form_owners import FormOwner
from inspector.wire.text import visible


class FormRows(Vertical):
    """Moves between the fields and opens the one under the cursor; what that means is known to `Editing`."""

    DEFAULT_CSS = """
    FormRows {
        layers: default open;
        background: $background;
    }
    """

    def __init__(self, form: FormOwner, model: FormModel, editing: Editing) -> None:
        super().__init__()
        self._form, self._model, self._editing = form, model, editing
        self._list = FieldList(self, form, model.look)
        self._finder = FieldFinder(self, form, model, self._list)
        self.hint = FieldHint(model, self._editing, self._list)
        self.input = FieldInput(self, form)

    def compose(self) -> ComposeResult:
        """From the top."""
        yield self._finder
        yield self._list
        yield self.hint
        yield self.input

    # What the form does.

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._list.line_count

    @property
    def is_finding(self) -> bool:
        """Whether a field is looked for."""
        return self._finder.display

    def show(self, names: Sequence[tuple[str, bool]], empty_words: str) -> None:
        """Other fields: their names, and whether each is required. `empty_words` stand where there are none."""
        self._finder.display = False
        self.close()
        self._list.empty_words = empty_words
        self._list.set_fields([(visible(name), required) for name, required in names])
        if names:
            self._list.move_to(0)

    def place(self, room: Layout) -> None:
        """The rows that the form has for the fields and the hint."""
        self._list.styles.height = room.fields
        self.hint.place(room)
        self.styles.height = room.fields + room.hint + (1 if self.is_finding else 0)

    def settle(self) -> None:
        """The row of the cursor is in sight, and the open field above it."""
        if self._list.cursor is not None:
            self._list.scroll_to_line(self._list.cursor)
            self._place_input()

    def refresh_rows(self, row: int | None = None) -> None:
        """Draws the fields again, or only one of them."""
        if row is None:
            self._list.refresh()
        else:
            self._list.refresh_line_at(row)
        self._place_input()

    def reload(self) -> None:
        """The open field shows what the draft now says."""
        field = self._editing.field
        if field is not None and self.input.display:
            if self._model.is_inline(field):
                self._load_input()
            else:
                self._arrive()

    def take_focus(self) -> None:
        """Brings the keyboard to the field under the cursor."""
        self._editing.types = True
        self._focus(self._list)
        self._arrive()

    def go_to(self, row: int) -> None:
        """Brings the keyboard to a row."""
        self._list.move_to(row)
        self.take_focus()

    def leave_row(self) -> None:
        """The keyboard goes from the open field to its row, where letters are commands."""
        settled = self._list.has_focus and self.screen.focused is self._list
        self._editing.leave(quietly=not settled)
        self._focus(self._list)
        self.close()

    def close(self) -> None:
        """No field is open."""
        self._editing.close_row()
        self.input.display = False

    # What the widgets in here call.

    @property
    def is_open(self) -> bool:
        """Whether the open field has the keyboard."""
        return self.input.has_focus

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
        is_here = self.screen.focused is self._list  # it may have gone on since
        if self._editing.enter(is_here=is_here):
            self._arrive()

    def row_changed(self) -> None:
        """The cursor came to another row."""
        self._form.take_in()
        self._editing.come_to(self._list.cursor)
        has_keyboard = self.is_attached and self.screen.focused in (self._list, self.input)
        if self._editing.types and has_keyboard:
            self._arrive()
        else:
            self.close()
        self._form.moved()

    def rows_scrolled(self) -> None:
        """The open field goes with its row; if that is out of sight, it is left."""
        if self.input.display:
            row = (self._list.cursor or 0) - self._list.scroll_offset.y
            if 0 <= row < self._list.size.height:
                self._place_input()
            else:
                self._form.leave()

    def go(self, by: int, leave: bool = True) -> None:
        """Goes to another field, to the buttons, or out of the form."""
        self._form.take_in()
        row = (self._list.cursor or 0) + by
        self._editing.types = True
        if 0 <= row < self.count:
            self._list.move_to(row)
        elif by > 0:
            self._form.focus_buttons()
        elif leave:
            self._editing.pass_by()
            self._focus(self._list)
            self.close()
            self.screen.focus_previous()

    def open(self) -> None:
        """Opens the field: in its row, in an editor, or, where it is chosen, goes on to the next."""
        field = self._editing.field
        if field is None:
            return
        self._editing.types = True
        if self._model.is_inline(field):
            self._arrive()
        elif self._editing.wants_editor:
            self._form.open_editor()
        else:
            self.go(1)

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
        elif done != "nothing":
            self._form.changed(done == "changed")
            self._list.refresh_line_at(self._list.cursor)
            self.hint.say_field()

    def find(self) -> None:
        """Looks for a field, in a row above the others."""
        self._finder.open()

    def hit(self, by: int) -> None:
        """The next or previous field that was looked for; where none is, the next with a fault."""
        self._finder.hit(by)

    def step(self, by: int) -> None:
        """The next or previous choice."""
        field = self._editing.field
        if field is not None:
            self._form.changed(self._model.step(field, by))
            self._list.refresh_line_at(self._list.cursor)
            self.hint.say_field()

    def toggle(self) -> None:
        """The next choice, or a tick."""
        if (field := self._editing.field) is not None:
            self._form.changed(self._model.toggle(field))

    def cycle(self) -> None:
        """The next of value, null and omit."""
        self._form.take_in()
        if (field := self._editing.field) is not None:
            self._form.changed(self._model.cycle(field))

    def paste_lines(self, text: str) -> bool:
        """A text field becomes one of several lines, and opens as such."""
        if not self._editing.paste_lines(text):
            return False
        self._form.changed(True)
        self._form.open_editor()
        return True

    # The open field.

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something was typed into the open field."""
        event.stop()
        self._form.take_in()

    def _focus(self, widget: Widget) -> None:
        """At once, not after the next key."""
        self.screen.set_focus(widget, scroll_visible=False)

    def _arrive(self) -> None:
        """Opens the field under the cursor if it is typed in its row; else the row has the keyboard."""
        if self._editing.field is None or self._editing.in_editor is not None:
            return
        if self._editing.open_row():
            self._load_input()
        if self._editing.in_row is not None:
            self.input.display = True
            self._place_input()
            self._focus(self.input)
        else:
            if self.input.display:
                self._focus(self._list)
            self.close()

    def _load_input(self) -> None:
        field = self._editing.field
        if field is None:
            return
        way = way_of(field, self._model.entry(field))
        self.input.show_text(
            self._editing.row_text(),
            placeholder="not sent" if way == "omit" else WAY_WORDS[way],
            selected=self._model.is_example(field),
        )

    def _place_input(self) -> None:
        if not self.input.display:
            return
        cursor = self._list.cursor or 0
        column, width = self._list.column, self._list.size.width
        look = self._model.look(cursor)
        aside = min(width_of(look.kind), max(width // 3, 8)) + (2 if look.is_faulty else 0)
        self.input.styles.width = max(width - 2 - aside - column, 4)
        self.input.styles.offset = (column, self.is_finding + cursor - self._list.scroll_offset.y)
