"""What becomes of a recorded request that is sent again, and what answers the server's questions."""

from typing import Any

import pytest

from inspector.analysis.compare.asked import Asked, AskedFold, Given
from inspector.analysis.compare.resending import RecordedAnswers, Resent, resent
from inspector.wire.versions import era_of
from tests.analysis.journals import Journal

MODERN, NEW, OLD = "2026-07-28", "2025-11-25", "2024-11-05"
TASK = {"name": "a", "task": {}}


@pytest.mark.parametrize(
    ("method", "params", "version", "expected"),
    [
        ("tools/call", {"name": "a"}, MODERN, Resent({"name": "a"})),
        ("tools/call", TASK, NEW, Resent(TASK)),
        ("tools/call", TASK, MODERN, Resent({"name": "a"})),
        ("tools/call", TASK, OLD, Resent({"name": "a"})),
        ("ping", {}, NEW, Resent({})),
        ("ping", {}, MODERN, Resent()),
        ("resources/subscribe", {"uri": "a:b"}, MODERN, Resent()),
        ("tasks/cancel", {"taskId": "1"}, NEW, Resent()),
        ("logging/setLevel", {"level": "info"}, MODERN, Resent(level="info")),
        ("logging/setLevel", {"level": "info"}, OLD, Resent({"level": "info"})),
        ("ours/odd", {"a": 1}, MODERN, Resent({"a": 1})),
    ],
)
def test_a_request_is_translated_to_the_revision_or_left_out_with_a_reason(
    method: str, params: Any, version: str, expected: Resent
) -> None:
    era = era_of(version)
    assert era is not None
    found = resent(Asked(1, 0.0, method, "", params), era, version)
    assert (found.params, found.level) == (expected.params, expected.level)
    assert bool(found.why) == (not expected.level and expected.params is None)
    assert bool(found.note) == (not found.why and found.params != params)


def test_what_was_cancelled_is_not_sent_again() -> None:
    assert resent(Asked(1, 0.0, "tools/call", "a", {}, cancelled=True), "modern", MODERN).why


def test_what_a_client_left_is_cancelled_and_what_broke_is_not() -> None:
    journal = Journal().modern_http()
    call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "a"}}
    for id, failure in ((5, "closed by us"), (6, "the server reset the connection")):
        journal.end(journal.post({**call, "id": id}), failure=failure, step="stream")
    fold = AskedFold()
    fold.feed(journal.records)
    assert [one.cancelled for one in fold.all if one.method == "tools/call"] == [True, False]


def test_each_recorded_answer_is_given_once_to_the_same_question_first() -> None:
    first, second = ({"message": f"{word} at 2026-11-30T12:00:00Z"} for word in ("one", "two"))
    answers = RecordedAnswers([Given("elicitation/create", first, 1), Given("elicitation/create", second, 2)])
    assert answers.take("sampling/createMessage", {}) is None
    again = {"message": "two at 2026-12-01T08:00:00Z", "_meta": {}}
    found = [answers.take("elicitation/create", params) for params in (again, {"message": "else"}, first)]
    assert [None if one is None else one.answer for one in found] == [2, 1, None]
