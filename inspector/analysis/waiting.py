"""What operations wait for: the answers to the server's own questions, by a person or by what answers for one.

A question that names no call holds all that are under way, for no time in which it is open is surely the server's.
"""

from collections.abc import Mapping, Sequence

from inspector.analysis.operation import Operation
from inspector.protocol.changes import Asked, Exchange
from inspector.protocol.interference import TOPIC
from inspector.protocol.questions import ASKABLE
from inspector.wire import events
from inspector.wire.jsonrpc import is_id

_AUTHORIZATION, _ASKED = "authorization", "a person is asked"


class Waiting:
    """The bookkeeping of `Operations`: it changes the operations that it is given, and owns none."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[Operation, ...]] = {}
        self._put: set[int] = set()  # numbers of questions that a person was asked
        self._asked: set[int] = set()  # operations that wait for a person now
        self._ruled: set[int] = set()  # operations that got an answer meanwhile which no person gave
        self._kept: set[int] = set()  # operations of which a person holds a message on its way, or has to sign in for
        self._refused: dict[int, Operation] = {}  # by HTTP exchange, those that wait for an authorization
        self._signing = False

    def held_by(self, seq: int) -> tuple[Operation, ...]:
        """Those that wait because of the request of theirs in a record."""
        return self._held.get(seq, ())

    def asked(self, change: Asked, operations: Sequence[Operation], at: float) -> None:
        """A request of theirs holds these. What is refused at once, or answered by the client itself, holds none."""
        exchange = change.exchange
        if change.duplicate or exchange.method not in ASKABLE or not is_id(exchange.id):
            return
        self._held[exchange.seq] = tuple(operations)
        for operation in operations:
            operation.theirs += 1
            self.begins(operation, at)

    def answered(self, theirs: Mapping[int, Exchange], at: float) -> None:
        """Something was sent: what it answered holds nothing any more."""
        for seq in tuple(self._held):
            if theirs[seq].state != "open":
                self.over(seq, at)

    def over(self, seq: int, at: float) -> None:
        """The request of theirs in a record is not open any more."""
        for operation in self._held.pop(seq, ()):
            operation.theirs -= 1
            self.ends(operation, at)

    def left(self, operation: Operation, at: float) -> None:
        """The operation comes to its end, whatever is still open that it might have been asked for."""
        if operation.theirs:
            self._held = {seq: tuple(one for one in held if one is not operation) for seq, held in self._held.items()}
            operation.theirs = 0
            self.ends(operation, at)

    def decided(self, decision: events.Decision, operation: Operation | None, at: float) -> None:
        """Learn who answers: a question that was put to nobody before its answer was answered by no person."""
        data = decision.data if isinstance(decision.data, dict) else {}
        seq, number = decision.records[0] if decision.records else 0, data.get("question")
        own = () if operation is None else (operation,)
        concerned = {one.number for one in self._held.get(seq, own)}
        if decision.topic == "question" and isinstance(number, int):
            self._put.add(number)
            self._asked |= concerned
        elif decision.topic == "question" and seq in self._held:  # refused, or left without an answer, by ourselves
            self._ruled |= concerned
            self.over(seq, at)
        elif decision.topic == TOPIC and operation is not None:
            self._kept_back(operation, data.get("waits") == "person", at)
        elif decision.topic == _AUTHORIZATION:
            self._signs(decision.verdict == _ASKED, at)
        elif decision.topic == "answer" and isinstance(number, int) and number not in self._put:
            self._ruled |= concerned

    def refused(self, http: int, operation: Operation, at: float) -> None:
        """A request of the operation was answered with 401 or 403: it waits for whoever signs in, if that goes on."""
        self._refused[http] = operation
        if self._signing:
            self._kept_back(operation, True, at)

    def sent_again(self, http: int, at: float) -> None:
        """It goes out again, or it stays refused."""
        operation = self._refused.pop(http, None)
        if operation is not None:
            self._kept_back(operation, False, at)

    def _signs(self, asked: bool, at: float) -> None:
        """A person is asked to sign in, or has come back: the time between is that of all that were refused."""
        self._signing = asked
        for operation in self._refused.values():
            self._kept_back(operation, asked, at)

    def _kept_back(self, operation: Operation, is_kept: bool, at: float) -> None:
        """A person holds a message of the operation, or has let it go: that is no time of the server's either."""
        if is_kept:
            self._kept.add(operation.number)
            self._asked.add(operation.number)
            self.begins(operation, at)
        elif operation.number in self._kept:
            self._kept.discard(operation.number)
            self.ends(operation, at)

    def begins(self, operation: Operation, at: float) -> None:
        """An answer is waited for from now on, if none was already."""
        operation.state = "waiting"
        if operation.since is None:
            operation.since = at

    def ends(self, operation: Operation, at: float) -> None:
        """The server has what it waited for, unless it asked for more: the time is counted for whoever answered."""
        if operation.since is None or operation.theirs:
            return
        waited = (at - operation.since) * 1000
        operation.by_person = operation.number in self._asked or operation.number not in self._ruled
        self._asked.discard(operation.number)
        self._ruled.discard(operation.number)
        if operation.by_person:
            operation.human_ms += waited
        else:
            operation.ruled_ms += waited
        operation.since = None
        if operation.open:  # they asked while our request waited, so this was no time of the server's
            operation.server_ms -= waited if operation.rounds and operation.outcome != "input required" else 0
            operation.state = "running"
