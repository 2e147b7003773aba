"""One write for a request: its head waits for the beginning of its body.

The HTTP library writes both apart. Together they are one packet, and one turn of the system and the loop less, which is
a good part of what a small request costs.
"""

import select
import ssl
from collections.abc import Callable
from typing import Any, Final

import httpcore

_JOINED: Final = 64 * 1024
"""Bytes of a body's piece up to which it is copied behind the head."""


class Together(httpcore.AsyncNetworkStream):
    """Holds the first write after a read until the next one, which the library makes for each request, or a read."""

    def __init__(self, inner: httpcore.AsyncNetworkStream) -> None:
        self._inner = inner
        self._held = b""
        self._speaking = False
        self._readable: Callable[[], bool] | None = None

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send, or keep a head for a moment; an empty buffer sends what is held."""
        if buffer and not self._speaking:
            self._speaking, self._held = True, buffer
            return
        held, self._held = self._held, b""
        if held and len(buffer) > _JOINED:
            await self._inner.write(held, timeout)
            held = b""
        if held or buffer:
            await self._inner.write(held + buffer if held else buffer, timeout)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read; what is held goes out before."""
        if self._held:
            await self.write(b"", timeout)
        self._speaking = False
        return await self._inner.read(max_bytes, timeout)

    async def aclose(self) -> None:
        """Close; what is held was for nobody."""
        await self._inner.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """TLS above this connection, which is the library's business no more."""
        if self._held:
            await self.write(b"", timeout)
        return Together(await self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        """As the library's own; whether there is something to read is asked for each request, so it is made cheap."""
        if info != "is_readable":
            return self._inner.get_extra_info(info)
        if self._readable is None:
            self._readable = self._watch()
        return self._readable()

    def _watch(self) -> Callable[[], bool]:
        socket = self._inner.get_extra_info("socket")
        if socket is None or socket.fileno() < 0 or not hasattr(select, "poll"):
            return lambda: bool(self._inner.get_extra_info("is_readable"))
        poll = select.poll()
        poll.register(socket.fileno(), select.POLLIN)
        # A socket that was closed meanwhile has no number: it is to be read from, and that tells of its end.
        return lambda: socket.fileno() < 0 or bool(poll.poll(0))
