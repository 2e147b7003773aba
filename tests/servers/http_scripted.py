"""An HTTP/1.1 server on loopback whose every byte and chunk boundary a test decides.

    async with ScriptedServer(script) as server:      script: async (Asked, Reply) -> None, once a request
        ... server.url("/mcp"), server.asked ...

A reply that the script leaves without a head closes the connection. Connections are kept alive after a reply with
Content-Length or with a finished chunked body.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


@dataclass
class Asked:
    """A request as it came: header names in their case, in order."""

    verb: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        """The first header of that name, whatever its case."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def all(self, name: str) -> list[str]:
        """Every header of that name."""
        return [value for key, value in self.headers if key.lower() == name.lower()]


@dataclass
class Reply:
    """Writes the answer. `gone` is set when the client closed the connection."""

    writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    keep: bool = False

    async def raw(self, data: bytes) -> None:
        """These bytes, as they are."""
        self.writer.write(data)
        await self.writer.drain()

    async def head(self, status: int, headers: dict[str, str] | None = None, reason: str = "Reason") -> None:
        """Status line and headers, as given."""
        lines = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        await self.raw(f"HTTP/1.1 {status} {reason}\r\n{lines}\r\n".encode("latin-1"))

    async def whole(self, status: int, body: bytes = b"", content_type: str | None = None, **headers: str) -> None:
        """A complete answer with Content-Length; `_` in the names of headers is `-`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if content_type is not None:
            given["Content-Type"] = content_type
        given["Content-Length"] = str(len(body))
        await self.head(status, given)
        await self.raw(body)
        self.keep = True

    async def stream(self, status: int = 200, content_type: str = "text/event-stream", **headers: str) -> None:
        """The head of a chunked answer."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        await self.head(status, {"Content-Type": content_type, "Transfer-Encoding": "chunked", **given})

    async def chunk(self, data: bytes) -> None:
        """One chunk of it."""
        await self.raw(b"%x\r\n%b\r\n" % (len(data), data))

    async def end(self) -> None:
        """The end of a chunked answer."""
        await self.raw(b"0\r\n\r\n")
        self.keep = True

    async def reset(self) -> None:
        """Cut the connection hard."""
        self.writer.transport.abort()


Script = Callable[[Asked, Reply], Awaitable[None]]


class ScriptedServer:
    """Serves the script. `asked` holds the requests in order, `open_now` and `most` count connections."""

    def __init__(self, script: Script, tls: ssl.SSLContext | None = None) -> None:
        self._script = script
        self._tls = tls
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server
        self.asked: list[Asked] = []
        self.open_now = 0
        self.most = 0
        self.port = 0

    def url(self, path: str = "/mcp") -> str:
        """An address on this server."""
        return f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}{path}"

    async def __aenter__(self) -> "ScriptedServer":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()  # a peer that is gone may leave bytes that nobody takes
        await self._server.wait_closed()
        await asyncio.sleep(0)  # what was aborted is closed in the next turn

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        self.open_now += 1
        self.most = max(self.most, self.open_now)
        try:
            while (asked := await self._read(reader)) is not None:
                self.asked.append(asked)
                reply = Reply(writer)
                await self._answer(asked, reply, reader)
                if not reply.keep:
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.open_now -= 1
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, asked: Asked, reply: Reply, reader: asyncio.StreamReader) -> None:
        async def watch() -> None:
            data = await reader.read(65536)
            if data:
                reader.feed_data(data)  # the next request; nothing can have come between
            else:
                reply.gone.set()

        watching = asyncio.get_running_loop().create_task(watch())
        try:
            await self._script(asked, reply)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _read(self, reader: asyncio.StreamReader) -> Asked | None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")[:-2]
        verb, path, _ = first.split(" ")
        headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        asked = Asked(verb, path, headers, b"")
        asked.body = await reader.readexactly(int(asked.header("content-length") or 0))
        return asked
