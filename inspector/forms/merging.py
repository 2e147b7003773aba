"""One flat schema out of `$ref`, the keywords beside it, and `allOf`: what a form can be drawn from.

Flattening is for drawing only; values are judged against the schema as it was written. What cannot be merged without
changing its meaning is left to a JSON editor.
"""

from dataclasses import dataclass
from typing import Any, Final

from inspector.forms.dialects import Dialect
from inspector.forms.numbers import decimal_of, identity, is_number, same
from inspector.forms.references import References, Unresolved
from inspector.forms.verdict import kind_of, noun_of
from inspector.wire.json import MISSING

_MAX_PARTS: Final = 300
"""Subschemas that one flattening may visit; composition can double with every line."""

ANNOTATIONS: Final = frozenset(
    ("title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "enumNames",
     "$comment", "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "contentMediaType")
)  # fmt: skip
_LEAST: Final = frozenset(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"))
_MOST: Final = frozenset(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"))


@dataclass(frozen=True, slots=True)
class Flat:
    """A schema with its references followed. `problem` says why nothing can be drawn; `opaque` that it has a part which
    could not be merged; then `schema` is as far as we came."""

    schema: Any
    base: str
    problem: str | None = None
    opaque: bool = False


class _Unsatisfiable(Exception):
    pass


class _Unmergeable(Exception):
    pass


class Flattener:
    """Flattens subschemas of one document."""

    def __init__(self, references: References, dialect: Dialect) -> None:
        self._references = references
        self._dialect = dialect
        self._left = 0

    def flat(self, schema: Any, base: str) -> Flat:
        """The schema that `schema` amounts to, read where `base` is in force."""
        self._left = _MAX_PARTS
        return self._flat(schema, base, frozenset())

    def _flat(self, schema: Any, base: str, seen: frozenset[int]) -> Flat:
        self._left -= 1
        if self._left < 0:
            return Flat(schema, base, "the schema is too large: its parts refer to more and more others")
        if isinstance(schema, bool):
            return Flat(schema, base)
        if not isinstance(schema, dict):
            return Flat(schema, base, f"the schema is {kind_of(schema)}, not an object or a boolean")
        if id(schema) in seen:
            return Flat(schema, base, "the references lead back to themselves")
        seen |= {id(schema)}
        base = self._references.rebased(base, schema)
        whole = Flat({name: value for name, value in schema.items() if name not in ("$ref", "allOf")}, base)
        parts: list[Flat] = []
        if "$ref" in schema:
            parts.append(self._referred(schema["$ref"], base, seen))
            if self._dialect.ref_stands_alone:
                notes = {name: value for name, value in schema.items() if name in ANNOTATIONS}
                return _joined(parts[0], Flat(notes, parts[0].base))
        if "allOf" in schema:
            members = schema["allOf"]
            if not isinstance(members, list):
                return Flat(schema, base, f"allOf is {kind_of(members)}, not an array")
            parts += [self._flat(member, base, seen) for member in members[:_MAX_PARTS]]
        for part in reversed(parts):
            whole = _joined(part, whole)
        return whole

    def _referred(self, ref: Any, base: str, seen: frozenset[int]) -> Flat:
        if not isinstance(ref, str):
            return Flat({}, base, f"$ref is {kind_of(ref)}, not a string")
        try:
            target = self._references.resolve(base, ref)
        except Unresolved as missing:
            return Flat({}, base, str(missing))
        return self._flat(target.schema, target.base, seen)


def _joined(inner: Flat, outer: Flat) -> Flat:
    """Both at once. Annotations of `outer`, which stands nearer to the reader, win."""
    problem = outer.problem or inner.problem
    if problem or inner.schema is True:
        return Flat(outer.schema, outer.base, problem, outer.opaque)
    if inner.schema is False or outer.schema is False:
        return Flat(False, outer.base)
    if outer.schema is True:
        return inner
    if not (outer.schema.keys() - ANNOTATIONS):
        return Flat({**inner.schema, **outer.schema}, inner.base, None, inner.opaque)
    opaque = inner.opaque or outer.opaque or inner.base != outer.base
    try:
        return Flat(_merged(inner.schema, outer.schema), outer.base, None, opaque)
    except _Unsatisfiable as reason:
        return Flat(outer.schema, outer.base, f"no value can fit: {reason}")
    except _Unmergeable:
        return Flat({**inner.schema, **outer.schema}, outer.base, None, opaque=True)


def _merged(inner: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
    merged = dict(inner)
    for keyword, value in outer.items():
        known = inner.get(keyword, MISSING)
        merged[keyword] = value if known is MISSING or keyword in ANNOTATIONS else _both(keyword, known, value)
    return merged


def _both(keyword: str, one: Any, other: Any) -> Any:
    if keyword == "type":
        return _types(one, other)
    if keyword in _LEAST and is_number(one) and is_number(other):
        return max(one, other, key=decimal_of)
    if keyword in _MOST and is_number(one) and is_number(other):
        return min(one, other, key=decimal_of)
    if keyword == "required" and isinstance(one, list) and isinstance(other, list):
        return [*one, *(name for name in other if name not in one)]
    if keyword == "properties" and isinstance(one, dict) and isinstance(other, dict):
        shared = {
            name: {"allOf": [one[name], other[name]]} for name in one if name in other and one[name] != other[name]
        }
        return {**one, **other, **shared}
    if keyword == "enum" and isinstance(one, list) and isinstance(other, list):
        keys = {identity(value) for value in other}
        left = [value for value in one if identity(value) in keys]
        if not left:
            raise _Unsatisfiable("the choices exclude each other")
        return left
    if same(one, other):
        return other
    if keyword == "const":
        raise _Unsatisfiable("two constants exclude each other")
    raise _Unmergeable


def _types(one: Any, other: Any) -> Any:
    ones, others = (names if isinstance(names, list) else [names] for names in (one, other))
    if not all(isinstance(name, str) for name in (*ones, *others)):
        raise _Unmergeable
    shared = [name for name in ones if name in others or (name == "integer" and "number" in others)]
    shared += [name for name in others if name == "integer" and "number" in ones and name not in shared]
    if not ones or not others:
        raise _Unsatisfiable("no type is allowed")
    if not shared:
        raise _Unsatisfiable(f"it must be {noun_of(ones[0])} and {noun_of(others[0])} at once")
    return shared[0] if len(shared) == 1 else shared
