"""`replay`: the requests of a recording sent again, each answer compared with the recorded one."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from inspector.analysis.compare.answers import HIDDEN, compare_answers
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.resending import Cursors, RecordedAnswers, not_resent, resent
from inspector.analysis.compare.side import Side
from inspector.analysis.differences import Difference, Ignored
from inspector.headless.comparing import change_text, difference_json
from inspector.headless.concluding import ask, rounded
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.offering import ask_lists
from inspector.headless.output import safe_json
from inspector.protocol.questions import Answer, Question, Rule
from inspector.wire.json import MISSING, Json, dumps, pretty
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.text import visible

Form = Literal["text", "json", "junit"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
Verdict = Literal["equal", "different", "missing", "new", "error"]
"""The same; not the same; no answer now; no answer then; an error now where there was a result."""

_SIGNS: Final[dict[Verdict, str]] = {"equal": "=", "different": "≠", "missing": "-", "new": "+", "error": "✗"}


@dataclass(frozen=True, slots=True)
class Replayed:
    """One request that was sent again. `why` says why there was no answer; `ms` what it took, None if it did not go."""

    asked: Asked
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    why: str = ""
    ms: float | None = None

    @property
    def title(self) -> str:
        """Its record, method and name; foreign text."""
        return f"{self.asked.seq} {self.asked.method} {self.asked.name}".rstrip()

    def as_json(self) -> dict[str, Json]:
        """As an element of `requests`."""
        return {
            "seq": self.asked.seq,
            "method": self.asked.method,
            "name": self.asked.name or None,
            "verdict": self.verdict,
            "differences": [difference_json(one, "recorded", "now") for one in self.differences],
        }

    def lines(self) -> list[str]:
        """What is to be said of it beyond the verdict; sanitised."""
        said = [f"{visible(one.where)}  {change_text(one.before, one.after)}" for one in self.differences]
        return [*said, visible(self.why)] if self.why else said


@dataclass(frozen=True, slots=True)
class How:
    """How a recording is sent again: what is ignored, whether in its pace, in which form it is told and where."""

    ignored: Ignored
    pace: bool = False
    form: Form = "text"
    file: Path | None = None


def roots_rules(side: Side) -> tuple[Rule, ...]:
    """A rule that answers for the roots as the recording has them, if it has them."""
    given = next((one for one in side.asked.given if one.method == "roots/list" and not one.refused), None)
    return () if given is None else (Rule("roots/list", given.answer),)


def replay(side: Side, how: How) -> Body:
    """Send the requests again and report; exit code 1 unless every answer is equal."""

    async def body(live: Live) -> Ending:
        live.asking.recorded = _answering(side)
        done = await _Replay(live, side, how).run()
        return _report(live, done, how)

    return body


def _answering(side: Side) -> Callable[[Question], Answer | None]:
    answers = RecordedAnswers(side.asked.given)

    def answer(question: Question) -> Answer | None:
        found = answers.take(question.method, question.params)
        if found is None:
            return None
        if found.refused:
            return Answer(error=found.answer if isinstance(found.answer, dict) else {}, by="recording")
        return Answer(found.answer, by="recording")

    return answer


class _Replay:
    """One run. `_level` is the log level that was set last."""

    def __init__(self, live: Live, side: Side, how: How) -> None:
        self._live = live
        self._how = how
        self._asked = side.asked
        self._other_era = side.era is not None and side.era != live.agreed.era
        self._cursors = Cursors()
        self._level: str | None = live.client.options.log_level
        self._schemas: dict[str, Json] = {}
        self._notes: Counter[str] = Counter()
        self._done: dict[int, Replayed] = {}

    async def run(self) -> list[Replayed]:
        """What came of each, in the order of the recording."""
        await self._learn_tools()
        if self._how.pace:
            await self._in_pace()
        else:
            for one in self._asked.all:
                await self._again(one)
        for sentence in not_resent(self._asked):
            self._live.output.note(sentence)
        for said, count in self._notes.items():
            self._live.output.note(f"{visible(said)}{f' ({count:,} times)' if count > 1 else ''}.")
        return [self._done[one.seq] for one in self._asked.all if one.seq in self._done]

    async def _in_pace(self) -> None:
        clock = asyncio.get_running_loop()
        begun = clock.time()
        async with asyncio.TaskGroup() as sending:
            for one in self._asked.all:
                due = begun + one.at - self._asked.all[0].at
                await asyncio.sleep(max(0.0, due - clock.time()))
                sending.create_task(self._again(one))

    async def _learn_tools(self) -> None:
        """The tools, where headers mirror arguments, or a call must be approved: both need their definitions."""
        agreed = self._live.agreed
        mirrors = agreed.era == "modern" and agreed.transport == "streamable-http"
        calls = any(one.method == "tools/call" for one in self._asked.all)
        if calls and (mirrors or self._live.client.options.approve != "none") and "tools" in agreed.capabilities:
            tools = (await ask_lists(self._live, ("tool",))).catalog.lists["tool"].usable
            self._schemas = {one.wire: one.raw.get("inputSchema") for one in tools if isinstance(one.raw, dict)}

    async def _again(self, asked: Asked) -> None:
        agreed = self._live.agreed
        sent = resent(asked, agreed.era, agreed.version)
        if sent.note:
            self._notes[sent.note[:1].upper() + sent.note[1:]] += 1
        if sent.why:
            self._notes[f"{asked.method} is not sent again: {sent.why}"] += 1
            return
        if sent.level or (asked.log_level is not None and asked.log_level != self._level):
            await self._set_level(sent.level or asked.log_level or "")
        if sent.params is None:
            return
        params = self._cursors.put(asked.method, sent.params)
        if params is None:
            self._done[asked.seq] = Replayed(asked, "missing", why="there is no such page any more")
            return
        if HIDDEN.search(dumps(params)):
            self._notes[f"{asked.method} is sent with what stands in place of a secret in the recording"] += 1
        outcome = await ask(self._live, asked.method, params, asked.name, self._schemas.get(asked.name))
        now: Json = MISSING
        if isinstance(outcome.reply.answer, Result):
            now = {"result": outcome.reply.answer.result}
        elif isinstance(outcome.reply.answer, Error):
            now = {"error": outcome.reply.answer.error}
        self._cursors.learn(asked.method, asked.answer, now)
        why = outcome.broken or outcome.reply.detail or outcome.reply.failure
        if outcome.pending:
            why = "the server asked what the recording does not answer"
        self._done[asked.seq] = self._judged(asked, now, why, outcome.ms)

    async def _set_level(self, level: str) -> None:
        self._level = level
        if self._live.agreed.era == "legacy":
            if "logging" not in self._live.agreed.capabilities:
                self._notes["The server has no logging, so that no level is set"] += 1
                return
            self._notes["The log level of requests became logging/setLevel"] += 1
        await self._live.client.set_log_level(level)

    def _judged(self, asked: Asked, now: Json, why: str, ms: float) -> Replayed:
        if now is MISSING:
            return Replayed(asked, "equal" if asked.answer is MISSING else "missing", why=why, ms=ms)
        if asked.answer is MISSING:
            return Replayed(asked, "new", why=f"the recording has no answer: {asked.detail}".rstrip(": "), ms=ms)
        found = compare_answers(asked.answer, now, other_era=self._other_era, ignored=self._how.ignored)
        failed = "result" in asked.answer and "error" in now
        verdict: Verdict = "error" if failed else "different" if found else "equal"
        return Replayed(asked, verdict, tuple(found), ms=ms)


def _report(live: Live, done: list[Replayed], how: How) -> Ending:
    counts = Counter(one.verdict for one in done)
    differ = len(done) - counts["equal"]
    if how.form == "junit":
        from inspector.headless.replay_junit import replay_junit

        text = replay_junit(done)
    elif how.form == "json":
        text = safe_json(pretty({"equal": not differ, "requests": [one.as_json() for one in done]}))
    else:
        text = _text(done, counts)
    if how.file is None:
        live.output.text(text)
    else:
        live.output.to_file(text, how.file)
    if not differ:
        return DONE
    return Ending(1, "different", f"Of {len(done):,} answers {differ:,} {'is' if differ == 1 else 'are'} not equal.")


def _text(done: list[Replayed], counts: Counter[Verdict]) -> str:
    lines = []
    for one in done:
        took = "" if one.ms is None or one.asked.ms is None else f"  {rounded(one.asked.ms)} → {rounded(one.ms)} ms"
        lines.append(f"{_SIGNS[one.verdict]} {one.verdict:<9} {visible(one.title)}{took}")
        lines += [f"    {line}" for line in one.lines()]
    told = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in _SIGNS if counts[verdict])
    return "\n".join([*lines, f"{len(done):,} sent again: {told or 'nothing to compare'}"])
