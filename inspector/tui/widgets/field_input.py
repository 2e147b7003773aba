"""The one field that is open: a line of text, floating over its row."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

from inspector.tui.widgets.form_owners import FormOwner, RowOwner
from inspector.tui.widgets.open_input import OpenInput


class FieldInput(OpenInput):
    """A text field of a form; letters are text, and the keys that are none go to the form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next", "next", key_display="Tab", id="field.next"),
        Binding("ctrl+r", "call", "call", key_display="^R", id="field.call"),
        Binding("ctrl+t", "cycle", "null/omit", key_display="^T", id="field.cycle"),
        Binding("right", "cursor_right", "variants", key_display="→", id="field.variants"),
        Binding("escape", "leave", "leave field", key_display="Esc", id="field.leave"),
        Binding("shift+tab", "go(-1)", "Previous field", show=False, id="field.previous"),
        Binding("up", "up", "Field above", show=False, id="field.up"),
        Binding("down", "down", "Field below", show=False, id="field.down"),
        Binding("shift+up", "move_row(-1)", "Move up", show=False, id="field.move-up"),
        Binding("shift+down", "move_row(1)", "Move down", show=False, id="field.move-down"),
        Binding("ctrl+g", "outside", "in $EDITOR", show=False, id="field.outside"),
        Binding("ctrl+@,ctrl+space", "complete", "complete", show=False, key_display="^Space", id="field.complete"),
        Binding("ctrl+z", "undo", "Undo", show=False, id="field.undo"),
    ]

    virtual_size = Reactive(Size(0, 0), layout=False)
    """A letter lays nothing out again: the field is as wide as its row lets it be, and scrolls."""

    def __init__(self, rows: RowOwner, form: FormOwner) -> None:
        super().__init__()
        self._rows, self._form = rows, form

    def show_text(self, text: str, *, placeholder: str, selected: bool) -> None:
        """Begins with a text, the cursor at its end; `selected`: what is typed takes its place."""
        with self.prevent(Input.Changed):
            self.placeholder, self.value = placeholder, text
            self.cursor_position = len(text)
            if selected:
                self.select_all()

    async def action_submit(self) -> None:
        """Enter opens a union in which nothing stands yet, as it does other rows that open; else it goes to the next
        field, at last to the button."""
        if self.value or not self._rows.open_variants():
            self.action_next()

    def action_cursor_right(self, select: bool = False) -> None:
        """Behind the text of a union there are its variants."""
        is_at_end = not select and self.selection.is_empty and self.cursor_position == len(self.value)
        if not is_at_end or not self._rows.open_variants():
            super().action_cursor_right(select)

    def on_paste(self, event: events.Paste) -> None:
        """JSON may be meant for the form, and a text of several lines is not cut to its first."""
        text = event.text.rstrip("\r\n")
        start, end = sorted(self.selection)
        if self._rows.paste(text, self.value[:start] + text + self.value[end:]):
            event.stop()
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is not offered here is not told of."""
        return self._rows.can(action, *parameters) if action in ("complete", "move_row") else True

    def action_next(self) -> None:
        """Takes what was chosen of the offered; else goes to the next field."""
        if not self._rows.take_completion():
            self._rows.go(1)

    def action_down(self) -> None:
        """The next of what is offered; else the next field."""
        if not self._rows.choose_completion(1):
            self._rows.go(1)

    def action_up(self) -> None:
        """The one before of what is offered; else the field above."""
        if not self._rows.choose_completion(-1):
            self._rows.go(-1, False)

    def action_move_row(self, by: int) -> None:
        """Moves the element up or down."""
        self._rows.move_row(by)

    def action_outside(self) -> None:
        """Opens the text in the person's own editor."""
        self._form.outside()

    def action_complete(self) -> None:
        """Asks what could stand here."""
        self._rows.complete()

    def action_go(self, by: int, leave: bool = True) -> None:
        """Goes to another field."""
        self._rows.go(by, leave)

    def action_call(self) -> None:
        """Calls."""
        self._form.call()

    def action_cycle(self) -> None:
        """The next of value, null and omit."""
        self._rows.cycle()

    def action_leave(self) -> None:
        """Closes what is offered; else leaves the field."""
        if not self._rows.close_completions():
            self._form.leave()

    def action_undo(self) -> None:
        """Takes back what was typed."""
        self._form.undo()
