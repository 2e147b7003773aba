"""A line that asks for one thing: it is typed, or one of what is known is chosen with the arrows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Horizontal


class AskInput(Typed, Input):
    """The field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "take", id="ask.enter"),
        Binding("ctrl+r", "submit", "take", show=False, id="ask.run"),
        Binding("up", "choose(-1)", "known ones", key_display="↑↓", id="ask.previous"),
        Binding("down", "choose(1)", "next known one", show=False, id="ask.next"),
        Binding("escape", "leave", "leave", id="ask.leave"),
    ]

    def __init__(self, known: Iterable[str]) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.known = tuple(known)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is known there is nothing to choose."""
        return bool(self.known) if action == "choose" else True

    def action_choose(self, by: int) -> None:
        """The known one after or before what stands there, round the end; from another text the newest."""
        known = self.known
        at = (known.index(self.value) + by) % len(known) if self.value in known else len(known) - 1
        self.value = self.known[at]
        self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        """Nothing is wanted."""
        self.value = ""
        self.post_message(Input.Submitted(self, ""))


class AskLine(Horizontal):
    """The line, shown while it asks."""

    DEFAULT_CSS = """
    AskLine { height: 1; display: none; background: $surface; }
    AskLine.-asking { display: block; }
    AskLine > Static { width: auto; padding: 0 1; color: $muted; background: transparent; }
    AskLine > AskInput { width: 1fr; background: transparent; color: $foreground; }
    AskLine > AskInput:focus { background: transparent; }
    """

    @dataclass
    class Answered(Message):
        """What was typed or chosen, without blanks around it; empty if nothing is wanted."""

        line: "AskLine"
        text: str

        @property
        def control(self) -> Widget:
            """The line it came from."""
            return self.line

    def __init__(self, label: str, known: Iterable[str] = (), does: str = "connect") -> None:
        """`known` are the answers that the arrows go through, the best last; `does` is what Enter does, in a word."""
        super().__init__()
        self.key_words = {"take": does}
        self._label = label
        self.input = AskInput(known)

    def compose(self) -> ComposeResult:
        """Label and field."""
        yield Static(self._label, markup=False)
        yield self.input

    def start(self, known: Iterable[str] | None = None) -> None:
        """Ask, beginning with the best that is known; `known` takes the place of what was known before."""
        if known is not None:
            self.input.known = tuple(known)
        self.add_class("-asking")
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.input.value = ""
        if self.input.known:
            self.input.action_choose(1)
        self.input.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """It was answered."""
        event.stop()
        self.remove_class("-asking")
        self.post_message(self.Answered(self, event.value.strip()))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else's business."""
        event.stop()
