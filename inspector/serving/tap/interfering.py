"""The rules of interference (`inspector.config.faults`) at the seam of the tap.

What is late on stdio passes behind what came after it, unless its rule says `in-order`; over HTTP its exchange waits,
which may end with it. Nobody is there to let go what a rule holds, so it passes. The records are of what passes.
"""

import asyncio
from collections.abc import Callable, Sequence

from inspector.analysis.interference.interference import Interference
from inspector.analysis.interference.passing import Passing
from inspector.config.faults import FaultRule
from inspector.journal import Journal
from inspector.protocol import interference as became
from inspector.serving.tap.seam import DROP, Crossing, Outcome


class Interfering:
    """As `seam.Interference`. Raises UsageError for a rule that cannot be read."""

    def __init__(self, rules: Sequence[FaultRule], journal: Journal) -> None:
        self._journal = journal
        self._interference = Interference(rules, journal, _later, of_what_passes=True)

    async def consider(self, crossing: Crossing) -> Outcome | None:
        """What the first rule that fits makes of it; None: it passes."""
        if not crossing.raw or crossing.event:
            return None  # no message: an HTTP request without a body, an event of another kind
        web = crossing.web
        passing = Passing(
            crossing.raw,
            "out" if crossing.to == "server" else "in",
            None if web is None else web.http,
            http=None if web is None else web.http,
            at=self._journal.now(),
            ahead=1 if crossing.form == "body" else 0,
        )
        arrived: asyncio.Future[became.Outcome] = asyncio.get_running_loop().create_future()
        deliver: list[Callable[[became.Outcome], None]] = [arrived.set_result]
        if not self._interference.meet(passing, lambda outcome: deliver[0](outcome)):
            return None
        if not arrived.done() and crossing.form == "line" and not self._keeps_order(passing):
            deliver[0] = lambda outcome: _pass_late(crossing, outcome)
            return DROP
        outcome = await arrived
        if outcome.end == "stall":
            await asyncio.get_running_loop().create_future()  # the lane is silent until it is given up
        return None if outcome.passes(crossing.raw) else _instead(outcome)

    def _keeps_order(self, passing: Passing) -> bool:
        held = next((one for one in self._interference.held if one.passing is passing), None)
        return held is None or held.rule.in_order


def _instead(outcome: became.Outcome) -> Outcome:
    stead = outcome.stead
    if stead is not None:
        return Outcome(back=(stead.raw,), status=None if stead.is_message else stead.status)
    cut = outcome.end == "cut"
    return Outcome(outcome.forms, ended=not cut, cut=cut)


def _pass_late(crossing: Crossing, outcome: became.Outcome) -> None:
    for form in outcome.forms:
        crossing.late(form)


def _later(seconds: float, happen: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, happen)
