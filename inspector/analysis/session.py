"""The connection: in which state it is, how it came about, and how it died."""

from collections import deque
from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.analysis.answers import BY_US
from inspector.analysis.death import Death, died
from inspector.analysis.durations import Distribution
from inspector.analysis.handshake import CUT_SHORT, TOPICS, Handshake, Step, asked_for
from inspector.analysis.identity import Identity
from inspector.analysis.observed import observe
from inspector.analysis.reading import Fold, Reading
from inspector.protocol.exchanges import Asked, Exchange, Exchanges, Settled, Stray
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Malformed, Result
from inspector.wire.versions import Era

State = Literal["none", "connecting", "connected", "failed", "disconnected", "exited"]
"""Nothing was tried; under way; open; did not come about; ended; the process ended of itself."""

STDERR_LINES: Final = 200
"""Lines of stderr that the death card can show; all of them are in the traffic."""

NOISE_LINES: Final = 4
"""Lines of stdout that are no messages which it can show, and messages of ours that an echo is looked for in."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the status line says. `since` is when the state began, in seconds of the session.

    `waits_for` is the method that is awaited while connecting; `reason` why the connection is no more, `code` or
    `signal` how the process ended, unless we ended it. `median_ms` is over all answers, None before the first one.
    `stray_lines` counts the lines on stdout that were no messages. Texts are as they were sent.
    """

    state: State = "none"
    since: float = 0.0
    waits_for: str = ""
    era: Era | None = None
    version: str = ""
    transport: events.Transport | None = None
    target: str = ""
    server_name: str = ""
    server_version: str = ""
    http_session: str = ""
    attempt: int = 0
    in_flight: int = 0
    median_ms: float | None = None
    code: int | None = None
    signal: int | None = None
    reason: str = ""
    stray_lines: int = 0


class Session(Fold):
    """The fold. `handshakes` are the attempts in order; `death` is set while the last connection is dead."""

    looks_at = frozenset(
        {
            *(events.Opened, events.Sent, events.Stderr, events.HttpRequest, events.HttpResponse, events.HttpEnd),
            *(events.Exited, events.Closed, events.Decision, Settled, Stray, Asked),
        }
    )

    def __init__(self) -> None:
        super().__init__()
        self.handshakes: list[Handshake] = []
        self.death: Death | None = None
        self._stray_lines = 0
        self._state: State = "none"
        self._since = 0.0
        self._wish: tuple[events.Record, events.Decision] | None = None  # what the next transport is opened for
        self._told = False  # the records say where an attempt begins
        self._opened: tuple[events.Opened, float] | None = None
        self._exited: events.Exited | None = None
        self._reason = ""
        self._because = ""
        self._stderr: deque[bytes] = deque(maxlen=STDERR_LINES)
        self._stderr_count = 0
        self._latencies = Distribution()
        self._web_end: events.HttpEnd | None = None
        self._web_status: int | None = None
        self._noise: deque[bytes] = deque(maxlen=NOISE_LINES)
        self._said: deque[bytes] = deque(maxlen=NOISE_LINES)
        self._echoed = False
        self._opened_in = 0  # the record
        self._lost: list[Exchange] = []
        self._identity = Identity()
        self._exchanges = Exchanges()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        record, event = reading.record, reading.record.event
        self._identity, self._exchanges = reading.identity, reading.exchanges
        if self.handshakes and not (self._told or self.handshakes[-1].steps):
            observe(reading, self.handshakes[-1].observed)
        if isinstance(event, events.Received):
            self._received(reading)
        elif isinstance(event, events.Sent):
            if self._state == "connecting":
                self._said.append(event.raw.strip())
        elif isinstance(event, events.Stderr):
            self._stderr.append(event.raw)
            self._stderr_count += 1
        elif isinstance(event, events.HttpResponse):
            self._web_status = event.status
        elif isinstance(event, events.HttpRequest):
            self._web_status, self._web_end = None, None
        elif isinstance(event, events.HttpEnd):
            self._web_end = event
        elif isinstance(event, events.Opened):
            self._opens(record.seq, record.at, event)
        elif isinstance(event, events.Exited):
            self._exits(reading, event)
        elif isinstance(event, events.Closed):
            self._closes(reading, event)
        elif isinstance(event, events.Decision) and event.topic == "connect":
            self._connects(record, event)
        elif isinstance(event, events.Decision) and self._state == "connecting":
            self._decides(record.seq, event)
        elif isinstance(event, events.Decision) and event.topic in TOPICS and self.handshakes:
            self.handshakes[-1].steps.append(Step(record.seq, event))

    @property
    def status(self) -> Status:
        """What there is to say now."""
        identity, waiting = self._identity, self._exchanges.waiting()
        middle = self._latencies.median if len(self._latencies) else None
        awaited = waiting[0].method if waiting and self._state == "connecting" else ""
        exited = None if self._exited is None or self._exited.asked else self._exited
        return Status(
            self._state,
            self._since,
            awaited,
            identity.era,
            identity.version,
            identity.transport,
            identity.target,
            identity.name,
            identity.server_version,
            identity.http_session,
            identity.attempt,
            sum(one.method != "subscriptions/listen" for one in waiting),
            middle,
            exited.code if exited else None,
            exited.signal if exited else None,
            self._reason,
            self._stray_lines,
        )

    @property
    def stderr(self) -> tuple[bytes, ...]:
        """The last lines that the last process wrote to stderr."""
        return tuple(self._stderr)

    def probe_json(self, findings: list[dict[str, Any]]) -> dict[str, Any]:
        """The document of `probe --json`, about the last attempt."""
        identity = self._identity
        supported: Json = None if identity.supported is None else list(identity.supported)
        return {
            "transport": identity.transport,
            "era": identity.era,
            "protocolVersion": identity.version or None,
            "supportedVersions": supported,
            "serverInfo": identity.server_info if isinstance(identity.server_info, dict) else None,
            "capabilities": identity.capabilities,
            "instructions": identity.instructions,
            "steps": [step.as_json() for handshake in self.handshakes[-1:] for step in handshake.steps],
            "findings": findings,
        }

    # ── what happens to it ───────────────────────────────────────────────────────────────────────────────────────────

    def _received(self, reading: Reading) -> None:
        event = reading.record.event
        assert isinstance(event, events.Received)
        if self._state == "connecting":
            self._echoed = self._echoed or event.raw.strip() in self._said
        for change in reading.changes:
            if isinstance(change, Stray) and isinstance(change.message, Malformed) and change.message.reason != "empty":
                self._stray_lines += 1
                self._noise.append(event.raw)
            if not isinstance(change, Settled) or change.answer is None:
                continue
            self._latencies.add((reading.record.at - change.exchange.at) * 1000)
            opening = change.exchange.method in ("server/discover", "initialize")
            agreed = isinstance(change.answer, Result) and bool(reading.identity.version)
            # A recording may begin after the handshake: then any answer proves the connection.
            if self._state == "connecting" and (agreed or not opening):
                self._state, self._since = "connected", reading.record.at
            if opening and self.handshakes:
                self.handshakes[-1].era = reading.identity.era
                self.handshakes[-1].version = reading.identity.version

    def _decides(self, seq: int, decision: events.Decision) -> None:
        if decision.topic in TOPICS:
            self.handshakes[-1].steps.append(Step(seq, decision))
        elif decision.topic != "timeout":
            return
        self._because = decision.because

    def _connects(self, record: events.Record, decision: events.Decision) -> None:
        if decision.verdict != CUT_SHORT:
            self._wish, self._told = (record, decision), True
        elif self._wish is not None:
            self._wish = None  # nothing was opened for it
        elif self.handshakes:
            self.handshakes[-1].cut_short = True

    def _opens(self, seq: int, at: float, event: events.Opened) -> None:
        if self._wish is not None:
            record, decision = self._wish
            mode, version = asked_for(decision)
            self.handshakes.append(Handshake(record.seq, record.at, mode=mode, version_asked=version))
            self._since = at
        elif not self.handshakes or not (self._told or self.handshakes[-1].goes_on):
            self.handshakes.append(Handshake(seq, at))
            self._since = at
        self._wish = None
        self.handshakes[-1].opened.append(event)
        self._state, self._opened, self._exited, self._reason, self.death = "connecting", (event, at), None, "", None
        self._stderr.clear()
        self._stderr_count, self._lost, self._opened_in, self._because = 0, [], seq, ""
        self._web_end, self._web_status = None, None
        self._noise.clear()
        self._said.clear()
        self._echoed = False

    def _exits(self, reading: Reading, event: events.Exited) -> None:
        self._exited = event
        self._lost.extend(_lost(reading))
        if not event.asked:
            self._dies(reading, "exited" if self._state in ("connected", "exited", "disconnected") else "failed")

    def _closes(self, reading: Reading, event: events.Closed) -> None:
        if self._state == "none" or (self._exited is not None and not self._exited.asked):
            return  # the exit said it all
        self._lost.extend(_lost(reading))
        self._reason = event.reason
        if self.handshakes and self.handshakes[-1].cut_short:
            self._ends(reading.record.at, "disconnected")
            return
        # The negotiation says why it gave up, and then closes the transport itself.
        if self._state == "connecting" and (not event.asked or self._broken() or self._because):
            self._dies(reading, "failed")
        elif event.asked:
            self._ends(reading.record.at, "disconnected")
        else:
            self._dies(reading, "disconnected")

    def _broken(self) -> bool:
        """Whether what came last over HTTP is why there is no connection."""
        refused = self._web_status is not None and self._web_status >= 300
        return refused or (self._web_end is not None and self._web_end.failure not in ("", BY_US))

    def _dies(self, reading: Reading, state: State) -> None:
        self._ends(reading.record.at, state)
        if self._opened is None:
            return
        opened, at = self._opened
        self.death = died(
            reading.record,
            opened,
            at,
            connected=state != "failed",
            exited=self._exited,
            reason=self._reason,
            because=self._because,
            lost=self._lost,
            stderr=list(self._stderr),
            stderr_count=self._stderr_count,
            last_received=reading.last_received if reading.last_received > self._opened_in else 0,
            web_end=self._web_end,
            web_status=self._web_status,
            noise=list(self._noise),
            echoed=self._echoed,
        )
        self._reason = self.death.reason

    def _ends(self, at: float, state: State) -> None:
        self._state, self._since = state, at
        if self.handshakes:
            self.handshakes[-1].over = True


def _lost(reading: Reading) -> list[Exchange]:
    """What waited for an answer; a subscription waits for none."""
    ended = [change.exchange for change in reading.changes if isinstance(change, Settled)]
    return [exchange for exchange in ended if exchange.method != "subscriptions/listen"]
