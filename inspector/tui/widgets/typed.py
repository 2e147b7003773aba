"""What a key types. Textual finds no character for some names of keys, `slash` among them."""

import string

from textual.keys import _character_to_key, key_to_character
from textual.widget import Widget

_UNFOUND = {
    _character_to_key(sign): sign
    for sign in string.printable
    if sign.isprintable() and key_to_character(_character_to_key(sign)) is None
}


def character_of(key: str, character: str | None) -> str | None:
    """The character of a key, also where the toolkit knows none."""
    return _UNFOUND.get(key) if character is None else character


def is_typed(focus: Widget | None, key: str, character: str | None = None) -> bool:
    """Whether a key is text where the keyboard is."""
    around = (one for one in focus.ancestors_with_self if isinstance(one, Widget)) if focus is not None else ()
    return any(one.check_consume_key(key, character) for one in around)


def key_from(focus: Widget | None, key: str) -> str:
    """What to press for a command's key where the keyboard is: where one types it is text, and Esc leaves first."""
    return f"Esc, then {key}" if is_typed(focus, key, key) else key


class Typed:
    """For a widget in which one types: every character is text there, and no command of what is around it."""

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether the key is text here."""
        consumes: bool = super().check_consume_key(key, character_of(key, character))  # type: ignore[misc]
        return consumes
