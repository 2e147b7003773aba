"""A server that is slow to start, and one that is silent: the time for the probe is for silence alone.

The loop's clock is put forward by hand, so that nothing here waits for time to pass.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import StdioTarget
from inspector.errors import TimedOut
from inspector.protocol.negotiation import Agreed
from inspector.wire import events
from tests.servers.stdio_driving import DISCOVER, INITIALIZE, command, happened, methods, verdicts

HOURS = 100_000.0
TURNS = 20  # of the loop, in which what is due happens and what follows from it
SILENT = {"on": "server/discover", "silent": True}


class Clock:
    """The running loop's clock, which can be put forward."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._real: Callable[[], float] = self._loop.time
        self._ahead = 0.0
        self._loop.time = lambda: self._real() + self._ahead  # type: ignore[method-assign]

    async def forward(self, seconds: float) -> None:
        """What is due by then has happened when this returns."""
        self._ahead += seconds
        for _ in range(TURNS):
            await asyncio.sleep(0)


class Starting:
    """A server that starts when it is told to, as one does that a package runner fetches first."""

    def __init__(self, folder: Path, *rules: dict[str, Any], **options: Any) -> None:
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        fetch = f'echo fetching... >&2; read _ < "{self._gate}"; exec "$@"'
        words = ("/bin/sh", "-c", fetch, "sh", *command(*rules))
        self.client = Client(TargetConnector(StdioTarget(words)), Options(connect_timeout=HOURS, **options))

    def start(self) -> None:
        with open(self._gate, "w") as gate:
            gate.write("now\n")


async def until(client: Client, reached: Callable[[], bool]) -> None:
    """Look until it is so; each look is a turn of the loop and a thousandth of a second."""
    async with asyncio.timeout(HOURS):
        while not reached():
            await asyncio.sleep(0.001)


def asked(client: Client) -> bool:
    return bool(happened(client, events.Sent))


async def test_stdio_17_a_slow_start_shows_its_words_and_does_not_eat_the_time_for_the_probe(
    tmp_path: Path,
) -> None:
    clock, server = Clock(), Starting(tmp_path, DISCOVER, INITIALIZE, probe_timeout=10.0)
    async with asyncio.timeout(HOURS), server.client as client, asyncio.TaskGroup() as group:
        connecting: asyncio.Task[Agreed] = group.create_task(client.connect())
        await until(client, lambda: asked(client) and bool(happened(client, events.Stderr)))
        assert happened(client, events.Stderr)[0].raw == b"fetching..."
        for _ in range(5):
            await clock.forward(11)
        assert client.transport is not None and client.transport.unread() and not connecting.done()
        server.start()
        assert (await connecting).era == "modern"
        assert methods(client) == ["server/discover"] and verdicts(client, "timeout") == []


async def test_era_03_from_when_a_server_has_read_the_probe_the_stated_time_is_waited(tmp_path: Path) -> None:
    clock, server = Clock(), Starting(tmp_path, SILENT, INITIALIZE, probe_timeout=10_000.0)
    async with asyncio.timeout(HOURS), server.client as client, asyncio.TaskGroup() as group:
        connecting: asyncio.Task[Agreed] = group.create_task(client.connect())
        await until(client, lambda: asked(client))
        await clock.forward(11_000)
        server.start()
        transport = client.transport
        assert transport is not None
        await until(client, lambda: not transport.unread())
        await clock.forward(1)  # the look at the pipe that follows
        await clock.forward(9_900)
        assert not connecting.done() and methods(client) == ["server/discover"]
        await clock.forward(200)
        assert (await connecting).era == "legacy"
        assert methods(client) == ["server/discover", "initialize", "notifications/initialized"]
        [era] = [one for one in happened(client, events.Decision) if one.topic == "era"]
        assert (era.verdict, era.because) == (
            "not modern",
            "Silence for 10000 s; a modern server answers server/discover.",
        )


async def test_a_server_that_never_reads_is_waited_for_no_longer_than_start_and_negotiation_may_take(
    tmp_path: Path,
) -> None:
    clock, server = Clock(), Starting(tmp_path, DISCOVER)
    async with asyncio.timeout(HOURS * 2), server.client as client:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(client.connect())
                await until(client, lambda: asked(client))
                await clock.forward(HOURS + 1)
        except* TimedOut as raised:
            [fault] = raised.exceptions
            assert f"{HOURS:g} s" in str(fault)
        assert methods(client) == ["server/discover"]


async def test_a_server_that_runs_is_given_no_more_than_the_stated_time() -> None:
    clock = Clock()
    client = Client(
        TargetConnector(StdioTarget(command(SILENT, INITIALIZE))), Options(connect_timeout=HOURS, probe_timeout=1000.0)
    )
    async with asyncio.timeout(HOURS), client, asyncio.TaskGroup() as group:
        connecting: asyncio.Task[Agreed] = group.create_task(client.connect())
        await until(client, lambda: asked(client))
        transport = client.transport
        assert transport is not None
        await until(client, lambda: not transport.unread())
        await clock.forward(1)
        await clock.forward(1001)
        assert (await connecting).era == "legacy"
