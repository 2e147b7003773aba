"""The server on HTTP+SSE, the transport of the first revision: `/sse` to listen, `/messages` to speak.

Source: `2024-11-05 basic/transports#http-with-sse`.
"""

import asyncio
import secrets
from typing import Any

from starlette.requests import Request as HttpRequest

from inspector.serving import http_answers as http
from inspector.serving.http_answers import EventStream, Outbox, Put, Receive
from inspector.serving.served import Served
from inspector.serving.session import Session, malformed, nameless
from inspector.wire.jsonrpc import INVALID_REQUEST, Malformed, Message, decode


class _Connection:
    """An open stream, its session, and the requests that run in it."""

    def __init__(self, served: Served) -> None:
        self.outbox: Outbox = asyncio.Queue()
        self.session = Session(served, "legacy", self.outbox.put_nowait, shared=False)
        self.tasks: set[asyncio.Task[None]] = set()

    async def handle(self, message: Message) -> None:
        """Take a message; the answer goes the way of everything."""
        answer = await self.session.handle(message, self.outbox.put_nowait)
        if answer is not None:
            self.outbox.put_nowait(answer)

    def close(self) -> None:
        """End the requests and the stream."""
        self.session.close()
        self.outbox.put_nowait(None)
        for task in self.tasks:
            task.cancel()


class SseHost:
    """Two ASGI applications, `listen` and `speak`. `group` owns the requests, `host` is our address."""

    def __init__(self, served: Served, group: asyncio.TaskGroup, host: str) -> None:
        self._served = served
        self._group = group
        self._host = host
        self._connections: dict[str, _Connection] = {}

    def close(self) -> None:
        """End every stream."""
        for connection in self._connections.values():
            connection.close()

    async def listen(self, scope: Any, receive: Receive, put: Put) -> None:
        """GET /sse: a stream whose first event says where to speak."""
        request = HttpRequest(scope, receive)
        if await self._refused(request, "GET", put):
            return
        name = secrets.token_urlsafe(24)
        connection = self._connections[name] = _Connection(self._served)

        async def stream() -> None:
            events = EventStream(put)
            await events.open()
            await events.event(f"/messages?session_id={name}".encode(), "endpoint")
            await events.drain(connection.outbox)
            await events.close()

        try:
            await http.while_connected(receive, stream())
        finally:
            del self._connections[name]
            connection.close()

    async def speak(self, scope: Any, receive: Receive, put: Put) -> None:
        """POST /messages: one message, answered on the stream."""
        request = HttpRequest(scope, receive)
        if await self._refused(request, "POST", put):
            return
        connection = self._connections.get(request.query_params.get("session_id", ""))
        if connection is None:
            await http.answer(put, 404, nameless(INVALID_REQUEST, "There is no such session"))
            return
        body = await http.body_of(request)
        if body is None:
            return
        message = decode(body)
        if isinstance(message, Malformed):
            await http.answer(put, 400, malformed(message))
            return
        task = self._group.create_task(connection.handle(message))
        connection.tasks.add(task)
        task.add_done_callback(connection.tasks.discard)
        await http.answer(put, 202, b"Accepted", "text/plain")

    async def _refused(self, request: HttpRequest, method: str, put: Put) -> bool:
        if http.stranger(request.headers, self._host):
            await http.answer(put, 403, nameless(INVALID_REQUEST, "This origin may not speak to a local server"))
        elif request.method != method:
            await http.answer(put, 405, headers=[("allow", method)])
        else:
            return False
        return True
