"""Clients of HTTP servers of every kind. Case numbers are those of the catalogue of hard cases."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from inspector.analysis.folds import Folds
from inspector.analysis.rules import Findings
from inspector.client import Client
from inspector.errors import ConnectError
from inspector.protocol import flows
from inspector.protocol.questions import Answer, Question, accept
from inspector.wire import decoding, events, jsonrpc
from tests.servers.http_rules import Rule, asked_for, following, http_client
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.servers.stdio_driving import DISCOVER, INITIALIZE, PATIENCE, TOOLS, happened, methods, verdicts

HANDSHAKE = ["POST server/discover", "POST initialize", "POST notifications/initialized"]
DONE = {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}}


def failed(code: int, message: str = "x", id: Any = "$id", **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, **more}}


@asynccontextmanager
async def session(*rules: Rule, ask: Any = None, **options: Any) -> AsyncIterator[tuple[Client, ScriptedServer]]:
    """A client and its server."""
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(*rules)) as server,
        http_client(server, ask, **options) as client,
    ):
        yield client, server


async def until(client: Client, happens: Any) -> None:
    """Wait for this, as records come."""
    if not happens():
        async for _ in client.journal.follow():
            if happens():
                return


# ── eras ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "refusal",
    [
        {"status": 200, "json": failed(-32601)},  # ERA-05
        {"status": 400, "json": failed(-32600, "Mcp-Session-Id missing, initialize first")},  # ERA-06
        {"status": 400, "json": failed(-32000, "session header required", None)},  # ERA-07
        {"status": 200, "json": failed(-32000, "session header required", None)},
        {"status": 400, "json": {"error": {"code": "bad_payload", "details": []}}},  # ERA-08
        {"status": 404, "body": ""},  # ERA-09, ERA-24
        {"status": 405, "body": "Not Found", "headers": {"Content_Type": "text/plain"}},
        {"status": 400, "body": "<html><body>no</body></html>", "headers": {"Content_Type": "text/html"}},
        {"status": 400, "json": failed(-32004, "v", data={"supported": ["DRAFT-2026-v1"]})},  # ERA-15
        {"json": {"jsonrpc": "2.0", "id": "$id", "result": {"protocolVersion": "2025-06-18"}}},  # ERA-26
        {"json": {"jsonrpc": "2.0", "id": "$id", "result": {}}},
    ],
)
async def test_era_05_to_09_24_a_refused_probe_leads_to_initialize_on_the_same_url(refusal: Rule) -> None:
    async with session({"on": "POST server/discover", **refusal}, INITIALIZE, TOOLS) as (client, server):
        assert (await client.connect()).era == "legacy"
        assert (await client.request("tools/list")).error is None
    posts = [one for one in asked_for(server) if one.startswith("POST")]
    assert posts == [*HANDSHAKE, "POST tools/list"]
    assert "GET" not in asked_for(server)[:3] and verdicts(client, "era") == ["not modern"]


async def test_era_11_a_gateway_error_is_tried_again_at_once() -> None:
    bad = {"on": "POST server/discover", "times": 1, "status": 502, "body": "<html>bad gateway</html>"}
    async with session(bad, DISCOVER) as (client, server):
        assert (await client.connect()).era == "modern"
    assert asked_for(server) == ["POST server/discover"] * 2
    assert verdicts(client, "era") == ["no verdict, tried again", "modern"]
    async with session({**bad, "times": 9}, INITIALIZE) as (client, server):
        with pytest.raises(ConnectError, match="HTTP 502"):
            await client.connect()
    assert asked_for(server) == ["POST server/discover"] * 2


async def test_era_20_auto_takes_modern_and_says_so_and_legacy_can_be_asked_for() -> None:
    listen = {"on": "POST subscriptions/listen", "status": 404, "json": failed(-32601)}
    async with session(DISCOVER, INITIALIZE, listen, TOOLS) as (client, _):
        assert (await client.connect()).era == "modern"
        reply = await client.request("subscriptions/listen", {}, timeout=float("inf"))
        assert reply.error is not None and reply.error.code == -32601
        assert (await client.request("tools/list")).error is None
    async with session(DISCOVER, INITIALIZE, mode="legacy") as (client, _):
        assert (await client.connect()).server_info == {"name": "s", "version": "1"}


async def test_era_21_the_era_of_an_origin_is_looked_for_afresh_by_each_connect() -> None:
    gone = {"on": "POST server/discover", "times": 1, "status": 404}
    first = {**DISCOVER, "times": 1}
    async with session(first, gone, DISCOVER, INITIALIZE) as (client, _):
        assert [(await client.connect()).era for _ in range(3)] == ["modern", "legacy", "modern"]


@pytest.mark.parametrize("refusal", [202, 405])
async def test_era_23_24_an_http_sse_server_is_found_by_its_endpoint_event(refusal: int) -> None:
    answers: asyncio.Queue[str] = asyncio.Queue()

    async def script(asked: Asked, reply: Reply) -> None:
        if asked.verb == "GET":
            await reply.stream()
            await reply.chunk(b"event: endpoint\ndata: /messages?sid=1\n\n")
            await reply.chunk(f"event: message\ndata: {await answers.get()}\n\n".encode())
            await reply.gone.wait()
            raise asyncio.CancelledError
        if asked.path == "/mcp":
            return await reply.whole(refusal)
        message = json.loads(asked.body)
        if message["method"] == "initialize":
            await answers.put(json.dumps({**INITIALIZE["reply"], "id": message["id"]}))  # type: ignore[dict-item]
        return await reply.whole(202)

    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server, http_client(server) as client:
        assert (await client.connect()).transport == "http+sse"
    assert [f"{one.verb} {one.path}" for one in server.asked] == [
        "POST /mcp",
        "POST /mcp",
        "GET /mcp",
        "POST /messages?sid=1",
        "POST /messages?sid=1",
    ]
    assert verdicts(client, "transport")[-1] == "HTTP+SSE"


async def test_era_25_a_404_with_a_json_rpc_error_is_that_calls_error_and_the_era_stays() -> None:
    missing = {"on": "POST prompts/list", "status": 404, "json": failed(-32601, "Method not found")}
    async with session(DISCOVER, missing, TOOLS) as (client, server):
        await client.connect()
        reply = await client.request("prompts/list")
        assert reply.error is not None and (reply.error.code, reply.status) == (-32601, 404)
        assert (await client.request("tools/list")).error is None
    assert asked_for(server) == ["POST server/discover", "POST prompts/list", "POST tools/list"]


async def test_era_29_nothing_that_was_removed_is_sent_to_a_modern_server() -> None:
    async with session(DISCOVER, TOOLS) as (client, server):
        await client.connect()
        await client.request("tools/list")
    assert asked_for(server) == ["POST server/discover", "POST tools/list"]


# ── a session that is gone ───────────────────────────────────────────────────────────────────────────────────────────


def forgetful(method: str) -> tuple[Rule, ...]:
    """A server that forgets its first session as soon as `method` is asked for."""
    gone = {"on": f"POST {method}", "times": 1, "status": 404, "json": failed(-32001, "Session not found")}
    sessions = ({**INITIALIZE, "session": "one", "times": 1}, {**INITIALIZE, "session": "two"})
    return (*sessions, gone, TOOLS, {"on": "tools/call", "json": DONE})


async def test_http_11_era_30_a_list_is_repeated_on_a_new_session_that_began_without_the_old_id() -> None:
    async with session(*forgetful("tools/list"), mode="legacy") as (client, server):
        await client.connect()
        assert (await client.request("tools/list")).error is None
    starts = [one for one in server.asked if b'"initialize"' in one.body]
    lists = [one for one in server.asked if b'"tools/list"' in one.body]
    assert [one.header("mcp-session-id") for one in starts] == [None, None]
    assert [one.header("mcp-session-id") for one in lists] == ["one", "two"]
    assert "begun anew, and the request repeated" in verdicts(client, "transport")


async def test_http_11_a_call_is_not_repeated_but_the_next_one_has_the_new_session() -> None:
    async with session(*forgetful("tools/call"), mode="legacy") as (client, server):
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
        assert reply.status == 404 and reply.error is not None
        assert (await client.request("tools/call", {"name": "t"})).error is None
    assert asked_for(server).count("POST tools/call") == 2 and asked_for(server).count("POST initialize") == 2
    assert "begun anew, the request not repeated" in verdicts(client, "transport")


async def test_http_11_a_session_that_is_gone_at_once_again_is_not_begun_for_ever() -> None:
    gone = {"on": "POST tools/list", "status": 404}
    async with session({**INITIALIZE, "session": "one"}, gone, mode="legacy") as (client, server):
        await client.connect()
        assert (await client.request("tools/list")).status == 404
    assert asked_for(server).count("POST initialize") == 2


# ── headers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_http_27_the_call_is_repeated_with_the_header_that_the_schema_asks_for_now() -> None:
    region = {"type": "string", "x-mcp-header": "Region"}
    tool = {"name": "t", "inputSchema": {"type": "object", "properties": {"region": region}}}
    rules = (
        DISCOVER,
        {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": "$id", "result": {"tools": [tool]}}},
        {"on": "POST tools/call", "if_missing": "Mcp-Param-Region", "status": 400, "json": failed(-32020, "missing")},
        {"on": "POST tools/call", "json": DONE},
    )
    async with session(*rules) as (client, server):
        await client.connect()
        params = {"name": "t", "arguments": {"region": "eu"}}
        outcome = await client.drive(flows.call("tools/call", params, "modern", schema={"type": "object"}))
    assert outcome.reply.error is None and verdicts(client, "retry") == ["sent once more"]
    assert asked_for(server)[1:] == ["POST tools/call", "POST tools/list", "POST tools/call"]
    assert server.asked[-1].header("mcp-param-region") == "eu"


async def test_http_28_a_mismatch_that_persists_lists_the_headers_that_went_out() -> None:
    refusal = {"on": "POST tools/call", "status": 400, "json": failed(-32020, "Mcp-Method header missing")}
    async with session(DISCOVER, TOOLS, refusal) as (client, server):
        await client.connect()
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, "modern"))
    assert outcome.reply.error is not None and outcome.reply.error.code == -32020
    assert asked_for(server).count("POST tools/call") == 2
    assert "Mcp-Method: tools/call" in happened(client, events.Decision)[-1].because
    assert "POST initialize" not in asked_for(server)


# ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_id_02_an_answer_with_a_wrong_id_in_the_body_of_a_post_fails_it_at_once() -> None:
    wrong = {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": 0, "result": {}}}
    async with session(DISCOVER, wrong) as (client, _):
        await client.connect()
        reply = await client.request("tools/list")
    assert reply.failure == "unanswered" and "0" in reply.detail and "2" in reply.detail


async def test_elicit_12_a_request_on_the_stream_of_the_probe_is_flagged_and_not_answered() -> None:
    ask = {"jsonrpc": "2.0", "id": "s1", "method": "roots/list"}
    async with session({"on": "POST server/discover", "sse": [ask, DISCOVER["reply"]]}) as (client, server):
        assert (await client.connect()).era == "modern"
    assert asked_for(server) == ["POST server/discover"] and verdicts(client, "question") == ["not answered"]
    fold = Findings()
    fold.feed(client.journal.records)
    assert [one.rule for one in fold.all if one.level != "info"] == ["server-request"]


ZERO = {"jsonrpc": "2.0", "id": 0, "result": {}}


async def test_id_02_a_wrong_id_on_a_stream_is_waited_past_and_named_where_nothing_better_comes() -> None:
    rules = (
        DISCOVER,
        {"on": "POST tools/call", "sse": [ZERO, DONE]},
        {"on": "POST tools/list", "sse": [ZERO]},
    )
    async with session(*rules) as (client, _):
        await client.connect()
        called = await client.request("tools/call", {"name": "t"})
        listed = await client.request("tools/list")
    assert called.result == {"content": []}
    assert listed.failure == "unanswered" and "names id 0" in listed.detail
    fold = Findings()
    fold.feed(client.journal.records)
    assert [one.rule for one in fold.all].count("answer-to-nothing") == 2


@pytest.mark.parametrize("broken", ['{"jsonrpc":"2.0","id":2}', '{"jsonrpc":"2.0","id":2,"result":{'])
async def test_id_07_what_is_no_answer_ends_the_request_though_its_stream_stays_open(broken: str) -> None:
    rule = {"on": "POST tools/list", "sse": [broken], "sse_open": True}
    async with session(DISCOVER, rule) as (client, _):
        await client.connect()
        reply = await client.request("tools/list", timeout=float("inf"))
    assert reply.failure == "unanswered" and "is no answer" in reply.detail


@pytest.mark.parametrize("message", [failed(-32700, id=None), {"jsonrpc": "2.0", "error": {"code": -32600}}])
async def test_id_04_an_error_without_an_id_belongs_to_its_post(message: dict[str, Any]) -> None:
    async with session(DISCOVER, {"on": "POST tools/list", "status": 400, "json": message}) as (client, _):
        await client.connect()
        assert (await client.request("tools/list")).error is not None


async def test_elicit_12_proto_12_what_comes_on_a_modern_stream_beside_the_answer_is_not_answered() -> None:
    ask = {"jsonrpc": "2.0", "id": "s1", "method": "elicitation/create", "params": {"message": "m"}}
    log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
    async with session(DISCOVER, {"on": "POST tools/call", "sse": [ask, log, DONE]}) as (client, server):
        await client.connect()
        assert (await client.request("tools/call", {"name": "t"})).error is None
    assert asked_for(server) == ["POST server/discover", "POST tools/call"]
    assert verdicts(client, "question") == ["not answered"]


async def test_elicit_10_a_url_elicitation_error_is_that_calls_error() -> None:
    error = failed(-32042, "auth", data={"elicitations": [{"mode": "url", "url": "https://as.example/x"}]})
    for first in (DISCOVER, INITIALIZE):
        async with session(first, {"on": "POST tools/call", "json": error}) as (client, server):
            await client.connect()
            reply = await client.request("tools/call", {"name": "t"})
        assert reply.error is not None and reply.error.code == -32042
        assert asked_for(server).count("POST tools/call") == 1


async def test_elicit_14_rounds_without_end_are_bounded() -> None:
    result = {"resultType": "input_required", "inputRequests": {"a": {"method": "roots/list"}}, "requestState": "s"}
    rule = {"on": "POST tools/call", "json": {"jsonrpc": "2.0", "id": "$id", "result": result}}
    async with session(DISCOVER, rule) as (client, server):
        await client.connect()
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, "modern", max_rounds=10))
    assert "10 rounds" in outcome.broken and asked_for(server).count("POST tools/call") == 10


async def test_elicit_20_the_answer_of_a_legacy_question_is_a_post_of_its_own() -> None:
    asked = asyncio.Event()

    async def ask(question: Question) -> Answer:
        assert question.about == "t"
        asked.set()
        return accept({})

    request = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "m"}}
    async with session(
        INITIALIZE, {"on": "POST tools/call", "sse": [request], "sse_open": True}, ask=ask, mode="legacy"
    ) as (
        client,
        server,
    ):
        await client.connect()
        call = client.start(_ignore(client, "tools/call"))
        await until(client, lambda: any(b'"accept"' in one.raw for one in happened(client, events.Sent)))
        call.cancel()
        await asyncio.wait([call])
    answer = next(one for one in server.asked if b'"accept"' in one.body)
    assert answer.header("mcp-protocol-version") == "2025-11-25" and answer.header("mcp-method") is None


async def _ignore(client: Client, method: str) -> None:
    await client.request(method, {"name": "t"})


async def test_proto_14_cancelling_on_modern_http_closes_the_stream_and_says_nothing() -> None:
    async with session(DISCOVER, {"on": "POST tools/call", "sse_open": True}) as (client, server):
        await client.connect()
        call = client.start(_ignore(client, "tools/call"))
        await until(client, lambda: len(happened(client, events.HttpResponse)) == 2)
        call.cancel()
        await asyncio.wait([call])
        assert happened(client, events.HttpEnd)[-1].http == 2
        assert "notifications/cancelled" not in methods(client)
    assert asked_for(server) == ["POST server/discover", "POST tools/call"]


async def test_proto_14_cancelling_on_legacy_http_keeps_the_stream_but_does_not_resume_it() -> None:
    first = {"on": "POST tools/call", "sse_raw": "id: 7\nretry: 1\ndata:\n\n", "sse_open": True}
    async with session(INITIALIZE, first, mode="legacy") as (client, server):
        await client.connect()
        call = client.start(_ignore(client, "tools/call"))
        await until(client, lambda: any(one.http == 4 for one in happened(client, events.SseBlock)))
        call.cancel()
        await asyncio.wait([call])
        assert "POST notifications/cancelled" in asked_for(server)
        assert not any(one.http == 4 for one in happened(client, events.HttpEnd))


async def test_proto_14_the_stream_of_a_cancelled_legacy_request_is_not_resumed_when_it_breaks() -> None:
    cancelled = asyncio.Event()

    async def script(asked: Asked, reply: Reply) -> None:
        if b"tools/call" in asked.body:
            await reply.stream()
            await reply.chunk(b"id: 7\ndata:\n\n")
            await cancelled.wait()
            return await reply.end()
        if b"notifications/cancelled" in asked.body:
            cancelled.set()
        return await following(INITIALIZE)(asked, reply)

    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(script) as server,
        http_client(server, mode="legacy") as client,
    ):
        await client.connect()
        call = client.start(_ignore(client, "tools/call"))
        await until(client, lambda: happened(client, events.SseBlock))
        call.cancel()
        await until(client, lambda: any(one.step == "wait" for one in happened(client, events.HttpEnd)))
    assert [one.header("last-event-id") for one in server.asked if one.verb == "GET"] == [None]


async def test_what_came_is_decoded_once_for_transport_client_and_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large answer costs its decoding once, not once for each that looks at it."""
    texts: list[bytes] = []

    def counting(raw: bytes) -> jsonrpc.Message:
        texts.append(raw)
        return jsonrpc.decode(raw)

    monkeypatch.setattr(decoding, "decode", counting)
    folds = Folds()
    large = {**DONE, "result": {"content": [{"type": "text", "text": "x" * decoding.SMALL}]}}
    async with session(DISCOVER, {"on": "POST tools/call", "json": large}) as (client, _):
        await client.connect()
        await client.request("tools/call", {"name": "t"})
        folds.feed(client.journal.records)
    came = [one.raw for one in happened(client, events.Received)]
    assert len(came) == 2 and folds.session.status.era == "modern"
    assert sum(text is came[-1] for text in texts) == 1
