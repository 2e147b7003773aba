"""The journal: one list of records that only grows, and cursors that follow it.

Transports append; the client, the recorder, the folds and the interface follow. A slow follower gets bigger batches, a
late one misses nothing, and all see one order. Sinks (the recorder) get each batch before any follower does, so what
is on screen is on disk.

Not thread-safe: one event loop owns it. Filling a journal from a file needs no loop.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence

from inspector.wire.events import Event, Record

Sink = Callable[[Sequence[Record]], None]


class Journal:
    """`clock` gives seconds; the journal counts from its first reading, or from `start` if that is given."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, start: float | None = None) -> None:
        self._clock = clock
        self._start = clock() if start is None else start
        self.records: list[Record] = []
        self.sealed = False
        self._sinks: list[Sink] = []
        self._sunk = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._scheduled = False

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
        if (self._sinks or self._waiting) and not self._scheduled:
            try:
                asyncio.get_running_loop().call_soon(self._wake)
                self._scheduled = True
            except RuntimeError:
                self.flush()
        return record

    def load(self, records: Iterable[Record]) -> None:
        """Take records as they are, stamps included: how a recording becomes a journal."""
        self.records.extend(records)
        self._sunk = len(self.records)
        self._wake()

    def add_sink(self, sink: Sink) -> None:
        """From now on `sink` gets every batch of records first, those that are already here included."""
        sink(self.records)
        self._sinks.append(sink)
        self._sunk = len(self.records)

    def flush(self) -> None:
        """Hand the sinks what they have not had."""
        if self._sunk < len(self.records):
            batch = self.records[self._sunk :]
            self._sunk = len(self.records)
            for sink in self._sinks:
                sink(batch)

    def seal(self) -> None:
        """End the journal: the sinks get the rest, followers end when they have read everything."""
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

    async def follow(self, after: int = 0) -> AsyncIterator[list[Record]]:
        """Batches of records, from the one after number `after` on, until the journal is sealed."""
        cursor = after
        while True:
            if cursor < len(self.records):
                self.flush()
                batch = self.records[cursor:]
                cursor = len(self.records)
                yield batch
            elif self.sealed:
                return
            else:
                future = asyncio.get_running_loop().create_future()
                self._waiting.append(future)
                await future
