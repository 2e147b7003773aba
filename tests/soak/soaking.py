"""Many calls at the same time, some given up, the server killed in the middle: what came of each, and what is left.

The server is somebody else's (the official SDK's), in a process of its own, over any transport and era.
"""

import asyncio
import gc
import os
import random
import signal
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import HttpTarget, StdioTarget
from inspector.protocol.steps import Reply

SERVER = (sys.executable, str(Path(__file__).with_name("soak_server.py")))
PATHS = {"http": "/mcp", "sse": "/sse"}
GIVEN_UP = 0.05
"""The part of the calls that is cancelled, at a random moment of its life."""


@dataclass
class Outcome:
    """What came of the calls, and of the process: `mixed` holds answers of other calls; `kilobytes` is the resident
    memory after a quarter, half and three quarters; what is `left` should be nothing, once all is closed."""

    ends: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    mixed: list[str] = field(default_factory=list)
    restarts: int = 0
    kilobytes: list[int] = field(default_factory=list)
    left_tasks: list[str] = field(default_factory=list)
    left_files: int = 0
    left_open: int = 0
    left_process: bool = False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A server over HTTP that can be killed and started again at its address."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.port = _free_port()
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *SERVER, self.kind, str(self.port), stderr=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
        )
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except ConnectionRefusedError:
                assert self.process.returncode is None, "the server does not start"
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return await writer.wait_closed()

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def _target(kind: str) -> AsyncIterator[tuple[Any, Served | None]]:
    if kind == "stdio":
        yield StdioTarget((*SERVER, "stdio")), None
        return
    served = Served(kind)
    await served.start()
    try:
        transport = "streamable-http" if kind == "http" else "http+sse"
        yield HttpTarget(f"http://127.0.0.1:{served.port}{PATHS[kind]}", transport=transport), served
    finally:
        await served.kill()


def _resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


def _files() -> int:
    return len(os.listdir("/proc/self/fd"))


class Soak:
    """One run: `calls` in all, `width` of them at a time, over `kind` in the era that `mode` names."""

    def __init__(self, kind: str, mode: Any, calls: int, width: int, seed: int) -> None:
        self.kind, self.mode, self.calls, self.width = kind, mode, calls, width
        self.chance = random.Random(seed)
        self.outcome = Outcome()
        self._numbers: Iterator[int] = iter(range(calls))
        self._repair = asyncio.Lock()

    async def run(self) -> Outcome:
        """Carry it out."""
        before = asyncio.all_tasks()
        async with _target(self.kind) as (target, served):
            files = _files()
            connector = TargetConnector(target)
            async with Client(connector, Options(mode=self.mode, timeout=60)) as client:
                await client.connect()
                async with asyncio.TaskGroup() as workers:
                    for _ in range(self.width):
                        workers.create_task(self._work(client, served))
                self.outcome.left_open = len(client.exchanges.waiting())
                last = client.transport
            gc.collect()
            self.outcome.left_process = served is None and _runs(last.pid)
            self.outcome.left_tasks = [str(task) for task in asyncio.all_tasks() - before]
            self.outcome.left_files = _files() - files
        return self.outcome

    async def _work(self, client: Client, served: Served | None) -> None:
        for number in self._numbers:
            if number and number % (self.calls // 4) == 0:
                self.outcome.kilobytes.append(_resident())
            if number == self.calls // 2:
                await self._kill(client, served)
            await self._call(client, served, number)

    async def _kill(self, client: Client, served: Served | None) -> None:
        self.outcome.restarts += 1
        if served is not None:
            async with self._repair:  # who connects again waits until there is something to connect to
                await served.kill()
                await served.start()
        else:
            os.kill(client.transport.pid, signal.SIGKILL)

    async def _call(self, client: Client, served: Served | None, number: int) -> None:
        text = f"{number} {self.chance.random()}"
        given_up = self.chance.random() < GIVEN_UP
        params = {"name": "echo", "arguments": {"text": text, "delay": self.chance.random() * 0.02}}
        for _ in range(20):
            on = client.transport
            patience = self.chance.random() * 0.04 if given_up else None
            try:
                async with asyncio.timeout(patience):  # which cancels the call, as a person would
                    reply = await client.request("tools/call", params, op=client.begin("tools/call", "echo"))
            except TimeoutError:
                self.outcome.ends["given up"] += 1
                return
            if reply.answer is not None and reply.status != 404:  # that is a session which died with its server
                said = reply.result["content"][0]["text"] if reply.error is None else str(reply.error)
                self.outcome.ends["answered"] += 1
                if said != text:
                    self.outcome.mixed.append(f"{text!r} was answered with {said!r}")
                return
            self.outcome.failures[reply.failure or "session gone"] += 1
            await self._connect_again(client, on, reply)
        self.outcome.ends["lost"] += 1

    async def _connect_again(self, client: Client, instead_of: Any, reply: Reply) -> None:
        """Once for all that failed on the same connection."""
        if reply.failure not in ("closed", "exited", "network", "http"):
            return
        async with self._repair:
            if client.transport is instead_of or client.transport is None:
                await client.connect()


def _runs(pid: int | None) -> bool:
    if pid is None:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
