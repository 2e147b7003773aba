"""Calls that take more than an answer, on servers that speak: tasks of both forms, and pages to visit first."""

import asyncio
from typing import Any

import pytest

from inspector.client import Client
from inspector.protocol import flows
from inspector.protocol.flows import Outcome
from inspector.protocol.questions import Answer, Question, Rule, accept, decline
from inspector.wire import events
from inspector.wire.json import MISSING
from inspector.wire.versions import Era
from tests.servers.stdio_driving import DISCOVER, INITIALIZE, PATIENCE, happened, methods, said, scripted, verdicts

CONTENT = {"content": [{"type": "text", "text": "done"}]}


def answer(**result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "$id", "result": result}


def task(status: str, **more: Any) -> dict[str, Any]:
    return {"taskId": "k", "status": status, "pollIntervalMs": 1, "pollInterval": 1, **more}


async def call(client: Client, era: Era, **params: Any) -> Outcome:
    op = client.begin("tools/call", "t")
    return await client.drive(flows.call("tools/call", {"name": "t", **params}, era, patience=10), op=op)


async def agree(question: Question) -> Answer:
    return accept(MISSING) if question.mode == "url" else accept({"n": 1})


async def test_a_modern_task_is_followed_through_its_questions_to_its_result() -> None:
    elicit = {"method": "elicitation/create", "params": {"message": "m", "requestedSchema": {"type": "object"}}}
    states = [
        answer(resultType="complete", **task("working")),
        answer(resultType="complete", **task("input_required", inputRequests={"a": elicit})),
        answer(resultType="complete", **task("completed", result=CONTENT)),
    ]
    rules = (
        DISCOVER,
        {"on": "tools/call", "reply": answer(resultType="task", **task("working"))},
        {"on": "tasks/get", "sequence": states},
        {"on": "tasks/update", "reply": answer(resultType="complete")},
    )
    async with asyncio.timeout(PATIENCE), scripted(*rules, ask=agree) as client:
        await client.connect()
        outcome = await call(client, "modern")
    assert (outcome.reply.result, outcome.task) == (CONTENT, "k")
    assert methods(client)[1:] == ["tools/call", "tasks/get", "tasks/get", "tasks/update", "tasks/get"]
    update = said(client)[4]["params"]
    assert update["inputResponses"] == {"a": {"action": "accept", "content": {"n": 1}}}
    assert {one.op for one in happened(client, events.Sent)} == {None, 1}


async def test_news_of_a_task_end_the_wait_for_the_next_poll() -> None:
    news = {"method": "notifications/tasks", "params": task("completed", result=CONTENT)}
    slow = answer(resultType="task", taskId="k", status="working", pollIntervalMs=60_000)
    rules = (DISCOVER, {"on": "tools/call", "reply": slow, "after": [news]})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        outcome = await call(client, "modern")
    assert outcome.reply.result == CONTENT and "tasks/get" not in methods(client)


async def test_cancelling_the_call_asks_the_server_to_cancel_the_task() -> None:
    slow = answer(resultType="task", taskId="k", status="working", pollIntervalMs=60_000)
    rules = (DISCOVER, {"on": "tools/call", "reply": slow}, {"on": "tasks/cancel", "reply": answer()})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            running = group.create_task(call(client, "modern"))
            async for _ in client.journal.follow():
                if "followed" in verdicts(client, "task"):
                    break
            running.cancel()
        assert running.cancelled()
    assert said(client)[-1]["method"] == "tasks/cancel" and said(client)[-1]["params"]["taskId"] == "k"
    assert "notifications/cancelled" not in methods(client)


@pytest.mark.parametrize(
    ("era", "begin", "method"),
    [
        (DISCOVER, {"resultType": "task", **task("working")}, "tasks/get"),
        (INITIALIZE, {"task": task("working")}, "tasks/get"),
        (INITIALIZE, {"task": task("completed")}, "tasks/result"),
    ],
)
async def test_cancelling_the_call_while_a_poll_waits_asks_the_server_to_cancel_the_task(
    era: Any, begin: Any, method: str
) -> None:
    rules = (
        era,
        {"on": "tools/call", "reply": answer(**begin)},
        {"on": method, "silent": True},
        {"on": "tasks/cancel", "reply": answer()},
    )
    mode: Era = "modern" if era is DISCOVER else "legacy"
    params = {} if mode == "modern" else {"task": {}}
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode=mode) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            running = group.create_task(call(client, mode, **params))
            async for _ in client.journal.follow():
                if method in methods(client):
                    break
            running.cancel()
        assert running.cancelled()
    assert methods(client)[-2:] == ["notifications/cancelled", "tasks/cancel"]
    assert said(client)[-1]["params"]["taskId"] == "k"


async def test_a_server_that_dies_under_a_task_ends_the_call_at_once() -> None:
    slow = answer(resultType="task", taskId="k", status="working", pollIntervalMs=60_000)
    rules = (DISCOVER, {"on": "tools/call", "reply": slow, "exit": 3})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        outcome = await call(client, "modern")
    assert outcome.reply.failure in ("closed", "exited")


async def test_a_legacy_task_asks_while_its_result_is_awaited() -> None:
    elicit = {"id": 9, "method": "elicitation/create", "params": {"message": "m"}}
    rules = (
        INITIALIZE,
        {"on": "tools/call", "reply": answer(task=task("working"))},
        {"on": "tasks/get", "reply": answer(**task("input_required"))},
        {"on": "tasks/result", "server_request": elicit, "awaiting_answer": True, "reply": answer(**CONTENT)},
    )
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode="legacy", ask=agree) as client:
        await client.connect()
        outcome = await call(client, "legacy", task={})
    assert outcome.reply.result == CONTENT
    assert methods(client)[2:] == ["tools/call", "tasks/get", "tasks/result", "answer"]


# ── pages to visit first ─────────────────────────────────────────────────────────────────────────────────────────────

PAGE = {"mode": "url", "elicitationId": "e1", "url": "https://as.example/x", "message": "m"}
NEEDS = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32042, "message": "auth", "data": {"elicitations": [PAGE]}}}


def completes(id: str) -> dict[str, Any]:
    return {"method": "notifications/elicitation/complete", "params": {"elicitationId": id}}


async def test_elicit_10_the_call_is_repeated_when_the_page_is_done_even_if_that_is_told_before_the_consent() -> None:
    rules = (
        INITIALIZE,
        {"on": "tools/call", "times": 1, "reply": NEEDS, "after": [completes("unknown"), completes("e1")]},
        {"on": "tools/call", "reply": answer(**CONTENT)},
    )
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return await agree(question)

    async with asyncio.timeout(PATIENCE), scripted(*rules, mode="legacy", ask=ask) as client:
        await client.connect()
        outcome = await call(client, "legacy")
    assert outcome.reply.result == CONTENT and methods(client).count("tools/call") == 2
    (question,) = asked
    assert (question.mode, question.params["url"], question.era, question.op) == ("url", PAGE["url"], "legacy", 1)


async def test_elicit_10_a_server_that_wants_the_page_again_and_again_gets_one_retry() -> None:
    rule = {"on": "tools/call", "reply": NEEDS, "after": [completes("e1")]}
    async with asyncio.timeout(PATIENCE), scripted(INITIALIZE, rule, mode="legacy", ask=agree) as client:
        await client.connect()
        outcome = await call(client, "legacy")
    assert outcome.reply.error is not None and outcome.reply.error.code == -32042
    assert methods(client).count("tools/call") == 2 and verdicts(client, "retry")[-1] == "given up"


async def test_elicit_10_without_anybody_there_nothing_is_repeated() -> None:
    async with (
        asyncio.timeout(PATIENCE),
        scripted(INITIALIZE, {"on": "tools/call", "reply": NEEDS}, mode="legacy") as client,
    ):
        await client.connect()
        outcome = await call(client, "legacy")
    assert outcome.pending == ("e1",) and methods(client).count("tools/call") == 1


# ── questions that no revision has ──────────────────────────────────────────────────────────────────────────

ODD = [{"mode": "voice"}, {"mode": "url"}, {"mode": "url", "url": 7}, {"mode": 7}]


@pytest.mark.parametrize("params", ODD, ids=str)
async def test_elicit_09_an_unknown_mode_and_a_page_without_url_are_an_error_to_a_legacy_server(params: Any) -> None:
    request = {"id": 1, "method": "elicitation/create", "params": {"message": "m", **params}}
    rule = {"on": "tools/call", "server_request": request, "awaiting_answer": True, "reply": answer(got="$answer")}
    async with asyncio.timeout(PATIENCE), scripted(INITIALIZE, rule, mode="legacy", ask=agree) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
    assert reply.result["got"]["error"]["code"] == -32602 and verdicts(client, "question") == ["refused"]


@pytest.mark.parametrize("params", ODD, ids=str)
async def test_elicit_09_a_rule_of_the_person_wins_before_the_refusal(params: Any) -> None:
    request = {"id": 1, "method": "elicitation/create", "params": {"message": "m", **params}}
    rule = {"on": "tools/call", "server_request": request, "awaiting_answer": True, "reply": answer(got="$answer")}
    rules = (Rule("elicitation/create", {"action": "decline"}),)
    async with asyncio.timeout(PATIENCE), scripted(INITIALIZE, rule, mode="legacy", answers=rules) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
    assert reply.result["got"]["result"] == {"action": "decline"} and verdicts(client, "answer") == ["decline"]


def odd(params: Any) -> tuple[dict[str, Any], ...]:
    """A modern server whose tool asks an odd question once."""
    request = {"method": "elicitation/create", "params": {"message": "m", **params}}
    states = [answer(resultType="input_required", inputRequests={"a": request}), answer(**CONTENT)]
    return DISCOVER, {"on": "tools/call", "sequence": states}


@pytest.mark.parametrize("params", ODD, ids=str)
async def test_elicit_09_where_nobody_is_there_an_odd_question_of_the_modern_era_leads_to_no_retry(params: Any) -> None:
    async with asyncio.timeout(PATIENCE), scripted(*odd(params)) as client:
        await client.connect()
        outcome = await call(client, "modern")
    assert outcome.pending == ("a",) and methods(client).count("tools/call") == 1


@pytest.mark.parametrize("params", ODD, ids=str)
async def test_elicit_09_the_person_or_their_rule_answers_an_odd_question_of_the_modern_era(params: Any) -> None:
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return decline()

    async with asyncio.timeout(PATIENCE), scripted(*odd(params), ask=ask) as client:
        await client.connect()
        assert (await call(client, "modern")).reply.result == CONTENT
    assert said(client)[-1]["params"]["inputResponses"] == {"a": {"action": "decline"}}
    assert asked[0].problems
    rules = (Rule("elicitation/create", {"action": "accept"}),)
    async with asyncio.timeout(PATIENCE), scripted(*odd(params), answers=rules, ask=ask) as client:
        await client.connect()
        assert (await call(client, "modern")).reply.result == CONTENT
    assert said(client)[-1]["params"]["inputResponses"] == {"a": {"action": "accept"}} and len(asked) == 1


async def test_elicit_18_an_unknown_question_says_what_is_wrong_with_it() -> None:
    states = [answer(resultType="input_required", inputRequests={"x": {"method": "vendor/ask"}}), answer(**CONTENT)]
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return Answer({"by": "hand"})

    rules = (DISCOVER, {"on": "tools/call", "sequence": states})
    async with asyncio.timeout(PATIENCE), scripted(*rules, ask=ask) as client:
        await client.connect()
        assert (await call(client, "modern")).reply.result == CONTENT
    assert asked[0].mode == "unknown" and "vendor/ask is nothing" in asked[0].problems[0]
    assert said(client)[-1]["params"]["inputResponses"] == {"x": {"by": "hand"}}
