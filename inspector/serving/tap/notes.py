"""The records of one exchange that passes a web tap, as our own client would have written them.

    HttpRequest n (· Sent n) → HttpResponse n → Received n | SseBlock n | HttpBody n … → HttpEnd n

Each method is called before the bytes that it tells of go on. A body is recorded after its content coding is undone,
whatever passes; what cannot be undone is recorded as it came.
"""

from collections.abc import Callable
from typing import Final

from inspector.journal import Journal
from inspector.serving.tap.head import Head
from inspector.transports.http_body import Body, TooLong, media_type
from inspector.transports.http_coding import CannotUnpack, Inflating, Unpacker, layers
from inspector.transports.sse import Block
from inspector.wire import events
from inspector.wire.decoding import decoded
from inspector.wire.jsonrpc import Malformed, Request

JSON: Final = "application/json"
SSE: Final = "text/event-stream"
_KEPT: Final = 64 << 20  # bytes of the body of a request that is recorded only after some of it has passed


class Notes:
    """`place` is the server's MCP endpoint: what is posted there as JSON is a message, readable or not."""

    def __init__(self, journal: Journal, http: int, place: str, noted: Callable[[int, Block], None]) -> None:
        self.http = http
        self.failure = ""
        self.began = False  # the request stands in the journal
        self._journal = journal
        self._place = place
        self._noted = noted
        self._began = journal.now()
        self._post = False
        self._json = False
        self._target = ""
        self._asked = bytearray()  # of the body of the request what is kept
        self._left_out = 0  # bytes that came behind that
        self._body_noted = False
        self._meant = False
        self._body: Body | None = None
        self._unpacker: Unpacker | None = None
        self._over = False

    def requested(self, verb: str, target: str, url: str, head: Head, body: bytes | None) -> None:
        """The request; `body` is None where it is still to come (`heard`, `uploaded`)."""
        self.began = True
        self._body_noted = body is not None
        self._post, self._target = verb == "POST", target.partition("?")[0]
        self._json = media_type(head.value(b"content-type").decode("latin-1")) == JSON
        message = body is not None and self._is_message(body)
        other = b"" if body is None or message else body
        self._journal.append(events.HttpRequest(self.http, verb, url, head.readable, other))
        if body is not None and message:
            self._sent(body)
        self._journal.flush()

    def heard(self, payload: bytes) -> None:
        """A piece of the body of the request, without its framing."""
        kept = payload[: _KEPT - len(self._asked)]
        self._asked += kept
        self._left_out += len(payload) - len(kept)

    def uploaded(self) -> None:
        """Record the body of a request that was recorded before it had come: whole, or what came before it broke."""
        if self._body_noted:
            return
        self._body_noted = True
        if self._left_out:
            because = f"{self._left_out:,} bytes more came: of a longer body no more than that is kept."
            self.say("record the request", f"the first {_KEPT:,} bytes of its body", because)
        if self._asked:
            self._sent(bytes(self._asked))
            self._journal.flush()

    def _is_message(self, body: bytes) -> bool:
        if not body or not self._json:
            return False
        return (self._post and self._target == self._place) or not isinstance(decoded(body), Malformed)

    def _sent(self, body: bytes) -> None:
        self._meant = isinstance(decoded(body), Request)
        self._journal.append(events.Sent(body, self.http))

    def answered(
        self, status: int, reason: str, version: str, head: Head, phases: dict[str, float], **facts: str
    ) -> None:
        """Status line and headers."""
        ms = (self._journal.now() - self._began) * 1000
        self._journal.append(
            events.HttpResponse(self.http, status, reason, version, head.readable, ms, phases, **facts)
        )
        codings, strange = layers(head.value(b"content-encoding").decode("latin-1"))
        kind = head.value(b"content-type").decode("latin-1")
        self._unpacker = Unpacker(() if strange else codings)
        self._body = Body(
            self._journal,
            self.http,
            "" if strange else kind,
            meant=self._meant and 200 <= status < 300,
            heard=_nothing,
            noted=lambda block: self._noted(self.http, block),
        )

    def feed(self, payload: bytes) -> None:
        """A piece of the body, without its framing."""
        if self._body is None or self._unpacker is None or self.failure:
            return
        try:
            for piece in self._unpacker.feed(payload):
                self._body.feed(piece)
        except (TooLong, Inflating) as error:
            self.failure = str(error)
        except CannotUnpack as error:
            self.failure = f"the body cannot be decoded: {error}"
            if error.rest:
                self._journal.append(events.HttpBody(self.http, error.rest))

    def ended(self, failure: str = "", step: str = "") -> None:
        """The exchange is over, or broke at `step`. Only the first call counts."""
        if self._over or self._journal.sealed:
            return
        self._over = True
        self.uploaded()
        size = 0
        if self._body is not None and self._unpacker is not None:
            if not failure and not self.failure:
                try:
                    self._unpacker.finish()
                except CannotUnpack as error:
                    self.failure = f"the body cannot be decoded: {error}"
            torn = self._body.finish(broken=bool(failure))
            self.failure = self.failure or torn
            size = self._body.size
        what = failure or self.failure
        ms = (self._journal.now() - self._began) * 1000
        self._journal.append(events.HttpEnd(self.http, size, ms, what, step or ("stream" if what else "")))
        self._journal.flush()

    def say(self, action: str, verdict: str, because: str, clause: str = "") -> None:
        """A decision about this exchange."""
        data = {"http": self.http}
        self._journal.append(events.Decision("tap", action, verdict, because, clause=clause, data=data))

    def not_http(self, came: bytes) -> None:
        """What came in the place of an answer."""
        if came:
            self._journal.append(events.HttpBody(self.http, came))

    def flush(self) -> None:
        """What was recorded goes to the recording."""
        self._journal.flush()


def _nothing(raw: bytes) -> None:
    """Messages are found in the journal."""
