"""Peers for the tests: the demo server as a child process, on pipes and on sockets, and the words to speak to it."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx

PREFIX = "io.modelcontextprotocol/"
MODERN = "2026-07-28"
PATIENCE = 20.0
ABLE = {"elicitation": {"form": {}, "url": {}}, "sampling": {}}
IDIOT = "978-0-14-044913-6"


def dressed(params: dict[str, Any] | None = None, *, capabilities: Any = None, **meta: Any) -> dict[str, Any]:
    """Params with the `_meta` of a modern request."""
    whole = {PREFIX + "protocolVersion": MODERN, PREFIX + "clientCapabilities": capabilities or {}, **meta}
    return {**(params or {}), "_meta": whole}


def calling(name: str, **arguments: Any) -> dict[str, Any]:
    """The params of tools/call."""
    return {"name": name, "arguments": arguments}


def opening(version: str = "2025-11-25", capabilities: Any = None) -> dict[str, Any]:
    """The params of initialize."""
    return {
        "protocolVersion": version,
        "capabilities": ABLE if capabilities is None else capabilities,
        "clientInfo": {"name": "test", "version": "1"},
    }


class Pipes:
    """The server on stdio. `seen` keeps every message that came, in order."""

    def __init__(self, era: str) -> None:
        self._era = era
        self._next = 0
        self.seen: list[dict[str, Any]] = []
        self.status = 0  # what it shall leave with

    async def __aenter__(self) -> Self:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "inspector.serving", "--era", self._era)
        self.process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 24
        )
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        code, words = await self.end()
        if kind is None:
            assert (code, words) == (self.status, "")

    async def end(self) -> tuple[int | None, str]:
        """Close stdin; the exit status and what stood on stderr."""
        assert self.process.stdin and self.process.stderr and self.process.stdout
        self.process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            for line in (await self.process.stdout.read()).splitlines():
                self.seen.append(json.loads(line))
            words = await self.process.stderr.read()
            return await self.process.wait(), words.decode()

    async def write(self, raw: bytes) -> None:
        """Write bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(raw)
        await self.process.stdin.drain()

    async def send(self, **message: Any) -> None:
        """Write one message."""
        await self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The next message that is wanted."""
        assert self.process.stdout
        async with asyncio.timeout(PATIENCE):
            while line := await self.process.stdout.readline():
                self.seen.append(json.loads(line))
                if wanted(self.seen[-1]):
                    return self.seen[-1]
        raise AssertionError(f"stdout ended; seen: {self.seen}")

    async def begin(self, method: str, params: Any = None) -> int:
        """Send a request; its id."""
        self._next += 1
        await self.send(id=self._next, method=method, **({} if params is None else {"params": params}))
        return self._next

    async def answer(self, id: Any) -> Any:
        """The answer with this id."""
        return await self.until(
            lambda message: isinstance(message, dict) and message.get("id") == id and "method" not in message
        )

    async def ask(self, method: str, params: Any = None) -> Any:
        """Send a request; its answer."""
        return await self.answer(await self.begin(method, params))

    async def initialize(self, version: str = "2025-11-25", capabilities: Any = None) -> Any:
        """The handshake; the result of initialize."""
        answer = await self.ask("initialize", opening(version, capabilities))
        await self.send(method="notifications/initialized")
        return answer["result"]


@asynccontextmanager
async def listening(*arguments: str) -> AsyncIterator[str]:
    """The server on a port of its own; its URL. At the end it gets SIGTERM and must leave without a word."""
    command = (sys.executable, "-m", "inspector.serving", *arguments)
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    async with asyncio.timeout(PATIENCE):
        line = (await process.stderr.readline()).decode()
    assert line.startswith("listening on http://127.0.0.1:"), line
    try:
        yield line.split()[-1]
    finally:
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            words = await process.stderr.read()
            code = await process.wait()
    assert (code, words) == (0, b"")


@asynccontextmanager
async def talking(*arguments: str) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client for the origin of a server of its own; the endpoint is `/mcp`."""
    async with listening(*arguments) as url, httpx.AsyncClient(base_url=url.removesuffix("/mcp")) as client:
        yield client
