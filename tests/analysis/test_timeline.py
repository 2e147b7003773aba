"""Rows of the traffic: what each record shows, what HTTP folds away, and what stays."""

from typing import Any

import pytest

from inspector.analysis.rows import Row
from inspector.analysis.timeline import Timeline
from inspector.wire import events
from tests.analysis.journals import Journal, pieces


def fed(journal: Journal) -> Timeline:
    timeline = Timeline()
    timeline.feed(journal.records)
    return timeline


def last(journal: Journal) -> Row:
    return fed(journal).all[-1]


def shown(journal: Journal) -> list[str]:
    """The kinds of the visible rows, with their status."""
    timeline = fed(journal)
    return [f"{row.kind} {row.status_text}".strip() for row in (timeline.all[index] for index in timeline.visible)]


def started() -> Journal:
    return Journal(tick=0.0).modern()


def test_a_request_shows_method_name_and_id_and_its_answer_the_latency() -> None:
    journal = started()
    id = journal.request("tools/call", {"name": "reserve_book"}, id=21, op=8)
    row = last(journal)
    assert (row.kind, row.method, row.name, row.id_text, row.op) == ("req", "tools/call", "reserve_book", "21", 8)
    assert row.size == len(journal.records[-1].event.raw)  # type: ignore[union-attr]
    journal.wait(0.013).result(id, {"resultType": "complete", "content": []})
    row = last(journal)
    assert (row.kind, row.method, row.name, row.id_text, row.op) == ("res", "tools/call", "reserve_book", "21", 8)
    assert (row.status_text, row.status_role) == ("complete", "success")
    assert row.took_ms == pytest.approx(13)


def test_request_and_answer_know_each_other() -> None:
    journal = started()
    journal.call("x", {})
    timeline = fed(journal)
    assert (timeline.other_half(4), timeline.other_half(5), timeline.other_half(1)) == (5, 4, None)


@pytest.mark.parametrize(
    ("result", "status", "role", "what"),
    [
        ({"content": []}, "complete", "success", ""),
        (
            {"isError": True, "content": [{"type": "text", "text": "no leader\x1b[0m"}]},
            "isError",
            "error",
            "no leader␛[0m",
        ),
        ({"resultType": "input_required", "inputRequests": {"a": {}}}, "input required", "waiting", "1 question"),
        ({"resultType": "partial"}, "unknown resultType", "error", ""),
        ({"resultType": 5}, "unknown resultType", "error", ""),
        ([1], "no object", "error", ""),
    ],
)
def test_a_result_says_what_it_comes_to(result: Any, status: str, role: str, what: str) -> None:
    journal = started()
    journal.call("x", result)
    row = last(journal)
    assert (row.status_text, row.status_role, row.what) == (status, role, what)


@pytest.mark.parametrize(("code", "status"), [(-32602, "−32602"), ("E1", "error E1"), (1.0, "1"), (None, "error")])
def test_an_error_says_its_code_and_its_message(code: Any, status: str) -> None:
    journal = started()
    journal.error(journal.request("tools/call", {"name": "x"}), code, "no such reader")
    row = last(journal)
    assert (row.status_text, row.status_role, row.what) == (status, "error", "no such reader")


def test_a_list_says_how_many_entries_and_whether_there_are_more() -> None:
    journal = started()
    journal.result(journal.request("tools/list", {}), {"tools": [{}] * 3000, "nextCursor": ""})
    assert last(journal).what == "3,000 tools, more to come"


def test_ids_keep_their_type_and_digits() -> None:
    journal = started()
    journal.request("ping", id="a")
    assert last(journal).id_text == '"a"'
    journal.line(b'{"jsonrpc":"2.0","id":7.0,"result":{}}')
    assert last(journal).id_text == "7.0"


def test_a_retry_names_the_request_that_it_repeats() -> None:
    journal = started()
    id = journal.request("tools/call", {"name": "x"}, id=21, op=8)
    journal.result(21, {"resultType": "input_required", "requestState": "s"})
    journal.request("tools/call", {"name": "x", "requestState": "s"}, id=22, op=8)
    assert last(journal).what == "retry of 21"
    journal.result(22, {"content": []})
    journal.request("tools/call", {"name": "x"}, id=id + 2, op=9)
    assert last(journal).what == ""


def test_progress_belongs_to_its_request_and_keeps_its_digits() -> None:
    journal = started()
    journal.request("tools/call", {"name": "x", "_meta": {"progressToken": "p"}}, id=20, op=7)
    journal.line(
        b'{"jsonrpc":"2.0","method":"notifications/progress",'
        b'"params":{"progressToken":"p","progress":1.50,"total":40,"message":"shelves"}}'
    )
    row = last(journal)
    assert (row.kind, row.id_text, row.what, row.op) == ("ntf-in", "~20", "1.50 / 40 shelves", 7)


def test_other_news_say_what_they_are_about() -> None:
    journal = started()
    journal.news("notifications/message", {"level": "info", "data": {"a": 1}})
    assert last(journal).what == 'info: {"a":1}'
    about = {"uri": "library://loans/1", "_meta": {"io.modelcontextprotocol/subscriptionId": 4}}
    journal.news("notifications/resources/updated", about)
    assert (last(journal).name, last(journal).id_text) == ("library://loans/1", "~4")


def test_a_huge_value_is_told_by_its_size() -> None:
    journal = started()
    journal.news("notifications/message", {"level": "info", "data": {str(n): n for n in range(5000)}})
    assert last(journal).what == "info: {… 5,000 members}"
    journal.news("notifications/message", {"level": "info", "data": "x" * 5000})
    assert len(last(journal).what) < 300


def test_a_question_of_theirs_and_our_answer_are_a_pair_with_the_time_it_took() -> None:
    journal = Journal(tick=0.0).legacy()
    journal.request("tools/call", {"name": "x"}, op=8)
    journal.came({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {"message": "Where?"}})
    row = last(journal)
    assert (row.kind, row.method, row.what, row.id_text, row.op) == ("ask", "elicitation/create", "“Where?”", '"q"', 8)
    asked = row.seq
    journal.wait(4.2).sent({"jsonrpc": "2.0", "id": "q", "result": {"action": "decline"}}, op=8)
    row = last(journal)
    assert (row.kind, row.method, row.status_text) == ("ans", "elicitation/create", "decline")
    assert row.took_ms == pytest.approx(4200)
    assert fed(journal).other_half(asked) == row.seq


def test_colliding_ids_of_both_directions_do_not_meet() -> None:
    """ID-06."""
    journal = Journal().legacy()
    id = journal.request("tools/call", {"name": "x"})
    ours = len(journal.records)
    journal.came({"jsonrpc": "2.0", "id": id, "method": "ping"})
    journal.sent({"jsonrpc": "2.0", "id": id, "result": {}})
    journal.result(id, {"content": []})
    timeline = fed(journal)
    assert timeline.other_half(ours) == ours + 3
    assert timeline.other_half(ours + 1) == ours + 2


@pytest.mark.parametrize(
    ("raw", "name", "status", "role"),
    [
        (b"Printing slip \x1b[31m", "Printing slip ␛[31m", "not JSON", "invalid"),
        (b'{"level":30}', '{"level":30}', "no message", "invalid"),
        (b"\xcf\xb5 \xc3(", "ϵ \\xc3(", "not UTF-8", "invalid"),
        (b"[]", "[]", "no message", "invalid"),
        (b"  ", "", "blank", "muted"),
    ],
)
def test_what_is_no_message_is_a_row_with_its_text(raw: bytes, name: str, status: str, role: str) -> None:
    """STDIO-01, STDIO-02, STDIO-03, STDIO-12."""
    journal = started()
    journal.line(raw)
    row = last(journal)
    assert (row.kind, row.name, row.status_text, row.status_role) == ("out", name, status, role)


def test_answers_that_nobody_waits_for_say_so() -> None:
    """ID-02."""
    journal = started()
    journal.result(99, {})
    assert (last(journal).status_text, last(journal).id_text) == ("answers nothing", "99")
    id = journal.call("x", {})
    journal.result(id, {})
    assert (last(journal).status_text, last(journal).what) == ("twice", "a second answer")


def test_an_answer_after_the_cancellation_is_late() -> None:
    journal = started()
    id = journal.request("tools/call", {"name": "x"})
    seq = len(journal.records)
    journal.add(events.Decision("cancel", "tools/call", "cancelled", "You did.", data={"ended": seq}))
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "no"}})
    assert (last(journal).what, last(journal).id_text) == ("“no”", str(id))
    journal.result(id, {})
    row = last(journal)
    assert (row.status_text, row.status_role, row.what) == ("late", "muted", "answer after cancel")
    assert fed(journal).other_half(row.seq) == seq


def test_what_ends_a_transport_shows_on_the_requests_that_waited() -> None:
    """STDIO-19."""
    journal = started()
    journal.request("tools/call", {"name": "x"})
    seq = len(journal.records)
    journal.add(events.Exited(None, 9))
    row = fed(journal).row(seq)
    assert row is not None
    assert (row.status_text, row.status_role) == ("no answer", "error")
    assert last(journal).status_text == "signal 9, SIGKILL"


def test_a_batch_is_one_row_with_the_worst_of_its_parts() -> None:
    """HTTP-22."""
    journal = started()
    first, second = journal.request("tools/list", {}), journal.request("prompts/list", {})
    journal.came(
        [
            {"jsonrpc": "2.0", "id": first, "result": {"tools": []}},
            {"jsonrpc": "2.0", "id": second, "error": {"code": -32601, "message": "x"}},
        ]
    )
    row = last(journal)
    assert (row.method, row.what, row.status_text) == ("batch", "2 messages", "−32601")


def test_a_decision_says_why() -> None:
    journal = started()
    journal.add(events.Decision("question", "x", "to Answers", "A person must answer 1 question.", op=8))
    row = last(journal)
    assert (row.kind, row.what, row.status_text, row.status_role) == (
        "why",
        "A person must answer 1 question.",
        "to Answers",
        "decision",
    )


# ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def http_journal() -> tuple[Journal, int]:
    journal = Journal()
    return journal, journal.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})


RESULT = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "tools": []}}
NEWS = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}


def test_http_around_one_message_is_folded_into_it() -> None:
    journal, http = http_journal()
    journal.answer(http)
    journal.came(RESULT, http=http)
    journal.end(http)
    assert shown(journal) == ["req", "res complete"]
    assert len(fed(journal).all) == 5


def test_an_error_status_with_a_message_is_folded_into_the_message() -> None:
    journal, http = http_journal()
    journal.answer(http, 404)
    journal.came({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "x"}}, http=http)
    journal.end(http)
    assert shown(journal) == ["req", "res −32601"]


def test_a_stream_with_several_messages_keeps_its_row_and_folds_its_comments() -> None:
    """HTTP-06."""
    journal, http = http_journal()
    journal.answer(http, 200, "text/event-stream")
    journal.add(events.SseBlock(http, b": ping\n\n"))
    journal.came(NEWS, http=http)
    assert shown(journal) == ["req", "ntf-in"]
    journal.came(RESULT, http=http)
    journal.end(http)
    assert shown(journal) == ["req", "web-in 200", "ntf-in", "res complete"]
    assert fed(journal).all[4].id_text == "~1", "news in the body of a POST belong to its request"


@pytest.mark.parametrize("status", [401, 403, 405, 202, 500, 307])
def test_a_status_that_says_more_has_a_row_of_its_own(status: int) -> None:
    journal, http = http_journal()
    journal.answer(http, status)
    journal.add(events.HttpBody(http, b"<html>"))
    journal.end(http)
    assert shown(journal) == ["req no answer", f"web-in {status}"]


def test_a_failure_has_a_row_of_its_own_even_without_an_answer() -> None:
    journal, http = http_journal()
    journal.end(http, "weather.example refused the connection", "connect")
    assert shown(journal) == ["web-out", "req no answer", "web-in broke at connect"]


def test_a_stream_that_broke_shows_both_the_status_and_the_break() -> None:
    """HTTP-08."""
    journal, http = http_journal()
    journal.answer(http, 200, "text/event-stream")
    journal.end(http, "the server closed the connection", "stream")
    assert shown(journal) == ["req no answer", "web-in 200", "web-in broke at stream"]


def test_a_get_and_a_delete_have_rows_and_a_refused_stream_is_no_failure() -> None:
    """HTTP-20, HTTP-36."""
    journal = Journal()
    http = journal.get()
    journal.answer(http, 405, "")
    journal.end(http)
    http = journal.get("DELETE")
    journal.answer(http, 200, "")
    journal.end(http)
    assert shown(journal) == ["web-out", "web-in 405", "web-out", "web-in 200"]
    assert fed(journal).all[1].status_role == "muted"


def test_what_we_closed_ourselves_is_no_failure() -> None:
    """LIST-10: a subscription and the GET stream are open until we disconnect."""
    journal = Journal()
    http = journal.get()
    journal.answer(http, 200, "text/event-stream")
    journal.end(http, "closed by us", "stream")
    assert shown(journal)[-1] == "web-in closed"
    assert fed(journal).all[-1].status_role == "muted"
    journal = started()
    seq = journal.request("subscriptions/listen", {}) and len(journal.records)
    journal.add(events.Closed(asked=True))
    row = fed(journal).row(seq)
    assert row is not None
    assert (row.status_text, row.status_role) == ("ended", "cancelled")


def test_http_rows_belong_to_the_operation_of_the_message_that_they_carry() -> None:
    journal = Journal()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}, op=8)
    journal.answer(http, 401)
    journal.add(events.HttpBody(http, b"no"))
    journal.end(http)
    assert [row.op for row in fed(journal).all] == [8] * 5


@pytest.mark.parametrize(
    ("status", "headers", "what"),
    [
        (401, {"WWW_Authenticate": "Bearer realm=x"}, "Bearer realm=x"),
        (429, {"Retry_After": "7"}, "7"),
        (307, {"Location": "/mcp/"}, "/mcp/"),
        (500, {}, "text/html"),
        (401, {}, "text/html"),
    ],
)
def test_an_http_row_shows_the_header_that_says_most(status: int, headers: dict[str, str], what: str) -> None:
    """HTTP-15, HTTP-31."""
    journal, http = http_journal()
    journal.answer(http, status, "text/html", **headers)
    assert last(journal).what == what


def test_an_endpoint_event_is_shown() -> None:
    journal = Journal()
    http = journal.get()
    journal.answer(http, 200, "text/event-stream")
    journal.add(events.SseBlock(http, b"event: endpoint\ndata: /m\n\n", "endpoint", "/m"))
    row = fed(journal).all[-1]
    assert (row.kind, row.name, row.what) == ("sse", "endpoint", "/m")
    assert shown(journal)[-1] == "sse"


def test_a_mark_stays_at_the_worst_level() -> None:
    journal = started()
    timeline = fed(journal)
    timeline.mark(2, "warning")
    timeline.mark(2, "info")
    assert timeline.all[1].mark == "warning"
    timeline.mark(2, "error")
    assert timeline.all[1].mark == "error"
    timeline.mark(999, "error")


def everything() -> Journal:
    journal = started()
    journal.call("x", {"resultType": "input_required", "requestState": "s"}, op=1)
    journal.call("x", {"content": []}, op=1)
    journal.line(b"noise")
    journal.add(events.Stderr(b"words"))
    for status in (200, 401, 404):
        http = journal.post({"jsonrpc": "2.0", "id": 40 + status, "method": "ping", "params": {}})
        journal.answer(http, status)
        if status != 401:
            journal.came({"jsonrpc": "2.0", "id": 40 + status, "result": {}}, http=http)
        journal.end(http)
    journal.request("tools/call", {"name": "y"})
    journal.add(events.Exited(1))
    journal.add(events.Unknown("later", {"a": 1}))
    return journal


def test_rows_are_the_same_in_whatever_batches_they_came() -> None:
    journal = everything()
    whole = fed(journal)
    for size in (1, 2, 3, 7):
        live = Timeline()
        for batch in pieces(journal.records, size):
            live.feed(batch)
        assert (live.all, live.visible) == (whole.all, whole.visible)


def test_what_is_visible_is_in_the_order_of_the_journal() -> None:
    visible = list(fed(everything()).visible)
    assert visible == sorted(set(visible))


def test_a_notification_that_ends_a_subscription_of_ours_is_one_row_of_its_own() -> None:
    journal = started()
    id = journal.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    journal.news("notifications/cancelled", {"requestId": id, "reason": "shutting down"})
    row = last(journal)
    assert (row.kind, row.method, row.what) == ("ntf-in", "notifications/cancelled", "“shutting down”")


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b'{"jsonrpc":"2.0","id":1}', "no message"),
        (b'{"jsonrpc":"2.0","id":1,"result":{"content":[', "not JSON"),
        (b'{"jsonrpc":"2.0","id":1,"result":{"content":' + b"[" * 20_000 + b"]" * 20_000 + b"}}", "complete"),
    ],
)
def test_an_answer_that_is_none_is_named_for_what_it_is_and_never_for_its_id(raw: bytes, status: str) -> None:
    journal = Journal()
    journal.request("tools/call", {"name": "deep"}, id=1)
    journal.line(raw)
    assert last(journal).status_text == status
