"""Servers whose tool asks before it answers, what was said to them, and a person at a terminal."""

import asyncio
import json
import os
import pty
from typing import Any

from inspector.wire.events import Sent
from tests.headless.running import ADD, PATIENCE, Inspector, Ran, legacy, modern, said, scripted, sent, tools


def asking(era: str, request: dict[str, Any]) -> tuple[str, ...]:
    """A server whose tool asks this before it answers."""
    if era == "legacy":
        rule = {
            "on": "tools/call",
            "server_request": {"id": "q", **request},
            "awaiting_answer": True,
            "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"content": [{"type": "text", "text": "done"}]}},
        }
        return scripted(*legacy(), tools(ADD), rule)
    round_ = {"resultType": "input_required", "inputRequests": {"q": request}, "requestState": "s1"}
    first = {"on": "tools/call", "times": 1, "reply": {"jsonrpc": "2.0", "id": "$id", "result": round_}}
    return scripted(modern(), tools(ADD), first, said("done"))


def answer(ran: Ran, era: str) -> Any:
    """What we answered, out of the recording."""
    if era == "modern":
        first, second = sent(ran.recording(), "tools/call")
        assert first["id"] != second["id"]
        assert second["params"]["requestState"] == "s1"
        return second["params"]["inputResponses"]["q"]
    [message] = [one for one in sent_all(ran) if one.get("id") == "q"]
    return message.get("result", message.get("error"))


def sent_all(ran: Ran) -> list[Any]:
    """Every message of ours."""
    return [json.loads(one.event.raw) for one in ran.recording().records if isinstance(one.event, Sent)]


class Person:
    """Somebody at a terminal: types when a prompt stands there. stdout stays a pipe, as with `> FILE`."""

    def __init__(self, inspector: Inspector) -> None:
        self._inspector = inspector
        self.seen = ""

    async def sit_down(self, *words: str, env: dict[str, str] | None = None) -> "Person":
        """Start a command at a terminal of its own."""
        self._master, terminal = pty.openpty()
        os.set_blocking(self._master, False)
        self.process = await self._inspector.start(*words, env=env, stdin=terminal, stderr=terminal)
        os.close(terminal)
        self._came = asyncio.Event()
        asyncio.get_running_loop().add_reader(self._master, self._read)
        return self

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._master)
        self.seen += data.decode()
        self._came.set()

    async def sees(self, text: str) -> "Person":
        """Wait for words on the terminal, and forget what stood before them."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.seen:
                self._came.clear()
                await self._came.wait()
        self.seen = self.seen[self.seen.index(text) + len(text) :]
        return self

    def types(self, text: str) -> "Person":
        """Type; control characters act as they do at a terminal."""
        os.write(self._master, text.encode())
        return self

    async def leaves(self) -> Ran:
        """The end of the command."""
        ran = await self._inspector.end(self.process)
        assert "Traceback" not in self.seen
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        return ran
