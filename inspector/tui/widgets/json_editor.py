"""An editor of several lines, in place of the form: one value, or all arguments, as JSON or as plain text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import TextArea

from inspector.tui.cells import Span
from inspector.tui.widgets.form_owners import FormOwner, TextOwner
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.safe_strip import safe_strip
from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Vertical
from inspector.wire.json import NotJson, parse


def json_fault(text: str) -> str | None:
    """Where and why a text is not JSON: `line 3, column 5: …`; None if it is."""
    try:
        parse(text)
    except NotJson as broken:
        line = text.count("\n", 0, broken.position) + 1
        column = broken.position - (text.rfind("\n", 0, broken.position) + 1) + 1
        return f"line {line}, column {column}: {broken.reason}"
    return None


class LinesInput(Typed, TextArea):
    """The text area: its text is shown safely, and keys that are no text go to the owner."""

    DEFAULT_CSS = """
    LinesInput, LinesInput:focus {
        border: none;
        padding: 0 1;
        background: $background;
        color: $foreground;
        scrollbar-size: 1 1;
        & .text-area--cursor-line { background: $surface; }
        & .text-area--gutter { color: $faint; }
        & .text-area--cursor-gutter { color: $muted; background: $surface; text-style: none; }
        & .text-area--cursor { color: $input-cursor-foreground; background: $input-cursor-background; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "call", "call", key_display="^R", id="editor.call"),
        Binding("escape", "leave", "back", key_display="Esc", id="editor.leave"),
        Binding("ctrl+g", "outside", "in $EDITOR", key_display="^G", id="editor.outside"),
        Binding("ctrl+z", "undo", "Undo", show=False, id="editor.undo"),
        Binding("tab", "go(1)", "Next", show=False, id="editor.next"),
        Binding("shift+tab", "go(-1)", "Previous", show=False, id="editor.previous"),
    ]

    def __init__(self, owner: TextOwner) -> None:
        super().__init__(show_line_numbers=True, compact=True, soft_wrap=True)
        self._owner = owner
        self.cursor_blink = False

    def render_line(self, y: int) -> Strip:
        """The text, made safe."""
        return safe_strip(super().render_line(y))

    def action_call(self) -> None:
        """Calls."""
        self._owner.call()

    def action_outside(self) -> None:
        """Opens the text in the person's own editor."""
        self._owner.outside()

    def action_leave(self) -> None:
        """Goes back to where it was opened."""
        self._owner.leave()

    def action_go(self, by: int) -> None:
        """Leaves to what comes next."""
        self._owner.go(by)


class JsonEditor(Vertical):
    """A breadcrumb, the text, and what is to be said of it."""

    DEFAULT_CSS = """
    JsonEditor {
        height: 1fr;
        & > .crumbs { height: 1; background: $background; }
        & > .verdict { height: 1; }
    }
    """

    @dataclass
    class Typed(Message):
        """The text changed."""

        editor: "JsonEditor"
        text: str

        @property
        def control(self) -> Widget:
            """The editor."""
            return self.editor

    def __init__(self, owner: FormOwner, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._area = LinesInput(owner)
        self._crumbs = HintStrip()
        self._crumbs.add_class("crumbs")
        self._verdict = HintStrip()
        self._verdict.add_class("verdict")

    def compose(self) -> ComposeResult:
        """The three of them, one below the other."""
        yield self._crumbs
        yield self._area
        yield self._verdict

    @property
    def text(self) -> str:
        """What stands in it."""
        return self._area.text

    @property
    def verdict(self) -> str:
        """What is said of it."""
        return self._verdict.text

    def open(self, crumbs: Sequence[Span], what: str, text: str) -> None:
        """Shows a text; `crumbs` lead to it, `what` says what is wanted: `array of strings`."""
        self._crumbs.say((crumbs, [(what, "faint")]))
        if text != self._area.text:
            with self.prevent(TextArea.Changed):
                self._area.load_text(text)
                inside = text[:1] in ("{", "[")
                self._area.move_cursor((0, 1) if inside else self._area.document.end)

    def say(self, left: Sequence[Span], right: Sequence[Span]) -> None:
        """What is to be said of the text as it is."""
        self._verdict.say((left, right))

    def focus(self, scroll_visible: bool = True) -> "JsonEditor":
        """The text area gets the keyboard, at once."""
        self.screen.set_focus(self._area, scroll_visible)
        return self

    def insert(self, text: str) -> None:
        """Types a text where the cursor is."""
        self._area.insert(text)

    @property
    def is_open(self) -> bool:
        """Whether the keyboard is in the text."""
        return self._area.has_focus

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """The owner reads it."""
        event.stop()
        self.post_message(self.Typed(self, event.text_area.text))
