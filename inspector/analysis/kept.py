"""The records that a fold was fed: a list of its own, or those that somebody else keeps anyway.

A journal keeps every record, the old ones on disk. A fold that held them too would hold them in memory.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from inspector.wire.events import Record


class Kept(Sequence[Record]):
    """As many records as were added, in order."""

    def __init__(self) -> None:
        self._own: list[Record] = []
        self._theirs: Sequence[Record] | None = None
        self._count = 0

    def share(self, records: Sequence[Record]) -> None:
        """From now on they are there; those that were added so far are its first."""
        self._theirs = records
        self._own = []

    def add(self, record: Record) -> None:
        """The next one."""
        self._count += 1
        if self._theirs is None:
            self._own.append(record)

    def saying(self, words: Sequence[bytes], among: Sequence[int], *, heads: bool) -> Sequence[int]:
        """Those of the ascending places `among` that a filter has to read, which wants all of these words in the bytes.

        `heads`: it also looks at the headers that HTTP carried a message with. All of them, where nobody knows better.
        """
        saying = getattr(self._theirs, "saying", None)
        found: Sequence[int] = among if saying is None or not words else saying(words, among, heads=heads)
        return found

    def those(self, among: Sequence[int]) -> Iterator[Record]:
        """The records at these places, one after the other."""
        return map((self._own if self._theirs is None else self._theirs).__getitem__, among)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Record: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Record]: ...

    def __getitem__(self, at: int | slice) -> Record | Sequence[Record]:
        records = self._own if self._theirs is None else self._theirs
        if isinstance(at, slice):
            return records[slice(*at.indices(self._count))]
        place = at + self._count if at < 0 else at
        if not 0 <= place < self._count:
            raise IndexError(at)
        return records[place]

    def __iter__(self) -> Iterator[Record]:
        return islice(self._own if self._theirs is None else self._theirs, self._count)
