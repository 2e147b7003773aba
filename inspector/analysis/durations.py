"""How long things take: a distribution for each method, and for each thing that is called by its name.

A method's is over its requests, each round and poll by itself; a tool's (or prompt's, or resource's) over its calls,
whose rounds are added up. Time in which a person was waited for is no time of the server, and is counted apart.
"""

from array import array
from bisect import bisect_left
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from inspector.analysis.answers import outcome, wished
from inspector.analysis.operations import ENDED, Operation, Operations
from inspector.analysis.reading import Fold, Reading
from inspector.protocol.exchanges import Exchange, Settled
from inspector.protocol.news import LISTEN
from inspector.wire import events
from inspector.wire.jsonrpc import Error, Result

SLOW_TIMES: Final = 5.0
"""A call is slow from so many times the median of its own kind on …"""
SLOW_BEYOND: Final = 100.0
"""… and so many milliseconds beyond it, since a blink is no wait …"""
SLOW_OF: Final = 5
"""… where so many were measured, since two calls are no distribution."""


class Distribution:
    """Durations in milliseconds, 8 bytes each; sorted when they are asked about."""

    __slots__ = ("_sorted", "_values")

    def __init__(self) -> None:
        self._values: array[float] = array("d")
        self._sorted = 0  # so many from the start are in order

    def __len__(self) -> int:
        return len(self._values)

    def add(self, ms: float) -> None:
        """One more."""
        self._values.append(ms)

    def remove(self, ms: float) -> None:
        """One that was added is no more what it was."""
        values = self._ordered()
        at = bisect_left(values, ms)
        if at < len(values) and values[at] == ms:
            del values[at]
            self._sorted -= 1

    @property
    def median(self) -> float:
        """The middle one, or half-way between the two; 0 without any."""
        values = self._ordered()
        middle = len(values) // 2
        if not values:
            return 0.0
        return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2

    def quantile(self, share: float) -> float:
        """The least one that is not exceeded by `share` of all (0.95); 0 without any."""
        values = self._ordered()
        return values[max(ceil(share * len(values)) - 1, 0)] if values else 0.0

    def _ordered(self) -> "array[float]":
        if self._sorted != len(self._values):
            self._values = array("d", sorted(self._values))
            self._sorted = len(self._values)
        return self._values


@dataclass(slots=True)
class Group:
    """What was measured of one method, or of one thing that is called. `slowest` is where the slowest begins.

    `calls` are those that ended, except by our own wish; `failed` of them went wrong; `human_ms` a person took.
    """

    method: str
    name: str
    failed: int = 0
    human_ms: float = 0.0
    slowest: int = 0
    slowest_ms: float = -1.0
    times: Distribution = field(default_factory=Distribution)

    @property
    def calls(self) -> int:
        """How many there are."""
        return len(self.times)

    def slowness(self, ms: float) -> float | None:
        """How many times the median a duration is, if that makes it slow; else None."""
        if self.calls < SLOW_OF or ms < SLOW_BEYOND:
            return None
        median = self.times.median
        slow = ms - median >= SLOW_BEYOND and ms >= SLOW_TIMES * median
        return ms / max(median, 0.001) if slow else None

    def count(self, ms: float, seq: int, *, failed: bool) -> None:
        """One more."""
        self.times.add(ms)
        self.failed += failed
        if ms > self.slowest_ms:
            self.slowest, self.slowest_ms = seq, ms


class Durations(Fold):
    """The fold. Groups in the order of the first that ended; a subscription is no call, for it lasts as it may."""

    looks_at = frozenset({events.Sent, events.Decision, Settled})

    def __init__(self, operations: Operations | None = None) -> None:
        """`operations`: fed already with each record that comes here; None: a fold of its own."""
        super().__init__()
        self._own = operations is None
        self.operations = operations or Operations()
        self.by_method: dict[str, Group] = {}
        self.by_name: dict[tuple[str, str], Group] = {}
        self._counted: dict[int, tuple[float, bool]] = {}  # operations that ended: with which time, and whether wrongly
        self._asked: dict[int, float] = {}  # what answers had taken when an open request was sent

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        if self._own:
            self.operations.take(reading)
        event = reading.record.event
        if isinstance(event, events.Sent):
            exchange = reading.exchanges.ours.get(reading.record.seq)
            operation = self._operation(exchange)
            if exchange is not None and operation is not None:
                if operation.asked_ms:
                    self._asked[exchange.seq] = operation.asked_ms
                self._goes_on(operation)
        elif isinstance(event, events.Decision):
            ended = event.data.get("ended") if isinstance(event.data, dict) else None
            exchange = reading.exchanges.ours.get(ended) if isinstance(ended, int) else None
            self._ended(self._operation(exchange) or self.operations.all.get(-1 if event.op is None else event.op))
        for change in reading.changes:
            if isinstance(change, Settled):
                self._settled(event, change)
                self._ended(self._operation(change.exchange))

    def group_of(self, head: Operation | Exchange) -> Group | None:
        """What a call is measured against: its own kind; a lone request, or one without a name, its method."""
        if isinstance(head, Operation) and head.name:
            return self.by_name.get((head.method, head.name))
        return self.by_method.get(head.method)

    # ── what is counted ──────────────────────────────────────────────────────────────────────────────────────────────

    def _settled(self, event: events.Event, change: Settled) -> None:
        exchange, answer = change.exchange, change.answer
        operation = self._operation(exchange)
        before = self._asked.pop(exchange.seq, 0.0)
        by_wish = answer is None and wished(event, exchange)
        if by_wish or exchange.ended_at is None or exchange.method == LISTEN:
            return
        asked = 0.0 if operation is None else operation.asked_ms - before
        ms = max((exchange.ended_at - exchange.at) * 1000 - asked, 0.0)
        group = self.by_method.get(exchange.method)
        if group is None:
            group = self.by_method[exchange.method] = Group(exchange.method, "")
        group.count(ms, exchange.seq, failed=_failed(answer))

    def _ended(self, operation: Operation | None) -> None:
        if operation is None or operation.state not in ENDED or operation.number in self._counted:
            return
        if not operation.rounds or operation.method == LISTEN or operation.state == "cancelled":
            return
        failed = operation.state != "complete"
        self._counted[operation.number] = (operation.server_ms, failed)
        if operation.human_ms:
            self.by_method.setdefault(operation.method, Group(operation.method, "")).human_ms += operation.human_ms
        if not operation.name:
            return
        key = operation.method, operation.name
        group = self.by_name.get(key)
        if group is None:
            group = self.by_name[key] = Group(*key)
        group.human_ms += operation.human_ms
        group.count(operation.server_ms, operation.first, failed=failed)

    def _goes_on(self, operation: Operation) -> None:
        """It is asked again after its end, as after a session that was forgotten: then it has not been counted yet."""
        counted = self._counted.pop(operation.number, None)
        group = self.by_name.get((operation.method, operation.name))
        if operation.human_ms and counted is not None:
            self.by_method[operation.method].human_ms -= operation.human_ms
        if counted is None or group is None:
            return
        ms, failed = counted
        group.times.remove(ms)
        group.failed -= failed
        group.human_ms -= operation.human_ms

    def _operation(self, exchange: Exchange | None) -> Operation | None:
        return self.operations.all.get(exchange.op) if exchange is not None and exchange.op is not None else None


def _failed(answer: Result | Error | None) -> bool:
    return answer is None or isinstance(answer, Error) or outcome(answer)[1] == "error"
