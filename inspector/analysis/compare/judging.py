"""One request in two sessions, and how the answer of the second stands to that of the first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, Literal, get_args

from inspector.analysis.compare.answers import Volatile, compare_answers
from inspector.analysis.compare.asked import Asked
from inspector.analysis.differences import Difference
from inspector.wire.json import MISSING

Verdict = Literal["equal", "different", "missing", "new", "error"]
"""The same; not the same; no answer now; no answer then; an error now where there was a result."""

VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Pair:
    """A request then and now. `why` says why an answer is not there; `note` what was translated to ask it again."""

    first: Asked
    second: Asked
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    why: str = ""
    note: str = ""

    @property
    def title(self) -> str:
        """Its first record, method and name; foreign text."""
        return f"{self.first.seq} {self.first.method} {self.first.name}".rstrip()


@dataclass(frozen=True, slots=True)
class NotSent:
    """A recorded request that is not sent again, and why."""

    asked: Asked
    why: str


@dataclass(frozen=True, slots=True)
class Timing:
    """What the requests of a method and name took: the medians of then and now, in milliseconds."""

    method: str
    name: str
    count: int
    before: float
    after: float

    @property
    def ratio(self) -> float | None:
        """How many times as long it takes now; None where it took no time then."""
        return self.after / self.before if self.before > 0 else None


def judge(first: Asked, second: Asked, volatile: Volatile, *, other_era: bool = False, note: str = "") -> Pair:
    """How the second answer stands to the first."""
    why = second.detail
    if second.answer is MISSING:
        return Pair(first, second, "equal" if first.answer is MISSING else "missing", why=why, note=note)
    if first.answer is MISSING:
        why = f"there was no answer: {first.detail}".rstrip(": ")
        return Pair(first, second, "new", why=why, note=note)
    found = tuple(compare_answers(first.answer, second.answer, volatile, other_era=other_era))
    failed = isinstance(first.answer, dict) and isinstance(second.answer, dict)
    failed = failed and "result" in first.answer and "error" in second.answer
    return Pair(first, second, "error" if failed else "different" if found else "equal", found, note=note)


def timings(pairs: Iterable[Pair]) -> Sequence[Timing]:
    """What each method and name took, in the order in which they first come; what was not answered has no time."""
    groups: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for pair in pairs:
        if pair.first.ms is not None and pair.second.ms is not None:
            key = (pair.first.method, pair.first.name)
            groups.setdefault(key, []).append((pair.first.ms, pair.second.ms))
    return [
        Timing(*key, len(group), median(one for one, _ in group), median(two for _, two in group))
        for key, group in groups.items()
    ]
