"""Requests of ours and their clocks: each waits for its answer, for so long as there is news of it.

Time without news ends a request; progress, and a question to the person, hold its clock. A request that is given up
says so in the journal, and the server is told by the means of era and transport.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from inspector.client.line import Line
from inspector.errors import ConnectError
from inspector.protocol import changes as fold
from inspector.protocol.changes import Exchange
from inspector.protocol.envelope import Speech, dress, http_headers
from inspector.protocol.extras import with_trace
from inspector.protocol.steps import Reply
from inspector.transports import Transport
from inspector.wire import events, jsonrpc
from inspector.wire.json import MISSING, Json
from inspector.wire.times import in_seconds

TELLING: Final = 1.0
"""Seconds within which a server must take the news that a request is given up; it may be stuck."""

LOOKING: Final = 0.02
"""Seconds between two looks at whether a server that is just starting has read its first request: no event tells."""

BLINK: Final = 0.01
"""Seconds that a clock may end too early: of a flood of progress not every one winds it up anew."""

_NEVER_CANCELLED: Final = ("initialize", "server/discover")


@dataclass(slots=True)
class Pending:
    """A request that somebody awaits. `questions` counts what the person is being asked for it; times in seconds."""

    id: int
    method: str
    transport: Transport
    era: str
    settled: "asyncio.Future[Reply]"
    op: int | None
    started: float
    window: float
    http: int | None = None
    scope: asyncio.Timeout | None = None
    limit: float = 0.0
    human: float = 0.0
    questions: int = 0
    asked: float = 0.0
    reply: Reply | None = None
    on_progress: Callable[[Json], None] | None = None
    exchange: Exchange | None = None

    def opened(self, exchange: Exchange) -> None:
        """Its record stands; from then on it is told from others by this, for a person may send its id once more."""
        self.exchange = exchange


class Requests:
    """Sends, waits, gives up."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.next_id = 1
        """The id that the next request would have, unless the person takes it first."""
        self._pending: dict[int, Pending] = {}
        self._web_waiters: dict[int, list[asyncio.Future[fold.Web]]] = {}
        self.given_up: Callable[[Exchange], None] = lambda exchange: None
        """Called when a request is not waited for any more, before the server is told."""

    async def request(
        self,
        method: str,
        params: Mapping[str, Json],
        *,
        op: int | None,
        timeout: float | None,
        speech: Speech | None,
        schema: Json,
        on_progress: Callable[[Json], None] | None,
        patient: bool = False,
    ) -> Reply:
        """Send a request and wait for what comes of it. Raises nothing but CancelledError."""
        line = self._line
        speech = line.spoken = speech or line.speech
        id = self._take_id()
        params = with_trace(params, line.options.trace)
        dressed = dress(speech, params, MISSING if on_progress is None else f"inspector-{id}")
        # A request without params is sent without the member, as the older revisions' own clients do.
        raw = jsonrpc.request(id, method, dressed or None)
        headers = http_headers(speech, method, dressed, schema)
        if line.transport is None:
            return Reply(failure="closed", detail="there is no connection")
        loop = asyncio.get_running_loop()
        window = line.options.timeout if timeout is None else timeout
        pending = Pending(id, method, line.transport, speech.era, loop.create_future(), op, line.journal.now(), window)
        pending.limit = loop.time() + max(line.options.max_timeout, window)
        pending.on_progress = on_progress
        self._pending[id] = pending
        try:
            async with asyncio.timeout(window) as pending.scope:
                line.exchanges.expect(raw, jsonrpc.Request(id, method, dressed or MISSING), pending.opened)
                pending.http = await pending.transport.send(raw, headers, op=op)
                if patient:
                    await self._read_by_peer(pending)
                return await pending.settled
        except ConnectError as error:
            return Reply(failure="closed", detail=error.why or error.message)
        except TimeoutError:
            because = self._why_timed_out(pending)
            await self._give_up(pending, "timeout", because)
            if pending.reply is not None:
                return pending.reply  # the answer came while we gave up
            waited = line.journal.now() - pending.started
            return Reply(failure="timeout", detail=because, ms=waited * 1000, human_ms=pending.human * 1000)
        except asyncio.CancelledError as error:
            pending.scope = None  # its clock is over, whatever question is still open
            await asyncio.shield(self._give_up(pending, "cancelled", line.why_cancelled(error)))
            raise
        finally:
            del self._pending[id]

    def free_id(self) -> int:
        """The id that the next request will have: none that was used, by us or by the person."""
        while self._line.exchanges.knows(self.next_id):
            self.next_id += 1
        return self.next_id

    def _take_id(self) -> int:
        self._line.read()
        id = self.free_id()
        self.next_id = id + 1
        return id

    async def _read_by_peer(self, pending: Pending) -> None:
        """Hold the clock of a request until the server has read it or has answered: it may not run yet."""
        assert pending.scope is not None
        if not pending.transport.unread():
            return
        pending.scope.reschedule(None)
        loop = asyncio.get_running_loop()
        began = loop.time()
        while pending.transport.unread() and not pending.settled.done():
            await asyncio.wait((pending.settled,), timeout=LOOKING)
        pending.limit += loop.time() - began
        self._extend(pending)

    def _why_timed_out(self, pending: Pending) -> str:
        if pending.scope is not None and pending.scope.when() == pending.limit:
            waited = self._line.journal.now() - pending.started - pending.human
            return f"{pending.method} was not done after {in_seconds(waited)}, in spite of its progress"
        return f"No answer and no progress of {pending.method} for {pending.window:g} s"

    async def _give_up(self, pending: Pending, verdict: str, because: str) -> None:
        """Stop waiting, and tell the server by the means of era and transport (`basic/patterns/cancellation`)."""
        self._line.read()
        exchange = pending.exchange
        if exchange is None or exchange.state != "open":
            return  # the answer came first, or nothing was sent
        modern_http = pending.http is not None and pending.era == "modern"
        polite = pending.method not in _NEVER_CANCELLED
        untaken = pending.http is not None and pending.transport.untaken(pending.http)
        if untaken:
            means = "it waited for an authorization, and is not sent again"
        else:
            means = "the response stream is closed" if modern_http else "notifications/cancelled is sent"
        self._line.decide(
            events.Decision(
                "timeout" if verdict == "timeout" else "cancel",
                pending.method,
                "given up" if verdict == "timeout" else "cancelled",
                because + (f"; {means}." if polite else "."),
                clause="2026-07-28 basic/patterns/cancellation",
                records=(exchange.seq,),
                op=exchange.op,
                data={"ended": exchange.seq},
            )
        )
        self.given_up(exchange)
        if polite and self._line.transport is pending.transport:
            await self._tell_given_up(pending, because, modern_http or untaken)

    async def _tell_given_up(self, pending: Pending, because: str, cut_off: bool) -> None:
        try:
            async with asyncio.timeout(TELLING):
                if cut_off and pending.http is not None:
                    await pending.transport.abandon(pending.http)
                else:
                    await self.notify("notifications/cancelled", {"requestId": pending.id, "reason": because})
        except TimeoutError:
            pass  # it takes nothing any more; the record of the request's end stands

    async def notify(self, method: str, params: Mapping[str, Json], *, speech: Speech | None = None) -> Reply:
        """Send a notification. On HTTP the reply comes when the server has taken it, or not."""
        line = self._line
        speech = line.spoken = speech or line.speech
        if line.transport is None:
            return Reply(failure="closed", detail="there is no connection")
        started = line.journal.now()
        first = len(line.journal) + 1
        try:
            async with asyncio.timeout(line.options.timeout):
                raw = jsonrpc.notification(method, params or None)
                http = await line.transport.send(raw, http_headers(speech, method, params))
                if http is None:
                    return Reply(records=(first,))
                web = await self._web_done(http)
        except ConnectError as error:
            return Reply(failure="closed", detail=error.why or error.message)
        except TimeoutError:
            return Reply(failure="timeout", detail=f"{method} was not acknowledged", records=(first,))
        taken = web.status is not None and 200 <= web.status < 300
        return Reply(
            failure="" if taken else ("http" if web.status is not None else "network"),
            detail="" if taken else (web.failure or f"HTTP {web.status}"),
            status=web.status,
            headers=web.headers,
            sent=web.sent,
            body=web.body,
            fault=web.fault,
            records=(first, len(line.journal)),
            ms=(line.journal.now() - started) * 1000,
        )

    async def _web_done(self, http: int) -> fold.Web:
        web = self._line.exchanges.webs.get(http)
        if web is not None and web.ended:
            return web
        future: asyncio.Future[fold.Web] = asyncio.get_running_loop().create_future()
        self._web_waiters.setdefault(http, []).append(future)
        return await future

    # ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────────

    def take(self, change: fold.Change) -> None:
        """Settle, extend or wake what a change is about."""
        if isinstance(change, fold.Settled):
            self._settled(change)
        elif isinstance(change, fold.Progressed):
            self._progressed(change)
        elif isinstance(change, fold.WebEnded):
            for future in self._web_waiters.pop(change.web.number, ()):
                if not future.done():
                    future.set_result(change.web)
        elif isinstance(change, fold.Resumed) and change.exchange.state != "open":
            self._line.start(self._let_go(change.exchange))

    async def _let_go(self, exchange: Exchange) -> None:
        """A legacy stream of a request that was given up stays open until it ends, but is not resumed then."""
        if self._line.transport is not None and exchange.http is not None:
            await self._line.transport.abandon(exchange.http)

    def _settled(self, change: fold.Settled) -> None:
        pending = self._waiting_for(change.exchange)
        if pending is None or pending.reply is not None:
            return
        human = pending.human
        if pending.questions:
            human += self._line.journal.now() - pending.asked
        pending.reply = _reply(change.exchange, change.answer, change.web, human * 1000)
        if not pending.settled.done():
            pending.settled.set_result(pending.reply)

    def _progressed(self, change: fold.Progressed) -> None:
        pending = self._waiting_for(change.exchange) if change.exchange is not None else None
        if pending is None:
            return
        self._extend(pending)
        if pending.on_progress is not None:
            params = change.notification.params
            pending.on_progress(params if isinstance(params, dict) else {})

    def _waiting_for(self, exchange: Exchange) -> Pending | None:
        pending = self._pending.get(exchange.id) if isinstance(exchange.id, int) else None
        return pending if pending is not None and pending.exchange is exchange else None

    def unauthorized(self, op: int) -> bool:
        """Whether a request of an operation was refused, and waits for an authorization to be sent again."""
        waiting = (one for one in self._pending.values() if one.op == op and one.http is not None)
        return any(one.transport.untaken(one.http) for one in waiting if one.http is not None)

    # ── clocks ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _extend(self, pending: Pending) -> None:
        scope = pending.scope
        if scope is None or scope.expired() or pending.settled.done() or pending.questions:
            return
        until = min(pending.settled.get_loop().time() + pending.window, pending.limit)
        before = scope.when()
        if before is None or before + BLINK < until or until == pending.limit:
            scope.reschedule(until)

    def pause(self, op: int | None) -> tuple[Pending, ...]:
        """The person is asked: the clocks of the operation's requests (of all, if it is not known) stand still."""
        return self._pause(tuple(one for one in self._pending.values() if op is None or one.op == op))

    def hold(self, seq: int) -> tuple[Pending, ...]:
        """The person holds the request of record `seq`, or its answer: its clock stands still."""
        self._line.read()
        return self._pause(tuple(one for one in self._pending.values() if one.exchange and one.exchange.seq == seq))

    def _pause(self, paused: tuple[Pending, ...]) -> tuple[Pending, ...]:
        for pending in paused:
            pending.questions += 1
            if pending.questions == 1:
                pending.asked = self._line.journal.now()
                if pending.scope is not None and not pending.scope.expired():
                    pending.scope.reschedule(None)
        return paused

    def resume(self, paused: Iterable[Pending]) -> None:
        """The person has answered: what was asked last starts the clocks again."""
        for pending in paused:
            pending.questions -= 1
            if not pending.questions:
                gone = self._line.journal.now() - pending.asked
                pending.human += gone
                pending.limit += gone
                self._extend(pending)


def _reply(
    exchange: Exchange, answer: jsonrpc.Result | jsonrpc.Error | None, web: fold.Web | None, human_ms: float
) -> Reply:
    end = exchange.answer_seq
    return Reply(
        answer=answer,
        failure=exchange.failure,
        detail=exchange.detail,
        status=web.status if web else None,
        content_type=web.header("content-type") if web else "",
        headers=web.headers if web else (),
        sent=web.sent if web else (),
        body=web.body if web else b"",
        fault=web.fault if web else None,
        streamed=tuple(web.streamed) if web else (),
        records=(exchange.seq,) if end is None else (exchange.seq, end),
        ms=((exchange.ended_at or exchange.at) - exchange.at) * 1000,
        human_ms=human_ms,
    )
