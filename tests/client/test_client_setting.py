"""What the person sets while connected: roots, capabilities, approvals."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.operations import Operations
from inspector.client import CAPABILITIES, Client
from inspector.client.approving import approves, why_asked
from inspector.client.capabilities import switched, switches
from inspector.errors import UsageError
from inspector.protocol import flows
from inspector.protocol.questions import Answer, Question, accept, cancel, decline
from inspector.wire import events
from tests.servers.stdio_driving import (
    DISCOVER,
    DONE,
    INITIALIZE,
    PATIENCE,
    TOOLS,
    happened,
    methods,
    said,
    scripted,
    verdicts,
)

META = "io.modelcontextprotocol/clientCapabilities"
ROOTS = {
    "on": "tools/call",
    "server_request": {"id": 1, "method": "roots/list"},
    "awaiting_answer": True,
    "reply": DONE,
}


def server(era: Any, *more: dict[str, Any], **given: Any) -> Client:
    beginning = DISCOVER if era == "modern" else INITIALIZE
    return scripted(beginning, *more, TOOLS, {"on": "*", "silent": True}, mode=era, **given)


# ── roots ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_legacy_server_is_told_of_other_roots_and_gets_them_at_once(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), server("legacy", ROOTS, roots=("/one",)) as client:
        await client.connect()
        await client.set_roots([str(tmp_path), "file:///as/given"])
        await client.request("tools/call", {"name": "t"})
    answered = next(one for one in said(client) if "result" in one)
    assert answered["result"] == {
        "roots": [{"uri": f"file://{tmp_path}", "name": tmp_path.name}, {"uri": "file:///as/given"}]
    }
    assert methods(client).count("notifications/roots/list_changed") == 1
    assert verdicts(client, "roots") == ["changed, the server is told"]
    assert client.options.roots == (str(tmp_path), "file:///as/given")


@pytest.mark.parametrize(
    ("era", "capabilities", "clause"),
    [
        ("modern", CAPABILITIES, "2026-07-28 client/roots#message-flow"),
        ("legacy", {"roots": {}}, "2025-11-25 client/roots#root-list-changes"),
        ("legacy", {}, "2025-11-25 client/roots#root-list-changes"),
    ],
)
async def test_nothing_is_sent_of_other_roots_where_nobody_waits_for_it_and_a_decision_says_why(
    era: str, capabilities: Any, clause: str
) -> None:
    async with asyncio.timeout(PATIENCE), server(era, capabilities=capabilities) as client:
        await client.connect()
        await client.set_roots(["/two"])
    assert "notifications/roots/list_changed" not in methods(client)
    [decision] = [one for one in happened(client, events.Decision) if one.topic == "roots"]
    assert (decision.verdict, decision.clause) == ("changed, nothing is sent", clause)
    assert decision.data == {"roots": [{"uri": "file:///two", "name": "two"}]}


async def test_what_was_declared_in_the_handshake_decides_not_what_is_set_since() -> None:
    async with asyncio.timeout(PATIENCE), server("legacy", capabilities={"roots": {}}) as client:
        await client.connect()
        client.set_capabilities(CAPABILITIES)
        await client.set_roots(["/two"])
    assert "notifications/roots/list_changed" not in methods(client)


# ── capabilities ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_modern_server_is_told_with_the_next_request_what_is_declared() -> None:
    async with asyncio.timeout(PATIENCE), server("modern") as client:
        await client.connect()
        client.set_capabilities(switched(client.options.capabilities, "elicitation.url", on=False))
        assert not client.needs_reconnect
        await client.request("tools/list")
    declared = [one["params"]["_meta"][META]["elicitation"] for one in said(client)]
    assert declared == [{"form": {}, "url": {}}, {"form": {}}]
    assert verdicts(client, "capabilities") == ["changed"]


async def test_a_legacy_server_is_told_in_a_new_handshake_alone() -> None:
    async with asyncio.timeout(PATIENCE), server("legacy") as client:
        await client.connect()
        client.set_capabilities(switched(CAPABILITIES, "sampling", on=False))
        assert client.needs_reconnect
        client.set_capabilities(CAPABILITIES)
        assert not client.needs_reconnect
        client.set_capabilities(switched(CAPABILITIES, "sampling", on=False))
        await client.connect()
        assert not client.needs_reconnect
    declared = [
        "sampling" in one["params"]["capabilities"] for one in said(client) if one.get("method") == "initialize"
    ]
    assert declared == [True, False]
    because = [one.because for one in happened(client, events.Decision) if one.topic == "capabilities"]
    assert ["handshake" in one for one in because] == [True, False, True]


@pytest.mark.parametrize("name", list(switches(CAPABILITIES)))
def test_a_part_that_is_switched_off_and_on_again_leaves_what_was(name: str) -> None:
    off = switched(CAPABILITIES, name, on=False)
    assert switches(off)[name] is False and switches(CAPABILITIES)[name] is True
    assert switched(off, name, on=True) == CAPABILITIES
    others = {other: on for other, on in switches(off).items() if other != name and not other.startswith(f"{name}.")}
    assert all(others.values())


def test_a_part_that_is_gone_takes_its_own_along_and_no_other() -> None:
    assert switched({"roots": {"listChanged": True}, "x": 1}, "roots", on=False) == {"x": 1}
    assert switched({"roots": {"listChanged": True}}, "roots.listChanged", on=False) == {"roots": {}}
    assert switched({}, "roots.listChanged", on=True) == {"roots": {"listChanged": True}}
    assert switched({}, "sampling.tools", on=False) == {}


@pytest.mark.parametrize(
    ("declared", "name", "on", "then"),
    [
        ({"elicitation": {}}, "elicitation.form", False, {}),
        ({"elicitation": {}}, "elicitation.url", True, {"elicitation": {"form": {}, "url": {}}}),
        ({"elicitation": {"url": {}}}, "elicitation.url", False, {}),
        ({"elicitation": {"form": {}, "url": {}}}, "elicitation.form", False, {"elicitation": {"url": {}}}),
        ({}, "elicitation.url", True, {"elicitation": {"url": {}}}),
    ],
)
def test_elicitation_without_a_mode_means_the_form_and_never_stays_behind(
    declared: Any, name: str, on: bool, then: Any
) -> None:
    before = repr(declared)
    assert switched(declared, name, on=on) == then
    assert repr(declared) == before


def test_what_the_person_declares_beside_ours_can_be_switched_too() -> None:
    declared = {"experimental": {"a": {}}, "extensions": {"com.example/x": {"deep": 1}}}
    assert switches(declared)["experimental.a"] and switches(declared)["com.example/x"]
    assert not switches(declared)["roots"]
    assert switched(declared, "com.example/x", on=False) == {"experimental": {"a": {}}}
    with pytest.raises(UsageError) as raised:
        switched(declared, "elicitation.voice", on=False)
    assert "com.example/x" in raised.value.why and "elicitation.url" in raised.value.why


# ── approvals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("marks", "writes", "destructive"),
    [
        (None, True, True),
        ({}, True, True),
        ({"readOnlyHint": True}, False, False),
        ({"readOnlyHint": "true"}, True, True),
        ({"readOnlyHint": False, "destructiveHint": False}, True, False),
        ({"destructiveHint": True}, True, True),
        ({"readOnlyHint": True, "destructiveHint": True}, False, False),
    ],
)
def test_what_a_tool_is_not_said_to_be_counts_as_the_specification_has_it(
    marks: Any, writes: bool, destructive: bool
) -> None:
    assert why_asked("none", "t", marks) == ""
    assert bool(why_asked("writes", "t", marks)) is writes
    assert bool(why_asked("destructive", "t", marks)) is destructive


def test_only_accept_lets_a_call_go_out() -> None:
    assert approves(accept({}))
    assert not any(approves(one) for one in (decline(), cancel(), Answer(), Answer(error={"code": 1}), Answer({})))


def marked(**annotations: Any) -> dict[str, Any]:
    tool = {"name": "t", "inputSchema": {"type": "object"}, "annotations": annotations}
    return {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"tools": [tool]}}}


ROUNDS = {
    "on": "tools/call",
    "sequence": [
        {"jsonrpc": "2.0", "id": "$id", "result": one}
        for one in (
            {"resultType": "input_required", "inputRequests": {"r": {"method": "roots/list"}}},
            {"resultType": "complete", "content": []},
        )
    ],
}


async def test_a_call_waits_for_one_yes_whatever_rounds_it_takes() -> None:
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        assert "tools/call" not in methods(client) and client.questions == (question,)
        asked.append(question)
        return accept({})

    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, ROUNDS, ask=ask, approve="writes") as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        params = {"name": "t", "arguments": {"a": 1}}
        outcome = await client.drive(flows.call("tools/call", params, "modern"), op=op)
    assert outcome.rounds == 2 and methods(client).count("tools/call") == 2
    [question] = asked
    assert (question.is_approval, question.mode, question.op, question.about) == (True, "approval", op, "t")
    assert question.params == params and question.because == "t is not listed, so it may do anything."
    assert outcome.human_ms > 0 and verdicts(client, "answer")[0] == "accept"
    waiting = next(one for one in happened(client, events.Decision) if one.verdict == "waiting")
    assert waiting.op == op and waiting.data["params"] == params


@pytest.mark.parametrize("answer", [decline(), cancel(), None])
async def test_a_call_without_a_yes_is_not_sent_and_ends_as_cancelled(answer: Answer | None) -> None:
    async def ask(question: Question) -> Answer | None:
        return answer

    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, ask=ask, approve="destructive") as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, "modern"), op=op)
    reply = outcome.reply
    assert (reply.failure, reply.records, reply.answer) == ("cancelled", (), None)
    assert "nothing was sent" in reply.detail and "tools/call" not in methods(client)
    [ended] = [one for one in happened(client, events.Decision) if one.topic == "cancel"]
    assert (ended.verdict, ended.op) == ("not sent", op)


async def test_a_call_that_is_cancelled_while_it_waits_for_a_yes_takes_its_question_along() -> None:
    async def never(question: Question) -> Answer | None:
        put.set()
        await asyncio.Event().wait()
        return None

    put = asyncio.Event()
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, ask=never, approve="writes") as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.drive(flows.call("tools/call", {"name": "t"}, "modern"), op=op))
            await put.wait()
            call.cancel()
        assert client.questions == ()
    assert "tools/call" not in methods(client)
    assert verdicts(client, "answer") == ["withdrawn"] and verdicts(client, "cancel") == ["not sent"]


@pytest.mark.parametrize("how", ["the server exits", "the person disconnects"])
async def test_a_call_that_waits_for_a_yes_is_over_as_soon_as_its_connection_is(how: str) -> None:
    async def never(question: Question) -> Answer | None:
        put.set()
        await asyncio.Event().wait()
        return None

    put = asyncio.Event()
    dies = {"on": "prompts/list", "exit": 3}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, dies, ask=never, approve="writes") as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.drive(flows.call("tools/call", {"name": "t"}, "modern"), op=op))
            await put.wait()
            if how == "the server exits":
                await client.request("prompts/list")
            else:
                await client.disconnect()
        outcome = call.result()
        assert client.questions == ()
        assert verdicts(client, "answer") == ["withdrawn"] and verdicts(client, "cancel") == ["lost"]
    assert outcome.reply.failure == "closed" and outcome.reply.answer is None
    assert "tools/call" not in methods(client)
    [withdrawn] = [one for one in happened(client, events.Decision) if one.verdict == "withdrawn"]
    assert withdrawn.because.endswith(", so there is nobody to call.")
    operations = Operations()
    operations.feed(client.journal.records)
    assert operations.all[op].state == "failed" and operations.all[op].outcome == "closed"


async def test_the_annotations_of_the_newest_list_count_and_what_is_set_counts_from_the_next_call_on() -> None:
    asked: list[str] = []

    async def ask(question: Question) -> Answer:
        asked.append(question.because)
        return accept({})

    call = {"on": "tools/call", "reply": DONE}
    rules = ({**marked(readOnlyHint=True), "times": 1}, marked(destructiveHint=True), call)
    async with asyncio.timeout(PATIENCE), scripted(INITIALIZE, *rules, ask=ask, mode="legacy") as client:
        await client.connect()
        await client.request("tools/call", {"name": "t"})
        client.set_approve("destructive")
        client.set_approve("destructive")
        await client.request("tools/call", {"name": "t"})
        await client.request("tools/list")
        await client.request("tools/call", {"name": "t"})
        await client.request("tools/list")
        await client.request("tools/call", {"name": "t"})
        await client.request("tools/list")
        client.set_approve("none")
        await client.request("tools/call", {"name": "t"})
    assert asked == ["t is not listed, so it may do anything.", "t is marked destructive."]
    assert verdicts(client, "approve") == ["destructive", "none"]
    assert methods(client).count("tools/call") == 5


async def test_the_wait_for_a_yes_is_time_of_the_person_in_what_is_shown_too() -> None:
    async def ask(question: Question) -> Answer:
        folded = Operations()
        folded.feed(client.journal.records)
        waiting.append(folded.all[1].state)
        return accept({})

    waiting: list[str] = []
    rules = (TOOLS, {"on": "tools/call", "reply": DONE})
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, *rules, ask=ask, approve="writes") as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, "modern"), op=op)
    operations = Operations()
    operations.feed(client.journal.records)
    operation = operations.all[op]
    assert waiting == ["waiting"] and operation.state == "complete"
    assert 0 < operation.human_ms < outcome.human_ms + 50 and operation.since is None
    assert operation.server_ms == pytest.approx(outcome.ms, abs=50)
