"""The watching side of a bridge: files of the server that change, and the restart that follows.

It only tells; whether and when to restart is the screen's to say, which knows what the person is doing.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

from inspector.client.watching import GRACE, PATIENCE, changes
from inspector.config.target import HttpTarget
from inspector.config.watched import Changed, Watched, names_of
from inspector.wire.events import Decision

if TYPE_CHECKING:
    from inspector.tui.bridge import Bridge

RESTARTED: Final = "The server is started again, since its files changed"
"""Why what went on over the old connection is cancelled."""


@dataclass
class FilesChanged(Message):
    """Watched files changed and came to rest."""

    changed: Changed


class BridgeWatch:
    """Made by the bridge. Without `watched` it does nothing."""

    def __init__(self, bridge: "Bridge", watched: Watched | None, post: Callable[[Message], object]) -> None:
        self._bridge = bridge
        self.watched = watched
        self._post = post

    async def run(self) -> None:
        """Tell each change, until it is cancelled."""
        if self.watched is not None:
            async for changed in changes(self.watched):
                if changed.written:
                    self._decide("leave out", "not watched any more", changed.written, _WRITES)
                self._post(FilesChanged(changed))

    def restart(self, paths: Sequence[str]) -> None:
        """Start the server again or, where it is none of ours, connect as soon as it is back."""
        bridge = self._bridge
        if isinstance(bridge.target, HttpTarget):
            because = f"It is expected to load itself again: it is tried for {PATIENCE:g} s."
            self._decide("reconnect", "connected again", paths, because)
            bridge.connect(bridge.options, grace=GRACE, patience=PATIENCE, because=RESTARTED)
        else:
            self._decide("restart", "started again", paths, "What is started here is started again.")
            bridge.connect(bridge.options, because=RESTARTED)

    def _decide(self, action: str, verdict: str, paths: Sequence[str], because: str) -> None:
        told = f"{names_of(paths)} changed. {because}"
        data = {"paths": [os.path.relpath(path) for path in paths[:_MOST]]}
        self._bridge.journal.append(Decision("watch", action, verdict, told, data=data))


_MOST: Final = 100
"""Paths that a record names."""
_WRITES: Final = "It changes whenever the server was started, so the server itself writes it."
