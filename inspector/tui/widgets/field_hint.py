"""The rows under the fields of a form, about the one under the cursor: its options, what it is for, what is wrong."""

from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.field_options import option_lines, option_rows
from inspector.tui.widgets.form_hints import description_row, verdict_row
from inspector.tui.widgets.form_layout import Layout
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.hint_strip import HintStrip, Row
from inspector.tui.widgets.hint_wrap import wrapped

_MOST_VERDICT = 3


class FieldHint(HintStrip):
    """Two rows, and those that the options of the field get where its own row has no room for them.

    What is wrong is said wholly: it gets a row more where one is free, else that of what the field is for.
    """

    def __init__(self, model: FormModel, editing: Editing, fields: FieldList) -> None:
        super().__init__()
        self._model, self._editing, self._fields = model, editing, fields
        self._wanted = (0, 1)
        self._options, self._own = 0, 2

    @property
    def option_lines(self) -> int:
        """Rows that the options want now."""
        at, width = self._editing.at, self._fields.size.width
        return 0 if at is None or not width else option_lines(self._model.look(at), width, self._fields.column)

    @property
    def wants_other_room(self) -> bool:
        """Whether that is not what they wanted when room was shared out."""
        return (self.option_lines, self.verdict_lines) != self._wanted

    @property
    def verdict_lines(self) -> int:
        """Rows that would say all of what the schema says of the field."""
        return len(self._verdict(_MOST_VERDICT))

    def _verdict(self, most: int) -> list[Row]:
        field, width = self._editing.field, self._fields.size.width
        return [((), ())] if field is None or not width else wrapped(verdict_row(self._model, field), width, most)

    def place(self, room: Layout) -> None:
        """The rows that the form has for it."""
        self._wanted = self.option_lines, self.verdict_lines
        self._options, self._own = room.options, room.hint - room.options
        self.display = room.hint > 0
        self.styles.height = max(room.hint, 1)

    def say_field(self) -> None:
        """What is to be said of the field under the cursor."""
        at, field = self._editing.at, self._editing.field
        if field is not None and at is not None:
            options = option_rows(self._model.look(at), self._fields.size.width, self._options)
            verdict = self._verdict(min(max(self._own, 1), _MOST_VERDICT))
            about = [description_row(self._model, field)] if len(verdict) < self._own else []
            self.say(*options, *about, *verdict)
