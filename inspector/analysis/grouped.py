"""Rows gathered into groups that can be folded: which stands at which line, for any number of them.

It knows indices and keys alone (`belonging`). A group stands where its first row does, its other rows below it, and
what belongs to no group stands by itself. It grows with the rows, and is cut back to where something changed, so that a
new record costs the same whatever there is already.
"""

from array import array
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import NamedTuple

from inspector.analysis.belonging import ALONE


class Place(NamedTuple):
    """What stands at a line: a row by itself, the head of a group, or a row inside one. `row` of a head: its first."""

    row: int
    entry: int
    is_head: bool = False
    is_inside: bool = False


class Grouped:
    """The lines. `keys` has the key of each index; `leads` tells whether a lone row is to have a head nevertheless.

    Entries are groups and rows by themselves, in the order of their first rows. Where a filter is on, a group with a
    row that fits is shown whole, and the others are not.
    """

    def __init__(self, keys: Sequence[int], leads: Callable[[int], bool]) -> None:
        self._keys = keys
        self._leads = leads
        # What was taken in: its index, its entry, and the place of the one before it in the same entry.
        self._seen: array[int] = array("I")
        self._entry: array[int] = array("I")
        self._before: array[int] = array("i")
        # Of each entry: its key, the places of its first and last row, how many it has, how many of these fit.
        self._key: array[int] = array("q")
        self._first: array[int] = array("I")
        self._last: array[int] = array("i")
        self._count: array[int] = array("I")
        self._fits: array[int] = array("I")
        self._by_key: dict[int, int] = {}
        self._matches: array[int] | None = None
        self._fitting: array[int] = array("I")
        self._ends: array[int] = array("Q")  # how many lines there are up to each of the shown entries, and with it
        self._others: set[int] = set()
        self._all_open = False
        self._members: dict[int, array[int]] = {}

    # ── what is there ────────────────────────────────────────────────────────────────────────────────────────────────

    def update(self, shown: Sequence[int], since: int = 0, matches: Sequence[int] | None = None) -> None:
        """Take in the shown indices, and those of them that fit, None without a filter; both ascend.

        What is before index `since` has not changed since the last time, neither in `shown` and `matches` nor its key.
        """
        touched = self._cut(since)
        new = shown[bisect_left(shown, since) :] if since else shown
        place = len(self._seen)
        self._seen.extend(new)
        touched = min(touched, self._gather(new, place))
        if (matches is None) != (self._matches is None):
            self.filter(matches)
        elif matches is None:
            self._measure(touched)
        else:
            at = min(self._add(matches[bisect_left(matches, since) :]), bisect_left(self._fitting, touched))
            self._measure(at)

    def _gather(self, new: Sequence[int], start: int) -> int:
        """Give each of the new places its entry; the lowest that was there before."""
        by_key, first, last, count = self._by_key, self._first, self._last, self._count
        touched = known = len(first)
        into, before = self._entry.append, self._before.append
        entries = known
        for place, key in enumerate(map(self._keys.__getitem__, new), start):
            entry = by_key.get(key)
            if entry is None:
                if key:
                    by_key[key] = entries
                into(entries)
                before(-1)
                self._key.append(key)
                first.append(place)
                count.append(1)
                last.append(place)
                entries += 1
            else:
                into(entry)
                before(last[entry])
                last[entry] = place
                count[entry] += 1
                if entry < touched:
                    touched = entry
        self._fits.extend(repeat(0, entries - known))
        return touched

    def filter(self, matches: Sequence[int] | None) -> None:
        """Show the groups of these indices alone; with None all."""
        self._fits = array("I", bytes(len(self._first) * self._fits.itemsize))
        self._matches = None if matches is None else array("I")
        del self._fitting[:]
        if matches is not None:
            self._add(matches)
        self._measure(0)

    def _add(self, matches: Sequence[int]) -> int:
        """More that fits; the first of the shown entries that were not shown before."""
        assert self._matches is not None
        lowest = len(self._fitting)
        keep = self._matches.append
        seen, entries, fits, fitting = self._seen, self._entry, self._fits, self._fitting
        place = bisect_left(seen, matches[0]) if matches else 0
        for index in matches:
            if place >= len(seen) or seen[place] != index:
                place = bisect_left(seen, index)
                if place == len(seen) or seen[place] != index:
                    continue  # it fits, and is folded away
            keep(index)
            entry = entries[place]
            fits[entry] += 1
            if fits[entry] == 1:
                if fitting and fitting[-1] > entry:
                    insort(fitting, entry)
                    lowest = min(lowest, bisect_left(fitting, entry))
                else:
                    fitting.append(entry)
            place += 1
        return lowest

    def _cut(self, since: int) -> int:
        """Forget what there is from an index on; the lowest entry that this changed."""
        touched = len(self._first)
        if self._matches is not None:
            self._cut_matches(since)
        start = bisect_left(self._seen, since)
        for place in range(len(self._seen) - 1, start - 1, -1):
            entry = self._entry[place]
            touched = min(touched, entry)
            self._count[entry] -= 1
            self._last[entry] = self._before[place]
            self._members.pop(entry, None)
            if not self._count[entry]:  # the last entry, since places are let go from the last on
                if self._key[entry] != ALONE:
                    del self._by_key[self._key[entry]]
                for column in (self._key, self._first, self._last, self._count, self._fits):
                    column.pop()
        for column in (self._seen, self._entry, self._before):
            del column[start:]
        return touched

    def _cut_matches(self, since: int) -> None:
        assert self._matches is not None
        at = bisect_left(self._matches, since)
        for index in self._matches[at:]:
            entry = self._entry[bisect_left(self._seen, index)]
            self._fits[entry] -= 1
            if not self._fits[entry]:
                del self._fitting[bisect_left(self._fitting, entry)]
        del self._matches[at:]

    # ── lines ────────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _shown(self) -> Sequence[int]:
        return range(len(self._first)) if self._matches is None else self._fitting

    def _measure(self, start: int) -> None:
        """Count the lines again, from one of the shown entries on."""
        start = min(start, len(self._ends))
        shown = self._shown
        del self._ends[start:]
        line = self._ends[-1] if start else 0
        if not self._all_open and not self._others:
            self._ends.extend(range(line + 1, line + 1 + len(shown) - start))
            return
        for entry in shown[start:]:
            line += 1 + self._count[entry] if self.is_open(entry) else 1
            self._ends.append(line)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def at(self, line: int) -> Place:
        """What stands at a line."""
        at = bisect_right(self._ends, line)
        entry = self._shown[at]
        below = line - (self._ends[at - 1] if at else 0)
        if below:
            return Place(self.members(entry)[below - 1], entry, is_inside=True)
        return Place(self._seen[self._first[entry]], entry, is_head=self.has_head(entry))

    def line_of(self, index: int, *, head: bool = False) -> int | None:
        """Where a row stands: at the head of its group if that is closed, or wanted. None if it is not shown."""
        entry = self.entry_of(index)
        if entry is None:
            return None
        at = bisect_left(self._shown, entry)
        start = self._ends[at - 1] if at else 0
        if head or not self.is_open(entry):
            return start
        return start + 1 + bisect_left(self.members(entry), index)

    def near(self, index: int) -> int:
        """The line of the nearest row at or before an index, or of the group that it is hidden in; else the first."""
        place = bisect_right(self._seen, index) - 1
        line = self.line_of(self._seen[place]) if place >= 0 else 0
        if line is not None:
            return line
        at = bisect_right(self._shown, self._entry[place]) - 1
        return self._ends[at - 1] if at > 0 else 0

    def entry_of(self, index: int) -> int | None:
        """The shown entry that a row is in."""
        place = bisect_left(self._seen, index)
        if place == len(self._seen) or self._seen[place] != index:
            return None
        entry = self._entry[place]
        at = bisect_left(self._shown, entry)
        return entry if at < len(self._shown) and self._shown[at] == entry else None

    # ── groups ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def counts(self) -> tuple[int, int]:
        """How many entries are shown, and how many there are."""
        return len(self._shown), len(self._first)

    def key(self, entry: int) -> int:
        """The key of an entry."""
        return self._key[entry]

    def count(self, entry: int) -> int:
        """How many rows an entry has."""
        return self._count[entry]

    def last(self, entry: int) -> int:
        """The index of its last row."""
        return self._seen[self._last[entry]]

    def members(self, entry: int) -> "array[int]":
        """The indices of its rows."""
        kept = self._members.get(entry)
        if kept is None or len(kept) > self._count[entry]:
            kept = self._members[entry] = array("I")
        missing = array("I")
        place = self._last[entry]
        for _ in range(self._count[entry] - len(kept)):
            missing.append(self._seen[place])
            place = self._before[place]
        missing.reverse()
        kept.extend(missing)
        return kept

    def has_head(self, entry: int) -> bool:
        """Whether it is a group: an operation, a request, or more than one row."""
        key = self._key[entry]
        return key < 0 or (key > 0 and (self._count[entry] > 1 or self._leads(self._seen[self._first[entry]])))

    def is_open(self, entry: int) -> bool:
        """Whether its rows are shown below its head."""
        return (self._key[entry] in self._others) != self._all_open and self.has_head(entry)

    @property
    def folds(self) -> tuple[bool, frozenset[int]]:
        """Whether all groups are open, and the keys of those that are not as all are."""
        return self._all_open, frozenset(self._others)

    def fold(self, all_open: bool, others: frozenset[int] = frozenset()) -> None:
        """Open or close all groups but some, as `folds` says."""
        self._all_open, self._others = all_open, set(others)
        self._measure(0)

    def toggle(self, entry: int) -> None:
        """Open a group, or close it."""
        self._others ^= {self._key[entry]}
        self._measure(bisect_left(self._shown, entry))
