"""Who answers the server's questions without a terminal interface: rules first, then the person at the terminal."""

import asyncio
import sys

from inspector.forms.fields import Field, Problem
from inspector.forms.form import form_of
from inspector.forms.values import read_text
from inspector.protocol.questions import Answer, Question, Rule, accept, answer_by_rule, cancel, decline
from inspector.wire.json import MISSING, Json, NotJson, parse
from inspector.wire.text import visible


class Asking:
    """The asker of the commands. `unanswered` lists the questions that nobody was there for."""

    def __init__(self, rules: tuple[Rule, ...], *, terminal: bool | None = None) -> None:
        self._rules = rules
        self._terminal = sys.stdin.isatty() and sys.stderr.isatty() if terminal is None else terminal
        self._one_at_a_time = asyncio.Lock()
        self.unanswered: list[Question] = []

    async def __call__(self, question: Question) -> Answer | None:
        """An answer by rule, or by the person, or None."""
        answer = answer_by_rule(self._rules, question)
        if answer is None and self._terminal:
            async with self._one_at_a_time:
                answer = await asyncio.to_thread(_ask_here, question)
        if answer is None:
            self.unanswered.append(question)
        return answer


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def _read(prompt: str) -> str | None:
    """One line from the terminal; None at its end."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


def _ask_here(question: Question) -> Answer | None:
    _say(f"The server asks ({question.method}): “{visible(question.message)}”")
    if question.mode == "url":
        url = question.params.get("url")
        _say(f"  It wants this page opened: {visible(url) if isinstance(url, str) else 'no URL was given'}")
        return _choose(MISSING)
    if question.mode == "form":
        return _fill(question)
    _say(visible(str(question.params))[:2000])
    return _raw()


def _choose(content: Json) -> Answer:
    while True:
        word = _read("  accept, decline or cancel? ")
        if word is None or word.strip() in ("cancel", "c"):
            return cancel()
        if word.strip() in ("accept", "a"):
            return accept(content)
        if word.strip() in ("decline", "d"):
            return decline()


def _raw() -> Answer | None:
    while True:
        line = _read("  the whole result as JSON, or nothing to refuse: ")
        if not line:
            return Answer(error={"code": -1, "message": "The user refused"})
        try:
            return Answer(parse(line))
        except NotJson as error:
            _say(f"  not JSON: {error.reason}")


def _fill(question: Question) -> Answer:
    form = form_of(question.params.get("requestedSchema", MISSING))
    _say("  an empty line leaves a field out, or takes its default; .decline and .cancel end it")
    content: dict[str, Json] = {}
    for field in form.fields:
        while True:
            line = _read(f"  {_label(field)}: ")
            if line is None or line == ".cancel":
                return cancel()
            if line == ".decline":
                return decline()
            if not line:
                if field.default is not MISSING:
                    content[field.name] = field.default
                elif field.required:
                    _say("  it is required")
                    continue
                break
            value = read_text(field, line)
            if isinstance(value, Problem):
                _say(f"  {visible(value.message)}")
                continue
            content[field.name] = value
            break
    return accept(content)


def _label(field: Field) -> str:
    choices = f" [{', '.join(visible(option.label) for option in field.options)}]" if field.options else ""
    default = "" if field.default is MISSING else f" (default {visible(str(field.default))})"
    return f"{visible(field.label)}{'*' if field.required else ''} {field.kind}{choices}{default}"
