"""The connections of a session: opening a transport and negotiating on it, over again, and closing. One at a time."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from inspector.client.answering import Answering
from inspector.client.between import Between
from inspector.client.line import Line
from inspector.client.options import Connector, Options
from inspector.errors import ConnectError, InspectorError, TimedOut
from inspector.protocol.negotiation import Agreed, Wish, negotiate
from inspector.protocol.steps import Call, Reply, Step
from inspector.transports import Transport
from inspector.wire import events
from inspector.wire.methods import LISTS
from inspector.wire.versions import era_of

Drive = Callable[[Generator[Step, Any, Agreed]], Awaitable[Agreed]]

_CLEARED: Final = 10.0
"""Seconds in which an attempt that was given up ends: more than a child has to end by itself, and is killed then."""

_REPEATABLE = frozenset({*LISTS, "resources/read", "prompts/get", "completion/complete"})
"""Methods that only read, so that asking twice changes nothing."""


class Connecting:
    """Owns which transport is on the line. `drive` carries out the negotiation."""

    def __init__(self, line: Line, connector: Connector, answering: Answering, drive: Drive) -> None:
        self._line = line
        self._connector = connector
        self._answering = answering
        self._drive = drive
        self._attempt = 0
        self.http_numbers: Iterator[int] = itertools.count(1)
        """The numbers of HTTP exchanges, unique in the journal."""
        self._one_at_a_time = asyncio.Lock()
        self._idle = asyncio.Event()  # nothing is being opened
        self._idle.set()
        self._closed = asyncio.Event()  # nothing is being closed
        self._closed.set()
        self._under_way = False  # an attempt has begun, and nothing has come of it yet
        self._left = False  # disconnected while a connection was being made
        self._asked: Step | None = None  # the step of the negotiation that is under way
        self._reopened = False
        self._dies_of_probe = False  # a legacy server that was seen to: it is asked in the legacy way from then on

    async def connect(self, options: Options | None) -> Agreed:
        """As `Client.connect`."""
        async with self._one_at_a_time:
            if options is not None:
                self._line.options = options
            options = self._line.options
            remembered = self._dies_of_probe and options.mode == "auto" and not options.version
            self._idle.clear()
            try:
                return await self._connect(replace(options, mode="legacy") if remembered else options)
            finally:
                self._idle.set()

    def hold(self, held: bool) -> None:
        """Whether a person holds a message back: the clock of a connection under way stands still meanwhile."""
        clock = self._line.limit
        if self._under_way and clock is not None and not clock.expired():
            seconds = self._line.options.connect_timeout
            clock.reschedule(None if held else asyncio.get_running_loop().time() + seconds)

    async def disconnect(self) -> None:
        """Close what is open or being opened. Bounded in time; never raises."""
        self._left = True
        self._cut_short("It was closed while it was being made.")
        await self._close()
        with suppress(TimeoutError):  # a child that is being started is there only now, and its end still to be told
            async with asyncio.timeout(_CLEARED):
                await self._idle.wait()
        await self._close()
        self._line.agreed = None

    async def _connect(self, options: Options) -> Agreed:
        self._left = self._reopened = False
        self._asked = None
        await asyncio.shield(self._close())
        self._line.agreed = None
        kind = self._connector.preferred
        self._begin(options, kind)
        speaker = self._line.speech
        self._line.declared = speaker.capabilities
        fixed, patience = self._connector.fixed, options.probe_timeout
        wish = Wish(speaker, options.mode, options.version, kind, fixed, patience, options.any_version)
        try:
            async with asyncio.timeout(options.connect_timeout) as self._line.limit:
                await self._open(kind)
                agreed = await self._drive(self._unless_left(negotiate(wish)))
                self._line.agreed = agreed
                if self._line.transport is None:
                    raise _left()
                self._line.transport.settle(agreed.era, agreed.version)
                await self._line.transport.listen()
                self._under_way = False
        except TimeoutError:
            self._under_way = False
            because = f"Start, connection and negotiation together took longer than {options.connect_timeout:g} s."
            fault = self._too_long(options.connect_timeout)
            self._line.decide(events.Decision("timeout", "connect", "given up", f"{because} {fault.why}"))
            await self._close()
            raise fault from None
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                self._cut_short("Whoever asked for it gave it up, to connect in another way or not at all.")
            self._under_way = False
            self._line.agreed = None
            await asyncio.shield(self._close())
            raise
        self._dies_of_probe = self._dies_of_probe or (self._reopened and agreed.transport == "stdio")
        return agreed

    def _too_long(self, seconds: float) -> TimedOut:
        """The fault for a connection that did not come about in its time: what was waited for."""
        step, transport = self._asked, self._line.transport
        stdio = transport is not None and transport.kind == "stdio"
        if isinstance(step, Call):
            unread = transport is not None and transport.unread()
            what = f"{step.method} was sent, and {'not even read' if unread else 'not answered'}."
        elif transport is not None and transport.kind == "http+sse":
            what = "The GET of HTTP+SSE was sent, and no endpoint event came."
        else:
            what = "It was still being started." if stdio else "It was still being reached."
        more = "Give it more time with --connect-timeout"
        return TimedOut(
            f"No connection within {seconds:g} s.",
            why=what,
            hint=f"It may still be starting, or be no MCP server. {more}." if stdio else f"Check the address. {more}.",
        )

    def _begin(self, options: Options, kind: events.Transport) -> None:
        """Record in which way we are about to connect: what comes next is one attempt, whatever it takes."""
        self._under_way = True
        data = {"mode": options.mode, "version": options.version, "transport": kind}
        because = _way(options)
        if self._dies_of_probe and options.mode == "legacy" and self._line.options.mode == "auto":
            because += " An attempt before has shown that the server dies of the probe."
        self._line.decide(
            events.Decision("connect", "connect", options.mode, because, sent=options.version or "", data=data)
        )

    def _cut_short(self, because: str) -> None:
        if self._under_way:
            self._under_way = False
            self._line.decide(events.Decision("connect", "connect", "cut short", because))

    def _unless_left(self, talk: Generator[Step, Any, Agreed]) -> Generator[Step, Any, Agreed]:
        """The conversation, as long as we want it: what our own closing breaks says nothing about the server."""
        reply: Any = None
        try:
            while True:
                step = talk.send(reply)
                if self._left:
                    raise _left()
                self._asked = step
                reply = yield step
        except StopIteration as stop:
            agreed: Agreed = stop.value
            return agreed
        finally:
            talk.close()

    async def _open(self, kind: events.Transport) -> None:
        self._attempt += 1
        transport = self._line.transport = self._make(kind)
        await transport.open(self._line.start)
        if self._left:
            await transport.close()
            raise _left()

    def _make(self, kind: events.Transport) -> Transport:
        """A transport, with what interferes between it and us."""
        line = self._line
        if line.interference is None:
            return self._connector.make(kind, line.journal, self._attempt, self.http_numbers)
        between = Between(
            line.journal, line.interference, self._attempt, lambda: line.agreed.era if line.agreed else None
        )
        transport = self._connector.make(kind, between, self._attempt, self.http_numbers)
        transport.outward = between.outward
        between.sever = transport.sever
        return transport

    async def _close(self) -> None:
        """Close what is open, or wait until whoever began that is through: he may have been cancelled meanwhile."""
        transport = self._line.transport
        if transport is None:
            await self._closed.wait()
            return
        self._closed.clear()
        self._line.closing = True
        try:
            await self._answering.close()
            if self._line.transport is transport:
                self._line.transport = None
            await transport.close()
        finally:
            self._line.closing = False
            self._closed.set()

    async def reopen(self, kind: events.Transport | None) -> Reply:
        """A fresh process or connection in the midst of a negotiation, over another transport if one is named."""
        line = self._line
        before = line.transport
        started = line.journal.now()
        first = len(line.journal) + 1
        known = set(line.exchanges.webs)
        await self._close()
        self._reopened = self._reopened or kind is None
        try:
            if self._left:
                raise _left()
            await self._open(kind or (before.kind if before is not None else self._connector.preferred))
        except ConnectError as error:
            line.read()
            # The first is ours; more of them are of an authorization that it led to.
            webs = [one for number, one in line.exchanges.webs.items() if number not in known]
            web = min(webs, key=lambda one: one.number, default=None)
            return Reply(
                failure="network",
                detail=error.why or error.message,
                status=web.status if web else None,
                headers=web.headers if web else (),
                streamed=tuple(web.streamed) if web else (),
                records=(first, len(line.journal)),
                ms=(line.journal.now() - started) * 1000,
                fault=error,
            )
        return Reply(
            detail=_endpoint(line.journal.records[first - 1 :]),
            records=(first,),
            ms=(line.journal.now() - started) * 1000,
        )

    # ── a session that the server has forgotten ─────────────────────────────────────────────────────────────────────

    def session_is_gone(self, reply: Reply) -> bool:
        """Whether a legacy server answered 404 to a request of a session."""
        in_session = any(name.lower() == "mcp-session-id" for name, _ in reply.sent)
        return reply.status == 404 and in_session and self._line.agreed is not None

    async def renew_session(self, method: str, reply: Reply, transport: Transport | None) -> bool:
        """Begin a new session without the old id, once; whether the request may be sent again on it.

        `transport` is the one that the reply came on: where it is not open any more, somebody has begun anew already.
        """
        again = method in _REPEATABLE
        verdict = "begun anew, and the request repeated" if again else "begun anew, the request not repeated"
        because = "The server has forgotten the session: HTTP 404 to a request with its id."
        if not again:
            because += " What this request does may have been done, so it is the person's to send again."
        clause = "2025-11-25 basic/transports#session-management"
        decision = events.Decision("transport", method, verdict, because, outcome="HTTP 404", clause=clause)
        self._line.decide(replace(decision, records=reply.records))
        async with self._one_at_a_time:
            agreed = self._line.agreed
            if self._line.transport is transport and agreed is not None:
                try:
                    await self._connect(replace(self._line.options, mode="legacy", version=agreed.version))
                except InspectorError:
                    return False  # the records say why; the reply is the 404
        return again and self._line.agreed is not None


def _endpoint(records: Sequence[events.Record]) -> str:
    """How the address to POST to came out of the endpoint event; empty where there was none."""
    found = [
        one.event for one in records if isinstance(one.event, events.Decision) and one.event.verdict == "POST there"
    ]
    return found[-1].outcome if found else ""


def _way(options: Options) -> str:
    """What the mode and the version that were asked for come to."""
    version = options.version
    if version is not None:
        era = era_of(version) if options.mode == "auto" else options.mode
        named = version if era_of(version) else f"{version}, which we do not know,"
        if era == "legacy":
            return f"{named} is asked for: initialize offers it, and there is no probe."
        return f"{named} is asked for: server/discover asks in that version, and initialize is not tried."
    if options.mode == "auto":
        return "The era is to be found out: server/discover first, and initialize if the server is not modern."
    if options.mode == "modern":
        return "Only modern is asked for: initialize is not tried."
    return "Only legacy is asked for: initialize comes first, and there is no probe."


def _left() -> ConnectError:
    return ConnectError("The connection was given up.", why="It was closed while it was being made.")
