"""What the Answers place knows without drawing: the questions, what was said to them here, and what was begun."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from inspector.forms.arguments import Draft
from inspector.protocol.questions import Answer, Question
from inspector.tui.widgets.answer_rules import BrokenRule, broken_rule
from inspector.tui.widgets.question_data import (
    Manner,
    QuestionState,
    desk_of,
    manner_of,
    ordered,
    positive_answer,
    what_follows,
)
from inspector.tui.widgets.question_sampling import model_form
from inspector.wire.json import Json

Showing = tuple[int, Manner, str]
"""The number of a question, the way in which it is answered, and the tool that is used, if any."""

_Sent = tuple[Answer, float]
_Basis = tuple[QuestionState, _Sent | None, int]
_Told = tuple[_Basis, QuestionState]
"""How a question stands for the owner, what was said to it here and after how many seconds, and how many others of its
round wait; with how it is told for that."""


def _with_what_was_said(state: QuestionState, sent: _Sent | None, others: int) -> QuestionState:
    if state.answer is not None or (state.is_gone and sent is None):
        return state
    if sent is not None:
        return replace(state, answer=sent[0], waited_s=sent[1])
    return replace(state, retry=what_follows(state.question, others))


class AnswersModel:
    """An answer given here counts at once, before its owner tells of it; it is never given twice."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives journal seconds, the same that `Question.asked_at` is of."""
        self._clock = clock
        self.has_command = False
        """Whether the person has a command that prepares answers to sampling."""
        self._states: dict[int, QuestionState] = {}
        self._told: dict[int, _Told] = {}
        self._ordered: list[QuestionState] = []
        self._is_news = False
        self._sent: dict[int, tuple[Answer, float]] = {}
        self._drafts: dict[Showing, Draft] = {}
        self._by_hand: set[int] = set()
        self._tools: dict[int, str] = {}
        self._refused: tuple[int, Answer, BrokenRule] | None = None

    # What is asked.

    def show(self, states: Sequence[QuestionState]) -> None:
        """All questions of the session as they stand."""
        self._states = {state.question.number: state for state in states}
        self._is_news = True

    @property
    def states(self) -> Sequence[QuestionState]:
        """All of them: those that wait first, the oldest on top; each with what was said here."""
        self._tell()
        return self._ordered

    @property
    def waiting(self) -> list[QuestionState]:
        """Those that a person is waited for, oldest first."""
        return [state for state in self.states if state.is_waiting]

    def state(self, number: int) -> QuestionState | None:
        """A question as it stands; None if there is none with this number."""
        self._tell()
        found = self._told.get(number)
        return None if found is None else found[1]

    @property
    def facts(self) -> tuple[str, ...]:
        """What the title says: `2 waiting`, `5 answered`."""
        states = self.states
        waiting, answered = sum(one.is_waiting for one in states), sum(one.answer is not None for one in states)
        return (*([f"{waiting} waiting"] if waiting else []), *([f"{answered} answered"] if answered else []))

    def _tell(self) -> None:
        """Each with what was said here, and with what follows; what stands as it stood is the same object still."""
        if not self._is_news:
            return
        self._is_news = False
        states = self._states
        waiting = [one.question for number, one in states.items() if one.is_waiting and number not in self._sent]
        in_round = Counter(question.record for question in waiting)
        before, self._told = self._told, {}
        for number, state in states.items():
            basis = (state, self._sent.get(number), in_round[state.question.record] - 1)
            known = before.get(number)
            same = known is not None and known[0][0] is state and known[0][1:] == basis[1:]
            self._told[number] = known if known is not None and same else (basis, _with_what_was_said(*basis))
        self._ordered = ordered([told for _, told in self._told.values()])

    # How it is answered.

    def manner(self, question: Question) -> Manner:
        """How a question is answered: in its own way, unless the person wanted to write by hand, or to use a tool."""
        if question.number in self._by_hand:
            return "raw"
        return "tool" if question.number in self._tools else manner_of(question)

    def showing(self, question: Question) -> Showing:
        """What tells one desk from all others: drafts are kept by it."""
        manner = self.manner(question)
        return (question.number, manner, self._tools[question.number] if manner == "tool" else "")

    def write_by_hand(self, number: int, *, by_hand: bool = True) -> None:
        """From now on the answer to this question is written as JSON, or in its own way again."""
        (self._by_hand.add if by_hand else self._by_hand.discard)(number)

    def prepare(self, question: Question, result: Json) -> None:
        """An answer that was prepared elsewhere, as if it had been written by hand."""
        self.write_by_hand(question.number)
        self._drafts[self.showing(question)] = Draft.of(desk_of(question, "raw").form).put("", result)

    def use_tool(self, number: int, tool: str) -> None:
        """From now on this question is answered by the use of a tool; with none named, by text."""
        self._tools.pop(number, None)
        if tool:
            self._tools[number] = tool

    def positive(self, question: Question, content: Any) -> Answer:
        """What accepting says, with what was filled in."""
        number, manner, tool = self.showing(question)
        draft = self._drafts.get((number, "sampling", "")) or Draft.of(model_form())
        members = draft.arguments() if manner == "tool" else None
        return positive_answer(question, manner, content, tool=tool, members=members)

    def keep(self, showing: Showing, draft: Draft) -> None:
        """What was begun for a question in a way of answering it."""
        self._drafts[showing] = draft

    def draft(self, showing: Showing) -> Draft | None:
        """What was begun so; None if nothing was."""
        return self._drafts.get(showing)

    # What the person says.

    def objection(self, question: Question, answer: Answer) -> BrokenRule | None:
        """The rule that forbids this answer; asked a second time for the same, the person means it, and there is none.

        What the person is told is to be seen in `refused` until they write something else.
        """
        if self.refused(question, answer) is not None:
            return None
        broken = broken_rule(question, answer)
        self._refused = None if broken is None else (question.number, answer, broken)
        return broken

    def refused(self, question: Question, answer: Answer) -> BrokenRule | None:
        """The rule for which this very answer was kept back before; None for any other answer."""
        kept = self._refused
        return kept[2] if kept is not None and kept[:2] == (question.number, answer) else None

    def say(self, number: int, answer: Answer) -> int | None:
        """Answers a question; the number of the one that waits longest then, None if none does."""
        state = self._states.get(number)
        asked_at = state.question.asked_at if state is not None else self._clock()
        self._sent[number] = answer, max(self._clock() - asked_at, 0)
        self._is_news = True
        waiting = self.waiting
        return waiting[0].question.number if waiting else None
