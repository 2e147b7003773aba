"""What there is to say of a line of the timeline: its record, its facts for the clipboard, and two sentences."""

from collections.abc import Iterator, Sequence
from typing import Final

from inspector.analysis.operations import Operation
from inspector.analysis.spans import Ask, Wait
from inspector.protocol.exchanges import Exchange
from inspector.protocol.news import LISTEN
from inspector.tui.cells import Span
from inspector.tui.glyphs import Glyphs
from inspector.tui.numbers import count, counted, duration, since_start, waited
from inspector.tui.widgets.timeline_lines import Call, Head, Lane, Round, TimelineLine
from inspector.tui.widgets.timeline_rows import state_sign
from inspector.tui.widgets.timeline_view import View, began_of, ended_of, slowness, span_of, state_of

_NEIGHBOURS: Final = 50
"""Calls before and after one that are looked at for what was under way with it."""

_ENDS: Final = {
    "running": "has been under way for",
    "waiting": "has been waiting for",
    "cancelled": "was cancelled after",
    "dead": "was cut off after",
    "failed": "came to nothing after",
}


def record_of(line: TimelineLine, view: View) -> int | None:
    """The record that a line begins with; of a lane, the last one in view. None if there is none."""
    spans, window = view.spans, view.window
    if isinstance(line, Call):
        return line.head.seq if isinstance(line.head, Exchange) else spans.request_of(line.head)
    if isinstance(line, Round):
        return line.exchange.seq
    if isinstance(line, Wait | Ask):
        return line.seq
    if isinstance(line, Head):
        return None
    if line.name == "life":
        life = spans.lives[-1] if spans.lives else None
        return None if life is None else life.last or life.seq
    lanes = (spans.news,) if line.name == "news" else (spans.stray, spans.stderr)
    seen = [points.seqs[found[-1]] for points in lanes if (found := points.between(window.start, window.end))]
    return max(seen, default=None)


def facts_of(line: TimelineLine, view: View) -> dict[str, object]:
    """What is known of a line, to be written as JSON: times in seconds of the session and milliseconds."""
    facts: dict[str, object] = {"record": record_of(line, view), **_named(line, view)}
    span = span_of(line, view.spans)
    if span is not None:
        began, ended = span
        facts |= {"state": state_of(line, view.spans), "began": round(began, 6)}
        facts["ms"] = None if ended is None else round((ended - began) * 1000, 3)
    return facts


def _named(line: TimelineLine, view: View) -> dict[str, object]:
    if isinstance(line, Call) and isinstance(line.head, Operation):
        head = line.head
        measured = {"rounds": head.rounds, "serverMs": round(head.server_ms, 3), "personMs": round(head.human_ms, 3)}
        return {"op": head.number, "method": head.method, "name": head.name, **measured}
    if isinstance(line, Call | Round):
        exchange = line.head if isinstance(line, Call) else line.exchange
        assert isinstance(exchange, Exchange)
        return {"method": exchange.method, "name": exchange.name, "id": exchange.id}
    if isinstance(line, Ask):
        return {"method": line.method, "name": line.name, "op": line.op}
    if isinstance(line, Wait):
        return {"person": line.words, "op": line.op}
    return {"lane": line.name} if isinstance(line, Lane) else {}


def sentences(line: TimelineLine, view: View, glyphs: Glyphs) -> Sequence[Sequence[Span]]:
    """Two rows: what it took, against what its kind takes; and what else was going on. Names are foreign text."""
    span, state = span_of(line, view.spans), state_of(line, view.spans)
    if span is None or state is None:
        return ()
    began, ended = span
    took = waited(view.now - began) if ended is None else duration(ended - began)
    whole = " in all" if isinstance(line, Call) and isinstance(line.head, Operation) and line.head.human_ms else ""
    slow = slowness(line.head, view) if isinstance(line, Call) else None
    sign, role = (glyphs.warning, "warning") if slow is not None else state_sign(state, glyphs)
    when = ", since" if ended is None else ", from" if state in _ENDS else " at"
    said = f" {_ENDS.get(state, 'took')} {took}{whole}{when} {since_start(began)}{_against(line, view, slow)}."
    first: list[Span] = [(f"{sign} ", role), (_name(line), "bold"), (said, "")]
    seq = record_of(line, view)
    second = [*_meanwhile(line, view), *([f"Enter opens record {seq}."] if seq is not None else [])]
    return first, [(" ".join(second), "muted")]


def _name(line: TimelineLine) -> str:
    if isinstance(line, Call):
        return line.head.name or line.head.method
    if isinstance(line, Round):
        return f"{line.exchange.method}, {line.words}"
    if isinstance(line, Ask):
        return f"{line.method} {line.name}".strip()
    return "The person" if isinstance(line, Wait) else ""


def _against(line: TimelineLine, view: View, slow: float | None) -> str:
    """`, 45 times its median of 22 calls`; of what is not slow, how long its kind takes."""
    if not isinstance(line, Call) or line.head.method == LISTEN:
        return ""
    head, group = line.head, view.durations.group_of(line.head)
    person = ""
    if isinstance(head, Operation) and head.human_ms:
        person = f", of which a person took {duration(head.human_ms / 1000)}"
    if group is None or group.calls < 2:
        return person
    of = f"median of {counted(group.calls, 'call' if group.name else 'request')}"
    if slow is not None:
        return f"{person}, {slow:,.0f} times its {of}"
    return f"{person}; the server's {of} is {duration(group.times.median / 1000)}"


def _meanwhile(line: TimelineLine, view: View) -> Iterator[str]:
    """What else was under way, and whether the server wrote to stderr then."""
    if not isinstance(line, Call) or line.head.method == LISTEN:
        return
    spans, now = view.spans, view.now
    began, ended = began_of(line.head), ended_of(line.head, spans)
    end = now if ended is None else ended
    others: list[str] = []
    for other in spans.heads[max(line.at - _NEIGHBOURS, 0) : line.at + _NEIGHBOURS + 1]:
        if other is line.head or other.method == LISTEN or began_of(other) > end:
            continue
        until = ended_of(other, spans)
        if until is None or until > began:
            others.append(f"record {other.seq}" if isinstance(other, Exchange) else f"op {other.number}")
    noise = len(spans.stderr.between(began, end))
    stderr = f"{count(noise)} {'line' if noise == 1 else 'lines'} on stderr" if noise else "nothing on stderr"
    beside = f"In flight with {', '.join(others[:3])}" + (f" and {len(others) - 3} more" if len(others) > 3 else "")
    yield f"{beside if others else 'Alone in flight'}; {stderr}."
