"""The desk: what the server asks, in the order in which it asked, until somebody answers.

The desk decides nothing for the person. A rule that they set answers first; else roots are answered from the list that
they gave, and all else goes to the asker that the head of the program (terminal interface or command) put in place.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from inspector.client.fitting import misfit
from inspector.client.rulebook import KeptRule, Rulebook
from inspector.errors import InspectorError, UsageError
from inspector.journal import Journal
from inspector.protocol.questions import APPROVAL, Answer, Question, question_problems
from inspector.secrets import mask_arguments
from inspector.wire import events
from inspector.wire.json import MISSING, Json
from inspector.wire.text import visible
from inspector.wire.versions import Era

if TYPE_CHECKING:
    from inspector.client.sampling_command import SamplingCommand

Asker = Callable[[Question], Awaitable[Answer | None]]
"""Puts one question to somebody. None: nobody is there. Cancelled when the question is withdrawn."""


def root_of(place: str) -> dict[str, Json]:
    """A root as the protocol has it: a URI as given, or the file URI of a path, with its last part as the name."""
    if "://" in place:
        return {"uri": place}
    path = Path(place).expanduser().absolute()
    return {"uri": "file://" + quote(str(path)), "name": path.name or str(path)}


class Desk:
    """`open` holds the questions that wait; every question and every answer leaves a decision in the journal.

    `rulebook` has the rules, which may change; `command` is the person's own for sampling, None without one.
    """

    def __init__(
        self,
        journal: Journal,
        ask: Asker | None,
        roots: Iterable[str],
        rulebook: Rulebook,
        command: "SamplingCommand | None" = None,
    ) -> None:
        self._journal = journal
        self._ask = ask
        self.rulebook = rulebook
        self.command = command
        self._numbers = itertools.count(1)
        self.roots: tuple[dict[str, Json], ...] = ()
        self.set_roots(roots)
        self.open: tuple[Question, ...] = ()

    def set_roots(self, places: Iterable[str]) -> None:
        """Answer with these from now on: paths, or URIs as they are."""
        self.roots = tuple(root_of(place) for place in places)

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

    def approval(self, params: dict[str, Json], era: Era, op: int | None, because: str) -> Question:
        """Our own question, whether this `tools/call` may go out; `because` says why the person is asked."""
        name = params.get("name")
        return Question(
            next(self._numbers),
            APPROVAL,
            params,
            era,
            0,
            op=op,
            about=name if isinstance(name, str) else "a tool without a name",
            asked_at=self._journal.now(),
            raw={"method": APPROVAL, "params": params},
            because=because,
        )

    async def put(self, question: Question) -> Answer | None:
        """Have a question answered; None if nobody is there, or if the asker itself failed, which is recorded."""
        rule = self.rulebook.first(question, commanded=self.command is not None)
        if rule is not None and not rule.rule.by_command:
            return self._ruled(question, rule)
        if rule is None and question.method == "roots/list":
            self._note(question, "answered", f"The server asked for the roots; the list has {len(self.roots)}.")
            return Answer({"roots": list(self.roots)}, by="list")
        self.open = (*self.open, question)
        try:
            answer = await self._commanded(question, rule) if rule is not None else None
            if answer is None:
                answer = await self._asked(question)
        except asyncio.CancelledError:
            self.note_withdrawn(question)
            raise
        except Exception as error:
            # Whoever asks the person is not part of the session, and its failure must not end that.
            self._note(question, "unanswered", f"Asking failed: {type(error).__name__}: {visible(str(error))[:200]}.")
            return None
        finally:
            self.open = tuple(other for other in self.open if other is not question)
        if answer is None and question.command_failed:
            because = f"There was no person to answer in its place. {question.command_failed}"
            self._note(question, "unanswered", because, rule=rule.number if rule is not None else None)
        else:
            self._note(question, *_said(answer), rule=rule.number if rule is not None else None)
        return answer

    async def _asked(self, question: Question) -> Answer | None:
        because = f"Somebody must answer “{visible(question.message)[:200]}”."
        if question.is_approval:
            because = f"{question.because} The call waits, and nothing is sent before the person agrees."
        self._note(question, "waiting", because, topic="question")
        return await self._ask(question) if self._ask is not None else None

    def by_rule(self, question: Question) -> Answer | None:
        """The answer of the person's first rule that fits, however odd the question is; None if none does."""
        rule = self.rulebook.first(question, commanded=False)
        return None if rule is None else self._ruled(question, rule)

    def _ruled(self, question: Question, rule: KeptRule) -> Answer:
        answer = rule.rule.say(question)
        self.rulebook.count(rule.number)
        self._note(question, *_said(answer), rule=rule.number)
        wrong = misfit(question, answer.result)
        if wrong:
            because = f"The rule's answer does not fit: {wrong}. It is sent all the same, as the rule says."
            self._note(question, "does not fit", because, topic="rule", rule=rule.number)
        return answer

    async def prepare(self, question: Question) -> dict[str, Json]:
        """What the person's command prepares for a sampling question; it is sent by nobody here.

        Both that it did and that it failed is recorded. Raises CommandFailed, and UsageError without a command.
        """
        if self.command is None:
            raise UsageError("There is no command for sampling.", hint="Give one with --sampling-command.")
        started = self._journal.now()
        try:
            result = await self.command.prepare(question.params)
        except InspectorError as error:
            question.command_failed = error.account
            self._note_command(question, "failed", error.account, started)
            raise
        except asyncio.CancelledError:
            self._note_command(question, "ended", "Nobody waits for its answer any more.", started)
            raise
        question.command_failed = ""
        self._note_command(question, "prepared", "The person's command has prepared an answer.", started)
        return result

    def _note_command(self, question: Question, verdict: str, because: str, started: float) -> None:
        if not self._journal.sealed:
            ms = (self._journal.now() - started) * 1000
            data: dict[str, Json] = {"question": question.number}
            if self.command is not None:
                data["command"] = list(mask_arguments(self.command.words))
            self._journal.append(
                events.Decision("command", question.method, verdict, because, ms=ms, op=question.op, data=data)
            )

    async def _commanded(self, question: Question, rule: KeptRule) -> Answer | None:
        """The answer that a rule has the command give; None if it failed: then the person is asked."""
        try:
            result = await self.prepare(question)
        except InspectorError:
            return None
        self.rulebook.count(rule.number)
        return Answer(result, by="command")

    def note_withdrawn(self, question: Question) -> None:
        """Record that nobody shall answer any more, and why."""
        self._note(question, "withdrawn", question.withdrawn or "What it was asked for has ended.")

    def _note(
        self, question: Question, verdict: str, because: str, topic: str = "answer", rule: int | None = None
    ) -> None:
        if self._journal.sealed:
            return  # nobody can read it any more
        data: dict[str, Json] = {"question": question.number, "key": question.key}
        if rule is not None:
            data["rule"] = rule
        if question.is_approval:
            data["params"] = question.params  # no record has them: they have not been sent
        waited = (self._journal.now() - question.asked_at) * 1000
        self._journal.append(
            events.Decision(
                topic,
                question.method,
                verdict,
                because,
                clause=_CLAUSES[question.era] if question.mode in ("form", "url") else "",
                ms=waited if topic == "answer" else None,
                records=(question.record,) if question.record else (),
                op=question.op,
                data=data,
            )
        )


def _said(answer: Answer | None) -> tuple[str, str]:
    if answer is None:
        return "unanswered", "There was neither a rule nor a person to answer."
    by = _BY.get(answer.by, answer.by)
    if answer.result is MISSING:
        return "refused", f"{by} refused."
    action = answer.result.get("action") if isinstance(answer.result, dict) else None
    return (action, f"{by} chose {action}.") if isinstance(action, str) else ("answered", f"{by} answered.")


_CLAUSES: Final = {
    "modern": "2026-07-28 client/elicitation#response-actions",
    "legacy": "2025-11-25 client/elicitation#response-actions",
}
_BY: Final = {
    "person": "The person",
    "rule": "A rule",
    "list": "The list",
    "command": "By a rule, the person's command",
    "recording": "The recording",
}
