"""What two JSON values differ in, as values: a list, in the order of the document, for a view, a command or a test.

Numbers are compared by their digits: `1`, `1.0` and `1e0` are three. The order of members is no difference, that of
elements is. A member that is null and one that is not there are two.

    for one in differences(before, after, ignored=ignoring(["$.result._meta", "$.result.tools[*].title"])): …

Large documents: the walk visits each pair of containers once and yields after every so many, so that whoever shows it
can do something else in between (`walk`); at most `MOST` differences are told.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from json import dumps as quoted
from typing import Any, Final, Literal

from inspector.analysis.alignment import Pair, Step, aligned
from inspector.analysis.json_paths import EVERY, path_steps
from inspector.wire.json import MISSING, Digits, Json

Kind = Literal["added", "removed", "changed", "moved"]
Path = tuple[Step, ...]
"""From the root: names of members and numbers of elements."""

Ignored = Callable[[Path], bool]
"""Whether what stands at a path, and all below it, is not looked at."""

MOST: Final = 10_000
"""Differences that are told of two values."""

_TICK: Final = 256
"""Pairs between two moments in which the walk can be left."""
_DEEPEST: Final = 8
"""Levels down to which whole containers are compared before they are walked through; each costs their size once."""
_PLAIN: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `path` is where it is in the first value; of what was added, in the second.

    `second` is where it is in the second value (of what was removed, where it would be). `before` and `after` are what
    stands there, MISSING where nothing does. What was moved stands in both, and may be changed besides: that is told by
    differences of its own.
    """

    path: Path
    kind: Kind
    before: Any = MISSING
    after: Any = MISSING
    second: Path = ()

    @property
    def where(self) -> str:
        """The path as text, as a document knows it."""
        return path_text(self.path)


def path_text(path: Path) -> str:
    """`$.result.tools[3].name`, `$["a b"]`."""
    return "$" + "".join(map(_step_text, path))


def _step_text(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else f"[{quoted(step, ensure_ascii=False)}]"


def ignoring(patterns: Iterable[str]) -> Ignored:
    """Ignores what stands at these paths (`$.result._meta`, `$.result.tools[*].title`). Raises `BadPath`."""
    wanted = [path_steps(pattern) for pattern in patterns]

    def ignored(path: Path) -> bool:
        return any(
            len(steps) == len(path) and all(step in (EVERY, at) for step, at in zip(steps, path, strict=True))
            for steps in wanted
        )

    return ignored


def nothing_ignored(path: Path) -> bool:
    """Looks at everything."""
    return False


def differences(before: Json, after: Json, ignored: Ignored = nothing_ignored, most: int = MOST) -> list[Difference]:
    """All of them, in the order of the document, `most` at most."""
    found = (one for batch in walk(before, after, ignored) for one in batch)
    return list(islice(found, most))


def walk(before: Json, after: Json, ignored: Ignored = nothing_ignored) -> Iterator[Sequence[Difference]]:
    """The same bit by bit: after every so many pairs what was found among them, perhaps nothing."""
    batch: list[Difference] = []
    stack: list[Iterator[tuple[Pair, Json, Json, Path, Path]]] = [iter([(Pair("", ""), before, after, (), ())])]
    steps = 0
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
            continue
        pair, first, second, path, place = item
        batch += _of(pair, first, second, path, place)
        if not pair.same and alike(first, second) and not (len(path) < _DEEPEST and _same(first, second)):
            stack.append(_inside(first, second, path, place, ignored))
        steps += 1
        if steps % _TICK == 0:
            yield batch
            batch = []
    yield batch


def _same(first: Json, second: Json) -> bool:
    """Whether two containers are the same at a glance; False where only a closer look can tell."""
    try:
        return bool(first == second) and repr(first) == repr(second)
    except RecursionError:
        return False


def alike(first: Json, second: Json) -> bool:
    """Whether both are objects, or both arrays: only such are looked into."""
    return (isinstance(first, dict) and isinstance(second, dict)) or (
        isinstance(first, list) and isinstance(second, list)
    )


def equal(first: Json, second: Json) -> bool:
    """Whether two values that are no containers of one kind are the same, digits included."""
    if first is second:
        return True
    if type(first) is not type(second):
        return False
    return first.text == second.text if isinstance(first, Digits) else bool(first == second)


def _of(pair: Pair, first: Json, second: Json, path: Path, place: Path) -> Iterator[Difference]:
    if first is MISSING:
        yield Difference(place, "added", after=second, second=place)
    elif second is MISSING:
        yield Difference(path, "removed", before=first, second=place)
    else:
        if pair.moved:
            yield Difference(path, "moved", first, second, place)
        if not pair.same and not alike(first, second) and not equal(first, second):
            yield Difference(path, "changed", first, second, place)


def _inside(
    first: Json, second: Json, path: Path, place: Path, ignored: Ignored
) -> Iterator[tuple[Pair, Json, Json, Path, Path]]:
    for pair in aligned(first, second):
        here, there = (*path, *pair.at), (*place, *pair.there)
        if not (ignored(here) or ignored(there)):
            one = first[pair.first] if pair.first is not None else MISSING
            other = second[pair.second] if pair.second is not None else MISSING
            yield pair, one, other, here, there
