"""Streamable HTTP, both eras: each message of ours is a POST, each answer a body or an event stream.

What differs between the eras, once `settle` has told:

    modern    POST only; closing a response stream is the cancellation of its request
    legacy    a session id, from the answer to `initialize` on; `listen` opens the GET stream; a response stream that
              broke before its answer is resumed with Last-Event-ID where its events had ids; DELETE at the end

How a stream that goes on under another number is told in the journal: the exchange that broke ends with
`HttpEnd(n, resuming=True)`, and before that stands `Decision(topic="retry", data={"resumes": n, "http": m})`, where n
is the number that `send` returned and m the number of the GET that follows after the wait. The last HttpEnd of such a
chain has `resuming=False`; if its message has no answer then, none will come. The GET stream of `listen` does the same,
with `reopens` in place of `resumes`.

Source: `2026-07-28 basic/transports/streamable-http`, `2025-11-25 basic/transports#streamable-http`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Final

import httpx

from inspector.errors import ConnectError
from inspector.journal import Log
from inspector.protocol.interference import Outward
from inspector.transports import Spawn
from inspector.transports.auth.trial import Authorizes
from inspector.transports.http_client import Headers, defaults, make_client, merge, opening, split_user
from inspector.transports.http_exchange import Exchange, Exchanges, Watcher
from inspector.transports.http_jobs import Jobs
from inspector.transports.http_options import HttpOptions, address_of
from inspector.transports.http_streams import Answer, Next, ServerStream, Stream
from inspector.wire import events
from inspector.wire.jsonrpc import written_request
from inspector.wire.parcel import Parcel
from inspector.wire.versions import REVISIONS, Era

DRAIN, GOODBYE, ABORT = 0.4, 1.2, 0.4
"""Seconds at close: for notifications and answers under way, for the DELETE, and for what must be cut off."""

OPENING: Final = 1.0
"""Seconds that `listen` waits for the stream; some servers hold its headers back until they have something to say."""

POST_HEADERS: Final = (("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json"))
"""What every POST says of itself (`2026-07-28 basic/transports/streamable-http#sending-messages`)."""


class HttpTransport:
    """One attempt at one endpoint. `numbers` gives the http numbers of the session, `pause` waits between attempts.

    `open` raises UsageError for an address or a certificate file that cannot be used.
    """

    kind: events.Transport = "streamable-http"

    def __init__(
        self,
        options: HttpOptions,
        journal: Log,
        numbers: Iterator[int],
        *,
        attempt: int = 1,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        authorizer: Authorizes | None = None,
    ) -> None:
        self._options = options
        self._journal = journal
        self._numbers = numbers
        self._attempt = attempt
        self._pause = pause
        self._authorizer = authorizer
        self._url = ""
        self._user: Headers = []
        self._client: httpx.AsyncClient | None = None
        self._exchanges: Exchanges
        self._spawn: Spawn
        self._jobs = Jobs()
        self._brief: set[int] = set()  # posts that wait for no answer: a goodbye lets them finish
        self._closed = False
        self._session: str | None = None
        self._era: Era | None = None
        self._version = ""
        self._listening = False
        self.outward: Outward | None = None

    async def open(self, spawn: Spawn) -> None:
        """Append `Opened`. Nothing is sent: the first POST connects."""
        self._client = make_client(self._options)
        address = address_of(self._options.url)
        self._url, self._user = split_user(address.url)
        timeout = self._options.connect_timeout
        self._exchanges = Exchanges(self._client, self._journal, self._numbers, timeout, address.shown)
        self._exchanges.outward, self._exchanges.again = self.outward, self._once_more
        self._exchanges.authorizer = self._authorizer
        self._spawn = spawn
        self._journal.append(events.Opened(self.kind, self._attempt, url=self._options.url))
        for decision in opening(self._options):
            self._journal.append(decision)

    async def send(self, raw: bytes, headers: Mapping[str, str], *, op: int | None = None) -> int:
        """POST one message; returns its http number. Raises ConnectError if the transport is closed."""
        if self._client is None or self._closed:
            raise ConnectError("The connection is closed.", why="Nothing can be sent on it.")
        request = written_request(raw)
        starts = request is not None and request[1] == "initialize"
        said = self._headers(POST_HEADERS, headers.items(), [] if starts else self._session_header())
        exchange = self._exchanges.begin("POST", self._url, said, raw, meant=request is not None)
        exchange.seq = self._journal.append(events.Sent(raw, exchange.http, op)).seq
        if request is not None:
            begun = self._begin_session if starts else None
            answer = Answer(self._journal, self._numbers, self._may_resume, exchange.http, request[0], begun)
            self._jobs.start(self._spawn, exchange.http, lambda: self._request(exchange, answer))
        else:
            self._brief.add(exchange.http)
            self._jobs.start(self._spawn, exchange.http, lambda: self._tell(exchange))
        return exchange.http

    def headers_of(self, mirrored: Mapping[str, str]) -> events.Headers:
        """With those of the target, of the session, and of the HTTP library; Host and Content-Length it adds itself.

        What authorizes it is there without its secret; `put` puts that in.
        """
        if self._client is None:
            return ()
        said = self._headers(POST_HEADERS, mirrored.items(), self._session_header())
        stand_ins = [] if self._authorizer is None else self._authorizer.stand_ins(self._url)
        return tuple(merge(defaults(self._client), said, stand_ins))

    async def put(self, parcel: Parcel, *, op: int | None = None) -> int:
        """Send one HTTP request just as it is; returns its http number. Raises ConnectError as `send`.

        A session that the server begins in answer to it is not taken for ours: what the person tries out changes
        nothing for the calls that go on beside it.
        """
        if self._client is None or self._closed:
            raise ConnectError("The connection is closed.", why="Nothing can be sent on it.")
        exchange = self._exchanges.begin(
            parcel.verb, self._url, list(parcel.headers), parcel.raw, meant=True, exact=True
        )
        if parcel.raw:
            exchange.seq = self._journal.append(events.Sent(parcel.raw, exchange.http, op)).seq
        request = written_request(parcel.raw)
        if request is None:
            self._jobs.start(self._spawn, exchange.http, lambda: self._exchanges.run(exchange, Watcher()))
        else:
            answer = Answer(self._journal, self._numbers, self._may_resume, exchange.http, request[0])
            self._jobs.start(self._spawn, exchange.http, lambda: self._request(exchange, answer))
        return exchange.http

    def unread(self) -> bool:
        """What the other end of a connection has read, only its answer tells."""
        return False

    def settle(self, era: Era, version: str) -> None:
        """From now on a legacy server's streams are resumed, and its version goes out on GET and DELETE."""
        self._era, self._version = era, version

    async def listen(self) -> None:
        """Open the GET stream of a legacy server and keep it open; nothing on a modern one, or if it is open already.

        To be called when `notifications/initialized` was accepted. Returns when the server has opened or refused it,
        because what a server says on a stream that is not there is lost. A refusal is a Decision and ends the matter
        (`2025-11-25 basic/transports#listening-for-messages-from-the-server`).
        """
        if self._era != "legacy" or self._listening or self._closed:
            return
        self._listening = True
        number = next(self._numbers)
        known = asyncio.Event()
        self._jobs.start(self._spawn, number, lambda: self._listen(number, known))
        try:
            async with asyncio.timeout(OPENING):
                await known.wait()
        except TimeoutError:
            return

    def untaken(self, http: int) -> bool:
        """As `Transport`."""
        return http in self._exchanges.unauthorized

    async def abandon(self, http: int) -> None:
        """Close the response stream of exchange `http`, that of a GET which resumes it included."""
        await self._jobs.stop(ABORT, http)

    def sever(self) -> None:
        """Each exchange has a connection of its own: whoever reads one breaks it off."""

    async def close(self) -> None:
        """End the session, if there is one, and cut off every stream; takes two seconds at most."""
        if self._client is None or self._closed:
            return
        self._closed = True
        try:
            await self._jobs.wait(list(self._brief), DRAIN)
            await self._say_goodbye()
        finally:
            await self._jobs.stop(ABORT)
            await self._client.aclose()
            self._journal.append(events.Closed(asked=True))

    def _headers(self, *layers: Iterable[tuple[str, str]]) -> Headers:
        return merge(self._user, *layers, self._options.headers)

    def _session_header(self) -> Headers:
        return [] if self._session is None else [("Mcp-Session-Id", self._session)]

    def _bare_headers(self, *own: tuple[str, str]) -> Headers:
        """Of a GET or DELETE, which mirrors no message."""
        revision = REVISIONS.get(self._version)
        told = self._version != "" and (revision is None or revision.version_header)
        version = [("MCP-Protocol-Version", self._version)] if told else []
        return self._headers(own, version, self._session_header())

    def _begin_session(self, exchange: Exchange) -> None:
        if 200 <= exchange.status < 300:
            self._session = exchange.header("mcp-session-id") or None

    def _may_resume(self) -> bool:
        revision = REVISIONS.get(self._version)
        return not self._closed and self._era == "legacy" and revision is not None and revision.resumes_streams

    def _once_more(self, exchange: Exchange) -> None:
        self._jobs.start(self._spawn, exchange.http, lambda: self._exchanges.run(exchange, Watcher()))

    async def _tell(self, exchange: Exchange) -> None:
        try:
            await self._exchanges.run(exchange, Watcher())
        finally:
            self._brief.discard(exchange.http)

    async def _request(self, exchange: Exchange, answer: Answer) -> None:
        await self._exchanges.run(exchange, answer)
        await self._go_on(answer)

    async def _listen(self, number: int, known: asyncio.Event) -> None:
        stream = ServerStream(self._journal, self._numbers, lambda: not self._closed, known.set)
        stream.next = Next(number, 0.0)
        try:
            await self._go_on(stream)
        finally:
            self._listening = False
            known.set()

    async def _go_on(self, stream: Stream) -> None:
        """Send the GETs that the stream announces, one after the other."""
        while stream.next is not None:
            number, wait = stream.next
            stream.next = None
            try:
                await self._pause(wait)
            except asyncio.CancelledError:  # it was announced, so it must end
                self._journal.append(events.HttpEnd(number, failure="closed by us", step="wait"))
                raise
            own = [("Accept", "text/event-stream")]
            if stream.position.last_id:
                own.append(("Last-Event-ID", stream.position.last_id.decode("utf-8", "surrogateescape")))
            exchange = self._exchanges.begin("GET", self._url, self._bare_headers(*own), http=number)
            await self._exchanges.run(exchange, stream)

    async def _say_goodbye(self) -> None:
        if self._session is None or self._era == "modern":
            return
        exchange = self._exchanges.begin("DELETE", self._url, self._bare_headers())
        exchange.giving_up = f"no answer within {GOODBYE:g} s"
        try:
            async with asyncio.timeout(GOODBYE):
                await self._exchanges.run(exchange, Watcher())
        except TimeoutError:
            return
