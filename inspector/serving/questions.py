"""Questions of a legacy server, and the client's answers: a request of ours each, under an id of its own.

Source: `2025-11-25 basic/index#requests`.
"""

import asyncio
import itertools

from inspector.serving.calling import Send
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Answer, notification, request


class Questions:
    """Those of one session."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)

    def next_id(self, kind: str) -> str:
        """An id of ours that was not used in this session."""
        return f"{kind}-{next(self._numbers)}"

    async def ask(self, method: str, params: dict[str, Json] | None, send: Send) -> Answer:
        """The client's answer. If the call that waits is cancelled, so is the question."""
        id = self.next_id("ask")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        send(request(id, method, params))
        try:
            return await answer
        except asyncio.CancelledError:
            send(notification("notifications/cancelled", {"requestId": id, "reason": "the call was cancelled"}))
            raise
        finally:
            del self._waiting[id]

    def settle(self, answer: Answer) -> None:
        """Take the client's answer; one that nobody waits for is ignored."""
        waiting = self._waiting.get(answer.id) if isinstance(answer.id, str) else None
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
