"""How bytes travel: each transport appends what crosses to the journal and sends what it is given.

A transport knows no method and no version; it learns from `settle` what the negotiation found. Answers are not
returned: they are records, and the client learns them by reading the journal.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from inspector.protocol.interference import Outward
from inspector.wire import events
from inspector.wire.parcel import Parcel
from inspector.wire.versions import Era

Spawn = Callable[[Coroutine[Any, Any, None]], object]
"""Starts a coroutine in the task group that the client owns."""


class Transport(Protocol):
    """What the client asks of every transport."""

    kind: events.Transport
    outward: Outward | None
    """What each message is shown before it leaves, its record standing; None: all leave as they are."""

    async def open(self, spawn: Spawn) -> None:
        """Append `Opened` and begin to read. Raises ConnectError where that is known at once (no such command)."""

    async def send(self, raw: bytes, headers: Mapping[str, str], *, op: int | None = None) -> int | None:
        """Append `Sent` and put one message on its way; `raw` has no line end.

        Returns as soon as the record stands, with its `http` number where there is one. What becomes of the message
        is in the journal. Raises ConnectError if the transport is closed.
        """

    def headers_of(self, mirrored: Mapping[str, str]) -> events.Headers:
        """All headers that `send` would send with these beside them; none where there are none, as on stdio."""

    async def put(self, parcel: Parcel, *, op: int | None = None) -> int | None:
        """Put what the person wrote on its way exactly as it is: no header, no line end, no session of ours is added.

        Returns and raises as `send`. On stdio each line that a server will read is a `Sent` of its own.
        """

    def unread(self) -> bool:
        """Whether the peer has not read all that was sent: it may still be starting. False where nobody can know."""

    def settle(self, era: Era, version: str) -> None:
        """The negotiation is over: from now on speak as this era and revision ask."""

    async def listen(self) -> None:
        """Open the stream of the server's own messages, where the transport and the era have one; else do nothing."""

    def untaken(self, http: int) -> bool:
        """Whether the server has refused exchange `http`, and it waits for an authorization to be sent again."""

    async def abandon(self, http: int) -> None:
        """Close the response stream of exchange `http` (on modern HTTP that is the cancellation)."""

    def sever(self) -> None:
        """Break the connection as if the peer had died, where there is one that lasts; else do nothing."""

    async def close(self) -> None:
        """Close in stages and append `Closed`. Bounded in time; never raises; may be called twice."""
