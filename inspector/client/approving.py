"""Calls that wait for a yes before they go out, where the person wants that.

A tool is taken for what its annotations say, as far as the server has listed it; what is not said counts as the
specification has it: not read-only, and destructive (`2026-07-28 server/tools#tool`, `ToolAnnotations`).
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from inspector.client.desk import Desk
from inspector.client.line import Line
from inspector.client.pausing import connection_ended
from inspector.config.settings import Approve
from inspector.protocol import changes as fold
from inspector.protocol.questions import APPROVAL, Answer, Question
from inspector.protocol.steps import Reply
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Result
from inspector.wire.text import visible

_CLAUSE: Final = "2026-07-28 server/tools#user-interaction-model"


def why_asked(policy: Approve, name: str, annotations: Mapping[str, Json] | None) -> str:
    """Why a call of this tool waits for a yes, as a sentence; empty where it does not.

    `annotations` None: the server has not listed the tool.
    """
    if policy == "none":
        return ""
    marks = annotations or {}
    if marks.get("readOnlyHint") is True or (policy == "destructive" and marks.get("destructiveHint") is False):
        return ""
    shown = visible(name)[:80] or "A tool without a name"
    if annotations is None:
        return f"{shown} is not listed, so it may do anything."
    if marks.get("destructiveHint") is True:
        return f"{shown} is marked destructive."
    if policy == "writes":
        return f"{shown} is not marked read-only."
    return f"{shown} is marked neither read-only nor harmless, so it counts as destructive."


class Approving:
    """Knows the tools' annotations from what the server listed, and which operations the person has approved."""

    def __init__(self, line: Line, desk: Desk) -> None:
        self._line = line
        self._desk = desk
        self._annotations: dict[str, Mapping[str, Json]] = {}
        self._approved: set[int] = set()

    def take(self, change: fold.Change) -> None:
        """Learn from a list of tools."""
        if not isinstance(change, fold.Settled) or change.exchange.method != "tools/list":
            return
        result = change.answer.result if isinstance(change.answer, Result) else None
        listed = result.get("tools") if isinstance(result, dict) else None
        for tool in listed if isinstance(listed, list) else ():
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                marks = tool.get("annotations")
                self._annotations[tool["name"]] = marks if isinstance(marks, dict) else {}

    async def gate(self, method: str, params: Mapping[str, Json], op: int | None) -> Reply | float:
        """Wait until this request may go out: the seconds that a person took, or the reply where it may not.

        A person is asked once for each operation, whatever rounds it takes. A call that was not approved was not sent,
        and ends as cancelled: nothing is in flight that could end and say so. If the connection ends first, the
        question is withdrawn at once, and the call ends as closed.
        """
        policy = self._line.options.approve
        if method != APPROVAL or policy == "none" or op in self._approved:
            return 0.0
        self._line.read()  # what the server has listed up to this moment counts
        named = params.get("name")
        name = named if isinstance(named, str) else ""
        because = why_asked(policy, name, self._annotations.get(name))
        if not because:
            return 0.0
        started, since = self._line.journal.now(), len(self._line.journal)
        question = self._desk.approval(dict(params), self._line.speech.era, op, because)
        try:
            answer, lost = await self._put(question, since)
        except asyncio.CancelledError:
            self._not_sent("It was cancelled while it waited for a yes; nothing was sent.", op)
            raise
        waited = self._line.journal.now() - started
        if lost:
            self._not_sent(f"{lost[:1].upper()}{lost[1:]} while it waited for a yes; nothing was sent.", op, "lost")
            return Reply(failure="closed", detail=lost, ms=waited * 1000, human_ms=waited * 1000)
        if answer is not None and approves(answer):
            if op is not None:
                self._approved.add(op)
            return waited
        why = "Nobody was there to approve it" if answer is None else "The person did not approve it"
        self._not_sent(f"{why}: nothing was sent.", op)
        return Reply(failure="cancelled", detail=f"{why}: nothing was sent", ms=waited * 1000, human_ms=waited * 1000)

    async def _put(self, question: Question, since: int) -> tuple[Answer | None, str]:
        """The answer, or why the connection ended before there was one: then it is withdrawn, for it can go nowhere."""
        async with asyncio.TaskGroup() as asking:
            task = asking.create_task(self._desk.put(question))
            ending = asking.create_task(connection_ended(self._line.journal, since))
            await asyncio.wait((task, ending), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                ending.cancel()
                return task.result(), ""
            lost = ending.result()
            question.withdrawn = f"{lost[:1].upper()}{lost[1:]}, so there is nobody to call."
            task.cancel()
        return None, lost

    def _not_sent(self, because: str, op: int | None, verdict: str = "not sent") -> None:
        self._line.decide(events.Decision("cancel", APPROVAL, verdict, because, clause=_CLAUSE, op=op))


def approves(answer: Answer) -> bool:
    """Whether an answer to an approval lets the call go out: `accept()`, and nothing else."""
    return isinstance(answer.result, dict) and answer.result.get("action") == "accept"


def with_wait(reply: Reply, waited: float) -> Reply:
    """The reply of a request that waited for a yes so many seconds before: they are a person's, not the server's."""
    return replace(reply, ms=reply.ms + waited * 1000, human_ms=reply.human_ms + waited * 1000) if waited else reply
