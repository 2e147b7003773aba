"""Hard cases of the catalogue on servers that speak, which belong to no other file here; each names its case."""

import asyncio
from typing import Any

import pytest

from inspector.analysis.catalog import Catalog
from inspector.analysis.rules import Finding, Findings
from inspector.client import Client
from inspector.client.refreshing import Refreshing
from inspector.protocol import flows
from inspector.protocol.questions import Answer, Question
from inspector.wire.json import MISSING
from inspector.wire.versions import Era
from tests.servers.http_rules import asked_for, following, http_client
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, PATIENCE, TOOLS, methods, said, scripted, verdicts


def found(client: Client) -> list[Finding]:
    """What the rules say of the session."""
    fold = Findings()
    fold.feed(client.journal.records)
    return fold.all


def result(**members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "$id", "result": members}


# ── progress ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ours", "theirs"), [(7, "7"), ("7", 7), (7, 7.0)])
async def test_proto_02_a_token_of_another_type_is_no_match_and_names_the_call_that_it_means(
    ours: Any, theirs: Any
) -> None:
    """PROTO-02."""
    note = {"method": "notifications/progress", "params": {"progressToken": theirs, "progress": 1}}
    rule = {"on": "tools/call", "notifications": [note], "reply": DONE}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t", "_meta": {"progressToken": ours}})
        (exchange,) = (one for one in client.exchanges.ours.values() if one.method == "tools/call")
    assert reply.error is None and exchange.progress == 0
    (finding,) = (one for one in found(client) if one.rule == "progress-token")
    assert "of another type" in finding.message and exchange.seq in finding.records


async def test_proto_01_progress_after_the_end_names_the_call_that_had_ended() -> None:
    """PROTO-01."""
    note = {"method": "notifications/progress", "params": {"progressToken": 7, "progress": 1}}
    rule = {"on": "tools/call", "reply": DONE, "after": [note]}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, TOOLS) as client:
        await client.connect()
        await client.request("tools/call", {"name": "t", "_meta": {"progressToken": 7}})
        assert (await client.request("tools/list")).error is None
    (finding,) = (one for one in found(client) if one.rule == "progress-token")
    assert finding.message == "progress of t came after it had ended"


# ── sampling ─────────────────────────────────────────────────────────────────────────────────────────────────────────

USES = {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 2, "b": 2}}
SAMPLINGS = [
    (
        {
            "messages": [{"role": "user", "content": {"type": "text", "text": "2+2"}}],
            "tools": [{"name": "add", "inputSchema": {"type": "object"}}],
            "toolChoice": {"mode": "required"},
            "maxTokens": 50,
        },
        {"role": "assistant", "model": "manual", "stopReason": "toolUse", "content": [USES]},
    ),
    (
        {
            "messages": [],
            "maxTokens": 1,
            "includeContext": "allServers",
            "modelPreferences": {"hints": [{}], "costPriority": 2},
        },
        {"role": "assistant", "model": "m", "stopReason": "vendor_x", "content": {"type": "text", "text": ""}},
    ),
]


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize(("params", "answer"), SAMPLINGS, ids=["PROTO-09", "PROTO-10"])
async def test_proto_09_10_sampling_is_put_to_the_person_as_it_came_and_the_answer_goes_out_as_it_is(
    params: Any, answer: Any, era: Era
) -> None:
    """PROTO-09, PROTO-10: tools, open stop reasons and odd values are neither judged nor changed on their way."""
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return Answer(answer)

    request = {"method": "sampling/createMessage", "params": params}
    if era == "legacy":
        asks = {"on": "tools/call", "server_request": {"id": 4, **request}, "awaiting_answer": True, "reply": DONE}
        rules = (INITIALIZE, asks)
    else:
        states = [result(resultType="input_required", inputRequests={"q": request}), DONE]
        rules = (DISCOVER, {"on": "tools/call", "sequence": states})
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode=era, ask=ask) as client:
        await client.connect()
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, era))
    assert outcome.reply.result == {"content": []}
    assert [one.params for one in asked] == [params]
    sent = said(client)[-1]
    assert (sent["result"] if era == "legacy" else sent["params"]["inputResponses"]["q"]) == answer


# ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def page(name: str, cursor: str) -> dict[str, Any]:
    tools = [{"name": name, "inputSchema": {"type": "object"}}]
    return result(resultType="complete", tools=tools, nextCursor=cursor, ttlMs=0, cacheScope="private")


async def test_list_03_a_cursor_that_was_seen_stops_and_fresh_ones_without_end_stop_at_a_bound() -> None:
    """LIST-03."""
    cycle = {"on": "POST tools/list", "sequence": [page("a", "A"), page("b", "B"), page("c", "A")]}
    script = following(DISCOVER, cycle)
    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server, http_client(server) as client:
        await client.connect()
        listing = await client.drive(flows.pages("tools/list"))
    assert (len(listing.entries), listing.pages, listing.stopped) == (3, 3, "a cursor came twice")
    assert listing.next_cursor is MISSING and verdicts(client, "catalogue") == ["stopped"]

    endless = {"on": "POST tools/list", "sequence": [page(f"t{number}", f"{number}") for number in range(9)]}
    script = following(DISCOVER, endless)
    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server, http_client(server) as client:
        await client.connect()
        listing = await client.drive(flows.pages("tools/list", limit=4))
        assert (listing.pages, listing.next_cursor) == (4, "3")
        more = await client.drive(flows.page("tools/list", listing.next_cursor))
    assert [one["name"] for one in more.entries] == ["t4"] and asked_for(server).count("POST tools/list") == 5


async def test_list_03_a_list_without_end_can_be_cancelled_between_its_pages() -> None:
    """LIST-03."""
    many = [page(f"t{number}", f"{number}") for number in range(200)]
    endless = {"on": "tools/list", "sequence": many, "delay_ms": 2}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, endless, {"on": "ping", "reply": DONE}) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            listing = group.create_task(client.drive(flows.pages("tools/list")))
            async for _ in client.journal.follow():
                if methods(client).count("tools/list") >= 3:
                    break
            listing.cancel()
        assert listing.cancelled() and (await client.request("ping")).error is None


async def test_list_18_a_tool_is_found_again_by_name_and_occurrence_with_its_new_schema() -> None:
    """LIST-18, the part below the screens: another order and another schema leave the identity of a tool alone."""
    a, b = ({"name": name, "inputSchema": {"type": "object"}} for name in "ab")
    needs = {**b, "inputSchema": {"type": "object", "properties": {"n": {}}, "required": ["n"]}}
    lists = [result(tools=tools) for tools in ([a, b, b], [b, needs, a])]
    rules = (INITIALIZE, {"on": "tools/list", "sequence": lists})
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode="legacy") as client:
        await client.connect()
        refreshing = Refreshing(client, quiet=0.001)
        for times in (1, 2):
            refreshing.told("notifications/tools/list_changed")
            policy = refreshing.policy("tools/list")
            while policy.due is not None or policy.asking:
                await asyncio.sleep(0)
            assert methods(client).count("tools/list") == times
            catalog = Catalog()
            catalog.feed(client.journal.records)
            second = catalog.find("tool", "b", 1)
            assert second is not None and second.raw == (b if times == 1 else needs)


# ── eras ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_era_11_a_5xx_whose_body_is_a_json_rpc_error_is_no_verdict_either() -> None:
    """ERA-11."""
    error = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32603, "message": "x"}}
    bad = {"on": "POST server/discover", "times": 1, "status": 502, "json": error}
    script = following(bad, DISCOVER, INITIALIZE)
    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server, http_client(server) as client:
        assert (await client.connect()).era == "modern"
    assert asked_for(server) == ["POST server/discover"] * 2
    assert verdicts(client, "era") == ["no verdict, tried again", "modern"]
