"""What crossed in a record, as bytes to look for a text in: messages, lines, and the headers that came with them."""

from collections.abc import Iterable
from typing import Final

from inspector.wire import events
from inspector.wire.events import Event, Headers

LONGEST: Final = 1 << 20
"""Bytes of a record that are looked at, so that one long result does not hold up a filter."""


def body_of(event: Event, around: Iterable[Event] = ()) -> bytes:
    """The bytes of an event, cut at `LONGEST`; `around`: the events of its HTTP exchange.

    A request of ours has the headers of the POST that carried it, and what came the headers of the answer.
    """
    if isinstance(event, events.Sent):
        heads = [_head(one) for one in around if isinstance(one, events.HttpRequest)]
        return b"\n".join([event.raw[:LONGEST], *heads])
    if isinstance(event, events.Received):
        heads = [_head(one) for one in around if isinstance(one, events.HttpResponse)]
        return b"\n".join([event.before, event.raw[:LONGEST], event.after, *heads])
    if isinstance(event, events.HttpRequest):
        return _head(event) + b"\n" + event.body[:LONGEST]
    if isinstance(event, events.HttpResponse):
        return _head(event)
    return event.raw[:LONGEST] if isinstance(event, events.Stderr | events.HttpBody | events.SseBlock) else b""


def _head(event: events.HttpRequest | events.HttpResponse) -> bytes:
    first = f"{event.verb} {event.url}" if isinstance(event, events.HttpRequest) else f"{event.status} {event.reason}"
    return "\n".join([first, *_lines(event.headers)]).encode("utf-8", "replace")


def _lines(headers: Headers) -> Iterable[str]:
    return (f"{name}: {value}" for name, value in headers)
