"""Rows of what happened to a process or connection."""

from typing import Final

from inspector.analysis.rows import Role, Row
from inspector.analysis.words import brief, short
from inspector.wire import events
from inspector.wire.events import Record

SIGNALS: Final = {
    1: "SIGHUP",
    2: "SIGINT",
    3: "SIGQUIT",
    4: "SIGILL",
    6: "SIGABRT",
    9: "SIGKILL",
    11: "SIGSEGV",
    15: "SIGTERM",
}
"""The names of the signals that end servers; the numbers are the same on Linux and macOS."""


def process_row(record: Record, event: events.Event) -> Row:
    """The row of an `Opened`, `Exited`, `Closed`, `Began` or unknown event."""
    name, what, status, role, op = "", "", "", "", None
    if isinstance(event, events.Opened):
        name = short(event.url or " ".join(event.command))
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
    elif isinstance(event, events.Unknown):
        name, what = short(event.kind), brief(dict(event.fields))
        status, role = "unknown kind of record", "muted"
    return Row(record.seq, record.at, "run", "", name, what, "", status, _role(role), op=op)


def ended(event: events.Exited) -> str:
    """How a process ended: `code 1`, `signal 9, SIGKILL`."""
    if event.signal is not None:
        name = SIGNALS.get(event.signal)
        return f"signal {event.signal}, {name}" if name else f"signal {event.signal}"
    return "no code known" if event.code is None else f"code {event.code}"


def _role(name: str) -> Role:
    return "error" if name == "error" else "muted" if name == "muted" else ""
