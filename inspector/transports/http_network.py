"""The bytes below HTTP: what is read from the network is kept for as long as nobody has understood it.

The HTTP library throws away what it cannot read. So its connections are wrapped, and what they read is noted with the
exchange that reads it (`heard`). TLS is spoken here, over a wrapped connection, since else the words of a server that
does not speak it would never be seen.
"""

import asyncio
import ssl
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any, Final

import httpcore

from inspector.transports.http_socks import Socks, connect, greet
from inspector.transports.http_together import Together

KEPT: Final = 64 * 1024
"""Bytes that are kept of what came in place of an HTTP answer; the library reads little more than that."""

_PIECE: Final = 64 * 1024


def is_tls(raw: bytes) -> bool:
    """Whether bytes begin as a TLS record does (`RFC 8446#section-5.1`)."""
    return len(raw) >= 2 and 20 <= raw[0] <= 23 and raw[1] == 3


class Heard:
    """What an exchange has read since `restart`: its first bytes, how many there were, and the last piece."""

    def __init__(self) -> None:
        self.first = b""
        self.size = 0
        self.last = b""

    def note(self, piece: bytes) -> None:
        """A piece has come."""
        if len(self.first) < KEPT:
            self.first += piece[: KEPT - len(self.first)]
        self.size += len(piece)
        self.last = piece

    def restart(self) -> None:
        """What came so far was understood."""
        self.first, self.size, self.last = b"", 0, b""


heard: Final[ContextVar[Heard]] = ContextVar("heard")
"""The notes of the exchange that the current task carries out."""


_NEXT: Final = 5.0
"""Seconds after which the next of several addresses is tried."""


class Network(httpcore.AsyncNetworkBackend):
    """Opens connections whose bytes are noted, through a SOCKS proxy if one is given.

    `addresses`: those to go to, whatever host is asked for, which is not looked up again then.
    """

    def __init__(self, socks: Socks | None = None, addresses: Sequence[str] = ()) -> None:
        self._inner = httpcore.AnyIOBackend()
        self._socks = socks
        self._addresses = addresses

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """As the library's own."""
        proxy = self._socks
        if proxy is None:
            for address in self._addresses[:-1]:
                soon = _NEXT if timeout is None else min(_NEXT, timeout)
                try:
                    stream = await self._inner.connect_tcp(address, port, soon, local_address, socket_options)
                except (httpcore.ConnectError, httpcore.ConnectTimeout):
                    continue
                return Together(_Plain(stream))
            last = self._addresses[-1] if self._addresses else host
            return Together(_Plain(await self._inner.connect_tcp(last, port, timeout, local_address, socket_options)))
        through = _Plain(await connect(self._inner, proxy, timeout, socket_options))
        try:
            await greet(through, proxy, host, port, timeout)
        except BaseException:
            await through.aclose()
            raise
        _restart()  # a proxy's consent is no word of the server
        return Together(through)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """As the library's own."""
        return Together(_Plain(await self._inner.connect_unix_socket(path, timeout, socket_options)))

    async def sleep(self, seconds: float) -> None:
        """As the library's own."""
        await asyncio.sleep(seconds)


class _Noted(httpcore.AsyncNetworkStream):
    """Notes what is read, until TLS has begun above it."""

    def __init__(self, inner: httpcore.AsyncNetworkStream) -> None:
        self._inner = inner
        self.below_tls = False

    def _note(self, piece: bytes) -> None:
        notes = heard.get(None)
        if notes is not None and not self.below_tls:
            notes.note(piece)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return await _begin_tls(self, ssl_context, server_hostname, timeout)


class _Plain(_Noted):
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        piece = await self._inner.read(max_bytes, timeout)
        self._note(piece)
        return piece

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._inner.write(buffer, timeout)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _restart() -> None:
    notes = heard.get(None)
    if notes is not None:
        notes.restart()


async def _begin_tls(inner: _Noted, context: ssl.SSLContext, name: str | None, timeout: float | None) -> "_Tls":
    _restart()  # a proxy's consent is no word of the server
    stream = _Tls(inner, context, name)
    try:
        async with asyncio.timeout(timeout):
            await stream.shake_hands()
    except BaseException as error:
        await inner.aclose()
        if isinstance(error, TimeoutError):
            raise httpcore.ConnectTimeout("no TLS handshake in time") from None
        if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
            raise httpcore.ConnectError("the connection was closed") from None
        if isinstance(error, ssl.SSLError):
            raise httpcore.ConnectError(str(error)) from error
        if isinstance(error, httpcore.ReadError | httpcore.WriteError):
            raise httpcore.ConnectError(str(error)) from error
        raise
    _restart()  # from now on it is the words of HTTP that count
    inner.below_tls = True
    return stream


class _Tls(_Noted):
    def __init__(self, inner: httpcore.AsyncNetworkStream, context: ssl.SSLContext, name: str | None) -> None:
        super().__init__(inner)
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_hostname=name)

    async def shake_hands(self) -> None:
        await self._do(self._tls.do_handshake, None)

    async def _do(self, step: Callable[[], Any], timeout: float | None) -> Any:
        while True:
            try:
                done = step()
            except ssl.SSLWantReadError:
                await self._flush(timeout)
                piece = await self._inner.read(_PIECE, timeout)
                if piece:
                    self._in.write(piece)
                else:
                    self._in.write_eof()
            except ssl.SSLError:
                await self._part(timeout)
                raise
            else:
                await self._flush(timeout)
                return done

    async def _flush(self, timeout: float | None) -> None:
        if self._out.pending:
            await self._inner.write(self._out.read(), timeout)

    async def _part(self, timeout: float | None) -> None:
        """Send the alert that says why; nobody may be there to take it."""
        try:
            await self._flush(timeout)
        except (httpcore.NetworkError, httpcore.TimeoutException):
            return

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            piece: bytes = await self._do(lambda: self._tls.read(max_bytes), timeout)
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
            piece = b""
        except ssl.SSLError as error:
            raise httpcore.ReadError(str(error)) from error
        self._note(piece)
        return piece

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        rest = memoryview(buffer)
        while rest:
            try:
                rest = rest[await self._do(partial(self._tls.write, rest), timeout) :]
            except ssl.SSLError as error:
                raise httpcore.WriteError(str(error)) from error

    def get_extra_info(self, info: str) -> Any:
        return self._tls if info == "ssl_object" else self._inner.get_extra_info(info)
