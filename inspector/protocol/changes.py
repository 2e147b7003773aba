"""What the fold over records tells of: requests with all that belongs to them, and what a record brought about."""

from dataclasses import dataclass, field
from typing import Literal

from inspector.errors import AuthorizationNeeded
from inspector.protocol.steps import Failure
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.frozen import frozen
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Malformed, Message, Notification, Request, Result

State = Literal["open", "answered", "failed"]


@dataclass(slots=True)
class Exchange:
    """A request with all that belongs to it. `ours` tells who asked; `seq` and `answer_seq` are record numbers.

    `cancelled` is True once the other side was told so. `parent` is, for a request of theirs, the request of ours that
    it was asked for, where that is clear.
    """

    seq: int
    at: float
    ours: bool
    id: Json
    method: str
    name: str | None = None
    op: int | None = None
    http: int | None = None
    token: Json = MISSING
    state: State = "open"
    ended_at: float | None = None
    answer_seq: int | None = None
    failure: Failure = ""
    detail: str = ""
    cancelled: bool = False
    parent: int | None = None
    progress: int = 0
    flaws: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Web:
    """One HTTP exchange as far as it has come; of several (a redirect) the last. `sent` are the headers of ours.

    `messages` counts what came as a message, `events` what came in the form of an event stream. `fault` is why there is
    no token for a request that was refused, where one was looked for.
    """

    number: int
    verb: str = ""
    sent: events.Headers = ()
    status: int | None = None
    headers: events.Headers = ()
    body: bytes = b""
    streamed: list[str] = field(default_factory=list)
    messages: int = 0
    events: int = 0
    ended: bool = False
    failure: str = ""
    step: str = ""
    fault: AuthorizationNeeded | None = None

    def header(self, name: str) -> str:
        """A header of the answer, or an empty text."""
        return next((value for key, value in self.headers if key.lower() == name), "")


@frozen
class Settled:
    """A request of ours has ended: with `answer`, or without one (`exchange.failure`).

    `instead` is what came in the answer's place and cannot be one: it names another id, or is broken.
    """

    exchange: Exchange
    answer: Result | Error | None = None
    web: Web | None = None
    instead: Result | Error | Malformed | None = None


@frozen
class Asked:
    """The server asks us. `duplicate` if a request of theirs with this id is still open."""

    exchange: Exchange
    request: Request
    record: Record
    duplicate: bool = False


@frozen
class Progressed:
    """Progress of a request of ours that is open; `exchange` is None if no such request is.

    `meant` is then the one that it probably meant: ended already, or its token differs in type alone.
    """

    exchange: Exchange | None
    notification: Notification
    record: Record
    meant: Exchange | None = None


@frozen
class Withdrawn:
    """The server cancelled a request of its own."""

    exchange: Exchange
    reason: str


@frozen
class News:
    """Any other notification."""

    notification: Notification
    record: Record


@frozen
class Stray:
    """Something that belongs nowhere: no JSON, no message, an answer to nothing, an answer after the end.

    `refusal`: it is the error in the body of a refused HTTP request that wants no JSON-RPC answer: a GET, a DELETE, the
    POST of a notification or of an answer (`2025-11-25 basic/transports#sending-messages-to-the-server`).

    `answers` is the record of a message of ours which could not be read as a request, and to which it is the answer, as
    far as can be known: an error that names no id is what such a message gets
    (JSON-RPC 2.0, section 5: “If there was an error in detecting the id, it MUST be Null”).
    """

    message: Message
    record: Record
    why: str
    exchange: Exchange | None = None
    refusal: bool = False
    answers: int | None = None


@frozen
class WebEnded:
    """An HTTP exchange is over."""

    web: Web


@frozen
class Resumed:
    """The transport goes on with the stream of one of our requests, which may have ended by our own decision."""

    exchange: Exchange


Change = Settled | Asked | Progressed | Withdrawn | News | Stray | WebEnded | Resumed
