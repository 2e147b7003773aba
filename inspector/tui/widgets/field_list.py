"""The rows of a form. One widget draws them all; the open one is a field that floats above it."""

from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.roles import Roles
from inspector.tui.widgets.field_row import FieldLook, field_strip, value_column
from inspector.tui.widgets.form_owners import FormOwner, RowOwner
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.typed import character_of

_MOST_MEASURED = 2000
_LETTERS = frozenset(("copy_as", "send_anyway", "as_json", "find", "hit", "add", "rename", "field_json"))
_KNOWN_TO_ROWS = frozenset(("leave", "step", "add", "remove_row", "move_row", "rename", "field_json"))


class FieldList(LineView):
    """The rows. Moving opens nothing; the form says what is open.

    A row looks as if one could type in it, so one can: until Esc leaves the field, printable keys go to the form, which
    opens an editor with them or takes the choice that they begin, and no letter, digit or capital is a command. After
    Esc the same keys are commands, those of the rows, of the places and of the connection.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "change", key_display="←→", id="form.next-choice"),
        Binding("enter", "open", "edit", key_display="Enter", id="form.edit"),
        Binding("ctrl+r", "call", "call", key_display="^R", id="form.call"),
        Binding("ctrl+t", "cycle", "null/omit", key_display="^T", id="form.cycle"),
        Binding("escape", "leave", "leave", key_display="Esc", id="form.leave"),
        Binding("t", "as_json", "as JSON", id="form.as-json"),
        Binding("a", "add", "add", id="form.add"),
        Binding("delete", "remove_row", "remove", key_display="Del", id="form.remove"),
        Binding("shift+up", "move_row(-1)", "move", key_display="Shift+↑↓", id="form.move-up"),
        Binding("e", "rename", "rename", id="form.rename"),
        Binding("u", "undo", "undo", id="form.undo"),
        Binding("y", "copy_as", "copy as", id="form.copy-as"),
        Binding("exclamation_mark", "send_anyway", "send anyway", key_display="!", id="form.send-anyway"),
        Binding("slash", "find", "find", key_display="/", priority=True, id="form.find"),
        Binding("v,ctrl+g", "outside", "in $EDITOR", key_display="v ^G", show=False, id="form.outside"),
        Binding("equals_sign", "field_json", "field as JSON", key_display="=", show=False, id="form.field-as-json"),
        Binding("shift+down", "move_row(1)", "Move down", show=False, id="form.move-down"),
        Binding("ctrl+z", "undo", "Undo", show=False, id="form.undo-too"),
        Binding("n", "hit(1)", "Next hit", show=False, id="form.next-hit"),
        Binding("p", "hit(-1)", "Previous hit", show=False, id="form.previous-hit"),
        Binding("left,h", "step(-1)", "Previous choice", show=False, id="form.previous-choice"),
        Binding("space", "choose", "Choose", show=False, id="form.choose"),
        Binding("tab", "go(1)", "Next field", show=False, id="form.next"),
        Binding("shift+tab", "go(-1)", "Previous field", show=False, id="form.previous"),
    ]

    def __init__(self, rows: RowOwner, form: FormOwner, look: Callable[[int], FieldLook]) -> None:
        super().__init__()
        self._rows, self._form = rows, form
        self._look = look
        self._count = 0
        self._names = 0
        self.empty_words = ""
        """What stands there when there are no fields."""

    @property
    def line_count(self) -> int:
        """How many fields there are."""
        return self._count

    @property
    def is_typing(self) -> bool:
        """Whether letters are for the field under the cursor."""
        return self._rows.is_typing

    def stay_left(self) -> None:
        """The keyboard came back from elsewhere: a field that was left with Esc does not open by that."""
        self._rows.leave_row()

    @property
    def column(self) -> int:
        """Where values begin."""
        return value_column(self._names, self.size.width)

    def set_fields(self, names: Sequence[tuple[str, bool]], cursor: int | None = None) -> None:
        """Other fields: their names, and whether each is required; `cursor`: the view stays where it is, with it."""
        self._count = len(names)
        self._names = max((width_of(name) + required for name, required in names[:_MOST_MEASURED]), default=0)
        self._cursor = cursor
        if cursor is None:
            self.scroll_to(y=0, animate=False)
        self.lines_changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without fields there is nothing to edit; and the form knows what else there is."""
        if action in _LETTERS and self._rows.is_typing:
            return False
        if action in _KNOWN_TO_ROWS:
            return self._rows.can(action, *parameters)
        if action in ("copy_as", "send_anyway", "as_json", "undo"):
            return self._form.can(action)
        return self._count > 0 or action not in ("open", "cycle", "choose", "find", "hit")

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Where letters are typed, they are commands of nobody. A blank chooses where arrows do."""
        sign = character_of(key, character)
        if sign is None or not self._rows.is_typing:
            return False
        return sign.isprintable() and (sign != " " or not self._rows.steps)

    async def on_key(self, event: events.Key) -> None:
        """Before it can be a command."""
        sign = character_of(event.key, event.character)
        if sign is not None and self.screen.focused is self and self.check_consume_key(event.key, sign):
            event.stop()
            event.prevent_default()
            self._rows.typed(sign)

    def cache_key(self, index: int) -> Hashable:
        """The look, and whether the row is the selected one, whose name is bold."""
        return (index, self._look(index), index == self._cursor)

    def draw(self, index: int, width: int) -> Strip:
        """One field."""
        return field_strip(self._look(index), width, self.column, self.roles, selected=index == self._cursor)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """Where there are no fields, that is said."""
        line = Line(self.roles)
        if not self._count and y == 0:
            line.write("  ")
            line.write(self.empty_words, "muted")
        return line.strip(width)

    def _finish(self, strip: Strip, index: int, roles: Roles, *, first: bool) -> Strip:
        """The row under the cursor looks focused while the field above it has the keyboard."""
        if index != self._cursor or not self._rows.is_open:
            return super()._finish(strip, index, roles, first=first)
        parts = [Segment(roles.glyphs.cursor, roles["accent"]), *strip.crop(1)]
        lit = [Segment(text, roles.selected(style or Style.null(), focused=True)) for text, style, _ in parts]
        return Strip(lit, strip.cell_length).apply_style(self._base)

    def cursor_moved(self) -> None:
        """The form follows."""
        self._rows.row_changed()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The open field goes along."""
        super().watch_scroll_y(old_value, new_value)
        self._rows.rows_scrolled()

    def on_focus(self) -> None:
        """The form may open the field under the cursor at once."""
        self._rows.entered()

    def clicked(self, index: int, x: int) -> None:
        """A click on a value opens it, or takes the next choice."""
        if x >= self.column:
            self._rows.clicked()

    def on_click(self, event: events.Click) -> None:
        """The second click of a double click has nothing more to open."""
        if event.chain > 1:
            event.prevent_default()
            event.stop()

    def action_open(self) -> None:
        """Opens the field."""
        self._rows.open()

    def action_call(self) -> None:
        """Calls."""
        self._form.call()

    def action_send_anyway(self) -> None:
        """Calls though something is wrong."""
        self._form.call(anyway=True)

    def action_cycle(self) -> None:
        """The next of value, null and omit."""
        self._rows.cycle()

    def action_as_json(self) -> None:
        """All arguments as JSON."""
        self._form.as_json()

    def action_undo(self) -> None:
        """Takes back the last change."""
        self._form.undo()

    def action_copy_as(self) -> None:
        """Copies the call in another form."""
        self._form.copy_as()

    def action_add(self) -> None:
        """One more element or member."""
        self._rows.add()

    def action_remove_row(self) -> None:
        """Takes away the element or member."""
        self._rows.remove_row()

    def action_move_row(self, by: int) -> None:
        """Moves the element up or down."""
        self._rows.move_row(by)

    def action_rename(self) -> None:
        """Gives the member another name."""
        self._rows.rename()

    def action_field_json(self) -> None:
        """The field under the cursor as JSON."""
        self._rows.field_json()

    def action_outside(self) -> None:
        """Opens the value in the person's own editor."""
        self._form.outside()

    def on_paste(self, event: events.Paste) -> None:
        """A JSON object fills the form."""
        if self._rows.paste(event.text, ""):
            event.stop()

    def action_step(self, by: int) -> None:
        """The next or previous choice."""
        self._rows.step(by)

    def action_choose(self) -> None:
        """The next choice, or a tick."""
        self._rows.toggle()

    def action_leave(self) -> None:
        """Leaves the field, so that letters are commands."""
        self._form.leave()

    def action_find(self) -> None:
        """Looks for a field."""
        self._rows.find()

    def action_hit(self, by: int) -> None:
        """The next or previous hit."""
        self._rows.hit(by)

    def action_go(self, by: int) -> None:
        """The next or previous field."""
        self._rows.go(by)
