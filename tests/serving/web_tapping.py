"""A web tap between a raw client and a raw server of the test: what each of them gets is compared byte by byte."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from inspector.journal import Journal
from inspector.serving.tap.seam import Interference
from inspector.serving.tap.upstream import Upstream
from inspector.serving.tap.web import WebTap
from inspector.serving.web import bind
from inspector.transports.http_options import HttpOptions

Serve = Callable[["Peer"], Awaitable[None]]


class Peer:
    """One end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def until(self, mark: bytes) -> bytes:
        return await self.reader.readuntil(mark)

    async def read(self, size: int) -> bytes:
        return await self.reader.readexactly(size)

    async def rest(self) -> bytes:
        try:
            return await self.reader.read()
        except ConnectionError:
            return b""

    async def request(self) -> bytes:
        """A whole request: head and a body of its Content-Length."""
        head = await self.until(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        return head + (await self.read(int(length[1])) if length else b"")


class Bench:
    """The tap's port, its journal, what it told the person, and how many connections the server got."""

    def __init__(self) -> None:
        self.journal = Journal()
        self.notes: list[str] = []
        self.port = self.server_port = self.connections = 0
        self.server: asyncio.Server | None = None
        self.peers: list[Peer] = []

    async def client(self) -> Peer:
        peer = Peer(*await asyncio.open_connection("127.0.0.1", self.port))
        self.peers.append(peer)
        return peer

    async def end_server(self) -> None:
        assert self.server is not None
        self.server.close()
        await self.server.wait_closed()

    def of(self, kind: type) -> list:
        return [record.event for record in self.journal.records if isinstance(record.event, kind)]

    async def first(self, kind: type) -> object:
        """The first record of a kind, as soon as it stands."""
        async for batch in self.journal.follow():
            for record in batch:
                if isinstance(record.event, kind):
                    return record.event
        raise AssertionError("the journal was sealed")

    def close(self) -> None:
        for peer in self.peers:
            peer.writer.close()


@asynccontextmanager
async def web_tapped(serve: Serve, interference: Interference | None = None, **options: bool) -> AsyncIterator[Bench]:
    """A tap before a server that does with each connection what `serve` does."""
    bench = Bench()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        bench.connections += 1
        try:
            await serve(Peer(reader, writer))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    bench.server = server
    bench.server_port = server.sockets[0].getsockname()[1]
    listening = bind("127.0.0.1", 0)
    bench.port = listening.getsockname()[1]
    upstream = Upstream(HttpOptions(f"http://127.0.0.1:{bench.server_port}/mcp"))
    tap = WebTap(upstream, bench.journal, listening, bench.notes.append, interference, **options)
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        group.create_task(tap.run())
        try:
            yield bench
        finally:
            tap.stop()
            bench.close()
            server.close()
