"""What every HTTP host needs: answers, event streams, the end of a connection, and who may come in.

Plain ASGI. A stream ends when its messages end or the client leaves, whichever is first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request

Receive = Callable[[], Awaitable[Any]]
Put = Callable[[Any], Awaitable[None]]
Outbox = asyncio.Queue[bytes | None]
"""Messages on their way to one stream; None is the end."""

_KEEP_ALIVE: Final = 15.0  # seconds of silence before a comment is sent
_LOCAL: Final = ("127.0.0.1", "localhost", "::1")
_STREAM: Final = (("cache-control", "no-cache"), ("x-accel-buffering", "no"))
JSON_TYPE: Final = "application/json"
STREAM_TYPE: Final = "text/event-stream"


async def body_of(request: Request) -> bytes | None:
    """The body of a request; None if the client leaves before all of it has come."""
    try:
        return await request.body()
    except ClientDisconnect:
        return None


async def answer(
    put: Put, status: int, body: bytes = b"", kind: str = JSON_TYPE, headers: Iterable[tuple[str, str]] = ()
) -> None:
    """One whole HTTP answer."""
    fields = [(name.encode(), value.encode()) for name, value in headers]
    if body:
        fields.append((b"content-type", kind.encode()))
    fields.append((b"content-length", str(len(body)).encode()))
    await put({"type": "http.response.start", "status": status, "headers": fields})
    await put({"type": "http.response.body", "body": body})


class EventStream:
    """An SSE answer, event by event."""

    def __init__(self, put: Put) -> None:
        self._put = put

    async def open(self, headers: Iterable[tuple[str, str]] = ()) -> None:
        """Send status and headers."""
        pairs = (("content-type", STREAM_TYPE), *_STREAM, *headers)
        fields = [(name.encode(), value.encode()) for name, value in pairs]
        await self._put({"type": "http.response.start", "status": 200, "headers": fields})

    async def event(self, data: bytes, name: str = "message") -> None:
        """Send one event; `data` is one line."""
        await self._body(b"event: " + name.encode() + b"\ndata: " + data + b"\n\n")

    async def drain(self, outbox: Outbox) -> None:
        """Send what comes into `outbox` until its end, with a comment where nothing comes for long."""
        while True:
            try:
                async with asyncio.timeout(_KEEP_ALIVE):
                    message = await outbox.get()
            except TimeoutError:
                await self._body(b": still here\n\n")
                continue
            if message is None:
                return
            await self.event(message)

    async def close(self) -> None:
        """End the answer."""
        await self._put({"type": "http.response.body", "body": b""})

    async def _body(self, data: bytes) -> None:
        await self._put({"type": "http.response.body", "body": data, "more_body": True})


async def while_connected(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Run `work`, and cancel it if the client goes away before it is done."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            task.cancel()

        watcher = group.create_task(watch())
        task.add_done_callback(lambda _: watcher.cancel())


def accepts(headers: Mapping[str, str], *kinds: str) -> bool:
    """Whether the Accept header admits all of `kinds`; no header admits everything."""
    named = headers.get("accept")
    if named is None:
        return True
    ranges = {one.partition(";")[0].strip().lower() for one in named.split(",")}
    return all({kind, f"{kind.partition('/')[0]}/*", "*/*"} & ranges for kind in kinds)


def stranger(headers: Mapping[str, str], host: str) -> bool:
    """Whether a request comes from a page of another origin, or under a name that is not ours.

    That is how a web page reaches a local server (`2026-07-28 basic/transports/streamable-http#security-endpoint`).
    """
    origin = headers.get("origin")
    if origin is not None and _name(origin) not in (*_LOCAL, host):
        return True
    named = headers.get("host")
    return host in _LOCAL and named is not None and _name(f"//{named}") not in _LOCAL


def _name(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None
