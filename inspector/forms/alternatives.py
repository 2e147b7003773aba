"""The ways in which a value can fit a schema: variants of `oneOf` and `anyOf`, nested ones too, and lists of types.

Two unions side by side give each combination of their variants. A union of constants is no choice of variants but an
enum, and null is a state of the field: neither is an alternative.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from inspector.forms.choices import choices_of
from inspector.forms.facts import is_null, list_in
from inspector.forms.labels import variant_labels
from inspector.forms.members import keyword
from inspector.forms.merging import Flattener
from inspector.forms.numbers import identity
from inspector.forms.parts import CHOICES, Part, Parts

MOST: Final = 500
"""Alternatives that a person can be asked to choose from."""
_MAX_DEPTH: Final = 8
_ANYTHING: Final = ("string", "number", "boolean", "object", "array")
_TYPED: Final = {name: {"type": name} for name in ("string", "integer", "number", "boolean", "null", "object", "array")}
_HINTS: Final = (
    ("object", frozenset(("properties", "required", "additionalProperties", "patternProperties"))),
    ("array", frozenset(("items", "prefixItems"))),
)


class Alternative(NamedTuple):
    """One way to fit: what it is called, and the parts that hold when it is taken."""

    label: str
    parts: tuple[Part, ...]


class Alternatives(NamedTuple):
    """All ways, in the schema's order; `note` says why there is none where there are too many."""

    each: tuple[Alternative, ...]
    note: str = ""


class Chooser:
    """Finds the alternatives of parts, and what tells them apart."""

    def __init__(self, parts: Parts, flattener: Flattener) -> None:
        self._parts = parts
        self._flattener = flattener

    def alternatives(self, parts: Sequence[Part]) -> Alternatives:
        """The ways to fit all of `parts` at once; none where nothing is to be chosen."""
        found: Alternatives = self._parts.once("alternatives", parts, lambda: self._found(parts))
        return found

    def bare(self, part: Part) -> Part:
        """A part without the subschemas that conditions and choices of variants hand the value to."""
        return self._parts.bare(part) if not self._enumerates(part) else part

    def constants(self, alternative: Alternative) -> dict[str, frozenset[Any]]:
        """The members that tell an alternative from others, and the identities of the values that it allows there."""
        found: dict[str, frozenset[Any]] = self._parts.once(
            "constants", alternative.parts, lambda: self._constants(alternative.parts)
        )
        return found

    def types(self, parts: Sequence[Part]) -> frozenset[str] | None:
        """The types that all parts admit; None where none says anything."""
        left: set[str] | None = None
        for named, _ in keyword(parts, "type"):
            names = {name for name in (named if isinstance(named, list) else [named]) if isinstance(name, str)}
            if not names or "any" in names:
                continue
            if "number" in names:
                names.add("integer")
            left = names if left is None else left & names
        if left is not None and "number" in left:
            left.discard("integer")
        return None if left is None else frozenset(left)

    def _found(self, parts: Sequence[Part]) -> Alternatives:
        if any(part.schema is False for part in parts):
            return Alternatives(())
        types = self.types(parts)
        found: list[Alternative] = []
        for part in parts:
            for members in self._unions(part):
                leaves = [leaf for member in members for leaf in self._leaves(member, 0)]
                leaves = [leaf for leaf in leaves if self._can_be(types, leaf)] or leaves
                count = max(1, len(leaves)) * max(1, len(found))
                if count > MOST:
                    return Alternatives((), f"it has {count:,} variants or more: too many to choose from")
                ways = [Alternative(*one) for one in zip(self._labels(leaves), leaves, strict=True)]
                found = _combined(found, ways) if found and ways else found or ways
        return Alternatives(tuple(found) if found else self._by_type(parts))

    def _unions(self, part: Part) -> list[list[Part]]:
        """The unions of a part that are choices of variants, each as its members."""
        schema = part.schema
        if not isinstance(schema, dict):
            return []
        found = []
        for name in CHOICES:
            members = list_in(schema.get(name))
            if members and choices_of({name: members}, part.base, self._flattener) is None:
                found.append([Part(member, part.base) for member in members[: MOST + 1]])
        return found

    def _enumerates(self, part: Part) -> bool:
        """Whether the unions of a part are choices of an enum."""
        return isinstance(part.schema, dict) and bool(part.schema.keys() & set(CHOICES)) and not self._unions(part)

    def _leaves(self, member: Part, depth: int) -> list[tuple[Part, ...]]:
        """A variant as the ways to fit it: its own variants, or its types one by one."""
        parts = self._parts.of(member.schema, member.base)
        if any(part.schema is False or is_null(part.schema) for part in parts):
            return []
        inner = [members for part in parts for members in self._unions(part)]
        if not inner or depth >= _MAX_DEPTH:
            return [(*parts, *one.parts) for one in self._by_type(parts, is_open=False)] or [parts]
        ways: list[tuple[Part, ...]] = [parts]
        for members in inner:
            leaves = [leaf for one in members for leaf in self._leaves(one, depth + 1)]
            if leaves:
                ways = [(*before, *leaf) for before in ways[:MOST] for leaf in leaves[:MOST]]
        return ways[: MOST + 1]

    def _by_type(self, parts: Sequence[Part], *, is_open: bool = True) -> tuple[Alternative, ...]:
        if any(keyword(parts, name) for name in ("const", "enum", *(CHOICES if is_open else ()))):
            return ()
        types = self.types(parts)
        if types is None:
            if not is_open or any(self._hint(part) for part in parts):
                return ()
            names: tuple[str, ...] = _ANYTHING
        else:
            lists = [named if isinstance(named, list) else [named] for named, _ in keyword(parts, "type")]
            written = dict.fromkeys(name for names in lists for name in names if isinstance(name, str))
            names = tuple(name for name in written if name in types and name in _TYPED and name != "null")
        if len(names) < 2:
            return ()
        base = parts[0].base if parts else ""
        return tuple(Alternative(name, (Part(_TYPED[name], base),)) for name in names)

    def _hint(self, part: Part) -> str | None:
        if not isinstance(part.schema, dict):
            return None
        return next((name for name, words in _HINTS if words & part.schema.keys()), None)

    def _can_be(self, types: frozenset[str] | None, parts: Sequence[Part]) -> bool:
        own = self.types(parts)
        if types is None or own is None:
            return own is None or bool(own)
        return bool(own & types) or ("integer" in own and "number" in types) or ("number" in own and "integer" in types)

    def _labels(self, leaves: Sequence[tuple[Part, ...]]) -> list[str]:
        bare = [self._parts.joined([self.bare(part) for part in leaf]) for leaf in leaves]
        return variant_labels([self._flattener.flat(part.schema, part.base).schema for part in bare])

    def _constants(self, parts: Sequence[Part]) -> dict[str, frozenset[Any]]:
        found: dict[str, frozenset[Any]] = {}
        for members, base in keyword(parts, "properties"):
            for name, member in members.items() if isinstance(members, dict) else ():
                for part in self._parts.of(member, base):
                    allowed = _allowed(part.schema)
                    if allowed is not None:
                        found[name] = found[name] & allowed if name in found else allowed
        return found


def _combined(some: list[Alternative], others: list[Alternative]) -> list[Alternative]:
    """Each with each; a way without an alternative needs no words."""
    if len(others) == 1:
        return [Alternative(one.label, (*one.parts, *others[0].parts)) for one in some]
    if len(some) == 1:
        return [Alternative(one.label, (*some[0].parts, *one.parts)) for one in others]
    return [Alternative(f"{one.label} · {two.label}", (*one.parts, *two.parts)) for one in some for two in others]


def _allowed(schema: Any) -> frozenset[Any] | None:
    if not isinstance(schema, dict):
        return None
    if "const" in schema:
        return frozenset((identity(schema["const"]),))
    if isinstance(schema.get("enum"), list) and len(schema["enum"]) <= MOST:
        return frozenset(identity(value) for value in schema["enum"])
    return None
