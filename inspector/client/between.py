"""Between the client and one transport: what interference makes of the messages on their way, in both directions.

The transport writes into it as into the journal. What comes is judged before it is a record, so that the client gets
what is left of it; what goes is judged when its record stands (`Transport.outward`). Without rules all passes through.
The end of an HTTP exchange waits for what is held of it, or the client would think that nothing came.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace

from inspector.analysis.interference.interference import Interference
from inspector.analysis.interference.passing import Passing
from inspector.journal import Journal
from inspector.protocol.interference import Outcome, StreamCut
from inspector.wire import events
from inspector.wire.events import Event, Record
from inspector.wire.versions import Era

_BODIES = (events.Received, events.SseBlock, events.HttpBody)


class Between:
    """Of one attempt. `era` gives that of the connection, `sever` breaks it where it has no exchanges (stdio)."""

    def __init__(
        self, journal: Journal, interference: Interference, attempt: int, era: Callable[[], Era | None]
    ) -> None:
        self.sever: Callable[[], object] = lambda: None
        self._journal = journal
        self._interference = interference
        self._attempt = attempt
        self._era = era
        self._owed: Counter[int] = Counter()
        self._ends: dict[int, events.HttpEnd] = {}
        self._cut: set[int | None] = set()

    # ── as a log ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def records(self) -> Sequence[Record]:
        """Those of the journal."""
        return self._journal.records

    @property
    def sealed(self) -> bool:
        """Whether the journal is."""
        return self._journal.sealed

    def now(self) -> float:
        """Seconds since the journal began."""
        return self._journal.now()

    def flush(self) -> None:
        """Hand on what stands in the journal."""
        self._journal.flush()

    @property
    def confided(self) -> Sequence[str]:
        """Those of the journal."""
        return self._journal.confided

    def confide(self, secret: str) -> None:
        """Say what is secret to the journal."""
        self._journal.confide(secret)

    def append(self, event: Event) -> Record:
        """Keep an event, unless it is a message with which something else is done. Raises StreamCut on HTTP."""
        if isinstance(event, _BODIES) and event.http in self._cut:
            return self._nothing(event)  # it came behind the cut
        if isinstance(event, events.Received):
            return self._came(event)
        if isinstance(event, events.HttpEnd):
            return self._ended(event)
        if isinstance(event, events.Exited | events.Closed):
            self._all_end()
        return self._journal.append(event)

    def _nothing(self, event: Event) -> Record:
        return Record(0, self._journal.now(), event)

    # ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _came(self, event: events.Received) -> Record:
        http = event.http
        if self._interference.lets_pass(event.raw):
            return self._journal.append(event)
        passing = Passing(event.raw, "in", self._stream(http), 0, http, self._era(), self._journal.now())
        cut: list[Outcome] = []

        def done(outcome: Outcome) -> None:
            if http is not None:
                self._owed[http] -= 1
            if outcome.end == "cut":
                cut.append(outcome)
            else:
                for form in outcome.forms:
                    self._journal.append(event if form is event.raw else replace(event, raw=form))
            if outcome.end == "stall" and http is not None:
                self._owed[http] += 1  # its stream stays open
            self._settle(http)

        if http is not None:
            self._owed[http] += 1
        if not self._interference.meet(passing, done):
            if http is not None:
                self._owed[http] -= 1
            return self._journal.append(event)
        if cut:
            self._cut_in(event, cut[0])
        return self._nothing(event)

    def _cut_in(self, event: events.Received, outcome: Outcome) -> None:
        """The connection breaks in the midst of a message: what came of it is what a transport would have kept."""
        beginning = b"".join(outcome.forms)
        self._cut.add(event.http)
        if event.http is None:
            self._journal.append(replace(event, raw=beginning, ended=False))
            self.sever()
            return
        if event.before:
            self._journal.append(events.SseBlock(event.http, event.before + beginning))
        else:
            self._journal.append(events.HttpBody(event.http, beginning))
        raise StreamCut("cut on purpose")

    def _settle(self, http: int | None) -> None:
        """Let an exchange end that waited for what was held of it."""
        if http is not None and self._owed[http] <= 0:
            del self._owed[http]
            end = self._ends.pop(http, None)
            if end is not None:
                self._journal.append(end)

    def _ended(self, event: events.HttpEnd) -> Record:
        self._cut.discard(event.http)
        if self._owed.get(event.http, 0) > 0:
            self._ends[event.http] = event
            return self._nothing(event)
        return self._journal.append(event)

    def _all_end(self) -> None:
        """The connection is over: what is held goes on its way, and the exchanges that waited for it end."""
        self._interference.end(lambda stream: isinstance(stream, tuple) and stream[0] == self._attempt, "It is over.")
        for http in list(self._ends):
            self._journal.append(self._ends.pop(http))

    # ── what goes ───────────────────────────────────────────────────────────────────────────────────────────────────

    def outward(self, raw: bytes, seq: int, http: int | None) -> Awaitable[Outcome] | None:
        """As `inspector.protocol.interference.Outward`."""
        passing = Passing(raw, "out", self._stream(http), seq, http, self._era(), self._journal.now())
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(found: Outcome) -> None:
            if not outcome.done():
                outcome.set_result(found)

        return self._awaited(outcome, passing) if self._interference.meet(passing, done) else None

    async def _awaited(self, outcome: "asyncio.Future[Outcome]", passing: Passing) -> Outcome:
        try:
            return await outcome
        except asyncio.CancelledError:
            self._interference.forget(passing)
            raise

    def _stream(self, http: int | None) -> Hashable:
        return self._attempt, http
