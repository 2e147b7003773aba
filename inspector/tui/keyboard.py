"""Keys in their order: none is handled before all that the one before it led to.

The toolkit hands a key to what has the focus at that moment, and handles it while the next comes: a burst of keys, as
from a paste, a slow line or a busy machine, then finds the focus where it was before, and a letter meant for the field
that Tab leads to is typed into the one before. Here a key waits until the one before it has gone all its way, which is
known when a follower behind it has come through the same queues.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

_ROUNDS: Final = 2
"""Once behind the key, from what had the focus up to the app; and once more behind what it made a widget tell."""

_MOVES: Final = frozenset({"up", "down", "pageup", "pagedown", "home", "end", "j", "k"})
"""Keys that only move on: whoever passes by does not wait for the rest of what was passed."""

_LOOK: Final = 0.2
"""Seconds after which it is looked whether a follower is lost, with the widget in whose queue it was."""

_LOOKS: Final = 50
"""After so many looks the next key goes all the same: what has the focus hangs."""


@dataclass(slots=True, eq=False)
class _Follower:
    """Goes the way of a key, behind it in each queue. `node` is the one whose queue it is in."""

    start: MessagePump
    node: MessagePump
    rounds: int = _ROUNDS
    looks: int = 0


class OrderedKeys(App[int]):
    """An app whose keys and pastes act in the order in which they came, however fast."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._keys: deque[events.Key | events.Paste] = deque()
        self._follower: _Follower | None = None
        self._keys_wait = False
        self._rest: Callable[[], None] | None = None

    @property
    def keys_are_done(self) -> bool:
        """Whether no key is on its way, and none waits or would have to."""
        return self._follower is None and not self._keys and not self._keys_wait and self._rest is None

    async def on_event(self, event: events.Event) -> None:
        """A key that comes while another is on its way waits for it; everything else goes as it comes."""
        if event.is_forwarded or not isinstance(event, events.Key | events.Paste) or _goes_at_once(event):
            if isinstance(event, events.MouseDown):
                self.do_rest()
            await super().on_event(event)
        elif self._keys_wait or self._follower is not None:
            self._keys.append(event)
        else:
            await self._send(event)

    def do_later(self, rest: Callable[[], None]) -> None:
        """The rest of what a key led to, once the beginning is on the screen; in place of a rest that is not done yet.

        It is done before another key acts, unless that only moves on, and before the mouse does.
        """
        self._rest = rest
        self.screen.call_after_refresh(self.do_rest)

    def do_rest(self) -> None:
        """What is left to be done of the last key."""
        rest, self._rest = self._rest, None
        if rest is not None:
            rest()

    def hold_keys(self) -> None:
        """There is nothing yet that keys could be for: they wait for `release_keys`."""
        self._keys_wait = True

    def release_keys(self) -> None:
        """Keys go their way, those that waited first."""
        self._keys_wait = False
        self.call_later(self._arrived, self._follower)

    async def _send(self, event: events.Key | events.Paste) -> None:
        if not (isinstance(event, events.Key) and event.key in _MOVES):
            self.do_rest()
        start: MessagePump = self.focused or (self.screen if self.screen_stack else self)
        follower = self._follower = _Follower(start, start)
        await super().on_event(event)
        asyncio.get_running_loop().call_later(_LOOK, self._look, follower)
        self._follow(follower, start)

    def _follow(self, follower: _Follower, node: MessagePump) -> None:
        """Into the queue of a node, from there into that of what it is in, up to the app."""
        if node is not self and node.is_running:
            follower.node = node
            above = node._parent if isinstance(node._parent, MessagePump) else self
            if node.call_later(self._follow, follower, above):
                return
        follower.node = self
        follower.rounds -= 1
        if follower.rounds:
            self.call_later(self._follow, follower, follower.start)
        else:
            self.call_later(self._arrived, follower)

    def _look(self, follower: _Follower) -> None:
        if follower is self._follower:
            follower.looks += 1
            if follower.looks < _LOOKS and follower.node.is_running:
                asyncio.get_running_loop().call_later(_LOOK, self._look, follower)
            else:
                self.call_later(self._arrived, follower)

    async def _arrived(self, follower: _Follower | None) -> None:
        """The key has been handled: the next one goes."""
        if follower is self._follower:
            self._follower = None
            if self._keys and not self._keys_wait:
                await self._send(self._keys.popleft())


def _goes_at_once(event: events.Key | events.Paste) -> bool:
    """Who wants to leave waits for nothing."""
    return isinstance(event, events.Key) and event.key == "ctrl+q"
