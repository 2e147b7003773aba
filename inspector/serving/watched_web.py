"""An ASGI application that is looked at: each HTTP exchange becomes the events that a client of it would have.

Our own answers are read on their way out. A piece of an event stream is one whole event, as `EventStream` sends it.
"""

import time
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from inspector.serving.http_answers import JSON_TYPE, STREAM_TYPE, Put, Receive
from inspector.serving.watching import Watch
from inspector.wire.events import (
    HttpBody,
    HttpEnd,
    HttpRequest,
    HttpResponse,
    Received,
    Sent,
    SseBlock,
)

Asgi = Callable[[Any, Receive, Put], Any]
_MESSAGE: Final = b"event: message\ndata: "
_END: Final = b"\n\n"


class WatchedWeb:
    """`app`, with all that crosses told to `watch`. Both requests and answers of the same exchange have one number."""

    def __init__(self, app: Asgi, watch: Watch) -> None:
        self._app = app
        self._watch = watch
        self._numbers = count(1)

    async def __call__(self, scope: Any, receive: Receive, put: Put) -> None:
        """Serve one HTTP request."""
        if scope["type"] != "http":
            await self._app(scope, receive, put)
            return
        exchange = _Exchange(next(self._numbers), scope, self._watch)
        try:
            if await exchange.take(receive):
                await self._app(scope, exchange.receiving(receive), exchange.putting(put))
        finally:
            exchange.end()


class _Exchange:
    """One request and its answer, as far as they have come."""

    def __init__(self, number: int, scope: Any, watch: Watch) -> None:
        self._number = number
        self._scope = scope
        self._watch = watch
        self._begun = time.monotonic()
        self._asked = bytearray()
        self._told = False
        self._kind = ""
        self._answer = bytearray()
        self._size = 0
        self._whole = False

    async def take(self, receive: Receive) -> bool:
        """Read the request and tell it, as far as it comes, whatever becomes of it; whether all of it has come."""
        more = True
        while more:
            message = await receive()
            self._asked += message.get("body", b"")
            more = message.get("more_body", False)
        self._tell_request()
        return bool(message["type"] == "http.request")

    def receiving(self, receive: Receive) -> Receive:
        """`receive` with the request that was taken before all else."""
        taken = [{"type": "http.request", "body": bytes(self._asked), "more_body": False}]

        async def heard() -> Any:
            return taken.pop() if taken else await receive()

        return heard

    def putting(self, put: Put) -> Put:
        """`put`, which tells the answer first: what a client has had, the record has."""

        async def said(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._tell_status(message)
            elif message["type"] == "http.response.body":
                self._tell_body(message)
            await put(message)

        return said

    def end(self) -> None:
        """Tell how it ended: with the whole answer, or because somebody left."""
        self._tell_request()
        failure = "" if self._whole else "the client left, or the server ended"
        self._watch(HttpEnd(self._number, self._size, self._since(), failure, "stream" if failure else ""))

    def _since(self) -> float:
        return round((time.monotonic() - self._begun) * 1000, 3)

    def _tell_request(self) -> None:
        if self._told:
            return
        self._told = True
        headers = _headers(self._scope["headers"])
        query = self._scope.get("query_string", b"").decode("latin-1")
        host = next((value for name, value in headers if name == "host"), "")
        url = f"{self._scope['scheme']}://{host}{self._scope['path']}{f'?{query}' if query else ''}"
        body = bytes(self._asked)
        message = self._scope["method"] == "POST" and bool(body.strip())
        self._watch(HttpRequest(self._number, self._scope["method"], url, headers, b"" if message else body))
        if message:
            self._watch(Sent(body, self._number))

    def _tell_status(self, message: Any) -> None:
        headers = _headers(message.get("headers", ()))
        self._kind = next((value for name, value in headers if name == "content-type"), "")
        self._watch(HttpResponse(self._number, message["status"], headers=headers, ms=self._since()))

    def _tell_body(self, message: Any) -> None:
        piece = message.get("body", b"")
        self._size += len(piece)
        self._whole = not message.get("more_body")
        if self._kind.startswith(STREAM_TYPE):
            if piece.startswith(_MESSAGE) and piece.endswith(_END):
                raw = piece[len(_MESSAGE) : -len(_END)]
                self._watch(Received(raw, self._number, before=_MESSAGE, after=_END))
            elif piece:
                self._watch(_block(self._number, piece))
            return
        self._answer += piece
        if self._whole and self._answer:
            raw = bytes(self._answer)
            is_message = self._kind.startswith(JSON_TYPE)
            self._watch(Received(raw, self._number) if is_message else HttpBody(self._number, raw))


def _block(number: int, piece: bytes) -> SseBlock:
    fields = dict(line.split(": ", 1) for line in piece.decode().splitlines() if ": " in line[1:])
    return SseBlock(number, piece, fields.get("event", ""), fields.get("data", ""))


def _headers(pairs: Any) -> tuple[tuple[str, str], ...]:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in pairs)
