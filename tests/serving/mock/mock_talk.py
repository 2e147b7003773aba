"""A client of a mock in this process: it asks, answers what it is asked, and keeps what it hears."""

import asyncio
import json
from typing import Any

from inspector.serving.mock import Looseness, Manner, Mock, script_of
from inspector.serving.session import Serves, Session
from inspector.wire.events import Decision
from inspector.wire.jsonrpc import Notification, Request, Result
from tests.analysis.journals import Journal
from tests.serving.serving_peers import dressed, opening

ABLE = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}


class Talk:
    """`heard` are the messages that came before answers and beside them; `decided` what the mock said of itself.

    `answers` are the results for its questions, by method, the first first.
    """

    def __init__(
        self,
        journal: Journal,
        serves: Serves = "modern",
        looseness: Looseness | None = None,
        *,
        pace: bool = False,
        **answers: list[Any],
    ) -> None:
        self.heard: list[Any] = []
        self.decided: list[Decision] = []
        self.slept: list[float] = []
        self.modern = serves == "modern"
        self._answers = {name.replace("_", "/"): list(given) for name, given in answers.items()}
        self._id = 0
        mock = Mock(script_of(journal.records), looseness, Manner(pace, self.decided.append, self._sleep))
        self.session = Session(mock, serves, self._take)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def _take(self, raw: bytes) -> None:
        message = json.loads(raw)
        self.heard.append(message)
        if "id" in message and "method" in message:
            left = self._answers.get(message["method"], [])
            settle = self.session.legacy.settle
            asyncio.get_running_loop().call_soon(settle, Result(message["id"], left.pop(0) if left else {}))

    async def open(self, version: str = "2025-11-25", capabilities: Any = None) -> Any:
        """The handshake of the legacy era; the result of initialize."""
        answer = await self.ask("initialize", opening(version, ABLE if capabilities is None else capabilities))
        await self.session.handle(Notification("notifications/initialized"), self._take)
        return answer["result"]

    async def ask(self, method: str, params: Any = None, *, able: Any = None, **meta: Any) -> Any:
        """The answer to a request, `{"result": …}` or `{"error": …}`."""
        self._id += 1
        params = params or {}
        if self.modern:
            params = dressed(params, capabilities=ABLE if able is None else able, **meta)
        elif meta:
            params = {**params, "_meta": meta}
        async with asyncio.timeout(5):
            raw = await self.session.handle(Request(self._id, method, params), self._take)
            await asyncio.sleep(0)  # what follows the answer
        assert raw is not None
        return {name: value for name, value in json.loads(raw).items() if name in ("result", "error")}

    async def call(self, tool: str, *, able: Any = None, **arguments: Any) -> Any:
        """The answer to a call."""
        return await self.ask("tools/call", {"name": tool, "arguments": arguments}, able=able)

    async def text(self, tool: str, **arguments: Any) -> str:
        """The text that a call comes to."""
        answer = await self.call(tool, **arguments)
        found: str = answer["result"]["content"][0]["text"]
        return found

    @property
    def methods(self) -> list[str]:
        """The methods of what was heard."""
        return [message["method"] for message in self.heard]

    @property
    def verdicts(self) -> list[str]:
        """What the mock decided."""
        return [one.verdict for one in self.decided]


def said(text: str, **more: Any) -> dict[str, Any]:
    """A result of a call."""
    return {"content": [{"type": "text", "text": text}], **more}
