"""All that is known of a session: the folds, with what the interface asks of them."""

from copy import copy
from statistics import median

from inspector.analysis.folds import Folds
from inspector.analysis.identity import Identity
from inspector.analysis.items import Item
from inspector.analysis.offers import Lists
from inspector.analysis.operations import Operation, Statistics
from inspector.analysis.reading import Reading
from inspector.analysis.rules import Level
from inspector.protocol.exchanges import Settled
from inspector.wire import events
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Request, Result, decode

_INTRODUCTIONS = frozenset({"server/discover", "initialize"})
_METHODS = {"tool": "tools/call", "prompt": "prompts/get"}


class Model(Folds):
    """Live or from a file, the same."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = Identity()
        self.identities: dict[int, Identity] = {}
        """What was learnt in each attempt to connect, by its number from 1."""
        self.offers: dict[int, Lists] = {}
        """The lists of each attempt that led to a server; those of the last one are still filled."""
        self._levels: dict[Level, int] = self.findings.counts()
        self._counted = 0
        self._by_name: dict[tuple[str, str], list[Operation]] = {}
        self._named = 0
        self._answered: tuple[int, Result | Error] | None = None

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        super().take(reading)
        self.identity = reading.identity
        for change in reading.changes:
            if not isinstance(change, Settled):
                continue
            if change.answer is not None:
                self._answered = reading.record.seq, change.answer
            if change.exchange.method in _INTRODUCTIONS:
                number = len(self.session.handshakes)
                self.identities[number] = copy(reading.identity)
                if reading.identity.era is not None:
                    self.offers[number] = self.catalog.lists
        if len(self.operations.all) > self._named:  # a record begins one at most
            self._named = len(self.operations.all)
            newest = next(reversed(self.operations.all.values()))
            self._by_name.setdefault((newest.method, newest.name), []).append(newest)

    @property
    def levels(self) -> dict[Level, int]:
        """How many findings there are of each level; only new ones are looked at."""
        for finding in self.findings.all[self._counted :]:
            self._levels[finding.level] += 1
        self._counted = len(self.findings.all)
        return self._levels

    def operations_of(self, item: Item) -> list[Operation]:
        """The operations that called, read or got an item, in order."""
        method = _METHODS.get(item.kind, "resources/read")
        return self._by_name.get((method, item.wire), [])

    def last_op(self, item: Item) -> int | None:
        """The number of the last of them."""
        found = self.operations_of(item)
        return found[-1].number if found else None

    def statistics_of(self, item: Item) -> Statistics | None:
        """What calls of an item took, as `Operations.statistics` counts them; None if none has ended."""
        group = [
            one for one in self.operations_of(item) if one.ended is not None and one.state != "cancelled" and one.rounds
        ]
        if not group:
            return None
        slowest = max(group, key=lambda one: one.server_ms)
        failed = sum(one.state in ("isError", "error", "failed") for one in group)
        middle = median(one.server_ms for one in group)
        return Statistics(slowest.method, item.wire, len(group), failed, middle, slowest.server_ms, slowest.number)

    def arguments_of(self, op: int) -> Json:
        """The `arguments` that operation `op` was begun with; MISSING where it had none."""
        operation = self.operations.all.get(op)
        for seq in operation.records if operation is not None else ():
            record = self.record(seq)
            if record is not None and isinstance(record.event, events.Sent):
                message = decode(record.event.raw)
                if isinstance(message, Request):
                    return message.params.get("arguments", MISSING) if isinstance(message.params, dict) else MISSING
        return MISSING

    def last_answer(self, op: int) -> tuple[int, Result | Error] | None:
        """The last answer to a request of operation `op`, with the number of its record.

        The newest answer is kept as it was read, for it is what is looked at, and reading a long one again takes long.
        """
        operation = self.operations.all.get(op)
        for seq in reversed(operation.records if operation is not None else ()):
            if self._answered is not None and self._answered[0] == seq:
                return self._answered
            record = self.record(seq)
            if record is not None and isinstance(record.event, events.Received):
                message = decode(record.event.raw)
                if isinstance(message, Result | Error):
                    return seq, message
        return None
