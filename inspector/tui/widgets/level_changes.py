"""What keys change in a level: rows added, taken away, moved and renamed."""

from typing import Protocol

from inspector.forms.levels import level_of
from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.form_owners import FormOwner
from inspector.tui.widgets.level_rows import AddingField, VariantField, opens


class ChangedRows(Protocol):
    """The rows, as far as a change of the level asks for them."""

    def open_name(self, name: str) -> None:
        """Opens the name of the row under the cursor."""

    def go_to(self, row: int) -> None:
        """Brings the keyboard to a row."""

    def leave_row(self) -> None:
        """The keyboard goes to the row of the cursor."""

    def close(self) -> None:
        """No field is open."""

    def refit(self) -> bool:
        """Shows rows that came and went."""


class LevelChanges:
    """Carries them out in the draft and brings the cursor to where they were."""

    def __init__(self, form: FormOwner, rows: ChangedRows, model: FormModel, editing: Editing) -> None:
        self._form, self._rows, self._model, self._editing = form, rows, model, editing

    @property
    def can_add(self) -> bool:
        """Whether an element or member can be added here, or in what the cursor is on."""
        return self._place() is not None

    @property
    def can_remove(self) -> bool:
        """Whether there is something under the cursor that can be taken away."""
        field = self._editing.field
        if field is None or isinstance(field, AddingField | VariantField) or field.path == self._model.level_path:
            return False
        return self._model.entry(field) is not None

    @property
    def can_move(self) -> bool:
        """Whether the cursor is on an element, and there are others."""
        return self.can_remove and self._model.is_array and len(self._model.level.rows) > 1

    @property
    def can_rename(self) -> bool:
        """Whether the name under the cursor is one that the person gave: without what is there the row would go."""
        field, model = self._editing.field, self._model
        schema = model.level.field.schema
        declared = schema.get("properties") if isinstance(schema, dict) else None
        is_declared = field is not None and isinstance(declared, dict) and field.name in declared
        if field is None or is_declared or not self.can_remove or model.is_array:
            return False
        without = level_of(model.draft.removed(field.path), model.level_path)
        return not any(row.path == field.path for row in without.rows)

    def add(self) -> None:
        """One more element, whose row is open then; or a row for the name of one more member."""
        self._form.take_in()
        place = self._place()
        if place is None:
            return
        if place != self._model.level_path:
            self._form.show_level(place)
        if self._model.level.adds == "element":
            self._make("")
            return
        self._rows.close()
        self._model.name_member(True)
        self._rows.refit()
        self._form.share_out()
        self._rows.go_to(len(self._model.rows) - 1)
        self._rows.open_name("")

    def rename(self) -> None:
        """Opens the name of the member under the cursor."""
        self._form.take_in()
        if self.can_rename and (field := self._editing.field) is not None:
            self._rows.open_name(field.name)

    def remove(self) -> None:
        """Takes away what is under the cursor."""
        self._form.take_in()
        if not self.can_remove or (field := self._editing.field) is None:
            return
        self._model.forget_ways()
        self._form.changed(self._model.change(self._model.draft.removed(field.path)))

    def move(self, by: int) -> None:
        """Moves the element under the cursor, which goes with it."""
        self._form.take_in()
        if not self.can_move or (field := self._editing.field) is None:
            return
        draft, path = self._model.draft.moved(field.path, by)
        if path == field.path:
            return
        types = self._editing.types
        self._model.forget_ways()
        self._form.changed(self._model.change(draft))
        self._go_to(path)
        if not types:
            self._rows.leave_row()

    # As the owner of a name.

    def named(self, name: str) -> None:
        """A member gets its name: one that is added, or the one under the cursor."""
        rows, field = self._model.level.rows, self._editing.field
        old = field.name if field is not None and not self._model.is_naming else None
        if name == old:
            self.unnamed()
        elif any(row.name == name and self._model.entry(row) is not None for row in rows):
            self._model.said = f"There is a member “{name}” already; another name, or Esc."
            self._form.say()
        elif old is None:
            self._model.name_member(False)
            self._make(name)
        elif field is not None:
            draft, path = self._model.draft.renamed(field.path, name)
            self._model.forget_ways()
            self._form.changed(self._model.change(draft))
            self._go_to(path)

    def unnamed(self) -> None:
        """No member is added; what has a name keeps it."""
        self._model.name_member(False)
        self._rows.refit()
        self._form.share_out()
        self._rows.leave_row()
        self._form.say()

    def _make(self, name: str) -> None:
        draft, path = self._model.draft.added(self._model.level_path, name)
        if not name and self._model.level.adds == "member":  # without a name it gets one
            draft, path = draft.renamed(path, "")
        self._form.changed(self._model.change(draft))
        self._go_to(path)
        field = self._editing.field
        if field is not None and field.path == path and opens(field) and not self._model.is_inline(field):
            self._form.show_level(path)

    def _go_to(self, path: str) -> None:
        self._rows.refit()
        row = self._model.index_of(path)
        if row is not None:
            self._rows.go_to(row)

    def _place(self) -> str | None:
        """Where one more is added: in an array or a map that is shown, else in what the cursor is on, else here."""
        model, field = self._model, self._editing.field
        here = model.level.adds
        if here == "element" or (here and any(isinstance(row, AddingField) for row in model.rows)):
            return model.level_path
        is_open = field is not None and opens(field) and not model.is_unread_at(field.path)
        if is_open and field is not None and level_of(model.draft, field.path).adds:
            return field.path
        return model.level_path if here else None
