"""A bridge's connections, one after the other: in another way, in every way, again, and not any more."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from textual.message import Message

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.client.listening import Listening
from inspector.client.refreshing import Refreshing
from inspector.client.watching import AGAIN, LONGEST_PAUSE
from inspector.client.ways import ways
from inspector.errors import AuthorizationNeeded, InspectorError
from inspector.protocol.news import listen_filter
from inspector.tui.bridge_again import BridgeAgain
from inspector.tui.bridge_completing import BridgeCompleting
from inspector.tui.bridge_signing import BridgeSigning
from inspector.tui.bridge_told import Connected
from inspector.wire.events import Transport
from inspector.wire.json import Json
from inspector.wire.methods import LISTS


class BridgeConnecting(BridgeSigning):
    """One connection at a time; what goes on over it ends before the next. The bridge has the client."""

    options: "Options"
    again: "BridgeAgain"
    completing: "BridgeCompleting"
    _client: "Client | None"
    _connector: "TargetConnector | None"
    _refreshing: "Refreshing | None"
    _connecting: asyncio.Task[None] | None
    _listening: asyncio.Task[None] | None
    _calls: dict[int, asyncio.Task[None]]
    _post: Callable[[Message], Any]

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Begin something in the client's task group, while the session runs."""
        raise NotImplementedError

    def refresh(self, method: str) -> None:
        """Ask for a list again, if the server declares it."""
        raise NotImplementedError

    def connect(
        self,
        options: Options,
        transport: Transport | None = None,
        *,
        grace: float = 0.0,
        patience: float = 0.0,
        because: str = "",
        first: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Connect, or connect again in another way; the old connection is closed, its records stay.

        `transport` pins another one; it has to be one that the target can be reached by. `grace`: seconds to wait
        first; `patience`: seconds in which it is tried again until it is there. `because` is why what goes on over the
        old connection is cancelled, if that is not the person's wish. `first` is awaited when that is closed and
        nothing goes over it any more, and cancelled if it is to be connected in yet another way meanwhile.
        """
        self.options = options
        if transport is not None and self._connector is not None:
            self._connector.preferred, self._connector.fixed = transport, True
        before = self._connecting
        self._connecting = self._start(self._connect(options, before, grace, patience, because, first))

    def try_all(self) -> None:
        """Connect in every way that there is, one after the other, and at last again as it was."""
        before = self._connecting
        self._connecting = self._start(self._try_all(before))

    async def _give_way(self, before: asyncio.Task[None] | None, because: str = "") -> None:
        """What goes on over the old connection ends."""
        if before is not None and not before.done():
            before.cancel()
            await asyncio.wait((before,))
        self.again.stop()
        self.completing.stop()
        for task in (*self._calls.values(), self._listening):
            if task is not None:
                task.cancel(because or None)
        if self._refreshing is not None:
            self._refreshing.stop()

    async def _try_all(self, before: asyncio.Task[None] | None) -> None:
        await self._give_way(before)
        client, connector = self._client, self._connector
        assert client is not None and connector is not None
        pinned = connector.preferred, connector.fixed
        try:
            for way in list(ways(replace(self.options, mode="auto", version=None), connector)):
                connector.preferred, connector.fixed = way.transport, True
                with suppress(InspectorError):  # the records say what came of it
                    try:
                        await client.connect(replace(self.options, mode=way.era, version=way.version))
                    except AuthorizationNeeded as fault:  # whoever gives signing in up is not asked in each way
                        self._post(Connected(None, fault))
                        return
        finally:
            connector.preferred, connector.fixed = pinned
        await self._connect(self.options, None)

    async def _connect(
        self,
        options: Options,
        before: asyncio.Task[None] | None,
        grace: float = 0.0,
        patience: float = 0.0,
        because: str = "",
        first: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        await self._give_way(before, because)
        client = self._client
        assert client is not None
        if first is not None:
            await client.disconnect()
            await first()
        await asyncio.sleep(grace)
        agreed, pause, until = None, AGAIN, asyncio.get_running_loop().time() + patience
        while agreed is None:
            try:
                agreed = await client.connect(options)
            except InspectorError as fault:
                if asyncio.get_running_loop().time() + pause > until:
                    self._post(Connected(None, fault))
                    return
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        self._post(Connected(agreed))
        for method in LISTS:
            self.refresh(method)
        wanted = listen_filter(agreed.capabilities)
        if agreed.era == "modern" and wanted:
            self._listening = self._start(self._listen(wanted))

    async def _listen(self, wanted: dict[str, Json]) -> None:
        assert self._client is not None
        await Listening(self._client, wanted).run()

    def disconnect(self) -> None:
        """Close the connection and stay: everything that was there can be read."""
        self._start(self._disconnect())

    async def _disconnect(self) -> None:
        if self._client is not None:
            await self._client.disconnect()
