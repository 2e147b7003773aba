"""Arguments that become headers: when the list of tools is asked for, and which tools may not be called."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import inspector
from inspector.analysis.catalog import Catalog
from inspector.wire import events
from tests.servers.http_rules import Rule, asked_for, following
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, PATIENCE, command


def tool(name: str, header: str = "Region", kind: str = "string") -> dict[str, Any]:
    """A tool whose argument `r` goes into a header."""
    return {
        "name": name,
        "inputSchema": {"type": "object", "properties": {"r": {"type": kind, "x-mcp-header": header}}},
    }


def offering(*tools: dict[str, Any], **more: Any) -> Rule:
    """A rule for the list of tools."""
    result = {"resultType": "complete", "tools": list(tools), "ttlMs": 0, "cacheScope": "private"}
    return {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": "$id", "result": result}, **more}


CALLED = {"on": "POST tools/call", "json": DONE}


@asynccontextmanager
async def connected(*rules: Rule, **options: Any) -> AsyncIterator[tuple[inspector.Connection, ScriptedServer]]:
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(*rules)) as server,
        inspector.connect(server.url(), **options) as client,
    ):
        yield client, server


def told(server: ScriptedServer) -> list[str | None]:
    """The header of each call."""
    calls = (one for one in server.asked if one.header("mcp-method") == "tools/call")
    return [one.header("mcp-param-region") for one in calls]


async def test_the_list_is_asked_for_before_the_first_call_and_not_again() -> None:
    async with connected(DISCOVER, offering(tool("t")), CALLED) as (client, server):
        await client.call_tool("t", {"r": "eu"})
        await client.call_tool("t", {"r": "ü"})
        await client.call_tool("t", {"r": None})
    assert asked_for(server)[1:] == ["POST tools/list", *["POST tools/call"] * 3]
    assert told(server) == ["eu", f"=?base64?{base64.b64encode('ü'.encode()).decode()}?=", None]


async def test_a_list_that_was_read_is_not_read_again() -> None:
    async with connected(DISCOVER, offering(tool("t")), CALLED) as (client, server):
        await client.list_tools()
        await client.call_tool("t", {"r": "eu"})
    assert asked_for(server)[1:] == ["POST tools/list", "POST tools/call"] and told(server) == ["eu"]


async def test_calls_that_begin_together_ask_for_the_list_once() -> None:
    async with connected(DISCOVER, offering(tool("t")), CALLED) as (client, server), asyncio.TaskGroup() as group:
        for region in ("a", "b", "c"):
            group.create_task(client.call_tool("t", {"r": region}))
    assert asked_for(server).count("POST tools/list") == 1 and sorted(map(str, told(server))) == ["a", "b", "c"]


async def test_a_tool_that_no_list_has_is_called_without_headers_and_asked_for_once() -> None:
    async with connected(DISCOVER, offering(tool("other")), CALLED) as (client, server):
        await client.call_tool("t", {"r": "eu"})
        await client.call_tool("t", {"r": "eu"})
    assert asked_for(server)[1:] == ["POST tools/list", "POST tools/call", "POST tools/call"]
    assert told(server) == [None, None]


async def test_a_list_that_fails_does_not_keep_from_calling() -> None:
    failed = {
        "on": "POST tools/list",
        "json": {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32603, "message": "m"}},
    }
    async with connected(DISCOVER, failed, CALLED) as (client, server):
        assert await client.call_tool("t", {"r": "eu"}) == {"content": []}
    assert told(server) == [None]


async def test_news_outside_a_subscription_makes_no_list_stale() -> None:
    changed = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    first = {"on": "POST tools/call", "times": 1, "sse": [changed, DONE]}
    rules = (offering(tool("t", "Old"), times=1), offering(tool("t")), first, CALLED)
    async with connected(DISCOVER, *rules) as (client, server):
        await client.call_tool("t", {"r": "eu"})
        await client.call_tool("t", {"r": "eu"})
    assert asked_for(server).count("POST tools/list") == 1 and told(server) == [None, None]


async def test_headers_that_do_not_match_any_more_are_renewed_and_then_known() -> None:
    mismatch = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32020, "message": "Mcp-Param-Region is missing"}}
    refused = {"on": "POST tools/call", "if_missing": "mcp-param-region", "status": 400, "json": mismatch}
    rules = (offering(tool("t", "Old"), times=1), offering(tool("t")), refused, CALLED)
    async with connected(DISCOVER, *rules) as (client, server):
        await client.call_tool("t", {"r": "eu"})
        await client.call_tool("t", {"r": "us"})
    assert told(server) == [None, "eu", "us"] and asked_for(server).count("POST tools/list") == 2


@pytest.mark.parametrize("bad", [tool("bad", ""), tool("bad", "a b"), tool("bad", "Region", "number")])
async def test_a_tool_with_a_bad_annotation_is_left_out_and_not_called(bad: dict[str, Any]) -> None:
    async with connected(DISCOVER, offering(bad, tool("t")), CALLED) as (client, server):
        with pytest.raises(inspector.UsageError, match="left out") as raised:
            await client.call_tool("bad", {"r": "eu"})
        tools = await client.list_tools()
        await client.call_tool("t", {"r": "eu"})
        await client.request("tools/call", {"name": "bad", "arguments": {}})
    assert "x-mcp-header" in raised.value.why
    assert tools == [tool("t")] and [one.entry for one in tools.excluded] == [bad]
    assert told(server) == ["eu", None]


async def test_where_nothing_is_mirrored_nothing_is_listed_and_nothing_left_out() -> None:
    bad = offering(tool("bad", ""))
    async with connected(INITIALIZE, bad, CALLED, mode="legacy") as (client, server):
        await client.call_tool("bad", {"r": "eu"})
        assert await client.list_tools() == [tool("bad", "")]
    assert asked_for(server).index("POST tools/call") < asked_for(server).index("POST tools/list")
    stdio = command(DISCOVER, {"on": "tools/call", "reply": DONE})
    async with asyncio.timeout(PATIENCE), inspector.connect(command=stdio) as client:
        assert await client.call_tool("bad", {"r": "eu"}) == {"content": []}


async def test_calls_and_their_answers_are_not_read_again_for_the_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[Any] = []
    feed = Catalog.feed

    def counting(self: Catalog, batch: Any) -> None:
        fed.extend(one.event for one in batch)
        feed(self, batch)

    monkeypatch.setattr(Catalog, "feed", counting)
    async with connected(DISCOVER, offering(tool("t")), CALLED) as (client, server):
        for _ in range(5):
            await client.call_tool("t", {"r": "eu"})
    assert told(server) == ["eu"] * 5
    sent = [event.raw for event in fed if isinstance(event, events.Sent)]
    assert len(sent) == 2 and not any(b"tools/call" in raw for raw in sent)
    assert len([event for event in fed if isinstance(event, events.Received)]) == 2


@pytest.mark.parametrize("number", [2**53, -(2**53)])
async def test_an_integer_that_no_header_may_carry_is_refused_before_anything_is_sent(number: int) -> None:
    """HTTP-26."""
    async with connected(DISCOVER, offering(tool("t", kind="integer")), CALLED) as (client, server):
        with pytest.raises(inspector.UsageError, match=r"r is beyond ±\(2⁵³−1\)") as caught:
            await client.call_tool("t", {"r": number})
        await client.call_tool("t", {"r": 2**53 - 1})
        await client.request("tools/call", {"name": "t", "arguments": {"r": number}})
    assert "Mcp-Param-Region" in caught.value.message and caught.value.hint == "`request` sends it."
    assert told(server) == ["9007199254740991", None]


async def test_an_integer_of_any_size_is_called_with_where_there_are_no_headers() -> None:
    rules = [INITIALIZE, offering(tool("t", kind="integer")), CALLED]
    async with connected(*rules, mode="legacy") as (client, server):
        await client.call_tool("t", {"r": 2**53})
    assert asked_for(server)[-1] == "POST tools/call"
