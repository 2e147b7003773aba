"""Findings, each once: what is seen again in the same words is counted, so that a flood of it stays readable.

A finding that was seen more than once rests on the records of the first few times and of the last. Which others it was
seen at is kept apart, in four bytes a record. Of one rule and level so many different findings are told; what goes
beyond is one more, which counts the rest.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from inspector.analysis.rules.finding import Finding, Level

FEW: Final = 5
"""Times of which each has its records in a finding, beside the last."""

MOST: Final = 1000
"""Different findings of one rule and level."""

_MORE: Final = "and more of this rule, in other words"
_Key = tuple[str, Level, str, str]


class _Many:
    """What was seen more than once."""

    __slots__ = ("head", "last", "others", "times")

    def __init__(self, first: Finding) -> None:
        self.times = 1
        self.head = self.last = first.records
        self.others = array("I")

    def add(self, records: tuple[int, ...]) -> None:
        self.times += 1
        self.last = records
        if self.times <= FEW:
            self.head += records
        else:
            self.others.extend(records)

    def as_one(self, first: Finding) -> Finding:
        return replace(first, records=tuple(dict.fromkeys(self.head + self.last)), times=self.times)


class Counted:
    """The different findings, and how often anything was found (`times`)."""

    def __init__(self) -> None:
        self.times = 0
        self._all: list[Finding] = []
        self._places: dict[_Key, int] = {}
        self._kinds: Counter[tuple[str, Level]] = Counter()
        self._many: dict[int, _Many] = {}
        self._stale: set[int] = set()

    @property
    def all(self) -> Sequence[Finding]:
        """They, in the order of discovery."""
        for place in self._stale:
            self._all[place] = self._many[place].as_one(self._all[place])
        self._stale.clear()
        return self._all

    def add(self, found: Finding) -> int:
        """Something was found; its place among all."""
        self.times += 1
        key = _key(found)
        place = self._places.get(key)
        if place is None:
            kind = found.rule, found.level
            self._kinds[kind] += 1
            if self._kinds[kind] > MOST:
                found = replace(found, message=_MORE)
                key = _key(found)
                place = self._places.get(key)
        if place is None:
            self._places[key] = len(self._all)
            self._all.append(found)
            return len(self._all) - 1
        many = self._many.get(place)
        if many is None:
            many = self._many[place] = _Many(self._all[place])
        many.add(found.records)
        self._stale.add(place)
        return place

    def cite(self, place: int, clause: str) -> None:
        """It departs from this clause, as is known now."""
        found = replace(self._all[place], clause=clause)
        if _key(found) not in self._places:
            del self._places[_key(self._all[place])]
            self._places[_key(found)] = place
            self._all[place] = found

    def on(self, records: Iterable[int]) -> list[Finding]:
        """The findings that rest on any of these records."""
        wanted = frozenset(records)
        return [
            one
            for place, one in enumerate(self.all)
            if not wanted.isdisjoint(one.records)
            or (place in self._many and not wanted.isdisjoint(self._many[place].others))
        ]


def _key(found: Finding) -> _Key:
    return found.rule, found.level, found.message, found.clause
