"""Drives a transport in a test: the journal, the task group that a client would own, and waiting for records."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, TypeVar

from inspector.journal import Journal
from inspector.transports import Transport
from inspector.transports.http import HttpTransport
from inspector.transports.http_options import HttpOptions
from inspector.transports.http_sse import HttpSseTransport
from inspector.wire import events, jsonrpc

Kind = TypeVar("Kind", bound=events.Event)
PATIENCE = 10.0


class Driving:
    """`async with Driving(url) as driving`: an open transport; leaving closes it, and checks that no task is left.

    `waits` holds what the transport paused for between attempts, in seconds; the pauses themselves take no time, unless
    `hold` is True: then they last until the transport is closed.
    """

    def __init__(
        self, url: str, *headers: tuple[str, str], sse: bool = False, hold: bool = False, **options: Any
    ) -> None:
        self.journal = Journal()
        self.waits: list[float] = []
        self._hold = hold
        given = HttpOptions(url, headers, **options)
        numbers = itertools.count(1)
        self.http = HttpTransport(given, self.journal, numbers, pause=self._pause)
        self.sse = HttpSseTransport(given, self.journal, numbers)
        self.transport: Transport = self.sse if sse else self.http

    async def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        if self._hold and seconds:
            await asyncio.Event().wait()

    async def __aenter__(self) -> "Driving":
        self._group = asyncio.TaskGroup()
        await self._group.__aenter__()
        try:
            async with asyncio.timeout(PATIENCE):
                await self.transport.open(self._group.create_task)
        except BaseException as error:
            await self._group.__aexit__(None, None, None)
            raise error from None
        return self

    async def __aexit__(self, *error: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.transport.close()
            await self._group.__aexit__(None, None, None)

    async def call(self, method: str, id: int | str = 1, **headers: str) -> int:
        """Send a request; returns its http number."""
        http = await self.transport.send(jsonrpc.request(id, method), headers)
        assert http is not None
        return http

    async def tell(self, method: str) -> int:
        """Send a notification; returns its http number."""
        http = await self.transport.send(jsonrpc.notification(method), {})
        assert http is not None
        return http

    def all(self, kind: type[Kind], http: int | None = None) -> list[Kind]:
        """The events of a kind, of one exchange if it is named."""
        found = [record.event for record in self.journal.records if isinstance(record.event, kind)]
        return [one for one in found if http is None or getattr(one, "http", None) == http]

    async def until(self, happened: Callable[[events.Event], bool]) -> events.Event:
        """The first event, from the beginning on, for which this holds."""
        async with asyncio.timeout(PATIENCE):
            async for batch in self.journal.follow():
                for record in batch:
                    if happened(record.event):
                        return record.event
        raise AssertionError("the journal was sealed")

    async def end(self, http: int) -> events.HttpEnd:
        """The end of an exchange."""
        event = await self.until(lambda event: isinstance(event, events.HttpEnd) and event.http == http)
        assert isinstance(event, events.HttpEnd)
        return event

    async def handshake(self, version: str = "2025-11-25") -> None:
        """initialize and notifications/initialized, and settle as a legacy client does."""
        await self.end(await self.call("initialize", "hello"))
        await self.end(await self.tell("notifications/initialized"))
        self.transport.settle("legacy", version)
