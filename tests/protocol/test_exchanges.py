"""Which answer belongs to which request. Case numbers are those of the catalogue of hard cases."""

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.exchanges import (
    Asked,
    Change,
    Exchange,
    Exchanges,
    News,
    Progressed,
    Resumed,
    Settled,
    Stray,
    WebEnded,
    Withdrawn,
    feed_all,
)
from inspector.wire import events, jsonrpc
from inspector.wire.events import Record
from inspector.wire.json import dumps, parse


class Session:
    """A fold that is told what crosses; `saw` is what the last record brought about."""

    def __init__(self) -> None:
        self.fold = Exchanges()
        self.records: list[Record] = []
        self.saw: list[Change] = []

    def happens(self, event: events.Event) -> int:
        record = Record(len(self.records) + 1, len(self.records) / 10, event)
        self.records.append(record)
        self.saw = self.fold.feed(record)
        return record.seq

    def asks(
        self, id: Any, method: str = "tools/call", http: int | None = None, op: int | None = None, **params: Any
    ) -> Exchange:
        return self.fold.ours[self.happens(events.Sent(jsonrpc.request(id, method, params), http, op))]

    def says(self, message: Any, http: int | None = None) -> None:
        self.happens(events.Received(message if isinstance(message, bytes) else dumps(message).encode(), http))

    def posts(self, id: Any, http: int, status: int | None = 200, **params: Any) -> Exchange:
        self.happens(events.HttpRequest(http, "POST", "http://x/mcp"))
        exchange = self.asks(id, http=http, **params)
        if status is not None:
            self.happens(events.HttpResponse(http, status))
        return exchange

    def gets(self, http: int) -> None:
        self.happens(events.HttpRequest(http, "GET", "http://x/mcp"))
        self.happens(events.HttpResponse(http, 200))

    def only(self, kind: type[Change]) -> Any:
        (change,) = [change for change in self.saw if isinstance(change, kind)]
        return change


def reply(id: Any, **members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, **(members or {"result": {}})}


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_settles_its_request_and_no_other() -> None:
    session = Session()
    one, two = session.asks(1), session.asks(2)
    session.says(reply(2))
    assert session.only(Settled).exchange is two
    assert (one.state, two.state, two.answer_seq) == ("open", "answered", 3)
    assert session.fold.waiting() == (one,) and session.fold.open(1) is one and session.fold.open(2) is None


@pytest.mark.parametrize("id", ["1", parse("1.0")])
def test_id_01_05_an_id_of_another_type_is_matched_if_it_is_clear_and_flagged(id: Any) -> None:
    session = Session()
    one = session.asks(1)
    session.says(reply(id))
    assert session.only(Settled).answer is not None
    assert one.flaws[0] == "the answer's id has another type than the request's"


def test_id_01_an_id_that_could_mean_two_requests_is_nobodys() -> None:
    session = Session()
    session.asks("1"), session.asks(1)
    session.says(reply(parse("1.0")))
    assert session.only(Stray).why == "an answer to no request of ours"
    session.says(reply("1"))
    assert session.only(Settled).exchange.id == "1"


def test_id_02_a_wrong_id_is_stray_on_stdio_and_ends_the_request_in_the_body_of_its_post() -> None:
    session = Session()
    session.asks(3)
    session.says(reply(0))
    assert session.only(Stray) and len(session.fold.waiting()) == 1
    web = Session()
    asked = web.posts(3, http=7)
    web.says(reply(0), http=7)
    settled = web.only(Settled)
    assert settled.answer is None and asked.failure == "unanswered"
    assert "0" in asked.detail and "3" in asked.detail


@pytest.mark.parametrize("message", [reply(None, error={"code": -32700}), {"jsonrpc": "2.0", "error": {"code": 1}}])
def test_id_04_an_error_without_an_id_belongs_to_its_post_or_to_the_only_one_that_waits(message: Any) -> None:
    web = Session()
    asked = web.posts(1, http=1)
    web.posts(2, http=2)
    web.says(message, http=1)
    assert web.only(Settled).exchange is asked and asked.flaws
    stdio = Session()
    only = stdio.asks(1)
    stdio.says(message)
    assert stdio.only(Settled).exchange is only and "taken for" in only.flaws[0]
    two = Session()
    two.asks(1), two.asks(2)
    two.says(message)
    assert two.only(Stray) and len(two.fold.waiting()) == 2


def test_id_07_both_members_make_an_error_and_neither_is_no_answer() -> None:
    session = Session()
    one = session.asks(1)
    session.says(reply(1, result={}, error={"code": 1, "message": "x"}))
    assert isinstance(session.only(Settled).answer, jsonrpc.Error) and "has both result and error" in one.flaws
    two = session.asks(2)
    session.says({"id": 2, "result": {}, "error": None})
    assert isinstance(session.only(Settled).answer, jsonrpc.Result)
    assert two.flaws == ["has no jsonrpc member", "has a null error beside its result"]


TORN = b'{"jsonrpc":"2.0","id":2,"result":{"content":[{"text":"a, \\"id\\": 1 }'


@pytest.mark.parametrize(
    "raw",
    [
        b'{"jsonrpc":"2.0","id":2}',
        b'{"jsonrpc":"2.0","id":"2"}',
        b'{"id":2,"error":null}',
        b'{"jsonrpc":"2.0","id":2,"error":null}',
        b'{"jsonrpc":"2.0","result":' + b"[" * 100_000 + b"," + b"]" * 100_000 + b',"id":2}',
        b'{"jsonrpc":"2.0","id":2,"result":' + b'{"a":' * 100_000,
        b'{"jsonrpc":"2.0","id":2,"result":{"a":1,}}',
        b'{"jsonrpc":"2.0","id":2,"result":\xff}',
        TORN,
    ],
    ids=lambda raw: raw[:40].decode("latin-1"),
)
@pytest.mark.parametrize("http", [None, 7])
def test_id_07_what_bears_the_id_of_an_open_request_and_is_no_answer_ends_it_at_once(
    raw: bytes, http: int | None
) -> None:
    session = Session()
    other = session.asks(1)
    one = session.posts(2, http) if http is not None else session.asks(2)
    session.says(raw, http)
    settled = session.only(Settled)
    assert (settled.exchange, settled.answer) == (one, None) and isinstance(settled.instead, jsonrpc.Malformed)
    assert (one.failure, one.answer_seq) == ("unanswered", len(session.records)) and "is no answer" in one.detail
    assert other.state == "open"


@pytest.mark.parametrize(
    "raw",
    [
        b'{"id":2,"msg":"handling","level":30}',  # a log line
        b'{"id":2,"method":"roots/list","jsonrpc":"2.0","params":{]}',  # a request of theirs
        b'{"jsonrpc":"2.0","id":2',  # it may have been 23
        b'{"jsonrpc":"2.0","result":{"id":2,}}',
        b'{"jsonrpc":"2.0","result":{},,"i',
        b'[{"jsonrpc":"2.0","id":2,"result":{}',
        b'"jsonrpc","id":2,"result"',
        b'{"jsonrpc":"2.0","id":[2],"result":{]}',
    ],
)
def test_what_may_be_something_else_ends_no_request(raw: bytes) -> None:
    session = Session()
    one = session.asks(2)
    session.says(raw)
    assert session.only(Stray) and one.state == "open"


def test_a_broken_answer_with_a_status_that_refuses_is_a_refusal_by_http() -> None:
    session = Session()
    one = session.posts(1, http=3, status=400)
    session.says({"jsonrpc": "2.0", "id": 1}, http=3)
    assert session.only(Settled).web.status == 400 and one.failure == "http"


def stream(session: Session, id: Any, http: int) -> Exchange:
    """A request whose answer is to come on an event stream."""
    exchange = session.posts(id, http, status=None)
    session.happens(events.HttpResponse(http, 200, headers=(("Content-Type", "text/event-stream"),)))
    return exchange


def test_id_02_a_wrong_id_on_a_stream_is_stray_and_the_right_answer_may_still_come() -> None:
    session = Session()
    one = stream(session, 3, 7)
    session.says(reply(0), http=7)
    assert session.only(Stray).exchange is None and one.state == "open"
    session.says(reply(3), http=7)
    assert session.only(Settled).answer is not None and (one.state, one.flaws) == ("answered", [])


@pytest.mark.parametrize(
    ("raw", "told"), [(b'{"jsonrpc":"2.0","id":0,"result":{}}', "names id 0"), (b"{", "no message (not JSON")]
)
def test_id_02_where_only_what_is_wrong_came_on_a_stream_its_end_says_so(raw: bytes, told: str) -> None:
    session = Session()
    one = stream(session, 3, 7)
    session.says(raw, http=7)
    session.happens(events.HttpEnd(7))
    assert session.only(Settled).answer is None and one.failure == "unanswered" and told in one.detail


def test_a_wrong_id_on_a_stream_that_was_resumed_settles_nothing() -> None:
    session = Session()
    one = stream(session, 3, 7)
    session.happens(events.HttpEnd(7, resuming=True))
    session.happens(events.Decision("retry", "GET", "resume", "x", data={"resumes": 7, "http": 8}))
    session.happens(events.HttpRequest(8, "GET", "http://x/mcp"))
    session.happens(events.HttpResponse(8, 200, headers=(("Content-Type", "text/event-stream"),)))
    session.says(reply(0), http=8)
    assert session.only(Stray) and one.state == "open"
    session.says(reply(3), http=8)
    assert session.only(Settled).exchange is one


@pytest.mark.parametrize("status", [400, 404, 405, 501])
@pytest.mark.parametrize("verb", ["GET", "DELETE", "POST"])
def test_an_error_in_the_body_of_a_refusal_is_nobodys_answer(verb: str, status: int) -> None:
    """`2025-11-25 basic/transports`: what refuses a GET or a notification may be an error without an id."""
    session = Session()
    one = session.asks(1)
    session.happens(events.HttpRequest(9, verb, "http://x/mcp"))
    session.happens(events.HttpResponse(9, status))
    session.says(reply(None, error={"code": -32000, "message": "Method not allowed."}), http=9)
    assert session.only(Stray).refusal and one.state == "open"


def test_the_refusal_of_the_get_that_resumes_a_stream_is_no_answer_to_its_request() -> None:
    session = Session()
    one = stream(session, 3, 7)
    session.happens(events.HttpEnd(7, resuming=True))
    session.happens(events.Decision("retry", "GET", "resume", "x", data={"resumes": 7, "http": 8}))
    session.happens(events.HttpRequest(8, "GET", "http://x/mcp"))
    session.happens(events.HttpResponse(8, 405))
    session.says(reply(None, error={"code": -32000, "message": "Method not allowed."}), http=8)
    assert session.only(Stray).refusal and one.state == "open"
    session.happens(events.HttpEnd(8))
    assert (one.state, one.failure) == ("failed", "http")
    assert one.detail == "the stream ended early, and to resume it came to HTTP 405"


def test_an_answer_that_comes_twice_or_late_is_shown_next_to_its_request() -> None:
    session = Session()
    one, two = session.asks(1), session.asks(2)
    session.says(reply(1))
    session.says(reply(1))
    assert (session.only(Stray).exchange, session.only(Stray).why) == (one, "a second answer to request 1")
    session.happens(events.Decision("cancel", "tools/call", "cancelled", "x", data={"ended": 2}))
    assert (two.state, two.failure) == ("failed", "cancelled")
    session.says(reply(2))  # PROTO-04
    assert (session.only(Stray).exchange, session.only(Stray).why) == (two, "an answer after the end to request 2")


def test_a_decision_does_not_end_what_was_answered_before_it() -> None:
    session = Session()
    one = session.asks(1)
    session.says(reply(1))
    session.happens(events.Decision("timeout", "x", "given up", "x", data={"ended": 1}))
    assert (one.state, one.failure) == ("answered", "")


def test_each_message_of_a_batch_counts() -> None:
    session = Session()
    session.asks(1), session.asks(2)
    session.says([reply(2), reply(1), {"jsonrpc": "2.0", "method": "n"}, 7])
    assert [type(change) for change in session.saw] == [Settled, Settled, News, Stray]


# ── what the server asks ─────────────────────────────────────────────────────────────────────────────────────────────


def test_id_06_the_two_directions_have_ids_of_their_own() -> None:
    session = Session()
    ours = session.asks(1, name="t", op=4)
    session.says({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create"})
    asked = session.only(Asked)
    assert not asked.duplicate and (asked.exchange.op, asked.exchange.parent) == (4, ours.seq)
    session.says({"jsonrpc": "2.0", "id": 1, "method": "roots/list"})
    assert session.only(Asked).duplicate
    session.happens(events.Sent(jsonrpc.result(1, {})))
    assert (asked.exchange.state, ours.state) == ("answered", "open")
    session.says(reply(1))
    assert session.only(Settled).exchange is ours


def test_a_request_of_theirs_belongs_to_the_stream_it_came_on_or_to_the_only_one_that_waits() -> None:
    session = Session()
    session.posts(1, http=1, op=1), session.posts(2, http=2, op=2)
    session.says({"jsonrpc": "2.0", "id": "a", "method": "roots/list"}, http=2)
    assert (session.only(Asked).exchange.op, session.only(Asked).exchange.parent) == (2, 5)
    session.says({"jsonrpc": "2.0", "id": "b", "method": "roots/list"}, http=9)
    assert (session.only(Asked).exchange.op, session.only(Asked).exchange.parent) == (None, None)


def test_a_request_of_theirs_belongs_to_the_only_call_though_the_client_lists_meanwhile() -> None:
    session = Session()
    call = session.asks(1, name="t", op=4)
    session.asks(2, "tools/list")
    session.says({"jsonrpc": "2.0", "id": "a", "method": "elicitation/create"})
    assert (session.only(Asked).exchange.op, session.only(Asked).exchange.parent) == (4, call.seq)
    session.asks(3, name="t", op=5)
    session.says({"jsonrpc": "2.0", "id": "b", "method": "elicitation/create"})
    assert (session.only(Asked).exchange.op, session.only(Asked).exchange.parent) == (None, None)


def test_a_request_of_theirs_ends_when_they_withdraw_it_or_the_transport_closes() -> None:
    session = Session()
    session.says({"jsonrpc": "2.0", "id": "a", "method": "elicitation/create"})
    theirs = session.only(Asked).exchange
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a", "reason": "late"}}
    session.says(cancelled)
    assert session.only(Withdrawn).exchange is theirs and session.only(Withdrawn).reason == "late"
    session.says(cancelled)
    assert session.only(News)
    session.says({"jsonrpc": "2.0", "id": "b", "method": "elicitation/create"})
    session.happens(events.Closed("gone"))
    assert session.only(Withdrawn).reason == "gone"


def test_id_08_a_notification_with_an_id_is_the_notification() -> None:
    session = Session()
    session.says({"jsonrpc": "2.0", "id": 77, "method": "notifications/message", "params": {}})
    assert session.only(News).notification.flaws == ("a notification with an id",)


# ── progress ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def progress(token: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": 1}}


def test_proto_01_progress_of_nobody_and_progress_after_the_end_are_told_apart() -> None:
    session = Session()
    one = session.asks(1, _meta={"progressToken": "t1"})
    session.says(progress("t1"))
    assert session.only(Progressed).exchange is one and one.progress == 1
    session.says(progress("tool-call-4"))
    assert (session.only(Progressed).exchange, session.only(Progressed).meant) == (None, None)
    session.says(reply(1))
    session.says(progress("t1"))
    assert (session.only(Progressed).exchange, session.only(Progressed).meant) == (None, one)


def test_proto_02_a_token_of_another_type_is_no_match_and_yet_says_whom_it_means() -> None:
    session = Session()
    one = session.asks(1, _meta={"progressToken": 5})
    session.says(progress("5"))
    assert (session.only(Progressed).exchange, session.only(Progressed).meant) == (None, one)
    assert one.progress == 0


@pytest.mark.parametrize("params", [{}, [], 7, {"progressToken": [1]}, {"progressToken": None}])
def test_proto_03_progress_of_any_shape_is_taken(params: Any) -> None:
    session = Session()
    session.asks(1)
    session.says({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
    assert session.only(Progressed).exchange is None


# ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("status", "body", "end", "failure", "words"),
    [
        (404, b"", {}, "http", "HTTP 404"),
        (200, b"<html>", {}, "http", "no message in it"),
        (200, b"", {}, "unanswered", "ended without an answer"),
        (202, b"", {}, "unanswered", "HTTP 202 for a request"),
        (None, b"", {"failure": "refused", "step": "connect"}, "network", "refused"),
        (200, b"", {"failure": "cut", "step": "stream"}, "unanswered", "cut"),
    ],
)
def test_an_exchange_that_ends_without_an_answer_ends_its_request(
    status: int | None, body: bytes, end: dict[str, str], failure: str, words: str
) -> None:
    session = Session()
    asked = session.posts(1, http=1, status=status)
    if body:
        session.happens(events.HttpBody(1, body))
    session.happens(events.HttpEnd(1, **end))  # type: ignore[arg-type]
    assert session.only(Settled).exchange is asked and session.only(Settled).web.body == body
    assert asked.failure == failure and words in asked.detail
    assert session.only(WebEnded).web.ended


def test_an_answer_before_the_end_stays_the_answer() -> None:
    session = Session()
    asked = session.posts(1, http=1)
    session.says(reply(1), http=1)
    session.happens(events.HttpEnd(1))
    assert asked.state == "answered" and [type(change) for change in session.saw] == [WebEnded]


def test_a_resumed_stream_goes_on_waiting_and_its_get_is_no_stream_of_the_servers_own() -> None:
    session = Session()
    asked = session.posts(1, http=1)
    session.happens(events.Decision("retry", "GET", "resume", "x", data={"resumes": 1, "http": 2}))
    assert session.only(Resumed).exchange is asked
    session.happens(events.HttpEnd(1, failure="cut", resuming=True))
    session.gets(2)
    other = session.posts(9, http=3, status=202)
    session.happens(events.HttpEnd(3))
    assert session.only(Settled).exchange is other  # the GET that resumes carries no other answers
    session.happens(events.Decision("retry", "GET", "resume", "x", data={"resumes": 1, "http": 4}))
    session.happens(events.HttpEnd(2, failure="cut", resuming=True))
    assert asked.state == "open"
    session.gets(4)
    session.says({"jsonrpc": "2.0", "error": {"code": 5}}, http=4)
    assert session.only(Settled).exchange is asked


def test_a_resumption_that_comes_to_nothing_ends_the_request() -> None:
    session = Session()
    asked = session.posts(1, http=1)
    session.happens(events.Decision("retry", "GET", "resume", "x", data={"resumes": 1, "http": 2}))
    session.happens(events.HttpEnd(1, failure="cut", resuming=True))
    session.gets(2)
    session.happens(events.HttpEnd(2, failure="cut"))
    assert session.only(Settled).exchange is asked


def test_a_202_waits_for_the_open_stream_and_fails_with_the_last_of_them() -> None:
    session = Session()
    session.gets(1)
    asked = session.posts(1, http=2, status=202)
    session.happens(events.HttpEnd(2))
    assert asked.state == "open"
    session.happens(events.Decision("retry", "GET", "open again", "x", data={"reopens": 1, "http": 3}))
    session.happens(events.HttpEnd(1, failure="cut", resuming=True))
    assert asked.state == "open"
    session.gets(3)
    session.happens(events.HttpEnd(3, failure="cut"))
    assert session.only(Settled).exchange is asked and asked.failure == "unanswered"
    later = session.posts(2, http=4, status=202)
    session.happens(events.HttpEnd(4))
    assert session.only(Settled).exchange is later


def test_a_202_is_answered_on_the_stream() -> None:
    session = Session()
    session.gets(1)
    asked = session.posts(1, http=2, status=202)
    session.happens(events.HttpEnd(2))
    session.says(reply(1), http=1)
    assert session.only(Settled).exchange is asked and asked.state == "answered"
    session.happens(events.HttpEnd(1))
    assert [type(change) for change in session.saw] == [WebEnded]


def test_of_a_redirect_the_last_answer_counts() -> None:
    session = Session()
    session.happens(events.HttpRequest(1, "POST", "http://x/mcp", (("A", "1"),)))
    asked = session.asks(1, http=1)
    session.happens(events.HttpResponse(1, 307))
    session.happens(events.HttpBody(1, b"moved"))
    session.happens(events.HttpRequest(1, "GET", "http://x/mcp/", (("A", "2"),)))
    session.happens(events.HttpResponse(1, 200))
    session.happens(events.HttpEnd(1))
    web = session.only(Settled).web
    assert (web.status, web.body, web.sent) == (200, b"", (("A", "2"),)) and asked.failure == "unanswered"


# ── the end of a transport ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("event", "failure", "words"),
    [
        (events.Exited(1), "exited", "code 1"),
        (events.Exited(None, 9), "exited", "signal 9"),
        (events.Closed("", asked=True), "closed", "the connection was closed"),
    ],
)
def test_stdio_19_what_ends_a_transport_ends_all_that_waited(event: events.Event, failure: str, words: str) -> None:
    session = Session()
    one, two = session.asks(1), session.asks(2)
    session.happens(event)
    assert [change.exchange for change in session.saw if isinstance(change, Settled)] == [one, two]
    assert {one.failure, two.failure} == {failure} and words in one.detail
    assert session.fold.waiting() == ()


# ── anything ─────────────────────────────────────────────────────────────────────────────────────────────────────────

IDS = st.sampled_from([1, 2, "1", 1.5, None, True])
MESSAGES = st.one_of(
    IDS.map(lambda id: reply(id)),
    IDS.map(lambda id: reply(id, error={"code": 1})),
    IDS.map(lambda id: {"jsonrpc": "2.0", "id": id, "method": "roots/list"}),
    IDS.map(lambda id: {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
    IDS.map(progress),
    st.just([]),
)
HTTP = st.integers(1, 3)
EVENTS = st.one_of(
    st.tuples(IDS, HTTP | st.none()).map(lambda at: events.Sent(jsonrpc.request(at[0], "tools/call", {}), at[1])),
    st.tuples(MESSAGES, HTTP | st.none()).map(lambda at: events.Received(dumps(at[0]).encode(), at[1])),
    st.tuples(HTTP, st.sampled_from(["GET", "POST"])).map(lambda at: events.HttpRequest(at[0], at[1], "u")),
    st.tuples(HTTP, st.sampled_from([200, 202, 404])).map(lambda at: events.HttpResponse(at[0], at[1])),
    st.tuples(HTTP, st.booleans()).map(lambda at: events.HttpEnd(at[0], resuming=at[1])),
    st.tuples(HTTP, HTTP).map(lambda at: events.Decision("retry", "", "", "", data={"resumes": at[0], "http": at[1]})),
    st.tuples(HTTP, HTTP).map(lambda at: events.Decision("retry", "", "", "", data={"reopens": at[0], "http": at[1]})),
    st.sampled_from([events.Exited(0), events.Closed(), events.Decision("cancel", "", "", "", data={"ended": 1})]),
)


@given(st.lists(EVENTS, max_size=30))
def test_no_order_of_records_raises_and_every_request_of_ours_ends_once(happened: list[events.Event]) -> None:
    fold = Exchanges()
    records = [Record(number, number, event) for number, event in enumerate((*happened, events.Closed()), 1)]
    settled = [change.exchange.seq for change in feed_all(fold, records) if isinstance(change, Settled)]
    assert len(settled) == len(set(settled)) and set(settled) <= set(fold.ours)
    assert fold.waiting() == ()


# ── what it costs ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_request_that_was_told_beforehand_is_the_same_exchange_as_one_that_is_decoded() -> None:
    params = {"name": "add", "_meta": {"progressToken": "p-1"}}
    raw = jsonrpc.request(1, "tools/call", params)
    told, decoded = Exchanges(), Exchanges()
    told.expect(raw, jsonrpc.Request(1, "tools/call", params))
    record = Record(1, 0.5, events.Sent(raw, op=3))
    told.feed(record)
    decoded.feed(record)
    assert told.ours == decoded.ours and told.open(1) == decoded.ours[1]
    progress = {"method": "notifications/progress", "params": {"progressToken": "p-1", "progress": 1}}
    (change,) = told.feed(Record(2, 1.0, events.Received(dumps(progress).encode())))
    assert isinstance(change, Progressed) and change.exchange is told.ours[1]


def test_what_was_told_of_a_request_counts_for_no_other_record() -> None:
    fold = Exchanges()
    mine, other = jsonrpc.request(1, "tools/call", {}), jsonrpc.request(2, "prompts/get", {})
    fold.expect(mine, jsonrpc.Request(1, "told", {}))
    fold.feed(Record(1, 0.0, events.Sent(other)))
    fold.feed(Record(2, 0.0, events.Sent(mine)))
    assert [(one.id, one.method) for one in fold.ours.values()] == [(2, "prompts/get"), (1, "tools/call")]


def test_a_long_session_keeps_none_of_its_messages_decoded() -> None:
    calls, weight = 100, 10_000
    body = ["x" * 20] * (weight // 20)
    records: list[Record] = []
    for id in range(calls):
        progress = {"progressToken": id, "progress": 1, "message": body}
        for event in (
            events.Sent(jsonrpc.request(id, "tools/call", {"arguments": body, "_meta": {"progressToken": id}})),
            events.Received(jsonrpc.notification("notifications/progress", progress)),
            events.Received(jsonrpc.notification("notifications/message", {"data": body})),
            events.Received(jsonrpc.request(id, "elicitation/create", {"message": body})),
            events.Sent(jsonrpc.result(id, {"content": body})),
            events.Received(jsonrpc.result(id, {"content": body})),
        ):
            records.append(Record(len(records) + 1, 0.0, event))
    fold = Exchanges()
    tracemalloc.start()
    try:
        for record in records:
            fold.feed(record)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(fold.ours) == len(fold.theirs) == calls
    assert kept < calls * weight / 4
