"""Every record of a session, in one sequence: the latest in memory, the older ones where they were put.

A session has no end, and memory has. Records leave memory when there are too many (`RECENT`) or they are too large
(`RECENT_BYTES`), oldest first, and are read back one by one where somebody asks for one: from the recording (`Store`),
which has them word for word; from the `Archive`, where nothing is recorded or the recording has placeholders for
secrets; or, if that is full, from the recording with its placeholders. Who iterates or slices sees no difference.
"""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, Protocol, overload

from inspector.journal.archive import Archive
from inspector.journal.weight import weight
from inspector.wire.events import Record, Unknown

RECENT: Final = 10_000
"""Records that are kept in memory as they are, at the most."""

RECENT_BYTES: Final = 128 << 20
"""Bytes of them; the last is kept whatever its size. A message of 100 MB that came just now is not read from disk."""

LET_GO: Final = "let-go"
"""The kind of what stands for a record whose content is kept nowhere any more; `why` says it."""

_READ_AGAIN: Final = 32  # records that were asked for last, in case they are asked for again
_WHY: Final = "Nothing is recorded, and there is no more memory for what is older: its content is not kept. Its row is."


class Store(Protocol):
    """Where records are on disk."""

    def holds(self, seq: int) -> bool:
        """Whether the record of this number is there just as it was."""

    def read(self, first: int, last: int) -> Iterator[Record]:
        """The records of these numbers, both included, as they are there; ends early where there are no more."""

    def saying(self, words: Sequence[bytes], first: int, last: int, *, heads: bool) -> Iterator[int]:
        """The numbers among these of records that may have all of these words in their bytes, no matter the case.

        What it does not hold may. `heads`: headers count that stand in other records of the same HTTP exchange.
        """


class Stretch(Sequence[Record]):
    """So many records from one place on, not taken out of where they are until they are asked for."""

    def __init__(self, records: Sequence[Record], first: int, count: int) -> None:
        self._records, self._first, self._count = records, first, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Record: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Record]: ...

    def __getitem__(self, at: int | slice) -> Record | Sequence[Record]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._count)
            return self._records[self._first + start : self._first + max(start, stop) : step]
        place = at + self._count if at < 0 else at
        if not 0 <= place < self._count:
            raise IndexError(at)
        return self._records[self._first + place]


class Records(Sequence[Record]):
    """The sequence. `records[0]` has number 1."""

    def __init__(
        self,
        records: Iterable[Record] = (),
        *,
        recent: int = RECENT,
        recent_bytes: int = RECENT_BYTES,
        archive: Archive | None = None,
    ) -> None:
        self.store: Store | None = None
        self.archive = archive or Archive()
        self._most, self._most_bytes = recent, recent_bytes
        self._recent: list[Record] = list(records)
        self._gone = 0  # so many are not in memory
        self._bytes = sum(weight(record.event) for record in self._recent)
        self._again: OrderedDict[int, Record] = OrderedDict()
        self._again_bytes = 0

    @classmethod
    def stored(cls, store: Store, count: int) -> "Records":
        """The first so many records of a store, none of which is in memory."""
        records = cls()
        records.store, records._gone = store, count
        return records

    def append(self, record: Record) -> None:
        """The next one."""
        self._recent.append(record)
        self._bytes += weight(record.event)

    def extend(self, records: Iterable[Record]) -> None:
        """The next ones."""
        for record in records:
            self.append(record)

    def trim(self, before: int) -> None:
        """Let go of what is too much; only of numbers up to `before`, which are on disk if they ever will be."""
        if len(self._recent) <= self._most and self._bytes <= self._most_bytes:
            return
        store, archive, gone = self.store, self.archive, 0
        # To three quarters, so that not every record is a reason to look again.
        most, most_bytes = self._most * 3 // 4, self._most_bytes * 3 // 4
        left = len(self._recent)
        for record in islice(self._recent, min(before - self._gone, left - 1)):
            if left - gone <= most and self._bytes <= most_bytes:
                break
            if store is None or not store.holds(record.seq):
                archive.add(record)
            self._bytes -= weight(record.event)
            gone += 1
        del self._recent[:gone]
        self._gone += gone

    def __len__(self) -> int:
        return self._gone + len(self._recent)

    @overload
    def __getitem__(self, at: int) -> Record: ...

    @overload
    def __getitem__(self, at: slice) -> list[Record]: ...

    def __getitem__(self, at: int | slice) -> Record | list[Record]:
        if isinstance(at, slice):
            first, end, step = at.indices(len(self))
            if step != 1:
                return [self[one] for one in range(first, end, step)]
            return list(self._between(first, end))
        place = at + len(self) if at < 0 else at
        if place >= self._gone:
            return self._recent[place - self._gone]
        if place < 0:
            raise IndexError(at)
        return self._old(place + 1)

    def __iter__(self) -> Iterator[Record]:
        at = 0
        while at < len(self):  # it may grow meanwhile
            for record in self._between(at, len(self)):
                yield record
                at += 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    def saying(self, words: Sequence[bytes], among: Sequence[int], *, heads: bool) -> list[int]:
        """Those of the ascending places `among` whose record may have all of these words in its bytes.

        It spares reading from disk what cannot pass a filter: what is not on disk is not looked at, and passes.
        """
        border = bisect_left(among, self._gone)
        if self.store is None or not border:
            return list(among)
        maybe = set(self.store.saying(words, among[0] + 1, among[border - 1] + 1, heads=heads))
        return [*(at for at in among[:border] if at + 1 in maybe), *among[border:]]

    def _between(self, first: int, end: int) -> Iterator[Record]:
        old = min(end, self._gone)
        recent = self._recent[max(first - self._gone, 0) : max(end - self._gone, 0)]
        return chain(self._read(first + 1, old), recent) if first < old else iter(recent)

    def _read(self, first: int, last: int) -> Iterator[Record]:
        on_disk = self.store.read(first, last) if self.store is not None else iter(())
        for seq in range(first, last + 1):
            record = next(on_disk, None)
            as_it_was = self.archive.get(seq)
            yield as_it_was or record or Record(seq, 0.0, Unknown(LET_GO, {"why": _WHY}))

    def _old(self, seq: int) -> Record:
        found = self._again.get(seq)
        if found is None:
            found = self.archive.get(seq) or next(self._read(seq, seq))
            self._again[seq] = found
            self._again_bytes += weight(found.event)
            while len(self._again) > 1 and (
                len(self._again) > _READ_AGAIN or self._again_bytes > self._most_bytes // 4
            ):
                _, dropped = self._again.popitem(last=False)
                self._again_bytes -= weight(dropped.event)
        return found
