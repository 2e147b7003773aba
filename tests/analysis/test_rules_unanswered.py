"""A request that was taken over HTTP and got no answer is a finding, unless that was our own doing, or nobody's."""

from collections.abc import Callable

import pytest

from inspector.analysis.rules import Finding, Findings
from inspector.wire import events
from tests.analysis.journals import Journal

_CUT = "the server ended the body early"


def found(journal: Journal) -> list[Finding]:
    """What the rule found."""
    findings = Findings()
    findings.feed(journal.records)
    return [one for one in findings.all if one.rule == "without-answer"]


@pytest.mark.parametrize(
    ("status", "kind", "failure", "message", "level"),
    [
        (200, "application/json", "", "tools/list was answered with 200, application/json and nothing in it", "error"),
        (200, "application/json", _CUT, f"the answer to tools/list did not come whole: {_CUT}", "warning"),
        (200, "Text/Event-Stream", _CUT, f"the answer to tools/list did not come whole: {_CUT}", "warning"),
        (200, "text/event-stream", "", "the event stream of tools/list ended without the answer", "warning"),
        (200, "text/event-stream", "closed by us", "", ""),
        (200, "text/event-stream", "the tap ended", "", ""),
        (503, "application/json", "", "", ""),
    ],
)
@pytest.mark.parametrize("begin", [Journal.legacy_http, Journal.modern_http])
def test_a_request_that_was_taken_gets_its_answer(
    status: int, kind: str, failure: str, message: str, level: str, begin: Callable[[Journal], Journal]
) -> None:
    journal = begin(Journal())
    http = journal.post({"jsonrpc": "2.0", "id": 7, "method": "tools/list"})
    journal.answer(http, status, kind, X_Accel_Buffering="no")
    journal.end(http, failure, "stream" if failure else "")
    assert [(one.message, one.level) for one in found(journal)] == ([(message, level)] if message else [])


def test_a_stream_that_breaks_behind_its_progress_has_not_answered_unless_another_goes_on_with_it() -> None:
    journal = Journal().legacy_http()
    for id, resuming in ((7, True), (8, False)):
        http = journal.post({"jsonrpc": "2.0", "id": id, "method": "tools/list"})
        journal.answer(http, 200, "text/event-stream")
        journal.came({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}, http=http)
        last = journal.end(http, _CUT, "stream", resuming=resuming)
    (one,) = found(journal)
    assert one.message == f"the event stream of tools/list broke off without the answer: {_CUT}"
    assert one.records[-1] == last


@pytest.mark.parametrize("failure", ["", "closed by us", _CUT])
def test_a_subscription_whose_stream_ends_is_no_request_without_an_answer(failure: str) -> None:
    journal = Journal().modern_http()
    http = journal.post({"jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen", "params": {"notifications": {}}})
    journal.answer(http, 200, "text/event-stream", X_Accel_Buffering="no")
    journal.end(http, failure, "stream" if failure else "")
    assert found(journal) == []


@pytest.mark.parametrize("failure", ["", _CUT])
def test_a_stream_that_gave_event_ids_may_end_since_a_client_goes_on_with_it(failure: str) -> None:
    """A tap sees no more of that than another request with the last id."""
    journal = Journal().legacy_http()
    http = journal.post({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t"}})
    journal.answer(http, 200, "text/event-stream")
    journal.add(events.SseBlock(http, b"id: 56\ndata:\n\n", "", ""))
    journal.end(http, failure, "stream" if failure else "")
    assert found(journal) == []
