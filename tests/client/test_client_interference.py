"""Our own client with rules of interference, against real processes and real HTTP."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from inspector.analysis.rules import Findings
from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.faults import rules_of
from inspector.config.target import HttpTarget, StdioTarget
from inspector.protocol.steps import Reply
from inspector.wire import events
from tests.servers.http_rules import following
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import INITIALIZE, PATIENCE, command

DONE = {"jsonrpc": "2.0", "id": "$id", "result": {"content": [{"type": "text", "text": "a long answer"}]}}
CALL = {"on": "tools/call", "reply": DONE}
PING = {"on": "ping", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {}}}


def rule(action: str, more: str = "", match: str = "method:tools/call") -> str:
    return f"[[rule]]\nmatch = '{match}'\naction = '{action}'\n{more}\n"


@asynccontextmanager
async def over(kind: str, faults: str, *, holds: bool = False) -> AsyncIterator[Client]:
    """A client that is connected to a legacy server, which has a session over HTTP."""
    options = Options(mode="legacy", timeout=PATIENCE, faults=rules_of(faults, "f"))
    async with asyncio.timeout(PATIENCE):
        if kind == "stdio":
            target = TargetConnector(StdioTarget(command(INITIALIZE, CALL, PING)))
            async with Client(target, options, holds=holds) as client:
                await client.connect()
                yield client
            return
        rules = [{**one, "on": f"POST {one['on']}"} for one in (CALL, PING)]
        begin = {**INITIALIZE, "on": "POST initialize", "session": "s1"}
        async with (
            ScriptedServer(following(begin, *rules)) as server,
            Client(TargetConnector(HttpTarget(server.url(), ())), options, holds=holds) as client,
        ):
            await client.connect()
            yield client


async def called(client: Client, timeout: float | None = None) -> Reply:
    params: dict[str, Any] = {"name": "t", "arguments": {}}
    return await client.request("tools/call", params, op=client.begin("tools/call", "t"), timeout=timeout)


def told(client: Client) -> list[events.Decision]:
    found = [one.event for one in client.journal.records]
    return [one for one in found if isinstance(one, events.Decision) and one.topic == "interference"]


async def until(happens: Any) -> None:
    """Let the loop turn until this is so; the client's own time limit bounds it."""
    while not happens():
        await asyncio.sleep(0)


async def in_background(work: Coroutine[Any, Any, Reply]) -> None:
    await work


@pytest.mark.parametrize("kind", ["stdio", "http"])
async def test_each_action_brings_about_what_it_says_and_tells_of_it_with_both_texts(kind):
    rules = [
        rule("edit", "set = {'$.result.content[0].text' = 'edited'}\nfirst = 1"),
        rule("duplicate", "first = 1"),
        rule("answer", "result = {content = [{type = 'text', text = 'in its stead'}]}\nfirst = 1\nafter = 2"),
        rule("edit", "direction = 'out'\nreplace = {'\"arguments\"' = '\"other\"'}\nfirst = 1\nafter = 2"),
        rule("delay", "seconds = 0.01\nfirst = 1\nafter = 1"),
    ]
    async with over(kind, "".join(rules)) as client:
        seen = [(await called(client)).result["content"][0]["text"] for _ in range(5)]
        assert seen == ["edited", "a long answer", "in its stead", "a long answer", "a long answer"]
        assert {str(one.data["interference"]) for one in told(client)} == {"edit", "duplicate", "answer", "delay"}
        coming, going = [one for one in told(client) if one.data["interference"] == "edit"]
        assert "a long answer" in coming.data["original"]
        assert '"other"' in going.data["became"][0]
        arrived = client.journal.records[coming.records[-1] - 1].event
        assert isinstance(arrived, events.Received)
        assert b"edited" in arrived.raw
        assert all(one.op is not None for one in told(client))


@pytest.mark.parametrize("kind", ["stdio", "http"])
@pytest.mark.parametrize(
    ("action", "way"), [("drop", "in"), ("drop", "out"), ("stall", "in"), ("stall", "out"), ("garble", "in")]
)
async def test_what_never_arrives_ends_the_request_as_it_would_by_chance_and_blames_nobody(kind, action, way):
    async with over(kind, rule(action, f"direction = '{way}'\nfirst = 1")) as client:
        reply = await called(client, timeout=0.1)
        assert reply.answer is None
        assert reply.failure in ("timeout", "http", "unanswered", "broken")
        findings = Findings()
        findings.feed(client.journal.records)
        assert [one.message for one in findings.all if one.level != "info"] == []
        if action != "stall" or kind == "http":
            assert (await client.request("ping")).result == {}


async def test_a_cut_connection_is_a_server_that_died_or_a_stream_that_broke():
    async with over("stdio", rule("cut")) as client:
        assert (await called(client)).answer is None
        await until(lambda: any(isinstance(one.event, events.Closed) for one in client.journal.records))
        received = [one.event for one in client.journal.records if isinstance(one.event, events.Received)]
        assert not received[-1].ended
        findings = Findings()
        findings.feed(client.journal.records)
        assert [one.message for one in findings.all if one.level != "info"] == []
    async with over("http", rule("cut", "first = 1")) as client:
        assert "the connection broke (cut on purpose)" in (await called(client)).detail
        assert (await called(client)).result["content"]
    async with over("http", rule("cut", "first = 1\ndirection = 'out'")) as client:
        assert "the connection broke (cut on purpose)" in (await called(client)).detail
        assert (await called(client)).result["content"]


async def test_a_status_and_a_forgotten_session_come_as_if_the_server_had_given_them():
    busy = rule("status", "status = 503\nbody = 'busy'\nheaders = {Retry-After = '1'}\nfirst = 1")
    async with over("http", busy + rule("forget-session", "first = 1", "method:ping")) as client:
        reply = await called(client)
        assert (reply.status, reply.body, dict(reply.headers)["Retry-After"]) == (503, b"busy", "1")
        assert (await client.request("ping")).status == 404
        verdicts = [one.event.verdict for one in client.journal.records if isinstance(one.event, events.Decision)]
        assert "begun anew, the request not repeated" in verdicts
        assert (await client.request("ping")).result == {}


@pytest.mark.parametrize("kind", ["stdio", "http"])
@pytest.mark.parametrize("way", ["in", "out"])
async def test_what_is_held_waits_without_a_clock_and_nothing_else_waits_for_it(kind, way):
    async with over(kind, "", holds=True) as client:
        client.interference.hold(f"method:tools/call dir:{way}")
        waiting = client.start(in_background(called(client, timeout=0.05)))
        await until(lambda: client.interference.held)
        assert (await client.request("ping")).result == {}
        [held] = client.interference.held
        assert held.passing.way == way
        later = asyncio.get_running_loop().time() + 0.1  # twice the time of the request
        await until(lambda: asyncio.get_running_loop().time() > later)
        assert not waiting.done()
        client.interference.let_go(held)
        await waiting
        assert [one.verdict for one in told(client)][1:] == ["held on purpose", "let go"]
        calls = [one for one in client.exchanges.ours.values() if one.method == "tools/call"]
        assert [one.state for one in calls] == ["answered"]


async def test_a_request_that_is_cancelled_before_it_could_go_is_not_held_any_more():
    async with over("stdio", "", holds=True) as client:
        client.interference.hold("method:tools/call")
        waiting = client.start(in_background(called(client)))
        await until(lambda: client.interference.held)
        waiting.cancel()
        await until(lambda: not client.interference.held)
        assert told(client)[-1].verdict == "given up"


@pytest.mark.parametrize("kind", ["stdio", "http"])
async def test_the_end_of_the_connection_lets_go_what_is_held(kind):
    async with over(kind, "", holds=True) as client:
        client.interference.hold("method:tools/call dir:in")
        client.start(in_background(called(client)))
        await until(lambda: client.interference.held)
        await client.disconnect()
        assert told(client)[-1].verdict == "let go at the end"
        assert not client.interference.held
