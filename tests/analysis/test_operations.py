"""Operations: what the person did, and what it cost."""

import pytest

from inspector.analysis.operations import Operation, Operations
from inspector.wire import events
from tests.analysis.journals import Journal, pieces


def fed(journal: Journal) -> Operations:
    operations = Operations()
    operations.feed(journal.records)
    return operations


def only(journal: Journal) -> Operation:
    (operation,) = fed(journal).all.values()
    return operation


def began(name: str = "reserve_book", op: int = 8) -> Journal:
    journal = Journal(tick=0.0).modern()
    journal.add(events.Began(op, "tools/call", name))
    return journal


def ask(journal: Journal, name: str = "reserve_book", op: int = 8) -> int:
    return journal.request("tools/call", {"name": name, "arguments": {}, "_meta": {"progressToken": f"t{op}"}}, op=op)


def test_a_call_is_running_until_its_answer_comes() -> None:
    journal = began()
    id = ask(journal)
    assert only(journal).state == "running"
    journal.wait(0.041).result(id, {"content": []})
    done = only(journal)
    assert (done.state, done.rounds, done.name) == ("complete", 1, "reserve_book")
    assert done.server_ms == pytest.approx(41)
    assert done.took_ms == pytest.approx(41)


def test_two_rounds_with_a_person_between_them_tell_the_times_apart() -> None:
    journal = began()
    id = ask(journal)
    journal.wait(0.013).result(id, {"resultType": "input_required", "inputRequests": {"a": {}}})
    assert only(journal).state == "waiting"
    journal.wait(4.2)
    id = ask(journal)
    journal.wait(0.028).result(id, {"resultType": "complete", "content": []})
    done = only(journal)
    assert (done.state, done.rounds) == ("complete", 2)
    assert done.server_ms == pytest.approx(41)
    assert done.human_ms == pytest.approx(4200)
    assert done.took_ms == pytest.approx(4241)


def test_a_call_that_is_cancelled_between_two_rounds_is_over() -> None:
    journal = began()
    id = ask(journal)
    journal.wait(0.013).result(id, {"resultType": "input_required", "inputRequests": {"a": {}}})
    journal.wait(2)
    journal.add(events.Decision("cancel", "", "cancelled", "Given up.", op=8))
    done = only(journal)
    assert (done.state, done.outcome, done.since) == ("cancelled", "cancelled", None)
    assert done.human_ms == pytest.approx(2000)
    assert done.took_ms == pytest.approx(2013)


def test_a_question_of_a_legacy_server_is_time_of_the_person_not_of_the_server() -> None:
    journal = began()
    id = ask(journal)
    journal.wait(0.01).came({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "?"}})
    assert only(journal).state == "waiting"
    journal.wait(3.0).sent({"jsonrpc": "2.0", "id": 1, "result": {"action": "accept"}}, op=8)
    assert only(journal).state == "running"
    journal.wait(0.02).result(id, {"content": []})
    done = only(journal)
    assert done.server_ms == pytest.approx(30)
    assert done.human_ms == pytest.approx(3000)


def asks(journal: Journal, id: int = 1, method: str = "elicitation/create") -> int:
    journal.came({"jsonrpc": "2.0", "id": id, "method": method, "params": {"message": "?"}})
    return journal.records[-1].seq


def says(journal: Journal, id: int = 1, op: int | None = None) -> None:
    journal.sent({"jsonrpc": "2.0", "id": id, "result": {"action": "accept"}}, op=op)


def test_while_a_question_that_names_no_call_is_open_the_time_is_the_servers_in_none_of_them() -> None:
    journal = began("first", 1)
    first = ask(journal, "first", 1)
    journal.wait(0.01).add(events.Began(2, "tools/call", "second"))
    second = ask(journal, "second", 2)
    journal.wait(0.01)
    asks(journal)
    assert [one.state for one in fed(journal).all.values()] == ["waiting", "waiting"]
    says(journal.wait(90.0))
    assert [one.state for one in fed(journal).all.values()] == ["running", "running"]
    journal.wait(0.02).result(first, {"content": []})
    journal.wait(0.02).result(second, {"content": []})
    done = fed(journal).all
    assert [done[1].server_ms, done[2].server_ms] == pytest.approx([40, 50])
    assert [done[1].human_ms, done[2].human_ms] == pytest.approx([90_000, 90_000])
    (statistics, _) = fed(journal).statistics()
    assert statistics.slowest_ms == pytest.approx(40)


def test_a_call_that_ends_while_a_question_that_names_none_is_still_open_had_the_person_for_all_that_time() -> None:
    journal = began("first", 1)
    first = ask(journal, "first", 1)
    asks(journal, 1)
    journal.add(events.Began(2, "tools/call", "second"))
    ask(journal, "second", 2)
    asks(journal.wait(5.0), 2)
    says(journal.wait(5.0), 1, 1)
    journal.wait(0.02).result(first, {"content": []})
    says(journal.wait(7.0), 2)
    done = fed(journal).all
    assert (done[1].state, done[1].since, done[2].state) == ("complete", None, "running")
    assert done[1].server_ms == pytest.approx(0) and done[1].human_ms == pytest.approx(10_020)
    assert done[2].human_ms == pytest.approx(12_020)


def put(seq: int, topic: str, number: int = 1, op: int | None = None) -> events.Decision:
    verdict = "waiting" if topic == "question" else "accept"
    return events.Decision(topic, "elicitation/create", verdict, "", records=(seq,), op=op, data={"question": number})


@pytest.mark.parametrize("op", [8, None])
@pytest.mark.parametrize("is_person", [False, True])
def test_what_no_person_was_asked_is_time_of_neither(is_person: bool, op: int | None) -> None:
    journal = began()
    if op is None:
        journal.add(events.Began(9, "tools/call", "other"))
        ask(journal, "other", 9)
    id = ask(journal)
    seq = asks(journal.wait(0.01))
    if is_person:
        journal.add(put(seq, "question", op=op))
    journal.wait(3.0).add(put(seq, "answer", op=op))
    says(journal, op=op)
    journal.wait(0.02).result(id, {"content": []})
    done = fed(journal).all[8]
    assert done.server_ms == pytest.approx(30) and done.by_person == is_person
    assert [done.human_ms, done.ruled_ms] == pytest.approx([3000, 0] if is_person else [0, 3000])


def test_a_round_that_a_rule_answers_is_no_time_of_a_person() -> None:
    journal = began()
    id = ask(journal)
    seq = journal.wait(0.013).result(id, {"resultType": "input_required", "inputRequests": {"a": {}}}) or 0
    journal.wait(0.003).add(put(seq, "answer", op=8))
    id = ask(journal)
    journal.wait(0.028).result(id, {"resultType": "complete", "content": []})
    done = only(journal)
    assert done.server_ms == pytest.approx(41)
    assert [done.human_ms, done.ruled_ms] == pytest.approx([0, 3])


def test_what_the_client_answers_by_itself_is_waited_for_by_no_call() -> None:
    journal = began()
    ask(journal)
    asks(journal, 1, "ping")
    asks(journal, 2, "unknown/method")
    assert only(journal).state == "running"


def test_progress_and_log_messages_are_counted_and_the_last_progress_is_kept() -> None:
    journal = began("recount_shelf", 7)
    ask(journal, "recount_shelf", 7)
    for done in (12, 24):
        journal.news("notifications/progress", {"progressToken": "t7", "progress": done, "total": 40, "message": "R–S"})
    journal.news("notifications/message", {"level": "info", "data": "x"})
    operation = only(journal)
    assert operation.progress is not None
    assert (operation.progress.done, operation.progress.total, operation.progress.message) == (24, 40, "R–S")
    assert (operation.progress_notes, operation.log_messages) == (2, 1)


@pytest.mark.parametrize(
    ("result", "state", "outcome"),
    [
        ({"isError": True, "content": [{"type": "text", "text": "no leader"}]}, "isError", "isError"),
        ({"resultType": "partial"}, "failed", "unknown resultType"),
        ([1], "failed", "no object"),
    ],
)
def test_an_answer_that_is_no_success_says_which_kind_it_is(result: object, state: str, outcome: str) -> None:
    journal = began()
    journal.result(ask(journal), result)
    operation = only(journal)
    assert (operation.state, operation.outcome) == (state, outcome)


def test_an_error_answer_ends_the_operation_with_its_code_and_words() -> None:
    journal = began()
    journal.error(ask(journal), -32602, "no such reader")
    operation = only(journal)
    assert (operation.state, operation.outcome, operation.detail) == ("error", "−32602", "no such reader")


def test_the_end_of_the_process_fails_what_was_at_work() -> None:
    """STDIO-19."""
    journal = began()
    ask(journal)
    journal.add(events.Exited(None, 9))
    operation = only(journal)
    assert (operation.state, operation.outcome) == ("failed", "exited")
    assert operation.detail == "the server exited with signal 9, SIGKILL"


def test_what_our_own_disconnecting_ends_is_cancelled_not_failed() -> None:
    journal = began()
    ask(journal)
    journal.add(events.Closed(asked=True))
    assert only(journal).state == "cancelled"


def test_a_cancelled_call_stays_cancelled_when_its_answer_comes_late() -> None:
    journal = began()
    id = ask(journal)
    seq = len(journal.records)
    journal.wait(2.0)
    journal.add(events.Decision("cancel", "tools/call", "cancelled", "You did.", data={"ended": seq}))
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}, op=8)
    journal.result(id, {"content": []})
    operation = only(journal)
    assert (operation.state, operation.took_ms) == ("cancelled", pytest.approx(2000))
    assert operation.records == [seq - 1, seq, seq + 1, seq + 2, seq + 3]


def test_on_http_the_records_of_the_exchange_belong_to_the_operation() -> None:
    journal = Journal().modern_http()
    first = len(journal.records) + 1
    asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "x"}}
    journal.exchange(asked, {"jsonrpc": "2.0", "id": 7, "result": {}}, op=3)
    assert only(journal).records == list(range(first, first + 5))


def test_a_request_that_nobody_began_is_an_operation_if_it_has_a_number() -> None:
    journal = Journal().modern()
    journal.call("opening_hours", {"content": []}, op=5)
    operation = only(journal)
    assert (operation.number, operation.method, operation.name) == (5, "tools/call", "opening_hours")


def test_statistics_leave_out_what_was_cancelled_or_goes_on() -> None:
    journal = Journal(tick=0.0).modern()
    for op, took in enumerate((0.010, 0.030, 0.058), start=1):
        journal.call("reserve_book", {"content": []}, op=op, took=took)
    ask(journal, op=9)
    (numbers,) = fed(journal).statistics()
    assert (numbers.name, numbers.calls, numbers.slowest, numbers.failed) == ("reserve_book", 3, 3, 0)
    assert numbers.median_ms == pytest.approx(30)
    assert numbers.slowest_ms == pytest.approx(58)


def test_operations_are_the_same_in_whatever_batches_they_came() -> None:
    journal = began()
    id = ask(journal)
    journal.result(id, {"resultType": "input_required", "inputRequests": {"a": {}}})
    journal.news("notifications/message", {"level": "info", "data": "x"})
    journal.result(ask(journal), {"content": []})
    whole = fed(journal)
    for size in (1, 2, 5):
        live = Operations()
        for batch in pieces(journal.records, size):
            live.feed(batch)
        assert live.all == whole.all


@pytest.mark.parametrize("in_the_end", ["sent again", "refused for good"])
def test_the_time_in_which_a_person_signs_in_for_a_call_is_theirs_and_not_the_servers(in_the_end: str) -> None:
    journal = Journal(tick=0.0).modern_http()
    calls = [{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "a"}} for id in ("a", "b")]
    first = journal.post(calls[0], op=8)
    second = journal.post(calls[1], op=9)
    journal.wait(0.010).answer(first, 401)
    journal.wait(0.005).add(events.Decision("authorization", "sign in", "a person is asked", "because"))
    assert {number: one.state for number, one in fed(journal).all.items()} == {8: "waiting", 9: "running"}
    journal.wait(2).answer(second, 401)
    journal.wait(3).add(events.Decision("authorization", "read the answer", "a code", "because"))
    assert {one.state for one in fed(journal).all.values()} == {"running"}
    for http, call in ((first, calls[0]), (second, calls[1])):
        if in_the_end == "sent again":
            journal.add(events.HttpRequest(http, "POST", "https://h/mcp"))
            journal.wait(0.020).answer(http)
            journal.came({"jsonrpc": "2.0", "id": call["id"], "result": {"content": []}}, http=http)
        journal.end(http)
    done = fed(journal).all
    ended = {"sent again": "complete", "refused for good": "failed"}[in_the_end]
    assert [one.state for one in done.values()] == [ended, ended]
    assert [done[8].human_ms, done[9].human_ms] == pytest.approx([5000, 3000])
    served = [35, 2055] if in_the_end == "sent again" else [15, 2015]
    assert [done[8].server_ms, done[9].server_ms] == pytest.approx(served)
