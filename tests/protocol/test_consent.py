"""The error −32042: pages that a person must visit before a request can be done (2025-11-25)."""

from typing import Any

import pytest
from playbook import Playbook, Said, ask, call, error, result

from inspector.protocol import flows
from inspector.protocol.flows import Outcome
from inspector.protocol.questions import accept, cancel, decline
from inspector.protocol.steps import Ask, Heard, Pause
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Notification
from inspector.wire.versions import Era

YES, NO = accept(MISSING).result, decline().result
COMPLETE = "notifications/elicitation/complete"


def page(id: Any = "e1", **more: Any) -> dict[str, Any]:
    return {"mode": "url", "elicitationId": id, "url": "https://as.example/x", "message": "m", **more}


def needs(*pages: Any) -> Any:
    return error(-32042, "auth", {"elicitations": list(pages)})


def called(era: Era = "legacy") -> Playbook[Outcome]:
    return Playbook(flows.call("tools/call", {"name": "t"}, era, patience=9.0))


def complete(id: str) -> Notification:
    return Notification(COMPLETE, {"elicitationId": id})


def pauses(book: Playbook[Outcome]) -> list[Pause]:
    return [step for step in book.steps if isinstance(step, Pause)]


def test_elicit_10_the_person_agrees_the_server_tells_and_the_call_is_sent_once_more() -> None:
    book = called() << needs(page()) >> ask(e1={"method": "elicitation/create", "params": page()})
    asked = book.steps[-1]
    assert isinstance(asked, Ask) and (asked.era, asked.about, asked.record) == ("legacy", "t", 2)
    book = book << ({"e1": YES}, 100.0) >> Said(Pause, fields={"seconds": 9.0, "since": 1})
    book = book << Heard(complete("e1"), 5, 200.0) >> call("tools/call", name="t") << result({"content": []})
    outcome = book.end()
    assert (outcome.rounds, outcome.human_ms, outcome.reply.error) == (2, 300.0, None)
    assert book.verdicts("retry") == ["waiting", "retried"]


def test_elicit_10_only_the_news_of_its_own_id_completes_a_page() -> None:
    book = called() << needs(page()) << ({"e1": YES}, 0.0)
    until = pauses(book)[0].until
    assert until is not None
    assert until(complete("e1")) and not until(complete("other")) and not until(Notification(COMPLETE))
    assert not until(Notification("notifications/message", {"elicitationId": "e1"}))


def test_elicit_10_every_page_is_asked_for_and_waited_for() -> None:
    book = called() << needs(page("a"), page("b")) << ({"a": YES, "b": YES}, 0.0)
    book = book >> Said(Pause) << Heard(complete("a"), 4) >> Said(Pause) << Heard(complete("b"), 3)
    assert (book >> call("tools/call") << result({})).end().rounds == 2
    assert [one.since for one in pauses(book)] == [1, 1], "what was told while another was waited for counts too"


@pytest.mark.parametrize("answer", [NO, cancel().result, 7])
def test_elicit_10_without_consent_the_error_is_the_answer(answer: Any) -> None:
    outcome = (called() << needs(page()) << ({"e1": answer}, 0.0)).end()
    assert outcome.reply.error is not None and outcome.reply.error.code == -32042 and outcome.pending == ()


def test_elicit_10_what_nobody_answers_is_named() -> None:
    assert (called() << needs(page()) << ({}, 0.0)).end().pending == ("e1",)


def test_elicit_10_a_page_that_is_never_done_leaves_the_error_and_the_retry_to_the_person() -> None:
    book = called() << needs(page()) << ({"e1": YES}, 0.0) << Heard(ms=9000.0)
    outcome = book.end()
    assert outcome.reply.error is not None and outcome.human_ms == 9000.0
    assert book.verdicts("retry") == ["waiting", "not retried"]


def test_elicit_10_a_person_who_says_that_it_is_done_is_not_made_to_wait_for_the_server() -> None:
    book = called() << needs(page("a"), page("b")) << ({"a": YES, "b": YES}, 0.0) << Heard(ms=3.0, told=True)
    outcome = (book >> call("tools/call") << result({})).end()
    assert (outcome.rounds, outcome.human_ms) == (2, 3.0) and book.verdicts("retry") == ["waiting", "retried"]


def test_elicit_10_there_is_one_automatic_retry_at_most() -> None:
    book = called() << needs(page()) << ({"e1": YES}, 0.0) << Heard(complete("e1"), 4) << needs(page("e2"))
    outcome = book.end()
    assert outcome.reply.error is not None and book.verdicts("retry")[-1] == "given up"


@pytest.mark.parametrize(
    "pages", [[], [7], [page(mode="form")], [page(url=7)], [page(id=7)], [page(), page()]], ids=str
)
def test_elicit_10_a_list_that_cannot_be_used_is_an_error_like_any_other(pages: list[Any]) -> None:
    book = called() << needs(*pages)
    assert book.end().reply.error is not None and book.verdicts("retry") == ["not retried"]
    assert (called() << error(-32042)).end().reply.error is not None


def test_elicit_10_to_the_modern_era_the_code_means_nothing() -> None:
    book = called("modern") << needs(page())
    assert book.end().reply.error is not None and book.decisions == []
