"""When everything was under way, and what of it waited for whom."""

import pytest

from inspector.analysis.folds import Folds
from inspector.analysis.operations import Operation
from inspector.analysis.spans import Spans
from inspector.protocol.exchanges import Exchange
from inspector.wire import events
from tests.analysis.journals import Journal, pieces
from tests.tui.app.staging import dying, records_of


def fed(journal: Journal) -> Spans:
    spans = Spans()
    spans.feed(journal.records)
    return spans


def began(name: str = "reserve_book", op: int = 8) -> Journal:
    journal = Journal(tick=0.0).modern()
    journal.add(events.Began(op, "tools/call", name))
    return journal


def ask(journal: Journal, op: int = 8) -> int:
    return journal.request("tools/call", {"name": "reserve_book", "arguments": {}}, op=op)


QUESTIONS = {
    "pickup": {"method": "elicitation/create", "params": {"message": "Where to pick up?"}},
    "sum": {"method": "sampling/createMessage", "params": {}},
}


def unfinished(journal: Journal, id: int) -> int:
    return journal.result(id, {"resultType": "input_required", "inputRequests": QUESTIONS})


def test_calls_and_lone_requests_stand_in_the_order_of_their_beginning() -> None:
    journal = began()
    ask(journal)
    journal.request("tools/list")
    heads = fed(journal).heads
    assert [(type(head), head.method) for head in heads] == [
        (Exchange, "server/discover"),
        (Operation, "tools/call"),
        (Exchange, "tools/list"),
    ]


def test_a_person_is_waited_for_from_the_question_to_the_next_round() -> None:
    journal = began()
    unfinished(journal.wait(0.5), ask(journal))
    spans = fed(journal)
    (wait,) = spans.waits[8]
    assert (wait.since, wait.until, wait.words) == (0.5, None, "Where to pick up?")
    assert [one.state for one in spans.asks] == ["waiting", "waiting"]
    ask(journal.wait(4.0))
    spans = fed(journal)
    (wait,) = spans.waits[8]
    assert (wait.since, wait.until, wait.answered) == (0.5, 4.5, True)
    assert [(one.name, one.method, one.at, one.until, one.state) for one in spans.asks] == [
        ("pickup", "elicitation/create", 0.5, 4.5, "complete"),
        ("sum", "sampling/createMessage", 0.5, 4.5, "complete"),
    ]


def test_a_question_that_a_call_was_given_up_over_is_not_answered() -> None:
    journal = began()
    unfinished(journal, ask(journal))
    journal.wait(2).add(events.Decision("cancel", "", "cancelled", "Given up.", op=8))
    spans = fed(journal)
    assert spans.waits[8][0].until == 2 and not spans.waits[8][0].answered
    assert spans.asks[0].state == "cancelled"


def test_a_request_of_a_legacy_server_lasts_until_our_answer() -> None:
    journal = began()
    id = ask(journal)
    question = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "?"}}
    journal.wait(0.01).came(question)
    journal.wait(3.0).sent({"jsonrpc": "2.0", "id": 1, "result": {"action": "accept"}}, op=8)
    journal.wait(0.5).result(id, {"content": []})
    spans = fed(journal)
    (asked,) = spans.asks
    assert (asked.at, asked.until, asked.op, asked.state) == (0.01, 3.01, 8, "complete")
    assert [(one.since, one.until) for one in spans.waits[8]] == [(0.01, 3.01)]


def test_what_the_server_took_back_and_what_its_death_ended_are_told_apart() -> None:
    journal = began()
    ask(journal)
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "roots/list"})
    journal.came({"jsonrpc": "2.0", "id": 2, "method": "roots/list"})
    journal.came({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    journal.add(events.Exited(1))
    spans = fed(journal)
    assert [one.state for one in spans.asks] == ["cancelled", "dead"]


@pytest.mark.parametrize(
    ("event", "state"),
    [
        (events.Exited(1), "dead"),
        (events.Closed("reset by peer"), "dead"),
        (events.Exited(0, asked=True), "cancelled"),
        (events.Closed(asked=True), "cancelled"),
    ],
)
def test_what_was_under_way_ends_with_the_server_by_death_or_by_our_wish(event: events.Event, state: str) -> None:
    journal = began()
    ask(journal)
    journal.request("tools/list")
    journal.add(event)
    spans = fed(journal)
    assert [spans.state_of(head) for head in spans.heads[1:]] == [state, state]
    assert spans.lives[0].died is (state == "dead")


def test_what_became_of_lone_requests_is_known() -> None:
    journal = began()
    journal.error(journal.request("tools/list"), -32603)
    journal.result(journal.request("prompts/list"), {"prompts": []})
    journal.request("resources/list")
    late = len(journal.records)
    journal.request("ping")
    journal.add(events.Decision("timeout", "", "timeout", "No answer came.", data={"ended": late}))
    spans = fed(journal)
    assert [spans.state_of(head) for head in spans.heads[2:]] == ["error", "complete", "failed", "running"]


def test_news_is_also_known_by_its_subscription() -> None:
    journal = began()
    listen = journal.request("subscriptions/listen", {"notifications": {}})
    seq = len(journal.records)
    meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": listen}}
    journal.news("notifications/subscriptions/acknowledged", meta)
    journal.wait(1).news("notifications/tools/list_changed", meta)
    journal.news("notifications/message", {"level": "info", "data": "x"})
    spans = fed(journal)
    assert len(spans.news) == 3
    assert list(spans.news_of[seq].times) == [0, 1]
    assert [spans.news.seqs[at] for at in spans.news.between(0.5, 2)] == [seq + 2, seq + 3]
    assert not spans.news.between(0.1, 1)


def test_noise_is_told_apart_by_where_it_came_from() -> None:
    journal = began()
    journal.add(events.Stderr(b"a warning"))
    journal.line(b"Printing slip 88")
    journal.line(b"")
    spans = fed(journal)
    assert (list(spans.stderr.seqs), list(spans.stray.seqs)) == ([5], [6])


def test_a_second_connection_is_a_life_of_its_own() -> None:
    journal = Journal().modern()
    journal.add(events.Exited(None, signal=9))
    journal.add(events.Closed("the server exited"))
    journal.opened(2)
    lives = fed(journal).lives
    assert [(one.words, one.died, one.until is None) for one in lives] == [("signal 9", True, False), ("", False, True)]


def shape(spans: Spans) -> object:
    heads = [(head.method, spans.state_of(head)) for head in spans.heads]
    points = [(list(one.times), list(one.seqs)) for one in (spans.news, spans.stderr, spans.stray)]
    asks = [(one.seq, one.name, one.until, one.state) for one in spans.asks]
    return heads, points, asks, repr(spans.waits), repr(spans.lives), list(spans.begins)


@pytest.mark.parametrize("name", ["library", "library-busy", "library-legacy-http", "every-kind", "no-such-host"])
def test_a_live_fold_comes_to_what_a_replayed_one_does(name: str) -> None:
    records = records_of(name, whole=True)
    whole, live = Spans(), Spans()
    whole.feed(records)
    for batch in pieces(records, 3):
        live.feed(batch)
    together = Folds()
    together.feed(records)
    assert shape(whole) == shape(live) == shape(together.spans)
    assert whole.heads or name in ("every-kind", "no-such-host")


def test_a_server_that_dies_leaves_its_call_dead() -> None:
    spans = Spans()
    spans.feed(dying())
    assert spans.state_of(spans.heads[-1]) == "dead"
    assert (spans.lives[-1].words, spans.lives[-1].died) == ("exited, code 1", True)
