"""Two JSON values as one document of lines, left and right: what differs in full, what is alike folded away.

    for row in rows_of(before, after, differences(before, after)): …

A container that has a difference in it is open, and of its members those that differ are there, their neighbours, and
what names it (`name`, `method`, `type` …); the others are one row that counts them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal

from inspector.analysis.alignment import Pair, aligned
from inspector.analysis.differences import Difference, Ignored, Kind, Path, alike, equal, nothing_ignored, path_text
from inspector.wire.json import MISSING, Json, dumps

MOST_LINES: Final = 200
"""Lines of a value that is on one side only; what is beyond is counted."""

_NAMES: Final = frozenset({"name", "uri", "uriTemplate", "id", "method", "type", "code", "resultType", "role"})
_AROUND: Final = 1
"""Members that are alike on each side of one that differs, and are shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a value: `label` is its member's name, None in an array; `text` its JSON or its bracket, uncut.

    `open`: the value is a container that goes on below. Both are as they came.
    """

    label: str | None
    text: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `left` and `right` are lines of the two values, None where there is none; equal ones stand in both.

    `kind` is empty where both are alike, or where that they are not is no difference; `alike` counts the members that a
    row stands for. `first`: it begins a difference. `note` is what is to be said of it: where it was before.
    """

    depth: int
    path: Path
    left: Line | None
    right: Line | None
    kind: Kind | Literal[""] = ""
    first: bool = False
    alike: int = 0
    note: str = ""
    value: tuple[Json, Json] = (MISSING, MISSING)


def rows_of(
    before: Json, after: Json, found: Iterable[Difference], ignored: Ignored = nothing_ignored
) -> Iterator[Row]:
    """The rows, lazily. `found` are the differences of the two; what was ignored when they were found has no row.

    What differs and is not among `found` is shown as it stands, without being one.
    """
    touched = {one.second[:size] for one in found for size in range(len(one.second) + 1)}
    stack: list[Iterator[Row | _Inside]] = [
        iter([_Inside(Pair("", ""), before, after, (), (), 0, None)]),
    ]
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
        elif isinstance(item, Row):
            yield item
        else:
            stack.append(_shown(item, touched, ignored))


@dataclass(frozen=True, slots=True)
class _Inside:
    """A pair of values that is still to be shown."""

    pair: Pair
    before: Json
    after: Json
    path: Path
    place: Path
    depth: int
    label: str | None


def _shown(item: _Inside, touched: set[Path], ignored: Ignored) -> Iterator[Row | _Inside]:
    before, after, path, depth = item.before, item.after, item.path, item.depth
    value = (before, after)
    if before is MISSING or after is MISSING:
        yield from _alone(item, "" if item.place not in touched else "added" if before is MISSING else "removed")
        return
    kind: Kind | Literal[""] = "moved" if item.pair.moved else ""
    note = f"moved from {path_text(path)}" if item.pair.moved else ""
    if alike(before, after) and not item.pair.same and item.place in touched and before is not after:
        opening, closing = "{}" if isinstance(before, dict) else "[]"
        line = Line(item.label, opening, open=True)
        yield Row(depth, path, line, line, kind, bool(kind), note=note, value=value)
        yield from _members(item, touched, ignored)
        yield Row(depth, path, Line(None, closing), Line(None, closing), value=value)
    elif item.pair.same or alike(before, after) or equal(before, after):
        line = Line(item.label, _brief(after))
        yield Row(depth, path, line, line, kind, bool(kind), note=note, value=value)
    else:
        told: Kind | Literal[""] = "changed" if item.place in touched else kind
        sides = zip_longest(_lines(before, item.label), _lines(after, item.label), fillvalue=None)
        for number, (left_line, right_line) in enumerate(sides):
            inner, left_at = left_line if left_line is not None else (None, 0)
            outer, right_at = right_line if right_line is not None else (None, 0)
            first = bool(told) and number == 0
            yield Row(depth + max(left_at, right_at), path, inner, outer, told, first, note=note, value=value)


def _alone(item: _Inside, kind: Kind | Literal[""]) -> Iterator[Row]:
    added = item.before is MISSING
    for number, (line, at) in enumerate(_lines(item.after if added else item.before, item.label)):
        left, right = (None, line) if added else (line, None)
        value = (item.before, item.after)
        yield Row(item.depth + at, item.path, left, right, kind, bool(kind) and number == 0, value=value)


def _members(item: _Inside, touched: set[Path], ignored: Ignored) -> Iterator[Row | _Inside]:
    members = []
    for pair in aligned(item.before, item.after):
        first, second = pair.first, pair.second
        path, place = (*item.path, *pair.at), (*item.place, *pair.there)
        if ignored(path) or ignored(place):
            continue
        one = MISSING if first is None else item.before[first]
        other = MISSING if second is None else item.after[second]
        differs = place in touched
        name = path[-1]
        label = name if isinstance(name, str) else None  # members of objects have one name on both sides
        members.append((differs, _Inside(pair, one, other, path, place, item.depth + 1, label)))
    kept = _kept([differs for differs, _ in members], [one.label in _NAMES for _, one in members])
    skipped = 0
    for keep, (_, member) in zip(kept, members, strict=True):
        if keep:
            if skipped:
                yield _folded(item, skipped)
                skipped = 0
            yield member
        else:
            skipped += 1
    if skipped:
        yield _folded(item, skipped)


def _kept(differs: Sequence[bool], names: Sequence[bool]) -> list[bool]:
    """Which members are shown: those that differ, their neighbours, those that name the rest, and single gaps."""
    kept = [any(differs[max(at - _AROUND, 0) : at + _AROUND + 1]) or names[at] for at in range(len(differs))]
    return [
        keep or all(kept[near] for near in (at - 1, at + 1) if 0 <= near < len(kept)) for at, keep in enumerate(kept)
    ]


def _folded(item: _Inside, number: int) -> Row:
    return Row(item.depth + 1, item.path, None, None, alike=number)


def _lines(value: Json, label: str | None) -> Iterator[tuple[Line, int]]:
    """The lines of a value as it is written over several, each with its depth, `MOST_LINES` at most."""
    stack: list[Iterator[tuple[str | None, Json, int, str]]] = [iter([(label, value, 0, "")])]
    told = 0
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
            continue
        name, each, depth, closing = item
        told += 1
        if told > MOST_LINES:
            yield Line(None, "…"), 0
            return
        if closing:
            yield Line(None, closing), depth
        elif isinstance(each, dict | list) and each:
            opening, end = "{}" if isinstance(each, dict) else "[]"
            yield Line(name, opening, open=True), depth
            stack.append(iter([(None, None, depth, end)]))
            stack.append(_members_of(each, depth + 1))
        else:
            yield Line(name, dumps(each)), depth


def _members_of(value: Json, depth: int) -> Iterator[tuple[str | None, Json, int, str]]:
    inner = value.items() if isinstance(value, dict) else ((None, one) for one in value)
    return ((name, member, depth, "") for name, member in inner)


def _brief(value: Json) -> str:
    """A value on one line: a scalar whole, a container by how much is in it."""
    if isinstance(value, dict) and value:
        return f"{{ … {len(value):,} member{'s' if len(value) > 1 else ''} }}"
    if isinstance(value, list) and value:
        return f"[ … {len(value):,} item{'s' if len(value) > 1 else ''} ]"
    return dumps(value)
