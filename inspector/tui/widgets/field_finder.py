"""The line above the fields of a form that finds one by a part of its name, title or description."""

from inspector.tui.numbers import counted
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.form_owners import FormOwner, RowOwner


class FieldFinder(FilterBar):
    """Hides no field: the cursor goes to the first that fits, Enter opens it."""

    def __init__(self, rows: RowOwner, form: FormOwner, model: FormModel, fields: FieldList) -> None:
        super().__init__()
        self._rows, self._form, self._model, self._fields = rows, form, model, fields
        self.display = False

    def open(self) -> None:
        """Shows the line, with the keyboard in it."""
        self.display = True
        self._form.share_out()
        self.start()

    def hit(self, by: int) -> None:
        """The next or previous field that was looked for; where none is, the next with a fault."""
        row = self._model.hit(self.text if self.display else "", self._fields.cursor or 0, by)
        if row is not None:
            self._fields.move_to(row)

    def on_filter_bar_changed(self, event: FilterBar.Changed) -> None:
        """The cursor goes to the first field that fits."""
        event.stop()
        found = self._model.matches(event.text)
        self.tell(f"{len(found):,} of {counted(self._fields.line_count, 'field')}" if event.text else "")
        if found:
            self._fields.move_to(found[0])

    def on_filter_bar_accepted(self, event: FilterBar.Accepted) -> None:
        """The field is opened."""
        event.stop()
        self._rows.take_focus()

    def on_filter_bar_left(self, event: FilterBar.Left) -> None:
        """The line goes away."""
        event.stop()
        self.display = False
        self._form.share_out()
        self._form.leave()
