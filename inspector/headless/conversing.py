"""One question put to the person at the terminal: its words, its fields one by one, then accept, decline or cancel.

Everything is written to stderr, stdout being for data. A URL is shown and never opened.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from inspector.errors import InspectorError
from inspector.forms.arguments import Draft
from inspector.forms.fields import Field
from inspector.forms.form import form_of
from inspector.forms.levels import level_of
from inspector.headless.output import indented, to_stderr
from inspector.protocol.questions import Answer, Question, accept, cancel, decline
from inspector.wire.json import MISSING, Json, NotJson, dumps, parse, pretty
from inspector.wire.text import visible

Prepare = Callable[[Question], Awaitable[dict[str, Json]]]
"""Has an answer to a question prepared; raises InspectorError where that fails."""

_HOW: Final = (
    '  An empty line takes the default, or leaves it out; "" is the empty text; .anyway keeps what was refused;\n'
    "  .open asks for the fields of an object one by one; .decline and .cancel end it."
)
_REFUSED: Final[dict[str, Json]] = {"code": -1, "message": "The user refused"}


@dataclass(slots=True)
class Terminal:
    """Lines from the terminal, read by the event loop: a thread that waits for a line would hold up the exit."""

    descriptor: int = field(default_factory=lambda: sys.stdin.fileno())
    _pending: bytes = b""

    async def line(self, prompt: str) -> str | None:
        """One line without its end; None where the person ended the input (Ctrl+D)."""
        sys.stderr.write(prompt)
        sys.stderr.flush()
        while b"\n" not in self._pending:
            chunk = await self._chunk()
            if not chunk:
                to_stderr("")
                return None
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")

    async def hidden(self, prompt: str) -> str | None:
        """A line that the terminal does not show while it is typed."""
        import termios

        before = termios.tcgetattr(self.descriptor)
        unseen = [*before]
        unseen[3] = before[3] & ~termios.ECHO
        termios.tcsetattr(self.descriptor, termios.TCSAFLUSH, unseen)
        try:
            return await self.line(prompt)
        finally:
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, before)
            to_stderr("")  # the end of the line that was not shown

    async def _chunk(self) -> bytes:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(self.descriptor, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self.descriptor)
        try:
            return os.read(self.descriptor, 65536)
        except OSError:
            return b""  # the terminal is gone


async def converse(question: Question, terminal: Terminal, prepare: Prepare | None = None) -> Answer:
    """Ask until there is an answer; the end of the input is `cancel`. Cancelled when the question is withdrawn.

    `prepare` has the person's command prepare an answer to sampling, which they see and then send, or not.
    """
    if question.is_approval:
        return await _approval(question, terminal)
    about = f" for {visible(question.about)}" if question.about else ""
    to_stderr(f"The server asks{about} ({visible(question.method)}):")
    for problem in question.problems:
        to_stderr(f"  ▲ {visible(problem)}")
    try:
        if question.mode == "form":
            return await _form(question, terminal)
        if question.mode == "url":
            return await _page(question, terminal)
        if question.mode == "sampling" and prepare is not None:
            return await _prepared(question, terminal, prepare)
        return await _whole(question, terminal)
    except _Left as left:
        return left.answer
    except asyncio.CancelledError:
        to_stderr("")  # the prompt stands at the start of this line
        raise


class _Left(Exception):
    """The person leaves early."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


async def _form(question: Question, terminal: Terminal) -> Answer:
    to_stderr(indented(question.message, "  "))
    form = form_of(question.params.get("requestedSchema", MISSING))
    for problem in form.problems:
        to_stderr(f"  ▲ {visible(problem)}")
    if form.fields:
        to_stderr(_HOW)
    while True:
        draft = Draft.of(form)
        for one in form.fields:
            draft = await _fill(draft, one, terminal)
        judged = draft.assembled()
        for wrong in judged.problems:
            to_stderr(f"  ✗ {visible(wrong.message)}")
        to_stderr("  This would be sent:\n" + indented(pretty(judged.arguments)))
        choices = ("accept", "again", "decline", "cancel") if form.fields else ("accept", "decline", "cancel")
        action = await _choose(terminal, choices)
        if action != "again":
            return {"accept": accept(judged.arguments), "decline": decline()}.get(action, cancel())


async def _fill(draft: Draft, one: Field, terminal: Terminal) -> Draft:
    if one.description:
        to_stderr(indented(one.description, "  · "))
    refused: Draft | None = None
    while True:
        line = await terminal.line(f"  {_label(one)}: ")
        if line is None or line == ".cancel":
            raise _Left(cancel())
        if line == ".decline":
            raise _Left(decline())
        if line == ".anyway" and refused is not None:
            return refused
        if line == ".open" and one.kind == "object":
            for row in level_of(draft, one.path).rows:
                draft = await _fill(draft, row, terminal)
            return draft
        if not line:
            if one.required and draft.entry(one.path) is None:
                to_stderr("  It is required.")
                refused = draft
                continue
            return draft
        empty = line == '""' and not one.edited_as_json
        filled = draft.put(one.path, "") if empty else draft.typed(one.path, line)
        wrong = filled.problem_at(one.path)
        if wrong is None:
            return filled
        refused = filled
        to_stderr(f"  {visible(wrong.message)}")


def _label(one: Field) -> str:
    what = " | ".join(visible(option.label) for option in one.options) if one.options else one.kind
    default = "" if one.default is MISSING else f", default {visible(dumps(one.default))}"
    return f"{visible(one.label)}{'*' if one.required else ''} ({what}{default})"


async def _page(question: Question, terminal: Terminal) -> Answer:
    to_stderr(indented(question.message, "  "))
    url = question.params.get("url")
    if isinstance(url, str):
        to_stderr(f"  It wants this page opened: {visible(url)}")
        to_stderr("  Nothing is opened here. To accept says that you will open it yourself.")
    action = await _choose(terminal, ("accept", "decline", "cancel"))
    return {"accept": accept(MISSING), "decline": decline()}.get(action, cancel())


async def _approval(question: Question, terminal: Terminal) -> Answer:
    """Nothing but `yes` lets the call go out."""
    to_stderr(f"{visible(question.because)} This would be sent:")
    to_stderr(indented(pretty(question.params), "  "))
    chosen = await _choose(terminal, ("yes", "no"), leaving="no")
    return accept(MISSING) if chosen == "yes" else decline()


async def _prepared(question: Question, terminal: Terminal, prepare: Prepare) -> Answer:
    to_stderr(indented(pretty(question.params), "  "))
    to_stderr("  The command prepares an answer …")
    try:
        result = await prepare(question)
    except InspectorError as fault:
        to_stderr(f"  ✗ {visible(fault.account)}")
        return await _by_hand(terminal, Answer(error=_REFUSED), "refuses")
    to_stderr("  It has prepared:\n" + indented(pretty(result)))
    chosen = await _choose(terminal, ("send", "another", "refuse"), leaving="refuse")
    if chosen == "another":
        return await _by_hand(terminal, Answer(error=_REFUSED), "refuses")
    return Answer(result) if chosen == "send" else Answer(error=_REFUSED)


async def _whole(question: Question, terminal: Terminal) -> Answer:
    """The result as one line of JSON: for sampling, and for what is not known here."""
    to_stderr(indented(pretty(question.params), "  "))
    elicits = question.method == "elicitation/create"
    refusal = cancel() if elicits else Answer(error=_REFUSED)
    return await _by_hand(terminal, refusal, "is cancel" if elicits else "refuses")


async def _by_hand(terminal: Terminal, refusal: Answer, ends: str) -> Answer:
    while True:
        line = await terminal.line(f"  The whole result as one line of JSON; an empty line {ends}: ")
        if not line:
            return refusal
        try:
            result: Json = parse(line)
        except NotJson as error:
            to_stderr(f"  It is not JSON: {error.reason}, character {error.position + 1}.")
            continue
        if isinstance(result, dict):
            return Answer(result)
        to_stderr("  It is no object.")


async def _choose(terminal: Terminal, choices: tuple[str, ...], leaving: str = "cancel") -> str:
    """One of the choices, by its word or the beginning of it that no other has; the end of the input is `leaving`."""
    while True:
        line = await terminal.line(f"  {', '.join(choices[:-1])} or {choices[-1]}? ")
        if line is None:
            return leaving
        meant = [choice for choice in choices if line.strip() and choice.startswith(line.strip().lower())]
        if len(meant) == 1:
            return meant[0]
