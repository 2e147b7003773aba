"""Rows of what happened to a process or connection."""

from inspector.analysis.masked import shown_command, shown_url
from inspector.analysis.rows import Role, Row
from inspector.analysis.words import brief, short
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.processes import ended


def process_row(record: Record, event: events.Event) -> Row:
    """The row of an `Opened`, `Exited`, `Closed`, `Began`, `Note` or unknown event."""
    name, what, status, role, op = "", "", "", "", None
    if isinstance(event, events.Opened):
        name = short(shown_url(event.url) if event.url else shown_command(event.command))
        what = f"attempt {event.attempt}" if event.attempt > 1 else ""
        status = event.transport
    elif isinstance(event, events.Exited):
        name, status = "the server exited", ended(event)
        role = "muted" if event.asked else "error"
    elif isinstance(event, events.Closed):
        name, what = "closed", short(event.reason)
        status, role = ("as asked", "muted") if event.asked else ("disconnected", "error")
    elif isinstance(event, events.Began):
        name, what, op = short(event.method), short(event.name), event.op
    elif isinstance(event, events.Note):
        return note_row(record, event)
    elif isinstance(event, events.Unknown):
        name, what = short(event.kind), brief(dict(event.fields))
        status, role = "unknown kind of record", "muted"
    return Row(record.seq, record.at, "run", "", name, what, "", status, _role(role), op=op)


def note_row(record: Record, event: events.Note) -> Row:
    """The row of a note itself; that which it speaks of is marked with it (`Timeline.notes`)."""
    about = "on the session" if event.about is None else f"on {event.about or 'a record that is not here'}"
    said = f"{about}, taken away" if not event.text else about
    return Row(record.seq, record.at, "jot", "", short(event.text), said)


def _role(name: str) -> Role:
    return "error" if name == "error" else "muted" if name == "muted" else ""
