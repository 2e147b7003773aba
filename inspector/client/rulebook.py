"""The rules that answer for the person, as they stand in a session: given, kept, switched, removed while it runs.

They are tried in their order, and the first that is on and fits answers. Those of `--answers` come first, then those
kept for the server, then the session's. Each change is a decision in the journal, so that whoever reads it later knows
which rules there were when a question was answered.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from inspector.errors import UsageError
from inspector.journal import Journal
from inspector.protocol.questions import Question, Rule
from inspector.wire import events
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.client.standing import Standing

Scope = Literal["file", "server", "session"]
"""Where a rule is from: the file of `--answers`; kept for this server; of this session alone."""

_KEPT: Final = {"file": "of --answers", "server": "kept for this server", "session": "for this session"}


@dataclass(frozen=True, slots=True)
class KeptRule:
    """A rule in the book. `number` names it as long as the session lasts; `used` counts the questions it answered."""

    number: int
    rule: Rule
    scope: Scope
    on: bool = True
    used: int = 0


class Rulebook:
    """`standing` is the server's file; without one no rule can be kept for a server."""

    def __init__(self, journal: Journal, given: Sequence[Rule] = (), standing: "Standing | None" = None) -> None:
        self._journal = journal
        self._standing = standing
        self._numbers = itertools.count(1)
        kept = standing.rules if standing is not None else ()
        self._rules: list[KeptRule] = [
            *(KeptRule(next(self._numbers), rule, "file") for rule in given),
            *(KeptRule(next(self._numbers), rule, "server") for rule in kept),
        ]
        self.changed: Callable[[], None] = lambda: None

    @property
    def rules(self) -> tuple[KeptRule, ...]:
        """All rules, in the order in which they are tried."""
        return tuple(self._rules)

    @property
    def problem(self) -> str:
        """Why the server's file could not be read, as a sentence; empty where it could, or there is none."""
        return self._standing.problem if self._standing is not None else ""

    def note_begin(self) -> None:
        """Record what the session begins with: a file that cannot be used, and how many rules of it are on."""
        if self.problem:
            self._decide("not read", f"The answers kept for this server cannot be used: {self.problem}")
        kept = sum(one.scope == "server" for one in self._rules)
        if kept:
            self._decide(
                "on", f"{kept} kept for this server {'answers' if kept == 1 else 'answer'} from the beginning."
            )

    def find(self, number: int) -> KeptRule | None:
        """The rule with this number, or None."""
        return next((one for one in self._rules if one.number == number), None)

    def first(self, question: Question, *, commanded: bool) -> KeptRule | None:
        """The first rule that is on and fits. One that has a command answer fits only where there is one."""
        for one in self._rules:
            if one.on and (commanded or not one.rule.by_command) and one.rule.fits(question):
                return one
        return None

    def count(self, number: int) -> None:
        """The rule has answered once more."""
        self._replace(number, lambda one: replace(one, used=one.used + 1))
        self.changed()

    # ── changes ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def add(self, rule: Rule, scope: Scope = "session", *, with_secrets: bool = False) -> KeptRule:
        """Put a rule at the end, switched on; with scope `server` it is written to the server's file.

        Raises UsageError where that would write what looks like a secret (`secrets_of` says where) and `with_secrets`
        does not allow it, or where nothing can be kept; InspectorError when the file cannot be written. Then nothing
        is added.
        """
        if scope == "server":
            self._writable(rule, with_secrets)
        one = KeptRule(next(self._numbers), rule, scope)
        self._write([*self._rules, one], scope)
        self._rules.append(one)
        self._note(one, "added", f"The person wants it always answered so, {_KEPT[scope]}.")
        return one

    def _writable(self, rule: Rule, with_secrets: bool) -> None:
        if self._standing is None:
            raise UsageError("Nothing can be kept for this server.", hint="Keep the rule for the session.")
        from inspector.client.standing import secrets_of  # late: most sessions keep nothing

        found = () if with_secrets else secrets_of(rule)
        if found:
            raise UsageError(
                "The answer looks as if it holds a secret.",
                why=f"{', '.join(visible(path) for path in found)} would be written to {self._standing.path}.",
                hint="Keep it for the session, or say that it may be written.",
            )

    def switch(self, number: int, *, on: bool) -> None:
        """Switch a rule on or off, for this session: what is kept on disk stays. Nothing if it stands so already."""
        one = self.find(number)
        if one is not None and one.on != on:
            self._replace(number, lambda one: replace(one, on=on))
            self._note(one, "on" if on else "off", f"The person switched it {'on' if on else 'off'}, for this session.")

    def remove(self, number: int) -> None:
        """Take a rule out of the book, and one kept for the server off the disk too. A file of `--answers` stays.

        Raises InspectorError when the file cannot be written; then the rule stays.
        """
        one = self.find(number)
        if one is not None:
            left = [other for other in self._rules if other.number != number]
            self._write(left, one.scope)
            self._rules = left
            self._note(one, "removed", "The person removed it.")

    def move(self, number: int, by: int) -> None:
        """Have a rule tried earlier (`by` below 0) or later; bounded by the ends. Raises as `remove` does."""
        one = self.find(number)
        if one is None:
            return
        at = self._rules.index(one)
        to = min(max(at + by, 0), len(self._rules) - 1)
        if to == at:
            return
        moved = [other for other in self._rules if other is not one]
        moved.insert(to, one)
        self._write(moved, one.scope)
        self._rules = moved
        self._note(one, "moved", f"The person has it tried as number {to + 1} of {len(moved)}.")

    # ── inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _write(self, rules: Sequence[KeptRule], scope: Scope) -> None:
        if scope == "server" and self._standing is not None:
            self._standing.write([one.rule for one in rules if one.scope == "server"])

    def _replace(self, number: int, change: Callable[[KeptRule], KeptRule]) -> None:
        self._rules = [change(one) if one.number == number else one for one in self._rules]

    def _note(self, one: KeptRule, verdict: str, because: str) -> None:
        rule = one.rule
        words = {} if rule.message is None else {"message": rule.message}
        data = {"rule": one.number, "scope": one.scope, "method": rule.method, **words, "answer": rule.answer}
        self._decide(verdict, because, rule.method, data)
        self.changed()

    def _decide(self, verdict: str, because: str, action: str = "rules", data: object = None) -> None:
        if not self._journal.sealed:
            self._journal.append(events.Decision("rule", action, verdict, because, data=data))
