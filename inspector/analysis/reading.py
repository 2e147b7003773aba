"""Each record, read once for all folds: what it brought about, what it says, and with whom we were speaking.

Reading is most of the cost of analysis, so the folds share it (`Folds`); a fold fed by itself has a reader of its own,
and comes to the same outcome. What nobody looks at is not decoded.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from inspector.analysis.identity import Identity
from inspector.protocol.exchanges import (
    Asked,
    Change,
    Exchange,
    Exchanges,
    News,
    Progressed,
    Settled,
    Stray,
)
from inspector.wire.decoding import Decode, known
from inspector.wire.events import HttpResponse, Opened, Received, Record, Sent
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Batch, Message, Notification, Request, decode

_LATELY = 64  # requests that have ended whose bytes are kept
_OPENING = ("server/discover", "initialize")


class Reading:
    """One record and its meaning. `exchanges` and `identity` are as they are after it."""

    __slots__ = ("_message", "_reader", "changes", "exchanges", "identity", "record")

    def __init__(self, record: Record, changes: list[Change], reader: "Reader") -> None:
        self.record = record
        self.changes = changes
        self.exchanges = reader.exchanges
        self.identity = reader.identity
        self._reader = reader
        self._message: Message | None = None

    @property
    def message(self) -> Message:
        """The message of a `Sent` or `Received` record."""
        if self._message is None:
            event = self.record.event
            assert isinstance(event, (Sent, Received))
            batch = event.raw[:80].lstrip().startswith(b"[")
            carried = _carried(self.changes) if isinstance(event, Received) and not batch else None
            self._message = carried or self._reader.decode(event.raw)
        return self._message

    @property
    def last_received(self) -> int:
        """The last record in which a message came; 0 if none did."""
        return self._reader.last_received

    def params(self, exchange: Exchange) -> dict[str, Json]:
        """The params of a request of ours, read again from its bytes; an empty object if there are none."""
        return self._reader.params(exchange.seq)


def _carried(changes: list[Change]) -> Message | None:
    """The message that a lone change has with it, which spares decoding its bytes again."""
    if len(changes) != 1:
        return None
    change = changes[0]
    if isinstance(change, Settled):
        return change.answer
    if isinstance(change, Asked):
        return change.request
    if isinstance(change, (Progressed, News)):
        return change.notification
    if isinstance(change, Stray) and change.why != "a batch inside a batch":
        return change.message
    return None


class Reader:
    """Reads records in their order; keeps the correlation and the identity that they come to.

    `last_received` is the number of the last message that came.

    `decode` is shared with the client, if there is one here, so that what it has just decoded is not decoded again.
    """

    def __init__(self, decode: Decode = known) -> None:
        self.decode = decode
        self.last_received = 0
        self.exchanges = Exchanges(decode)
        self.identity = Identity()
        self._sent: dict[int, bytes] = {}
        self._over: deque[int] = deque()

    def read(self, record: Record) -> Reading:
        """The next record."""
        changes = self.exchanges.feed(record)
        event = record.event
        for change in changes:
            if isinstance(change, Settled):
                self._ended(change.exchange.seq)
        if isinstance(event, Sent):
            self._asked(record.seq, event.raw)
        elif isinstance(event, Received):
            self.last_received = record.seq
            for change in changes:
                # What a person sends by hand changes nothing of how we speak.
                if isinstance(change, Settled) and change.exchange.method in _OPENING and change.exchange.op is None:
                    self.identity.answered(change.exchange, change.answer, self.params(change.exchange.seq))
        elif isinstance(event, Opened):
            self.identity.opened(event)
        elif isinstance(event, HttpResponse) and self.identity.era != "modern":
            self._session(event)
        return Reading(record, changes, self)

    def params(self, seq: int) -> dict[str, Json]:
        """The params of the request that was sent in record `seq`, while it is open or ended lately; else none."""
        raw = self._sent.get(seq)
        message = self.decode(raw) if raw is not None else None
        if isinstance(message, Batch):
            message = next((one for one in message.messages if isinstance(one, Request)), None)
        found = message.params if isinstance(message, Request) else MISSING
        return found if isinstance(found, dict) else {}

    def _asked(self, seq: int, raw: bytes) -> None:
        exchange = self.exchanges.ours.get(seq)
        if exchange is None:
            return
        self._sent[seq] = raw
        if self.identity.era is None or exchange.method == "initialize":
            self.identity.asked(exchange, self.params(seq))
        if exchange.method == "initialize":
            self.identity.http_session = ""

    def _ended(self, seq: int) -> None:
        """Rules look at what was asked when its answer comes, or soon after: then the bytes may go."""
        self._over.append(seq)
        if len(self._over) > _LATELY:
            self._sent.pop(self._over.popleft(), None)

    def _session(self, event: HttpResponse) -> None:
        found = next((value for name, value in event.headers if name.lower() == "mcp-session-id"), "")
        if found:
            self.identity.http_session = found


class Fold(ABC):
    """Something that grows with the records. Feeding the same records in other batches changes nothing.

    `looks_at` are the types of the events and changes that mean something to it; it need not be given what has none.
    """

    looks_at: ClassVar[frozenset[type]] = frozenset()

    def __init__(self) -> None:
        self._reader: Reader | None = None

    def feed(self, batch: Sequence[Record]) -> None:
        """Take records in, the next ones in order."""
        if self._reader is None:
            self._reader = Reader()
        for record in batch:
            self.take(self._reader.read(record))

    def read_apart(self) -> None:
        """Decode all messages anew: for records whose messages are in other hands too, which may alter them."""
        self._reader = Reader(decode)

    @abstractmethod
    def take(self, reading: Reading) -> None:
        """Take in a record that has been read already."""


def params_of(message: Request | Notification) -> dict[str, Json]:
    """The params of a message; an empty object where there are none or they are something else."""
    return message.params if isinstance(message.params, dict) else {}
