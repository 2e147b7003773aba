"""The events of a session: everything that crossed the wire, happened to a transport, or was decided.

A session is one list of these, in one order (`journal`). A message is one event, whatever carried it; what HTTP adds
to it stands in events of its own that share its `http` number:

    stdio                           HTTP
    Opened                          Opened
    Sent, Received                  HttpRequest http=3 · Sent http=3       the POST and the message in its body
    Stderr                          HttpResponse http=3                    status line and headers
    Exited                          Received http=3 | HttpBody | SseBlock  what the body held
    Closed                          HttpEnd http=3                         the body is complete, or why not

`Decision` says why we did what we did. Bytes are kept as they crossed; nothing here is parsed.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from inspector.wire.frozen import frozen

Transport = Literal["stdio", "streamable-http", "http+sse"]
Headers = tuple[tuple[str, str], ...]


@frozen
class Opened:
    """A transport begins: a process was started, or an address is about to be spoken to.

    `attempt` counts the connections of the session from 1. `command` is the argument vector as given, `resolved` the
    executable that it came to, `env` the names of the variables set beside the inherited ones.
    """

    transport: Transport
    attempt: int = 1
    command: tuple[str, ...] = ()
    resolved: str | None = None
    cwd: str | None = None
    env: tuple[str, ...] = ()
    path: str | None = None
    pid: int | None = None
    url: str | None = None


@frozen
class Sent:
    """A message of ours. `raw` is the exact text without the line end; `op` the operation it belongs to.

    `end` is what ended the line on stdio: LF unless the person had it otherwise; empty where the line was left open, so
    that what is sent next goes on with it.
    """

    raw: bytes
    http: int | None = None
    op: int | None = None
    end: bytes = b"\n"


@frozen
class Received:
    """A message of theirs, or what stood in its place.

    `raw` is one line of stdout without its LF, one HTTP body, or the data of one SSE event. `before` and `after` are
    the SSE bytes around it. `ended` is False for a last line without LF. `cut` is True where only the beginning of a
    line is kept, since it grew too long.
    """

    raw: bytes
    http: int | None = None
    before: bytes = b""
    after: bytes = b""
    ended: bool = True
    cut: bool = False


@frozen
class Stderr:
    """One line that the server wrote to stderr, without its line end."""

    raw: bytes


@frozen
class HttpRequest:
    """An HTTP request as it goes out. `body` is empty where a `Sent` with the same `http` number is the body."""

    http: int
    verb: str
    url: str
    headers: Headers = ()
    body: bytes = b""


@frozen
class HttpResponse:
    """Status line and headers. `ms` from the request's start; `phases` in milliseconds by name (connect, tls, wait).

    `peer` is the `address:port` that answered, `tls` the version and cipher, `certificate` whose the server's is; each
    empty where it is not known.
    """

    http: int
    status: int
    reason: str = ""
    version: str = "HTTP/1.1"
    headers: Headers = ()
    ms: float = 0.0
    phases: Mapping[str, float] = field(default_factory=dict)
    peer: str = ""
    tls: str = ""
    certificate: str = ""


@frozen
class HttpBody:
    """A body, or a piece of one, that is no message: an error page, an empty array, an OAuth answer."""

    http: int
    raw: bytes


@frozen
class SseBlock:
    """SSE bytes that carry no message: comments, an `endpoint` event, empty data, `retry`, unknown events."""

    http: int
    raw: bytes
    event: str = ""
    data: str = ""


@frozen
class HttpEnd:
    """The exchange is over. `failure` is empty, or what broke it; `step` where.

    Steps are name, connect, tls, send, wait, stream. `resuming` is True if the transport goes on with this stream by
    another request, so that the message it carried still waits.
    """

    http: int
    size: int = 0
    ms: float = 0.0
    failure: str = ""
    step: str = ""
    resuming: bool = False


@frozen
class Exited:
    """The server's process ended. `signal` is set where a signal ended it; `asked` is True if we had asked it to."""

    code: int | None
    signal: int | None = None
    asked: bool = False


@frozen
class Closed:
    """The transport is closed; nothing more comes from this attempt. `asked` is True if that was our wish."""

    reason: str = ""
    asked: bool = False


@frozen
class Began:
    """The person began operation `op`: what it is called (`tools/call`) and about what (the tool's name)."""

    op: int
    method: str
    name: str = ""


@frozen
class Decision:
    """Why we did what we did. `topic` says what it is about:

    connect, era, version, transport, protocol    how we came to speak with the server, and over what
    roots, capabilities, approve                  what the person set while connected
    question, answer, rule, command               what is asked, who answered; the rules and the command that do
    retry, cancel, timeout, task, subscription    what became of a request beyond its answer
    send                                          what became of a message that the person wrote
    interference                                  what was done on purpose to a message on its way
    catalogue, recording                          lists that are read again; what a recording leaves out
    tap, interference                             what a tap did beside passing; what was done to a message on purpose
    watch                                         files of the server changed
    mock                                          what a served recording does not have, or has only nearly

    `action` and `sent` are what we tried, `outcome` what came of it, `verdict` what we made of that, `because` the
    reason in one sentence, `clause` the specification's (`2026-07-28 basic/versioning#…`), `records` the numbers it
    rests on, `ms` what it cost.
    """

    topic: str
    action: str
    verdict: str
    because: str
    sent: str = ""
    outcome: str = ""
    clause: str = ""
    ms: float | None = None
    records: tuple[int, ...] = ()
    op: int | None = None
    data: Any = None


@frozen
class Note:
    """What a person wrote about record `about`, or about the session (None); it takes the place of their note before,
    and an empty text takes that away. `written`: when (ISO 8601, UTC), where that was after the session."""

    text: str
    about: int | None = None
    written: str = ""


@frozen
class Unknown:
    """A record of a kind that this version does not know, kept as it was read from a recording."""

    kind: str
    fields: Mapping[str, Any]


Event = (
    Opened
    | Sent
    | Received
    | Stderr
    | HttpRequest
    | HttpResponse
    | HttpBody
    | SseBlock
    | HttpEnd
    | Exited
    | Closed
    | Began
    | Decision
    | Note
    | Unknown
)


@frozen
class Record:
    """An event with its place in the journal: `seq` from 1, `at` in seconds since the journal began."""

    seq: int
    at: float
    event: Event
