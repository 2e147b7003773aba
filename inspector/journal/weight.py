"""How much memory an event takes, roughly: what bounds are kept by."""

from typing import Final

from inspector.wire import events
from inspector.wire.events import Event

_OBJECT: Final = 200
_RAW: Final = frozenset({events.Sent, events.Received, events.Stderr, events.HttpBody, events.SseBlock})


def weight(event: Event) -> int:
    """Bytes: exact for what crossed, a guess for the rest."""
    kind = type(event)
    if kind in _RAW:
        return _OBJECT + len(event.raw)  # type: ignore[union-attr]  # those that have it
    if kind is events.HttpRequest or kind is events.HttpResponse:
        return 2000 + len(getattr(event, "body", b""))
    return 1000 if kind is events.Decision else _OBJECT
