"""What a record sent, or what its answer answers: the request that another program would have to send again."""

from collections.abc import Callable
from dataclasses import dataclass, field

from inspector.analysis.exports.web import Hop, hops
from inspector.analysis.timeline import Timeline
from inspector.wire import events
from inspector.wire.decoding import known
from inspector.wire.events import Record
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Notification, Request

Lookup = Callable[[int], Record | None]
"""A record by its number."""


@dataclass(frozen=True, slots=True)
class Sending:
    """`message` are the bytes of the message, `hop` its way over HTTP. `method` is empty for what is no message of ours
    that could be sent again, `params` are {} where it has none."""

    message: bytes = b""
    method: str = ""
    params: dict[str, Json] = field(default_factory=dict)
    hop: Hop | None = None


def sending_of(seq: int, lookup: Lookup, timeline: Timeline) -> Sending:
    """The request of ours that a record is, belongs to or answers; an empty one if there is none."""
    hop = _hop(seq, lookup, timeline)
    sent = next((one for one in (seq, timeline.other_half(seq)) if _is_sent(one, lookup)), None)
    if sent is None and hop is not None:
        sent = next((one for one in sorted(hop.seqs) if _is_sent(one, lookup)), None)
    record = lookup(sent) if sent is not None else None
    if record is None or not isinstance(record.event, events.Sent):
        return Sending(hop=hop)
    if sent != seq:
        hop = _hop(record.seq, lookup, timeline)
    raw = record.event.raw
    message = known(raw)
    if not isinstance(message, Request | Notification):
        return Sending(raw, hop=hop)
    return Sending(raw, message.method, message.params if isinstance(message.params, dict) else {}, hop)


def _is_sent(seq: int | None, lookup: Lookup) -> bool:
    record = lookup(seq) if seq is not None else None
    return record is not None and isinstance(record.event, events.Sent)


def _hop(seq: int, lookup: Lookup, timeline: Timeline) -> Hop | None:
    """The HTTP request that a record is a part of; of one that was redirected, the hop that has the record."""
    record = lookup(seq)
    http = getattr(record.event, "http", None) if record is not None else None
    if not isinstance(http, int):
        return None
    found = hops(one for number in timeline.web_records(http) if (one := lookup(number)) is not None)
    return next((hop for hop in reversed(found) if seq in hop.seqs), None)
