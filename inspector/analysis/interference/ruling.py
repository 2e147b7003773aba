"""Which rule is applied to a message: the first that fits, counted as the rule says, by chance where it says so."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.analysis.interference.passing import Passing, fits
from inspector.analysis.json_paths import BadPath, path_steps
from inspector.analysis.query import QueryError, parse_query
from inspector.analysis.rows import Row
from inspector.analysis.selection import Query
from inspector.config.faults import HTTP_ONLY, TO_SERVER, FaultRule
from inspector.errors import UsageError
from inspector.wire.decoding import decoded
from inspector.wire.jsonrpc import Request


@dataclass(slots=True, eq=False)
class Standing:
    """A rule at work: `seen` messages have fitted it so far, to `applied` of them it was applied."""

    rule: FaultRule
    query: Query
    chance: random.Random
    seen: int = 0
    applied: int = 0

    def takes(self, passing: Passing, row: Row) -> bool:
        """Whether it is to be applied to this message; counts it if it fits."""
        rule = self.rule
        if not rule.enabled or rule.direction not in (passing.way, "both"):
            return False
        if rule.action in TO_SERVER and not isinstance(decoded(passing.raw), Request):
            return False  # nothing else gets an answer
        if rule.action in HTTP_ONLY and passing.http is None:
            return False
        if not fits(self.query, passing, row):
            return False
        self.seen += 1
        number = self.seen - rule.after
        if number <= 0 or number % rule.every or (rule.first and self.applied >= rule.first):
            return False
        if rule.probability < 1 and self.chance.random() >= rule.probability:
            return False
        self.applied += 1
        return True


class Ruling:
    """The rules of a session, in their order; they may be switched on and off, and others put before them."""

    def __init__(self, rules: Sequence[FaultRule] = ()) -> None:
        """Raises UsageError for a filter or a path that cannot be read, with the rule's place."""
        self.standing: tuple[Standing, ...] = tuple(map(at_work, rules))

    @property
    def active(self) -> bool:
        """Whether any rule is switched on."""
        return bool(self.standing) and any(one.rule.enabled for one in self.standing)

    def first(self, passing: Passing, row: Row) -> Standing | None:
        """The rule that is applied to this message."""
        return next((one for one in self.standing if one.takes(passing, row)), None)

    def put(self, rule: FaultRule) -> None:
        """Have this rule first, in place of the one of its number if there is one. Raises UsageError as above."""
        new = at_work(rule)
        self.standing = (new, *(one for one in self.standing if one.rule.number != rule.number))

    def remove(self, number: int) -> None:
        """Have this rule no more."""
        self.standing = tuple(one for one in self.standing if one.rule.number != number)

    def switch(self, number: int, on: bool) -> FaultRule | None:
        """Switch a rule on, its counts begun anew, or off; the rule as it is then."""
        for one in self.standing:
            if one.rule.number == number:
                one.rule = replace(one.rule, enabled=on)
                if on:
                    one.seen = one.applied = 0
                return one.rule
        return None


def at_work(rule: FaultRule) -> Standing:
    """A rule ready to judge. Raises UsageError."""
    try:
        query = parse_query(rule.match)
    except QueryError as error:
        raise UsageError(f"{rule.where}: match is no filter.", why=str(error)) from None
    for key, paths in (("set", tuple(rule.set)), ("remove", rule.remove)):
        for path in paths:
            try:
                path_steps(path)
            except BadPath as error:
                why = f"At character {error.position + 1} of {path} there should be {error.expected}."
                raise UsageError(f"{rule.where}: {key} has no JSON path.", why=why) from None
    return Standing(rule, query, random.Random(rule.seed))
