"""Keys in their order: none is handled before all that the one before it led to.

The toolkit hands a key to what has the focus at that moment, and handles it while the next comes: a burst of keys, as
from a paste, a slow line or a busy machine, then finds the focus where it was before, and a letter meant for the field
that Tab leads to is typed into the one before. Here a key waits until the one before it has gone all its way.
"""

import asyncio
from collections import deque
from typing import Any, Final

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

_ROUNDS: Final = 2
"""Once behind the key, from what had the focus up to the app; and once more behind what it made a widget tell."""

_PATIENCE: Final = 3.0
"""Seconds after which the next key goes its way all the same: what has the focus may be gone, or hang."""


class OrderedKeys(App[int]):
    """An app whose keys and pastes act in the order in which they came, however fast."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._keys: deque[events.Key | events.Paste] = deque()
        self._on_its_way: asyncio.TimerHandle | None = None
        self._keys_wait = False

    @property
    def keys_are_done(self) -> bool:
        """Whether no key is on its way, and none waits."""
        return self._on_its_way is None and not self._keys

    async def on_event(self, event: events.Event) -> None:
        """A key that comes while another is on its way waits for it; everything else goes as it comes."""
        if event.is_forwarded or not isinstance(event, events.Key | events.Paste):
            await super().on_event(event)
        elif self._keys_wait or self._on_its_way is not None:
            self._keys.append(event)
        else:
            await self._send(event)

    def hold_keys(self) -> None:
        """There is nothing yet that keys could be for: they wait for `release_keys`."""
        self._keys_wait = True

    def release_keys(self) -> None:
        """Keys go their way, those that waited first."""
        self._keys_wait = False
        self.call_later(self._arrived, self._on_its_way)

    async def _send(self, event: events.Key | events.Paste) -> None:
        limit: asyncio.TimerHandle = asyncio.get_running_loop().call_later(
            _PATIENCE, lambda: self.call_later(self._arrived, limit)
        )
        self._on_its_way = limit
        target = self.focused or self._screen_or_self
        await super().on_event(event)
        self._follow(target, target, _ROUNDS, limit)

    @property
    def _screen_or_self(self) -> MessagePump:
        return self.screen if self.screen_stack else self

    def _follow(self, start: MessagePump, node: MessagePump, rounds: int, way: asyncio.TimerHandle) -> None:
        """Goes the way of a key, behind it in each queue: from what had the focus up to the app."""
        if node is not self and node.is_running:
            above = node._parent if isinstance(node._parent, MessagePump) else self
            if node.call_later(self._follow, start, above, rounds, way):
                return
        if rounds > 1:
            self.call_later(self._follow, start, start, rounds - 1, way)
        else:
            self.call_later(self._arrived, way)

    async def _arrived(self, way: asyncio.TimerHandle | None) -> None:
        """The key has been handled: the next one goes."""
        if way is self._on_its_way:
            if way is not None:
                way.cancel()
            self._on_its_way = None
            if self._keys:
                await self._send(self._keys.popleft())
