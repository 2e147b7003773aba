"""Which element of one JSON array or object belongs to which of another.

Members of objects belong together by their names. Elements of arrays belong together by what identifies them (`name`,
`uri`, `id` …), where each has that and no two have the same; else equal elements do, and between those that kept their
order what is left is paired as it stands. An element that is there twice is paired in order. No comparison of each with
each: the cost grows with n log n.
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inspector.wire.json import Json

Step = str | int
"""The name of a member, or the number of an element."""

_NAMES: Final = ("name", "uri", "uriTemplate", "id", "taskId")
"""What identifies an element among others of the MCP lists."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Where something stands in the first container and in the second; None where it is not there.

    `moved`: it is in both, and not in the order of the others. `same`: it is known to be equal in both.
    """

    first: Step | None
    second: Step | None
    moved: bool = False
    same: bool = False

    @property
    def at(self) -> tuple[Step, ...]:
        """Where it is in the first, or would be: one step."""
        return tuple(step for step in (self.first, self.second) if step is not None)[:1]

    @property
    def there(self) -> tuple[Step, ...]:
        """Where it is in the second, or would be: one step."""
        return tuple(step for step in (self.second, self.first) if step is not None)[:1]


def fingerprint(value: Json) -> str:
    """A text that two values have in common only if they are the same, every digit of a number included.

    The order of members counts here, for speed. A value that is nested too deeply has it in common with none.
    """
    try:
        return repr(value)
    except RecursionError:
        return f"deep {id(value)}"


def aligned(first: Json, second: Json) -> Iterator[Pair]:
    """The pairs of two objects or two arrays, in the order of the second, what is only in the first at its place."""
    if isinstance(first, dict):
        yield from _members(first, second)
    else:
        yield from _elements(first, second)


def _members(first: dict[str, Json], second: dict[str, Json]) -> Iterator[Pair]:
    """An object has no order: its members come as in the first, and what is new behind the member before it."""
    new: dict[str | None, list[str]] = defaultdict(list)
    before: str | None = None
    for name in second:
        if name in first:
            before = name
        else:
            new[before].append(name)
    yield from (Pair(None, name) for name in new[None])
    for name in first:
        yield Pair(name, name if name in second else None)
        yield from (Pair(None, added) for added in new[name])


def _elements(first: Sequence[Json], second: Sequence[Json]) -> Iterator[Pair]:
    name = _identity(first, second)
    if name:
        keys = [element[name] for element in first], [element[name] for element in second]
    else:
        keys = [fingerprint(element) for element in first], [fingerprint(element) for element in second]
    partner = _partners(*keys)
    kept = _longest_in_order([at for at in partner if at is not None])
    if not name:  # a number that is there again is not the same number elsewhere
        partner = [
            at if at in kept or isinstance(first[here], dict | list) else None for here, at in enumerate(partner)
        ]
    came_from = {there: here for here, there in enumerate(partner) if there is not None and there not in kept}
    # What is neither moved nor at its place: between two that kept their order, as it stands.
    gap: list[int] = []
    at = 0
    for here, there in enumerate(partner):
        if there is None:
            gap.append(here)
        elif there in kept:
            yield from _between(gap, range(at, there), came_from, named=bool(name))
            gap = []
            yield Pair(here, there, same=not name)
            at = there + 1
    yield from _between(gap, range(at, len(second)), came_from, named=bool(name))


def _between(gone: Sequence[int], there: Sequence[int], came_from: Mapping[int, int], *, named: bool) -> Iterator[Pair]:
    left = deque(gone)
    for second in there:
        if second in came_from:
            yield Pair(came_from[second], second, moved=True, same=not named)
        elif left and not named:
            yield Pair(left.popleft(), second)
        else:
            yield Pair(None, second)
    yield from (Pair(first, None) for first in left)


def _identity(first: Sequence[Json], second: Sequence[Json]) -> str:
    """The name of the member that tells the elements of both apart; empty if there is none."""
    if not first or not second:
        return ""
    return next((name for name in _NAMES if _tells_apart(name, first) and _tells_apart(name, second)), "")


def _tells_apart(name: str, elements: Sequence[Json]) -> bool:
    seen = set()
    for element in elements:
        value: Any = element.get(name) if isinstance(element, dict) else None
        if not isinstance(value, str) or value in seen:
            return False
        seen.add(value)
    return True


def _partners(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[int | None]:
    """For each of the first, which of the second it is: the first with this key that is not taken."""
    places: dict[Hashable, deque[int]] = defaultdict(deque)
    for at, key in enumerate(second):
        places[key].append(at)
    return [places[key].popleft() if places.get(key) else None for key in first]


def _longest_in_order(numbers: Sequence[int]) -> set[int]:
    """The numbers of the longest ascending sequence among them; no number is there twice."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        place = bisect_left(ends, number)
        before.append(at[place - 1] if place else -1)
        if place == len(ends):
            ends.append(number)
            at.append(index)
        else:
            ends[place], at[place] = number, index
    kept = set()
    index = at[-1] if at else -1
    while index >= 0:
        kept.add(numbers[index])
        index = before[index]
    return kept
