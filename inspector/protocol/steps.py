"""The steps that a conversation yields, and what it is sent back for each.

    reply = yield Call("tools/list", {})        → Reply
    reply = yield Notify("notifications/…", {}) → Reply without an answer
    yield Decide(decision)                      → None; the decision becomes a record
    reply = yield Reopen()                      → Reply; a fresh process or connection, `failure` if that did not work
    reply = yield Reopen("http+sse")            → the same over another transport
    answers, ms = yield Ask({"key": request})   → {key: result} without the keys that nobody answered, and the wait;
                                                  or a Reply with `failure`: the connection ended while they were asked
    heard = yield Pause(1.5)                    → Heard; the time is over, or news for which it was waited has come

The client drives a conversation (`Client.drive`); tests drive it by hand.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from inspector.errors import ConnectError
from inspector.protocol.envelope import Speech
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Error, Notification, Result
from inspector.wire.versions import Era

Failure = Literal["", "timeout", "exited", "closed", "network", "http", "unanswered", "cancelled"]
"""Why there is no answer: silence; the process ended; the connection was closed; the network step that broke;
an HTTP answer that is no message; a stream or body that ended without one; our own wish."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request. `speech` overrides what was negotiated; `timeout` in seconds, None for the session's own.

    With `patient` its time begins when the server has read it, as far as that can be known: until then it may be
    starting.
    `leaving` is sent to the server, beside the cancellation of the request itself, if the waiting is given up.
    """

    method: str
    params: Mapping[str, Json] = field(default_factory=dict)
    speech: Speech | None = None
    timeout: float | None = None
    schema: Json = None  # of the tool that is called: its x-mcp-header annotations become headers
    leaving: "Call | None" = None
    patient: bool = False


@dataclass(frozen=True, slots=True)
class Notify:
    """A notification. On HTTP the reply comes when the server has taken it."""

    method: str
    params: Mapping[str, Json] = field(default_factory=dict)
    speech: Speech | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """A fresh process or connection, over another transport if one is named."""

    transport: events.Transport | None = None


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision to be recorded."""

    decision: events.Decision


@dataclass(frozen=True, slots=True)
class Ask:
    """Questions of the server for the person: key → request object (`method`, `params`).

    `about` is what they are asked for: the name of the tool, the prompt or the resource. `leaving` is sent to the
    server if the waiting is given up.
    """

    questions: Mapping[str, Json]
    record: int = 0
    about: str = ""
    era: Era = "modern"
    leaving: Call | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Time to pass: `seconds` at most.

    It ends early with the first notification after record `since` that `until` wants, where the connection ends, and
    when the person wants to go on.
    `leaving` is sent to the server if the waiting is given up.
    """

    seconds: float
    until: Callable[[Notification], bool] | None = None
    since: int = 0
    leaving: Call | None = None


Step = Call | Notify | Reopen | Decide | Ask | Pause


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a step. With an `answer`, `failure` is empty; else `detail` says in a sentence what happened.

    `status`, `content_type`, `headers` and `body` are HTTP's, where there was an HTTP answer, `sent` the headers of our
    request; `streamed` names the SSE events other than messages that came (`endpoint`); `records` are the numbers of
    request and answer; `ms` the time between them, `human_ms` the part in which a person was waited for. `fault` is
    what a Reopen that brought no connection was given up with, or why a refused request got no token.
    """

    answer: Result | Error | None = None
    failure: Failure = ""
    detail: str = ""
    status: int | None = None
    content_type: str = ""
    headers: events.Headers = ()
    sent: events.Headers = ()
    body: bytes = b""
    streamed: tuple[str, ...] = ()
    records: tuple[int, ...] = ()
    ms: float = 0.0
    human_ms: float = 0.0
    fault: ConnectError | None = None

    @property
    def error(self) -> Error | None:
        """The answer if it is an error."""
        return self.answer if isinstance(self.answer, Error) else None

    @property
    def redirects(self) -> bool:
        """Whether HTTP sent us elsewhere, where we did not go; a redirect that names no place is none."""
        named = any(name.lower() == "location" for name, _ in self.headers)
        return self.answer is None and self.status in (301, 302, 303, 307, 308) and named

    @property
    def result(self) -> Json:
        """The result as an object; an empty one where there is none or it is something else."""
        value = self.answer.result if isinstance(self.answer, Result) else None
        return value if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class Heard:
    """What a pause came to: the `news` that ended it and its `record`, None and 0 if the time did; `ms` it took.

    `told`: the person wants to go on without waiting any longer.
    """

    news: Notification | None = None
    record: int = 0
    ms: float = 0.0
    told: bool = False


Conversation = Generator[Step, Any, Any]
