"""When everything was under way: what we asked, what the server asked, its news, its noise, and its life.

Nothing is kept twice: a call is its `Operation`, a request that belongs to none (the handshake, a list that was
fetched) its `Exchange`, and both are shared with the folds that made them. What has no length costs twelve bytes. A
span without an end is still under way; one that the death of the server ended is told from one that came to nothing.
"""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.answers import outcome, wished
from inspector.analysis.operations import ENDED, Operation, Operations
from inspector.analysis.reading import Fold, Reading, params_of
from inspector.analysis.words import short
from inspector.protocol.exchanges import Asked, Exchange, Exchanges, News, Progressed, Settled, Stray
from inspector.protocol.news import LISTEN, subscription_id
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Error, Malformed, Result, is_id

SpanState = Literal["running", "waiting", "complete", "isError", "error", "cancelled", "failed", "dead"]
"""As `operations.State`; `dead`: the server died, or the connection was lost, while it was under way."""

_BY_DEATH: Final = frozenset({"exited", "closed"})


class Points:
    """Moments with their records, in order: 12 bytes each."""

    __slots__ = ("seqs", "times")

    def __init__(self) -> None:
        self.times: array[float] = array("d")
        self.seqs: array[int] = array("I")

    def __len__(self) -> int:
        return len(self.seqs)

    def add(self, record: events.Record) -> None:
        """One more, the latest."""
        self.times.append(record.at)
        self.seqs.append(record.seq)

    def between(self, start: float, end: float) -> range:
        """The indices of those from `start` up to but not at `end`, in seconds of the session."""
        first = bisect_left(self.times, start)
        return range(first, bisect_left(self.times, end, first))


@dataclass(slots=True)
class Wait:
    """A person was waited for in an operation, from record `seq` on. `until` is None while they are.

    `words` is what was asked first, safe to show; `answered` whether the operation went on then.
    """

    op: int
    seq: int
    since: float
    words: str = ""
    until: float | None = None
    answered: bool = False


@dataclass(slots=True)
class Ask:
    """One question of the server, in record `seq`: a request of its own, or one member of an unfinished result.

    `name` is that member's name, or what a request says, safe to show; `op` the operation that it was asked for.
    """

    seq: int
    method: str
    name: str
    at: float
    op: int | None = None
    exchange: Exchange | None = None
    wait: Wait | None = None

    @property
    def until(self) -> float | None:
        """When it was answered, or came to nothing; None while it waits."""
        if self.exchange is not None:
            return self.exchange.ended_at
        return self.at if self.wait is None else self.wait.until

    @property
    def state(self) -> SpanState:
        """What became of it."""
        if self.until is None:
            return "waiting"
        if self.exchange is not None:
            ended: SpanState = "cancelled" if self.exchange.cancelled else "dead"
            return "complete" if self.exchange.state == "answered" else ended
        return "complete" if self.wait is None or self.wait.answered else "cancelled"


@dataclass(slots=True)
class Life:
    """A process, or a connection over HTTP, from record `seq` on. `last` is the record that ended it, `words` how."""

    seq: int
    at: float
    transport: events.Transport
    until: float | None = None
    last: int = 0
    words: str = ""
    died: bool = False


class Spans(Fold):
    """The fold. `heads` are calls and lone requests of ours in the order of their beginning, `begins` when that was."""

    def __init__(self, operations: Operations | None = None) -> None:
        """`operations`: fed already with each record that comes here; None: a fold of its own."""
        super().__init__()
        self._own = operations is None
        self.operations = operations or Operations()
        self.heads: list[Operation | Exchange] = []
        self.begins: array[float] = array("d")
        self.waits: dict[int, list[Wait]] = {}
        """By operation."""
        self.asks: list[Ask] = []
        self.news = Points()
        self.news_of: dict[int, Points] = {}
        """What came on each subscription, by the record of its request."""
        self.stderr = Points()
        self.stray = Points()
        self.lives: list[Life] = []
        self._states: dict[int, SpanState] = {}  # of requests that did not plainly complete
        self._open_waits: dict[int, Wait] = {}
        self._exchanges = Exchanges()
        self._known = 0

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        if self._own:
            self.operations.take(reading)
        self._exchanges = reading.exchanges
        record, event = reading.record, reading.record.event
        if isinstance(event, events.Received):
            pass
        elif isinstance(event, (events.Sent, events.Began)):
            self._begins(reading)
        elif isinstance(event, events.Stderr):
            self.stderr.add(record)
            return
        elif isinstance(event, events.Opened):
            self.lives.append(Life(record.seq, record.at, event.transport))
        elif isinstance(event, (events.Exited, events.Closed)):
            self._life_ends(record, event)
        elif isinstance(event, events.Decision) and isinstance(event.data, dict):
            self._told(record.at, event, event.data.get("ended"))
        for change in reading.changes:
            self._changed(reading, change)
        for wait in tuple(self._open_waits.values()) if self._open_waits else ():
            self._goes_on(wait, record.at)

    def state_of(self, head: Operation | Exchange) -> SpanState:
        """What became of a call or a request."""
        if isinstance(head, Exchange):
            return "running" if head.state == "open" else self._states.get(head.seq, "complete")
        return "dead" if head.state == "failed" and head.outcome in _BY_DEATH else head.state

    def exchange(self, seq: int) -> Exchange | None:
        """The request of ours in a record."""
        return self._exchanges.ours.get(seq)

    def asked_in(self, seq: int) -> Exchange | None:
        """The request of theirs in a record."""
        return self._exchanges.theirs.get(seq)

    def request_of(self, operation: Operation) -> int:
        """The record of an operation's first request, or that of its beginning where it has sent none."""
        return next((seq for seq in operation.records if seq in self._exchanges.ours), operation.first)

    # ── what happens ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _begins(self, reading: Reading) -> None:
        record = reading.record
        exchange = reading.exchanges.ours.get(record.seq)
        if exchange is not None and exchange.op is None:
            self.heads.append(exchange)
            self.begins.append(record.at)
        elif len(self.operations.all) > self._known:  # a record begins one at most
            self._known = len(self.operations.all)
            self.heads.append(next(reversed(self.operations.all.values())))
            self.begins.append(record.at)

    def _changed(self, reading: Reading, change: object) -> None:
        record = reading.record
        if isinstance(change, Progressed):
            self.news.add(record)
        elif isinstance(change, News):
            self.news.add(record)
            self._comes_on(reading, subscription_id(change.notification.params))
        elif isinstance(change, Settled):
            state = _settled(record.event, change)
            if state != "complete":
                self._states[change.exchange.seq] = state
            if state == "waiting" and isinstance(change.answer, Result):
                self._asks_in(record, change.exchange, change.answer)
        elif isinstance(change, Asked):
            message = params_of(change.request).get("message")
            name = short(message) if isinstance(message, str) else ""
            op = change.exchange.op
            self.asks.append(Ask(record.seq, change.exchange.method, name, record.at, op, change.exchange))
            for held in self.operations.held_by(record.seq):
                self._waits(record, held.number, name)
        elif isinstance(change, Stray) and isinstance(change.message, Malformed) and change.message.reason != "empty":
            self.stray.add(record)

    def _comes_on(self, reading: Reading, named: Json) -> None:
        exchange = reading.exchanges.open(named) if is_id(named) else None
        if exchange is not None and exchange.method == LISTEN:
            self.news_of.setdefault(exchange.seq, Points()).add(reading.record)

    def _asks_in(self, record: events.Record, exchange: Exchange, answer: Result) -> None:
        """The questions of an unfinished result (`2026-07-28 basic/patterns/mrtr`)."""
        asked = answer.result.get("inputRequests") if isinstance(answer.result, dict) else None
        questions = asked if isinstance(asked, dict) else {}
        wait = self._waits(record, exchange.op, next((_message(one) for one in questions.values()), ""))
        for name, question in questions.items():
            method = question.get("method") if isinstance(question, dict) else None
            shown = short(method) if isinstance(method, str) else ""
            self.asks.append(Ask(record.seq, shown, short(name), record.at, exchange.op, wait=wait))

    def _waits(self, record: events.Record, op: int | None, words: str) -> Wait | None:
        operation = self.operations.all.get(op) if op is not None else None
        if operation is None or operation.since is None:
            return None
        wait = self._open_waits.get(operation.number)
        if wait is None:
            wait = self._open_waits[operation.number] = Wait(operation.number, record.seq, record.at, words)
            self.waits.setdefault(operation.number, []).append(wait)
        return wait

    def _goes_on(self, wait: Wait, at: float) -> None:
        operation = self.operations.all[wait.op]
        if operation.since is None or operation.state in ENDED:
            wait.until, wait.answered = at, operation.state not in ENDED
            del self._open_waits[wait.op]
            if not operation.by_person:
                self.waits[wait.op].remove(wait)

    def _told(self, at: float, decision: events.Decision, ended: Json) -> None:
        exchange = self._exchanges.ours.get(ended) if isinstance(ended, int) else None
        if exchange is not None and exchange.state == "failed":
            self._states[exchange.seq] = "failed" if decision.topic == "timeout" else "cancelled"

    def _life_ends(self, record: events.Record, event: events.Exited | events.Closed) -> None:
        life = self.lives[-1] if self.lives else None
        if life is None or life.until is not None:
            return
        life.until, life.last, life.died = record.at, record.seq, not event.asked
        if isinstance(event, events.Closed):
            life.words = "closed" if event.asked else short(event.reason) or "lost"
        else:
            life.words = f"signal {event.signal}" if event.signal else f"exited, code {event.code}"


def _settled(event: events.Event, change: Settled) -> SpanState:
    answer, exchange = change.answer, change.exchange
    if answer is None:
        if wished(event, exchange):
            return "cancelled"
        return "dead" if exchange.failure in _BY_DEATH else "failed"
    if isinstance(answer, Error):
        return "error"
    status, role = outcome(answer)
    if status == "isError":
        return "isError"
    return "waiting" if status == "input required" else "failed" if role == "error" else "complete"


def _message(question: Json) -> str:
    params = question.get("params") if isinstance(question, dict) else None
    message = params.get("message") if isinstance(params, dict) else None
    return short(message) if isinstance(message, str) else ""


def over(state: SpanState) -> bool:
    """Whether nothing more comes of it."""
    return state not in ("running", "waiting")


def gone_wrong(state: SpanState) -> bool:
    """Whether it ended as it should not have."""
    return state in ("isError", "error", "failed", "dead")
