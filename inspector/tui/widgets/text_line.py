"""A line in which one text is written or changed: a note, a name. It begins with what stands there."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input, Static

from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Horizontal


class TextInput(Typed, Input):
    """The field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "keep it", id="text.enter"),
        Binding("ctrl+r", "submit", "keep it", show=False, id="text.run"),
        Binding("escape", "leave", "leave as it was", id="text.leave"),
    ]

    class Left(Message):
        """Nothing is to be changed."""

    def __init__(self) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.cursor_blink = False

    def action_leave(self) -> None:
        """Leaves it as it was."""
        self.post_message(self.Left())


class TextLine(Horizontal):
    """The line, shown while it asks."""

    DEFAULT_CSS = """
    TextLine { height: 1; display: none; background: $surface; }
    TextLine.-asking { display: block; }
    TextLine > Static { width: auto; max-width: 50%; padding: 0 1; color: $muted; background: transparent; }
    TextLine > TextInput { width: 1fr; background: transparent; color: $foreground; }
    TextLine > TextInput:focus { background: transparent; }
    """

    class Left(Message):
        """The line is gone; the keyboard is free."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = Static("", markup=False)
        self.input = TextInput()
        self._then: Callable[[str], object] = str

    def compose(self) -> ComposeResult:
        """Label and field."""
        yield self.label
        yield self.input

    def ask(self, label: str, text: str, then: Callable[[str], object], *, unseen: bool = False) -> None:
        """Ask, beginning with `text`; `then` gets what was written, without blanks around it, unless one leaves.

        `unseen`: what is written is a secret, and not shown.
        """
        self._then = then
        self.label.update(label)
        self.add_class("-asking")
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.input.password = unseen
        self.input.value = text
        self.input.cursor_position = len(text)
        self.input.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """It was written."""
        event.stop()
        self._end()
        self._then(event.value.strip())

    def on_text_input_left(self, event: TextInput.Left) -> None:
        """Esc."""
        event.stop()
        self._end()

    def _end(self) -> None:
        if self.has_class("-asking"):
            self.remove_class("-asking")
            if self.input.password:
                self.input.value = ""
            self.post_message(self.Left())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else's business."""
        event.stop()
