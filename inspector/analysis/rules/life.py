"""What rules know of the present connection beside its exchanges: how far it is opened, its session, its streams.

Most of it is of legacy revisions alone, where a connection has a beginning and a state.
Source: `2025-11-25 basic/lifecycle#initialization`, `2025-11-25 basic/transports#resumability-and-redelivery`.
"""

from dataclasses import dataclass, field
from typing import Final, TypeVar

from inspector.analysis.reading import Reading
from inspector.protocol.interference import TOPIC
from inspector.wire import jsonrpc
from inspector.wire.events import (
    Decision,
    Headers,
    HttpEnd,
    HttpRequest,
    HttpResponse,
    Opened,
    Received,
    Sent,
    SseBlock,
)
from inspector.wire.jsonrpc import Notification

K = TypeVar("K")
V = TypeVar("V")

KEPT: Final = 50_000
"""How many ids of each kind are kept: a session may go on for days."""

ENDED: Final = ("completed", "failed", "cancelled")
"""The statuses of a task that do not change any more (`2025-11-25 basic/utilities/tasks#task-status-lifecycle`)."""


@dataclass(slots=True)
class Request:
    """An HTTP request of ours, as far as rules ask about it.

    `session` is the id that it bore, `gone` whether that session had ended when it was sent.
    """

    verb: str
    url: str
    headers: Headers
    session: str = ""
    gone: bool = False
    status: int | None = None

    def header(self, name: str) -> str:
        """A header of ours, or an empty text."""
        return header(self.headers, name)


@dataclass(slots=True)
class Task:
    """A task of 2025-11-25, as the server has told of it: its last `status`, the record that told of it.

    `call` is the request of ours that became it, 0 where that is not known; `delivered` the record of its result.
    """

    status: str
    seq: int
    call: int = 0
    delivered: int = 0

    @property
    def over(self) -> bool:
        """Whether its last status is one that does not change any more."""
        return self.status in ENDED


@dataclass(slots=True)
class Life:
    """The state of the present connection.

    `opening`: `initialize` was sent; `initialized`: the notification that ends the opening was sent too. `agreed` are
    the versions that the server has agreed to, by its target, over all connections.

    Of HTTP: `requests` are those under way by number, `over` the one that has just ended. `event_ids` tell on which
    stream and in which record an event's id was first seen, `roots` which stream a resumed one continues. `accepted`
    are session ids that the server has taken a request with, `ended` those that a DELETE has ended.

    Of the rest: `tasks` are those of 2025-11-25 by id, `became` the id of the task that a request of ours became,
    `pages` the ids of the pages that the server has wanted opened. `asked` are the records of the server's requests by
    the key of their id, `spoilt` the keys of those that did not reach us as they were, by an interference of ours,
    `tokens` those by the key of their progress token. `log_level` is the level that was set and
    `log_level_at` when, `subscribed` the resources by URI, with the time at which the subscription ended if it has.
    """

    opening: bool = False
    initialized: bool = False
    agreed: dict[str, set[str]] = field(default_factory=dict)
    requests: dict[int, Request] = field(default_factory=dict)
    over: int | None = None
    event_ids: dict[bytes, tuple[int, int]] = field(default_factory=dict)
    roots: dict[int, int] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    tasks: dict[str, Task] = field(default_factory=dict)
    became: dict[int, str] = field(default_factory=dict)
    pages: set[str] = field(default_factory=set)
    asked: dict[tuple[str, str], int] = field(default_factory=dict)
    spoilt: dict[tuple[str, str], int] = field(default_factory=dict)
    tokens: dict[tuple[str, str], int] = field(default_factory=dict)
    log_level: str = ""
    log_level_at: float = 0.0
    subscribed: dict[str, float | None] = field(default_factory=dict)

    def watch(self, reading: Reading) -> None:
        """Take in what a record says of it; before the rules look at what the record brought about."""
        event = reading.record.event
        if self.over is not None:
            self.requests.pop(self.over, None)
            self.over = None
        if isinstance(event, Received):
            return
        if isinstance(event, Sent):
            self._sent(reading)
        elif isinstance(event, Opened):
            self._begin()
        elif isinstance(event, HttpRequest):
            self._asked(event)
        elif isinstance(event, HttpResponse):
            request = self.requests.get(event.http)
            if request is not None:
                request.status = event.status
                if request.session and 200 <= event.status < 300 and request.verb != "DELETE":
                    self.accepted.add(request.session)
        elif isinstance(event, Decision):
            self._decided(reading.record.seq, event)
        elif isinstance(event, HttpEnd):
            request, self.over = self.requests.get(event.http), event.http
            gone = request is not None and request.verb == "DELETE" and 200 <= (request.status or 0) < 300
            if request is not None and request.session and gone:
                self.ended.add(request.session)

    def root(self, http: int) -> int:
        """The stream that this one continues; itself where it continues none."""
        return self.roots.get(http, http)

    def _begin(self) -> None:
        self.opening = self.initialized = False
        for kept in (self.requests, self.event_ids, self.roots, self.accepted, self.ended, self.became):
            kept.clear()

    def _decided(self, seq: int, decision: Decision) -> None:
        data = decision.data
        if decision.topic == TOPIC and isinstance(data, dict) and data.get("way") == "in":
            original = data.get("original")
            message = jsonrpc.decode(original.encode("utf-8", "replace")) if isinstance(original, str) else None
            if isinstance(message, jsonrpc.Request):
                keep(self.spoilt, jsonrpc.id_key(message.id), seq)

    def _sent(self, reading: Reading) -> None:
        exchange = reading.exchanges.ours.get(reading.record.seq)
        if exchange is not None:
            if exchange.method == "initialize":
                self.opening, self.initialized, self.log_level = True, False, ""
                self.asked.clear()
                self.spoilt.clear()
                self.tokens.clear()
                self.subscribed.clear()
            return
        if self.opening and not self.initialized:
            message = reading.message
            if isinstance(message, Notification) and message.method == "notifications/initialized":
                self.initialized = True

    def _asked(self, event: HttpRequest) -> None:
        session = header(event.headers, "mcp-session-id")
        self.requests[event.http] = Request(event.verb, event.url, event.headers, session, session in self.ended)
        last = header(event.headers, "last-event-id")
        known = self.event_ids.get(last.encode("utf-8", "replace")) if last else None
        if known is not None:
            self.roots[event.http] = self.root(known[0])


def keep(held: dict[K, V], key: K, value: V) -> V:
    """Note what is new under a key, and say what is held there; of very many the oldest are forgotten."""
    if key in held:
        return held[key]
    if len(held) >= KEPT:
        del held[next(iter(held))]
    held[key] = value
    return value


def header(headers: Headers, name: str) -> str:
    """A header by its name in small letters, or an empty text."""
    return next((value for key, value in headers if key.lower() == name), "")


def event_id(event: Received | SseBlock) -> bytes:
    """The id that an event of a stream bears, or an empty text; the last line counts, and none with a NUL does."""
    framing = event.raw if isinstance(event, SseBlock) else event.before + event.after
    if b"id:" not in framing:
        return b""
    id = b""
    for line in framing.replace(b"\r", b"\n").split(b"\n"):
        if line.startswith(b"id:") and b"\0" not in line:
            id = line[3:].removeprefix(b" ")
    return id
