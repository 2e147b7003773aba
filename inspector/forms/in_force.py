"""Which parts of a schema are in force for a value: the variant it belongs to, conditions, what depends on a member.

Nothing here decides for a person: a variant that was chosen stays, one that was not is found from the value or is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from inspector.forms.alternatives import Alternative, Chooser
from inspector.forms.facts import list_in
from inspector.forms.keywords import has_type
from inspector.forms.members import member_names
from inspector.forms.numbers import identity
from inspector.forms.parts import Part, Parts, each_once
from inspector.forms.validation import validate_part
from inspector.forms.verdict import Validation
from inspector.wire.json import MISSING

_ROUNDS: Final = 300
_BUDGET: Final = 3_000
_MOST_JUDGED: Final = 60
"""Variants that a value is judged against to find its own."""


@dataclass(frozen=True, slots=True)
class InForce:
    """What holds: `parts`, those of the chosen alternative included; the alternatives, and the number of the one that
    holds (None if none does); members that are required because others are there; a sentence where something is cut."""

    parts: tuple[Part, ...]
    alternatives: tuple[Alternative, ...] = ()
    chosen: int | None = None
    needed: frozenset[str] = frozenset()
    note: str = ""

    @property
    def is_choice(self) -> bool:
        """Whether there is something to choose."""
        return len(self.alternatives) > 1


class Enforcer:
    """Finds what is in force in one document."""

    def __init__(self, parts: Parts, chooser: Chooser) -> None:
        self._parts = parts
        self._chooser = chooser

    def in_force(self, schema: Any, base: str, value: Any, choice: int | None = None) -> InForce:
        """What holds for `value` (`MISSING` if there is none yet) of a schema; `choice` is what a person chose."""
        written = self._parts.of(schema, base)
        held, needed = self._held(written, value)
        found = self._chooser.alternatives(held)
        chosen = self._chosen(found.each, value, choice, held) if found.each else None
        if chosen is not None:
            taken, more = self._held(found.each[chosen].parts, value)
            held, needed = each_once((*held, *taken)), needed | more
        return InForce(held, found.each, chosen, frozenset(needed), found.note)

    def narrowed(self, force: InForce) -> Part:
        """One schema of what holds, for the value at that very place."""
        return self._parts.joined([self._chooser.bare(part) for part in force.parts])

    def _held(self, parts: Sequence[Part], value: Any) -> tuple[tuple[Part, ...], set[str]]:
        """The parts and those that conditions bring in, over and over; and the members needed."""
        judged = {} if value is MISSING else value
        held: list[Part] = []
        needed: set[str] = set()
        queue = list(parts)
        while queue and len(held) < _ROUNDS:
            part = queue.pop(0)
            if any(part.schema is one.schema for one in held):
                continue
            held.append(part)
            if isinstance(part.schema, dict):
                for schema in self._brought(part, judged, needed):
                    queue += self._parts.of(schema, part.base)
        return tuple(held), needed

    def _brought(self, part: Part, value: Any, needed: set[str]) -> list[Any]:
        schema = part.schema
        found = []
        if "if" in schema and ("then" in schema or "else" in schema):
            valid = self._judged(Part(schema["if"], part.base), value)
            branch = "then" if valid else "else"
            if valid is not None and branch in schema:
                found.append(schema[branch])
        if isinstance(value, dict):
            for keyword in ("dependentSchemas", "dependentRequired", "dependencies"):
                given = schema.get(keyword)
                for name, needs in given.items() if isinstance(given, dict) else ():
                    if name not in value:
                        continue
                    if isinstance(needs, list | str):
                        names = [needs] if isinstance(needs, str) else needs
                        needed.update(one for one in list_in(names) if isinstance(one, str))
                    else:
                        found.append(needs)
        return found

    def _chosen(self, each: Sequence[Alternative], value: Any, choice: int | None, held: Sequence[Part]) -> int | None:
        if len(each) == 1:
            return 0
        choice = choice if choice is not None and choice < len(each) else None
        if value is MISSING or value is None:
            return choice
        fitting = [number for number, one in enumerate(each) if self._has_type((*held, *one.parts), value)]
        agreeing = [(number, self._agreement(each[number], value)) for number in fitting]
        best = max((score for _, score in agreeing if score is not None), default=None)
        if choice in fitting:
            own = dict(agreeing)[choice]
            if own is not None or not best:
                return choice
        if best is None:
            return fitting[0] if len(fitting) == 1 else None
        return self._nearest(each, [number for number, score in agreeing if score == best], value)

    def _nearest(self, each: Sequence[Alternative], numbers: list[int], value: Any) -> int | None:
        """The only one that fits, else the one that names most of the members there, else that with fewest faults."""
        if len(numbers) == 1:
            return numbers[0]
        judged = {number: self._judged_by(each[number].parts, value) for number in numbers[:_MOST_JUDGED]}
        if value == {}:  # it says nothing yet, but that it is an object
            objects = [number for number, one in judged.items() if all(error.pointer for error in one.errors)]
            return objects[0] if len(objects) == 1 else None
        faults = {number: len(one.errors) for number, one in judged.items()}
        valid = [number for number, count in faults.items() if count == 0]
        if len(valid) == 1 or (valid and not isinstance(value, dict)):
            return valid[0]
        if not isinstance(value, dict):
            return _only_least(faults)
        named = {number: -len(value.keys() & set(member_names(each[number].parts))) for number in valid or faults}
        most = min(named.values())
        if not most:
            return None
        left = [number for number, count in named.items() if count == most]
        return left[0] if valid else _only_least({number: faults[number] for number in left})

    def _judged_by(self, parts: Sequence[Part], value: Any) -> Validation:
        part = self._parts.joined(parts)
        references, dialect = self._parts.references, self._parts.dialect
        return validate_part(value, part.schema, references, part.base, dialect, budget=_BUDGET)

    def _agreement(self, one: Alternative, value: Any) -> int | None:
        """How many telling members agree with an alternative; None if one contradicts it."""
        if not isinstance(value, dict):
            return 0
        agreed = 0
        for name, allowed in self._chooser.constants(one).items():
            if name in value:
                if identity(value[name]) not in allowed:
                    return None
                agreed += 1
        return agreed

    def _has_type(self, parts: Sequence[Part], value: Any) -> bool:
        types = self._chooser.types(parts)
        return types is None or any(has_type(value, name) for name in types)

    def _judged(self, part: Part, value: Any) -> bool | None:
        return validate_part(
            value, part.schema, self._parts.references, part.base, self._parts.dialect, budget=_BUDGET
        ).valid


def _only_least(counts: dict[int, int]) -> int | None:
    least = min(counts.values())
    found = [number for number, count in counts.items() if count == least]
    return found[0] if len(found) == 1 else None
