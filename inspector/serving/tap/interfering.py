"""The rules of interference (`inspector.config.faults`) at the seam of the tap.

What is late on stdio passes behind what came after it, unless its rule says `in-order`; over HTTP its exchange waits,
which may end with it. What a rule holds waits only while somebody is attached (`door`), else it passes: a client must
not hang for ever because of a rule that was forgotten. The records are of what passes.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from inspector.analysis.interference.holding import Held
from inspector.analysis.interference.interference import Interference
from inspector.analysis.interference.passing import Passing
from inspector.config.faults import FaultRule
from inspector.journal import Journal
from inspector.protocol import interference as became
from inspector.serving.tap.seam import DROP, Crossing, Outcome, Side
from inspector.wire.events import Decision

_OVER: Final = "Whoever said it has ended: what it said is not kept back."


class Interfering:
    """As `seam.Interference`. Raises UsageError for a rule that cannot be read."""

    def __init__(self, rules: Sequence[FaultRule], journal: Journal) -> None:
        self._journal = journal
        self.interference: Final = Interference(rules, journal, _later, of_what_passes=True)
        self.on_change: Callable[[], None] = lambda: None
        self._attached = 0
        self._over: dict[Side, asyncio.Event] = {"client": asyncio.Event(), "server": asyncio.Event()}
        self.interference.on_change = self._changed

    @property
    def active(self) -> bool:
        """Whether any rule is at work, or somebody's hold filter."""
        return self.interference.active

    # ── who is attached ─────────────────────────────────────────────────────────────────────────────────────────────

    def attach(self) -> None:
        """Somebody is there to let go what is held."""
        self._attached += 1
        if self._attached == 1:
            self.interference.person = True
            because = "Somebody shows the recording while it is written, and can let go what is held."
            self._say("attach", "what is held waits", because)

    def detach(self) -> None:
        """One of them has left; with the last one goes what is held."""
        self._attached -= 1
        if self._attached == 0:
            self.interference.leave("Whoever could let it go has left.")
            self._say("detach", "nothing is held any more", "Whoever was attached has left.")

    def _say(self, action: str, verdict: str, because: str) -> None:
        if not self._journal.sealed:
            self._journal.append(Decision("tap", action, verdict, because))
            self._journal.flush()

    def _changed(self) -> None:
        self._journal.flush()  # whoever is attached sees the record when he sees what is held
        self.on_change()

    # ── what passes ─────────────────────────────────────────────────────────────────────────────────────────────────

    def ended(self, to: Side) -> None:
        """Let go what is held or late on its way to this side of stdio."""
        self._over[to].set()
        way = _way(to)
        self.interference.pass_on(lambda held: held.passing.http is None and held.passing.way == way, _OVER)

    async def consider(self, crossing: Crossing) -> Outcome | None:
        """What the first rule that fits makes of it; None: it passes."""
        if not crossing.raw or crossing.event:
            return None  # no message: an HTTP request without a body, an event of another kind
        web = crossing.web
        passing = Passing(
            crossing.raw,
            _way(crossing.to),
            None if web is None else web.http,
            http=None if web is None else web.http,
            at=self._journal.now(),
            ahead=1 if crossing.form == "body" else 0,
        )
        arrived: asyncio.Future[became.Outcome] = asyncio.get_running_loop().create_future()
        deliver: list[Callable[[became.Outcome], None]] = [lambda outcome: _set(arrived, outcome)]
        if not self.interference.meet(passing, lambda outcome: deliver[0](outcome)):
            return None
        self.on_change()  # the rule's counts, if nothing else
        over = self._over[crossing.to] if web is None else asyncio.Event()
        if over.is_set():
            self.interference.pass_on(lambda held: held.passing is passing, _OVER)
        held = self._held(passing)
        if held is not None and crossing.form == "line" and not held.rule.in_order:
            deliver[0] = lambda outcome: _pass_late(crossing, outcome)
            return DROP
        try:
            outcome = await arrived
        finally:
            self.interference.forget(passing)  # still held: its exchange was given up
        if outcome.end == "stall":
            await over.wait()  # the lane is silent until it is given up
            return DROP
        return None if outcome.passes(crossing.raw) else _instead(outcome)

    def _held(self, passing: Passing) -> Held | None:
        return next((one for one in self.interference.held if one.passing is passing), None)


def _way(to: Side) -> became.Way:
    return "out" if to == "server" else "in"


def _set(arrived: asyncio.Future[became.Outcome], outcome: became.Outcome) -> None:
    if not arrived.done():
        arrived.set_result(outcome)


def _instead(outcome: became.Outcome) -> Outcome:
    stead = outcome.stead
    if stead is not None:
        return Outcome(back=(stead.raw,), status=None if stead.is_message else stead.status)
    cut = outcome.end == "cut"
    return Outcome(outcome.forms, ended=not cut, cut=cut)


def _pass_late(crossing: Crossing, outcome: became.Outcome) -> None:
    if outcome.stead is not None:
        crossing.reply(outcome.stead.raw)
    for form in outcome.forms:
        crossing.late(form)


def _later(seconds: float, happen: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, happen)
