"""Requests by the public API: results as they were sent, and an exception for each way not to get one."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import inspector
from inspector.wire import events
from inspector.wire.json import dumps
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, PATIENCE, command

PREFIX = "io.modelcontextprotocol/"


@asynccontextmanager
async def connected(*rules: dict[str, Any], **options: Any) -> AsyncIterator[inspector.Connection]:
    """A connection to a server over stdio with these rules."""
    async with asyncio.timeout(PATIENCE), inspector.connect(command=command(*rules), **options) as client:
        yield client


def result(method: str, **members: Any) -> dict[str, Any]:
    """A rule that answers a method."""
    return {"on": method, "reply": {"jsonrpc": "2.0", "id": "$id", "result": members}}


def failed(method: str, **error: Any) -> dict[str, Any]:
    """A rule that answers a method with an error."""
    return {"on": method, "reply": {"jsonrpc": "2.0", "id": "$id", "error": error}}


def sent(client: inspector.Connection, method: str) -> list[dict[str, Any]]:
    """The params of our messages of a method, in order."""
    raws = [one.event.raw for one in client.journal.records if isinstance(one.event, events.Sent)]
    return [json.loads(raw).get("params", {}) for raw in raws if json.loads(raw).get("method") == method]


# ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def paged(*pages: dict[str, Any]) -> dict[str, Any]:
    """A rule that gives these pages of tools one after the other."""
    return {"on": "tools/list", "sequence": [{"jsonrpc": "2.0", "id": "$id", **page} for page in pages]}


A, B = ({"name": name, "inputSchema": {"type": "object"}} for name in "ab")


async def test_a_list_has_the_entries_of_all_pages_as_they_were_sent() -> None:
    pages = paged({"result": {"tools": [A], "nextCursor": ""}}, {"result": {"tools": [{**B, "x": 1}]}})
    async with connected(DISCOVER, pages) as client:
        tools = await client.list_tools()
    assert tools == [A, {**B, "x": 1}]
    assert (tools.excluded, tools.incomplete) == ((), "")
    assert [one.get("cursor") for one in sent(client, "tools/list")] == [None, ""]


@pytest.mark.parametrize(
    ("ask", "method", "member", "entry"),
    [
        ("list_resources", "resources/list", "resources", {"uri": "a:b", "name": "b"}),
        (
            "list_resource_templates",
            "resources/templates/list",
            "resourceTemplates",
            {"uriTemplate": "a:{b}", "name": "b"},
        ),
        ("list_prompts", "prompts/list", "prompts", {"name": "p"}),
    ],
)
async def test_each_kind_has_its_list(ask: str, method: str, member: str, entry: dict[str, Any]) -> None:
    async with connected(DISCOVER, result(method, **{member: [entry]})) as client:
        assert await getattr(client, ask)() == [entry]


async def test_an_entry_that_cannot_be_used_is_kept_apart_and_hides_no_other() -> None:
    async with connected(DISCOVER, result("tools/list", tools=[A, 7, {"title": "nameless"}, B])) as client:
        tools = await client.list_tools()
    assert tools == [A, B]
    assert [one.entry for one in tools.excluded] == [7, {"title": "nameless"}]
    assert "not an object" in tools.excluded[0].reason and "name" in tools.excluded[1].reason
    assert all(one.clause for one in tools.excluded)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({"error": {"code": -32603, "message": "no \x1b more"}}, "page 2: error -32603 no ␛ more"),
        ({"result": {"tools": [B], "nextCursor": "x"}}, "twice"),
        ({"result": {}}, "page 2 has no tools list"),
    ],
)
async def test_a_list_that_ends_early_says_so_and_keeps_what_came(second: dict[str, Any], words: str) -> None:
    async with connected(DISCOVER, paged({"result": {"tools": [A], "nextCursor": "x"}}, second)) as client:
        tools = await client.list_tools()
    assert tools[0] == A and words in tools.incomplete


async def test_a_list_whose_first_page_fails_raises() -> None:
    async with connected(DISCOVER, paged({"error": {"code": -32603, "message": "m"}}, {"result": {}})) as client:
        with pytest.raises(inspector.JsonRpcError, match="-32603 m"):
            await client.list_tools()
        with pytest.raises(inspector.ProtocolBroken, match="no list"):
            await client.list_tools()


# ── results and their absence ────────────────────────────────────────────────────────────────────────────────────────


async def test_a_result_is_what_was_sent_digits_included() -> None:
    raw = (
        '{"jsonrpc":"2.0","id":$id,"result":{"content":[],"structuredContent":{"n":1.0,"big":12345678901234567890}}}\n'
    )
    async with connected(DISCOVER, {"on": "tools/call", "raw": raw}) as client:
        found = await client.call_tool("t", {"a": 1})
    assert dumps(found["structuredContent"]) == '{"n":1.0,"big":12345678901234567890}'
    assert sent(client, "tools/call")[0]["arguments"] == {"a": 1}


async def test_a_tool_s_own_failure_is_a_result() -> None:
    async with connected(DISCOVER, result("tools/call", content=[], isError=True)) as client:
        assert (await client.call_tool("t"))["isError"] is True
    assert sent(client, "tools/call")[0]["arguments"] == {}


async def test_an_error_answer_is_an_exception_with_code_message_and_data() -> None:
    async with connected(DISCOVER, failed("tools/call", code=-32602, message="\x1b[31mno", data={"d": 1})) as client:
        with pytest.raises(inspector.JsonRpcError) as raised:
            await client.call_tool("t")
    error = raised.value
    assert (error.code, error.message, error.data) == (-32602, "\x1b[31mno", {"d": 1})
    assert str(error) == "-32602 ␛[31mno" and error.exit_code == 5


async def test_an_error_without_an_integer_code_has_none() -> None:
    async with connected(DISCOVER, failed("tools/call", code="E1", message="m")) as client:
        with pytest.raises(inspector.JsonRpcError, match="error m") as raised:
            await client.call_tool("t")
    assert raised.value.code is None and not raised.value.data


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([1], "no object"),
        ({"resultType": "vendor", "content": []}, "unknown resultType"),
        ({"resultType": "input_required"}, "broke the protocol"),
    ],
)
async def test_a_result_that_is_none_is_a_broken_protocol(answer: Any, words: str) -> None:
    rule = {"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "$id", "result": answer}}
    async with connected(DISCOVER, rule) as client:
        with pytest.raises(inspector.ProtocolBroken, match=words):
            await client.call_tool("t")


async def test_a_legacy_result_is_not_judged_by_its_type() -> None:
    async with connected(INITIALIZE, result("tools/call", resultType="vendor"), mode="legacy") as client:
        assert await client.call_tool("t") == {"resultType": "vendor"}


async def test_silence_ends_a_call_after_its_own_time() -> None:
    async with connected(DISCOVER, {"on": "tools/call"}, result("prompts/get", messages=[])) as client:
        with pytest.raises(inspector.TimedOut, match="tools/call"):
            await client.call_tool("t", timeout=0.05)
        assert await client.get_prompt("p") == {"messages": []}


async def test_a_server_that_dies_ends_what_waits_and_what_comes_after() -> None:
    async with connected(DISCOVER, {"on": "tools/call", "exit": 3}) as client:
        for _ in range(2):
            with pytest.raises(inspector.ConnectError, match="ended while tools/call waited"):
                await client.call_tool("t")


async def test_a_call_that_is_no_more_awaited_is_cancelled_at_the_server() -> None:
    rules = (DISCOVER, {"on": "tools/call"}, result("tools/list", tools=[]))
    async with connected(*rules) as client, asyncio.TaskGroup() as group:
        call = group.create_task(client.call_tool("t"))
        await client.list_tools()
        call.cancel()
    assert len(sent(client, "notifications/cancelled")) == 1


# ── progress ─────────────────────────────────────────────────────────────────────────────────────────────────────────


PROGRESSING = {
    "on": "tools/call",
    "notifications": [
        {"method": "notifications/progress", "params": {"progressToken": "$token", "progress": one}} for one in (1, 2)
    ],
    "reply": DONE,
}


async def test_progress_is_heard_as_it_was_sent() -> None:
    heard: list[Any] = []
    async with connected(DISCOVER, PROGRESSING) as client:
        await client.call_tool("t", on_progress=heard.append)
    assert [one["progress"] for one in heard] == [1, 2]


async def test_progress_extends_the_time_even_if_nobody_hears_of_it() -> None:
    slow = {**PROGRESSING, "flood": 5, "every_ms": 60}
    async with connected(DISCOVER, slow, timeout=0.4) as client:
        assert await client.call_tool("t") == {"content": []}


async def test_a_hearer_that_fails_ends_nothing_and_the_loop_is_told() -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    news = {"method": "notifications/message", "params": {"level": "info", "data": "d"}}
    rule = {**PROGRESSING, "notifications": [*PROGRESSING["notifications"], news]}

    def fail(heard: Any) -> None:
        raise ZeroDivisionError

    async with connected(DISCOVER, rule, on_notification=fail) as client:
        assert await client.call_tool("t", on_progress=fail) == {"content": []}
    assert [type(one["exception"]) for one in told] == [ZeroDivisionError] * 3


# ── the other methods ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_params_of_each_method_are_those_of_the_specification() -> None:
    answers = [result(method) for method in ("resources/read", "prompts/get", "completion/complete")]
    async with connected(INITIALIZE, *answers, mode="legacy") as client:
        await client.read_resource("a:b")
        await client.get_prompt("p", {"x": "1"})
        await client.get_prompt("q")
        await client.complete({"type": "ref/prompt", "name": "p"}, "x", "al", context={"y": "2"})
        await client.complete({"type": "ref/resource", "uri": "a:{x}"}, "x", "")

    def bare(method: str) -> list[dict[str, Any]]:
        return [{key: value for key, value in one.items() if key != "_meta"} for one in sent(client, method)]

    assert bare("resources/read") == [{"uri": "a:b"}]
    assert bare("prompts/get") == [{"name": "p", "arguments": {"x": "1"}}, {"name": "q"}]
    argument = {"name": "x", "value": "al"}
    first = {"ref": {"type": "ref/prompt", "name": "p"}, "argument": argument, "context": {"arguments": {"y": "2"}}}
    second = {"ref": {"type": "ref/resource", "uri": "a:{x}"}, "argument": {"name": "x", "value": ""}}
    assert bare("completion/complete") == [first, second]


async def test_legacy_pings_subscribes_and_sets_the_log_level_by_requests() -> None:
    answers = [result(one) for one in ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe")]
    async with connected(INITIALIZE, *answers, mode="legacy") as client:
        await client.ping()
        await client.set_log_level("debug")
        await client.subscribe("a:b")
        await client.unsubscribe("a:b")
    assert sent(client, "logging/setLevel") == [{"level": "debug"}]
    assert sent(client, "resources/subscribe") == sent(client, "resources/unsubscribe") == [{"uri": "a:b"}]


async def test_modern_sends_the_log_level_with_each_call_and_never_over_one_that_is_given() -> None:
    async with connected(DISCOVER, {"on": "tools/call", "reply": DONE}, result("x/y")) as client:
        await client.call_tool("t")
        await client.set_log_level("debug")
        await client.call_tool("t")
        await client.request("x/y", {"_meta": {PREFIX + "logLevel": "error"}})
    assert [one["_meta"].get(PREFIX + "logLevel") for one in sent(client, "tools/call")] == [None, "debug"]
    assert sent(client, "x/y")[0]["_meta"][PREFIX + "logLevel"] == "error"
    assert not sent(client, "logging/setLevel")


async def test_any_request_gives_any_result_and_is_sent_once() -> None:
    rule = {"on": "x/y", "sequence": [{"jsonrpc": "2.0", "id": "$id", "result": one} for one in ([1], None)]}
    asks = result("tools/call", resultType="input_required", requestState="s")
    async with connected(DISCOVER, rule, asks) as client:
        assert await client.request("x/y", {"a": 1}) == [1]
        assert await client.request("x/y") is None
        assert (await client.request("tools/call", {"name": "t"}))["requestState"] == "s"
        with pytest.raises(inspector.JsonRpcError, match="no rule"):
            await client.request("x/z")
    assert len(sent(client, "tools/call")) == 1


async def test_any_notification_can_be_sent_and_notifications_are_heard() -> None:
    heard: asyncio.Queue[inspector.Notification] = asyncio.Queue()
    back = {"on": "x/told", "notifications": [{"method": "x/heard", "params": {"a": [1]}}, {"method": "x/bare"}]}
    async with connected(DISCOVER, back, on_notification=heard.put_nowait) as client:
        await client.notify("x/told", {"b": 2})
        assert await heard.get() == ("x/heard", {"a": [1]})
        assert await heard.get() == ("x/bare", None)
    assert sent(client, "x/told") == [{"b": 2}]
    with pytest.raises(inspector.ConnectError):
        await client.notify("x/told")
