"""How a process ended, in words."""

from typing import Final

from inspector.wire.events import Exited

SIGNALS: Final = {
    1: "SIGHUP",
    2: "SIGINT",
    3: "SIGQUIT",
    4: "SIGILL",
    6: "SIGABRT",
    8: "SIGFPE",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    15: "SIGTERM",
}
"""The names of the signals that end servers; the numbers are the same on Linux and macOS."""


def ended(event: Exited) -> str:
    """How a process ended: `code 1`, `signal 9, SIGKILL`."""
    if event.signal is not None:
        name = SIGNALS.get(event.signal)
        return f"signal {event.signal}, {name}" if name else f"signal {event.signal}"
    return "no code known" if event.code is None else f"code {event.code}"
