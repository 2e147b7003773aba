"""What the desk does for the composer: where one is, from which record a message comes, how it is sent and copied."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from inspector.forms.validation import validate
from inspector.protocol.compose.composition import Around, Composition, again
from inspector.tui.widgets.compose_parts import NOWHERE
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.text import visible, visible_bytes

if TYPE_CHECKING:
    from inspector.tui.bridge import Bridge
    from inspector.tui.model import Model

_OURS_ALONE: Final = ("host", "content-length", "connection", "transfer-encoding")


def around_of(model: "Model", bridge: "Bridge | None") -> Around:
    """Where one is: what the client knows, and what the catalogue does."""

    def schema(name: str) -> Json:
        item = model.catalog.find("tool", name)
        return item.raw.get("inputSchema") if item is not None and isinstance(item.raw, dict) else None

    def faults(name: str, arguments: Json) -> tuple[str, ...]:
        found = schema(name)
        if found is None:
            return ()
        return tuple(
            f"{visible(one.pointer.lstrip('/').replace('/', '.') or 'arguments')[:40]}: {visible(one.message)[:120]}."
            for one in validate(arguments, found).errors[:3]
        )

    found = bridge.around(schema, faults) if bridge is not None else None
    return NOWHERE if found is None else found


def message_of(model: "Model", seq: int, around: Around) -> Composition | str:
    """The message of a record, to be edited and sent again; or why there is none.

    Of an answer it is the request that it answers. Of an HTTP request it is its body, with just its headers.
    """
    record = model.record(seq)
    event = record.event if record is not None else None
    if isinstance(event, events.Received):
        other = model.timeline.other_half(seq)
        half = model.record(other) if other is not None else None
        if half is not None and isinstance(half.event, events.Sent):
            return _composed(half.event, half.seq, around)
        return again(event.raw, around, f"from record {seq}")
    if isinstance(event, events.Sent):
        return _composed(event, seq, around)
    if isinstance(event, events.HttpRequest):
        return _of_web(model, event, seq, around)
    if isinstance(event, events.HttpResponse | events.HttpEnd | events.HttpBody | events.SseBlock):
        sent = _sent_by(model, event.http, seq)
        if sent is not None:
            return _composed(sent[1], sent[0], around)
    return f"Record {seq} holds no message that could be sent."


def _composed(event: events.Sent, seq: int, around: Around) -> Composition:
    return replace(again(event.raw, around, f"from record {seq}"), end=event.end)


def _of_web(model: "Model", event: events.HttpRequest, seq: int, around: Around) -> Composition:
    sent = _sent_by(model, event.http, seq)
    made = _composed(sent[1], sent[0], around) if sent is not None else Composition()
    own = tuple(one for one in event.headers if one[0].lower() not in _OURS_ALONE)
    left_out = frozenset(name.lower() for name, _ in made.auto_headers(around))
    return replace(made, source=f"from record {seq}", verb=event.verb, own=own, left_out=left_out)


def _sent_by(model: "Model", http: int, seq: int) -> tuple[int, events.Sent] | None:
    """The message that an HTTP exchange carried: it stands right behind its request."""
    for at in range(seq, 0, -1):
        record = model.record(at + 1)
        if record is not None and isinstance(record.event, events.Sent) and record.event.http == http:
            return record.seq, record.event
        before = model.record(at)
        if before is None or (isinstance(before.event, events.HttpRequest) and before.event.http == http):
            return None
    return None


def copied_message(made: Composition, kind: str, bridge: "Bridge | None", around: Around) -> tuple[str, str]:
    """The text that it is copied as, and while that is empty why."""
    body = made.body
    if kind == "message":
        try:
            return body.decode(), ""
        except UnicodeDecodeError:
            return visible_bytes(body), ""
    if bridge is None or bridge.is_replay:
        return "", "a recording has no server"
    from inspector.tui.copies import curl, send_line

    if kind == "curl":
        headers = bridge.redactor.redact_headers(made.headers(around))
        return curl(bridge.target, body, headers, insecure=bridge.insecure), "only a server with an address has one"
    return send_line(made, around, bridge.target, bridge.options, insecure=bridge.insecure), "no word holds a NUL"
