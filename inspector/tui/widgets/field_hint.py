"""The rows under the fields of a form, about the one under the cursor: its options, what it is for, what is wrong."""

from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.field_options import option_lines, option_rows
from inspector.tui.widgets.form_hints import description_row, verdict_row
from inspector.tui.widgets.form_layout import Layout
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.hint_strip import HintStrip


class FieldHint(HintStrip):
    """Two rows, and those that the options of the field get where its own row has no room for them."""

    def __init__(self, model: FormModel, editing: Editing, fields: FieldList) -> None:
        super().__init__()
        self._model, self._editing, self._fields = model, editing, fields
        self._wanted = self._options = 0

    @property
    def option_lines(self) -> int:
        """Rows that the options want now."""
        at, width = self._editing.at, self._fields.size.width
        return 0 if at is None or not width else option_lines(self._model.look(at), width, self._fields.column)

    @property
    def wants_other_room(self) -> bool:
        """Whether that is not what they wanted when room was shared out."""
        return self.option_lines != self._wanted

    def place(self, room: Layout) -> None:
        """The rows that the form has for it."""
        self._wanted, self._options = self.option_lines, room.options
        self.display = room.hint > 0
        self.styles.height = max(room.hint, 1)

    def say_field(self) -> None:
        """What is to be said of the field under the cursor."""
        at, field = self._editing.at, self._editing.field
        if field is not None and at is not None:
            options = option_rows(self._model.look(at), self._fields.size.width, self._options)
            self.say(*options, description_row(self._model, field), verdict_row(self._model, field))
