"""A server that asks very much at once: it is told in few words, and what stands is not told anew."""

import asyncio

from inspector.client import Options
from inspector.protocol.questions import Answer, Question, accept
from inspector.recording.plan import Plan
from inspector.tui.asked import Asked
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_told import Questions
from inspector.tui.widgets.answers_model import AnswersModel
from tests.tui.app.staging import COMMAND

MANY = 1_000


def questions(count=MANY, *, era="legacy"):
    """Questions of one call; those of a modern server are of one round."""
    params = {"message": "Where?", "requestedSchema": {"type": "object", "properties": {}}}
    return tuple(
        Question(one, "elicitation/create", params, era, 9 if era == "modern" else one, f"k{one}", one, op=1)
        for one in range(1, count + 1)
    )


class Asking(Bridge):
    """A bridge without a server: questions are put to it directly, and what it tells is kept."""

    def __init__(self):
        super().__init__(COMMAND, Options(), Plan(), self._hear)
        self.told = []

    def _hear(self, message):
        if isinstance(message, Questions):
            self.told.append(message.open)

    def ask(self, group, question):
        return group.create_task(self.questions.ask(question))


async def until(condition):
    while not condition():
        await asyncio.sleep(0.01)


async def test_a_thousand_questions_that_come_and_go_at_once_are_told_in_few_words():
    bridge, asked = Asking(), questions()
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        waits = [bridge.ask(group, one) for one in asked]
        await until(lambda: bridge.told and len(bridge.told[-1]) == MANY)
        assert len(bridge.told) <= 2, "the first at once, the others together"
        assert bridge.told[-1] == asked
        before = len(bridge.told)
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
        await until(lambda: bridge.told[-1] == ())
        assert len(bridge.told) - before <= 2


async def test_one_question_is_told_at_once_and_so_is_that_it_is_answered():
    bridge = Asking()
    [question] = questions(1)
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        wait = bridge.ask(group, question)
        await asyncio.sleep(0)
        assert bridge.told == [(question,)]
        bridge.questions.answer(1, accept({}))
        assert await wait == accept({})
        await until(lambda: bridge.told == [(question,), ()])


def test_another_message_of_what_waits_takes_the_place_of_one_that_nobody_has_read():
    older, newer = Questions(questions(1)), Questions(())
    assert newer.can_replace(older)


def test_what_stands_as_it_stood_is_the_same_when_one_question_more_comes():
    asked, known = Asked(), AnswersModel(lambda: 0.0)
    *before, last = questions(50)
    asked.update(before, "Alder")
    known.show(asked.states)
    first = known.states
    assert asked.states is asked.states
    asked.update((*before, last), "Alder")
    known.show(asked.states)
    assert [id(one) for one in known.states[:-1]] == [id(one) for one in first]
    assert known.states[-1].question is last and known.states[-1].retry == first[0].retry


def test_an_answer_changes_what_follows_the_others_of_its_round():
    known = AnswersModel(lambda: 5.0)
    asked = Asked()
    asked.update(questions(3, era="modern"), "Alder")
    known.show(asked.states)
    assert known.states[0].retry == "The call is sent again when the other 2 questions are answered too."
    assert known.say(1, Answer({"action": "decline"})) == 2
    assert [one.retry for one in known.waiting] == [
        "The call is sent again when the other question is answered too."
    ] * 2
    said = known.state(1)
    assert said is not None and said.answer == Answer({"action": "decline"}) and said.waited_s == 5.0


def test_a_question_of_a_later_record_is_of_another_round():
    asked = Asked()
    asked.update(questions(4), "Alder")
    assert [one.round for one in asked.states] == [1, 2, 3, 4]
    one_round = Asked()
    one_round.update(questions(4, era="modern"), "Alder")
    assert [one.round for one in one_round.states] == [1, 1, 1, 1]
