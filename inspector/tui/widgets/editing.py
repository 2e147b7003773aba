"""Where in a form one is, and where what is typed goes: a row, the open field, the editor. Knows of no widget."""

from typing import Literal

from inspector.forms.arguments import Draft
from inspector.forms.fields import Field, Problem
from inspector.forms.values import read_json
from inspector.tui.widgets.field_moves import CHOSEN, WAY_WORDS, way_of, ways_of
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.level_rows import AddingField, VariantField, opens

Mode = Literal["form", "json"]
Taken = Literal["nothing", "row", "form"]
"""What looks different after a text was read: nothing, the row it is from, or more than that."""
Typed = Literal["nothing", "moved", "changed", "editor", "add"]
"""What a letter on a row did: nothing, went to an option, changed the value, or wants the editor or one more row."""


class Editing:
    """The field that the cursor is on, and what of it is open.

    At most one of `in_row` and `in_editor` is set: the path of the field that is typed in its row, or of what fills the
    editor (the empty path: all arguments). What is typed into one of them is one change for undo until it is opened
    again. `types` is false from Esc on until a field is opened: then letters are commands.
    """

    def __init__(self, model: FormModel) -> None:
        self._model = model
        self.json_only = False
        """Whether the owner wants no rows, whatever the form could show."""
        self._visit = 0
        self.types = True
        self._leaving = 0
        self.begin()

    def begin(self) -> None:
        """Another form: nothing is open, and the cursor is nowhere."""
        self.at: int | None = None
        self.mode: Mode = "form"
        self.in_row: str | None = None
        self.in_editor: str | None = None
        self.is_json = False
        """Whether the text in the editor is JSON."""
        self._read = ""
        self._ahead = ""

    # What is known.

    @property
    def field(self) -> Field | None:
        """The field that the cursor is on."""
        rows = self._model.rows
        return rows[self.at] if self.at is not None and self.at < len(rows) else None

    @property
    def path(self) -> str:
        """The JSON Pointer of what is edited, else of the field of the cursor; empty where there is none."""
        if self.in_editor is not None:
            return self.in_editor
        return "" if self.field is None else self.field.path

    @property
    def text(self) -> str:
        """What was last read from, or put into, the open field or editor."""
        return self._read

    @property
    def only_json(self) -> bool:
        """Whether there is nothing but the editor of the whole."""
        return self.json_only or self._model.form.only_json

    @property
    def is_typing(self) -> bool:
        """Whether printable keys are for the field of the cursor, and no commands."""
        return self.types and self.in_editor is None and self.field is not None

    @property
    def steps(self) -> bool:
        """Whether Left, Right and Space choose here."""
        return (field := self.field) is not None and (field.kind in CHOSEN or field.kind == "multi-enum")

    @property
    def key_words(self) -> dict[str, str]:
        """What Ctrl+T goes through here but the value, and what Enter does where it edits nothing."""
        field = self.field
        ways = ways_of(self._model.form, field) if field is not None and self.has_ways else ()
        words = {"null/omit": "/".join(WAY_WORDS[way] for way in ways if way != "value")}
        words["edit"] = "add" if isinstance(field, AddingField) else "next" if self.steps else "edit"
        words |= {"edit": "open"} if self.opens_level else {}
        words["variants"] = "variants" if self.can_enter else ""
        words["change"] = "change" if self.steps else ""
        words["leave"] = "up" if self._model.level_path and not self.is_typing else "leave"
        return words

    @property
    def has_ways(self) -> bool:
        """Whether Ctrl+T can do something to the field of the cursor."""
        field = self.field
        return field is not None and bool(field.path) and not isinstance(field, AddingField | VariantField)

    @property
    def opens_level(self) -> bool:
        """Whether the field of the cursor opens in place of the form; not so while it is text that cannot be read."""
        field = self.field
        return field is not None and self.can_enter and not self._model.is_inline(field)

    @property
    def can_enter(self) -> bool:
        """Whether the field of the cursor has a level below it, though it be typed in its row too."""
        field = self.field
        return field is not None and opens(field) and not self._model.is_unread_at(field.path)

    @property
    def wants_editor(self) -> bool:
        """Whether the field of the cursor is edited in the editor."""
        field = self.field
        if field is None or isinstance(field, AddingField) or self.opens_level:
            return False
        return field.edited_as_json or self._model.is_long(field)

    # Where the keyboard goes.

    def come_to(self, row: int | None) -> None:
        """The cursor is on another row."""
        self.at, self._ahead, self._model.said = row, "", ""

    def enter(self, *, is_here: bool = True) -> bool:
        """The keyboard came to the rows; whether the field opens, which it does not if it was just left, nor if the
        keyboard is not there any more (`is_here`)."""
        opens = is_here and not self._leaving
        self.types = self.types or opens
        return opens

    def leave(self) -> None:
        """Esc: letters are commands now."""
        self.types = False
        self.pass_by()

    def pass_by(self) -> None:
        """Nothing is open in a row any more, and the keyboard that comes there opens nothing until `settle`."""
        self._leaving += 1
        self.in_row = None

    def settle(self) -> None:
        """Of one `leave` or `pass_by`: the keyboard that was on its way to the rows has come, or gone past them."""
        self._leaving -= 1

    def close_row(self) -> None:
        """What was open in a row is not."""
        self.in_row = None

    def open_row(self) -> bool:
        """Opens the field of the cursor where it is typed in its row, else closes; whether it is one not open yet."""
        field = self.field
        if field is None or not self._model.is_inline(field):
            self.in_row = None
            return False
        is_new = self.in_row != field.path
        if is_new:
            self._visit += 1
            self.in_row = field.path
        return is_new

    def open_editor(self, path: str | None = None) -> None:
        """The field of the cursor fills the editor; or, if a path is given, what is there, as JSON."""
        field = self.field
        if path is None and field is not None:
            self._visit += 1
            self.in_row, self.in_editor, self.is_json = None, field.path, field.edited_as_json
        elif path is not None:
            self._visit += 1
            self.in_row, self.in_editor, self.is_json = None, path, True

    def turn(self, mode: Mode) -> bool:
        """To the rows, or to all arguments as JSON, the only way for some forms; whether the mode is another."""
        before = self.mode
        self.mode = "json" if self.only_json else mode
        self._visit += 1
        self.in_row, self.in_editor = None, "" if self.mode == "json" else None
        self.is_json = self.mode == "json"
        return self.mode != before

    # Text.

    def row_text(self) -> str:
        """The text that the open field begins with."""
        field = self.field
        has_value = field is not None and way_of(field, self._model.entry(field)) == "value"
        self._read = self._model.text_of(field) if field is not None and has_value else ""
        return self._read

    def editor_text(self) -> str:
        """The text that the editor begins with."""
        path = self.in_editor or ""
        self._read = self._model.text_of(self._model.draft.field_at(path), as_json=self.is_json)
        return self._read

    def take_in(self, text: str) -> Taken:
        """Reads what stands in the open field or editor, and says what of the rows looks different."""
        path = self.in_editor if self.in_editor is not None else self.in_row
        if path is None or text == self._read:
            return "nothing"
        self._read = text
        before = self._model.faults.keys() - {path}
        draft = self._typed(path, text, is_json=self.in_editor is not None and self.is_json)
        if not self._model.change(draft, (path, self._visit)):
            return "nothing"
        return "row" if before == self._model.faults.keys() - {path} else "form"

    @property
    def outside(self) -> tuple[str, bool]:
        """What an editor outside is to open: a path, and whether as JSON."""
        if self.in_editor is not None:
            return self.in_editor, self.is_json
        field = self.field
        if field is None or isinstance(field, AddingField):
            return self._model.level_path, True
        return field.path, not (self._model.is_inline(field) or self._model.is_long(field))

    def replace(self, path: str, text: str, *, is_json: bool) -> bool:
        """Another text in a place, as a change of its own; whether it is another."""
        return self._model.change(self._typed(path, text, is_json=is_json))

    def _typed(self, path: str, text: str, *, is_json: bool) -> Draft:
        draft, field = self._model.draft, self._model.draft.field_at(path)
        if not text and path and not is_json:
            return self._model.emptied(field)
        if not is_json or field.edited_as_json or not path or not text:
            return draft.typed(path, text, as_json=is_json)
        value = read_json(field, text)  # as text it would be taken for the value itself when its row is opened
        return draft.unreadable(path, text, value) if isinstance(value, Problem) else draft.put(path, value)

    def type(self, character: str) -> Typed:
        """A letter on a row: for its editor, or the choice that begins with it and with those before."""
        field = self.field
        if field is None:
            return "nothing"
        if self.wants_editor:
            return "editor"
        if isinstance(field, AddingField) or self.opens_level:
            if character in "[{" and self._model.entry(field) is None:
                return "editor"
            return "add" if character == "a" else "nothing"
        before = "" if field.kind == "boolean" else self._ahead  # “n”, “o” are no and omit there, not “no”
        for text in (before + character, character):
            found = self._model.choice(field, text)
            if found is not None:
                self._ahead = text
                return "changed" if self._model.choose(field, found) else "moved"
        return "nothing"

    def paste_lines(self, text: str) -> bool:
        """A text field gets a text of several lines, for which it then needs the editor; whether it can have one."""
        field = self.field
        if field is None or not field.takes_text:
            return False
        self._model.change(self._model.draft.typed(field.path, text, as_json=False))
        return True
