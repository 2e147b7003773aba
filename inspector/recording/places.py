"""Where each record of a recording stands in its file, and reading it back from there.

Eight bytes a record. The file is held open (`source`), so that it may be renamed or removed meanwhile;
if somebody writes into it, what is read back says so instead of passing for a record that it is not.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from inspector.recording import format
from inspector.recording.source import Source
from inspector.recording.values import quoted
from inspector.wire.events import Record, Unknown

UNREADABLE: Final = "unreadable"
"""The kind of what stands for a line that could not be read; its fields are `line`, `reason` and `text`."""

_SLICE: Final = 1 << 20  # bytes that are read at once, unless one line is longer
_QUOTED: Final = 2000  # bytes of an unreadable line that are told


class Places:
    """Line `n` after `begin` is record `n`. `add` as lines are written or found; `read` whenever."""

    def __init__(self, source: Source, begin: int) -> None:
        """`begin`: the offset at which the first record begins."""
        self._source = source
        self._starts = array("Q", (begin,))  # and the end of the last
        self._changed = array("Q")

    @property
    def end(self) -> int:
        """The offset after the last record."""
        return self._starts[-1]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def add(self, sizes: Iterable[int]) -> None:
        """So many lines more, of so many bytes each, their LF included."""
        ends = accumulate(sizes, initial=self._starts.pop())
        self._starts.extend(ends)

    def keep(self, count: int) -> None:
        """Forget those after the first so many."""
        del self._starts[count + 1 :]

    def changed(self, seq: int) -> None:
        """Record `seq` is not there as it was: something was taken out of it. Ascending."""
        self._changed.append(seq)

    def holds(self, seq: int) -> bool:
        """Whether the record of this number is there just as it was."""
        if not 0 < seq < len(self._starts):
            return False
        at = bisect_left(self._changed, seq)
        return at == len(self._changed) or self._changed[at] != seq

    def read(self, first: int, last: int) -> Iterator[Record]:
        """The records of these numbers, both included, as they stand in the file; ends early where there are no more.

        A slice of the file is in memory at a time.
        """
        starts = self._starts
        for begin, upto, data in self._slices(first, last):
            origin = starts[begin - 1]
            for seq in range(begin, upto + 1):
                yield _record(seq, data[starts[seq - 1] - origin : starts[seq] - origin])

    def saying(self, words: Sequence[bytes], first: int, last: int, *, heads: bool) -> Iterator[int]:
        """The numbers, from `first` to `last`, of records that may have all of these words in their bytes.

        There is one word at least. `heads`: those that HTTP carried pass, as their headers stand elsewhere; and what
        is not here as it was does. It looks at lines as they stand in the file, and makes no record.
        """
        starts = self._starts
        wanted = [quoted(word.decode())[1:-1].encode().lower() for word in words]
        always = (b'base64": "', b'", "http": ') if heads else (b'base64": "',)
        for begin, upto, data in self._slices(first, last):
            text = data.lower()
            origin = starts[begin - 1]

            def lines(word: bytes, text: bytes = text, origin: int = origin) -> Iterator[tuple[int, bytes]]:
                at = text.find(word)
                while at >= 0:
                    seq = bisect_right(starts, origin + at)
                    end = starts[seq] - origin
                    yield seq, text[starts[seq - 1] - origin : end]
                    at = text.find(word, end)

            found = {seq for seq, line in lines(wanted[0]) if all(word in line for word in wanted[1:])}
            found.update(seq for sign in always for seq, _ in lines(sign))
            found.update(self._changed[bisect_left(self._changed, begin) : bisect_right(self._changed, upto)])
            yield from sorted(found)
        yield from range(max(first, len(self) + 1), last + 1)

    def _slices(self, first: int, last: int) -> Iterator[tuple[int, int, bytes]]:
        """Pieces of the file, each with the numbers of the first and the last record in it."""
        starts, last = self._starts, min(last, len(self))
        while first <= last:
            begin = starts[first - 1]
            upto = max(bisect_left(starts, begin + _SLICE, first, last + 1) - 1, first)
            yield first, upto, self._source.read(begin, starts[upto] - begin)
            first = upto + 1


def _record(seq: int, line: bytes) -> Record:
    try:
        record = format.decode(line)
    except format.BadLine as error:
        reason = "the recording was cut" if not line else str(error)
        return Record(seq, 0.0, unreadable(seq + 1, line, reason))
    if record.seq == seq:
        return record
    return Record(seq, 0.0, unreadable(seq + 1, line, "another record stands there now"))


def unreadable(line: int, text: bytes, reason: str) -> Unknown:
    """What stands for line number `line` of a recording, which could not be read."""
    return Unknown(UNREADABLE, {"line": line, "reason": reason, "text": text[:_QUOTED].decode("utf-8", "replace")})
