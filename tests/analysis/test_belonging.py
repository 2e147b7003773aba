"""What each record belongs to, by exchange and by operation."""

import pytest

from inspector.analysis.folds import Folds
from inspector.wire import events
from inspector.wire.events import Record
from tests.analysis.journals import Journal, pieces


def groups(records: list[Record], grouping: str) -> list[list[int]]:
    """The record numbers of each group that has several, in the order of their first."""
    folds = Folds()
    folds.feed(records)
    keys = getattr(folds.belonging, f"by_{grouping}")
    assert len(keys) == len(records)
    found: dict[int, list[int]] = {}
    for key, record in zip(keys, records, strict=True):
        found.setdefault(key or 10_000 + record.seq, []).append(record.seq)
    return [members for members in found.values() if len(members) > 1]


def call(journal: Journal, name: str, op: int) -> int:
    return journal.request("tools/call", {"name": name, "_meta": {"progressToken": f"t{op}"}}, op=op)


def test_a_call_has_its_rounds_its_decisions_its_progress_and_what_the_server_says_meanwhile() -> None:
    journal = Journal()
    first = call(journal, "reserve_book", 8)  # 1
    journal.result(first, {"resultType": "input_required", "inputRequests": {"a": {}}})  # 2
    journal.add(events.Decision("question", "", "waiting", "Somebody must answer.", records=(2,), op=8))  # 3
    second = call(journal, "reserve_book", 8)  # 4
    journal.news("notifications/progress", {"progressToken": "t8", "progress": 1})  # 5
    journal.news("notifications/message", {"level": "info", "data": "x"})  # 6
    journal.line(b"Printing slip 88")  # 7
    journal.result(second, {"content": []})  # 8
    assert groups(journal.records, "operation") == [[1, 2, 3, 4, 5, 6, 7, 8]]
    assert groups(journal.records, "exchange") == [[1, 2, 3], [4, 5, 8]]


def test_what_the_server_asks_for_a_call_stands_with_the_call_and_is_an_exchange_of_its_own() -> None:
    journal = Journal().legacy()
    journal.call("other", {}, op=1)
    id = call(journal, "ask_librarian", 2)
    at = len(journal.records)
    journal.came({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {"message": "?"}})
    journal.sent({"jsonrpc": "2.0", "id": "q", "result": {"action": "decline"}})
    journal.result(id, {"content": []})
    assert groups(journal.records, "operation")[-1] == [at, at + 1, at + 2, at + 3]
    assert groups(journal.records, "exchange")[-2:] == [[at, at + 3], [at + 1, at + 2]]


def test_a_task_has_its_polls() -> None:
    journal = Journal()
    id = call(journal, "recount", 3)
    journal.result(id, {"resultType": "task", "taskId": "7", "status": "working"})
    for _ in range(2):
        journal.result(journal.request("tasks/get", {"taskId": "7"}, op=3), {"taskId": "7", "status": "working"})
    assert groups(journal.records, "operation") == [[1, 2, 3, 4, 5, 6]]


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_a_subscription_has_its_news(era: str) -> None:
    journal = Journal()
    uri = "library://loans/1"
    if era == "modern":
        id = journal.request("subscriptions/listen", {"notifications": {"resourceSubscriptions": [uri]}})
        meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": id}}
    else:
        journal.result(journal.request("resources/subscribe", {"uri": uri}), {})
        meta = {}
    call(journal, "other", 1)
    journal.news("notifications/resources/updated", {"uri": uri, **meta})
    (found,) = [one for one in groups(journal.records, "operation") if len(journal.records) in one]
    assert found[0] == 1


def test_http_stands_with_the_message_that_it_carries() -> None:
    journal = Journal()
    journal.opened_http()
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}
    journal.exchange(request, {"jsonrpc": "2.0", "id": 1, "result": {}}, op=4)  # 2 to 6
    stream = journal.get()  # 7
    journal.answer(stream, content_type="text/event-stream")  # 8
    journal.post({"jsonrpc": "2.0", "method": "notifications/initialized"})  # 9 and 10
    assert groups(journal.records, "operation") == [[2, 3, 4, 5, 6], [7, 8], [9, 10]]
    assert groups(journal.records, "exchange") == [[2, 3, 4, 5, 6], [7, 8], [9, 10]]


def test_a_cancellation_and_what_comes_after_it_belong_to_the_request() -> None:
    journal = Journal()
    id = call(journal, "close_branch", 5)
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    journal.add(events.Decision("cancel", "", "cancelled", "You cancelled it.", data={"ended": 1}, op=5))
    journal.result(id, {"content": []})
    assert groups(journal.records, "exchange") == groups(journal.records, "operation") == [[1, 2, 3, 4]]


def test_the_size_of_the_batches_changes_nothing_and_the_worst_finding_is_known_of_each_group() -> None:
    journal = Journal().modern()
    id = call(journal, "reserve_book", 8)
    journal.line(b"stray")
    journal.result(id, {"resultType": "complete", "content": []})
    whole, piecewise = Folds(), Folds()
    whole.feed(journal.records)
    for piece in pieces(journal.records, 1):
        piecewise.feed(piece)
    assert whole.belonging.by_operation == piecewise.belonging.by_operation
    worst = whole.timeline.row(5)
    assert worst is not None and worst.mark and whole.belonging.marks[-8] == worst.mark
