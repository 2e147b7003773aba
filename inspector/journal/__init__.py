"""The journal: one list of records that only grows, and cursors that follow it.

Transports append; the client, the recorder, the folds and the interface follow. A slow follower gets bigger batches, a
late one misses nothing, and all see one order. Sinks (the recorder) get each batch before any follower does, so what
is on screen is on disk. A follower is a task that iterates, or a reader: a function that is called when there is more.

What is appended is handed on in the loop's next turn; who has appended all that came in one breath, and knows that
somebody waits for it, calls `flush` and spares that turn.

Not thread-safe: one event loop owns it. Filling a journal from a file needs no loop. What has become old is not in
memory any more, and is read back where it is asked for (`records`).
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from typing import Final, Protocol

from inspector.journal.archive import LIMIT
from inspector.journal.records import LET_GO, Records, Store, Stretch
from inspector.wire.events import Decision, Event, Record

__all__ = ["LET_GO", "Journal", "Log", "Reader", "Records", "Sink", "Store", "Stretch"]

Sink = Callable[[Sequence[Record]], None]
Reader = Callable[[], None]

_BATCH: Final = 10_000  # records that a follower gets at once, at the most: those that are late are read from disk

_LET_GO: Final = Decision(
    "recording",
    "memory",
    "let go",
    f"Nothing is recorded, and {LIMIT >> 20} MiB of old records are in memory already: from now on the oldest leave "
    "it. Their rows stay.",
)
_LET_GO_SECRETS: Final = Decision(
    "recording",
    "memory",
    "let go",
    f"{LIMIT >> 20} MiB of old records that are not in the recording as they were, for their secrets, are in memory "
    "already: from now on the oldest are shown as the recording has them.",
)


class Log(Protocol):
    """What a transport needs of a journal: it writes there, and looks at what it wrote."""

    @property
    def records(self) -> Sequence[Record]:
        """All records so far."""

    @property
    def sealed(self) -> bool:
        """Whether it takes nothing more."""

    def now(self) -> float:
        """Seconds since it began."""

    def append(self, event: Event) -> Record:
        """Stamp and keep an event. The record has number 0 where it is not kept, or not yet."""

    def flush(self) -> None:
        """Hand on what was appended."""

    @property
    def confided(self) -> Sequence[str]:
        """What was said to be secret."""

    def confide(self, secret: str) -> None:
        """Say what is secret, of which no record tells."""


class Journal:
    """`clock` gives seconds; the journal counts from its first reading, or from `start` if that is given."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, start: float | None = None) -> None:
        self._clock = clock
        self._start = clock() if start is None else start
        self.records = Records()
        self.sealed = False
        self.confided: list[str] = []
        """What was said to be secret: who writes or shows records takes it out of them by value."""
        self._sinks: list[Sink] = []
        self._sunk = 0
        self._readers: tuple[Reader, ...] = ()
        self._told = 0
        self._telling = False
        self._waiting: list[asyncio.Future[None]] = []
        self._scheduled = False
        self._let_go = False

    def __len__(self) -> int:
        return len(self.records)

    def now(self) -> float:
        """Seconds since the journal began."""
        return self._clock() - self._start

    def append(self, event: Event) -> Record:
        """Stamp and keep an event. A sealed journal takes nothing more and raises RuntimeError."""
        if self.sealed:
            raise RuntimeError("the journal is sealed")
        record = Record(len(self.records) + 1, self.now(), event)
        self.records.append(record)
        if not self._scheduled and (self._readers or self._sinks or self._waiting):
            try:
                asyncio.get_running_loop().call_soon(self._wake)
                self._scheduled = True
            except RuntimeError:
                self.flush()
        return record

    def confide(self, secret: str) -> None:
        """Say what is secret and is masked in the record that has it: it may come again in others."""
        if secret and secret not in self.confided:
            self.confided.append(secret)

    def load(self, records: Iterable[Record]) -> None:
        """Take records as they are, stamps included: how a recording becomes a journal."""
        if isinstance(records, Records) and not self.records:
            self.records = records
        else:
            self.records.extend(records)
        self._sunk = len(self.records)
        self._wake()

    def keep_in(self, store: Store) -> None:
        """Read back from there what is too old for memory: a sink puts it there before anybody is told of it."""
        self.records.store = store

    def add_sink(self, sink: Sink) -> None:
        """From now on `sink` gets every batch of records first, those that are already here included."""
        sink(self.records)
        self._sinks.append(sink)
        self._sunk = len(self.records)

    def add_reader(self, reader: Reader) -> None:
        """From now on `reader` is called when there are records that it was not told of; it keeps a cursor of its own.

        It must not raise. What it appends itself it is told of in the loop's next turn.
        """
        self._readers = (*self._readers, reader)

    def remove_reader(self, reader: Reader) -> None:
        """Call it no more."""
        self._readers = tuple(one for one in self._readers if one != reader)

    def flush(self) -> None:
        """Hand the sinks what they have not had, and then tell the readers."""
        end = len(self.records)
        if self._sunk < end:
            batch = self.records[self._sunk :]
            self._sunk = end
            for sink in self._sinks:
                sink(batch)
        if self._told < end and not self._telling:
            self._told = end
            self._telling = True
            try:
                for reader in self._readers:
                    reader()
            finally:
                self._telling = False
        self.records.trim(end)
        if self.records.archive.let_go and not (self._let_go or self.sealed):
            self._let_go = True
            self.append(_LET_GO if self.records.store is None else _LET_GO_SECRETS)

    def seal(self) -> None:
        """End the journal: sinks and readers get the rest, followers end when they have read everything."""
        self.flush()
        self.sealed = True
        self._wake()

    def _wake(self) -> None:
        self._scheduled = False
        self.flush()
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def follow(self, after: int = 0) -> AsyncGenerator[list[Record]]:
        """Batches of records, from the one after number `after` on, until the journal is sealed.

        The loop gets its turn between batches, even if whoever follows appends more each time.
        """
        cursor = after
        while True:
            if cursor < len(self.records):
                self.flush()
                batch = self.records[cursor : cursor + _BATCH]
                cursor += len(batch)
                yield batch
                if cursor < len(self.records):
                    await asyncio.sleep(0)
            elif self.sealed:
                return
            else:
                future = asyncio.get_running_loop().create_future()
                self._waiting.append(future)
                await future
