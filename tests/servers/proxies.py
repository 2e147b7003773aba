"""Proxies on loopback: SOCKS5, and HTTP over TLS.

    async with SocksProxy() as proxy:      proxy.url(), proxy.asked: (host, port) of each request, as it named them
    async with TlsProxy(context) as proxy: proxy.url(), proxy.asked: the request lines

Both connect to `to`, whatever name they were given, if it is set.
"""

import asyncio
import socket
import ssl
from typing import Any

Where = tuple[str, int]


class _Proxy:
    scheme = ""

    def __init__(self, tls: ssl.SSLContext | None = None, to: Where | None = None) -> None:
        self._tls = tls
        self._to = to
        self._tasks: set[asyncio.Task[None]] = set()
        self.asked: list[Any] = []
        self.port = 0

    def url(self, user: str = "", scheme: str = "") -> str:
        """Its address, with `user:password@` if given."""
        return f"{scheme or self.scheme}://{user}{'@' if user else ''}127.0.0.1:{self.port}"

    async def __aenter__(self) -> Any:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self.serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ssl.SSLError):
            pass
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        raise NotImplementedError

    async def relay(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, port: int, first: bytes = b""
    ) -> None:
        """Carry bytes both ways until one side ends; `first` goes to the target before."""
        there, here = await asyncio.open_connection(*(self._to or (host, port)))
        here.write(first)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(_carry(reader, here))
                group.create_task(_carry(there, writer))
        finally:
            here.transport.abort()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


class SocksProxy(_Proxy):
    """`user` (`name:password`) is wanted where given; `refuses` is the code of each answer; `raw` is said instead of
    all; `silent` says nothing. What it says it says a byte at a time."""

    scheme = "socks5h"

    def __init__(
        self, *, to: Where | None = None, user: str = "", refuses: int = 0, raw: bytes = b"", silent: bool = False
    ) -> None:
        super().__init__(to=to)
        self._user = user
        self._refuses = refuses
        self._raw = raw
        self._silent = silent

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A greeting, a request, and what crosses after that."""
        if self._silent:
            await reader.read()
        version, count = await reader.readexactly(2)
        methods = await reader.readexactly(count)
        assert version == 5
        if self._raw:
            return await self._say(writer, self._raw)
        method = 2 if self._user else 0
        if method not in methods:
            return await self._say(writer, b"\x05\xff")
        await self._say(writer, bytes((5, method)))
        if self._user:
            name = await reader.readexactly((await reader.readexactly(2))[1])
            password = await reader.readexactly((await reader.readexactly(1))[0])
            right = name + b":" + password == self._user.encode()
            await self._say(writer, b"\x01\x00" if right else b"\x01\x01")
            if not right:
                return None
        _, command, _, kind = await reader.readexactly(4)
        assert command == 1
        length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
        packed = await reader.readexactly(length)
        host = packed.decode() if kind == 3 else socket.inet_ntop({1: socket.AF_INET, 4: socket.AF_INET6}[kind], packed)
        port = int.from_bytes(await reader.readexactly(2), "big")
        self.asked.append((host, port))
        bound = b"\x03\x04here" if self.asked[1:] else b"\x01\x7f\0\0\1"
        await self._say(writer, bytes((5, self._refuses, 0)) + bound + b"\0\0")
        if self._refuses:
            return None
        return await self.relay(reader, writer, host, port)

    async def _say(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        for byte in data:
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(0)


class TlsProxy(_Proxy):
    """An HTTP proxy that is spoken to over TLS: tunnels, and requests that name their whole URL."""

    scheme = "https"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One tunnel, or one request that is passed on."""
        head = await reader.readuntil(b"\r\n\r\n")
        verb, target, _ = head.split(b"\r\n", 1)[0].decode().split(" ")
        self.asked.append((verb, target))
        if verb == "CONNECT":
            host, _, port = target.rpartition(":")
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            return await self.relay(reader, writer, host, int(port))
        host, _, port = target.split("/")[2].partition(":")
        return await self.relay(reader, writer, host, int(port or 80), head)
