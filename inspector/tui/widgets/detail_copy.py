"""What of a record is to be copied: one row that asks, and goes away."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line
from inspector.tui.numbers import size
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.document_view import DocumentView

_MOST_SHOWN = 40
_LOOKS = 160
"""Characters of a text that show what it is."""


@dataclass(frozen=True, slots=True)
class Copyable:
    """One thing to copy: its key, what it is, how it looks (foreign text may be in it), and the text itself."""

    key: str
    name: str
    looks: str
    text: Callable[[], str]


def copy_strip(choices: Sequence[Copyable], width: int, roles: Roles) -> tuple[Strip, list[tuple[int, int]]]:
    """The row, and the cells of each choice; how things look yields where there is no room for it."""
    line = Line(roles)
    line.write("  Copy ", "muted")
    bare = sum(len(one.key) + len(one.name) + 4 for one in choices) + line.cells
    each = max((width - bare - 8) // max(len(choices), 1), 0)
    places: list[tuple[int, int]] = []
    for one in choices:
        line.write("  ")
        start = line.cells
        line.write(one.key, "accent bold")
        line.write(f" {one.name}")
        if one.looks and each >= 6:
            line.write(" ")
            line.foreign(one.looks, min(each - 1, _MOST_SHOWN), "muted")
        places.append((start, line.cells))
    if line.cells + 12 < width:
        line.right("Esc leave", width - 1, "faint")
    return line.strip(width), places


class CopyBar(Widget, can_focus=True):
    """The row as a widget. It has the keyboard while it is seen, and gives it back when that is over."""

    DEFAULT_CSS = """
    CopyBar {
        height: 1;
        display: none;
        background: $panel;
        color: $foreground;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "choose('y')", "value", id="copy.value"),
        Binding("p", "choose('p')", "path", id="copy.path"),
        Binding("t", "choose('t')", "its text", id="copy.text"),
        Binding("w", "choose('w')", "the whole", id="copy.whole"),
        Binding("escape,q", "close", "leave", key_display="Esc", id="copy.close"),
    ]

    @dataclass
    class Chosen(Message):
        """This text is to be copied."""

        bar: "CopyBar"
        text: str

        @property
        def control(self) -> Widget:
            """The bar."""
            return self.bar

    @dataclass
    class Left(Message):
        """The bar has gone; the keyboard goes back where it was, unless it is elsewhere already."""

        bar: "CopyBar"

        @property
        def control(self) -> Widget:
            """The bar."""
            return self.bar

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.choices: Sequence[Copyable] = ()

    def ask(self, choices: Sequence[Copyable]) -> None:
        """Shows what can be copied, and takes the keyboard."""
        self.choices = choices
        self.display = True
        self.refresh()
        self.focus()

    def render_line(self, y: int) -> Strip:
        """The row."""
        strip, _ = copy_strip(self.choices, self.size.width, roles_of(self))
        return strip.apply_style(self.rich_style)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what there is."""
        return action != "choose" or any(one.key in parameters for one in self.choices)

    def action_choose(self, key: str) -> None:
        """Copies one of them."""
        chosen = next((one for one in self.choices if one.key == key), None)
        if chosen is not None:
            self.post_message(self.Chosen(self, chosen.text()))
            self.action_close()

    def action_close(self) -> None:
        """Goes away."""
        self.post_message(self.Left(self))

    def on_blur(self) -> None:
        """The keyboard went elsewhere: nobody asks any more."""
        self.display = False

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
        event.stop()
        _, places = copy_strip(self.choices, self.size.width, roles_of(self))
        for one, (start, end) in zip(self.choices, places, strict=True):
            if start <= event.x < end:
                self.action_choose(one.key)


def copyables(view: DocumentView) -> list[Copyable]:
    """What can be copied of a document: the value or line at the cursor, its path, its text, the whole."""
    found: list[Copyable] = []
    path, value, text = view.path_at_cursor, view.value_at_cursor, view.string_at_cursor
    if value is not None:
        name = "line" if path is None else "value"
        found.append(Copyable("y", name, value[:_LOOKS], lambda: value))
    if path is not None:
        found.append(Copyable("p", "path", path[:_LOOKS], lambda: path))
    if text is not None:
        found.append(Copyable("t", "its text", "", lambda: text))
    document = view.document
    found.append(Copyable("w", "the whole", size(_bytes_of(document)), lambda: _text_of(document)))
    return found


def _bytes_of(document: str | bytes) -> int:
    return len(document if isinstance(document, bytes) else document.encode("utf-8", "surrogatepass"))


def _text_of(document: str | bytes) -> str:
    return document if isinstance(document, str) else document.decode("utf-8", "backslashreplace")
