"""Tasks of both forms, followed to their end."""

from typing import Any

import pytest
from playbook import Playbook, Said, ask, call, error, nothing, result

from inspector.protocol import flows
from inspector.protocol.flows import Outcome
from inspector.protocol.steps import Ask, Call, Heard, Pause, Reply
from inspector.protocol.tasks import asks_for_task
from inspector.wire.jsonrpc import Notification, Result
from inspector.wire.versions import Era

DONE = {"content": [{"type": "text", "text": "done"}]}
ELICIT = {"method": "elicitation/create", "params": {"message": "a"}}
TIME = Heard(ms=500.0)


def called(method: str = "tools/call", era: Era = "modern", **params: Any) -> Playbook[Outcome]:
    return Playbook(flows.call(method, {"name": "t", **params}, era, patience=1.5, timeout=3.0))


def made(status: str = "working", **more: Any) -> Reply:
    return result({"resultType": "task", "taskId": "k", "status": status, "pollIntervalMs": 500, **more})


def state(status: str, **more: Any) -> Reply:
    return result({"resultType": "complete", "taskId": "k", "status": status, "pollIntervalMs": 250, **more})


def pauses(book: Playbook[Outcome]) -> list[float]:
    return [step.seconds for step in book.steps if isinstance(step, Pause)]


# ── the extension ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_task_is_polled_at_its_interval_and_its_result_is_the_calls() -> None:
    book = called() << made() >> Said(Pause) << TIME >> call("tasks/get", taskId="k") << state("working")
    book = book >> Said(Pause) << TIME >> call("tasks/get", taskId="k") << state("completed", result=DONE)
    outcome = book.end()
    assert (outcome.reply.result, outcome.task, outcome.rounds, outcome.ms) == (DONE, "k", 3, 15.0)
    assert pauses(book) == [0.5, 0.25]
    assert [step.timeout for step in book.steps if isinstance(step, Call)] == [3.0, 3.0, 3.0]
    assert book.verdicts("task") == ["followed", "completed"]


def test_the_error_of_a_failed_task_is_the_calls() -> None:
    outcome = (called() << made() << TIME << state("failed", error={"code": -32603, "message": "no"})).end()
    assert outcome.reply.error is not None and outcome.reply.error.code == -32603


def test_a_cancelled_task_has_no_answer_and_says_so() -> None:
    outcome = (called() << made() << TIME << state("cancelled", statusMessage="\x1b[1m")).end()
    assert outcome.reply.answer is None and outcome.reply.failure == "cancelled"
    assert "cancelled: ␛[1m" in outcome.reply.detail


def test_a_task_that_is_done_at_once_is_not_polled() -> None:
    assert (called() << made("completed", result=DONE)).end().reply.result == DONE


def test_news_of_the_task_spare_the_poll() -> None:
    book = called() << made() >> Said(Pause, fields={"since": 2})
    pause = book.steps[-1]
    assert isinstance(pause, Pause) and pause.until is not None
    told = Notification("notifications/tasks", {"taskId": "k", "status": "completed", "result": DONE})
    other = Notification("notifications/tasks", {"taskId": "other"})
    assert pause.until(told) and not pause.until(other) and not pause.until(Notification("notifications/tasks"))
    outcome = (book << Heard(told, 7, 20.0)).end()
    assert (outcome.reply.result, outcome.reply.records) == (DONE, (7,))


def test_what_a_task_asks_is_put_to_the_person_once_and_sent_with_an_update() -> None:
    asking = state("input_required", inputRequests={"a": ELICIT})
    book = called() << made() << TIME << asking >> ask(a=ELICIT) << ({"a": {"action": "decline"}}, 40.0)
    book = book >> call("tasks/update", taskId="k", inputResponses={"a": {"action": "decline"}}) << result({})
    book = book >> Said(Pause) << TIME >> call("tasks/get") << asking  # the server has not come to it yet
    more = state("input_required", inputRequests={"a": ELICIT, "b": ELICIT})
    book = book >> Said(Pause) << Heard(ms=1.0) << more >> ask(b=ELICIT) << ({"b": {}}, 2.0)
    book = (
        book >> call("tasks/update", inputResponses={"b": {}}) << result({}) << Heard() << state("completed", result={})
    )
    assert (book.end().human_ms, book.end().pending) == (42.0, ())


def test_what_nobody_answers_leaves_the_task_to_the_server() -> None:
    book = called() << made("input_required", inputRequests={"a": ELICIT, "b": ELICIT}) << ({"a": {}}, 0.0)
    book = book >> call("tasks/update", inputResponses={"a": {}}) << result({})
    assert book.end().pending == ("b",) and book.verdicts("task")[-1] == "left"


def test_whoever_gives_up_the_waiting_asks_for_the_task_to_be_cancelled() -> None:
    book = called() << made()
    asked = called() << made("input_required", inputRequests={"a": ELICIT})
    for step in (book.steps[-1], asked.steps[-1]):
        assert isinstance(step, Pause | Ask) and step.leaving is not None
        assert (step.leaving.method, step.leaving.params) == ("tasks/cancel", {"taskId": "k"})


def test_a_task_without_end_is_given_up_after_the_patience_and_goes_on_at_the_server() -> None:
    book = called() << made()
    for _ in range(3):
        book = book >> Said(Pause) << TIME << state("working")
    outcome = book.end()
    assert (outcome.reply.failure, outcome.reply.answer) == ("timeout", None) and "goes on" in outcome.reply.detail


@pytest.mark.parametrize(
    ("given", "seconds"),
    [(0, 0.0), (10**9, 60.0), (-1, 1.0), (None, 1.0), ("5", 1.0), (True, 1.0), (float("nan"), 1.0)],
)
def test_an_interval_that_makes_no_sense_is_not_heeded(given: Any, seconds: float) -> None:
    assert pauses(called() << made(pollIntervalMs=given)) == [seconds]


@pytest.mark.parametrize(
    ("book", "words"),
    [
        (called("resources/read") << made(), "not allowed"),
        (called() << result({"resultType": "task"}), "no taskId"),
        (called() << made("dreaming"), "dreaming"),
        (called() << made("completed"), "no result"),
        (called() << made("failed"), "no error"),
        (called() << made("input_required"), "no inputRequests"),
    ],
    ids=range(6),
)
def test_a_task_that_breaks_the_pattern_is_named_and_ends_the_call(book: Playbook[Outcome], words: str) -> None:
    assert words in book.end().broken


@pytest.mark.parametrize("reply", [error(-32602, "unknown task"), nothing("exited"), result(None), result({})], ids=str)
def test_a_poll_that_comes_to_nothing_ends_the_call_with_it(reply: Reply) -> None:
    assert (called() << made() << TIME << reply).end().reply == reply


# ── 2025-11-25 ───────────────────────────────────────────────────────────────────────────────────────────────────────


def legacy() -> Playbook[Outcome]:
    reply = result({"task": {"taskId": "k", "status": "working", "pollInterval": 100}})
    return called(era="legacy", task={}) >> call("tools/call", task={}) << reply


def test_a_legacy_task_is_polled_and_its_result_asked_for() -> None:
    book = legacy() >> Said(Pause, fields={"seconds": 0.1}) << TIME >> call("tasks/get", taskId="k")
    book = book << state("completed") >> call("tasks/result", taskId="k") << result(DONE)
    assert isinstance(book.end().reply.answer, Result) and book.end().reply.result == DONE
    failed = legacy() << TIME << state("failed") << error(-32603)
    assert failed.end().reply.error is not None


def test_a_legacy_task_that_needs_input_gets_its_result_asked_for_and_silence_is_not_its_end() -> None:
    book = legacy() << TIME << state("input_required") >> call("tasks/result") << nothing("timeout")
    assert (book >> Said(Pause) << TIME >> call("tasks/get") << state("completed") << result(DONE)).end().reply.result
    told = Notification("notifications/tasks/status", {"taskId": "k", "status": "completed"})
    assert (legacy() << Heard(told, 4, 1.0) >> call("tasks/result") << result(DONE)).end().reply.result == DONE


def test_a_legacy_answer_is_a_task_only_where_one_was_asked_for() -> None:
    reply = result({"task": {"taskId": "k", "status": "working"}})
    assert (called(era="legacy") << reply).end().task == ""
    assert (called(era="legacy", task={}) << result(DONE)).end().reply.result == DONE


def test_a_task_is_asked_for_where_the_tool_requires_it_and_the_server_declares_it() -> None:
    declared = {"tasks": {"requests": {"tools": {"call": {}}}}}
    required = {"execution": {"taskSupport": "required"}}
    assert asks_for_task(required, declared)
    assert not asks_for_task({"execution": {"taskSupport": "optional"}}, declared)
    for capabilities in ({}, {"tasks": {}}, {"tasks": {"requests": {"tools": None}}}):
        assert not asks_for_task(required, capabilities)
    assert not asks_for_task({"execution": "required"}, declared) and not asks_for_task(None, declared)
