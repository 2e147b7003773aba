"""The name of a member, typed in its row: of one that is added, or that gets another name."""

from typing import ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.widgets import Input

from inspector.tui.widgets.open_input import OpenInput


class NameOwner(Protocol):
    """Who is told of the name."""

    def named(self, name: str) -> None:
        """The name was typed."""

    def unnamed(self) -> None:
        """There is to be no name, or the old one stays."""


class NameInput(OpenInput):
    """A line of text over the place of the name; `""` is the empty name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "take the name", key_display="Enter", id="name.take"),
        Binding("tab", "submit", "Take the name", show=False, id="name.take-too"),
        Binding("escape", "leave", "no name", key_display="Esc", id="name.leave"),
    ]

    def __init__(self, owner: NameOwner) -> None:
        super().__init__("name")
        self._owner = owner

    def begin(self, name: str) -> None:
        """Begins with a name, all of it selected."""
        with self.prevent(Input.Changed):
            self.value = name
            self.cursor_position = len(name)
            self.select_all()

    async def action_submit(self) -> None:
        """Takes what is typed."""
        self._owner.named("" if self.value == '""' else self.value)

    def action_leave(self) -> None:
        """Takes nothing."""
        self._owner.unnamed()
