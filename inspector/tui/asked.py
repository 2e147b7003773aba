"""What the server has asked in this session, and what became of it: live from the client's desk, else from records."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from inspector.protocol.consent import pages_of
from inspector.protocol.questions import Answer, Question
from inspector.tui.model import Model
from inspector.tui.went_out import answer_sent
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.withdrawals import Withdrawals
from inspector.wire import events
from inspector.wire.events import Decision, Received, Record
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Notification, Request, Result, decode


class Asked:
    """The questions in the order in which they came. A question that is gone stays, with a note."""

    def __init__(self, dead: Callable[[], str] = lambda: "") -> None:
        """`dead` says why nothing that waits can be answered any more; empty while it can."""
        self._states: dict[int, QuestionState] = {}
        self._rounds: dict[int, set[int]] = {}
        self._dead = dead
        self._told: tuple[str, tuple[QuestionState, ...]] | None = None
        self._unread: set[int] = set()

    @property
    def states(self) -> tuple[QuestionState, ...]:
        """All of them as they stand: once the connection is dead, nobody can answer what waited.

        The same objects as before as long as nothing changed.
        """
        dead = self._dead()
        if self._told is None or self._told[0] != dead:
            states = sorted(self._states.values(), key=lambda state: state.question.number)
            if dead:
                states = [replace(one, is_gone=True, note=dead) if one.is_waiting else one for one in states]
            self._told = dead, tuple(states)
        return self._told[1]

    @property
    def waiting(self) -> tuple[QuestionState, ...]:
        """Those that a person is waited for."""
        return tuple(state for state in self.states if state.is_waiting)

    def waits_for(self, op: int | None) -> str:
        """The words of the first open question of an operation; empty if there is none."""
        found = (state.question.message for state in self.waiting if op is not None and state.question.op == op)
        return next(found, "")

    def may_wait_for(self, began: float) -> bool:
        """Whether an open question that names no call may be for one that began then, in seconds of the session: it
        held whatever was under way when it came."""
        open_ = (state.question for state in self.waiting)
        return any(one.op is None and began <= one.asked_at for one in open_)

    def update(self, open_: Sequence[Question], server: str) -> None:
        """What is open now; what was open and is not any more, and was not answered here, is gone."""
        numbers = {question.number for question in open_}
        for question in open_:
            if question.number not in self._states:
                self._put(QuestionState(question, server, round=self._round(question)))
        for number, state in self._states.items():
            if state.is_waiting and number not in numbers:
                self._put(replace(state, is_gone=True))

    def explain(self, why: Callable[[Question], str]) -> bool:
        """Notes why questions are gone, as far as `why` knows by now; the first reason stays. Whether any is new."""
        unexplained = [state for state in self._states.values() if state.is_gone and not state.note]
        explained = [replace(state, note=note) for state in unexplained if (note := why(state.question))]
        for state in explained:
            self._put(state)
        return bool(explained)

    def _put(self, state: QuestionState) -> None:
        """How a question stands from now on."""
        self._told = None
        question = state.question
        self._states[question.number] = state
        if question.op is not None and not question.is_approval:
            self._rounds.setdefault(question.op, set()).add(question.record)

    def _round(self, question: Question) -> int:
        before = self._rounds.get(question.op, set()) if question.op is not None else set()
        return len(before) + (question.record not in before)

    def answered(self, number: int, answer: Answer, now: float) -> None:
        """The person has answered; `now` in seconds of the session."""
        state = self._states.get(number)
        if state is not None and state.is_waiting:
            self._put(replace(state, answer=answer, waited_s=now - state.question.asked_at))

    def learn(self, model: Model, record: Record) -> None:
        """What a record tells that nobody was asked: an answer by a rule or from a list, a page that is done."""
        event = record.event
        if isinstance(event, Decision) and event.topic == "answer" and isinstance(event.data, dict):
            number = event.data.get("question")
            if isinstance(number, int) and number not in self._states and event.records:
                state = _unasked(model, record, event, number)
                self._put(replace(state, round=self._round(state.question)))
                self._unread.add(number)
        elif isinstance(event, Received) and b"elicitation/complete" in event.raw:
            self._done(event.raw)

    def read_answers(self, model: Model) -> None:
        """What went back for rules, now that it may have gone."""
        for number in list(self._unread):
            state = self._states[number]
            sent = answer_sent(model, state.question, state.question.record)
            if sent is not None and state.answer is not None:
                self._put(replace(state, answer=replace(sent, by=state.answer.by)))
                self._unread.discard(number)

    def _done(self, raw: bytes) -> None:
        """`2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation`."""
        message = decode(raw)
        params = message.params if isinstance(message, Notification) and isinstance(message.params, dict) else {}
        id = params.get("elicitationId")
        for state in self._states.values():
            if isinstance(id, str) and state.question.params.get("elicitationId") == id:
                self._put(replace(state, note=PAGE_DONE))


PAGE_DONE: Final = "The server tells that the page is done."


def _unasked(model: Model, record: Record, event: Decision, number: int) -> QuestionState:
    """A question that a rule or a list answered before anybody was asked."""
    data = event.data if isinstance(event.data, dict) else {}
    question = _question(model, number, event.records[0], str(data.get("key", "")), event, record.at)
    answer = replace(_decided(event.verdict), by="rule" if "rule" in data else "list")
    return QuestionState(question, model.session.status.server_name, answer=answer)


def recorded(model: Model) -> tuple[QuestionState, ...]:
    """The questions of a recording, from the decisions that the client left about them."""
    states: dict[int, QuestionState] = {}
    gone = Withdrawals(model)
    for record in model.those(model.told):
        event = record.event
        if not isinstance(event, Decision) or event.topic not in ("question", "answer"):
            continue
        data = event.data if isinstance(event.data, dict) else {}
        number = data.get("question")
        if not isinstance(number, int):
            continue
        if event.topic == "question":
            seq = event.records[0] if event.records else 0
            question = _question(model, number, seq, str(data.get("key", "")), event, record.at)
            states[number] = QuestionState(question, model.session.status.server_name, is_gone=True)
        elif number in states:
            states[number] = _ended(model, gone, states[number], event, record.seq)
        elif event.records:
            state = _unasked(model, record, event, number)
            states[number] = _ended(model, gone, state, event, record.seq)
    return tuple(states.values())


def _ended(model: Model, gone: Withdrawals, state: QuestionState, event: Decision, seq: int) -> QuestionState:
    """A question of a recording, with the decision that ended it."""
    waited = (event.ms or 0.0) / 1000
    question = state.question
    if event.verdict in ("withdrawn", "unanswered"):
        return replace(state, note=gone.why_gone(question), waited_s=waited)
    sent = (None if question.is_approval else answer_sent(model, question, seq)) or _decided(event.verdict)
    by = state.answer.by if state.answer is not None else sent.by
    return replace(state, answer=replace(sent, by=by), is_gone=False, waited_s=waited)


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
    if not seq:
        data = event.data if isinstance(event.data, dict) else {}
        request = {"method": event.action, "params": data.get("params")}
    elif isinstance(message, Request):
        request = {"method": message.method}
        if message.params is not MISSING:
            request["params"] = message.params
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
