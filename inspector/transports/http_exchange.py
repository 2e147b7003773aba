"""One HTTP exchange from the request to its end, written to the journal as it happens.

    HttpRequest n (· Sent n) → HttpResponse n → Received n | SseBlock n | HttpBody n … → HttpEnd n

An exchange keeps its number through redirects: each hop adds an HttpRequest and an HttpResponse with the same number,
in order, and one HttpEnd closes them all. So the message is sent once, its answer is found under the number that `send`
returned, and an exchange whose end stands in the journal is over. A redirect that is not followed (`http_redirects`) is
an end with a failure.

The request is recorded as it goes out, the library's own headers included; what an HTTP proxy adds is not. Body bytes
are recorded after their content coding (gzip) is undone, and `size` counts those.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx

from inspector.errors import AuthorizationNeeded
from inspector.journal import Log
from inspector.protocol.interference import Outward
from inspector.transports.auth.trial import Authorizes, Trial, failed, filled
from inspector.transports.http_body import Body, TooLong, media_type
from inspector.transports.http_client import Headers, encoded, merge, readable
from inspector.transports.http_coding import CannotUnpack, Inflating, Unpacker, layers
from inspector.transports.http_connection import connection_of
from inspector.transports.http_failures import FAULTS, explain
from inspector.transports.http_network import heard
from inspector.transports.http_options import url_text
from inspector.transports.http_redirects import HOPS, judged, target_of
from inspector.transports.http_stead import stood_in, torn
from inspector.transports.http_trace import Trace
from inspector.transports.http_wire import HEADERS
from inspector.transports.sse import Block
from inspector.wire import events
from inspector.wire.text import visible


@dataclass(slots=True, eq=False)
class Exchange:
    """A request of ours and what has come of it. `meant` is whether its answer is due in the body.

    `exact`: it has the headers that were given and none of the client's, and a body whatever its method. `seq` is the
    record of the message that is its body, 0 if there is none.
    """

    http: int
    verb: str
    url: str
    given: Headers
    content: bytes
    meant: bool
    began: float
    exact: bool = False
    seq: int = 0
    trace: Trace = field(init=False)  # this and the request are the latest hop's
    request: httpx.Request = field(init=False)
    status: int = 0
    reason: str = ""
    headers: events.Headers = ()
    streamed: bool = False
    size: int = 0
    failure: str = ""
    aborted: bool = False
    giving_up: str = "closed by us"
    trial: Trial = field(init=False)
    fault: AuthorizationNeeded | None = None

    def __post_init__(self) -> None:
        self.trial = Trial(self.http)

    def header(self, name: str) -> str:
        """A header of the answer, or an empty text."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        """All headers of that name, which is in lower case."""
        return [value for key, value in self.headers if key.lower() == name]

    @property
    def opened(self) -> bool:
        """Whether the answer was an event stream with a status of success."""
        return self.streamed and 200 <= self.status < 300

    @property
    def outcome(self) -> str:
        """Status, or what broke it, in a few words safe to show."""
        if not self.status:
            return self.failure
        return visible(f"HTTP {self.status} {self.reason}".strip())


class Watcher:
    """What a transport wants to know of an exchange. Each method is called when the records stand, `ending` before
    HttpEnd does."""

    def answered(self, exchange: Exchange) -> None:
        """Status and headers are known, the body is not; called before HttpResponse is recorded."""

    def heard(self, raw: bytes) -> None:
        """A message came."""

    def noted(self, block: Block) -> None:
        """An SSE block came, with or without a message."""

    def ending(self, exchange: Exchange) -> bool:
        """The exchange is over. True if another request goes on with its stream."""
        return False


class Exchanges:
    """Runs exchanges of one client. `numbers` gives the http numbers, unique in the journal.

    `shown` makes of a URL that is requested the one that the records have: they differ for a Unix socket.
    """

    def __init__(
        self,
        client: httpx.AsyncClient,
        journal: Log,
        numbers: Iterator[int],
        timeout: float,
        shown: Callable[[str], str],
    ) -> None:
        self._client = client
        self._journal = journal
        self._numbers = numbers
        self._timeout = timeout
        self._shown = shown
        self._last = ("", httpx.URL())
        self.outward: Outward | None = None
        self.authorizer: Authorizes | None = None
        self.unauthorized: set[int] = set()  # those that were refused, and wait for a token
        """What adds a token to each request, and gets one where the server refuses; None: nothing does."""
        self.again: Callable[[Exchange], None] = lambda exchange: None
        """Called with an exchange that is begun beside another, to be run: its message goes out once more."""

    def text(self, url: str) -> str:
        """A URL for a sentence."""
        return url_text(self._shown(url))

    def begin(
        self,
        verb: str,
        url: str,
        headers: Headers,
        content: bytes = b"",
        *,
        meant: bool = False,
        http: int | None = None,
        exact: bool = False,
        body: bytes = b"",
    ) -> Exchange:
        """Record the request and make it ready; `http` is a number that was drawn before.

        `body` is the body in the record, for one that no `Sent` has.
        """
        number = next(self._numbers) if http is None else http
        exchange = Exchange(number, verb, url, headers, content, meant, self._journal.now(), exact)
        self._prepare(exchange, body)
        return exchange

    def _prepare(self, exchange: Exchange, body: bytes = b"") -> None:
        self._build(exchange)
        sent = readable(exchange.request.headers.raw)
        url = self._shown(str(exchange.request.url))
        self._journal.append(events.HttpRequest(exchange.http, exchange.verb, url, sent, body))

    def _build(self, exchange: Exchange) -> None:
        exchange.trace = Trace(self._journal.now)
        given = exchange.given
        if self.authorizer is not None:
            tokens = self.authorizer.headers(exchange.trial, exchange.verb, exchange.url)
            given = filled(given, tokens) if exchange.exact else merge(given, tokens)
        exchange.request = self._client.build_request(
            exchange.verb,
            self._parsed(exchange.url),
            headers=encoded(given),
            content=exchange.content if exchange.verb == "POST" or exchange.content else None,
            extensions={"trace": exchange.trace},
        )
        if exchange.exact:
            own = {name.lower() for name, _ in exchange.given}
            for name in self._client.headers:
                if name.lower() not in own:
                    del exchange.request.headers[name]

    def _parsed(self, url: str) -> httpx.URL:
        """The URL as the library has it: most requests of a session go to the same one."""
        if url != self._last[0]:
            self._last = (url, httpx.URL(url))
        return self._last[1]

    async def run(self, exchange: Exchange, watcher: Watcher) -> None:
        """Carry it through to its HttpEnd. Raises nothing but CancelledError, after having recorded the end."""
        try:
            failure, step = await self._follow(exchange, watcher)
        except FAULTS as error:
            failure, step = explain(error, exchange.trace, self._timeout)
            self._record_torn(exchange, error)
        except asyncio.CancelledError:
            exchange.aborted = True
            self._end(exchange, watcher, exchange.giving_up, exchange.trace.step)
            raise
        self._end(exchange, watcher, failure, step)

    def _end(self, exchange: Exchange, watcher: Watcher, failure: str, step: str) -> None:
        exchange.failure = failure
        self._record_unread(exchange)
        resuming = watcher.ending(exchange)
        ms = (self._journal.now() - exchange.began) * 1000
        self._journal.append(events.HttpEnd(exchange.http, exchange.size, ms, failure, step, resuming))

    def _record_unread(self, exchange: Exchange) -> None:
        """What came and could not be read as HTTP stands in the place of the answer."""
        unread = exchange.trace.unread
        if unread.size:
            self._journal.append(events.HttpBody(exchange.http, unread.first))
        if unread.size > len(unread.first):
            self._journal.append(
                events.Decision(
                    topic="recording",
                    action=f"keep what came in place of the answer of exchange {exchange.http}",
                    verdict=f"the first {len(unread.first)} of {unread.size} bytes are kept",
                    because="It is no HTTP, and a record of that is bounded.",
                    data={"http": exchange.http},
                )
            )

    def _record_torn(self, exchange: Exchange, error: Exception) -> None:
        """A body whose framing broke: the library has thrown away the piece in which it did."""
        piece = exchange.trace.torn(error)
        if not piece:
            return
        self._journal.append(
            events.Decision(
                topic="protocol",
                action=f"read the body of exchange {exchange.http}",
                outcome=visible(str(error))[:300],
                verdict="the last piece that came is kept as it came",
                because="The framing of the body broke in it; its beginning may stand above already, unpacked.",
                clause="RFC 9112#section-7",
                data={"http": exchange.http},
            )
        )
        self._journal.append(events.HttpBody(exchange.http, piece))

    async def _meddled(self, exchange: Exchange) -> httpx.Response | None:
        """Wait until the message may go, altered perhaps; or the answer in the server's stead. Raises StreamCut."""
        waiting = self.outward(exchange.content, exchange.seq, exchange.http) if self.outward and exchange.seq else None
        if waiting is None:
            return None
        outcome = await waiting
        if outcome.stead is not None:
            return stood_in(outcome.stead)
        if not outcome.forms or outcome.end == "stall":
            await asyncio.get_running_loop().create_future()  # it never arrives, so nothing comes of it
        first, *more = outcome.forms
        if outcome.end == "cut":
            exchange.request = torn(exchange.request, first, len(exchange.content))
        elif first != exchange.content:
            exchange.content = first
            self._build(exchange)
        for form in more:
            self.again(self.begin(exchange.verb, exchange.url, exchange.given, form, meant=exchange.meant, body=form))
        return None

    async def _follow(self, exchange: Exchange, watcher: Watcher) -> tuple[str, str]:
        stead = await self._meddled(exchange)
        hops = repeated = 0
        while hops < HOPS:
            if hops or repeated:
                self._prepare(exchange)
            heard.set(exchange.trace.heard)
            response = stead or await self._client.send(exchange.request, stream=True)
            try:
                exchange.status, exchange.reason = response.status_code, response.reason_phrase
                exchange.headers = readable(response.extensions[HEADERS])
                target = target_of(exchange.status, exchange.url, exchange.header("location"))
                refused = stead is None and self._may_authorize(exchange)
                if target is None and not refused:
                    watcher.answered(exchange)
                exchange.trace.answered()
                self._record_response(exchange, response)
                failure = await self._read(exchange, response, watcher)
            finally:
                await response.aclose()
            if refused and await self._authorized(exchange):
                repeated += 1
                continue
            if refused:
                watcher.answered(exchange)
            if target is None:
                return failure, "stream" if failure else ""
            refusal, decision = judged(exchange.http, exchange.verb, exchange.url, exchange.status, target, self.text)
            self._journal.append(decision)
            if refusal:
                return refusal, "wait"
            exchange.url = target
            hops += 1
        return f"redirected {HOPS} times, at last to {self.text(exchange.url)}", "wait"

    def _may_authorize(self, exchange: Exchange) -> bool:
        """Hear the answer; whether a token may be got for the request. A goodbye is not worth signing in for."""
        if self.authorizer is None or exchange.exact:
            return False
        may_help = self.authorizer.heard(exchange.url, exchange.status, exchange.headers)
        return may_help and exchange.verb != "DELETE"

    async def _authorized(self, exchange: Exchange) -> bool:
        """Whether the request is to be sent again, with a token that has been got for it."""
        assert self.authorizer is not None
        self.unauthorized.add(exchange.http)
        try:
            exchange.fault = await self.authorizer.refused(
                exchange.status, exchange.headers, exchange.trial, self._journal, self._numbers
            )
        finally:
            self.unauthorized.discard(exchange.http)
        if exchange.fault is not None:
            self._journal.append(failed(exchange.fault, exchange.http))
        return exchange.fault is None

    def _record_response(self, exchange: Exchange, response: httpx.Response) -> None:
        self._journal.append(
            events.HttpResponse(
                exchange.http,
                exchange.status,
                exchange.reason,
                response.http_version,
                exchange.headers,
                (self._journal.now() - exchange.trace.began) * 1000,
                dict(exchange.trace.phases),
                **connection_of(response),
            )
        )

    async def _read(self, exchange: Exchange, response: httpx.Response, watcher: Watcher) -> str:
        codings, strange = layers(", ".join(exchange.all("content-encoding")))
        content_type = exchange.header("content-type")
        body = Body(
            self._journal,
            exchange.http,
            "" if strange else content_type,
            meant=exchange.meant and 200 <= exchange.status < 300,
            heard=watcher.heard,
            noted=watcher.noted,
        )
        unpacker = Unpacker(() if strange else codings)
        undone: CannotUnpack | None = None
        broken = True
        try:
            async for packed in response.aiter_raw():
                for number, piece in enumerate(unpacker.feed(packed)):
                    if number:
                        await asyncio.sleep(0)  # a little may unpack to a lot, and others want their turn
                    body.feed(piece)
                    exchange.size, exchange.streamed = body.size, body.streamed
                if strange and media_type(content_type) == "text/event-stream" and not body.streamed:
                    break  # what cannot be read may have no end
            else:
                unpacker.finish()
            broken = False
        except TooLong as error:
            return str(error)
        except Inflating as error:
            return self._inflating(exchange, str(error))
        except CannotUnpack as error:
            undone = error
        finally:
            failure = body.finish(broken=broken)
            exchange.size, exchange.streamed = body.size, body.streamed
        if undone is not None:
            if undone.rest:
                self._journal.append(events.HttpBody(exchange.http, undone.rest))
            return f"the body cannot be decoded: {undone}"
        if strange and not body.messages:
            return f"the body is encoded as “{visible(strange)}”, which was not offered and cannot be read"
        return failure

    def _inflating(self, exchange: Exchange, said: str) -> str:
        self._journal.append(
            events.Decision(
                topic="transport",
                action=f"unpack the body of exchange {exchange.http}",
                outcome=said,
                verdict="not read further",
                because="So much out of so little is no answer; it would fill memory and disk.",
                clause="RFC 9110#section-8.4",
                data={"http": exchange.http},
            )
        )
        return f"the body was not read to its end: {said}"
