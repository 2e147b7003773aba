"""`replay`: the requests of a recording sent again, each answer compared with the recorded one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from inspector.analysis.compare.answers import USUAL, Volatile
from inspector.analysis.compare.judging import VERDICTS, NotSent, Pair, Verdict
from inspector.analysis.compare.side import Side
from inspector.client.replaying import Replaying
from inspector.headless.comparing import difference_json, pair_lines
from inspector.headless.concluding import rounded
from inspector.headless.faults import nobody_answered, refused
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.offering import ask_lists
from inspector.headless.output import safe_json
from inspector.wire.json import Json, pretty
from inspector.wire.text import visible

Form = Literal["text", "json", "junit"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)

_SIGNS: Final[dict[Verdict, str]] = {"equal": "=", "different": "≠", "missing": "-", "new": "+", "error": "✗"}


@dataclass(frozen=True, slots=True)
class How:
    """How a recording is sent again: what is volatile, whether in its pace, in which form it is told and where."""

    volatile: Volatile = USUAL
    pace: bool = False
    form: Form = "text"
    file: Path | None = None


def replay(side: Side, how: How) -> Body:
    """Send the requests again and report; exit code 1 unless every answer is equal.

    Raises NobodyAnswered, behind the report, where the server asked what nobody answered: without that answer no
    difference says anything about the server, so that this counts first.
    """

    async def body(live: Live) -> Ending:
        async def schemas() -> Mapping[str, Json]:
            tools = (await ask_lists(live, ("tool",))).catalog.lists["tool"].usable
            return {one.wire: one.raw.get("inputSchema") for one in tools if isinstance(one.raw, dict)}

        again = Replaying(live.client, side, how.volatile, pace=how.pace, schemas=schemas)
        live.asking.recorded = again.answer
        await again.run()
        for said, count in again.notes.items():
            live.output.note(visible(f"{said.rstrip('.')} ({count:,} times)." if count > 1 else said))
        return _report(live, again, how)

    return body


def _report(live: Live, again: Replaying, how: How) -> Ending:
    done, left = again.pairs, again.not_sent
    counts = Counter(one.verdict for one in done)
    differ = len(done) - counts["equal"]
    if how.form == "junit":
        from inspector.headless.replay_junit import replay_junit

        text = replay_junit(done, left)
    elif how.form == "json":
        requests = [_pair_json(one) for one in done]
        text = safe_json(
            pretty({"equal": not differ, "requests": requests, "notSent": [_left_json(one) for one in left]})
        )
    else:
        text = _text(done, left, counts)
    if how.file is None:
        live.output.text(text)
    else:
        live.output.to_file(text, how.file)
    asking = live.asking
    if asking.unanswered:
        raise nobody_answered(asking.unanswered, commanded=asking.prepare is not None, recorded=True)
    if again.stopped:
        raise refused()
    if not differ:
        return DONE
    return Ending(1, "different", f"Of {len(done):,} answers {differ:,} {'is' if differ == 1 else 'are'} not equal.")


def _pair_json(pair: Pair) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seq": pair.first.seq,
        "method": pair.first.method,
        "name": pair.first.name or None,
        "verdict": pair.verdict,
        "differences": [difference_json(one, "recorded", "now") for one in pair.differences],
        "ms": [None if one.ms is None else rounded(one.ms) for one in (pair.first, pair.second)],
    }
    told = {"why": pair.why if pair.verdict != "equal" else "", "translated": pair.note}
    return found | {name: text for name, text in told.items() if text}


def _left_json(one: NotSent) -> dict[str, Json]:
    return {"seq": one.asked.seq, "method": one.asked.method, "name": one.asked.name or None, "why": one.why}


def _text(done: Sequence[Pair], left: Sequence[NotSent], counts: Counter[Verdict]) -> str:
    lines = []
    for one in done:
        before, after = one.first.ms, one.second.ms
        took = "" if before is None or after is None else f"  {rounded(before)} → {rounded(after)} ms"
        lines.append(f"{_SIGNS[one.verdict]} {one.verdict:<9} {visible(one.title)}{took}")
        lines += [f"    {line}" for line in pair_lines(one)]
    for skipped in left:
        asked = skipped.asked
        lines.append(
            f"○ not sent  {visible(f'{asked.seq} {asked.method} {asked.name}'.rstrip())}: {visible(skipped.why)}"
        )
    told = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS if counts[verdict])
    not_sent = f"; {len(left):,} not sent" if left else ""
    return "\n".join([*lines, f"{len(done):,} sent again: {told or 'nothing to compare'}{not_sent}"])
