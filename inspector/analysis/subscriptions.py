"""The subscriptions of a session: what was wished, what was granted, what came on each, and how each ended.

News is counted where it belongs by its exact id; what comes after the end of a subscription is counted apart, and what
belongs to none is kept with the reason. Source: `2026-07-28 basic/patterns/subscriptions`.
"""

from dataclasses import dataclass, field
from typing import Literal

from inspector.analysis.answers import wished
from inspector.analysis.reading import Fold, Reading, params_of
from inspector.analysis.words import id_text, short
from inspector.protocol.exchanges import Exchange, News, Settled
from inspector.protocol.news import ACKNOWLEDGED, LISTEN, SUBSCRIBED, not_granted, subscription_id
from inspector.wire.events import Decision, Sent
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Result, id_key

State = Literal["opening", "open", "ended", "refused", "lost", "cancelled"]
"""Not acknowledged yet; acknowledged; ended by the server with a result; refused with an error; ended without a word;
ended by us."""


@dataclass(slots=True)
class Subscription:
    """One `subscriptions/listen`. `seq` is its record, `id` its JSON-RPC id, type kept.

    `granted` is the filter of the acknowledgement, None until it came, and `refused` what of `wanted` it lacks.
    `events` counts the news on it by method, `early` that before the acknowledgement, `late` that after the end;
    `last` is the record of the newest. `detail` says in a few words how it ended, safe to show.
    """

    seq: int
    id: Json
    op: int | None
    at: float
    wanted: Json
    state: State = "opening"
    granted: dict[str, Json] | None = None
    refused: tuple[str, ...] = ()
    events: dict[str, int] = field(default_factory=dict)
    early: int = 0
    late: int = 0
    last: int = 0
    ended_at: float | None = None
    detail: str = ""

    @property
    def is_open(self) -> bool:
        """Whether news may come on it."""
        return self.state in ("opening", "open")


@dataclass(frozen=True, slots=True)
class Unrouted:
    """News that belongs to no subscription: its record, its method, and why."""

    seq: int
    method: str
    why: str


class Subscriptions(Fold):
    """The fold. `all` is by record number, in the order of opening; `unrouted` in the order of coming."""

    def __init__(self) -> None:
        super().__init__()
        self.all: dict[int, Subscription] = {}
        self.unrouted: list[Unrouted] = []
        self._by_id: dict[tuple[str, str], Subscription] = {}

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        if isinstance(reading.record.event, Sent):
            exchange = reading.exchanges.ours.get(reading.record.seq)
            if exchange is not None and exchange.method == LISTEN:
                self._opened(reading, exchange)
        for change in reading.changes:
            if isinstance(change, News):
                self._told(reading, change)
            elif isinstance(change, Settled) and change.exchange.method == LISTEN:
                self._ended(reading, change.exchange, change.answer)
        if isinstance(reading.record.event, Decision):
            self._given_up(reading)

    def of(self, id: Json) -> Subscription | None:
        """The newest subscription of exactly this id."""
        return self._by_id.get(id_key(id))

    def _opened(self, reading: Reading, exchange: Exchange) -> None:
        wanted = reading.params(exchange).get("notifications")
        subscription = Subscription(exchange.seq, exchange.id, exchange.op, exchange.at, wanted)
        self.all[exchange.seq] = self._by_id[id_key(exchange.id)] = subscription

    def _told(self, reading: Reading, news: News) -> None:
        method = news.notification.method
        named = subscription_id(news.notification.params if news.notification.params is not MISSING else None)
        subscription = None if named is MISSING else self.of(named)
        if subscription is None:
            if reading.identity.era == "modern" and method in SUBSCRIBED:
                where = (
                    "names no subscription" if named is MISSING else f"names {id_text(named)}, which is none of ours"
                )
                self.unrouted.append(Unrouted(reading.record.seq, short(method), where))
            return
        subscription.last = reading.record.seq
        exchange = reading.exchanges.ours[subscription.seq]
        if not subscription.is_open or exchange.cancelled:
            subscription.late += 1
        elif method == ACKNOWLEDGED:
            granted = params_of(news.notification).get("notifications")
            subscription.granted = granted if isinstance(granted, dict) else {}
            subscription.refused = tuple(short(one) for one in not_granted(subscription.wanted, granted))
            subscription.state = "open"
        else:
            subscription.early += subscription.granted is None
            subscription.events[method] = subscription.events.get(method, 0) + 1

    def _ended(self, reading: Reading, exchange: Exchange, answer: Result | Error | None) -> None:
        subscription = self.all.get(exchange.seq)
        if subscription is None or not subscription.is_open:
            return
        subscription.ended_at = reading.record.at
        if isinstance(answer, Error):
            subscription.state, subscription.detail = "refused", short(answer.message)
        elif answer is not None or (exchange.failure == "cancelled" and exchange.answer_seq is not None):
            subscription.state = "ended"  # by a result, or by the server's own cancellation
        else:
            subscription.state = "cancelled" if wished(reading.record.event, exchange) else "lost"
            subscription.detail = short(exchange.detail)

    def _given_up(self, reading: Reading) -> None:
        """What we gave up ourselves is told by a decision, and settles nothing."""
        for subscription in self.all.values():
            exchange = reading.exchanges.ours[subscription.seq]
            if subscription.is_open and exchange.state != "open":
                self._ended(reading, exchange, None)
