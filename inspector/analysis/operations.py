"""What the person did, each with all that came of it: rounds, questions, progress, log messages, and what it cost.

An operation begins with `Began`; a request with a number that nobody began is one too, so that every recording reads
alike. What a server says without naming a request belongs to the one operation that is at work, if there is only one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.answers import outcome, said, wished
from inspector.analysis.operation import ENDED, Operation, Progress, State
from inspector.analysis.reading import Fold, Reading, params_of
from inspector.analysis.waiting import Waiting
from inspector.analysis.words import short
from inspector.protocol.exchanges import Asked, Exchange, News, Progressed, Settled, Stray, Withdrawn
from inspector.wire import events
from inspector.wire.jsonrpc import Error, Result

__all__ = ["ENDED", "Operation", "Operations", "Progress", "State", "Statistics"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the calls of one tool (or resource, or prompt) took, in milliseconds of the server; ended calls alone."""

    method: str
    name: str
    calls: int
    failed: int
    median_ms: float
    slowest_ms: float
    slowest: int


class Operations(Fold):
    """The fold. `all` is by number, in the order of beginning; `latest` the one that the last record belongs to."""

    def __init__(self) -> None:
        super().__init__()
        self.all: dict[int, Operation] = {}
        self.latest: Operation | None = None
        self._at_work: dict[int, Operation] = {}
        self._webs: dict[int, Operation] = {}
        self._waiting = Waiting()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        self.latest = None
        record, event = reading.record, reading.record.event
        if isinstance(event, events.Received):
            for change in reading.changes:
                self._changed(reading, change)
            return
        if isinstance(event, events.Sent):
            self._sent(reading, event)
        elif isinstance(event, events.Began):
            self.latest = self.all[event.op] = self._at_work[event.op] = Operation(
                event.op, event.method, event.name, record.at, record.seq, records=[record.seq]
            )
        elif isinstance(event, events.Decision):
            self._decided(reading, event)
        elif isinstance(event, events.Stderr):
            return
        elif isinstance(event, (events.HttpResponse, events.HttpBody, events.SseBlock, events.HttpEnd)):
            web = self._webs.get(event.http)
            if web is not None:
                self._has(web, record.seq)
                if isinstance(event, events.HttpResponse) and event.status in (401, 403):
                    self._waiting.refused(event.http, web, record.at)
                elif isinstance(event, events.HttpEnd):
                    self._waiting.sent_again(event.http, record.at)
        elif isinstance(event, events.HttpRequest):
            self._waiting.sent_again(event.http, record.at)
        for change in reading.changes:
            if isinstance(change, Settled):
                self._settled(reading, change)
            elif isinstance(change, Withdrawn):
                self._waiting.over(change.exchange.seq, record.at)

    @property
    def under_way(self) -> bool:
        """Whether any of them has not come to its end."""
        return bool(self._at_work)

    def held_by(self, seq: int) -> tuple[Operation, ...]:
        """Those that stand still while the request of theirs in a record is open; none once it is not."""
        return self._waiting.held_by(seq)

    def of(self, seq: int) -> Operation | None:
        """The operation that a record belongs to."""
        within = (one for one in self.all.values() if one.records and one.records[0] <= seq <= one.records[-1])
        return next((one for one in within if seq in one.records), None)

    def statistics(self) -> list[Statistics]:
        """What calls took, by what was called, in the order of the first call."""
        groups: dict[tuple[str, str], list[Operation]] = {}
        for operation in self.all.values():
            if operation.ended is not None and operation.state != "cancelled" and operation.rounds:
                groups.setdefault((operation.method, operation.name), []).append(operation)
        return [_statistics(method, name, group) for (method, name), group in groups.items()]

    # ── what happens to them ─────────────────────────────────────────────────────────────────────────────────────────

    def _sent(self, reading: Reading, event: events.Sent) -> None:
        record = reading.record
        exchange = reading.exchanges.ours.get(record.seq)
        if exchange is None:
            operation = self.all.get(event.op) if event.op is not None else None
            if operation is not None:
                self._has(operation, record.seq)
            self._waiting.answered(reading.exchanges.theirs, record.at)
            return
        if exchange.op is None:
            return
        operation = self.all.get(exchange.op)
        if operation is None:
            operation = Operation(exchange.op, exchange.method, exchange.name or "", record.at, record.seq)
            self.all[exchange.op] = operation
        self._has(operation, record.seq)
        operation.open += 1
        if exchange.http is not None:
            self._webs[exchange.http] = operation
            if operation.records[-2:-1] != [record.seq - 1]:
                operation.records.insert(-1, record.seq - 1)  # the HTTP request stands right before its body
        if exchange.method == operation.method:
            operation.rounds += 1
        self._waiting.ends(operation, record.at)
        operation.state, operation.ended = "running", None
        self._at_work[operation.number] = operation

    def _changed(self, reading: Reading, change: object) -> None:
        record = reading.record
        if isinstance(change, Progressed):
            operation = self._owner(change.exchange)
            if operation is not None:
                params = params_of(change.notification)
                message = params.get("message")
                text = short(message) if isinstance(message, str) else ""
                operation.progress = Progress(params.get("progress"), params.get("total"), text)
                operation.progress_notes += 1
                self._has(operation, record.seq)
        elif isinstance(change, News):
            operation = self._only_one()
            if operation is not None and change.notification.method == "notifications/message":
                operation.log_messages += 1
                self._has(operation, record.seq)
        elif isinstance(change, Settled):
            self._settled(reading, change)
        elif isinstance(change, Asked):
            operation = self._owner(change.exchange)
            if operation is not None:
                self._has(operation, record.seq)
            # What names no call may be for any that is under way: the time is the server's in none of them.
            under_way = (one for one in self._at_work.values() if one.open)
            self._waiting.asked(change, (operation,) if operation is not None else tuple(under_way), record.at)
        elif isinstance(change, Withdrawn):
            operation = self._owner(change.exchange)
            if operation is not None:
                self._has(operation, record.seq)
            self._waiting.over(change.exchange.seq, record.at)
        elif isinstance(change, Stray):
            operation = self._owner(change.exchange) if change.exchange else self._only_one()
            if operation is not None:
                self._has(operation, record.seq)

    def _settled(self, reading: Reading, change: Settled) -> None:
        exchange, at = change.exchange, reading.record.at
        operation = self._owner(exchange)
        if operation is None:
            return
        if exchange.method in (operation.method, "tasks/result"):
            self._waiting.left(operation, at)
        operation.open = max(operation.open - 1, 0)
        operation.server_ms += (at - exchange.at) * 1000
        if not operation.records or operation.records[-1] != reading.record.seq:
            self._has(operation, reading.record.seq)
        if exchange.method != operation.method and not exchange.method.startswith("tasks/"):
            return
        operation.outcome, operation.detail, state = _verdict(reading.record.event, exchange, change.answer)
        if operation.outcome == "input required":
            self._waiting.begins(operation, at)
            return
        self._waiting.ends(operation, at)
        if operation.outcome != "task":
            self._end(operation, state, at)

    def _decided(self, reading: Reading, decision: events.Decision) -> None:
        data = decision.data if isinstance(decision.data, dict) else {}
        ended = data.get("ended")
        exchange = reading.exchanges.ours.get(ended) if isinstance(ended, int) else None
        operation = (
            self._owner(exchange) if exchange else self.all.get(decision.op) if decision.op is not None else None
        )
        self._waiting.decided(decision, operation, reading.record.at)
        if operation is None:
            return
        if decision.topic == "send":
            self._sent_as_is(operation, decision, reading.record)
            return
        self._has(operation, reading.record.seq)
        if exchange is not None and operation.state not in ENDED:
            self._waiting.left(operation, reading.record.at)
            operation.open = max(operation.open - 1, 0)
            operation.server_ms += (reading.record.at - exchange.at) * 1000
            operation.outcome, operation.detail = exchange.failure, short(decision.because)
            self._end(operation, "cancelled" if exchange.failure == "cancelled" else "failed", reading.record.at)
        elif decision.topic == "question" and "params" in data:
            self._waiting.begins(operation, reading.record.at)  # the call waits for a yes before it goes out
        elif decision.topic == "answer" and "params" in data:
            self._waiting.ends(operation, reading.record.at)
        elif exchange is None and decision.topic == "cancel" and operation.state not in ENDED and not operation.open:
            self._waiting.ends(operation, reading.record.at)
            lost = decision.verdict == "lost"
            operation.outcome, operation.detail = "closed" if lost else "cancelled", short(decision.because)
            self._end(operation, "failed" if lost else "cancelled", reading.record.at)

    def _sent_as_is(self, operation: Operation, decision: events.Decision, record: events.Record) -> None:
        """What became of a message that the person wrote and that no answer can name."""
        operation.records = sorted({*operation.records, *decision.records, record.seq})
        self.latest = operation
        operation.open = 0
        operation.outcome, operation.detail = decision.verdict, short(decision.because)
        if operation.state not in ENDED:
            operation.server_ms += decision.ms or 0.0
            self._end(operation, "error" if len(decision.records) > 1 else "complete", record.at)

    def _end(self, operation: Operation, state: State, at: float) -> None:
        operation.state, operation.ended = state, at
        self._at_work.pop(operation.number, None)

    def _has(self, operation: Operation, seq: int) -> None:
        operation.records.append(seq)
        self.latest = operation

    def _owner(self, exchange: Exchange | None) -> Operation | None:
        return self.all.get(exchange.op) if exchange is not None and exchange.op is not None else None

    def _only_one(self) -> Operation | None:
        return next(iter(self._at_work.values())) if len(self._at_work) == 1 else None


def _verdict(event: events.Event, exchange: Exchange, answer: Result | Error | None) -> tuple[str, str, State]:
    if answer is None:
        state: State = "cancelled" if wished(event, exchange) else "failed"
        return exchange.failure, short(exchange.detail), state
    status, role = outcome(answer)
    detail = said(exchange.method, answer)
    if isinstance(answer, Error):
        return status, detail, "error"
    if status == "isError":
        return status, detail, "isError"
    return status, detail, "failed" if role == "error" else "complete"


def _statistics(method: str, name: str, group: Sequence[Operation]) -> Statistics:
    from statistics import median  # loaded late: a list as text needs none

    slowest = max(group, key=lambda one: one.server_ms)
    failed = sum(one.state in ("isError", "error", "failed") for one in group)
    middle = median(one.server_ms for one in group)
    return Statistics(method, name, len(group), failed, middle, slowest.server_ms, slowest.number)
