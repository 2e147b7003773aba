"""Wishes for news and lists that follow them, on servers that speak. Case numbers are those of the hard cases."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from inspector.analysis.rules import Findings
from inspector.analysis.subscriptions import Subscription, Subscriptions
from inspector.client import Client
from inspector.client.listening import Listening
from inspector.client.refreshing import Refreshing
from inspector.protocol.news import unrouted
from inspector.protocol.subscriptions import Backoff
from inspector.wire import events
from inspector.wire.json import Json
from tests.servers.http_rules import asked_for, following, http_client
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import (
    DISCOVER,
    INITIALIZE,
    PATIENCE,
    TOOLS,
    happened,
    methods,
    said,
    scripted,
    verdicts,
)

WISH: dict[str, Json] = {"toolsListChanged": True}


def about(method: str, id: Any = "$id", **params: Any) -> dict[str, Any]:
    """A notification on a subscription."""
    meta = {"io.modelcontextprotocol/subscriptionId": id}
    return {"jsonrpc": "2.0", "method": f"notifications/{method}", "params": {"_meta": meta, **params}}


ACK = about("subscriptions/acknowledged", notifications=WISH)
CHANGED = about("tools/list_changed")
GRACEFUL = {"jsonrpc": "2.0", "id": "$id", "result": {"resultType": "complete"}}


async def at_once(seconds: float) -> None:
    """A pause that takes no time."""


async def until(client: Client, happens: Callable[[], object]) -> None:
    """Wait for this, as records come."""
    if not happens():
        async for _ in client.journal.follow():
            if happens():
                return


def subscriptions(client: Client) -> list[Subscription]:
    fold = Subscriptions()
    fold.feed(client.journal.records)
    return list(fold.all.values())


@asynccontextmanager
async def web(*rules: dict[str, Any], **options: Any) -> AsyncIterator[tuple[Client, ScriptedServer]]:
    discover = {**DISCOVER, "on": "POST server/discover", "json": DISCOVER["reply"]}
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(discover, *rules)) as server,
        http_client(server, **options) as client,
    ):
        await client.connect()
        yield client, server


# ── listening ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_subscription_that_the_server_ends_with_a_result_is_over() -> None:
    rule = {"on": "subscriptions/listen", "notifications": [ACK, CHANGED], "reply": GRACEFUL}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule) as client:
        await client.connect()
        assert await Listening(client, WISH, pause=at_once).run() == "ended"
    (subscription,) = subscriptions(client)
    assert (subscription.state, subscription.granted) == ("ended", WISH)
    assert subscription.events == {"notifications/tools/list_changed": 1}
    assert verdicts(client, "subscription") == ["ended"]


@pytest.mark.parametrize("result", [[], [GRACEFUL]])
async def test_a_subscription_that_the_server_tears_down_by_its_own_cancellation_is_over(result: list[Any]) -> None:
    """`2026-07-28 basic/patterns/cancellation`: the one use that a server has for it; a result may follow."""
    down = {"method": "notifications/cancelled", "params": {"requestId": "$id", "reason": "shutting down"}}
    rule = {"on": "subscriptions/listen", "notifications": [ACK, down], **({"reply": result[0]} if result else {})}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule, TOOLS) as client:
        await client.connect()
        assert await Listening(client, WISH, pause=at_once).run() == "ended"
        assert (await client.request("tools/list")).error is None
    assert [one.state for one in subscriptions(client)] == ["ended"]
    assert methods(client) == ["server/discover", "subscriptions/listen", "tools/list"]
    fold = Findings()
    fold.feed(client.journal.records)
    assert [one for one in fold.all if one.level != "info"] == []


async def test_cancelling_on_stdio_is_a_notification_that_names_the_subscription() -> None:
    rule = {"on": "subscriptions/listen", "notifications": [ACK]}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            running = group.create_task(Listening(client, WISH).run())
            await until(client, lambda: subscriptions(client) and subscriptions(client)[0].state == "open")
            running.cancel()
    assert said(client)[-1]["method"] == "notifications/cancelled"
    assert said(client)[-1]["params"]["requestId"] == said(client)[1]["id"]
    assert [one.state for one in subscriptions(client)] == ["cancelled"]


async def test_cancelling_on_http_closes_the_stream_and_sends_nothing() -> None:
    rule = {"on": "POST subscriptions/listen", "sse": [ACK], "sse_open": True}
    async with web(rule) as (client, server):
        async with asyncio.TaskGroup() as group:
            running = group.create_task(Listening(client, WISH).run())
            await until(client, lambda: subscriptions(client) and subscriptions(client)[0].state == "open")
            running.cancel()
        assert asked_for(server) == ["POST server/discover", "POST subscriptions/listen"]
        assert [one.state for one in subscriptions(client)] == ["cancelled"]


async def test_list_10_a_stream_that_breaks_is_opened_again_with_a_decision_each_time_and_not_for_ever() -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    rule = {"on": "POST subscriptions/listen", "sse": [ACK]}
    async with web(rule) as (client, server):
        listening = Listening(client, WISH, backoff=Backoff(first=1.0, tries=3), pause=pause)
        assert await listening.run() == "lost"
        assert asked_for(server).count("POST subscriptions/listen") == 4
        assert client.agreed is not None, "the connection stands"
    assert waits == [1.0, 2.0, 4.0]
    assert verdicts(client, "subscription") == ["opened again"] * 3 + ["given up"]
    assert len({one.id for one in subscriptions(client)}) == 4


async def test_list_10_a_server_without_subscriptions_refuses_and_the_connection_stands() -> None:
    error = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32601, "message": "no"}}
    async with web({"on": "POST subscriptions/listen", "status": 404, "json": error}) as (client, server):
        assert await Listening(client, WISH).run() == "refused"
        assert asked_for(server).count("POST subscriptions/listen") == 1 and client.agreed is not None


async def test_stdio_19_after_a_restart_the_subscription_is_sent_again_and_calls_are_not() -> None:
    rules = (
        DISCOVER,
        {"on": "subscriptions/listen", "notifications": [ACK]},
        {"on": "tools/call", "kill": "SIGKILL"},
    )
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            running = group.create_task(Listening(client, WISH, reconnect=True, pause=at_once).run())
            await until(client, lambda: subscriptions(client) and subscriptions(client)[0].state == "open")
            reply = await client.request("tools/call", {"name": "t"})
            assert (reply.failure, "signal 9" in reply.detail) == ("exited", True)
            await until(client, lambda: [one.state for one in subscriptions(client)] == ["lost", "open"])
            running.cancel()
    assert methods(client).count("tools/call") == 1 and methods(client).count("subscriptions/listen") == 2
    assert len(happened(client, events.Opened)) == 2


async def test_a_connection_that_is_gone_is_left_to_whoever_made_it() -> None:
    rule = {"on": "subscriptions/listen", "notifications": [ACK], "exit": 3}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule) as client:
        await client.connect()
        assert await Listening(client, WISH, pause=at_once).run() == "gone"
    assert verdicts(client, "subscription") == ["given up"] and len(happened(client, events.Opened)) == 1


async def test_a_legacy_wish_is_a_subscription_of_each_resource_and_a_connection_that_is_kept() -> None:
    rules = (
        INITIALIZE,
        {"on": "resources/subscribe", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {}}},
        {"on": "tools/call", "exit": 1},
    )
    async with asyncio.timeout(PATIENCE), scripted(*rules, mode="legacy") as client:
        await client.connect()
        wish = {"resourceSubscriptions": ["a:1", "a:2"], **WISH}
        async with asyncio.TaskGroup() as group:
            running = group.create_task(Listening(client, wish, reconnect=True, pause=at_once).run())
            await until(client, lambda: methods(client).count("resources/subscribe") == 2)
            await client.request("tools/call", {"name": "t"})
            await until(client, lambda: methods(client).count("resources/subscribe") == 4)
            running.cancel()
    uris = [one["params"]["uri"] for one in said(client) if one.get("method") == "resources/subscribe"]
    assert uris == ["a:1", "a:2"] * 2


async def test_a_legacy_server_that_refuses_a_resource_is_asked_no_more() -> None:
    async with asyncio.timeout(PATIENCE), scripted(INITIALIZE, mode="legacy") as client:
        await client.connect()
        assert await Listening(client, {"resourceSubscriptions": ["a:1", "a:2"]}).run() == "refused"
    assert methods(client).count("resources/subscribe") == 1


async def test_list_12_13_several_subscriptions_are_kept_apart_by_their_exact_ids() -> None:
    first = [ACK, about("tools/list_changed", id="2"), CHANGED]
    second = [about("tools/list_changed", id=2), ACK, about("resources/updated", id=999, uri="x")]
    rules = (
        DISCOVER,
        {"on": "subscriptions/listen", "times": 1, "notifications": first},
        {"on": "subscriptions/listen", "notifications": second},
        {"on": "notifications/cancelled", "notifications": [about("tools/list_changed", id=2)]},
    )
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        fold, read = Subscriptions(), 0

        def states() -> list[str]:
            nonlocal read
            fold.feed(client.journal.records[read:])
            read = len(client.journal)
            return [one.state for one in fold.all.values()]

        async with asyncio.TaskGroup() as group:
            one = group.create_task(Listening(client, WISH).run())
            await until(client, lambda: states() == ["open"])
            two = group.create_task(Listening(client, WISH).run())
            await until(client, lambda: states() == ["open", "open"])
            one.cancel()
            await until(client, lambda: states() and next(iter(fold.all.values())).late)
            two.cancel()
        ours, theirs = fold.all.values()
        assert (sum(ours.events.values()), ours.late, sum(theirs.events.values())) == (2, 1, 0)
        assert [entry.method for entry in fold.unrouted] == [
            "notifications/tools/list_changed",
            "notifications/resources/updated",
        ]
        assert "“2”" in fold.unrouted[0].why or '"2"' in fold.unrouted[0].why


# ── lists that follow the news ───────────────────────────────────────────────────────────────────────────────────────


async def test_list_05_a_storm_of_news_is_one_refresh_and_at_most_one_more() -> None:
    storm = {
        "on": "tools/call",
        "notifications": [about("tools/list_changed", id=2)],
        "flood": 200,
        "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}},
    }
    rules = (DISCOVER, TOOLS, {"on": "subscriptions/listen", "notifications": [ACK]}, storm)
    heard: list[Callable[[str], None]] = []
    async with (
        asyncio.timeout(PATIENCE),
        scripted(*rules, on_news=lambda method, params: [hear(method) for hear in heard]) as client,
    ):
        await client.connect()
        refreshing = Refreshing(client, quiet=0.001)
        heard.append(refreshing.told)
        running = client.start(_listen(client))
        await until(client, lambda: subscriptions(client) and subscriptions(client)[0].state == "open")
        await client.request("tools/call", {"name": "t"})
        policy = refreshing.policy("tools/list")
        while policy.due is not None or policy.asking:
            await asyncio.sleep(0)
        assert policy.news == 200
        assert 1 <= methods(client).count("tools/list") <= 2
        running.cancel()


async def test_list_04_a_list_that_triggers_its_own_news_is_suspended_with_a_note() -> None:
    rules = (INITIALIZE, {**TOOLS, "after": [{"method": "notifications/tools/list_changed"}]})
    heard: list[Callable[[str], None]] = []
    async with (
        asyncio.timeout(PATIENCE),
        scripted(*rules, mode="legacy", on_news=lambda method, params: [hear(method) for hear in heard]) as client,
    ):
        await client.connect()
        refreshing = Refreshing(client, quiet=0.001, longest=0.002)
        heard.append(refreshing.told)
        refreshing.refresh("tools/list")
        await until(client, lambda: verdicts(client, "catalogue"))
        asked = methods(client).count("tools/list")
        assert verdicts(client, "catalogue") == ["refreshing suspended"] and asked == 6  # one with a difference
        refreshing.refresh("tools/list")
        await until(client, lambda: methods(client).count("tools/list") > asked)
        refreshing.stop()


async def test_list_12_news_of_a_subscription_that_is_cancelled_refresh_nothing() -> None:
    rules = (
        DISCOVER,
        TOOLS,
        {"on": "subscriptions/listen", "notifications": [ACK]},
        {"on": "notifications/cancelled", "notifications": [about("tools/list_changed", id=2)]},
    )
    reasons: list[str] = []

    def hear(method: str, params: Json) -> None:
        reasons.append(unrouted(params, client.exchanges))

    async with asyncio.timeout(PATIENCE), scripted(*rules, on_news=hear) as client:
        await client.connect()
        running = client.start(_listen(client))
        await until(client, lambda: reasons == [""])
        running.cancel()
        await until(client, lambda: len(reasons) == 2)
    assert "none of ours that is open" in reasons[1] or "cancelled" in reasons[1]


async def _listen(client: Client) -> None:
    await Listening(client, WISH).run()
