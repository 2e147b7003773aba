"""All that can be said of one record, as plain data for a view: what it is, what it belongs to, its bytes, its time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from inspector.analysis.explained import Fact, clause, question_fact, sentence
from inspector.analysis.http_parts import HttpPart, Phase, WebEvent, http_part, phases_of
from inspector.analysis.operations import Operation
from inspector.analysis.rows import Row
from inspector.analysis.rules.finding import Finding
from inspector.analysis.timeline import Timeline
from inspector.analysis.words import counted, short
from inspector.wire import events
from inspector.wire.decoding import known
from inspector.wire.events import Event, Record
from inspector.wire.json import MISSING, Json, NotJson, dumps, parse_foreign
from inspector.wire.jsonrpc import Malformed, Message, Notification, Result

LARGE: Final = 1_000_000
"""Bytes of a message above which it is not decoded to tell of it; 100 MB of small objects take seconds."""

Lookup = Callable[[int], Record | None]
"""A record by its number."""


@dataclass(frozen=True, slots=True)
class Detail:
    """One record. `sentence` says what it is; `related` are the records of its exchange and operation, and itself.

    `raw` are the exact bytes on the wire (of an SSE event the whole block), empty for what is no bytes. `document` is
    the JSON to show: the message, or for an event of ours its fields; None if the bytes are no JSON, and then
    `not_json` says why.
    """

    seq: int
    row: Row
    sentence: str
    facts: tuple[Fact, ...]
    http: HttpPart | None
    timing: tuple[Phase, ...]
    raw: bytes
    document: bytes | None
    not_json: str
    related: tuple[int, ...]
    clause: str
    findings: tuple[Finding, ...]


def detail_of(
    seq: int, lookup: Lookup, timeline: Timeline, operation: Operation | None = None, findings: Sequence[Finding] = ()
) -> Detail | None:
    """The detail of record `seq`; None if there is none. `operation` is the one that it belongs to, if any."""
    record, row = lookup(seq), timeline.row(seq)
    if record is None or row is None:
        return None
    event = record.event
    raw = _raw(event)
    message = _message(row, event.raw) if isinstance(event, events.Sent | events.Received) else None
    document, not_json = _document(event, message, raw)
    web = _web_events(event, lookup, timeline)
    return Detail(
        seq,
        row,
        sentence(row, event, message),
        tuple(_facts(row, event, message, timeline)),
        http_part(web),
        tuple(phases_of(row, web, operation)),
        raw,
        document,
        not_json,
        _related(seq, event, timeline, operation),
        clause(row, event, message),
        tuple(findings),
    )


def _message(row: Row, raw: bytes) -> Message:
    """The message. A large one is not read again to be shown: what is told of it was found when it came."""
    if len(raw) <= LARGE:
        return known(raw)
    if row.status_text in ("not JSON", "not UTF-8"):
        return Malformed(row.status_text)
    if row.kind == "res" and row.status_role != "error" and row.status_text != "input required":
        return Result(None, None)
    if row.kind in ("req", "ask", "ntf-in", "ntf-out"):
        return Notification(row.method)
    return known(raw)


def _raw(event: Event) -> bytes:
    if isinstance(event, events.Received):
        return event.before + event.raw + event.after
    if isinstance(event, events.Sent | events.Stderr | events.HttpBody | events.SseBlock):
        return event.raw
    return event.body if isinstance(event, events.HttpRequest) else b""


def _document(event: Event, message: Message | None, raw: bytes) -> tuple[bytes | None, str]:
    if isinstance(event, events.Sent | events.Received):
        if isinstance(message, Malformed) and message.value is MISSING:
            return None, message.reason
        return event.raw.removeprefix(b"\xef\xbb\xbf"), ""
    if isinstance(event, events.Stderr | events.HttpBody | events.SseBlock):
        return _parsed(raw)
    try:
        return dumps({one.name: _plain(getattr(event, one.name)) for one in fields(event)}).encode(), ""
    except (NotJson, RecursionError):  # fields that a recording gave to an event may be of any depth
        return None, "nested too deeply to show"


def _parsed(raw: bytes) -> tuple[bytes | None, str]:
    try:
        parse_foreign(raw.decode())
    except NotJson as error:
        return None, f"not JSON: {error.reason} at character {error.position + 1}"
    except UnicodeDecodeError as error:
        return None, f"byte {error.start} is not UTF-8"
    return raw, ""


def _plain(value: Any) -> Json:
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, dict):
        return {str(key): _plain(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


# ── what belongs to it ───────────────────────────────────────────────────────────────────────────────────────────────


def _facts(row: Row, event: Event, message: Message | None, timeline: Timeline) -> list[Fact]:
    note = timeline.notes.of.get(row.seq, "")
    facts: list[Fact] = [Fact("note", short(note, 1000))] if note else []
    other = timeline.other_half(row.seq)
    partner = timeline.row(other) if other is not None else None
    if partner is not None:
        label = "answers" if row.kind in ("res", "ans") else "answered by"
        facts.append(Fact(label, _named(partner), other))
    retry = timeline.retry(row.seq)
    again = timeline.row(retry) if retry is not None else None
    if again is not None:
        facts.append(Fact("retried by" if row.kind == "res" else "goes on with", _named(again), retry))
    if isinstance(message, Result) and row.status_text == "input required":
        facts.extend(_unfinished(message.result))
    if isinstance(event, events.Note):
        about = None if event.about is None else timeline.row(event.about)
        facts += [] if about is None else [Fact("about", _named(about), event.about)]
        facts += [Fact("says", short(event.text, 1000))] if event.text else []
        facts += [Fact("written", short(event.written))] if event.written else []
    if isinstance(event, events.Decision):
        given = (("tried", event.action), ("sent", event.sent), ("came of it", event.outcome), ("so", event.verdict))
        facts.extend(Fact(label, short(text)) for label, text in given if text)
        facts.extend(Fact("rests on", f"{seq}", seq) for seq in event.records)
    if row.op is not None:
        facts.append(Fact("operation", f"{row.op}"))
    return facts


def _named(row: Row) -> str:
    return " ".join(filter(None, (f"{row.seq}", row.method, f"id {row.id_text}" if row.id_text else "")))


def _unfinished(result: Json) -> list[Fact]:
    if not isinstance(result, dict):
        return []
    questions, state = result.get("inputRequests"), result.get("requestState")
    asked = questions.items() if isinstance(questions, dict) else ()
    facts = [Fact("question", question_fact(key, question)) for key, question in asked]
    if isinstance(state, str):
        facts.append(Fact("state", f"{counted(len(state), 'character')}, sent back as they are"))
    return facts


def _related(seq: int, event: Event, timeline: Timeline, operation: Operation | None) -> tuple[int, ...]:
    http = getattr(event, "http", None)
    found = {seq, *(timeline.web_records(http) if isinstance(http, int) else ())}
    for other in (timeline.other_half(seq), timeline.retry(seq)):
        if other is not None:
            found.add(other)
    if operation is not None:
        found.update(operation.records)
    return tuple(sorted(found))


def _web_events(event: Event, lookup: Lookup, timeline: Timeline) -> list[WebEvent]:
    http = getattr(event, "http", None)
    records = [lookup(seq) for seq in timeline.web_records(http)] if isinstance(http, int) else []
    return [one.event for one in records if one is not None and isinstance(one.event, WebEvent)]
