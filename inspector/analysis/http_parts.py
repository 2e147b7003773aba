"""The HTTP exchange of a record, and where its time went, as plain data for a view."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.explained import Fact
from inspector.analysis.masked import shown_url
from inspector.analysis.operations import Operation
from inspector.analysis.rows import Row
from inspector.analysis.words import short
from inspector.wire import events
from inspector.wire.text import visible

Whose = Literal["us", "you", "server", ""]
"""Who put a header there; empty where that is not known (what the person gave looks like any other)."""

_OURS: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
        "mcp-session-id",
        "user-agent",
    }
)

_LITTLE: Final = 2.0
"""Milliseconds that may pass between the steps of an exchange without being told of."""

_PHASES: Final = ("name", "connect", "tls", "send", "wait")


@dataclass(frozen=True, slots=True)
class Header:
    """One header, safe to show, in the order and spelling of the wire."""

    name: str
    value: str
    whose: Whose


@dataclass(frozen=True, slots=True)
class HttpPart:
    """The HTTP exchange of a record. Lines are empty where that part did not happen; `failure` is what broke it.

    `connection` tells what it went over: whom with, whether it was new, what was agreed on for TLS.
    """

    number: int
    request_line: str = ""
    request_headers: tuple[Header, ...] = ()
    status_line: str = ""
    response_headers: tuple[Header, ...] = ()
    failure: str = ""
    hops: int = 0
    connection: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the time, in milliseconds; `person` if it was a person that was waited for."""

    name: str
    ms: float
    person: bool = False


WebEvent = events.HttpRequest | events.HttpResponse | events.HttpEnd
"""What tells how an HTTP exchange went."""


def http_part(parts: Sequence[WebEvent]) -> HttpPart | None:
    """What these events of one exchange say of it; None if there are none."""
    if not parts:
        return None
    # Of an exchange that was redirected the last hop is what the message travelled over.
    request = next((one for one in reversed(parts) if isinstance(one, events.HttpRequest)), None)
    response = next((one for one in reversed(parts) if isinstance(one, events.HttpResponse)), None)
    end = next((one for one in parts if isinstance(one, events.HttpEnd)), None)
    return HttpPart(
        parts[0].http,
        visible(f"{request.verb} {shown_url(request.url)}") if request else "",
        tuple(Header(visible(name), visible(value), _whose(name)) for name, value in request.headers)
        if request
        else (),
        visible(f"{response.version} {response.status} {response.reason}".strip()) if response else "",
        tuple(Header(visible(name), visible(value), "server") for name, value in response.headers) if response else (),
        short(end.failure) if end else "",
        sum(isinstance(one, events.HttpRequest) for one in parts) - 1,
        tuple(_connection(response)) if response else (),
    )


def _connection(response: events.HttpResponse) -> list[Fact]:
    facts = [Fact("peer", visible(response.peer))] if response.peer else []
    kept = [value for name, value in response.headers if name.lower() in ("connection", "keep-alive")]
    if response.phases:
        new = "connect" in response.phases or "tls" in response.phases
        facts.append(Fact("connection", ", ".join(["new" if new else "used again", *map(short, kept)])))
    if response.tls:
        facts.append(Fact("TLS", visible(response.tls)))
    if response.certificate:
        facts.append(Fact("certificate", short(response.certificate)))
    return facts


def _whose(name: str) -> Whose:
    lowered = name.lower()
    return "us" if lowered in _OURS or lowered.startswith("mcp-param-") else ""


def phases_of(row: Row, parts: Sequence[WebEvent], operation: Operation | None) -> list[Phase]:
    """Where the time of a record went, whose exchange had these events, and that belongs to this operation."""
    phases: list[Phase] = []
    response = next((one for one in reversed(parts) if isinstance(one, events.HttpResponse)), None)
    end = next((one for one in parts if isinstance(one, events.HttpEnd)), None)
    if response is not None:
        named = [name for name in _PHASES if name in response.phases]
        phases.extend(Phase(name, response.phases[name]) for name in named)
        rest = response.ms - sum(response.phases.get(name, 0.0) for name in named)
        if not named:
            phases.append(Phase("wait", response.ms))
        elif rest > max(_LITTLE, response.ms / 20):
            phases.append(Phase("other", rest))
        if end is not None and end.ms > response.ms:
            phases.append(Phase("stream", end.ms - response.ms))
    elif row.took_ms is not None:
        phases.append(Phase("you" if row.kind == "ans" else "wait", row.took_ms, row.kind == "ans"))
    if operation is not None and operation.human_ms and row.kind != "ans":
        phases.append(Phase("you", operation.human_ms, True))
    return phases
