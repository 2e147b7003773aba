"""The messages of a session, one JSON object a line: for `jq` and its kin."""

from collections.abc import Iterable, Iterator

from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.json import Json, NotJson, dumps, parse


def lines(records: Iterable[Record]) -> Iterator[str]:
    """`{"seq", "at", "direction": "sent" | "received", "message"}`; `text` in place of `message` for what is no JSON.

    `http` and `op` are there where the record has them. Numbers keep their digits.
    """
    for record in records:
        event = record.event
        if not isinstance(event, events.Sent | events.Received):
            continue
        sent = isinstance(event, events.Sent)
        found: dict[str, Json] = {"seq": record.seq, "at": record.at, "direction": "sent" if sent else "received"}
        if event.http is not None:
            found["http"] = event.http
        if isinstance(event, events.Sent) and event.op is not None:
            found["op"] = event.op
        try:
            found["message"] = parse(event.raw.decode())
        except (NotJson, UnicodeDecodeError):
            found["text"] = event.raw.decode("utf-8", "backslashreplace")
        yield dumps(found)
