"""All that can be said of one record, as plain data for a view: what it is, what it belongs to, its bytes, its time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from inspector.analysis.explained import clause, question_fact, sentence
from inspector.analysis.masked import shown_url
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
from inspector.wire.text import visible

Whose = Literal["us", "you", "server", ""]
"""Who put a header there; empty where that is not known (what the person gave looks like any other)."""

_OURS: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
        "mcp-session-id",
        "user-agent",
    }
)
LARGE: Final = 1_000_000
"""Bytes of a message above which it is not decoded to tell of it; 100 MB of small objects take seconds."""

_LITTLE: Final = 2.0
"""Milliseconds that may pass between the steps of an exchange without being told of."""

_PHASES: Final = ("name", "connect", "tls", "send", "wait")


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what is to be said; `seq` is the record that it leads to, if it leads to one."""

    label: str
    text: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """One header, safe to show, in the order and spelling of the wire."""

    name: str
    value: str
    whose: Whose


@dataclass(frozen=True, slots=True)
class HttpPart:
    """The HTTP exchange of a record. Lines are empty where that part did not happen; `failure` is what broke it.

    `connection` tells what it went over: whom with, whether it was new, what was agreed on for TLS.
    """

    number: int
    request_line: str = ""
    request_headers: tuple[Header, ...] = ()
    status_line: str = ""
    response_headers: tuple[Header, ...] = ()
    failure: str = ""
    hops: int = 0
    connection: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the time, in milliseconds; `person` if it was a person that was waited for."""

    name: str
    ms: float
    person: bool = False


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


WebEvent = events.HttpRequest | events.HttpResponse | events.HttpEnd
"""What tells how an HTTP exchange went."""

Lookup = Callable[[int], Record | None]
"""A record by its number."""


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
    return Detail(
        seq,
        row,
        sentence(row, event, message),
        tuple(_facts(row, event, message, timeline)),
        _http(event, lookup, timeline),
        tuple(_timing(row, event, lookup, timeline, operation)),
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


# ── HTTP and time ────────────────────────────────────────────────────────────────────────────────────────────────────


def _web_events(event: Event, lookup: Lookup, timeline: Timeline) -> list[WebEvent]:
    http = getattr(event, "http", None)
    records = [lookup(seq) for seq in timeline.web_records(http)] if isinstance(http, int) else []
    return [one.event for one in records if one is not None and isinstance(one.event, WebEvent)]


def _http(event: Event, lookup: Lookup, timeline: Timeline) -> HttpPart | None:
    parts = _web_events(event, lookup, timeline)
    if not parts:
        return None
    # Of an exchange that was redirected the last hop is what the message travelled over.
    request = next((one for one in reversed(parts) if isinstance(one, events.HttpRequest)), None)
    response = next((one for one in reversed(parts) if isinstance(one, events.HttpResponse)), None)
    end = next((one for one in parts if isinstance(one, events.HttpEnd)), None)
    return HttpPart(
        parts[0].http,
        visible(f"{request.verb} {shown_url(request.url)}") if request else "",
        tuple(Header(visible(name), visible(value), _whose(name)) for name, value in request.headers)
        if request
        else (),
        visible(f"{response.version} {response.status} {response.reason}".strip()) if response else "",
        tuple(Header(visible(name), visible(value), "server") for name, value in response.headers) if response else (),
        short(end.failure) if end else "",
        sum(isinstance(one, events.HttpRequest) for one in parts) - 1,
        tuple(_connection(response)) if response else (),
    )


def _connection(response: events.HttpResponse) -> list[Fact]:
    facts = [Fact("peer", visible(response.peer))] if response.peer else []
    kept = [value for name, value in response.headers if name.lower() in ("connection", "keep-alive")]
    if response.phases:
        new = "connect" in response.phases or "tls" in response.phases
        facts.append(Fact("connection", ", ".join(["new" if new else "used again", *map(short, kept)])))
    if response.tls:
        facts.append(Fact("TLS", visible(response.tls)))
    if response.certificate:
        facts.append(Fact("certificate", short(response.certificate)))
    return facts


def _whose(name: str) -> Whose:
    lowered = name.lower()
    return "us" if lowered in _OURS or lowered.startswith("mcp-param-") else ""


def _timing(row: Row, event: Event, lookup: Lookup, timeline: Timeline, operation: Operation | None) -> list[Phase]:
    phases: list[Phase] = []
    parts = _web_events(event, lookup, timeline)
    response = next((one for one in reversed(parts) if isinstance(one, events.HttpResponse)), None)
    end = next((one for one in parts if isinstance(one, events.HttpEnd)), None)
    if response is not None:
        named = [name for name in _PHASES if name in response.phases]
        phases.extend(Phase(name, response.phases[name]) for name in named)
        rest = response.ms - sum(response.phases.get(name, 0.0) for name in named)
        if not named:
            phases.append(Phase("wait", response.ms))
        elif rest > max(_LITTLE, response.ms / 20):
            phases.append(Phase("other", rest))
        if end is not None and end.ms > response.ms:
            phases.append(Phase("stream", end.ms - response.ms))
    elif row.took_ms is not None:
        phases.append(Phase("you" if row.kind == "ans" else "wait", row.took_ms, row.kind == "ans"))
    if operation is not None and operation.human_ms and row.kind != "ans":
        phases.append(Phase("you", operation.human_ms, True))
    return phases
