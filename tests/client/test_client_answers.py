"""Answers over HTTP in every form that servers give them, to a client that has negotiated (HTTP)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from inspector.analysis.rules import Findings
from inspector.client import Client
from inspector.protocol.faults import no_answer
from inspector.protocol.steps import Reply
from inspector.wire import events
from tests.servers.http_rules import Rule, asked_for, following, http_client
from tests.servers.http_scripted import Asked, ScriptedServer
from tests.servers.http_scripted import Reply as Written
from tests.servers.stdio_driving import DISCOVER, INITIALIZE, PATIENCE, TOOLS, happened, verdicts

MODERN = {**DISCOVER, "on": "POST server/discover"}
LEGACY = {**INITIALIZE, "on": "POST initialize"}
TOOL_LIST = {**TOOLS, "on": "POST tools/list"}
BODY = json.dumps({"jsonrpc": "2.0", "id": 2, "result": {"tools": [], "resultType": "complete"}})


@asynccontextmanager
async def session(*rules: Rule, **options: Any) -> AsyncIterator[tuple[Client, ScriptedServer]]:
    """A connected client and its server."""
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(*rules)) as server,
        http_client(server, **options) as client,
    ):
        await client.connect()
        yield client, server


def found(client: Client) -> set[str]:
    fold = Findings()
    fold.feed(client.journal.records)
    return {one.rule for one in fold.all}


def received(client: Client) -> bytes:
    """What was received and what was not taken for a message, together."""
    kept = (events.Received, events.HttpBody, events.SseBlock)
    return b"|".join(one.event.raw for one in client.journal.records if isinstance(one.event, kept))


async def test_http_06_comments_and_foreign_events_are_kept_and_answer_nothing() -> None:
    raw = f":\r\n\n: keepalive\n\nevent: ping\ndata: 1722\n\nevent: heartbeat\ndata: not json\n\ndata: {BODY}\n\n"
    async with session(MODERN, {"on": "POST tools/list", "sse_raw": raw}) as (client, _):
        reply = await client.request("tools/list")
    assert reply.error is None and reply.failure == "" and reply.result["tools"] == []
    assert all(part in received(client) for part in (b"keepalive", b"1722", b"not json"))
    assert len([one for one in happened(client, events.Received) if one.http == 2]) == 1


async def test_http_08_a_stream_that_ends_inside_an_event_fails_its_call_and_is_not_taken_up_again() -> None:
    torn = {"on": "POST tools/call", "sse_raw": 'data: {"jsonrpc":"2.0","id":2,"res'}
    async with session(MODERN, torn, TOOL_LIST) as (client, server):
        reply = await client.request("tools/call", {"name": "t"})
        assert (reply.answer, reply.failure) == (None, "unanswered") and "ended" in reply.detail
        assert (await client.request("tools/list")).error is None
        assert asked_for(server) == ["POST server/discover", "POST tools/call", "POST tools/list"]
    assert b'"res' in received(client)


@pytest.mark.parametrize("status", [200, 202, 204])
@pytest.mark.parametrize("body", ["null", "", '{"jsonrpc":"2.0","id":null}', "OK"])
async def test_http_14_any_success_acknowledges_a_notification(status: int, body: str) -> None:
    kind = {"Content-Type": "application/json"}
    odd = {"on": "POST notifications/initialized", "status": status, "headers": kind, "body": body}
    async with session(LEGACY, odd, TOOL_LIST, mode="legacy") as (client, server):
        assert (await client.request("tools/list")).error is None
        assert asked_for(server)[:2] == ["POST initialize", "POST notifications/initialized"]
    assert verdicts(client, "version")[-1] == "ready"
    assert ("notification-status" in found(client)) is (status != 202)


async def test_http_15_a_redirect_to_the_trailing_slash_is_followed_with_all_that_was_sent() -> None:
    moved = {"on": "POST /mcp", "status": 307, "headers": {"Location": "/mcp/"}}

    async def script(asked: Asked, reply: Written) -> None:
        await following(moved if asked.path == "/mcp" else MODERN, TOOL_LIST)(asked, reply)

    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server, http_client(server) as client:
        assert (await client.connect()).era == "modern"
        assert (await client.request("tools/list")).error is None
    first, second, *_ = server.asked
    assert (first.path, second.path) == ("/mcp", "/mcp/") and first.body == second.body
    assert second.header("mcp-method") == "server/discover" and "redirect followed" in verdicts(client, "transport")


@pytest.mark.parametrize("status", [400, 401, 404, 405, 406, 500, 501])
async def test_http_20_a_refused_stream_of_the_servers_own_is_one_decision_and_no_end(status: int) -> None:
    async with session(LEGACY, {"on": "GET /mcp", "status": status}, TOOL_LIST, mode="legacy") as (client, server):
        assert (await client.request("tools/list")).error is None
        assert asked_for(server).count("GET") == 1
    told = [one for one in happened(client, events.Decision) if str(status) in one.outcome and one.action != "DELETE"]
    assert len(told) == 1


async def test_http_20_a_modern_server_is_asked_for_no_stream() -> None:
    async with session(MODERN, TOOL_LIST) as (client, server):
        await client.request("tools/list")
    assert {one.verb for one in server.asked} == {"POST"}


@pytest.mark.parametrize(("version", "flagged"), [("2025-03-26", False), ("2025-11-25", True)])
async def test_http_22_each_part_of_a_batch_counts_and_later_revisions_have_none(version: str, flagged: bool) -> None:
    hello = json.loads(json.dumps(LEGACY).replace("2025-11-25", version))
    news = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
    batch = {"on": "POST tools/list", "json": [TOOLS["reply"], news]}
    async with session(hello, batch, mode="legacy") as (client, _):
        reply = await client.request("tools/list")
    assert reply.error is None and len(reply.result["tools"]) == 1
    assert ("batch" in " ".join(found(client))) is flagged


ERROR = '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"db"}}'


@pytest.mark.parametrize("status", [200, 429, 500, 502, 504])
@pytest.mark.parametrize("kind", ["application/json", "text/html", None])
@pytest.mark.parametrize("body", ["", "{", "<html/>", ERROR])
async def test_http_31_whatever_answers_a_call_ends_it_at_once(status: int, kind: str | None, body: str) -> None:
    headers = {"Content-Type": kind, "Retry-After": "7" if status == 429 else None}
    rule = {"on": "POST tools/call", "status": status, "headers": headers, "body": body}
    async with session(MODERN, rule, TOOL_LIST) as (client, _):
        reply = await client.request("tools/call", {"name": "t"})
        assert (await client.request("tools/list")).error is None
    if body == ERROR:
        assert reply.error is not None and (reply.error.code, reply.status) == (-32603, status)
        return
    fault = no_answer(reply, "tools/call")
    assert fault is not None and fault.exit_code == 9
    assert status == 200 or str(status) in fault.why
    assert body in fault.why and (status != 429 or "Try again in 7 s." in fault.hint)


@pytest.mark.parametrize(
    ("kind", "flagged"),
    [
        ("application/json; charset=utf-8", False),
        ("Application/JSON", False),
        ('application/json;charset="UTF-8"', False),
        ("application/vnd.api+json", True),
        ("text/plain", True),
        (None, True),
        ("text/event-stream;charset=utf-8", True),
    ],
)
async def test_http_32_an_answer_is_read_by_what_it_holds_and_a_wrong_type_is_found(
    kind: str | None, flagged: bool
) -> None:
    rule = {"on": "POST tools/list", "headers": {"Content-Type": kind}, "body": BODY}
    async with session(MODERN, rule) as (client, _):
        reply = await client.request("tools/list")
    assert reply.error is None and reply.result == {"tools": [], "resultType": "complete"}
    assert ("content-type" in found(client)) is flagged


@pytest.mark.parametrize("status", [200, 202, 204, 404, 405, 501])
async def test_http_36_whatever_the_goodbye_gets_the_session_is_closed(status: int) -> None:
    goodbyes: list[Asked] = []
    rules = following({**LEGACY, "session": "s1"}, TOOL_LIST)

    async def script(asked: Asked, reply: Written) -> None:
        if asked.verb == "DELETE":
            goodbyes.append(asked)
            return await reply.whole(status)
        return await rules(asked, reply)

    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(script) as server,
        http_client(server, mode="legacy") as client,
    ):
        await client.connect()
        await client.disconnect()
        assert client.transport is None and client.agreed is None
    assert [one.header("mcp-session-id") for one in goodbyes] == ["s1"]


@pytest.mark.parametrize("status", [202])
async def test_http_37_a_request_that_is_taken_and_not_answered_fails_at_once(status: int) -> None:
    async with session(MODERN, {"on": "POST tools/call", "status": status}) as (client, _):
        reply = await client.request("tools/call", {"name": "t"})
    assert (reply.answer, reply.failure, reply.status) == (None, "unanswered", status)
    assert "202" in reply.detail


async def test_http_37_a_legacy_answer_may_come_on_the_servers_own_stream() -> None:
    asked_for_call = asyncio.Event()
    ids: list[Any] = []
    rules = following(LEGACY)

    async def script(asked: Asked, reply: Written) -> None:
        message = json.loads(asked.body) if asked.body else {}
        if asked.verb == "GET":
            await reply.stream()
            await asked_for_call.wait()
            answer = {"jsonrpc": "2.0", "id": ids[0], "result": {"content": []}}
            await reply.chunk(f"data: {json.dumps(answer)}\n\n".encode())
            await reply.gone.wait()
        elif message.get("method") == "tools/call":
            ids.append(message["id"])
            await reply.whole(202)
            asked_for_call.set()
        else:
            await rules(asked, reply)

    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(script) as server,
        http_client(server, mode="legacy") as client,
    ):
        await client.connect()
        reply: Reply = await client.request("tools/call", {"name": "t"})
        assert reply.result == {"content": []} and reply.failure == ""
