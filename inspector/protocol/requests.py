"""Our requests by all that an answer may name them by: the id, the HTTP exchange that carries them, the progress token.

Ids and tokens are compared exactly; what differs in type alone (`1`, `"1"`, `1.0`) is found where it is clear.
"""

from inspector.protocol.changes import Exchange
from inspector.protocol.steps import Failure
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import id_key, loose_id


class OurRequests:
    """`all` holds every one by record number, in order."""

    def __init__(self) -> None:
        self.all: dict[int, Exchange] = {}
        self._open: dict[tuple[str, str], Exchange] = {}
        self._twins: dict[tuple[str, str], list[Exchange]] = {}  # sent with an id that was in use, oldest first
        self._ended: dict[tuple[str, str], Exchange] = {}
        self._by_http: dict[int, Exchange] = {}
        self._by_token: dict[tuple[str, str], Exchange] = {}

    def add(self, exchange: Exchange) -> None:
        """One that has just been sent."""
        self.all[exchange.seq] = exchange
        key = id_key(exchange.id)
        if key in self._open:
            self._twins.setdefault(key, []).append(exchange)
        else:
            self._open[key] = exchange
        if exchange.http is not None:
            self._by_http[exchange.http] = exchange
        if exchange.token is not MISSING:
            self._by_token[id_key(exchange.token)] = exchange

    def go_on(self, exchange: Exchange, http: int) -> None:
        """Its stream goes on in another HTTP exchange."""
        self._by_http[http] = exchange

    def close(
        self, exchange: Exchange, at: float, *, failure: Failure = "", detail: str = "", answer: int | None = None
    ) -> None:
        """It has ended: with the answer in record `answer`, or by a failure, which may rest on a record too."""
        key = id_key(exchange.id)
        twins = self._twins.get(key)
        if self._open.get(key) is exchange:
            del self._open[key]
            if twins:
                self._open[key] = twins.pop(0)
        elif twins and exchange in twins:
            twins.remove(exchange)
        if twins == []:
            del self._twins[key]
        self._ended[key] = exchange
        exchange.state = "failed" if failure else "answered"
        exchange.failure, exchange.detail = failure, detail
        exchange.ended_at, exchange.answer_seq = at, answer

    def waiting(self) -> tuple[Exchange, ...]:
        """Those that are open, oldest first."""
        if self._twins:
            every = (*self._open.values(), *(one for twins in self._twins.values() for one in twins))
            return tuple(sorted(every, key=lambda one: one.seq))
        return tuple(self._open.values())

    def open(self, id: Json) -> Exchange | None:
        """The open one of exactly this id; of several the oldest, for nothing else tells whose an answer is."""
        return self._open.get(id_key(id))

    def knows(self, id: Json) -> bool:
        """Whether a request of ours has had exactly this id, open or not."""
        key = id_key(id)
        return key in self._open or key in self._ended

    def ended(self, id: Json) -> Exchange | None:
        """The last that has ended of exactly this id."""
        return self._ended.get(id_key(id))

    def bearing(self, id: Json) -> Exchange | None:
        """The open one of this id, or the only one whose id differs from it in type alone."""
        exact = self.open(id)
        if exact is not None:
            return exact
        loose = loose_id(id)
        return None if loose is None else _only([one for one in self._open.values() if loose_id(one.id) == loose])

    def carried_by(self, http: int | None) -> Exchange | None:
        """The one that this HTTP exchange carries, whether it is open or not."""
        return None if http is None else self._by_http.get(http)

    def of_token(self, token: Json) -> Exchange | None:
        """The one that has exactly this progress token, open or not."""
        return self._by_token.get(id_key(token))

    def meant_by(self, token: Json) -> Exchange | None:
        """The only open one whose token differs from this in type alone."""
        loose = loose_id(token)
        return None if loose is None else _only([one for one in self._open.values() if loose_id(one.token) == loose])


def alike(first: Json, second: Json) -> bool:
    """Whether two ids are the same, or differ in type alone."""
    return id_key(first) == id_key(second) or (loose_id(first) is not None and loose_id(first) == loose_id(second))


def _only(found: list[Exchange]) -> Exchange | None:
    return found[0] if len(found) == 1 else None
