"""Who does what a key in a form asks for. Called directly: a message would come after the next key."""

from typing import Protocol


class FormOwner(Protocol):
    """The form: what can be done wherever in it the keyboard is."""

    def take_in(self) -> None:
        """Reads what was typed."""

    def changed(self, is_changed: bool) -> None:
        """The draft is another, if it is."""

    def moved(self) -> None:
        """The cursor is on another field."""

    def open_editor(self, text: str = "") -> None:
        """Opens the field of the cursor in the editor, and types a text there."""

    def share_out(self) -> None:
        """Room is to be shared out again."""

    def focus_buttons(self) -> None:
        """Brings the keyboard to the main button."""

    def go(self, by: int, leave: bool = True) -> None:
        """Goes from the editor to the buttons, or to what is before the form."""

    def call(self, *, anyway: bool = False) -> None:
        """Calls, if nothing is wrong; `anyway`: even if something is."""

    def leave(self) -> None:
        """Leaves what is open."""

    def undo(self) -> None:
        """Takes back the last change."""

    def as_json(self) -> None:
        """Shows all arguments as JSON."""

    def copy_as(self) -> None:
        """Asks as what the call is to be copied."""

    def can(self, action: str) -> bool:
        """Whether `copy_as`, `send_anyway` or `as_json` does something."""


class RowOwner(Protocol):
    """The rows: what moves between fields, and changes the one under the cursor."""

    def go(self, by: int, leave: bool = True) -> None:
        """Goes to the next or previous field, beyond the last one to the buttons; `leave`: also out of the form."""

    def cycle(self) -> None:
        """The next of value, null and omit."""

    def paste_lines(self, text: str) -> bool:
        """Takes a text of several lines for the field, which then opens as such; False if it cannot have any."""

    def open(self) -> None:
        """Opens the field under the cursor."""

    def clicked(self) -> None:
        """The value under the cursor was clicked."""

    def step(self, by: int) -> None:
        """The next or previous choice."""

    def find(self) -> None:
        """Asks which field is looked for."""

    def hit(self, by: int) -> None:
        """The next or previous field that was found, else that has a fault."""

    def toggle(self) -> None:
        """Space: the next choice, or a tick."""

    def take_focus(self) -> None:
        """Brings the keyboard to the field under the cursor."""

    def row_changed(self) -> None:
        """The cursor came to another row."""

    def rows_scrolled(self) -> None:
        """The rows stand elsewhere."""

    def entered(self) -> None:
        """The keyboard came to the rows."""

    def typed(self, character: str) -> None:
        """A printable key on a row where letters are typed, but not in the row itself."""

    @property
    def is_typing(self) -> bool:
        """Whether printable keys are for the field under the cursor, and no commands."""

    @property
    def is_open(self) -> bool:
        """Whether the field above the row under the cursor has the keyboard."""

    @property
    def steps(self) -> bool:
        """Whether the value under the cursor is chosen, by arrows and the blank."""
