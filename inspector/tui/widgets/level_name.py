"""The name of a member, typed in its row: of one that is added, or that gets another name."""

from typing import ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import Input

from inspector.tui.widgets.safe_strip import safe_strip
from inspector.tui.widgets.typed import Typed


class NameOwner(Protocol):
    """Who is told of the name."""

    def named(self, name: str) -> None:
        """The name was typed."""

    def unnamed(self) -> None:
        """There is to be no name, or the old one stays."""


class NameInput(Typed, Input):
    """A line of text over the place of the name; `""` is the empty name."""

    DEFAULT_CSS = """
    NameInput, NameInput:ansi {
        position: absolute;
        layer: open;
        background: $panel;
        background-tint: $foreground 0%;
        color: $foreground;
        & > .input--placeholder { color: $faint; text-style: italic; }
    }
    NameInput:focus {
        background: $cursor;
        background-tint: $foreground 0%;
        text-style: $cursor-style;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "take the name", key_display="Enter", id="name.take"),
        Binding("tab", "submit", "Take the name", show=False, id="name.take-too"),
        Binding("escape", "leave", "no name", key_display="Esc", id="name.leave"),
    ]

    def __init__(self, owner: NameOwner) -> None:
        super().__init__(placeholder="name", compact=True, select_on_focus=False)
        self._owner = owner
        self.cursor_blink = False
        self.display = False

    def begin(self, name: str) -> None:
        """Begins with a name, all of it selected."""
        with self.prevent(Input.Changed):
            self.value = name
            self.cursor_position = len(name)
            self.select_all()

    def render_line(self, y: int) -> Strip:
        """The text, made safe: a name may come from a server."""
        return safe_strip(super().render_line(y))

    async def action_submit(self) -> None:
        """Takes what is typed."""
        self._owner.named("" if self.value == '""' else self.value)

    def action_leave(self) -> None:
        """Takes nothing."""
        self._owner.unnamed()
