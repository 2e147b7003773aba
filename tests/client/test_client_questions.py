"""What servers ask, in both eras. Case numbers are those of the catalogue of hard cases."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from inspector.analysis.operations import Operations
from inspector.client import Client
from inspector.protocol import flows
from inspector.protocol.questions import Answer, Question, accept, decline
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

ELICIT = {"method": "elicitation/create", "params": {"message": "m", "requestedSchema": {"type": "object"}}}
ANSWERED = {"jsonrpc": "2.0", "id": "$id", "result": {"content": [], "got": "$answer"}}


def asking(*requests: dict[str, Any]) -> dict[str, Any]:
    """A tool that asks, and answers with the answer that it got."""
    return {"on": "tools/call", "server_request": list(requests), "awaiting_answer": True, "reply": ANSWERED}


def legacy(*rules: dict[str, Any], ask: Any = None, **options: Any) -> Client:
    return scripted(INITIALIZE, TOOLS, *rules, ask=ask, mode="legacy", **options)


async def always(question: Question) -> Answer:
    return accept({"n": 1})


def answers(client: Client) -> list[dict[str, Any]]:
    """Our responses, in order."""
    return [one for one in said(client) if "method" not in one]


async def until(client: Client, happens: Callable[[], object]) -> None:
    """Wait for this, as records come."""
    if not happens():
        async for _ in client.journal.follow():
            if happens():
                return


# ── legacy ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", [7, "é", "", -1, 9007199254740993])
async def test_id_05_a_question_is_answered_while_the_call_waits_and_its_id_goes_back_exactly(id: Any) -> None:
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return accept({"n": 1})

    async with asyncio.timeout(PATIENCE), legacy(asking({"id": id, **ELICIT}), ask=ask) as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        reply = await client.request("tools/call", {"name": "t"}, op=op)
    assert reply.result["got"] == {"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {"n": 1}}}
    (question,) = asked
    assert (question.about, question.op, question.era, question.request_id) == ("t", op, "legacy", id)
    assert verdicts(client, "question") == ["waiting"] and verdicts(client, "answer") == ["accept"]


@pytest.mark.parametrize("id", [1.5, True, None, [1]])
async def test_id_05_a_question_with_an_impossible_id_is_refused_and_flagged(id: Any) -> None:
    async with asyncio.timeout(PATIENCE), legacy(asking({"id": id, "method": "roots/list"})) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
    assert (reply.result["got"]["id"], reply.result["got"]["error"]["code"]) == (None, -32600)
    assert verdicts(client, "question") == ["refused"]


async def test_id_06_colliding_ids_keep_their_directions_and_a_duplicate_is_refused() -> None:
    hold = asyncio.Event()

    async def ask(question: Question) -> Answer:
        await hold.wait()
        return decline()

    requests = ({"id": "$id", **ELICIT}, {"id": "$id", "method": "roots/list"})
    async with asyncio.timeout(PATIENCE), legacy(asking(*requests), ask=ask) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.request("tools/call", {"name": "t"}))
            await until(client, lambda: len(answers(client)) == 1)
            assert answers(client)[0]["error"]["code"] == -32600
            hold.set()
        assert call.result().error is None
    assert answers(client)[1]["result"] == {"action": "decline"}


async def test_proto_08_roots_are_answered_from_the_list_even_before_the_handshake_is_over() -> None:
    early = {**INITIALIZE, "after": [{"id": "r1", "method": "roots/list"}]}
    rules = (early, TOOLS)
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode="legacy", roots=("/tmp/a b",)) as client:
        await client.connect()
        await until(client, lambda: answers(client))
    assert answers(client) == [
        {"jsonrpc": "2.0", "id": "r1", "result": {"roots": [{"uri": "file:///tmp/a%20b", "name": "a b"}]}}
    ]


async def test_proto_13_a_ping_is_answered_while_a_question_is_open() -> None:
    hold = asyncio.Event()

    async def ask(question: Question) -> Answer:
        await hold.wait()
        return accept({})

    rule = {"on": "tools/call", "server_request": [{"id": 1, **ELICIT}, {"id": "p1", "method": "ping"}]}
    closing = {"on": "answer", "silent": True}
    async with asyncio.timeout(PATIENCE), legacy(rule, closing, ask=ask) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            group.create_task(client.request("tools/call", {"name": "t"}, timeout=0.5))
            await until(client, lambda: answers(client))
            assert answers(client) == [{"jsonrpc": "2.0", "id": "p1", "result": {}}] and len(client.questions) == 1
            hold.set()


async def test_elicit_20_the_clock_of_the_call_stands_while_the_person_thinks() -> None:
    async def slow(question: Question) -> Answer:
        await asyncio.sleep(0.8)
        return accept({})

    requests = ({"id": 1, **ELICIT}, {"id": 2, **ELICIT})
    async with asyncio.timeout(PATIENCE), legacy(asking(*requests), ask=slow, max_timeout=0.5) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"}, timeout=0.5)
    assert reply.error is None and reply.human_ms >= 790


async def test_elicit_20_a_question_that_the_server_withdraws_closes_with_a_note() -> None:
    ended = asyncio.Event()

    async def ask(question: Question) -> Answer | None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return None

    note = {"method": "notifications/cancelled", "params": {"requestId": 1, "reason": "too late"}}
    rules = (
        {"on": "tools/call", "server_request": {"id": 1, **ELICIT}, "reply": DONE},
        {"on": "prompts/list", "notifications": [note], "reply": DONE},
    )
    async with asyncio.timeout(PATIENCE), legacy(*rules, ask=ask) as client:
        await client.connect()
        await client.request("tools/call", {"name": "t"})
        await until(client, lambda: client.questions)
        await client.request("prompts/list")
        await ended.wait()
    assert answers(client) == [] and client.questions == ()
    assert [one.because for one in happened(client, events.Decision) if one.verdict == "withdrawn"] == ["too late"]


async def test_a_question_that_is_withdrawn_in_the_same_breath_is_put_to_nobody_and_noted() -> None:
    both = ({"id": 1, **ELICIT}, {"method": "notifications/cancelled", "params": {"requestId": 1}})
    raw = "".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in both)
    rule = {"on": "tools/call", "raw": raw, "reply": DONE}
    asked: list[Question] = []

    async def ask(question: Question) -> Answer | None:
        asked.append(question)
        return None

    async with asyncio.timeout(PATIENCE), legacy(rule, ask=ask) as client:
        await client.connect()
        await client.request("tools/call", {"name": "t"})
    assert asked == [] and answers(client) == [] and verdicts(client, "answer") == ["withdrawn"]


@pytest.mark.parametrize(
    ("request_", "answer"),
    [(ELICIT, {"result": {"action": "cancel"}}), ({"method": "sampling/createMessage"}, {"error": {"code": -1}})],
)
async def test_elicit_01_where_nobody_is_there_the_server_gets_cancel_and_never_decline(
    request_: dict[str, Any], answer: dict[str, Any]
) -> None:
    async with asyncio.timeout(PATIENCE), legacy(asking({"id": 1, **request_})) as client:
        await client.connect()
        got = (await client.request("tools/call", {"name": "t"})).result["got"]
    assert got.get("result") == answer.get("result")
    assert got.get("error", {}).get("code") == answer.get("error", {}).get("code")
    assert verdicts(client, "answer") == ["unanswered"]


async def test_an_asker_that_fails_leaves_the_question_unanswered_and_the_session_whole() -> None:
    async def broken(question: Question) -> Answer:
        raise ValueError("a bug in the \x1b asker")

    async with asyncio.timeout(PATIENCE), legacy(asking({"id": 1, **ELICIT}), ask=broken) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
        assert reply.result["got"]["result"] == {"action": "cancel"}
        assert (await client.request("tools/list")).error is None
    decision = next(one for one in happened(client, events.Decision) if one.verdict == "unanswered")
    assert "ValueError: a bug in the ␛ asker" in decision.because


@pytest.mark.parametrize("how", ["disconnect", "leave"])
async def test_elicit_04_closing_answers_open_questions_with_cancel(how: str) -> None:
    async def never(question: Question) -> Answer | None:
        await asyncio.Event().wait()
        return None

    async with asyncio.timeout(PATIENCE), legacy(asking({"id": 1, **ELICIT}), ask=never) as client:
        await client.connect()
        call = client.start(_ignore(client.request("tools/call", {"name": "t"})))
        await until(client, lambda: client.questions)
        if how == "disconnect":
            await client.disconnect()
            await asyncio.wait([call])
    assert answers(client) == [{"jsonrpc": "2.0", "id": 1, "result": {"action": "cancel"}}]
    assert verdicts(client, "answer") == ["withdrawn"] and client.questions == ()


async def test_a_question_whose_answer_is_on_its_way_when_the_connection_is_closed_gets_no_second_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with asyncio.timeout(PATIENCE), legacy(asking({"id": 1, **ELICIT}), ask=always) as client:
        await client.connect()
        transport = client._line.transport
        assert transport is not None
        send, sent, began, goes_on = transport.send, [], asyncio.Event(), asyncio.Event()

        async def slowly(raw: bytes, headers: Any, **more: Any) -> Any:
            if b'"method"' not in raw:
                sent.append(raw)
                began.set()
                await goes_on.wait()
            return await send(raw, headers, **more)

        monkeypatch.setattr(transport, "send", slowly)
        call = client.start(_ignore(client.request("tools/call", {"name": "t"})))
        await began.wait()
        async with asyncio.TaskGroup() as group:
            group.create_task(client.disconnect())
            while not client._line.closing:
                await asyncio.sleep(0)
            goes_on.set()
        await asyncio.wait([call])
    assert len(sent) == 1 and b'"accept"' in sent[0]


async def _ignore(work: Awaitable[object]) -> None:
    await work


async def test_an_error_given_as_the_answer_is_sent_as_the_error() -> None:
    async def refuse(question: Question) -> Answer:
        return Answer(error={"code": -32000, "message": "no", "data": [1]})

    async with asyncio.timeout(PATIENCE), legacy(asking({"id": 1, **ELICIT}), ask=refuse) as client:
        await client.connect()
        got = (await client.request("tools/call", {"name": "t"})).result["got"]
    assert got["error"] == {"code": -32000, "message": "no", "data": [1]}
    assert verdicts(client, "answer") == ["refused"]


# ── modern ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def rounds(*results: dict[str, Any]) -> dict[str, Any]:
    return {"on": "tools/call", "sequence": [{"jsonrpc": "2.0", "id": "$id", "result": one} for one in results]}


async def test_elicit_12_a_request_of_a_modern_server_is_flagged_and_not_answered() -> None:
    rule = {"on": "tools/call", "server_request": {"id": "s1", **ELICIT}, "reply": DONE}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, ask=always) as client:
        await client.connect()
        assert (await client.request("tools/call", {"name": "t"})).error is None
    assert answers(client) == [] and verdicts(client, "question") == ["not answered"]


async def test_elicit_13_each_round_carries_its_own_answers_and_state_and_a_new_id() -> None:
    rule = rounds(
        {
            "resultType": "input_required",
            "inputRequests": {"__proto__": ELICIT, "": {"method": "roots/list"}},
            "requestState": "1",
        },
        {"resultType": "input_required", "inputRequests": {"b": {"method": "roots/list"}}, "requestState": "2"},
        {"resultType": "complete", "content": []},
    )
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return accept({})

    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, ask=ask) as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, "modern"), op=op)
    calls = [one for one in said(client) if one.get("method") == "tools/call"]
    assert outcome.rounds == 3 and len({one["id"] for one in calls}) == 3
    accepted, roots = {"action": "accept", "content": {}}, {"roots": []}
    assert [one["params"].get("inputResponses") for one in calls] == [
        None,
        {"__proto__": accepted, "": roots},
        {"b": roots},
    ]
    assert [one["params"].get("requestState") for one in calls] == [None, "1", "2"]
    assert [(one.key, one.about, one.op, one.era) for one in asked] == [("__proto__", "t", op, "modern")]
    assert {one.op for one in happened(client, events.Sent)[1:]} == {op}


async def test_elicit_16_a_call_beside_one_that_waits_for_answers_carries_none_of_them() -> None:
    hold = asyncio.Event()

    async def ask(question: Question) -> Answer:
        await hold.wait()
        return accept({})

    asks = {"resultType": "input_required", "inputRequests": {"a": ELICIT}, "requestState": "s"}
    rule = rounds(asks, {"content": ["b"]}, {"content": ["a"]})
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, ask=ask) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            waits = group.create_task(client.drive(flows.call("tools/call", {"name": "a"}, "modern")))
            await until(client, lambda: client.questions)
            other = await client.drive(flows.call("tools/call", {"name": "b"}, "modern"))
            hold.set()
        assert (other.reply.result, waits.result().reply.result) == ({"content": ["b"]}, {"content": ["a"]})
    beside = next(one for one in said(client) if one.get("params", {}).get("name") == "b")
    assert not {"inputResponses", "requestState"} & set(beside["params"])


async def test_cancelling_a_call_that_waits_for_the_person_withdraws_the_question() -> None:
    async def never(question: Question) -> Answer | None:
        await asyncio.Event().wait()
        return None

    rule = rounds({"resultType": "input_required", "inputRequests": {"a": ELICIT}})
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, ask=never) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.drive(flows.call("tools/call", {"name": "a"}, "modern")))
            await until(client, lambda: client.questions)
            call.cancel()
        assert client.questions == () and verdicts(client, "answer") == ["withdrawn"]
    assert methods(client).count("tools/call") == 1


async def test_a_modern_call_that_is_cancelled_while_its_question_waits_is_recorded_as_over() -> None:
    asking_now = asyncio.Event()

    async def never(question: Question) -> Answer | None:
        asking_now.set()
        await asyncio.Event().wait()
        return None

    async def drive(client: Client, call: Any, op: int) -> None:
        await client.drive(call, op=op)

    asks = {
        "on": "tools/call",
        "reply": {
            "jsonrpc": "2.0",
            "id": "$id",
            "result": {"resultType": "input_required", "inputRequests": {"a": ELICIT}},
        },
    }
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, asks, ask=never, mode="modern") as client:
        agreed = await client.connect()
        op = client.begin("tools/call", "t")
        call = flows.call("tools/call", {"name": "t"}, agreed.era)
        task = client.start(drive(client, call, op))
        await asking_now.wait()
        task.cancel()
        await asyncio.wait((task,))
    cancels = [one for one in happened(client, events.Decision) if one.topic == "cancel"]
    assert [(one.verdict, one.op) for one in cancels] == [("cancelled", op)]
    assert verdicts(client, "answer") == ["withdrawn"]


@pytest.mark.parametrize("how", ["the server exits", "the person disconnects"])
async def test_a_question_of_a_modern_call_is_withdrawn_when_the_connection_ends_and_the_call_is_over(how: str) -> None:
    async def never(question: Question) -> Answer | None:
        await asyncio.Event().wait()
        return None

    rule = rounds({"resultType": "input_required", "inputRequests": {"a": ELICIT, "b": ELICIT}})
    dies = {"on": "tools/list", "exit": 3}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, dies, ask=never) as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.drive(flows.call("tools/call", {"name": "t"}, "modern"), op=op))
            await until(client, lambda: len(client.questions) == 2)
            if how == "the server exits":
                await client.request("tools/list")
            else:
                await client.disconnect()
        outcome = call.result()
        assert client.questions == ()
    assert outcome.reply.answer is None and outcome.reply.failure == "closed" and outcome.pending == ()
    assert verdicts(client, "answer") == ["withdrawn", "withdrawn"] and verdicts(client, "cancel") == ["lost"]
    withdrawn = [one.because for one in happened(client, events.Decision) if one.verdict == "withdrawn"]
    assert all(one.endswith(", so nobody waits for an answer.") for one in withdrawn)
    operation = _folded(client).all[op]
    assert operation.state == "failed" and operation.since is None


async def test_a_question_that_comes_from_a_server_which_is_gone_already_is_put_to_nobody_for_long() -> None:
    async def never(question: Question) -> Answer | None:
        await asyncio.Event().wait()
        return None

    asks = {"jsonrpc": "2.0", "id": "$id", "result": {"resultType": "input_required", "inputRequests": {"a": ELICIT}}}
    rule = {"on": "tools/call", "reply": asks, "exit": 0}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, ask=never) as client:
        await client.connect()
        outcome = await client.drive(flows.call("tools/call", {"name": "t"}, "modern"))
    assert outcome.reply.failure == "closed" and "exited" in outcome.reply.detail


def _folded(client: Client) -> Operations:
    operations = Operations()
    operations.feed(client.journal.records)
    return operations


@pytest.mark.parametrize("request_", [ELICIT, {"method": "sampling/createMessage"}])
async def test_a_legacy_call_that_is_cancelled_takes_its_question_along_and_the_server_hears_of_no_choice(
    request_: dict[str, Any],
) -> None:
    async def never(question: Question) -> Answer | None:
        await asyncio.Event().wait()
        return None

    rules = ({**asking({"id": "q", **request_}), "silent": True}, {"on": "answer", "silent": True})
    async with asyncio.timeout(PATIENCE), legacy(*rules, ask=never) as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.request("tools/call", {"name": "t"}, op=op))
            await until(client, lambda: client.questions)
            call.cancel()
        await until(client, lambda: answers(client))
        assert client.questions == () and (await client.request("tools/list")).error is None
    [answered] = answers(client)
    assert answered["id"] == "q" and answered.get("result", {"action": "cancel"}) == {"action": "cancel"}
    assert "notifications/cancelled" in methods(client)
    [gone] = [one for one in happened(client, events.Decision) if one.verdict == "withdrawn"]
    assert gone.because == "The call that it was asked for is not waited for any more." and gone.op == op
    operation = _folded(client).all[op]
    assert operation.state == "cancelled" and operation.since is None


@pytest.mark.parametrize("when", ["before it waits", "while it waits"])
async def test_elicit_10_a_call_that_waits_for_a_page_goes_on_when_the_person_says_so(when: str) -> None:
    page = {"mode": "url", "elicitationId": "e1", "url": "https://as.example/x", "message": "m"}
    needs = {"code": -32042, "message": "auth", "data": {"elicitations": [page]}}
    rules = (
        {"on": "tools/call", "times": 1, "reply": {"jsonrpc": "2.0", "id": "$id", "error": needs}},
        {"on": "tools/call", "reply": DONE},
    )

    async def agree(question: Question) -> Answer:
        if when == "before it waits":
            assert not client.go_on(op)
        return Answer({"action": "accept"})

    async with asyncio.timeout(PATIENCE), legacy(*rules, ask=agree) as client:
        await client.connect()
        op = client.begin("tools/call", "t")
        async with asyncio.TaskGroup() as group:
            call = group.create_task(client.drive(flows.call("tools/call", {"name": "t"}, "legacy"), op=op))
            if when == "while it waits":
                await until(client, lambda: "waiting" in verdicts(client, "retry"))
                await asyncio.sleep(0)
                client.go_on(op)
    outcome = call.result()
    assert outcome.reply.error is None and outcome.rounds == 2 and verdicts(client, "retry") == ["waiting", "retried"]
