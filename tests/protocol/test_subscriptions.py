"""Subscriptions: what was granted, whom news belong to, how a subscription ended, and when it is opened again."""

from typing import Any

import pytest

from inspector.protocol.exchanges import Exchanges
from inspector.protocol.news import SUBSCRIBED, not_granted, subscription_id, unrouted
from inspector.protocol.steps import Reply
from inspector.protocol.subscriptions import Backoff, how_ended
from inspector.wire import events, jsonrpc
from inspector.wire.events import Record
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.methods import exists


def test_every_notification_of_a_subscription_is_a_method_of_the_modern_era() -> None:
    assert all(exists(method, "2026-07-28") for method in SUBSCRIBED)


WANTED = {"toolsListChanged": True, "promptsListChanged": False, "resourceSubscriptions": ["a:1", "a:2"]}


@pytest.mark.parametrize(
    ("granted", "missing"),
    [
        (WANTED, ()),
        ({"toolsListChanged": True, "resourceSubscriptions": ["a:2"]}, ("resourceSubscriptions a:1",)),
        ({}, ("toolsListChanged", "resourceSubscriptions a:1", "resourceSubscriptions a:2")),
        (
            {"resourceSubscriptions": True},
            ("toolsListChanged", "resourceSubscriptions a:1", "resourceSubscriptions a:2"),
        ),
        (None, ("toolsListChanged", "resourceSubscriptions a:1", "resourceSubscriptions a:2")),
    ],
)
def test_list_14_what_was_not_granted_is_said_one_by_one(granted: Any, missing: tuple[str, ...]) -> None:
    assert not_granted(WANTED, granted) == missing


def named(id: Any) -> dict[str, Any]:
    return {"_meta": {"io.modelcontextprotocol/subscriptionId": id}}


def sent(*messages: bytes) -> Exchanges:
    exchanges = Exchanges()
    for seq, raw in enumerate(messages, 1):
        exchanges.feed(Record(seq, 0.0, events.Sent(raw)))
    return exchanges


LISTEN = jsonrpc.request(3, "subscriptions/listen", {})


@pytest.mark.parametrize(
    ("params", "why"),
    [
        (named(3), ""),
        (named("3"), "none of ours"),
        (named(999), "none of ours"),
        (named(1), "none of ours"),
        (named([3]), "none of ours"),
        (named(True), "none of ours"),
        (named(None), "none of ours"),
        ({"_meta": {}}, "names no subscription"),
        ({"_meta": 7}, "names no subscription"),
        (MISSING, "names no subscription"),
        ([], "names no subscription"),
    ],
    ids=str,
)
def test_list_13_the_exact_id_of_an_open_listen_routes_and_nothing_else(params: Any, why: str) -> None:
    found = unrouted(params, sent(jsonrpc.request(1, "tools/list", {}), LISTEN))
    assert found == "" if not why else why in found


def test_list_12_news_after_the_cancellation_belong_to_nothing() -> None:
    cancelled = jsonrpc.notification("notifications/cancelled", {"requestId": 3})
    assert "cancelled" in unrouted(named(3), sent(LISTEN, cancelled))


def test_a_subscription_id_keeps_its_type() -> None:
    assert subscription_id(named("1")) == "1" and subscription_id(named(None)) is None
    assert subscription_id(None) is MISSING


@pytest.mark.parametrize(
    ("reply", "how"),
    [
        (Reply(Result(1, {})), "ended"),
        (Reply(Result(1, None)), "ended"),
        (Reply(Error(1, {"code": -32601})), "refused"),
        (Reply(failure="http", status=404), "refused"),
        (Reply(failure="http", status=503), "lost"),
        (Reply(failure="unanswered"), "lost"),
        (Reply(failure="network"), "lost"),
        (Reply(failure="exited"), "gone"),
        (Reply(failure="closed"), "gone"),
        (Reply(failure="cancelled"), "cancelled"),
        (Reply(failure="cancelled", records=(4, 9)), "ended"),
    ],
    ids=str,
)
def test_both_ways_of_ending_are_told_from_a_loss(reply: Reply, how: str) -> None:
    assert how_ended(reply) == how


def test_the_waits_grow_to_a_bound_and_have_an_end() -> None:
    backoff = Backoff(first=1.0, longest=5.0, tries=5, steady=60.0)
    assert [backoff.after(0.0) for _ in range(6)] == [1.0, 2.0, 4.0, 5.0, 5.0, None]
    assert backoff.after(59.0) is None
    assert backoff.after(60.0) == 1.0, "what was up for a while begins anew"


def test_many_clients_do_not_come_back_in_step() -> None:
    assert Backoff(first=1.0, chance=lambda: 0.0).after(0.0) == 0.5
