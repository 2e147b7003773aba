"""Subscriptions of the modern era: acknowledged, told apart, ended by either side, and lost."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import inspector
from inspector.wire import events
from tests.servers.http_rules import following
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, PATIENCE, command

ID = "io.modelcontextprotocol/subscriptionId"


def on(method: str, id: Any = "$id", **params: Any) -> dict[str, Any]:
    """A notification on a subscription."""
    return {"method": method, "params": {**params, "_meta": {ID: id}}}


def ack(**granted: Any) -> dict[str, Any]:
    return on("notifications/subscriptions/acknowledged", notifications=granted)


CHANGED = on("notifications/tools/list_changed")
ENDED = {"jsonrpc": "2.0", "id": "$id", "result": {"resultType": "complete"}}


def listening(*notifications: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A rule for subscriptions/listen."""
    return {"on": "subscriptions/listen", "notifications": list(notifications), **more}


@asynccontextmanager
async def connected(*rules: dict[str, Any], **options: Any) -> AsyncIterator[inspector.Connection]:
    async with asyncio.timeout(PATIENCE), inspector.connect(command=command(*rules), **options) as client:
        yield client


def sent(client: inspector.Connection, method: str) -> list[dict[str, Any]]:
    messages = [json.loads(one.event.raw) for one in client.journal.records if isinstance(one.event, events.Sent)]
    return [one for one in messages if one.get("method") == method]


async def test_a_subscription_is_acknowledged_and_its_news_come_in_order_until_it_is_left() -> None:
    news = [on("notifications/resources/updated", uri=f"a:{number}") for number in range(3)]
    async with (
        connected(DISCOVER, listening(ack(resourceSubscriptions=["a:1"]), *news)) as client,
        client.listen({"resourceSubscriptions": ["a:1", "a:2"]}) as subscription,
    ):
        assert subscription.granted == {"resourceSubscriptions": ["a:1"]}
        heard = [await anext(subscription) for _ in range(3)]
    assert [one.params["uri"] for one in heard] == ["a:0", "a:1", "a:2"]
    [request], [cancelled] = sent(client, "subscriptions/listen"), sent(client, "notifications/cancelled")
    assert request["params"]["notifications"] == {"resourceSubscriptions": ["a:1", "a:2"]}
    assert cancelled["params"]["requestId"] == request["id"]


async def test_without_a_filter_all_list_changes_that_the_server_tells_of_are_wanted() -> None:
    result = {**DISCOVER["reply"]["result"], "capabilities": {"tools": {"listChanged": True}}}  # type: ignore[index]
    discover = {"on": "server/discover", "reply": {"jsonrpc": "2.0", "id": "$id", "result": result}}
    async with connected(discover, listening(ack())) as client, client.listen() as subscription:
        assert subscription.granted == {}
    assert sent(client, "subscriptions/listen")[0]["params"]["notifications"] == {"toolsListChanged": True}


async def test_several_subscriptions_are_told_apart_by_the_id_and_the_hearer_hears_all() -> None:
    heard: list[str] = []
    prompts = on("notifications/prompts/list_changed")
    strays = (on("x/stray", 99), on("x/odd", {}), on("x/none", None))
    rules = (listening(ack(), CHANGED, times=1), listening(ack(), *strays, prompts, reply=ENDED))
    async with (
        connected(DISCOVER, *rules, on_notification=lambda one: heard.append(one.method)) as client,
        client.listen({}) as first,
        client.listen({}) as second,
    ):
        assert [one.method async for one in second] == ["notifications/prompts/list_changed"]
        assert (await anext(first)).method == "notifications/tools/list_changed"
    assert heard[2:] == [
        "notifications/subscriptions/acknowledged",
        "x/stray",
        "x/odd",
        "x/none",
        "notifications/prompts/list_changed",
    ]


async def test_a_subscription_that_the_server_ends_ends_the_loop() -> None:
    async with connected(DISCOVER, listening(ack(), CHANGED, reply=ENDED)) as client, client.listen({}) as subscription:
        assert [one.method async for one in subscription] == ["notifications/tools/list_changed"]
        assert [one.method async for one in subscription] == []
    assert not sent(client, "notifications/cancelled")


async def test_news_before_an_acknowledgement_open_it_as_well() -> None:
    async with connected(DISCOVER, listening(CHANGED, reply=ENDED)) as client, client.listen({}) as subscription:
        assert subscription.granted is None
        assert [one.method async for one in subscription] == ["notifications/tools/list_changed"]


async def test_a_server_that_dies_loses_the_subscription() -> None:
    rules = (DISCOVER, listening(ack()), {"on": "tools/call", "exit": 0})
    async with connected(*rules) as client, client.listen({}) as subscription:
        with pytest.raises(inspector.ConnectError):
            await client.call_tool("t")
        with pytest.raises(inspector.ConnectError, match="lost"):
            await anext(subscription)


async def test_a_stream_that_breaks_off_is_lost_and_can_be_listened_to_again() -> None:
    acknowledged = {"jsonrpc": "2.0", **ack()}
    rules = (
        {"on": "POST subscriptions/listen", "times": 1, "sse": [acknowledged]},
        {"on": "POST subscriptions/listen", "sse": [acknowledged, {"jsonrpc": "2.0", **CHANGED}], "sse_open": True},
    )
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(DISCOVER, *rules)) as server,
        inspector.connect(server.url()) as client,
    ):
        async with client.listen({}) as subscription:
            with pytest.raises(inspector.ConnectError, match="lost"):
                await anext(subscription)
        async with client.listen({}) as subscription:
            assert (await anext(subscription)).method == "notifications/tools/list_changed"
    assert [one.header("mcp-method") for one in server.asked].count("subscriptions/listen") == 2


async def test_a_refusal_is_an_error_answer() -> None:
    async with connected(DISCOVER) as client:
        with pytest.raises(inspector.JsonRpcError, match="no rule"):
            async with client.listen({}):
                raise AssertionError("it was refused")


async def test_silence_is_not_waited_for_longer_than_for_any_request() -> None:
    async with connected(DISCOVER, listening(), {"on": "tools/call", "reply": DONE}, timeout=0.05) as client:
        with pytest.raises(inspector.TimedOut, match="not acknowledged"):
            async with client.listen({}):
                raise AssertionError("it was not acknowledged")
    assert len(sent(client, "notifications/cancelled")) == 1


async def test_a_legacy_server_is_not_listened_to() -> None:
    async with connected(INITIALIZE, mode="legacy") as client:
        with pytest.raises(inspector.UsageError, match="legacy"):
            async with client.listen({}):
                raise AssertionError("it cannot be opened")
    assert not sent(client, "subscriptions/listen")
