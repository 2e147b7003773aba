"""Interference at work: judges what passes, keeps what is held or late, and tells of all that it does.

    meet(passing, done) ─▶ False: it goes as it is
                        ─▶ True: `done` gets the outcome, now or when its time or its person has come

Of one stream nothing else waits behind what is held or late, unless its rule says `in-order`.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Final

from inspector.analysis.interference.accounts import Account, Told, done_by, switched, whose
from inspector.analysis.interference.altering import outcome_of, with_id
from inspector.analysis.interference.holding import Done, Held, Later, Verdict
from inspector.analysis.interference.passing import Acquaintance, Passing, is_remembered
from inspector.analysis.interference.ruling import Ruling, Standing
from inspector.analysis.rows import Row
from inspector.config.faults import FaultRule
from inspector.journal import Log
from inspector.protocol.interference import Outcome, Stead, Way
from inspector.wire.decoding import decoded
from inspector.wire.times import in_seconds

HOLD: Final = -1
"""The number of the rule that the person's own hold filter is."""

_YOURS: Final = FaultRule("hold")
_Key = tuple[Way, Hashable]


class Interference:
    """Of one session. `person` is whether somebody is there to let go what is held.

    The records are the client's, of what it said and got; or, with `of_what_passes`, of what passes in both directions.

    `op_of` gives the operation of one of our requests by its record. `on_hold` and `on_let_go` are told of what waits
    for a person, `on_change` of any change of what is held or of the rules. Raises UsageError for a rule that cannot be
    read.
    """

    def __init__(
        self,
        rules: Sequence[FaultRule],
        log: Log,
        later: Later,
        *,
        person: bool = False,
        of_what_passes: bool = False,
    ) -> None:
        self.held: list[Held] = []
        self.person = person
        self._of_what_passes = of_what_passes
        self.op_of: Callable[[int], int | None] = lambda seq: None
        self.on_hold: Callable[[Held], None] = lambda held: None
        self.on_let_go: Callable[[Held], None] = lambda held: None
        self.on_change: Callable[[], None] = lambda: None
        self._ruling = Ruling(rules)
        self._log = log
        self._later = later
        self._known = Acquaintance()
        self._silent: dict[_Key, FaultRule] = {}
        self._behind: dict[_Key, deque[tuple[Passing, Done]]] = {}
        self._numbers = 0

    # ── what passes ─────────────────────────────────────────────────────────────────────────────────────────────────

    def lets_pass(self, raw: bytes) -> bool:
        """Whether a message need not be shown to `meet`: nothing is at work here, and nobody will ask for it again."""
        return not (self._silent or self._behind or self._ruling.active or is_remembered(raw))

    def meet(self, passing: Passing, done: Done) -> bool:
        """Judge a message. False: it passes, and `done` is not called."""
        self._known.meet(passing)
        key = _key(passing)
        if key in self._silent:
            because = f"{whose(self._silent[key])} has the stream stalled: nothing on it arrives any more."
            self._tell(Account("stall", "never arrives, on purpose", because), self._silent[key], passing, Outcome())
            done(Outcome())
            return True
        if key in self._behind:
            self._behind[key].append((passing, done))
            return True
        return self._judge(passing, done)

    def _judge(self, passing: Passing, done: Done) -> bool:
        if not self._ruling.active:
            return False
        row = self._known.row(passing)
        standing = self._ruling.first(passing, row)
        if standing is None:
            return False
        rule = standing.rule
        if rule.action == "hold" and not self.person:
            because = f"{whose(rule)} holds it, and nobody is there to let it go."
            self._settle(Account("hold", "not held, it passes", because), rule, passing, Outcome((passing.raw,)), done)
        elif rule.action == "hold":
            self._keep(rule, passing, row, done)
        elif rule.action == "delay":
            self._keep(rule, passing, row, done, rule.seconds)
        else:
            outcome = outcome_of(rule, passing.raw, standing.chance)
            if outcome.end == "stall":
                self._silent[_key(passing)] = rule
            self._settle(done_by(rule, changed=not outcome.passes(passing.raw)), rule, passing, outcome, done)
        return True

    def _settle(self, account: Account, rule: FaultRule, passing: Passing, outcome: Outcome, done: Done) -> None:
        self._tell(account, rule, passing, outcome)
        done(outcome)

    def _keep(self, rule: FaultRule, passing: Passing, row: Row, done: Done, seconds: float | None = None) -> None:
        self._numbers += 1
        now = self._log.now()
        until = None if seconds is None else now + seconds
        held = Held(self._numbers, rule, passing, row, done, now, self._request(passing), until)
        self.held.append(held)
        if rule.in_order:
            self._behind[_key(passing)] = deque()
        self._tell(done_by(rule), rule, passing, None)
        if seconds is None:
            self.on_hold(held)
        else:
            held.timer = self._later(seconds, lambda: self._arrive(held))
        self.on_change()

    def _arrive(self, held: Held) -> None:
        if held in self.held:
            late = f"arrives {in_seconds(self._log.now() - held.since)} late, on purpose"
            self._release(held, Outcome((held.passing.raw,)), Account("delay", late, f"{whose(held.rule)}: its time."))

    # ── what a person does ──────────────────────────────────────────────────────────────────────────────────────────

    def let_go(self, held: Held, verdict: Verdict = "pass", *, text: str = "", seconds: float = 0.0) -> bool:
        """Do that with what is held; whether it still was.

        `text` is what `edit` and `answer` have, in which `$id` stands for the id; `seconds` what `delay` takes.
        """
        if held not in self.held:
            return False
        raw = held.passing.raw
        because = f"You held it for {in_seconds(self._log.now() - held.since)}."
        if verdict == "delay":
            self._take_out(held)
            rule = replace(_YOURS, action="delay", seconds=seconds, in_order=held.rule.in_order)
            self._keep(rule, held.passing, held.row, held.done, seconds)
            return True
        outcome, done = {
            "pass": (Outcome((raw,)), "let go"),
            "edit": (Outcome((with_id(text, raw),)), "edited on purpose"),
            "drop": (Outcome(), "dropped on purpose"),
            "duplicate": (Outcome((raw, raw)), "duplicated on purpose"),
            "answer": (Outcome(stead=Stead(with_id(text, raw))), "answered on purpose, in the server's stead"),
        }[verdict]
        self._release(held, outcome, Account(verdict, done, because, of_person=True))
        return True

    def let_all_go(self) -> int:
        """Let everything go that is held or late, in order; how many."""
        waiting = list(self.held)
        for held in waiting:
            self.let_go(held)
        return len(waiting)

    def leave(self, because: str) -> None:
        """Nobody is there any more: the person's filter goes, and so does what waits for somebody, as it came."""
        self.person = False
        if self.holding:
            self.hold("")
        self.pass_on(lambda held: held.for_person, because)

    def pass_on(self, which: Callable[[Held], bool], because: str) -> None:
        """Let this go as it came, by nobody's wish."""
        for held in [one for one in self.held if which(one)]:
            if held in self.held:
                self._release(held, Outcome((held.passing.raw,)), Account("pass", "let go", because))

    @property
    def active(self) -> bool:
        """Whether any rule is at work; without one everything passes."""
        return self._ruling.active

    @property
    def holding(self) -> str:
        """The person's own hold filter, empty if there is none."""
        return next((one.rule.match for one in self.rules if one.rule.number == HOLD), "")

    def hold(self, match: str, *, in_order: bool = False) -> None:
        """Hold what fits this filter from now on; an empty one holds nothing more. Raises UsageError for no filter."""
        named = match if match.strip() else self.holding  # what ends is told by its name
        rule = FaultRule("hold", named, number=HOLD, where="your hold filter", in_order=in_order)
        if match.strip():
            self._ruling.put(rule)
        else:
            self._ruling.remove(HOLD)
        self._log.append(switched(rule, on=bool(match.strip())))
        self.on_change()

    @property
    def rules(self) -> Sequence[Standing]:
        """The rules with their counts, in their order."""
        return self._ruling.standing

    def switch(self, number: int, *, on: bool) -> None:
        """Switch a rule on or off; a decision says so."""
        rule = self._ruling.switch(number, on)
        if rule is not None:
            self._log.append(switched(rule, on=on))
            self.on_change()

    # ── what ends ───────────────────────────────────────────────────────────────────────────────────────────────────

    def forget(self, passing: Passing) -> None:
        """Whoever sent this message has given it up while it waited."""
        for held in [one for one in self.held if one.passing is passing]:
            self._release(held, Outcome(), Account("drop", "given up", "Its request was given up while it was held."))
        for waiting in self._behind.values():
            for entry in [one for one in waiting if one[0] is passing]:
                waiting.remove(entry)

    def end(self, streams: Callable[[Hashable], bool], because: str) -> None:
        """These streams end: what had come on them is let go, what was to go cannot any more."""
        for held in [one for one in self.held if streams(one.passing.stream)]:
            if held.passing.way == "in":
                self._release(held, Outcome((held.passing.raw,)), Account("pass", "let go at the end", because))
            else:
                self._release(held, Outcome(), Account("drop", "dropped at the end", because))
        self._silent = {key: rule for key, rule in self._silent.items() if not streams(key[1])}

    def _release(self, held: Held, outcome: Outcome, account: Account) -> None:
        self._take_out(held)
        self._settle(account, held.rule, held.passing, outcome, held.done)
        self._go_on(_key(held.passing))
        self.on_change()

    def _take_out(self, held: Held) -> None:
        self.held.remove(held)
        if held.timer is not None:
            held.timer.cancel()
        if held.for_person:
            self.on_let_go(held)

    def _go_on(self, key: _Key) -> None:
        """What waited behind it is judged in its turn, up to what holds it up again."""
        if any(one.rule.in_order and _key(one.passing) == key for one in self.held):
            return
        waiting = self._behind.pop(key, deque())
        while waiting:
            passing, done = waiting.popleft()
            if not self._judge(passing, done):
                done(Outcome((passing.raw,)))
            if key in self._behind:
                self._behind[key].extend(waiting)
                return

    # ── what is told ────────────────────────────────────────────────────────────────────────────────────────────────

    def _request(self, passing: Passing) -> int:
        """The record of our request that a message is or answers; 0 if none."""
        if passing.way == "out":
            return passing.seq
        asked = self._known.asked(passing, decoded(passing.raw))
        return asked.seq if asked is not None else 0

    def _tell(self, account: Account, rule: FaultRule, passing: Passing, outcome: Outcome | None) -> None:
        """Append the decision. What arrives in the message's place is recorded right after it."""
        request, here = self._request(passing), len(self._log.records) + 1 + passing.ahead
        arrives = passing.way == "in" or self._of_what_passes
        forms = len(outcome.forms) if outcome is not None and arrives else 0
        if outcome is not None and outcome.stead is not None and self._of_what_passes:
            forms = 1  # what is answered here is recorded as if it had passed
        told = Told(
            method=self._known.row(passing).method,
            records=(*((request,) if request else ()), *range(here + 1, here + 1 + forms)),
            op=self.op_of(request) if request else None,
            original=arrives,
            alone=not self._known.asked(passing, decoded(passing.raw)),
        )
        self._log.append(account.decision(rule, passing, outcome, told))


def _key(passing: Passing) -> _Key:
    return passing.way, passing.stream
