"""Rows of what HTTP adds to the messages that it carries."""

from typing import Final

from inspector.analysis.answers import BY_US
from inspector.analysis.masked import shown_url
from inspector.analysis.rows import Role, Row
from inspector.analysis.words import counted, short, short_bytes
from inspector.wire import events
from inspector.wire.events import Record

_TELLING: Final = {401: "www-authenticate", 403: "www-authenticate", 429: "retry-after", 503: "retry-after"}
"""The header that says most about an answer with this status."""


def request_row(record: Record, event: events.HttpRequest) -> Row:
    """Our HTTP request."""
    return Row(
        record.seq,
        record.at,
        "web-out",
        short(event.verb, 20),
        short(shown_url(event.url)),
        size=len(event.body) or None,
    )


def response_row(record: Record, event: events.HttpResponse, verb: str, op: int | None) -> Row:
    """Its status line and headers. `verb` is that of the request, `op` the operation that it was for."""
    kept = {name.lower(): value for name, value in event.headers}
    telling = _TELLING.get(event.status, "location" if 300 <= event.status < 400 else "")
    what = kept.get(telling) or kept.get("content-type")
    return Row(
        record.seq,
        record.at,
        "web-in",
        short(verb, 20),
        what=short(what or ""),
        status_text=short(f"{event.status} {event.reason}".strip(), 60),
        status_role=_status_role(event.status, verb),
        took_ms=event.ms,
        op=op,
    )


def _status_role(status: int, verb: str) -> Role:
    if 200 <= status < 300:
        return "success"
    if status == 405 and verb in ("GET", "DELETE"):
        return "muted"  # a server need not offer a stream, nor let a client end its session
    return "warning" if status < 400 else "error"


def body_row(record: Record, event: events.HttpBody, verb: str, op: int | None) -> Row:
    """A body that is no message."""
    text, size = short_bytes(event.raw), len(event.raw)
    return Row(record.seq, record.at, "web-in", short(verb, 20), text, "body", size=size, op=op)


def sse_row(record: Record, event: events.SseBlock, op: int | None) -> Row:
    """Part of an event stream that carries no message."""
    if event.event and event.event != "message":
        name, what = short(event.event, 60), short(event.data)
    else:
        name, what = "", short_bytes(event.raw.rstrip(b"\r\n"))
    return Row(record.seq, record.at, "sse", "", name, what, size=len(event.raw), op=op)


def end_row(record: Record, event: events.HttpEnd, verb: str, op: int | None) -> Row:
    """The end of an exchange, or what broke it."""
    status: str
    role: Role
    if not event.failure:
        status, role = "complete", "muted"
    elif event.failure == BY_US:
        status, role = "closed", "muted"
    elif event.resuming:
        status, role = "broke, resuming", "warning"
    else:
        status, role = f"broke at {event.step}" if event.step else "broke", "error"
    what, method = short(event.failure) or counted(event.size, "byte"), short(verb, 20)
    return Row(record.seq, record.at, "web-in", method, "", what, "", status, role, event.ms, event.size, op=op)
