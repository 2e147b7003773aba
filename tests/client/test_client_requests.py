"""Requests of ours: ids, progress, time, cancellation. Case numbers are those of the catalogue of hard cases."""

import asyncio
import json
from typing import Any

import pytest

from inspector.client import Client
from inspector.protocol.exchanges import Exchange
from inspector.protocol.steps import Reply
from inspector.wire import events
from inspector.wire.json import Json
from tests.servers.stdio_driving import (
    DISCOVER,
    DONE,
    INITIALIZE,
    NO_DISCOVER,
    PATIENCE,
    TOOLS,
    happened,
    methods,
    said,
    scripted,
    verdicts,
)

LEGACY = (NO_DISCOVER, INITIALIZE)


def progress(token: Any = "$token", **members: Any) -> dict[str, Any]:
    return {"method": "notifications/progress", "params": {"progressToken": token, **members}}


async def requested(
    method: str, *rules: dict[str, Any], on_news: Any = None, **options: Any
) -> tuple[Client, Reply, Exchange]:
    """Connect, send this one request, close: the client, the reply and the exchange."""
    async with asyncio.timeout(PATIENCE), scripted(*rules, on_news=on_news, **options) as client:
        await client.connect()
        reply = await client.request(method, {"name": "t"} if method == "tools/call" else {})
        exchange = list(client.exchanges.ours.values())[-1]
    return client, reply, exchange


# ── ids ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", ["string", "float"])
async def test_id_01_05_an_id_of_another_type_is_matched_and_flagged(form: str) -> None:
    _, reply, exchange = await requested("tools/list", DISCOVER, {**TOOLS, "reply_id": form})
    assert reply.result["tools"] and "another type" in exchange.flaws[0]


async def test_id_02_a_wrong_id_settles_nothing_and_is_there_to_be_seen() -> None:
    wrong = {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": 0, "result": {}}}
    client, reply, _ = await requested("tools/list", DISCOVER, wrong, timeout=0.1)
    assert reply.failure == "timeout"
    assert b'"id": 0' in happened(client, events.Received)[-1].raw


# ── what is sent along on request ────────────────────────────────────────────────────────────────────────────────────

TRACE = {"traceparent": "00-0102030405060708090a0b0c0d0e0f10-0102030405060708-01", "tracestate": "k=v"}


def metas(client: Client) -> list[dict[str, Any]]:
    """The `_meta` of our messages, in order."""
    return [one.get("params", {}).get("_meta", {}) for one in said(client)]


async def test_the_log_level_and_the_trace_that_were_asked_for_go_with_each_modern_request() -> None:
    client, _, _ = await requested("tools/list", DISCOVER, TOOLS, log_level="info", trace=TRACE)
    assert methods(client) == ["server/discover", "tools/list"]
    for meta in metas(client):
        assert meta["io.modelcontextprotocol/logLevel"] == "info"
        assert {key: meta[key] for key in TRACE} == TRACE
    plain, _, _ = await requested("tools/list", DISCOVER, TOOLS)
    assert {name for meta in metas(plain) for name in meta} == {
        f"io.modelcontextprotocol/{name}" for name in ("protocolVersion", "clientInfo", "clientCapabilities")
    }


async def test_the_log_level_of_a_legacy_server_is_set_after_the_handshake_and_a_trace_goes_with_requests() -> None:
    logging = json.loads(json.dumps(INITIALIZE).replace('"tools": {}', '"tools": {}, "logging": {}'))
    rules = (logging, {"on": "logging/setLevel", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {}}}, TOOLS)
    client, _, _ = await requested("tools/list", *rules, mode="legacy", log_level="error", trace=TRACE)
    assert methods(client) == ["initialize", "notifications/initialized", "logging/setLevel", "tools/list"]
    assert said(client)[2]["params"] == {"level": "error", "_meta": TRACE}
    assert metas(client)[3] == TRACE and verdicts(client, "protocol") == ["set"]
    without, _, _ = await requested("tools/list", *LEGACY, TOOLS, log_level="error")
    assert "logging/setLevel" not in methods(without) and verdicts(without, "protocol") == ["not sent"]


async def test_a_log_level_that_is_set_on_the_way_holds_for_the_connections_that_follow() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS) as client:
        await client.connect()
        assert await client.set_log_level("info") is None
        await client.request("tools/list")
        await client.connect()
        assert await client.set_log_level(None) is None
        await client.request("tools/list")
    level = "io.modelcontextprotocol/logLevel"
    assert [(one, meta.get(level)) for one, meta in zip(methods(client), metas(client), strict=True)] == [
        ("server/discover", None),
        ("tools/list", "info"),
        ("server/discover", "info"),
        ("tools/list", None),
    ]


async def test_a_legacy_server_is_asked_again_for_the_log_level_on_a_new_connection() -> None:
    logging = json.loads(json.dumps(INITIALIZE).replace('"tools": {}', '"tools": {}, "logging": {}'))
    rules = (logging, {"on": "logging/setLevel", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {}}})
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode="legacy") as client:
        await client.connect()
        reply = await client.set_log_level("info")
        assert reply is not None and reply.result == {} and reply.failure == ""
        await client.connect()
    asked = [one["params"]["level"] for one in said(client) if one["method"] == "logging/setLevel"]
    assert asked == ["info", "info"]


@pytest.mark.parametrize(
    "message",
    [{"id": None, "error": {"code": -32700, "message": "parse"}}, {"error": {"code": -32600, "message": "x"}}],
)
async def test_id_04_an_error_without_an_id_is_taken_for_the_only_request(message: dict[str, Any]) -> None:
    rule = {"on": "tools/list", "reply": {"jsonrpc": "2.0", **message}}
    _, reply, exchange = await requested("tools/list", DISCOVER, rule)
    assert reply.error is not None and reply.error.code == message["error"]["code"]
    assert "taken for the one open request's" in exchange.flaws[0]


@pytest.mark.parametrize(
    ("members", "flaw"),
    [
        ({"jsonrpc": "2.0", "result": {"tools": []}, "error": None}, "null error"),
        ({"result": {"tools": []}}, "no jsonrpc member"),
        ({"jsonrpc": "1.0", "result": {"tools": []}}, "not “2.0”"),
    ],
)
async def test_id_07_a_result_with_flaws_is_accepted_and_flagged(members: dict[str, Any], flaw: str) -> None:
    _, reply, exchange = await requested(
        "tools/list", DISCOVER, {"on": "tools/list", "reply": {"id": "$id", **members}}
    )
    assert reply.result == {"tools": []} and flaw in exchange.flaws[0]


async def test_id_07_both_members_are_an_error_and_neither_is_none() -> None:
    both = {"jsonrpc": "2.0", "id": "$id", "result": {}, "error": {"code": 1, "message": "x"}}
    _, reply, exchange = await requested("tools/list", DISCOVER, {"on": "tools/list", "reply": both})
    assert reply.error is not None and "both result and error" in exchange.flaws[0]


@pytest.mark.parametrize(
    "raw",
    [
        '{"jsonrpc":"2.0","id":$id}',
        '{"jsonrpc":"2.0","id":$id,"error":null}',
        '{"jsonrpc":"2.0","id":$id,"result":{"a":1,}}',
        '{"jsonrpc":"2.0","id":$id,"result":$repeat:[*200000}',
    ],
)
async def test_id_07_what_is_no_answer_fails_the_call_at_once_and_the_session_goes_on(raw: str) -> None:
    rules = (DISCOVER, {"on": "tools/list", "raw": raw + "\n", "silent": True}, {"on": "tools/call", "reply": DONE})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        reply = await client.request("tools/list", timeout=float("inf"))
        assert (await client.request("tools/call", {"name": "t"})).error is None
    assert reply.failure == "unanswered" and "is no answer" in reply.detail
    assert happened(client, events.Received)[1].raw.startswith(b'{"jsonrpc":"2.0","id":2')


async def test_id_08_a_notification_with_an_id_is_news_and_gets_no_answer() -> None:
    note = {"id": 77, "method": "notifications/message", "params": {"level": "info", "data": "x"}}
    heard: list[str] = []
    client, reply, _ = await requested(
        "tools/list", *LEGACY, {**TOOLS, "notifications": [note]}, on_news=lambda method, _: heard.append(method)
    )
    assert heard == ["notifications/message"] and reply.error is None and "answer" not in methods(client)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ({"code": "E1", "message": "x"}, None),
        ({"code": 1.5, "message": "x"}, None),
        ({}, None),
        ("boom", None),
        ({"code": -32000, "message": None}, -32000),
    ],
)
async def test_id_09_errors_of_any_shape_fail_the_call_with_what_was_sent(error: Any, code: int | None) -> None:
    rule = {"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "$id", "error": error}}
    _, reply, _ = await requested("tools/call", DISCOVER, rule)
    assert reply.error is not None and (reply.error.error, reply.error.code) == (error, code)


async def test_ids_are_never_used_twice_and_concurrent_answers_find_their_requests() -> None:
    echo = {"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"content": [], "was": "$id"}}}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, echo) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(client.request("tools/call", {"name": "t"})) for _ in range(50)]
    was = [task.result().result["was"] for task in tasks]
    assert len(set(was)) == 50 and all(task.result().answer.id == id for task, id in zip(tasks, was, strict=True))


# ── progress and other notifications ─────────────────────────────────────────────────────────────────────────────────


async def test_proto_01_progress_of_nobody_and_after_the_end_disturbs_nothing() -> None:
    rule = {
        "on": "tools/call",
        "notifications": [progress("tool-call-4", progress=0)],
        "reply": DONE,
        "after": [progress(progress=1)],
    }
    seen: list[Json] = []
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, TOOLS) as client:
        await client.connect()
        assert (await client.request("tools/call", {"name": "t"}, on_progress=seen.append)).error is None
        assert (await client.request("tools/list")).error is None
    assert seen == []


async def test_proto_03_nonsense_progress_is_passed_on_as_it_is_in_any_number() -> None:
    values = [(5, 10), (3, 10), (12, 10), (1, 0), (-1, None), (1e308, 1), ("5", 10)]
    notes = [progress(progress=done, total=total, message="[/]") for done, total in values]
    seen: list[Any] = []
    rule = {"on": "tools/call", "notifications": notes, "flood": 200, "reply": DONE}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"}, on_progress=seen.append)
    assert reply.result == {"content": []} and len(seen) == 1400
    assert [(one["progress"], one["total"]) for one in seen[:7]] == values


async def test_proto_11_log_messages_of_any_shape_are_news() -> None:
    shapes: list[Any] = [
        {"level": "loud", "data": None},
        {"level": "error", "logger": "[/]", "data": "a\nb"},
        {"data": 1},
        {},
    ]
    early = {"on": "start", "raw": '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"a":[1]}}}\n'}
    notes = [{"method": "notifications/message", "params": params} for params in shapes]
    heard: list[Json] = []
    _, reply, _ = await requested(
        "tools/list", early, *LEGACY, {**TOOLS, "notifications": notes}, on_news=lambda _, params: heard.append(params)
    )
    assert reply.error is None and heard == [{"data": {"a": [1]}}, *shapes]


async def test_proto_15_unknown_notifications_are_news_and_unknown_requests_are_refused() -> None:
    notes = [{"method": "x/y", "params": [1]}, {"method": "notifications/unknown"}, {"method": ""}]
    heard: list[str] = []
    rule = {**TOOLS, "notifications": notes, "server_request": {"id": 9, "method": "vendor/ask"}}
    client, reply, _ = await requested("tools/list", *LEGACY, rule, on_news=lambda method, _: heard.append(method))
    assert reply.error is None and heard == ["x/y", "notifications/unknown", ""]
    (refusal,) = [one for one in said(client) if "method" not in one]
    assert (refusal["id"], refusal["error"]["code"]) == (9, -32601)


# ── time ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_silence_ends_a_request_and_the_server_is_told() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, {"on": "tools/call", "silent": True}) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"}, timeout=0.05)
        assert (reply.failure, reply.detail) == ("timeout", "No answer and no progress of tools/call for 0.05 s")
        assert (await client.request("tools/list")).error is None
    cancelled = next(one for one in said(client) if one["method"] == "notifications/cancelled")
    assert cancelled["params"]["requestId"] == next(one["id"] for one in said(client) if one["method"] == "tools/call")
    assert verdicts(client, "timeout") == ["given up"]


async def test_news_extends_the_time() -> None:
    rule = {"on": "tools/call", "notifications": [progress(progress=1)], "flood": 8, "every_ms": 100, "reply": DONE}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, timeout=0.6) as client:
        await client.connect()
        assert (await client.request("tools/call", {"name": "t"}, on_progress=lambda _: None)).error is None


async def test_news_without_end_does_not_extend_the_time_for_ever() -> None:
    rule = {"on": "tools/call", "notifications": [progress(progress=1)], "flood": 100_000, "every_ms": 10}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, timeout=0.3, max_timeout=0.6) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"}, on_progress=lambda _: None)
    assert reply.failure == "timeout" and reply.detail.endswith("in spite of its progress")


async def test_an_infinite_time_waits_and_can_be_cancelled() -> None:
    rules = (DISCOVER, TOOLS, {"on": "subscriptions/listen", "silent": True})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            listening = group.create_task(client.request("subscriptions/listen", {}, timeout=float("inf")))
            assert (await client.request("tools/list", timeout=float("inf"))).error is None
            assert not listening.done()
            listening.cancel()
    assert "notifications/cancelled" in methods(client)


async def test_a_server_that_never_reads_makes_a_request_time_out_and_nothing_hang() -> None:
    deaf = {"deaf": True}
    raw = '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}\n'
    async with asyncio.timeout(PATIENCE), scripted(deaf, {"on": "start", "raw": raw}, timeout=0.1) as client:
        async with asyncio.TaskGroup() as group:
            connecting = group.create_task(client.connect())
        assert connecting.result().era == "modern"
        large = {"name": "t", "arguments": {"x": "x" * 4_000_000}}
        assert (await client.request("tools/call", large)).failure == "timeout"
        assert (await client.request("tools/list")).failure == "timeout"
    assert happened(client, events.Exited)[0].asked


# ── cancellation ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_proto_04_an_answer_after_the_cancellation_is_stray_and_the_end_stands() -> None:
    late = {
        "on": "notifications/cancelled",
        "reply_to": "params.requestId",
        "reply": {"jsonrpc": "2.0", "id": "$id", "error": {"code": 0, "message": "Request cancelled"}},
    }
    rules = (DISCOVER, TOOLS, {"on": "tools/call", "silent": True}, late)
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.request("tools/call", {"name": "t"}))
            await asyncio.sleep(0)
            call.cancel()
        assert (await client.request("tools/list")).error is None
    exchange = next(one for one in client.exchanges.ours.values() if one.method == "tools/call")
    assert (exchange.state, exchange.failure, exchange.cancelled) == ("failed", "cancelled", True)
    assert verdicts(client, "cancel") == ["cancelled"]


async def test_proto_05_a_cancellation_that_races_the_answer_leaves_one_end() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, {"on": "tools/call", "reply": DONE}) as client:
        await client.connect()
        for pauses in range(200):
            async with asyncio.TaskGroup() as group:
                call = group.create_task(client.request("tools/call", {"name": "t"}))
                for _ in range(pauses % 40):
                    await asyncio.sleep(0)
                call.cancel()
    calls = [one for one in client.exchanges.ours.values() if one.method == "tools/call"]
    assert len(calls) > 150  # one that was cancelled before it began was never sent
    assert all((one.state == "answered") != (one.failure == "cancelled") for one in calls)
    ended = [one.data["ended"] for one in happened(client, events.Decision) if one.topic == "cancel"]
    assert len(ended) == len(set(ended)) == sum(one.failure == "cancelled" for one in calls)


async def test_what_is_sent_for_an_operation_bears_its_number() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, {"on": "tools/call", "reply": DONE}) as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        await client.request("tools/call", {"name": "t"}, op=op)
    assert happened(client, events.Began) == [events.Began(op, "tools/call", "t")]
    assert [one.op for one in happened(client, events.Sent)] == [None, op]
