"""A conversation over one channel: decides the era of each message, runs requests side by side, cancels them.

    era      a request with modern `_meta`    `initialize`                  all else
    modern   served                           refused, naming versions      -32602: no `_meta`
    legacy   as any legacy request            opens the session             by the session
    dual     served                           opens the session             by the session

Source: `2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions`,
`basic/patterns/cancellation`; for batches `2025-03-26 basic/index#batching`.
"""

import asyncio
from typing import Any, Literal

from inspector.serving.calling import Fault, Send
from inspector.serving.modern_caller import speaks_modern, unsupported
from inspector.serving.served import Served
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import (
    INVALID_REQUEST,
    PARSE_ERROR,
    Batch,
    Error,
    Malformed,
    Message,
    Notification,
    Request,
    Result,
    error,
    id_key,
    is_id,
    notification,
    result,
)
from inspector.wire.methods import METHODS
from inspector.wire.versions import MODERN, REVISIONS

Serves = Literal["modern", "legacy", "dual"]
"""The eras that a server speaks."""


class Session:
    """One stdio process, one HTTP session, or one HTTP+SSE connection.

    `broadcast` takes messages that belong to no request. `shared` is True where all messages travel on one channel, as
    on stdio: then the end of a subscription is announced too.
    """

    def __init__(self, served: Served, serves: Serves, broadcast: Send, *, shared: bool = True) -> None:
        self.serves = serves
        self._broadcast = broadcast
        self._shared = shared
        self._modern = served.modern()
        self.legacy = served.legacy(broadcast)
        self._running: dict[tuple[str, str], asyncio.Task[Any]] = {}
        self._listening: dict[tuple[str, str], Any] = {}

    def close(self) -> None:
        """End the subscriptions in good order; requests that run are the host's to end."""
        if self._shared:
            for id in self._listening.values():
                self._broadcast(notification("notifications/cancelled", {"requestId": id, "reason": "shutting down"}))
        self._modern.close()
        self.legacy.close()

    async def handle(self, message: Message, send: Send) -> bytes | None:
        """Take one message to its end; the answer, or None where there is none to give.

        What belongs to a request and comes before its answer goes to `send`. A request that the client cancels
        ends with CancelledError, for its task is cancelled.
        """
        if isinstance(message, Request):
            return await self._serve(message, send)
        if isinstance(message, Batch):
            return await self._batch(message, send)
        if isinstance(message, Malformed):
            return malformed(message)
        if isinstance(message, Result | Error):
            self.legacy.settle(message)
        elif message.method == "notifications/cancelled":
            self._cancel(message)
        else:
            self.legacy.notify(message)
        return None

    async def _serve(self, message: Request, send: Send) -> bytes:
        if not is_id(message.id):
            return nameless(INVALID_REQUEST, "An id is a string or an integer")
        key = id_key(message.id)
        task = asyncio.current_task()
        if key in self._running or task is None:
            return error(message.id, INVALID_REQUEST, "The id is in use by a request that still runs")
        self._running[key] = task
        if message.method == "subscriptions/listen":
            self._listening[key] = message.id

        def send_while_wanted(raw: bytes) -> None:
            # A subscription hears of changes before its own cancellation has taken its turn on the loop.
            if self._running.get(key) is task:
                send(raw)

        try:
            return result(message.id, await self._route(message, send, send_while_wanted))
        except Fault as fault:
            return error(message.id, fault.code, fault.message, fault.data)
        finally:
            if self._running.get(key) is task:
                del self._running[key]
            self._listening.pop(key, None)

    async def _route(self, message: Request, send: Send, send_while_wanted: Send) -> Json:
        if self.serves == "modern":
            if message.method == "initialize":
                raise refuse_initialize(message)
            return await self._modern.answer(message, send_while_wanted)
        modern = speaks_modern(message.params) or self._only_modern(message)
        if self.serves == "dual" and modern:
            return await self._modern.answer(message, send_while_wanted)
        return await self.legacy.answer(message, send)

    def _only_modern(self, message: Request) -> bool:
        """Whether a method without modern `_meta` can only be a modern one that forgot it."""
        known = METHODS.get(message.method)
        return known is not None and known.versions == MODERN and self.legacy.version is None

    async def _batch(self, batch: Batch, send: Send) -> bytes | None:
        version = self.legacy.version
        if version is None or not REVISIONS[version].receives_batches:
            return nameless(INVALID_REQUEST, "This revision has no batches")
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.handle(message, send)) for message in batch.messages]
        answers = [task.result() for task in tasks if not task.cancelled()]
        given = [answer for answer in answers if answer is not None]
        return b"[" + b",".join(given) + b"]" if given else None

    def _cancel(self, message: Notification) -> None:
        params = message.params if isinstance(message.params, dict) else {}
        key = id_key(params.get("requestId"))
        task = self._running.pop(key, None)
        self._listening.pop(key, None)
        if task:
            task.cancel()


def refuse_initialize(message: Request) -> Fault:
    """Why a modern server opens no session; it names what it speaks, for the client may show nothing else."""
    params = message.params if isinstance(message.params, dict) else {}
    fault = unsupported(str(params.get("protocolVersion", "")))
    fault.message = f"There is no initialize here: this server speaks {', '.join(MODERN)}"
    return fault


def malformed(message: Malformed) -> bytes:
    """The answer to what is no message."""
    if message.value is MISSING:
        return nameless(PARSE_ERROR, f"Parse error: {message.reason}")
    return nameless(INVALID_REQUEST, f"Invalid request: {message.reason}")


def nameless(code: int, message: str) -> bytes:
    """An error that answers no request: it has no id, for null is none (`2026-07-28 basic/index#messages`)."""
    return dumps({"jsonrpc": "2.0", "error": {"code": code, "message": message}}).encode()
