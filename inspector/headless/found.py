"""The findings of a session as the commands tell them: in the shape of the contract, and never more than one reads.

The rules are loaded late: plain text without --strict, the quickest use, needs none of them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inspector.journal import Journal
from inspector.wire import events
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.analysis.rules import Findings

MOST_OF_A_RULE: Final = 50
"""Findings of one rule and level that are told one by one."""


def fold_of(records: Sequence[events.Record]) -> "Findings":
    """What the rules say of these records."""
    from inspector.analysis.rules import Findings

    fold = Findings()
    fold.feed(records)
    return fold


def told_of(records: Sequence[events.Record]) -> list[Json]:
    """The findings of these records, worst first, in the shape of the contract; of a rule no more than one reads."""
    return told(fold_of(records))


def found_in(journal: Journal) -> list[Json]:
    """The same for all that a journal holds."""
    return told_of(journal.records)


def told(found: "Findings") -> list[Json]:
    """`MOST_OF_A_RULE` findings of each rule and level, then one that counts the rest and rests on their first."""
    shown: list[Json] = []
    counts: Counter[tuple[str, str]] = Counter()
    rests: dict[tuple[str, str], dict[str, Json]] = {}
    for one in found.worst_first():
        kind = one.rule, one.level
        counts[kind] += 1
        if counts[kind] <= MOST_OF_A_RULE:
            shown.append(one.as_json())
            continue
        if kind not in rests:
            rests[kind] = {**one.as_json(), "times": 0}
            shown.append(rests[kind])
        rests[kind]["times"] += one.times
    for rest in rests.values():
        rest["message"] = f"and {rest.pop('times'):,} more of this rule"
    return shown
