"""An example grown from what is there: each fault of a draft is mended as its rule asks, until none is left."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.arguments import Draft
from inspector.forms.example_values import Search, tries_for, value_for
from inspector.forms.fields import Field, Problem
from inspector.forms.levels import level_of
from inspector.forms.members import keyword
from inspector.forms.numbers import identity
from inspector.forms.pattern_examples import matching
from inspector.wire.json import MISSING

_MOST_STEPS: Final = 80
_MOST_TRIES: Final = 12
_MOST_VALUES: Final = 3000
"""Values in all: a schema that asks for itself has a fault in each value that mends one."""
_UNIONS: Final = frozenset(("oneOf", "anyOf"))


class Grower:
    """Mends one draft step by step; what was tried at a place is not tried there again."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._variants: dict[str, int] = {}
        self._left: dict[tuple[str, str], Iterator[Any]] = {}
        self._search = Search(_MOST_VALUES)

    def grow(self) -> Draft:
        """The draft without faults, or as far as it came."""
        for _ in range(_MOST_STEPS):
            if self._search.left < 0:
                break
            problems = self.draft.assembled().problems
            if not any(self._mend(problem) for problem in problems):
                break
        return self.draft

    def _mend(self, problem: Problem) -> bool:
        """Whether something was done about a fault."""
        before = self.draft
        try:
            self._act(problem.path, problem.rule)
        except pointer.BadPointer:
            self.draft = before
        return self.draft is not before

    def _act(self, path: str, rule: str) -> None:
        value = self.draft.value_at(path)
        if rule in _UNIONS:
            self._choose(path)
        elif value is MISSING:
            self._put(path, value_for(self.draft.form, self.draft.field_at(path), search=self._search))
        elif rule == "minItems":
            self.draft, at = self.draft.added(path)
            self._put(at, value_for(self.draft.form, self.draft.field_at(at), search=self._search))
        elif rule in ("contains", "minContains") and isinstance(value, list):
            self._put(f"{path}/{len(value)}", self._contained(path))
        elif rule == "minProperties" and isinstance(value, dict):
            self._add_member(path, value)
        elif rule in ("additionalProperties", "unevaluatedProperties", "false") and path:
            self.draft = self.draft.omit(path)
        else:
            self._try_another(path, rule)

    def _put(self, path: str, value: Any) -> None:
        self.draft = self.draft.put(path, value)

    def _choose(self, path: str) -> None:
        variants = level_of(self.draft, path).variants
        number = self._variants.get(path, 0)
        if number < min(len(variants), _MOST_TRIES):
            self._variants[path] = number + 1
            self.draft = self.draft.chosen(path, number)
        else:
            self._try_another(path, "oneOf")

    def _contained(self, path: str) -> Any:
        form = self.draft.form
        schema, base = keyword(self.draft.stand.at(path).force.parts, "contains")[0]
        return value_for(form, form.reader.field(schema, base, f"{path}/-", False))

    def _add_member(self, path: str, value: dict[str, Any]) -> None:
        level = level_of(self.draft, path)
        known = [row.name for row in level.rows if row.name not in value]
        name = next(iter([*known, *(name for name in self._names(path) if name not in value)]), "")
        self.draft, at = self.draft.added(path, name)
        self._put(at, value_for(self.draft.form, self.draft.field_at(at), search=self._search))

    def _names(self, path: str) -> Iterator[str]:
        parts = self.draft.stand.at(path).force.parts
        for rule, _ in keyword(parts, "propertyNames"):
            if isinstance(rule, dict):
                yield from (name for name in rule.get("enum", ()) if isinstance(name, str))
                if isinstance(rule.get("pattern"), str):
                    yield from islice(matching(rule["pattern"], 1), _MOST_TRIES)
        for patterns, _ in keyword(parts, "patternProperties"):
            for pattern in patterns if isinstance(patterns, dict) else ():
                yield from islice(matching(pattern, 1), _MOST_TRIES)

    def _try_another(self, path: str, rule: str) -> None:
        form, field = self.draft.form, self.draft.field_at(path)
        left = self._left.get((path, rule))
        if left is None:
            tries = self._distinct(field) if rule == "uniqueItems" else tries_for(form, field)
            left = self._left[path, rule] = islice(tries, _MOST_TRIES)
        value = next(left, MISSING)
        if value is not MISSING:
            self._put(path, value)

    def _distinct(self, field: Field) -> Iterator[Any]:
        """Values for an element that no other element of its array has."""
        above = self.draft.value_at(pointer.join(pointer.split(field.path)[:-1]))
        others = {identity(element) for element in above} if isinstance(above, list) else set()
        own = self.draft.value_at(field.path)
        for tried in [*islice(tries_for(self.draft.form, field), _MOST_TRIES), *_varied(own)]:
            if identity(tried) not in others and self.draft.form.validate_field(field, tried).valid:
                yield tried


def _varied(value: Any) -> Iterator[Any]:
    """Values of the same kind with a little changed."""
    for number in range(2, 30):
        if isinstance(value, str):
            yield f"{value}{number}"
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield number
        elif isinstance(value, dict):
            for name, member in value.items():
                other = next(islice(_varied(member), number - 2, None), MISSING)
                if other is not MISSING:
                    yield {**value, name: other}
