"""The line that saves a part of a result: which one, how large it is, and the path of the file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector.tui.widgets.result_payloads import Payload
from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Horizontal, Vertical
from inspector.wire.text import visible


class PathInput(Typed, Input):
    """The field of the path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "save", id="save.enter"),
        Binding("up", "choose(-1)", "which part", key_display="↑↓", id="save.previous"),
        Binding("down", "choose(1)", "next part", show=False, id="save.next"),
        Binding("escape", "leave", "leave", id="save.leave"),
    ]

    def __init__(self) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.can_focus = False
        self.cursor_blink = False

    async def action_submit(self) -> None:
        """Save, before the next key."""
        self._line.submit()

    def action_choose(self, by: int) -> None:
        """The next part, or the one before."""
        self._line.choose(by)

    def action_leave(self) -> None:
        """Nothing is saved."""
        self._line.leave()

    def on_blur(self) -> None:
        """The field cannot be reached by Tab any more."""
        self.can_focus = False

    @property
    def _line(self) -> "SaveLine":
        return self.query_ancestor(SaveLine)


class SaveLine(Vertical):
    """One row under the head of a result, and one more where something is to be said. It writes nothing itself."""

    DEFAULT_CSS = """
    SaveLine { height: auto; background: $surface; }
    SaveLine > Horizontal { height: 1; background: transparent; }
    SaveLine Static { width: auto; height: 1; padding: 0 1; color: $muted; background: transparent; }
    SaveLine .save--note { color: $warning; }
    SaveLine PathInput { width: 1fr; min-width: 16; background: transparent; color: $foreground; }
    SaveLine PathInput:focus { background: transparent; }
    """

    @dataclass
    class Wanted(Message):
        """A part is to be written to a path. `replace`: the person knows that there is a file of this name."""

        line: "SaveLine"
        payload: Payload
        path: str
        replace: bool

        @property
        def control(self) -> Widget:
            """The line."""
            return self.line

        def done(self) -> None:
            """It is written."""
            self.line.leave()

        def refused(self, why: str, *, exists: bool) -> None:
            """It is not; `exists`: Enter once more replaces the file."""
            self.line.refuse(why, self.path if exists else None)

    @dataclass
    class Left(Message):
        """The keyboard goes back to the result."""

        line: "SaveLine"

        @property
        def control(self) -> Widget:
            """The line."""
            return self.line

    def __init__(self) -> None:
        super().__init__()
        self._payloads: Sequence[Payload] = ()
        self._at = 0
        self._proposed = ""
        self._exists: str | None = None
        """The path that is known to be taken."""
        self._label = Static("", markup=False)
        self._note = Static("", classes="save--note", markup=False)
        self.input = PathInput()

    def compose(self) -> ComposeResult:
        """What is saved, its path, and what stands in the way."""
        with Horizontal():
            yield self._label
            yield self.input
        yield self._note

    def start(self, payloads: Sequence[Payload], origin: str) -> None:
        """Asks where to save; first of the part at `origin`. Whoever shows this row shows it before."""
        self._payloads = payloads
        self._at = next((at for at, one in enumerate(payloads) if one.origin == origin), len(payloads) - 1)
        self._proposed = self.input.value = ""
        self.choose(0)
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.input.can_focus = True
        self.screen.set_focus(self.input, scroll_visible=False)

    def choose(self, by: int) -> None:
        """Another part. Its name is proposed unless one was typed."""
        self._at = (self._at + by) % len(self._payloads)
        payload = self._payloads[self._at]
        number = f"{self._at + 1}/{len(self._payloads)} " if len(self._payloads) > 1 else ""
        fact = f", {payload.fact}" if payload.fact else ""
        self._label.update(Content(visible(f"save {number}{payload.what}{fact} as")))
        if self.input.value == self._proposed:
            self.input.value = self._proposed = payload.name
            self.input.cursor_position = len(payload.name)
        self._say("")

    def submit(self) -> None:
        """Enter."""
        path = self.input.value.strip()
        if path:
            self.post_message(self.Wanted(self, self._payloads[self._at], path, path == self._exists))
            self._say("saving")

    def leave(self) -> None:
        """Done, or not wanted."""
        self._say("")
        self.post_message(self.Left(self))

    def refuse(self, why: str, exists: str | None) -> None:
        """Says why nothing was written."""
        self._say(f"{why} Enter replaces it." if exists is not None else why)
        self._exists = exists

    def _say(self, note: str) -> None:
        self._exists = None
        self._note.update(Content(visible(note)))
        self._note.display = bool(note)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another path is another file."""
        event.stop()
        if event.value.strip() != self._exists:
            self._say("")
