"""What the server has asked in this session, and what became of it: live from the client's desk, else from records."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.protocol.consent import pages_of
from inspector.protocol.questions import Answer, Question
from inspector.tui.model import Model
from inspector.tui.went_out import answer_sent
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.withdrawals import why_gone
from inspector.wire import events
from inspector.wire.events import Decision
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Request, Result, decode


class Asked:
    """The questions in the order in which they came. A question that is gone stays, with a note."""

    def __init__(self) -> None:
        self._states: dict[int, QuestionState] = {}

    @property
    def states(self) -> tuple[QuestionState, ...]:
        """All of them."""
        return tuple(self._states.values())

    @property
    def waiting(self) -> tuple[QuestionState, ...]:
        """Those that a person is waited for."""
        return tuple(state for state in self._states.values() if state.is_waiting)

    def standing(self, dead: str) -> tuple[QuestionState, ...]:
        """All of them as they stand with the connection: once it is `dead`, nobody can answer what waited, for this."""
        if not dead:
            return self.states
        return tuple(replace(one, is_gone=True, note=dead) if one.is_waiting else one for one in self.states)

    def waits_for(self, op: int | None) -> str:
        """The words of the first open question of an operation; empty if there is none."""
        found = (state.question.message for state in self.waiting if op is not None and state.question.op == op)
        return next(found, "")

    def update(self, open_: Sequence[Question], server: str) -> None:
        """What is open now; what was open and is not any more, and was not answered here, is gone."""
        numbers = {question.number for question in open_}
        for question in open_:
            self._states.setdefault(question.number, QuestionState(question, server, round=self._round(question)))
        for number, state in self._states.items():
            if state.is_waiting and number not in numbers:
                self._states[number] = replace(state, is_gone=True)

    def explain(self, why: Callable[[Question], str]) -> bool:
        """Notes why questions are gone, as far as `why` knows by now; the first reason stays. Whether any is new."""
        unexplained = [state for state in self._states.values() if state.is_gone and not state.note]
        for state in unexplained:
            self._states[state.question.number] = replace(state, note=why(state.question))
        return any(self._states[state.question.number].note for state in unexplained)

    def _round(self, question: Question) -> int:
        before = {
            state.question.record for state in self._states.values() if state.question.op == question.op is not None
        }
        return len(before - {question.record}) + 1

    def answered(self, number: int, answer: Answer, now: float) -> None:
        """The person has answered; `now` in seconds of the session."""
        state = self._states.get(number)
        if state is not None and state.is_waiting:
            self._states[number] = replace(state, answer=answer, waited_s=now - state.question.asked_at)


def recorded(model: Model) -> tuple[QuestionState, ...]:
    """The questions of a recording, from the decisions that the client left about them."""
    states: dict[int, QuestionState] = {}
    for record in model.records:
        event = record.event
        if not isinstance(event, Decision) or event.topic not in ("question", "answer"):
            continue
        data = event.data if isinstance(event.data, dict) else {}
        number = data.get("question")
        if not isinstance(number, int):
            continue
        if event.topic == "question" and event.records:
            question = _question(model, number, event.records[0], str(data.get("key", "")), event, record.at)
            states[number] = QuestionState(question, model.session.status.server_name, is_gone=True)
        elif number in states:
            states[number] = _ended(model, states[number], event, record.seq)
    return tuple(states.values())


def _ended(model: Model, state: QuestionState, event: Decision, seq: int) -> QuestionState:
    """A question of a recording, with the decision that ended it."""
    waited = (event.ms or 0.0) / 1000
    question = state.question
    if event.verdict in ("withdrawn", "unanswered"):
        return replace(state, note=why_gone(model, question), waited_s=waited)
    return replace(
        state, answer=answer_sent(model, question, seq) or _decided(event.verdict), is_gone=False, waited_s=waited
    )


def _decided(verdict: str) -> Answer:
    """The answer that no message of ours carries: a refusal, consent to a page, or one that did not go out any more."""
    if verdict == "refused":
        return Answer(error={})
    return Answer() if verdict == "answered" else Answer({"action": verdict})


def _question(model: Model, number: int, seq: int, key: str, event: Decision, at: float) -> Question:
    record = model.record(seq)
    operation = model.operations.all.get(event.op) if event.op is not None else None
    message = decode(record.event.raw) if record is not None and isinstance(record.event, events.Received) else None
    request: Json = None
    if isinstance(message, Request):
        request = {"method": message.method, "params": message.params}
    elif isinstance(message, Result) and isinstance(message.result, dict):
        requests = message.result.get("inputRequests", MISSING)
        request = requests.get(key) if isinstance(requests, dict) else None
    elif isinstance(message, Error):
        page = pages_of(message)[0].get(key)
        request = {"method": event.action, "params": page}
    params = request.get("params") if isinstance(request, dict) else None
    return Question(
        number,
        event.action,
        params if isinstance(params, dict) else {},
        "modern" if isinstance(message, Result) else "legacy",
        seq,
        key,
        message.id if isinstance(message, Request) else None,
        op=event.op,
        about=operation.name or operation.method if operation is not None else "",
        asked_at=at,
        raw=request,
    )
