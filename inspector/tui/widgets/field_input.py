"""The one field that is open: a line of text, floating over its row."""

from typing import ClassVar, Protocol

from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import Input

from inspector.tui.widgets.safe_strip import safe_strip
from inspector.tui.widgets.typed import Typed


class FieldOwner(Protocol):
    """The form that a field is in. Its widgets call it directly: a message would come after the next key."""

    def go(self, by: int, leave: bool = True) -> None:
        """Goes to the next or previous field, beyond the last one to the buttons; `leave`: also out of the form."""

    def call(self, *, anyway: bool = False) -> None:
        """Calls, if nothing is wrong; `anyway`: even if something is."""

    def cycle(self) -> None:
        """The next of value, null and omit."""

    def leave(self) -> None:
        """Leaves the open field."""

    def undo(self) -> None:
        """Takes back the last change."""

    def paste_lines(self, text: str) -> bool:
        """Takes a text of several lines for the field, which then opens as such; False if it cannot have any."""


class FieldInput(Typed, Input):
    """A text field of a form; letters are text, and the keys that are none go to the form."""

    DEFAULT_CSS = """
    FieldInput, FieldInput:ansi {
        position: absolute;
        layer: open;
        background: $panel;
        background-tint: $foreground 0%;
        color: $foreground;
        & > .input--placeholder { color: $faint; text-style: italic; }
    }
    FieldInput:focus {
        background: $cursor;
        background-tint: $foreground 0%;
        text-style: $cursor-style;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "go(1)", "next", key_display="Tab", id="field.next"),
        Binding("ctrl+r", "call", "call", key_display="^R", id="field.call"),
        Binding("ctrl+t", "cycle", "null/omit", key_display="^T", id="field.cycle"),
        Binding("escape", "leave", "leave field", key_display="Esc", id="field.leave"),
        Binding("shift+tab", "go(-1)", "Previous field", show=False, id="field.previous"),
        Binding("up", "go(-1, False)", "Field above", show=False, id="field.up"),
        Binding("down", "go(1)", "Field below", show=False, id="field.down"),
        Binding("ctrl+z", "undo", "Undo", show=False, id="field.undo"),
    ]

    def __init__(self, owner: FieldOwner) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self._owner = owner
        self.cursor_blink = False
        self.display = False

    def render_line(self, y: int) -> Strip:
        """The text, made safe: a default may come from a server."""
        return safe_strip(super().render_line(y))

    async def action_submit(self) -> None:
        """Enter goes to the next field, at last to the button."""
        self._owner.go(1)

    def on_paste(self, event: events.Paste) -> None:
        """A text of several lines is not cut to its first."""
        text = event.text.rstrip("\r\n")
        start, end = sorted(self.selection)
        if "\n" in text and self._owner.paste_lines(self.value[:start] + text + self.value[end:]):
            event.stop()
            event.prevent_default()

    def action_go(self, by: int, leave: bool = True) -> None:
        """Goes to another field."""
        self._owner.go(by, leave)

    def action_call(self) -> None:
        """Calls."""
        self._owner.call()

    def action_cycle(self) -> None:
        """The next of value, null and omit."""
        self._owner.cycle()

    def action_leave(self) -> None:
        """Leaves the field."""
        self._owner.leave()

    def action_undo(self) -> None:
        """Takes back what was typed."""
        self._owner.undo()
