"""The questions of a session: what waits, what went out, and why some are gone."""

import json

import pytest

from inspector.protocol.questions import Answer, Question
from inspector.tui.asked import Asked, recorded
from inspector.tui.model import Model
from inspector.tui.widgets.question_data import said_words
from inspector.tui.withdrawals import Withdrawals, why_dead
from inspector.wire.events import Began, Closed, Decision, Exited, Opened, Received, Record, Sent

ASK = {"method": "elicitation/create", "params": {"message": "Where?", "requestedSchema": {"properties": {}}}}
CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "reserve", "arguments": {}}}


def raw(**message):
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def model_of(*happened):
    """The folds over events; their numbers begin with 1, and a second lies between two of them."""
    model = Model()
    model.feed([Record(seq, float(seq), event) for seq, event in enumerate(happened, 1)])
    return model


def put(record, *, key="", op=1):
    return Decision("question", ASK["method"], "waiting", "Ask.", records=(record,), op=op, data=about(key))


def ended(record, verdict, because="", *, key="", op=1):
    return Decision("answer", ASK["method"], verdict, because, ms=4200.0, records=(record,), op=op, data=about(key))


def about(key):
    return {"question": 1, "key": key}


def legacy(*more, op=1):
    """A legacy server asks in the midst of a call, which is record 2; the question is record 4."""
    return (
        Opened("stdio", 1),
        Began(1, "tools/call", "reserve"),
        Sent(json.dumps(CALL).encode(), op=1),
        Received(raw(id="q", **ASK)),
        put(4, op=op),
        *more,
    )


def modern(*more):
    """A modern server asks in its answer to a call; the question is record 4."""
    unfinished = {"resultType": "input_required", "inputRequests": {"where": ASK}, "requestState": "s"}
    return (
        Opened("stdio", 1),
        Began(1, "tools/call", "reserve"),
        Sent(json.dumps(CALL).encode(), op=1),
        Received(raw(id=7, result=unfinished)),
        put(4, key="where"),
        *more,
    )


CONTENT = {"action": "accept", "content": {"branch": "alder", "copies": 2}}


def test_in_a_recording_the_whole_answer_to_a_legacy_question_is_to_be_read():
    happened = legacy(ended(4, "accept"), Sent(raw(id="other", result={})), Sent(raw(id="q", result=CONTENT)))
    [state] = recorded(model_of(*happened))
    assert state.answer == Answer(CONTENT) and state.waited_s == 4.2


def test_in_a_recording_the_whole_answer_to_a_modern_question_is_to_be_read():
    retry = {**CALL, "id": 8, "params": {"name": "reserve", "inputResponses": {"where": CONTENT}}}
    [state] = recorded(model_of(*modern(ended(4, "accept", key="where"), Sent(json.dumps(retry).encode(), op=1))))
    assert state.answer == Answer(CONTENT)


def test_an_answer_of_another_type_of_id_is_not_taken_for_it():
    happened = (
        Opened("stdio", 1),
        Received(raw(id=1, **ASK)),
        put(2, op=None),
        ended(2, "accept", op=None),
        Sent(raw(id="1", result=CONTENT)),
    )
    [state] = recorded(model_of(*happened))
    assert state.answer == Answer({"action": "accept"})


def test_a_recorded_refusal_is_read_with_its_code():
    error = {"code": -1, "message": "User rejected sampling request"}
    [state] = recorded(model_of(*legacy(ended(4, "refused"), Sent(raw(id="q", error=error)))))
    assert state.answer == Answer(error=error)


def test_a_recorded_refusal_of_a_modern_question_is_one_though_nothing_went_out():
    [state] = recorded(model_of(*modern(ended(4, "refused", key="where"))))
    assert state.answer == Answer(error={}) and not state.is_waiting


def test_a_page_that_a_legacy_call_wanted_visited_first_is_read_with_its_address():
    page = {"mode": "url", "url": "https://a.example/x", "elicitationId": "e1", "message": "Sign in."}
    happened = (
        Opened("stdio", 1),
        Began(1, "tools/call", "reserve"),
        Sent(json.dumps(CALL).encode(), op=1),
        Received(raw(id=7, error={"code": -32042, "message": "first", "data": {"elicitations": [page]}})),
        put(4, key="e1"),
        ended(4, "accept", key="e1"),
    )
    [state] = recorded(model_of(*happened))
    assert state.question.params == page and state.question.mode == "url" and state.question.era == "legacy"
    assert state.answer == Answer({"action": "accept"})


def taken_back(**params):
    return Received(raw(method="notifications/cancelled", params={"requestId": "q", **params}))


GONE = [
    ((taken_back(reason="Closed for today"), ended(4, "withdrawn", "Closed for today")), 1, "“Closed for today”."),
    ((taken_back(), ended(4, "withdrawn", "The server withdrew it.")), 1, "The server took it back."),
    ((ended(4, "withdrawn", "the server exited with code 1"), Exited(1)), None, "The server exited with code 1."),
    ((ended(4, "unanswered", "There was neither a rule nor a person."),), 1, "There was neither a rule nor a person."),
]


@pytest.mark.parametrize(("more", "op", "words"), GONE)
def test_why_a_question_is_gone_is_said_live_as_in_a_recording(more, op, words):
    model = model_of(*legacy(*more, op=op))
    [state] = recorded(model)
    assert state.is_gone and state.note.endswith(words)
    question = state.question
    asked = Asked()
    asked.update((question,), "Alder")
    asked.update((), "Alder")
    assert asked.explain(Withdrawals(model).why_gone)
    assert [one.note for one in asked.states] == [state.note]


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        ("cancelled", "You cancelled the call that it was asked for."),
        ("timeout", "The call that it was asked for timed out: no news for 60 s."),
    ],
)
def test_a_question_that_went_with_its_call_says_how_that_ended(failure, words):
    verdict = Decision(
        "timeout" if failure == "timeout" else "cancel",
        "tools/call",
        "given up" if failure == "timeout" else "cancelled",
        "no news for 60 s" if failure == "timeout" else "Cancelled by the person",
        records=(3,),
        op=1,
        data={"ended": 3},
    )
    [state] = recorded(model_of(*legacy(verdict, ended(4, "withdrawn", "What it was asked for has ended."))))
    assert state.note == words


def test_until_the_records_tell_nothing_is_made_up():
    model = model_of(*legacy())
    question = Question(1, "elicitation/create", {}, "legacy", 4, request_id="q", op=1)
    asked = Asked()
    asked.update((question,), "Alder")
    asked.update((), "Alder")
    assert not asked.explain(Withdrawals(model).why_gone)
    [state] = asked.states
    assert state.is_gone and state.note == ""
    model.feed([Record(6, 6.0, taken_back()), Record(7, 7.0, ended(4, "withdrawn")), Record(8, 8.0, Closed("end"))])
    assert asked.explain(Withdrawals(model).why_gone)
    assert asked.states[0].note == "The server took it back."


def test_with_its_server_gone_a_question_waits_for_nobody_and_says_so():
    alive = model_of(*modern())
    dead = model_of(*modern(Exited(1), Closed("the server exited with code 1")))
    [state] = recorded(alive)
    why = why_dead(alive)
    asked = Asked(lambda: why)
    asked.update((state.question,), "Alder")
    assert why == "" and asked.waits_for(1) == "Where?" and len(asked.waiting) == 1
    why = why_dead(dead)
    assert why == "The server exited with code 1."
    [gone] = asked.states
    assert gone.is_gone and gone.note == "The server exited with code 1."
    assert asked.waits_for(1) == "" and asked.waiting == ()


def ruled(record, verdict="accept", *, key="where", rule=1):
    data = {**about(key), **({} if rule is None else {"rule": rule})}
    return Decision(
        "answer", ASK["method"], verdict, "A rule chose accept.", ms=0.2, records=(record,), op=1, data=data
    )


def retry(answer):
    params = {"name": "reserve", "arguments": {}, "inputResponses": {"where": answer}, "requestState": "s"}
    return Sent(raw(id=8, method="tools/call", params=params), op=1)


def test_what_a_rule_answered_is_in_the_history_with_what_went_back():
    answer = {"action": "accept", "content": {"branch": "alder"}}
    model = model_of(*modern()[:-1], ruled(4), retry(answer))
    asked = Asked()
    for record in model.records:
        asked.learn(model, record)
    asked.read_answers(model)
    [state] = asked.states
    assert state.answer == Answer(answer, by="rule") and not state.is_waiting
    assert [one.answer for one in recorded(model)] == [state.answer]


def test_what_the_list_of_roots_answered_is_told_apart_from_rules():
    [state] = recorded(model_of(*modern()[:-1], ruled(4, "answered", rule=None)))
    assert state.answer.by == "list"


def test_what_a_person_answered_is_not_taken_for_a_rule():
    model = model_of(*modern(), ended(4, "accept", key="where"))
    asked = Asked()
    [state] = recorded(model)
    asked.update((state.question,), "Alder")
    for record in model.records:
        asked.learn(model, record)
    assert len(asked.states) == 1 and asked.states[0].is_waiting


def approval(verdict, topic="answer"):
    params = {"name": "close_branch", "arguments": {"branch": "alder"}}
    data = {"question": 1, "key": "", "params": params}
    return Decision(topic, "tools/call", verdict, "The person chose.", ms=900.0, op=1, data=data)


@pytest.mark.parametrize(("verdict", "word"), [("accept", "yes"), ("decline", "no")])
def test_an_approval_is_in_the_history_of_a_recording_with_what_it_was_about(verdict, word):
    begun = (Opened("stdio", 1), Began(1, "tools/call", "close_branch"))
    [state] = recorded(model_of(*begun, approval("waiting", "question"), approval(verdict)))
    assert state.question.is_approval and state.question.params["arguments"] == {"branch": "alder"}
    assert said_words(state) == word and state.waited_s == 0.9


def test_an_approval_is_no_round_of_its_call():
    asked = Asked()
    first = Question(1, "tools/call", {}, "modern", 0, op=1)
    asked.update((first,), "Alder")
    asked.update((first, Question(2, "elicitation/create", {}, "modern", 4, op=1)), "Alder")
    assert [state.round for state in asked.states] == [1, 1]


def test_that_a_page_is_done_is_noted_at_its_question():
    page = {"mode": "url", "url": "https://pay.example/", "elicitationId": "e1"}
    news = [
        Received(raw(method="notifications/elicitation/complete", params={"elicitationId": id})) for id in ("e2", "e1")
    ]
    model = model_of(*news)
    asked = Asked()
    asked.update((Question(1, "elicitation/create", page, "legacy", 0, op=1),), "Alder")
    asked.learn(model, model.records[0])
    assert asked.states[0].note == ""
    asked.learn(model, model.records[1])
    assert asked.states[0].note == "The server tells that the page is done." and asked.states[0].is_waiting


def test_a_question_that_names_no_call_may_be_for_those_that_were_under_way_when_it_came():
    asked = Asked()
    asked.update([Question(1, ASK["method"], ASK["params"], "legacy", 4, op=None, asked_at=5.0)], "alder")
    assert asked.may_wait_for(4.0) and not asked.may_wait_for(6.0)
    asked.answered(1, Answer({"action": "cancel"}), 7.0)
    assert not asked.may_wait_for(4.0)
    asked.update([Question(2, ASK["method"], ASK["params"], "legacy", 5, op=3, asked_at=8.0)], "alder")
    assert not asked.may_wait_for(4.0)


def test_a_request_without_params_is_a_question_without_them():
    roots = {"method": "roots/list"}
    model = model_of(
        Opened("stdio", 1),
        Received(raw(id="q", **roots)),
        Decision("question", "roots/list", "waiting", "Ask.", records=(2,), data=about("")),
        Decision("answer", "roots/list", "answered", "", ms=1.0, records=(2,), data=about("")),
    )
    [state] = recorded(model)
    assert state.question.raw == roots and state.question.params == {}
