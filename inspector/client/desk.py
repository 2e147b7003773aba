"""The desk: what the server asks, in the order in which it asked, until somebody answers.

The desk decides nothing for the person. A rule that they set answers first; else roots are answered from the list that
they gave, and all else goes to the asker that the head of the program (terminal interface or command) put in place.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from urllib.parse import quote

from inspector.journal import Journal
from inspector.protocol.questions import Answer, Question, Rule, answer_by_rule, question_problems
from inspector.wire import events
from inspector.wire.json import MISSING, Json
from inspector.wire.text import visible
from inspector.wire.versions import Era

Asker = Callable[[Question], Awaitable[Answer | None]]
"""Puts one question to somebody. None: nobody is there. Cancelled when the question is withdrawn."""


def root_of(place: str) -> dict[str, Json]:
    """A root as the protocol has it: a URI as given, or the file URI of a path, with its last part as the name."""
    if "://" in place:
        return {"uri": place}
    path = Path(place).expanduser().absolute()
    return {"uri": "file://" + quote(str(path)), "name": path.name or str(path)}


class Desk:
    """`open` holds the questions that wait; every question and every answer leaves a decision in the journal."""

    def __init__(self, journal: Journal, ask: Asker | None, roots: Iterable[str], rules: tuple[Rule, ...] = ()) -> None:
        self._journal = journal
        self._ask = ask
        self._rules = rules
        self._numbers = itertools.count(1)
        self.roots = tuple(root_of(place) for place in roots)
        self.open: tuple[Question, ...] = ()

    def question(
        self,
        request: Json,
        *,
        era: Era,
        record: int,
        key: str = "",
        request_id: Json = None,
        op: int | None = None,
        about: str = "",
    ) -> Question:
        """A question out of a request object; tolerant of what a server may put there."""
        request = request if isinstance(request, dict) else {}
        given, named = request.get("params"), request.get("method")
        params = given if isinstance(given, dict) else {}
        method = named if isinstance(named, str) else ""
        return Question(
            next(self._numbers),
            method,
            params,
            era,
            record,
            key,
            request_id,
            op,
            about,
            asked_at=self._journal.now(),
            raw=request,
            problems=question_problems(method, params),
        )

    async def put(self, question: Question) -> Answer | None:
        """Have a question answered; None if nobody is there, or if the asker itself failed, which is recorded."""
        ruled = self.by_rule(question)
        if ruled is not None:
            return ruled
        if question.method == "roots/list":
            self._note(question, "answered", f"The server asked for the roots; the list has {len(self.roots)}.")
            return Answer({"roots": list(self.roots)}, by="list")
        self.open = (*self.open, question)
        self._note(question, "waiting", f"Somebody must answer “{visible(question.message)[:200]}”.", topic="question")
        answer: Answer | None = None
        try:
            answer = await self._ask(question) if self._ask is not None else None
        except asyncio.CancelledError:
            self.note_withdrawn(question)
            raise
        except Exception as error:
            # Whoever asks the person is not part of the session, and its failure must not end that.
            self._note(question, "unanswered", f"Asking failed: {type(error).__name__}: {visible(str(error))[:200]}.")
            return None
        finally:
            self.open = tuple(other for other in self.open if other is not question)
        self._note(question, *_said(answer))
        return answer

    def by_rule(self, question: Question) -> Answer | None:
        """The answer of the person's first rule that fits, however odd the question is; None if none does."""
        answer = answer_by_rule(self._rules, question)
        if answer is not None:
            self._note(question, *_said(answer))
        return answer

    def note_withdrawn(self, question: Question) -> None:
        """Record that nobody shall answer any more, and why."""
        self._note(question, "withdrawn", question.withdrawn or "What it was asked for has ended.")

    def _note(self, question: Question, verdict: str, because: str, topic: str = "answer") -> None:
        if self._journal.sealed:
            return  # nobody can read it any more
        waited = (self._journal.now() - question.asked_at) * 1000
        self._journal.append(
            events.Decision(
                topic,
                question.method,
                verdict,
                because,
                clause="2026-07-28 client/elicitation" if question.method.startswith("elicitation") else "",
                ms=waited if topic == "answer" else None,
                records=(question.record,) if question.record else (),
                op=question.op,
                data={"question": question.number, "key": question.key},
            )
        )


def _said(answer: Answer | None) -> tuple[str, str]:
    if answer is None:
        return "unanswered", "There was neither a rule nor a person to answer."
    by = {"person": "The person", "rule": "A rule", "list": "The list"}.get(answer.by, answer.by)
    if answer.result is MISSING:
        return "refused", f"{by} refused."
    action = answer.result.get("action") if isinstance(answer.result, dict) else None
    return (action, f"{by} chose {action}.") if isinstance(action, str) else ("answered", f"{by} answered.")
