"""The server on Streamable HTTP: one endpoint, either era.

    modern   each POST alone; JSON, or an event stream if something comes before the answer; its end cancels
    legacy   a session from `initialize` to DELETE; a GET stream for news; a client that leaves cancels nothing

Source: `2026-07-28 basic/transports/streamable-http`, `2025-11-25 basic/transports#streamable-http`.
"""

import asyncio
import secrets
from typing import Any, Final

from starlette.requests import Request as HttpRequest

from inspector.serving import http_answers as http
from inspector.serving.calling import Fault
from inspector.serving.http_answers import JSON_TYPE, STREAM_TYPE, EventStream, Outbox, Put, Receive
from inspector.serving.mirrored import check_names, check_version
from inspector.serving.modern_caller import speaks_modern
from inspector.serving.protocol import members
from inspector.serving.served import Served
from inspector.serving.session import Serves, Session, malformed, nameless
from inspector.wire.json import Json
from inspector.wire.jsonrpc import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MODERN_ERRORS,
    Batch,
    Error,
    Malformed,
    Message,
    Notification,
    Request,
    Result,
    decode,
    error,
    is_id,
    result,
)
from inspector.wire.methods import METHODS, exists
from inspector.wire.versions import LATEST_LEGACY, LEGACY, MODERN

_KEPT: Final = 256  # messages that wait for a GET stream; older ones are dropped


class _HttpSession:
    """A legacy session, its running requests, and the news that wait for its GET stream."""

    def __init__(self, served: Served) -> None:
        self.id = secrets.token_urlsafe(24)
        self.news: Outbox = asyncio.Queue()
        self.streaming = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self.session = Session(served, "legacy", self._keep, shared=False)

    def _keep(self, message: bytes) -> None:
        if self.news.qsize() >= _KEPT:
            self.news.get_nowait()
        self.news.put_nowait(message)

    def close(self) -> None:
        """End its requests and its stream."""
        self.session.close()
        self.news.put_nowait(None)
        for task in self.tasks:
            task.cancel()


class HttpHost:
    """An ASGI application for the MCP endpoint. `group` owns the requests of legacy sessions, `host` is our address."""

    def __init__(self, serves: Serves, served: Served, group: asyncio.TaskGroup, host: str) -> None:
        self._serves = serves
        self._served = served
        self._group = group
        self._host = host
        self._modern = served.modern()
        self._sessions: dict[str, _HttpSession] = {}
        self._calls: set[asyncio.Task[tuple[int, bytes]]] = set()

    def close(self) -> None:
        """End every stream and session, and what still runs; subscriptions end with their results."""
        self._modern.close()
        for call in self._calls:
            call.cancel()
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()

    async def __call__(self, scope: Any, receive: Receive, put: Put) -> None:
        """Serve one HTTP request."""
        request = HttpRequest(scope, receive)
        if http.stranger(request.headers, self._host):
            await http.answer(put, 403, nameless(INVALID_REQUEST, "This origin may not speak to a local server"))
        elif request.method == "POST":
            await self._post(request, receive, put)
        elif self._serves == "modern" or request.method not in ("GET", "DELETE"):
            allowed = "POST" if self._serves == "modern" else "GET, POST, DELETE"
            await http.answer(put, 405, headers=[("allow", allowed)])
        elif request.method == "GET":
            await self._get(request, receive, put)
        else:
            await self._delete(request, put)

    async def _post(self, request: HttpRequest, receive: Receive, put: Put) -> None:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON_TYPE:
            await http.answer(put, 415, nameless(INVALID_REQUEST, f"Content-Type must be {JSON_TYPE}"))
            return
        if not http.accepts(request.headers, JSON_TYPE, STREAM_TYPE):
            said = f"Accept must list {JSON_TYPE} and {STREAM_TYPE}"
            await http.answer(put, 406, nameless(INVALID_REQUEST, said))
            return
        body = await http.body_of(request)
        if body is None:
            return
        message = decode(body)
        if isinstance(message, Request) and not is_id(message.id):
            await http.answer(put, 400, nameless(INVALID_REQUEST, "An id is a string or an integer"))
            return
        if self._speaks_modern(request, message):
            await self._post_modern(request, message, receive, put)
        else:
            await self._post_legacy(request, message, receive, put)

    def _speaks_modern(self, request: HttpRequest, message: Message) -> bool:
        if self._serves != "dual":
            return self._serves == "modern"
        if isinstance(message, Request) and speaks_modern(message.params):
            return True
        if isinstance(message, Request) and message.method == "initialize":
            return False
        version = request.headers.get("mcp-protocol-version")
        if version is not None and version not in LEGACY:
            return True
        if not isinstance(message, Request):
            return False
        known = METHODS.get(message.method)
        return known is not None and known.versions == MODERN and "mcp-session-id" not in request.headers

    async def _post_modern(self, request: HttpRequest, message: Message, receive: Receive, put: Put) -> None:
        if isinstance(message, Notification):
            await http.answer(put, 202)
            return
        if not isinstance(message, Request):
            said = "The body must be one request or notification"
            body = malformed(message) if isinstance(message, Malformed) else nameless(INVALID_REQUEST, said)
            await http.answer(put, 400, body)
            return
        try:
            self._admit(request, message)
        except Fault as fault:
            status = 404 if fault.code == METHOD_NOT_FOUND else 400
            await http.answer(put, status, error(message.id, fault.code, fault.message, fault.data))
            return
        await http.while_connected(receive, self._serve_modern(message, put))

    def _admit(self, request: HttpRequest, message: Request) -> None:
        """See that a modern request may be served at all. Raises Fault."""
        check_version(request.headers, message)
        self._modern.admit(message)
        schema: Json = None
        if message.method == "tools/call":
            schema = self._modern.input_schema(str(members(message.params).get("name")))
        check_names(request.headers, message, schema)
        if not self._modern.knows(message.method):
            raise Fault(METHOD_NOT_FOUND, f"Method not found: {message.method}")

    async def _serve_modern(self, message: Request, put: Put) -> None:
        outbox: Outbox = asyncio.Queue()

        async def serve() -> tuple[int, bytes]:
            try:
                return 200, result(message.id, await self._modern.answer(message, outbox.put_nowait))
            except Fault as fault:
                status = 400 if fault.code in MODERN_ERRORS else 404 if fault.code == METHOD_NOT_FOUND else 200
                return status, error(message.id, fault.code, fault.message, fault.data)
            finally:
                outbox.put_nowait(None)

        async with asyncio.TaskGroup() as group:
            task = group.create_task(serve())
            if message.method != "subscriptions/listen":
                self._calls.add(task)
                task.add_done_callback(self._calls.discard)
            await _respond(put, outbox, task)

    async def _post_legacy(self, request: HttpRequest, message: Message, receive: Receive, put: Put) -> None:
        id = request.headers.get("mcp-session-id")
        opens = id is None and isinstance(message, Request) and message.method == "initialize"
        session = _HttpSession(self._served) if opens else await self._find(request, message, put)
        if session is None:
            return
        if isinstance(message, Malformed):
            await http.answer(put, 400, malformed(message))
            return
        if isinstance(message, Notification | Result | Error):
            await session.session.handle(message, lambda raw: None)
            await http.answer(put, 202)
            return
        outbox: Outbox = asyncio.Queue()
        task = self._group.create_task(_serve_legacy(session, message, outbox))
        session.tasks.add(task)
        task.add_done_callback(session.tasks.discard)
        if not opens:
            await http.while_connected(receive, _respond(put, outbox, task))
            return
        _, body = await task
        headers = []
        if session.session.legacy.version:
            self._sessions[session.id] = session
            headers.append(("mcp-session-id", session.id))
        else:
            session.close()
        await http.answer(put, 200, body, headers=headers)

    async def _find(self, request: HttpRequest, message: Message | None, put: Put) -> _HttpSession | None:
        """The session that a request names; without one, the refusal is sent and None comes back."""
        id = request.headers.get("mcp-session-id")
        session = self._sessions.get(id) if id else None
        version = request.headers.get("mcp-protocol-version")
        if session and version in (None, *LEGACY):
            return session
        if id and not session:
            status, code, said = 404, INVALID_REQUEST, "There is no such session"
        elif isinstance(message, Request) and not exists(message.method, LATEST_LEGACY):
            status, code, said = 400, METHOD_NOT_FOUND, f"Method not found: {message.method}"
        elif version not in (None, *LEGACY):
            status, code, said = 400, INVALID_REQUEST, f"Unsupported MCP-Protocol-Version: {version}"
        else:
            status, code, said = 400, INVALID_REQUEST, "Mcp-Session-Id is missing: initialize first"
        body = error(message.id, code, said) if isinstance(message, Request) else nameless(code, said)
        await http.answer(put, status, body)
        return None

    async def _get(self, request: HttpRequest, receive: Receive, put: Put) -> None:
        if not http.accepts(request.headers, STREAM_TYPE):
            await http.answer(put, 406, nameless(INVALID_REQUEST, f"Accept must list {STREAM_TYPE}"))
            return
        session = await self._find(request, None, put)
        if session is None:
            return
        if session.streaming:
            await http.answer(put, 409, nameless(INVALID_REQUEST, "The session has a stream already"))
            return
        session.streaming = True
        try:
            await http.while_connected(receive, _stream_news(put, session.news))
        finally:
            session.streaming = False

    async def _delete(self, request: HttpRequest, put: Put) -> None:
        session = await self._find(request, None, put)
        if session:
            del self._sessions[session.id]
            session.close()
            await http.answer(put, 204)


async def _serve_legacy(session: _HttpSession, message: Request | Batch, outbox: Outbox) -> tuple[int, bytes]:
    try:
        answer = await session.session.handle(message, outbox.put_nowait)
        return (200, answer) if answer else (202, b"")
    finally:
        outbox.put_nowait(None)


async def _respond(put: Put, outbox: Outbox, task: "asyncio.Task[tuple[int, bytes]]") -> None:
    """JSON if the answer is all there is, else a stream that ends with it; with none if the request was cancelled."""
    first = await outbox.get()
    if first is None:
        await asyncio.wait([task])
        if not task.cancelled():
            await http.answer(put, *task.result())
            return
    stream = EventStream(put)
    await stream.open()
    if first is not None:
        await stream.event(first)
        await stream.drain(outbox)
        await asyncio.wait([task])
    if not task.cancelled():
        await stream.event(task.result()[1])
    await stream.close()


async def _stream_news(put: Put, news: Outbox) -> None:
    stream = EventStream(put)
    await stream.open()
    await stream.drain(news)
    await stream.close()
