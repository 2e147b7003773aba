"""What the server asks while we are its client: requests of its own (legacy), or `inputRequests` (modern).

Every request of a legacy server is answered, if only with a refusal; one that comes while we close is recorded.
A modern server may send none, and gets no response (`2026-07-28 basic/patterns/mrtr`).
"""

import asyncio
from typing import Final

from inspector.client.desk import Desk
from inspector.client.line import Line
from inspector.client.pausing import connection_ended, pause
from inspector.client.requests import Requests
from inspector.errors import ConnectError
from inspector.protocol import changes as fold
from inspector.protocol.changes import Exchange
from inspector.protocol.envelope import http_headers
from inspector.protocol.questions import ASKABLE, Answer, Question, wrong_mode
from inspector.protocol.steps import Ask, Heard, Pause, Reply
from inspector.wire import events, jsonrpc
from inspector.wire.json import MISSING, Json

PARTING: Final = 0.5
"""Seconds for the answers to open questions when the connection is closed."""


class Answering:
    """Hears what is asked, has the desk put it to somebody, and sends what comes of it."""

    def __init__(self, line: Line, desk: Desk, requests: Requests) -> None:
        self._line = line
        self._desk = desk
        self._requests = requests
        self._open: dict[int, tuple[Question, asyncio.Task[None]]] = {}
        self._answered: set[int] = set()  # of those that are open: their answer is on its way
        self._pauses: dict[int | None, asyncio.Timeout] = {}
        self._hurried: set[int] = set()
        requests.given_up = self._given_up

    def take(self, change: fold.Change) -> None:
        """Begin to answer, or stop."""
        if isinstance(change, fold.Asked):
            self._asked(change)
        elif isinstance(change, fold.Withdrawn) and change.exchange.seq in self._open:
            question, task = self._open[change.exchange.seq]
            question.withdrawn = change.reason or "The server withdrew it."
            if question not in self._desk.open:
                self._desk.note_withdrawn(question)  # in the same breath: it was put to nobody
            task.cancel()

    def _given_up(self, parent: Exchange) -> None:
        """A request of ours is not waited for any more: nobody need answer what it was asked for, and the server hears
        that nobody chose."""
        for seq, (question, task) in tuple(self._open.items()):
            theirs = self._line.exchanges.theirs.get(seq)
            if theirs is None or theirs.parent != parent.seq or seq in self._answered:
                continue
            question.withdrawn = "The call that it was asked for is not waited for any more."
            if question not in self._desk.open:
                self._desk.note_withdrawn(question)  # in the same breath: it was put to nobody
            task.cancel()
            self._line.start(self._respond(_legacy_answer(question, None), question.op))

    async def ask_all(self, step: Ask | Pause, op: int | None) -> tuple[dict[str, Json], float] | Reply | Heard:
        """Wait for what a conversation needs before it can go on: for the person, or for time and news."""
        return await (self._pause(step, op) if isinstance(step, Pause) else self._put_all(step, op))

    def go_on(self, op: int) -> bool:
        """End the pause that the operation is in, else the one that it comes to next; whether it is in one."""
        scope = self._pauses.get(op)
        if scope is None:
            self._hurried.add(op)
            return False
        scope.reschedule(asyncio.get_running_loop().time())
        return True

    async def _pause(self, step: Pause, op: int | None) -> Heard:
        started = self._line.journal.now()
        if op is not None and op in self._hurried:
            self._hurried.discard(op)
            return Heard(told=True)
        try:
            async with asyncio.timeout(None) as scope:
                self._pauses[op] = scope
                return await pause(self._line.journal, step)
        except TimeoutError:
            return Heard(ms=(self._line.journal.now() - started) * 1000, told=True)
        finally:
            self._pauses.pop(op, None)

    async def _put_all(self, step: Ask, op: int | None) -> tuple[dict[str, Json], float] | Reply:
        """Put the questions of one round to the person: the results by key, and the wait in milliseconds.

        If the connection ends first they are withdrawn, for there is nobody any more to be answered: a reply says so.
        """
        started = self._line.journal.now()
        questions = [
            self._desk.question(request, key=key, op=op, record=step.record, era=step.era, about=step.about)
            for key, request in step.questions.items()
        ]
        try:
            async with asyncio.TaskGroup() as asking:
                tasks = [asking.create_task(self._desk.put(question)) for question in questions]
                lost = asking.create_task(self._until_lost(step, questions, tasks))
                await asyncio.wait(tasks)
                lost.cancel()
        except asyncio.CancelledError:
            # Nothing is in flight that could end and say so: the call is over with its questions.
            because = "The call was given up while it waited for a person; the server waits for nothing."
            clause = "2026-07-28 basic/patterns/mrtr"
            self._line.decide(
                events.Decision("cancel", "", "cancelled", because, clause=clause, records=(step.record,), op=op)
            )
            raise
        waited = (self._line.journal.now() - started) * 1000
        if not lost.cancelled():
            return self._lost(step, lost.result(), op, waited)
        answers = {
            question.key: answer.result
            for question, task in zip(questions, tasks, strict=True)
            if (answer := task.result()) is not None and answer.result is not MISSING
        }
        return answers, waited

    async def _until_lost(
        self, step: Ask, questions: list[Question], tasks: "list[asyncio.Task[Answer | None]]"
    ) -> str:
        """Wait for the end of the connection and withdraw the questions; why it ended."""
        because = await connection_ended(self._line.journal, step.record)
        for question in questions:
            question.withdrawn = f"{because[:1].upper()}{because[1:]}, so nobody waits for an answer."
        for task in tasks:
            task.cancel()
        return because

    def _lost(self, step: Ask, detail: str, op: int | None, waited: float) -> Reply:
        because = f"{detail[:1].upper()}{detail[1:]} while a person was asked; the call cannot go on."
        self._line.decide(events.Decision("cancel", "", "lost", because, records=(step.record,), op=op))
        return Reply(failure="closed", detail=detail, records=(step.record,), ms=waited, human_ms=waited)

    async def close(self) -> None:
        """The connection is about to be closed: what is still open is answered with `cancel`, as far as that goes."""
        left = tuple(self._open.items())
        try:
            async with asyncio.timeout(PARTING):
                for seq, (question, task) in left:
                    if seq in self._answered:
                        await asyncio.wait((task,))
                        continue
                    question.withdrawn = "The connection is closed before anybody answered; the server is told so."
                    task.cancel()
                    await self._respond(_legacy_answer(question, None), question.op)
        except TimeoutError:
            pass  # the server takes nothing any more

    def _asked(self, change: fold.Asked) -> None:
        exchange = change.exchange
        if self._line.agreed is not None and self._line.agreed.era == "modern":
            because = "A modern server may not send requests; a client sends it no responses."
            return self._note(exchange, "not answered", because, "2026-07-28 basic/patterns/mrtr")
        parent = self._line.exchanges.ours.get(exchange.parent) if exchange.parent is not None else None
        if exchange.http is not None and parent is not None and parent.method == "server/discover":
            because = "It came on the stream of a modern request, which carries none; a client sends it no response."
            return self._note(exchange, "not answered", because, "2026-07-28 basic/patterns/mrtr")
        if self._line.closing:
            because = "The connection is being closed."
            return self._note(exchange, "not answered", because)
        if not jsonrpc.is_id(exchange.id):
            because = "Its id is neither string nor integer, so no answer could name it."
            return self._refuse(exchange, None, jsonrpc.INVALID_REQUEST, because)
        if change.duplicate:
            because = "A request with this id is still open."
            return self._refuse(exchange, exchange.id, jsonrpc.INVALID_REQUEST, because)
        if exchange.method == "ping":
            self._line.start(self._respond(jsonrpc.result(exchange.id, {}), exchange.op))
            return None
        if exchange.method not in ASKABLE:
            because = f"{exchange.method} is no method of a client."
            return self._refuse(exchange, exchange.id, jsonrpc.METHOD_NOT_FOUND, because)
        params = change.request.params if isinstance(change.request.params, dict) else {}
        question = self._desk.question(
            {"method": exchange.method, "params": params},
            request_id=exchange.id,
            op=exchange.op,
            record=exchange.seq,
            era="legacy",
            about=(parent.name or "") if parent is not None else "",
        )
        wrong = wrong_mode(exchange.method, params)
        if wrong:
            # To be refused (`2025-11-25 client/elicitation#error-handling`), unless a rule says otherwise.
            ruled = self._desk.by_rule(question)
            if ruled is None:
                return self._refuse(exchange, exchange.id, jsonrpc.INVALID_PARAMS, f"{wrong[:1].upper()}{wrong[1:]}.")
            self._line.start(self._respond(_legacy_answer(question, ruled), exchange.op))
            return None
        task = self._line.start(self._answer(question))
        self._open[exchange.seq] = (question, task)
        task.add_done_callback(lambda _: self._over(exchange.seq))
        return None

    def _over(self, seq: int) -> None:
        self._open.pop(seq, None)
        self._answered.discard(seq)

    def _note(self, exchange: Exchange, verdict: str, because: str, clause: str = "") -> None:
        self._line.decide(
            events.Decision(
                "question", exchange.method, verdict, because, clause=clause, records=(exchange.seq,), op=exchange.op
            )
        )

    def _refuse(self, exchange: Exchange, id: Json, code: int, because: str) -> None:
        self._note(exchange, "refused", because, "2025-11-25 basic/index#requests")
        self._line.start(self._respond(jsonrpc.error(id, code, because), exchange.op))

    async def _respond(self, raw: bytes, op: int | None) -> None:
        if self._line.transport is None:
            return
        try:
            # A response has neither method nor name; only the version header goes with it.
            speech = self._line.spoken or self._line.speech
            headers = http_headers(speech, "", {}) if speech.era == "legacy" else {}
            await self._line.transport.send(raw, headers, op=op)
        except ConnectError:
            pass  # the server that asked is gone; the journal says so

    async def _answer(self, question: Question) -> None:
        paused = self._requests.pause(question.op)
        try:
            answer = await self._desk.put(question)
        finally:
            self._requests.resume(paused)
        self._answered.add(question.record)
        await self._respond(_legacy_answer(question, answer), question.op)


def _legacy_answer(question: Question, answer: Answer | None) -> bytes:
    id = question.request_id
    if answer is None:
        if question.method == "elicitation/create":
            return jsonrpc.result(id, {"action": "cancel"})
        return jsonrpc.error(id, -1, "Nobody answered the request")
    if answer.error is not None:
        code, message = answer.error.get("code", -1), answer.error.get("message", "The user refused")
        return jsonrpc.error(id, code, message, answer.error.get("data", MISSING))
    return jsonrpc.result(id, answer.result)
