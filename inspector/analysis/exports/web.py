"""The HTTP hops of a session, gathered from their records."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from inspector.wire import events
from inspector.wire.events import Record

_PROGRAMS_OWN: Final = frozenset({"host", "content-length", "connection", "accept-encoding", "transfer-encoding"})


@dataclass(slots=True)
class Hop:
    """One HTTP request and what came of it; a redirect makes two of one exchange. `at` in seconds of the session.

    `body` is what was posted, `content` what came, content coding undone; `seqs` its records, `seq` the first.
    """

    seq: int
    at: float
    request: events.HttpRequest
    body: bytes = b""
    response: events.HttpResponse | None = None
    content: bytes = b""
    end: events.HttpEnd | None = None
    seqs: set[int] = field(default_factory=set)


def hops(records: Iterable[Record]) -> list[Hop]:
    """All of them, in the order in which they began."""
    found: list[Hop] = []
    open_: dict[int, Hop] = {}
    for record in records:
        event = record.event
        if isinstance(event, events.HttpRequest):
            before = open_.get(event.http)
            # The body is recorded once, and goes out again with each hop.
            body = event.body or (before.body if before is not None and event.verb == before.request.verb else b"")
            open_[event.http] = Hop(record.seq, record.at, event, body)
            found.append(open_[event.http])
        http = getattr(event, "http", None)
        hop = open_.get(http) if isinstance(http, int) else None
        if hop is None:
            continue
        hop.seqs.add(record.seq)
        if isinstance(event, events.Sent):
            hop.body = event.raw
        elif isinstance(event, events.HttpResponse):
            hop.response = event
        elif isinstance(event, events.Received):
            hop.content += event.before + event.raw + event.after
        elif isinstance(event, events.SseBlock | events.HttpBody):
            hop.content += event.raw
        elif isinstance(event, events.HttpEnd):
            hop.end = event
    return found


def header(headers: events.Headers, name: str) -> str:
    """A header's value whatever the case of its name, or an empty text."""
    return next((value for key, value in headers if key.lower() == name), "")


def sent_again(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The headers that another program is to send: without those that each writes by itself."""
    return [(name, value) for name, value in headers if name.lower() not in _PROGRAMS_OWN]
