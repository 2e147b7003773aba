"""What a server asks, answered by the handlers of a program, in both eras."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.wire import events
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, PATIENCE, command

SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string", "default": "Ada"}, "age": {"type": "integer"}},
    "required": ["name"],
}
ELICIT = {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": SCHEMA}}
SAMPLE = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}
SAMPLED = {"role": "assistant", "content": {"type": "text", "text": "hi"}, "model": "m"}


def legacy(question: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """A legacy server that asks this during a call, and gives the answer back as the result."""
    reply = {"jsonrpc": "2.0", "id": "$id", "result": {"content": [], "structuredContent": "$answer"}}
    return INITIALIZE, {
        "on": "tools/call",
        "server_request": {"id": "q", **question},
        "awaiting_answer": True,
        "reply": reply,
    }


def modern(question: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """A modern server that asks this in the first round."""
    asks = {"resultType": "input_required", "inputRequests": {"k": question}, "requestState": "s"}
    return DISCOVER, {"on": "tools/call", "sequence": [{"jsonrpc": "2.0", "id": "$id", "result": asks}, DONE]}


@asynccontextmanager
async def connected(rules: tuple[dict[str, Any], ...], **options: Any) -> AsyncIterator[inspector.Connection]:
    version = "2025-11-25" if INITIALIZE in rules else "2026-07-28"
    connection = inspector.connect(command=command(*rules), protocol_version=version, **options)
    async with asyncio.timeout(PATIENCE), connection as client:
        yield client


def responses(client: inspector.Connection) -> Any:
    """The `inputResponses` of the last call."""
    raws = [json.loads(one.event.raw) for one in client.journal.records if isinstance(one.event, events.Sent)]
    return [one["params"] for one in raws if one.get("method") == "tools/call"][-1]


async def defaults(question: inspector.Question) -> Mapping[str, Any]:
    return {"action": "accept", "content": inspector.prefilled(question)}


async def test_a_legacy_question_is_answered_while_the_call_waits() -> None:
    asked: list[inspector.Question] = []

    async def answer(question: inspector.Question) -> Mapping[str, Any]:
        asked.append(question)
        return {"action": "accept", "content": {"name": "Bo"}}

    async with connected(legacy(ELICIT), on_elicitation=answer) as client:
        found = await client.call_tool("t")
    assert found["structuredContent"]["result"] == {"action": "accept", "content": {"name": "Bo"}}
    assert [(one.message, one.mode, one.about, one.era) for one in asked] == [("Who?", "form", "t", "legacy")]


async def test_a_modern_question_is_answered_by_a_retry_with_the_state_as_given() -> None:
    async with connected(modern(ELICIT), on_elicitation=defaults) as client:
        assert await client.call_tool("t") == {"content": []}
    again = responses(client)
    assert again["inputResponses"] == {"k": {"action": "accept", "content": {"name": "Ada"}}}
    assert again["requestState"] == "s"


async def test_sampling_goes_to_its_own_handler_in_both_eras() -> None:
    async def model(question: inspector.Question) -> Mapping[str, Any]:
        assert question.params["maxTokens"] == 5
        return SAMPLED

    async with connected(legacy(SAMPLE), on_sampling=model) as client:
        assert (await client.call_tool("t"))["structuredContent"]["result"] == SAMPLED
    async with connected(modern(SAMPLE), on_sampling=model) as client:
        await client.call_tool("t")
    assert responses(client)["inputResponses"] == {"k": SAMPLED}


async def test_roots_are_told_from_the_list(tmp_path: Path) -> None:
    question = {"method": "roots/list"}
    roots = [{"uri": tmp_path.as_uri(), "name": tmp_path.name}, {"uri": "a://b"}]
    async with connected(legacy(question), roots=[str(tmp_path), "a://b"]) as client:
        assert (await client.call_tool("t"))["structuredContent"]["result"] == {"roots": roots}


async def nobody(question: inspector.Question) -> None:
    """There is nobody."""


@pytest.mark.parametrize("handler", [None, nobody])
async def test_a_question_for_nobody_is_cancelled_or_ends_its_call(handler: Any) -> None:
    async with connected(legacy(ELICIT), on_elicitation=handler) as client:
        assert (await client.call_tool("t"))["structuredContent"]["result"] == {"action": "cancel"}
    async with connected(modern(ELICIT), on_elicitation=handler) as client:
        with pytest.raises(inspector.NobodyAnswered, match="nobody answered"):
            await client.call_tool("t")


async def test_a_handler_may_refuse_with_an_error() -> None:
    async def refuse(question: inspector.Question) -> Mapping[str, Any]:
        raise inspector.JsonRpcError(-1, "User rejected", {"why": "tired"})

    async with connected(legacy(SAMPLE), on_sampling=refuse) as client:
        answer = (await client.call_tool("t"))["structuredContent"]
    assert answer["error"] == {"code": -1, "message": "User rejected", "data": {"why": "tired"}}


@pytest.mark.parametrize("rules", [legacy(ELICIT), modern(ELICIT)])
async def test_a_handler_that_fails_answers_nothing_and_the_loop_is_told(rules: tuple[dict[str, Any], ...]) -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    async def fail(question: inspector.Question) -> Mapping[str, Any]:
        raise ZeroDivisionError

    async with connected(rules, on_elicitation=fail) as client:
        if client.era == "legacy":
            assert (await client.call_tool("t"))["structuredContent"]["result"] == {"action": "cancel"}
        else:
            with pytest.raises(inspector.NobodyAnswered):
                await client.call_tool("t")
    assert [type(one["exception"]) for one in told] == [ZeroDivisionError]


@pytest.mark.parametrize("schema", [None, 7, {}, {"type": "object"}, {"type": "array"}])
def test_what_is_prefilled_is_an_object_whatever_the_schema(schema: Any) -> None:
    question = inspector.Question(1, "elicitation/create", {"requestedSchema": schema}, "legacy", 1)
    assert inspector.prefilled(question) == {}
