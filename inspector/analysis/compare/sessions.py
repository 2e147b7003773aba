"""Two sessions as a whole: what is offered, what was asked in both, and what in one of them alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inspector.analysis.compare.answers import Volatile, paired
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.judging import NotSent, Pair, judge
from inspector.analysis.compare.offered import Offers, compare_offered
from inspector.analysis.compare.side import Side
from inspector.wire.methods import LISTS


@dataclass(slots=True)
class Comparison:
    """What came of it. `gone` was asked in the first session alone, `added` in the second alone: neither is a
    difference of the server. `not_sent` is what a replay leaves out, `notes` what is to be said of it as a whole."""

    offers: Offers = field(default_factory=Offers)
    pairs: list[Pair] = field(default_factory=list)
    gone: Sequence[Asked] = ()
    added: Sequence[Asked] = ()
    not_sent: list[NotSent] = field(default_factory=list)
    notes: Sequence[str] = ()

    @property
    def different(self) -> list[Pair]:
        """The requests whose answer is not the same."""
        return [one for one in self.pairs if one.verdict != "equal"]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return self.offers.equal and all(one.verdict == "equal" for one in self.pairs)


def compare_sessions(one: Side, two: Side, volatile: Volatile) -> Iterator[Comparison]:
    """The comparison, bit by bit: the same object after each pair, so that whoever waits can do something else."""
    pairs, gone, added = paired(_compared(one), _compared(two))
    found = Comparison(compare_offered(one.catalog, two.catalog), gone=gone, added=added)
    yield found
    other_era = one.era != two.era
    for first, second in pairs:
        found.pairs.append(judge(first, second, volatile, other_era=other_era))
        yield found


def _compared(side: Side) -> list[Asked]:
    """The requests whose answers are compared as such: lists are compared as what is offered."""
    return [one for one in side.asked.all if one.method not in LISTS]
