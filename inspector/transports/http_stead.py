"""HTTP that is not as it was meant, on purpose: an answer in the server's stead, a request that breaks off."""

from collections.abc import AsyncIterator

import httpx

from inspector.protocol.interference import Stead, StreamCut
from inspector.transports.http_wire import HEADERS


def stood_in(stead: Stead) -> httpx.Response:
    """The response that the server might have given."""
    headers = [(name.encode("utf-8"), value.encode("utf-8")) for name, value in stead.headers]
    headers.append((b"Content-Length", str(len(stead.raw)).encode()))
    extensions = {HEADERS: headers, "http_version": b"HTTP/1.1"}
    return httpx.Response(stead.status, headers=headers, stream=httpx.ByteStream(stead.raw), extensions=extensions)


def torn(request: httpx.Request, beginning: bytes, size: int) -> httpx.Request:
    """The request with only the beginning of its body of `size` bytes, after which the connection breaks."""

    async def body() -> AsyncIterator[bytes]:
        yield beginning
        raise StreamCut("cut on purpose")

    headers = [(name, value) for name, value in request.headers.raw if name.lower() != b"content-length"]
    headers.append((b"Content-Length", str(size).encode()))
    return httpx.Request(request.method, request.url, headers=headers, content=body(), extensions=request.extensions)
