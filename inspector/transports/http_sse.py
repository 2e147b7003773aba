"""HTTP+SSE, the transport of 2024-11-05: one GET stream carries all that the server says, POSTs carry what we say.

    GET url ◀── event: endpoint   where to POST, relative to the URL (`RFC 3986#section-5.2`), on the same origin
            ◀── event: message    answers and the server's own messages: Received with the GET's http number
    POST endpoint ──▶             202, or any 2xx; some servers answer here as well, and that is recorded too

The end of the stream is the end of the connection; there is no resumption.
Source: `2024-11-05 basic/transports#http-with-sse`.
"""

import asyncio
from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

import httpx

from inspector.errors import AuthorizationNeeded, ConnectError, UsageError
from inspector.journal import Log
from inspector.protocol.advice import how_to_reach
from inspector.protocol.interference import Outward
from inspector.transports import Spawn
from inspector.transports.auth.trial import Authorizes
from inspector.transports.http import ABORT, DRAIN, POST_HEADERS
from inspector.transports.http_client import Headers, check_url, defaults, make_client, merge, opening, split_user
from inspector.transports.http_exchange import Exchange, Exchanges, Watcher
from inspector.transports.http_jobs import Jobs
from inspector.transports.http_options import HttpOptions, address_of, origin_of, origin_text
from inspector.transports.sse import Block
from inspector.wire import events
from inspector.wire.parcel import Parcel
from inspector.wire.text import visible, visible_bytes
from inspector.wire.versions import Era

_CLAUSE = "2024-11-05 basic/transports#http-with-sse"
_FIRST_BYTES = 200


class HttpSseTransport:
    """One attempt at one SSE URL. `numbers` gives the http numbers of the session.

    `open` returns when the `endpoint` event has come. It raises ConnectError where something else came (with status,
    content type and first bytes, or both origins), AuthorizationNeeded for 401 and 403, UsageError for an address or a
    certificate file that cannot be used. It waits for as long as the server keeps silent: the caller bounds it.
    """

    kind: events.Transport = "http+sse"

    def __init__(
        self,
        options: HttpOptions,
        journal: Log,
        numbers: Iterator[int],
        *,
        attempt: int = 1,
        authorizer: Authorizes | None = None,
    ) -> None:
        self._options = options
        self._journal = journal
        self._numbers = numbers
        self._attempt = attempt
        self._authorizer = authorizer
        self._url = ""
        self._user: Headers = []
        self._client: httpx.AsyncClient | None = None
        self._exchanges: Exchanges
        self._spawn: Spawn
        self._jobs = Jobs()
        self._posts: set[int] = set()
        self._endpoint = ""
        self._over = False  # Closed stands in the journal
        self.outward: Outward | None = None

    async def open(self, spawn: Spawn) -> None:
        """Append `Opened`, GET the stream and wait for the `endpoint` event."""
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
        accept = [("Accept", "text/event-stream")]
        exchange = self._exchanges.begin("GET", self._url, merge(self._user, accept, self._options.headers))
        arrival = _Arrival(asyncio.get_running_loop().create_future())
        self._jobs.start(spawn, exchange.http, lambda: self._listen(exchange, arrival))
        try:
            named = await arrival.endpoint
            if named is None:
                raise self._no_such_server(exchange)
            self._endpoint = self._resolve(exchange.url, named)
            if self._over:
                raise ConnectError("The event stream ended at once.", why="Only its endpoint event came.")
        except (ConnectError, asyncio.CancelledError) as error:
            reason = error.message if isinstance(error, ConnectError) else "given up while it was being opened"
            await self._shut(reason, asked=False)
            raise

    async def send(self, raw: bytes, headers: Mapping[str, str], *, op: int | None = None) -> int:
        """POST one message to the endpoint; returns the POST's number. Raises ConnectError if the stream is over."""
        if self._over or not self._endpoint:
            raise ConnectError("The connection is closed.", why="The event stream of the server is over.")
        said = merge(self._user, POST_HEADERS, headers.items(), self._options.headers)
        exchange = self._exchanges.begin("POST", self._endpoint, said, raw)
        exchange.seq = self._journal.append(events.Sent(raw, exchange.http, op)).seq
        self._posts.add(exchange.http)
        self._jobs.start(self._spawn, exchange.http, lambda: self._post(exchange))
        return exchange.http

    def headers_of(self, mirrored: Mapping[str, str]) -> events.Headers:
        """With those of the target and of the HTTP library; Host and Content-Length it adds itself.

        What authorizes it is there without its secret; `put` puts that in.
        """
        if self._client is None:
            return ()
        said = merge(defaults(self._client), self._user, POST_HEADERS, mirrored.items(), self._options.headers)
        stand_ins = [] if self._authorizer is None or not self._endpoint else self._authorizer.stand_ins(self._endpoint)
        return tuple(merge(said, stand_ins))

    async def put(self, parcel: Parcel, *, op: int | None = None) -> int:
        """Send one HTTP request to the endpoint just as it is; returns and raises as `send`."""
        if self._over or not self._endpoint:
            raise ConnectError("The connection is closed.", why="The event stream of the server is over.")
        exchange = self._exchanges.begin(parcel.verb, self._endpoint, list(parcel.headers), parcel.raw, exact=True)
        if parcel.raw:
            exchange.seq = self._journal.append(events.Sent(parcel.raw, exchange.http, op)).seq
        self._posts.add(exchange.http)
        self._jobs.start(self._spawn, exchange.http, lambda: self._post(exchange))
        return exchange.http

    def unread(self) -> bool:
        """What the other end of a connection has read, only its answer tells."""
        return False

    def settle(self, era: Era, version: str) -> None:
        """Nothing here depends on what was negotiated."""

    async def listen(self) -> None:
        """Nothing: the one stream is open already."""

    def untaken(self, http: int) -> bool:
        """As `Transport`."""
        return http in self._exchanges.unauthorized

    async def abandon(self, http: int) -> None:
        """Cut off a POST that is still under way. The answer comes on the stream, so this cancels nothing."""
        if http in self._posts:
            await self._jobs.stop(ABORT, http)

    def sever(self) -> None:
        """The event stream breaks where it is read."""

    async def close(self) -> None:
        """Let POSTs under way finish for a moment, close the stream, and append `Closed` if that is not there yet."""
        if self._client is None:
            return
        await self._jobs.wait(list(self._posts), DRAIN)
        await self._shut("", asked=True)

    async def _shut(self, reason: str, *, asked: bool) -> None:
        client, self._client = self._client, None
        over, self._over = self._over, True
        try:
            await self._jobs.stop(ABORT)
            if client is not None:
                await client.aclose()
        finally:
            if not over:
                self._journal.append(events.Closed(reason, asked))

    async def _listen(self, exchange: Exchange, arrival: "_Arrival") -> None:
        await self._exchanges.run(exchange, arrival)
        if arrival.came and not self._over:
            self._over = True
            self._journal.append(events.Closed("the event stream ended"))

    def _once_more(self, exchange: Exchange) -> None:
        self._posts.add(exchange.http)
        self._jobs.start(self._spawn, exchange.http, lambda: self._post(exchange))

    async def _post(self, exchange: Exchange) -> None:
        try:
            await self._exchanges.run(exchange, Watcher())
        finally:
            self._posts.discard(exchange.http)

    def _resolve(self, base: str, named: str) -> str:
        """The address to POST to; another origin must not get what is meant for this one."""
        try:
            target = urljoin(base, named)
            check_url(target)
            same = origin_of(target) == origin_of(base)
        except (ValueError, UsageError):
            target, same = named, False
        show = self._exchanges.text
        shown = show(target)
        verdict = "POST there" if same else "refused"
        because = "It is on the origin of the stream." if same else "It is not on the origin of the stream."
        self._journal.append(
            events.Decision(
                topic="transport",
                action=f"resolve the endpoint against {show(base)}",
                outcome=f"“{show(named)}” comes to {shown}",
                verdict=verdict,
                because=because,
                clause=_CLAUSE,
            )
        )
        if same:
            return target
        raise ConnectError(
            "The server's endpoint event leads to another origin.",
            why=f"The stream is on {origin_text(base)}, the endpoint is {shown}.",
            hint="Nothing was sent there. If that address is right, use it as the target.",
        )

    def _no_such_server(self, exchange: Exchange) -> ConnectError:
        if not exchange.status:
            return ConnectError("Could not connect.", why=exchange.failure, hint=how_to_reach(exchange.failure))
        if exchange.fault is not None:
            return exchange.fault
        content_type = visible(exchange.header("content-type")) or "no content type"
        began = self._first_bytes(exchange.http)
        why = (
            f"A GET of {self._exchanges.text(self._url)} was answered with {exchange.outcome}, {content_type}, {began}"
        )
        if exchange.status in (401, 403):
            challenge = visible(exchange.header("www-authenticate"))
            return AuthorizationNeeded("The server wants authorization.", why=challenge or why)
        if exchange.opened:
            why += "; the stream ended without an endpoint event"
        elif exchange.failure:
            why += f"; {exchange.failure}"
        return ConnectError("This is no HTTP+SSE server.", why=why, hint="Check the path; it is often /sse.")

    def _first_bytes(self, http: int) -> str:
        kinds = events.HttpBody | events.Received | events.SseBlock
        for record in reversed(self._journal.records):
            if isinstance(record.event, kinds) and record.event.http == http:
                return f"“{visible_bytes(record.event.raw[:_FIRST_BYTES].strip())}”"
        return "empty"


class _Arrival(Watcher):
    """Waits for the first `endpoint` event; `endpoint` comes to None if the exchange ends without one."""

    def __init__(self, endpoint: "asyncio.Future[str | None]") -> None:
        self.endpoint = endpoint
        self.came = False

    def noted(self, block: Block) -> None:
        """Later endpoint events change nothing."""
        if block.event == "endpoint" and block.text and not self.endpoint.done():
            self.came = True
            self.endpoint.set_result(block.text.decode("utf-8", "replace").strip())

    def ending(self, exchange: Exchange) -> bool:
        """Nothing more comes."""
        if not self.endpoint.done():
            self.endpoint.set_result(None)
        return False
