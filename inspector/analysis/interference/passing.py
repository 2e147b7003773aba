"""A message on its way, as the filter language sees it: the row that it would have, before there is a record of it.

Unlike a record's row it has neither operation nor finding: `op:` and `finding:` fit nothing here.
"""

from array import array
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.answers import outcome, said
from inspector.analysis.row_store import Rows
from inspector.analysis.rows import Kind, Row
from inspector.analysis.selection import Query, Source
from inspector.analysis.words import counted, id_text, short, short_bytes
from inspector.protocol.interference import Way
from inspector.wire.decoding import decoded
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Batch, Error, Message, Notification, Request, Result, id_key
from inspector.wire.methods import name_of
from inspector.wire.versions import Era

_REMEMBERED: Final = 4096
"""Requests of each side that are remembered, so that an answer is known by its method."""


@dataclass(frozen=True, slots=True)
class Passing:
    """A message on its way. `stream` is what it travels on and keeps its order with; `seq` the record of what we said,
    0 for what comes; `at` in seconds of the journal; `ahead` how many records come between a decision about it and what
    arrives in its place."""

    raw: bytes
    way: Way
    stream: Hashable = None
    seq: int = 0
    http: int | None = None
    era: Era | None = None
    at: float = 0.0
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the record of ours (0 for theirs), when it went, and what it is about."""

    method: str
    name: str
    seq: int
    at: float


def is_remembered(raw: bytes) -> bool:
    """Whether a message may be a request, which its answer will be known by; a flood is one of notifications."""
    return b'"id"' in raw and b'"method"' in raw


class Acquaintance:
    """Knows the requests of both sides, so that an answer has the method and the name of what it answers."""

    def __init__(self) -> None:
        self._asked: dict[Way, OrderedDict[tuple[str, str], Asked]] = {"in": OrderedDict(), "out": OrderedDict()}

    def meet(self, passing: Passing) -> None:
        """Remember a request; whatever else it is changes nothing."""
        if not is_remembered(passing.raw):
            return
        message = decoded(passing.raw)
        parts = message.messages if isinstance(message, Batch) else (message,)
        for part in parts:
            if isinstance(part, Request):
                asked = Asked(part.method, name_of(part.method, part.params) or "", passing.seq, passing.at)
                requests = self._asked[passing.way]
                requests[id_key(part.id)] = asked
                if len(requests) > _REMEMBERED:
                    requests.popitem(last=False)

    def asked(self, passing: Passing, message: Message) -> Asked | None:
        """What a message answers, if that is known."""
        if not isinstance(message, Result | Error):
            return None
        return self._asked["out" if passing.way == "in" else "in"].get(id_key(message.id))

    def row(self, passing: Passing) -> Row:
        """The row that the message would have."""
        message = decoded(passing.raw)
        size, at = len(passing.raw), passing.at
        outward = passing.way == "out"
        kind: Kind
        if isinstance(message, Request):
            kind = "req" if outward else "ask"
            name = name_of(message.method, message.params) or ""
            return Row(passing.seq, at, kind, short(message.method), short(name), "", id_text(message.id), size=size)
        if isinstance(message, Notification):
            kind = "ntf-out" if outward else "ntf-in"
            name = name_of(message.method, message.params) or ""
            return Row(passing.seq, at, kind, short(message.method), short(name), size=size)
        if isinstance(message, Result | Error):
            asked = self.asked(passing, message) or Asked("", "", 0, at)
            status, role = outcome(message)
            what, took = said(asked.method, message), (at - asked.at) * 1000
            kind = "ans" if outward else "res"
            method, name, id = short(asked.method), short(asked.name), id_text(message.id)
            return Row(passing.seq, at, kind, method, name, what, id, status, role, took, size)
        kind = "req" if outward else "res" if isinstance(message, Batch) else "out"
        if isinstance(message, Batch):
            return Row(passing.seq, at, kind, "batch", what=counted(len(message.messages), "message"), size=size)
        return Row(passing.seq, at, kind, name=short_bytes(passing.raw), status_role="invalid", size=size)


def fits(query: Query, passing: Passing, row: Row) -> bool:
    """Whether a message passes a filter."""
    rows = Rows()
    rows.append(row)

    def raw(among: Sequence[int]) -> Sequence[bytes]:
        return [passing.raw] * len(among)

    def saying(words: Sequence[bytes], among: Sequence[int], *, heads: bool) -> Sequence[int]:
        return among

    return bool(query.select(Source(rows, raw, raw, lambda _: passing.era, saying), array("I", [0])))


def request_id(raw: bytes) -> tuple[Json, bool]:
    """The id of a request, and whether the message is one."""
    message = decoded(raw)
    return (message.id, True) if isinstance(message, Request) else (None, False)
