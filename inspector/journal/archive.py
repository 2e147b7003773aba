"""Old records that are nowhere on disk, packed: a page of them takes a tenth of its memory, and opens in a moment.

There are two kinds: all of a session that is not recorded, and, of one that is, those from which the recording left a
secret out: they are read again as they were on the screen, and never written anywhere. What is packed is bounded;
beyond that the oldest pages are let go, and `let_go` counts their records.
"""

import pickle
import zlib
from array import array
from bisect import bisect_right
from typing import Final

from inspector.journal.weight import weight
from inspector.wire.events import Record

LIMIT: Final = 512 << 20
"""Bytes of packed pages in one session."""

_PAGE: Final = 256  # records
_PAGE_BYTES: Final = 256 << 10
_LARGE: Final = 1 << 20  # packing more than this would hold up the loop


class Archive:
    """Records by number, ascending. What is on the last page is not packed yet."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.size = 0
        self.let_go = 0
        self._firsts: array[int] = array("Q")  # of each page
        self._pages: list[bytes | tuple[Record, ...]] = []  # a tuple is a page that is too large to be packed
        self._counts: array[int] = array("I")
        self._filling: list[Record] = []
        self._weight = 0
        self._unpacked: tuple[int, dict[int, Record]] = (0, {})

    def add(self, record: Record) -> None:
        """One more; its number is higher than all before."""
        much = weight(record.event)
        if much >= _LARGE:
            self._close()
        self._filling.append(record)
        self._weight += much
        if len(self._filling) >= _PAGE or self._weight >= _PAGE_BYTES:
            self._close()

    def get(self, seq: int) -> Record | None:
        """The record of this number, if it is here."""
        if self._filling and seq >= self._filling[0].seq:
            return next((one for one in self._filling if one.seq == seq), None)
        at = bisect_right(self._firsts, seq) - 1
        if at < 0:
            return None
        first = self._firsts[at]
        if self._unpacked[0] != first:
            page = self._pages[at]
            records = pickle.loads(zlib.decompress(page)) if isinstance(page, bytes) else page
            self._unpacked = (first, {record.seq: record for record in records})
        return self._unpacked[1].get(seq)

    def _close(self) -> None:
        if not self._filling:
            return
        page: bytes | tuple[Record, ...] = tuple(self._filling)
        if self._weight < _LARGE:
            # Nobody else's bytes are ever unpickled: pages are made and read here alone.
            page = zlib.compress(pickle.dumps(page, pickle.HIGHEST_PROTOCOL), 1)
        self._firsts.append(self._filling[0].seq)
        self._pages.append(page)
        self._counts.append(len(self._filling))
        self.size += _size(page)
        self._filling, self._weight = [], 0
        while self.size > self.limit and len(self._pages) > 1:
            self.size -= _size(self._pages.pop(0))
            self.let_go += self._counts.pop(0)
            self._firsts.pop(0)


def _size(page: bytes | tuple[Record, ...]) -> int:
    return len(page) if isinstance(page, bytes) else sum(weight(record.event) for record in page)
