"""Rules about what completes an argument."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import NOTHING, Hit, Memory, Rule
from inspector.analysis.rules.shapes import Sort, final, odd_members
from inspector.analysis.words import brief
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result

_RESULTS: Final = "2026-07-28 server/utilities/completion#completion-results"
_MOST: Final = 100


def _completion(change: Settled) -> Json:
    return (final(change) or {}).get("completion", MISSING)


def _shape(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    completion, where = _completion(change), (change.exchange.seq, reading.record.seq)
    if final(change) is None:
        return
    if not isinstance(completion, dict):
        yield (
            f"completion is {'missing' if completion is MISSING else brief(completion, 40)}, and must be an object",
            where,
        )
        return
    needed: dict[str, Sort] = {"values": "an array of strings"}
    free: dict[str, Sort] = {"total": "an integer", "hasMore": "true or false"}
    for wrong in odd_members(completion, needed, free):
        yield f"in completion {wrong}", where


def _values(change: Settled) -> list[Json]:
    completion = _completion(change)
    values = completion.get("values") if isinstance(completion, dict) else None
    return values if isinstance(values, list) else []


def _many(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    count = len(_values(change))
    if count <= _MOST:
        return NOTHING
    return ((f"completion has {count} values, and {_MOST} are the most", (change.exchange.seq, reading.record.seq)),)


def _total(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    completion, count = _completion(change), len(_values(change))
    total = completion.get("total") if isinstance(completion, dict) else None
    where = (change.exchange.seq, reading.record.seq)
    if not isinstance(total, int) or isinstance(total, bool) or not isinstance(completion, dict):
        return NOTHING
    if total < count:
        return ((f"completion has {count} values and says that there are {total} in all", where),)
    if total > count and completion.get("hasMore") is False:
        return ((f"completion has {count} of {total} values and says that there are no more", where),)
    return NOTHING


RULES: Final = (
    Rule(
        "completion-shape",
        "A completion that is not formed as it must be",
        "error",
        "2026-07-28 server/utilities/completion#completeresult",
        "Give completion.values as a list of strings; total is an integer, hasMore true or false.",
        (Result,),
        _shape,
        methods=("completion/complete",),
    ),
    Rule(
        "completion-many",
        "A completion with more than 100 values",
        "error",
        _RESULTS,
        "Give the first 100, and say by hasMore that there are more.",
        (Result,),
        _many,
        methods=("completion/complete",),
    ),
    Rule(
        "completion-total",
        "A completion whose numbers contradict each other",
        "warning",
        _RESULTS,
        "total counts all values that there are; hasMore is true while some of them are not given.",
        (Result,),
        _total,
        methods=("completion/complete",),
    ),
)
