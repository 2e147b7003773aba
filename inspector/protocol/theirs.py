"""The server's requests by their ids, which are of its own choosing: what it asked, and what became of that."""

from inspector.protocol.changes import Exchange
from inspector.wire.events import Record
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Request, id_key


class TheirRequests:
    """`all` holds every one by record number, in order."""

    def __init__(self) -> None:
        self.all: dict[int, Exchange] = {}
        self._open: dict[tuple[str, str], Exchange] = {}

    def add(self, record: Record, request: Request, http: int | None) -> tuple[Exchange, bool]:
        """One that has just come; whether another of its id is open, which then stays the one that is meant by it."""
        key = id_key(request.id)
        duplicate = key in self._open
        exchange = Exchange(record.seq, record.at, False, request.id, request.method, http=http)
        exchange.flaws.extend(request.flaws)
        self.all[record.seq] = exchange
        if not duplicate:
            self._open[key] = exchange
        return exchange, duplicate

    def open(self, id: Json) -> Exchange | None:
        """The open one of exactly this id."""
        return self._open.get(id_key(id))

    def answer(self, id: Json, record: Record) -> None:
        """We have answered it, in this record; nothing if none is open of that id."""
        exchange = self._open.pop(id_key(id), None)
        if exchange is not None:
            exchange.state, exchange.ended_at, exchange.answer_seq = "answered", record.at, record.seq

    def withdraw(self, id: Json, at: float) -> Exchange | None:
        """The server takes it back; None if none is open of that id."""
        exchange = self._open.pop(id_key(id), None)
        if exchange is not None:
            exchange.state, exchange.ended_at, exchange.cancelled = "failed", at, True
        return exchange

    def end_all(self, at: float) -> list[Exchange]:
        """Nobody waits for an answer any more; those that were open."""
        gone = list(self._open.values())
        self._open.clear()
        for exchange in gone:
            exchange.state, exchange.ended_at = "failed", at
        return gone
