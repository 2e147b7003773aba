"""Carries the client's requests: one pool of connections to one origin, over TCP, a proxy or a Unix socket."""

import ssl
from collections.abc import AsyncIterator, Sequence
from typing import Final

import httpcore
import httpx

from inspector.transports.http_network import Network
from inspector.transports.http_socks import Socks

HEADERS: Final = "headers"
"""The extension of a response with its headers, all of them."""

_IDLE: Final = 3.0
_IDLE_CONNECTIONS: Final = 8


class Wire(httpx.AsyncBaseTransport):
    """What httpx sends through. Raises the exceptions of httpcore as they are.

    `trust` is what TLS believes; `socket` the path of a Unix socket to be used in place of the URL's host, `addresses`
    are those to go to instead of looking it up.
    """

    def __init__(
        self,
        trust: ssl.SSLContext | None,
        *,
        proxy: httpcore.Proxy | Socks | None = None,
        socket: str | None = None,
        addresses: Sequence[str] = (),
    ) -> None:
        socks = proxy if isinstance(proxy, Socks) else None
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust,
            proxy=None if isinstance(proxy, Socks) else proxy,
            max_connections=None,
            max_keepalive_connections=_IDLE_CONNECTIONS,
            keepalive_expiry=_IDLE,
            uds=socket,
            network_backend=Network(socks, addresses),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the body of the response is read as it comes."""
        url = request.url
        assert isinstance(request.stream, httpx.AsyncByteStream)
        response = await self._pool.handle_async_request(
            httpcore.Request(
                request.method,
                httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        # httpx makes a request of every Location at once, and any text may stand there: it does not get to see it.
        heads = [(name, value) for name, value in response.headers if name.lower() != b"location"]
        extensions = {**response.extensions, HEADERS: response.headers}
        return httpx.Response(response.status, headers=heads, stream=_Body(response), extensions=extensions)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._response.aiter_stream():
            yield piece

    async def aclose(self) -> None:
        await self._response.aclose()
