"""Who does what a key in a form asks for. Called directly: a message would come after the next key."""

from typing import Protocol


class TextOwner(Protocol):
    """Who has a text of several lines."""

    def call(self) -> None:
        """Sends it."""

    def outside(self) -> None:
        """Opens it in the person's own editor."""

    def leave(self) -> None:
        """Leaves it for what it was opened from."""

    def go(self, by: int) -> None:
        """Goes from it to what comes next, or before."""


class FormOwner(Protocol):
    """The form: what can be done wherever in it the keyboard is."""

    def take_in(self) -> None:
        """Reads what was typed."""

    def changed(self, is_changed: bool) -> None:
        """The draft is another, if it is."""

    def moved(self) -> None:
        """The cursor is on another field."""

    def open_editor(self, text: str = "", path: str | None = None) -> None:
        """Opens the field of the cursor in the editor, and types a text there; or what is at `path`, as JSON."""

    def show_level(self, path: str) -> None:
        """Shows what is below a place, in place of what was shown."""

    def go_up(self) -> None:
        """Shows the level above, the cursor where it was opened."""

    def outside(self) -> None:
        """Opens what the keyboard is on in the person's own editor."""

    def want_completions(self, path: str, text: str) -> None:
        """Asks what could stand in a field, if anybody knows."""

    def offers_completions(self, path: str) -> bool:
        """Whether somebody knows what could stand in a field."""

    def say(self) -> None:
        """Says what is to be said now."""

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
        """Shows what the level holds as JSON, of the first level all arguments."""

    def copy_as(self) -> None:
        """Asks as what the call is to be copied."""

    def can(self, action: str) -> bool:
        """Whether `copy_as`, `send_anyway`, `as_json` or `undo` does something."""


class RowOwner(Protocol):
    """The rows: what moves between fields, and changes the one under the cursor."""

    def go(self, by: int, leave: bool = True) -> None:
        """Goes to the next or previous field, beyond the last one to the buttons; `leave`: also out of the form."""

    def cycle(self) -> None:
        """The next of value, null and omit."""

    def paste(self, text: str, in_field: str) -> bool:
        """Takes what was pasted; `in_field`: with what stands around it there. False if it is text for one line."""

    def complete(self) -> None:
        """Asks what could stand in the open field."""

    def choose_completion(self, by: int) -> bool:
        """The next or previous of what could stand there; False if nothing is offered."""

    def take_completion(self) -> bool:
        """Takes the chosen one; False if none is."""

    def close_completions(self) -> bool:
        """Shows no longer what could stand there; False if nothing was shown."""

    def can(self, action: str, *parameters: object) -> bool:
        """Whether an action of the rows does something now."""

    def add(self) -> None:
        """One more element or member."""

    def remove_row(self) -> None:
        """Takes away the element or member under the cursor."""

    def move_row(self, by: int) -> None:
        """Moves the element under the cursor."""

    def rename(self) -> None:
        """Gives the member under the cursor another name."""

    def field_json(self) -> None:
        """Opens the field under the cursor as JSON."""

    def open(self) -> None:
        """Opens the field under the cursor."""

    def open_variants(self) -> bool:
        """Shows what the open field may be instead of the text that is typed; False if it is only text."""

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

    def leave_row(self) -> None:
        """The keyboard goes from the open field to its row, where letters are commands."""

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
