"""The parts of a schema: the subschemas that hold at once for a value, references followed and `allOf` taken apart.

Merging loses which keyword stood beside which; a choice of variants, a condition and `additionalProperties` each speak
of their own subschema. So what depends on the value is worked out on parts, and only what holds is joined for drawing.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from inspector.forms.dialects import Dialect
from inspector.forms.facts import list_in
from inspector.forms.merging import ANNOTATIONS
from inspector.forms.references import References, Unresolved

T = TypeVar("T")
_MAX_PARTS: Final = 300
_MAX_KEPT: Final = 50_000
CHOICES: Final = ("oneOf", "anyOf")
CONDITIONS: Final = frozenset(("if", "then", "else", "dependentSchemas", "dependencies", "dependentRequired"))
_APPLIED: Final = CONDITIONS | {*CHOICES, "allOf", "$ref"}


class Part(NamedTuple):
    """A subschema as written (an object or a boolean), and the base URI in force there."""

    schema: Any
    base: str


class Parts:
    """Takes the schemas of one document apart, each once: what it hands out is the same object every time."""

    def __init__(self, references: References, dialect: Dialect) -> None:
        self.references = references
        self.dialect = dialect
        self._left = 0
        self._known: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def of(self, schema: Any, base: str) -> tuple[Part, ...]:
        """The parts of a schema, those that stand nearer to the reader last.

        What cannot be followed (a reference that leads nowhere or to itself, too many parts) is left out; the schema as
        a whole says it where it is judged.
        """
        return self._once(("of", id(schema), base), schema, lambda: self._taken_apart(schema, base))

    def joined(self, parts: Sequence[Part]) -> Part:
        """One schema that says what all these say."""
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return Part(True, self.references.base)
        telling = [part for part in parts if not isinstance(part.schema, dict) or part.schema.keys() - ANNOTATIONS]
        base = (telling or parts)[0].base
        key = ("joined", *((id(part.schema), part.base) for part in parts))
        # One schema has one base; what was written elsewhere still counts where the whole is judged.
        there = [part.schema for part in parts if part.base == base]
        return self._once(key, parts, lambda: Part({"allOf": there} if len(there) > 1 else there[0], base))

    def any_of(self, parts: Sequence[Part]) -> Part:
        """One schema that allows what any of these allows."""
        found: Part = self.once(
            "any",
            parts,
            lambda: Part({"anyOf": [part.schema for part in parts if part.base == parts[0].base]}, parts[0].base),
        )
        return found

    def bare(self, part: Part) -> Part:
        """A part without what hands the same value to other subschemas."""
        schema = part.schema
        if not isinstance(schema, dict) or not _APPLIED & schema.keys():
            return part
        return self._once(
            ("bare", id(schema), part.base),
            schema,
            lambda: Part({name: value for name, value in schema.items() if name not in _APPLIED}, part.base),
        )

    def once(self, name: str, parts: Sequence[Part], make: Callable[[], T]) -> T:
        """What `make` works out of some parts, kept under a name."""
        return self._once((name, *((id(part.schema), part.base) for part in parts)), parts, make)

    def _once(self, key: tuple[Any, ...], alive: Any, make: Callable[[], T]) -> T:
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MAX_KEPT:
                self._known.clear()
            found = self._known[key] = (alive, make())  # an identity is one only while its object lives
        made: T = found[1]
        return made

    def _taken_apart(self, schema: Any, base: str) -> tuple[Part, ...]:
        self._left = _MAX_PARTS
        found: list[Part] = []
        self._collect(schema, base, frozenset(), found)
        return each_once(found)

    def _collect(self, schema: Any, base: str, seen: frozenset[int], found: list[Part]) -> None:
        self._left -= 1
        if self._left < 0 or id(schema) in seen:
            return
        if not isinstance(schema, dict):
            if isinstance(schema, bool):
                found.append(Part(schema, base))
            return
        seen |= {id(schema)}
        base = self.references.rebased(base, schema)
        if "$ref" in schema:
            self._refer(schema["$ref"], base, seen, found)
            if self.dialect.ref_stands_alone:
                notes = {name: value for name, value in schema.items() if name in ANNOTATIONS}
                if notes:
                    found.append(self._once(("notes", id(schema)), schema, lambda: Part(notes, base)))
                return
        for member in list_in(schema.get("allOf")):
            self._collect(member, base, seen, found)
        if schema.keys() - {"$ref", "allOf"} or not found:
            found.append(Part(schema, base))

    def _refer(self, ref: Any, base: str, seen: frozenset[int], found: list[Part]) -> None:
        if not isinstance(ref, str):
            return
        try:
            target = self.references.resolve(base, ref)
        except Unresolved:
            return
        self._collect(target.schema, target.base, seen, found)


def each_once(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts in their order, a schema that comes again left out."""
    seen: set[int] = set()
    kept = []
    for part in parts:
        if id(part.schema) not in seen:
            seen.add(id(part.schema))
            kept.append(part)
    return tuple(kept)
