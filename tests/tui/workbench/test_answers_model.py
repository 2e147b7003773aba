"""What the Answers place knows, and how its rows are shared out, without a screen."""

import itertools

import pytest

from inspector.forms.arguments import Draft
from inspector.forms.form import form_of
from inspector.protocol.questions import Answer, Question, accept, decline
from inspector.tui.widgets.answers_layout import Wanted, shared_out
from inspector.tui.widgets.answers_model import AnswersModel
from inspector.tui.widgets.question_data import QuestionState


def question(number, *, record=9, method="elicitation/create", **params):
    params = {"message": "Where?", "requestedSchema": {}, **params}
    return Question(number, method, params, "modern", record, key=f"k{number}", asked_at=float(number))


def state(number, **more):
    return QuestionState(question(number), "Alder", **more)


@pytest.fixture
def model():
    return AnswersModel(clock=lambda: 42.0)


def numbers(states):
    return [one.question.number for one in states]


def test_those_that_wait_come_first_the_oldest_on_top_then_the_newest_of_the_others(model):
    model.show([state(1, is_gone=True), state(2), state(3, answer=decline()), state(4)])
    assert numbers(model.states) == [2, 4, 3, 1]
    assert numbers(model.waiting) == [2, 4]


def test_the_title_counts_what_waits_what_was_answered_and_the_rules(model):
    assert model.facts == ()
    model.show([state(1), state(2, answer=decline()), state(3, is_gone=True)])
    assert model.facts == ("1 waiting", "1 answered")


def test_an_answer_counts_at_once_and_the_next_that_waits_is_told(model):
    model.show([state(1), state(2)])
    assert model.say(1, decline()) == 2
    told = model.state(1)
    assert told.answer == decline() and told.waited_s == 41.0 and not told.is_waiting
    assert model.say(2, accept({})) is None


def test_what_follows_counts_only_the_others_that_still_wait(model):
    model.show([state(1), state(2)])
    assert model.state(1).retry == "The call is sent again when the other question is answered too."
    model.say(2, decline())
    assert model.state(1).retry == "The call is sent again with it."


def test_what_the_owner_tells_of_an_answer_is_what_counts(model):
    model.show([state(1)])
    model.say(1, decline())
    model.show([state(1, answer=decline(), waited_s=7.0)])
    assert model.state(1).waited_s == 7.0


def test_a_question_that_nobody_has_asked_has_no_state(model):
    assert model.state(5) is None and model.states == []


def test_what_was_begun_is_kept_for_each_way_of_answering(model):
    draft, other = Draft(form_of({}), {}), Draft(form_of({}), {})
    model.keep((1, "form"), draft)
    model.keep((1, "raw"), other)
    assert model.draft((1, "form")) is draft and model.draft((1, "raw")) is other and model.draft((2, "form")) is None


def test_by_hand_stays_by_hand(model):
    one = question(1)
    assert model.manner(one) == "form"
    model.write_by_hand(1)
    assert model.manner(one) == "raw" and model.manner(question(2)) == "form"


def test_an_objection_is_raised_once_for_the_same_answer_to_the_same_question(model):
    one, two, wrong = question(1), question(2), Answer({"action": ""})
    assert model.objection(one, wrong) is not None
    assert model.refused(one, wrong) is not None and model.refused(one, decline()) is None
    assert model.refused(two, wrong) is None
    assert model.objection(two, wrong) is not None
    assert model.objection(one, wrong) is not None
    assert model.objection(one, wrong) is None
    assert model.objection(one, decline()) is None


@pytest.mark.parametrize("below", ["form", "json", "buttons", "nothing"])
def test_no_more_rows_are_given_than_there_are_and_no_part_gets_none(below):
    for height, beside, text in itertools.product(range(10, 60), (False, True), (1, 6, 40)):
        rows = shared_out(height, Wanted(3, text, below, 8, 3 if below != "nothing" else 0), beside=beside)
        title = 1
        under = 0 if below == "nothing" else rows.below + rows.back + rows.gap_below + rows.gap_back
        assert (rows.queue or 0) + title + rows.text + under <= height, (height, beside, text)
        assert min(rows.text, rows.below, rows.back) >= 1
        assert (rows.queue is None) == beside


def test_where_room_is_scarce_the_question_yields_and_the_form_stays():
    rows = shared_out(20, Wanted(3, 40, "form", 8, 3), beside=False)
    assert (rows.queue, rows.below, rows.back, rows.text) == (3, 8, 3, 5)


def test_what_was_kept_back_may_take_half_of_the_rows():
    plain = shared_out(20, Wanted(1, 40, "json", 8, 7), beside=False)
    urgent = shared_out(20, Wanted(1, 40, "json", 8, 7, urgent=True), beside=False)
    assert (plain.back, urgent.back) == (4, 7)
