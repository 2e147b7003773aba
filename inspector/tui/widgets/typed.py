"""What a key types. Textual finds no character for some names of keys, `slash` among them."""

import string
from typing import Any

from textual import events
from textual.keys import _character_to_key, key_to_character

_UNFOUND = {
    _character_to_key(sign): sign
    for sign in string.printable
    if sign.isprintable() and key_to_character(_character_to_key(sign)) is None
}


def character_of(key: str, character: str | None) -> str | None:
    """The character of a key, also where the toolkit knows none."""
    return _UNFOUND.get(key) if character is None else character


class InOrder:
    """For a widget whose keys act in the order in which they were typed, however fast they come.

    The toolkit writes a letter at once but carries out a binding only after the key has gone up to the app, so that in
    “2 Tab 3” the 3 would come before the Tab; here the widget's own bindings are carried out where the letters are. A
    key that was on its way when the focus went elsewhere goes there: who has the focus is asked of the screen, since
    `has_focus` is told by a message, behind the keys that wait.
    """

    async def on_key(self: Any, event: events.Key) -> None:
        """Before it is a letter."""
        focused = self.screen.focused
        if focused is not self:
            event.stop()
            event.prevent_default()
            (focused or self.screen)._forward_event(events.Key(event.key, event.character))  # this one is done with
        elif not self.check_consume_key(event.key, event.character):
            bound = self.screen.active_bindings.get(event.key)
            if bound is not None and bound.node is self and bound.enabled:
                event.stop()
                event.prevent_default()
                await self.run_action(bound.binding.action)


class Typed(InOrder):
    """For a widget in which one types: every character is text there, and no command of what is around it."""

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether the key is text here."""
        consumes: bool = super().check_consume_key(key, character_of(key, character))  # type: ignore[misc]
        return consumes
