"""A filter at work on a timeline that grows: what it let through so far, and how far it has looked.

A filter over a million rows takes half a second, and one that reads messages may have to read a gigabyte from disk: it
looks for a moment at a time, so that whoever calls it can answer a key in between, and says how far it has come.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable
from time import perf_counter
from typing import Final

from inspector.analysis.selection import Query, reads
from inspector.analysis.timeline import Timeline

MOMENT: Final = 0.015
"""Seconds for which messages are read at a time."""

ROWS: Final = 0.04
"""Seconds for which rows alone are looked at: a hundred thousand are done in little more."""

_READ: Final = 1024  # messages between two looks at the clock,
_BYTES: Final = 512 * 1024  # unless they are large
_SEEN: Final = 16 * 1024  # the same of rows
_LATER: Final = 200  # rows whose status may still come


class Looking:
    """`matches` are indices of rows, ascending; the rows before `looked_at` have been looked at."""

    def __init__(self, timeline: Timeline, query: Query, *, folded: bool = False) -> None:
        self.matches: array[int] = array("I")
        self.looked_at = 0
        self._timeline = timeline
        self._query = query
        self._folded = folded
        self._reads = reads(query)
        self._moment = MOMENT if self._reads else ROWS
        self._whole = False  # it had come to the end when it looked last

    @property
    def done(self) -> bool:
        """Whether there are no rows that it has not looked at."""
        return self.looked_at >= len(self._timeline.all)

    def look(self, changed: int, clock: Callable[[], float] = perf_counter) -> int:
        """Look at rows from `changed` on, or at those not looked at so far; returns the first index looked at.

        The newest of those that it has seen are looked at again. What it does not get to in a moment is left.
        """
        again = self.looked_at - _LATER if self._whole else self.looked_at
        first = max(min(changed, again), 0)
        end = len(self._timeline.all)
        del self.matches[bisect_left(self.matches, first) :]
        began, at = clock(), first
        while at < end and (at == first or clock() - began < self._moment):
            until = self._step(at, end)
            self.matches.extend(self._timeline.select(self._query, folded=self._folded, after=at, until=until))
            at = until
        self.looked_at, self._whole = at, at == end
        return first

    def _step(self, at: int, end: int) -> int:
        if not self._reads:
            return min(at + _SEEN, end)
        until = min(at + _READ, end)
        while until > at + 1 and self._timeline.all.bytes_of(at, until) > _BYTES:
            until = at + max((until - at) // 4, 1)
        return until
