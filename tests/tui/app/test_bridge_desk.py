"""The desk's side of a bridge, on the demo server: what the person sets while connected counts at once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.message import Message

from inspector.client import Options
from inspector.config.target import DemoTarget
from inspector.protocol.questions import accept, decline
from inspector.recording.plan import Plan
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_desk import Rules
from inspector.tui.bridge_told import Connected, Questions
from inspector.wire.events import Decision

PATIENCE = 30.0


class Heard:
    """The messages of a bridge, which can be waited for."""

    def __init__(self) -> None:
        self.all: list[Message] = []
        self._came = asyncio.Event()

    def __call__(self, message: Message) -> None:
        self.all.append(message)
        self._came.set()

    async def until(self, fits: Callable[[Message], bool]) -> Any:
        """The first message that fits, from now on; what has been heard is forgotten."""
        while True:
            while self.all:
                if fits(message := self.all.pop(0)):
                    return message
            self._came.clear()
            await self._came.wait()


@asynccontextmanager
async def connected(era: Any, **options: Any) -> AsyncIterator[tuple[Bridge, Heard]]:
    heard = Heard()
    bridge = Bridge(DemoTarget(era), Options(**options), Plan(), heard)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(bridge.run())
        found = await heard.until(lambda one: isinstance(one, Connected))
        assert found.fault is None
        try:
            yield bridge, heard
        finally:
            bridge.stop()


def asked(message: Message) -> bool:
    return isinstance(message, Questions) and bool(message.open)


def over(message: Message) -> bool:
    return isinstance(message, Questions) and not message.open


RESERVE = {"name": "reserve_book", "arguments": {"isbn": "978-0-14-044913-6", "reader": 4711}}
CONTENT = {"branch": "alder", "day": "2026-12-04"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_a_rule_made_of_an_answer_answers_the_next_question_and_in_the_next_session_too(era: str) -> None:
    async with connected(era) as (bridge, heard):
        bridge.call("tools/call", RESERVE, "reserve_book")
        [question] = (await heard.until(asked)).open
        answer = accept(CONTENT)
        rule = bridge.desk.always(question, answer, "server")
        assert rule is not None and rule.scope == "server"
        bridge.questions.answer(question.number, answer)
        await heard.until(over)
        bridge.call("tools/call", RESERVE, "reserve_book")
        told = await heard.until(lambda one: isinstance(one, Rules) and one.rules[0].used == 1)
        assert [(one.number, one.on) for one in told.rules] == [(rule.number, True)]
    async with connected(era) as (bridge, heard):
        assert [(one.rule, one.scope) for one in bridge.desk.rules] == [(rule.rule, "server")]
        bridge.call("tools/call", RESERVE, "reserve_book")
        await heard.until(lambda one: isinstance(one, Rules) and one.rules[0].used == 1)
        bridge.desk.switch_rule(1, on=False)
        bridge.call("tools/call", RESERVE, "reserve_book")
        [again] = (await heard.until(asked)).open
        assert again.message == question.message
        bridge.desk.remove_rule(1)
    async with connected(era) as (bridge, heard):
        assert bridge.desk.rules == ()


async def test_what_is_set_for_one_connection_holds_for_the_next() -> None:
    async with connected("legacy") as (bridge, heard):
        bridge.desk.set_roots(["/tmp/a"])
        bridge.desk.switch_capability("elicitation", on=False)
        bridge.desk.set_approve("writes")
        assert bridge.desk.needs_reconnect and bridge.desk.switches["elicitation"] is False
        bridge.connect(bridge.options)
        await heard.until(lambda one: isinstance(one, Connected))
        assert not bridge.desk.needs_reconnect
        assert (bridge.desk.roots, bridge.desk.approve) == (("/tmp/a",), "writes")
        assert bridge.client is not None and bridge.client.options == bridge.options


async def test_a_call_that_is_not_approved_is_not_sent() -> None:
    async with connected("modern") as (bridge, heard):
        bridge.desk.set_approve("writes")
        op = bridge.call("tools/call", RESERVE, "reserve_book")
        [question] = (await heard.until(asked)).open
        assert question.is_approval and question.params == RESERVE and question.op == op
        bridge.questions.answer(question.number, decline())
        await heard.until(over)
        await until(lambda: bridge.busy == (0, 0))
        ended = [record.event for record in bridge.journal.records if isinstance(record.event, Decision)]
        assert [one.verdict for one in ended if one.topic == "cancel" and one.op == op] == ["not sent"]


@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_nothing_is_open_any_more_after_the_connection_was_closed_or_made_anew(era: str) -> None:
    async with connected(era) as (bridge, heard):
        await with_a_question(bridge, heard)
        bridge.disconnect()
        await heard.until(over)
        await until(lambda: bridge.busy == (0, 0) and bridge.agreed is None)
        bridge.connect(bridge.options)
        await heard.until(lambda one: isinstance(one, Connected))
        await with_a_question(bridge, heard)
        bridge.connect(bridge.options)
        await heard.until(over)
        await until(lambda: bridge.busy == (0, 0))


async def with_a_question(bridge: Bridge, heard: Heard) -> None:
    """Begin a call and wait for its question."""
    bridge.call("tools/call", RESERVE, "reserve_book")
    await heard.until(asked)
    assert bridge.busy == (1, 1)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what no message tells: the end of a call is in its records."""
    while not holds():
        await asyncio.sleep(0.01)
