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
    assert operation.detail == "the server exited with signal 9"


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
