"""As what something is to be copied: rows that ask, and go away. Secrets are left out unless one says otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, width_of
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.unscrolled import Unscrolled

_MOST_SHOWN = 40
_TITLE: Final = "  Copy "
_SECRETS: Final = "s"


@dataclass(frozen=True, slots=True)
class Copyable:
    """One thing to copy: its key, what it is, how it looks (foreign text may be in it), and the text itself, made when
    it is chosen, with its secrets or without."""

    key: str
    name: str
    looks: str
    text: Callable[[bool], str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a key stands: its row, and its cells."""

    key: str
    row: int
    start: int
    end: int


def copy_rows(choices: Sequence[Copyable], secrets: bool, width: int, roles: Roles) -> tuple[list[Strip], list[Place]]:
    """The rows, as many as it takes, and where each key is; how things look yields where there is no room for it."""
    told = "secrets are in it" if secrets else "secrets left out"
    bare = [(one.key, one.name, "") for one in choices] + [(_SECRETS, told, "")]
    total = width_of(_TITLE) + sum(_cells(*one) for one in bare)
    looking = sum(bool(one.looks) for one in choices)
    each = (width - total - 12) // looking if looking else 0
    shown = [(one.key, one.name, one.looks if each >= 6 else "") for one in choices]
    line = Line(roles)
    line.write(_TITLE, "muted")
    rows, places = [line], list[Place]()
    for key, name, looks in [*shown, bare[-1]]:
        if line.cells + _cells(key, name, "") > width and line.cells > width_of(_TITLE):
            line = Line(roles)
            line.write(" " * width_of(_TITLE))
            rows.append(line)
        line.write("  ")
        start = line.cells
        line.write(key, "accent bold")
        line.write(f" {name}", ("warning" if secrets else "muted") if key == _SECRETS else "")
        if looks:
            line.write(" ")
            line.foreign(looks, min(each - 1, _MOST_SHOWN), "muted")
        places.append(Place(key, len(rows) - 1, start, line.cells))
    if line.cells + 12 < width:
        line.right("Esc leave", width - 1, "faint")
    return [line.strip(width) for line in rows], places


def _cells(key: str, name: str, looks: str) -> int:
    return width_of(key) + width_of(name) + width_of(looks) + 3


class CopyBar(Unscrolled, can_focus=True):
    """The rows as a widget. It has the keyboard while it is seen, and gives it back when that is over."""

    DEFAULT_CSS = """
    CopyBar {
        height: auto;
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
        Binding("j", "choose('j')", "JSON", id="copy.json"),
        Binding("l", "choose('l')", "line", id="copy.line"),
        Binding("c", "choose('c')", "curl", id="copy.curl"),
        Binding("i", "choose('i')", "inspector command", id="copy.command"),
        Binding("h", "choose('h')", "Python, httpx", id="copy.httpx"),
        Binding("k", "choose('k')", "Python, official SDK", id="copy.sdk"),
        Binding("m", "choose('m')", "Markdown report", id="copy.markdown"),
        Binding("s", "secrets", "secrets in or out", id="copy.secrets"),
        Binding("escape,q", "close", "leave", key_display="Esc", id="copy.close"),
    ]

    @dataclass
    class Chosen(Message):
        """This text is to be copied; `name` says what it is."""

        bar: "CopyBar"
        text: str
        name: str

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
        self.secrets = False

    def ask(self, choices: Sequence[Copyable]) -> None:
        """Shows what can be copied, and takes the keyboard. Secrets are left out until one says otherwise."""
        self.choices, self.secrets = choices, False
        self.display = True
        self.refresh(layout=True)
        self.focus()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the choices take."""
        return len(copy_rows(self.choices, self.secrets, width, roles_of(self))[0])

    def render_line(self, y: int) -> Strip:
        """A row."""
        rows, _ = copy_rows(self.choices, self.secrets, self.size.width, roles_of(self))
        strip = rows[y] if y < len(rows) else Strip.blank(self.size.width)
        return strip.apply_style(self.rich_style)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what there is."""
        return action != "choose" or any(one.key in parameters for one in self.choices)

    def action_choose(self, key: str) -> None:
        """Copies one of them."""
        chosen = next((one for one in self.choices if one.key == key), None)
        if chosen is not None:
            self.post_message(self.Chosen(self, chosen.text(self.secrets), chosen.name))
            self.action_close()

    def action_secrets(self) -> None:
        """Secrets are to be in what is copied, or not."""
        self.secrets = not self.secrets
        self.refresh(layout=True)

    def action_close(self) -> None:
        """Goes away."""
        self.post_message(self.Left(self))

    def on_blur(self) -> None:
        """The keyboard went elsewhere: nobody asks any more."""
        self.display = False

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
        event.stop()
        _, places = copy_rows(self.choices, self.secrets, self.size.width, roles_of(self))
        for place in places:
            if place.row == event.y and place.start <= event.x < place.end:
                self.action_secrets() if place.key == _SECRETS else self.action_choose(place.key)
