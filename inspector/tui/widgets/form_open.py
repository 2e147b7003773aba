"""The rows of a form with the one that is open: a field over its value or its name, and what could stand there."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from inspector.tui.cells import width_of
from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.field_completions import FieldCompletions
from inspector.tui.widgets.field_finder import FieldFinder
from inspector.tui.widgets.field_hint import FieldHint
from inspector.tui.widgets.field_input import FieldInput
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.field_moves import WAY_WORDS, way_of
from inspector.tui.widgets.form_layout import Layout
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.form_owners import FormOwner
from inspector.tui.widgets.level_name import NameInput
from inspector.tui.widgets.level_rows import key_of
from inspector.tui.widgets.unscrolled import Vertical
from inspector.wire.text import visible

_LEAST_NAME = 24


class OpenRows(Vertical):
    """Shows the rows that the model has, and what of them is open by `Editing`. What keys ask for is the business of a
    subclass, which also makes the parts, since these ask it."""

    DEFAULT_CSS = """
    OpenRows {
        layers: default open;
        background: $background;
    }
    """

    fields: FieldList
    finder: FieldFinder
    hint: FieldHint
    input: FieldInput
    name_input: NameInput

    def __init__(self, form: FormOwner, model: FormModel, editing: Editing) -> None:
        super().__init__()
        self._form, self._model, self._editing = form, model, editing
        self._shown: tuple[tuple[str, str], ...] = ()
        self._names: tuple[tuple[str, bool], ...] = ()
        self.completions = FieldCompletions()
        """Part of the form, where it has more room than here."""

    def compose(self) -> ComposeResult:
        """From the top."""
        yield self.finder
        yield self.fields
        yield self.hint
        yield self.input
        yield self.name_input

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self.fields.line_count

    @property
    def is_finding(self) -> bool:
        """Whether a field is looked for."""
        return self.finder.display

    # Which rows there are.

    def show(self, empty_words: str, cursor: int = 0) -> None:
        """Other rows, the keyboard in none of them; `empty_words` stand where there are none."""
        self.finder.display = False
        self.close()
        self.say_empty(empty_words)
        self._take_rows()
        self.fields.set_fields(self._names)
        if self._names:
            self.fields.move_to(cursor)

    def say_empty(self, words: str) -> None:
        """What stands where there are no rows."""
        if words != self.fields.empty_words:
            self.fields.empty_words = words
            self.fields.refresh()

    def refit(self) -> bool:
        """Shows rows that came and went, the cursor on the field that it was on; whether there were any."""
        at = self.fields.cursor
        before = self._shown[at] if at is not None and at < len(self._shown) else None
        if not self._take_rows():
            return False
        now = next((row for row, key in enumerate(self._shown) if key == before), None)
        if now is None and at is not None:
            now = min(at, len(self._shown) - 1) if self._shown else None
        self.fields.set_fields(self._names, cursor=now)
        self._editing.at = now
        return True

    def _take_rows(self) -> bool:
        rows = self._model.rows
        shown = tuple(key_of(field) for field in rows)
        names = tuple((visible(field.name), self._model.has_star(field)) for field in rows)
        if (shown, names) == (self._shown, self._names):
            return False
        self._shown, self._names = shown, names
        return True

    def place(self, room: Layout) -> None:
        """The rows that the form has for the fields and the hint."""
        self.fields.styles.height = room.fields
        self.hint.place(room)
        self.styles.height = room.fields + room.hint + (1 if self.is_finding else 0)

    def settle(self) -> None:
        """The row of the cursor is in sight, and the open field above it."""
        if self.fields.cursor is not None:
            self.fields.scroll_to_line(self.fields.cursor)
            self.place_open()

    def refresh_rows(self, row: int | None = None) -> None:
        """Draws the fields again, or only one of them."""
        if row is None:
            self.fields.refresh()
        else:
            self.fields.refresh_line_at(row)
        self.place_open()

    # What is open.

    def close(self) -> None:
        """No field is open."""
        self._editing.close_row()
        self.input.display = self.name_input.display = False
        self.completions.close()

    def reload(self) -> None:
        """The open field shows what the draft now says."""
        field = self._editing.field
        if field is not None and self.input.display:
            if self._model.is_inline(field) and field.path == self._editing.in_row:
                self._load_input()
            else:
                self.arrive()

    def arrive(self) -> None:
        """Opens the field under the cursor if it is typed in its row; else the row has the keyboard."""
        if self._editing.field is None or self._editing.in_editor is not None:
            return
        self.completions.close()
        if self._editing.open_row():
            self._load_input()
        if self._editing.in_row is not None:
            self.input.display = True
            self.place_open()
            self.take_keyboard(self.input)
        else:
            if self.input.display:
                self.take_keyboard(self.fields)
            self.close()

    def open_name(self, name: str) -> None:
        """Opens the name of the row under the cursor."""
        self.close()
        self.name_input.begin(name)
        self.name_input.display = True
        self.place_open()
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.take_keyboard(self.name_input)

    def take_keyboard(self, widget: Widget) -> None:
        """At once, not after the next key."""
        self.screen.set_focus(widget, scroll_visible=False)

    def show_completions(
        self, path: str, text: str, values: Sequence[str], total: int | None, *, has_more: bool
    ) -> None:
        """What could stand in the open field, if it still is the field at `path` with this text."""
        if self.input.has_focus and (self._editing.in_row, self.input.value) == (path, text):
            self.completions.open([value for value in values if value != text], total, has_more=has_more)
            self.place_open()

    def _load_input(self) -> None:
        field = self._editing.field
        if field is None:
            return
        text, selected = self._editing.row_text(), self._model.is_example(field)
        self.input.show_text(text, placeholder=self.empty_field_words, selected=selected)

    @property
    def empty_field_words(self) -> str:
        """What stands in the open field while there is no text in it: what is sent then."""
        field = self._editing.field
        if field is None:
            return ""
        entry = self._model.entry(field)
        way = way_of(field, entry)
        if way != "omit":
            return WAY_WORDS[way]
        if entry is not None:
            return "not filled in yet"
        return f"not sent · {visible(self._model.variants_of(field))}" if field.kind == "union" else "not sent"

    def place_open(self) -> None:
        """What is open goes over the row of the cursor."""
        cursor = self.fields.cursor or 0
        column, width = self.fields.column, self.fields.size.width
        row = self.is_finding + cursor - self.fields.scroll_offset.y
        if self.name_input.display:
            self.name_input.styles.width = max(min(width - 4, max(column - 3, _LEAST_NAME)), 4)
            self.name_input.styles.offset = (2, row)
        if not self.input.display or cursor >= self.count:
            return
        look = self._model.look(cursor)
        aside = min(width_of(look.kind), max(width // 3, 8)) + (2 if look.is_faulty else 0)
        wide = max(width - 2 - aside - column, 4)
        self.input.styles.width = wide
        self.input.styles.offset = (column, row)
        if self.completions.display:
            form = self.parent
            assert isinstance(form, Widget)
            self.completions.place(Region(column, row + self.region.y - form.region.y, wide, 1), form.size.height)
