"""What each record belongs to: an exchange, and an operation with all that came of it.

A key tells groups apart: the number of the record that an exchange begins with, or the number of an operation, negated.
Nothing that is known is kept twice: what an operation has is `operations`', who answered whom is `exchanges`'. Only
what HTTP carried, and what a subscription tells, is remembered here.
"""

from array import array
from typing import Final

from inspector.analysis.operations import Operations
from inspector.analysis.reading import Fold, Reading, params_of
from inspector.analysis.rows import LEVELS, Level
from inspector.analysis.timeline import Timeline
from inspector.protocol.exchanges import Asked, Change, News, Progressed, Resumed, Settled, Stray, Withdrawn
from inspector.protocol.news import UPDATED, subscription_id
from inspector.wire import events
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Notification, is_id

ALONE: Final = 0
"""The key of a record that belongs to nothing."""

_WEB_PARTS: Final = (events.HttpResponse, events.HttpBody, events.SseBlock, events.HttpEnd)
_CANCELLED: Final = "notifications/cancelled"


class Belonging(Fold):
    """The fold; it reads what `timeline` and `operations` made of the same record before.

    `by_exchange` and `by_operation` run parallel to the timeline's rows. A record of no operation stands there with its
    exchange. `changed_from` is the lowest index whose key is another than it was; whoever has looked sets it anew.
    """

    def __init__(self, timeline: Timeline, operations: Operations) -> None:
        super().__init__()
        self.by_exchange: array[int] = array("q")
        self.by_operation: array[int] = array("q")
        self.changed_from = 0
        self.marks: dict[int, Level] = {}
        self._timeline = timeline
        self._operations = operations
        self._webs: dict[int, int] = {}
        self._heads: dict[int, int] = {}  # HTTP requests whose body has not been seen, by their index
        self._subscribed: dict[str, int] = {}

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        exchange = self._exchange(reading)
        self.by_exchange.append(exchange)
        operation = self._operations.latest
        if operation is not None:
            self.by_operation.append(-operation.number)
        else:
            self.by_operation.append(self._operation(reading, exchange))
        if self._heads and isinstance(reading.record.event, events.Sent):
            self._carries(reading.record.event)

    def mark(self, seq: int, level: Level) -> None:
        """A finding of this level rests on a record; the worst one stays with each of its groups."""
        index = self._timeline.index_of(seq)
        if index is None:
            return
        for key in (self.by_exchange[index], self.by_operation[index]):
            mark = self.marks.get(key, "")
            if key != ALONE and mark != level and LEVELS.index(level) > LEVELS.index(mark):
                self.marks[key] = level

    def _carries(self, event: events.Sent) -> None:
        """The HTTP request that went out before its body belongs where that does."""
        index = self._heads.pop(event.http, None) if event.http is not None else None
        if index is not None:
            self.by_exchange[index], self.by_operation[index] = self.by_exchange[-1], self.by_operation[-1]
            self.changed_from = min(self.changed_from, index)

    def _operation(self, reading: Reading, exchange: int) -> int:
        """The operation of a record that none has taken for its own: that of its exchange, or of what asked for it."""
        index = self._timeline.index_of(exchange) if exchange else None
        if index is not None and index < len(self.by_operation):
            return self.by_operation[index]
        for change in reading.changes:
            if isinstance(change, Asked) and change.exchange.parent is not None:
                parent = self._timeline.index_of(change.exchange.parent)
                return exchange if parent is None else self.by_operation[parent]
        return exchange

    # ── exchanges ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _exchange(self, reading: Reading) -> int:
        record, event = reading.record, reading.record.event
        if isinstance(event, events.Received):
            for change in reading.changes:
                key = self._came(reading, change)
                if key != ALONE:
                    return key
            return self._webs.get(event.http, ALONE) if event.http is not None else ALONE
        if isinstance(event, events.Sent):
            key = self._sent(reading, event)
            if event.http is not None:
                self._webs[event.http] = key = key or record.seq
            return key
        if isinstance(event, events.HttpRequest):
            if event.verb == "POST" and not event.body:
                self._heads[event.http] = len(self.by_exchange)
                return ALONE
            return self._webs.setdefault(event.http, record.seq)
        if isinstance(event, events.HttpEnd):
            self._heads.pop(event.http, None)
            return self._webs.pop(event.http, ALONE)
        if isinstance(event, _WEB_PARTS):
            return self._webs.get(event.http, ALONE)
        if isinstance(event, events.Decision):
            return self._decided(reading, event)
        return ALONE

    def _sent(self, reading: Reading, event: events.Sent) -> int:
        seq = reading.record.seq
        exchange = reading.exchanges.ours.get(seq)
        if exchange is not None:
            if exchange.method == "resources/subscribe" and exchange.name:
                self._subscribed[exchange.name] = seq
            return seq
        asked = self._timeline.other_half(seq)
        if asked is not None:
            return asked
        message = reading.message
        if isinstance(message, Notification) and message.method == _CANCELLED:
            cancelled = reading.exchanges.latest(params_of(message).get("requestId"))
            return cancelled.seq if cancelled is not None else ALONE
        return ALONE

    def _came(self, reading: Reading, change: Change) -> int:
        if isinstance(change, Progressed):
            meant = change.exchange or change.meant
            return meant.seq if meant is not None else ALONE
        if isinstance(change, (Settled, Asked, Withdrawn)):
            return change.exchange.seq
        if isinstance(change, News):
            return self._told(reading, change)
        return change.exchange.seq if isinstance(change, Stray) and change.exchange is not None else ALONE

    def _told(self, reading: Reading, change: News) -> int:
        params = params_of(change.notification)
        named = subscription_id(params)
        if named is MISSING and change.notification.method == _CANCELLED:
            named = params.get("requestId", MISSING)
        exchange = reading.exchanges.latest(named) if is_id(named) else None
        if exchange is not None:
            return exchange.seq
        uri = params.get("uri")
        return self._subscribed.get(uri, ALONE) if change.notification.method == UPDATED and isinstance(uri, str) else 0

    def _decided(self, reading: Reading, event: events.Decision) -> int:
        for change in reading.changes:
            if isinstance(change, Resumed):
                http = event.data.get("http") if isinstance(event.data, dict) else None
                if isinstance(http, int):
                    self._webs[http] = change.exchange.seq
                return change.exchange.seq
        ended = event.data.get("ended") if isinstance(event.data, dict) else None
        if isinstance(ended, int) and ended in reading.exchanges.ours:
            return ended
        index = self._timeline.index_of(event.records[0]) if event.records else None
        return self.by_exchange[index] if index is not None and index < len(self.by_exchange) else ALONE
