"""From a subschema to the field that fills it.

Fails closed: a schema with a keyword that the field's widget would not honour becomes a `json` field, so that no widget
offers values which the schema refuses.
"""

from dataclasses import replace
from typing import Any, Final, NamedTuple

from inspector.forms import pointer
from inspector.forms.alternatives import Chooser
from inspector.forms.choices import TooMany, choices_of, options_of
from inspector.forms.dialects import Dialect
from inspector.forms.facts import (
    TYPES,
    examples_of,
    is_long,
    is_null,
    list_in,
    malformed,
    own_child,
    pattern_fault,
    text_in,
    types_of,
)
from inspector.forms.fields import Field, Kind, Options, Place
from inspector.forms.in_force import Enforcer
from inspector.forms.labels import variant_labels
from inspector.forms.merging import ANNOTATIONS, Flat, Flattener
from inspector.forms.parts import Part, Parts
from inspector.forms.references import References
from inspector.forms.validation import validate_part
from inspector.wire.json import MISSING

_UNDRAWN: Final = frozenset(
    ("not", "if", "dependentSchemas", "dependencies", "$dynamicRef", "$recursiveRef", "extends", "disallow")
)
"""Keywords that no widget of a scalar honours."""
_DEFAULT_BUDGET: Final = 2_000


class _Reading(NamedTuple):
    kind: Kind
    nullable: bool = False
    options: Options = Options()
    variants: tuple[str, ...] = ()
    takes_text: bool = False
    problem: str | None = None
    schema: Any = None


class Reader:
    """Reads the fields of one document."""

    def __init__(self, references: References, dialect: Dialect) -> None:
        self.references = references
        self.dialect = dialect
        self._flattener = Flattener(references, dialect)
        self.parts = Parts(references, dialect)
        self.chooser = Chooser(self.parts, self._flattener)
        self.enforcer = Enforcer(self.parts, self.chooser)

    def flat(self, schema: Any, base: str) -> Flat:
        """The schema with references and `allOf` worked in."""
        return self._flattener.flat(schema, base)

    def field(self, schema: Any, base: str, path: str, required: bool) -> Field:
        """The field for a subschema. Never raises: what is wrong is its `problem`."""
        part = Part(schema, base)
        known: Field = self.parts.once("field", (part,), lambda: self._field(schema, base, path, required))
        if (known.path, known.required) == (path, required):
            return known
        if known.problem and isinstance(known.schema, dict) and "default" in known.schema:
            return self._field(schema, base, path, required)  # its problem names the place
        name = _name(path)
        label = name if known.label == known.name else known.label
        return replace(known, path=path, name=name, label=label, required=required)

    def _field(self, schema: Any, base: str, path: str, required: bool) -> Field:
        name = _name(path)
        flat = self.flat(schema, base)
        reading = self._read(flat)
        drawn = reading.schema if reading.schema is not None else flat.schema
        notes = flat.schema if isinstance(flat.schema, dict) else {}
        place = Place(schema, base)
        default, fault = self._default(notes, place, path)
        return Field(
            path=path,
            name=name,
            label=text_in(notes.get("title")) or name,
            kind=reading.kind,
            required=required,
            nullable=reading.nullable or (reading.kind == "union" and self._allows_null(place)),
            schema=drawn,
            place=place,
            default=default,
            options=reading.options,
            variants=self._variants(reading, place),
            description=text_in(notes.get("description")),
            examples=examples_of(notes),
            format=text_in(notes.get("format")) or (text_in(drawn.get("format")) if isinstance(drawn, dict) else None),
            problem="; ".join(part for part in (reading.problem, fault) if part) or None,
            takes_text=reading.takes_text,
        )

    def child(self, parent: Field, name: str) -> Field:
        """The field of a member or element of `parent`; where the schema says nothing, a `json` field."""
        path = f"{parent.path}/{pointer.escape(name)}"
        found = self._child_schemas(parent.schema, parent.place.base, name, 0)
        schemas = [schema for index, schema in enumerate(found) if schema not in found[:index]]
        flat = self.flat(parent.place.schema, parent.place.base)
        required = isinstance(parent.schema, dict) and name in list_in(parent.schema.get("required"))
        part = schemas[0] if len(schemas) == 1 else {"anyOf": schemas} if schemas else True
        return self.field(part, flat.base, path, required)

    def variants(self, schema: Any, base: str) -> list[Flat]:
        """The flattened variants of `oneOf` and `anyOf` that are objects."""
        if not isinstance(schema, dict):
            return []
        members = [*list_in(schema.get("oneOf")), *list_in(schema.get("anyOf"))]
        return [flat for flat in (self.flat(member, base) for member in members[:100]) if isinstance(flat.schema, dict)]

    def _child_schemas(self, schema: Any, base: str, name: str, depth: int) -> list[Any]:
        if not isinstance(schema, dict) or depth > 4:
            return []
        found = own_child(schema, name)
        if found is not MISSING:
            return [found]
        through: list[Any] = []
        for variant in self.variants(schema, base):
            through += self._child_schemas(variant.schema, variant.base, name, depth + 1)
        if through:
            return through
        rest = schema.get("additionalProperties", MISSING)
        return [] if rest is MISSING else [rest]

    def _allows_null(self, place: Place) -> bool:
        judged = validate_part(None, place.schema, self.references, place.base, self.dialect, budget=_DEFAULT_BUDGET)
        return judged.valid is True

    def _variants(self, reading: _Reading, place: Place) -> tuple[str, ...]:
        if not reading.variants:
            return ()
        found = self.chooser.alternatives(self.parts.of(place.schema, place.base))
        return tuple(one.label for one in found.each) or reading.variants

    def _default(self, schema: dict[str, Any], place: Place, path: str) -> tuple[Any, str | None]:
        default = schema.get("default", MISSING)
        if default is MISSING:
            return MISSING, None
        judged = validate_part(
            default, place.schema, self.references, place.base, self.dialect, path=path, budget=_DEFAULT_BUDGET
        )
        if judged.errors:
            return MISSING, f"the default does not fit and is not used: {judged.errors[0].message}"
        if judged.unchecked and judged.unchecked[0].reason.startswith("not validated: NaN"):
            return MISSING, "the default is not JSON"
        return default, None

    def _read(self, flat: Flat) -> _Reading:
        schema = flat.schema
        if flat.problem:
            return _Reading("json", takes_text=True, problem=flat.problem)
        if schema is False:
            return _Reading("json", takes_text=True, problem="the schema allows no value here")
        if schema is True:
            return _Reading("json", nullable=True, takes_text=True)
        fault = malformed(schema)
        if fault:
            return _Reading("json", takes_text=True, problem=fault)
        types = types_of(schema)
        takes_text = "string" in types
        # An object or array is edited as JSON, which honours every keyword.
        nested = {"object", "array"} & set(types) and any(key in schema for key in ("properties", "items"))
        if flat.opaque or (not nested and _UNDRAWN & schema.keys()):
            only = {name for name in types if name != "null"}
            if only in ({"object"}, {"array"}):  # as JSON or level by level, every keyword is honoured
                kind: Kind = "object" if "object" in only else "array"
                return _Reading(kind, nullable="null" in types and "not" not in schema)
            return _Reading("json", nullable="null" in types and "not" not in schema, takes_text=takes_text)
        try:
            return self._drawn(schema, flat.base, types)
        except TooMany as many:
            return _Reading("json", takes_text=takes_text, problem=str(many))

    def _drawn(self, schema: dict[str, Any], base: str, types: list[str]) -> _Reading:
        if "const" in schema:
            options = options_of([schema["const"]], [])
            return _Reading("const", schema["const"] is None, options)
        choices = choices_of(schema, base, self)
        if choices is not None:
            problem = None if choices.options else "the schema allows no value here: there is no choice"
            return _Reading("enum", choices.nullable, choices.options, problem=problem)
        if "anyOf" in schema or "oneOf" in schema:
            return self._composed(schema, base, types)
        nullable = "null" in types and len(types) > 1
        rest = [name for name in types if name != "null"] or types
        if len(types) == len(TYPES):
            return self._untyped(schema, base)
        if len(rest) == 1:
            return self._typed(rest[0], schema, base)._replace(nullable=nullable)
        return _Reading("union", nullable, variants=tuple(rest), takes_text="string" in rest)

    def _composed(self, schema: dict[str, Any], base: str, types: list[str]) -> _Reading:
        keyword = "anyOf" if "anyOf" in schema else "oneOf"
        if "anyOf" in schema and "oneOf" in schema:
            return _Reading("json", takes_text="string" in types)
        members = schema[keyword]
        if len(members) > 500:
            raise TooMany(len(members), "variants")
        flats = [self.flat(member, base) for member in members]
        real = [flat for flat in flats if not is_null(flat.schema)]
        nullable = len(real) < len(flats) and "null" in types
        rest = {name: value for name, value in schema.items() if name != keyword}
        if len(real) == 1 and (nullable or len(flats) == 1):
            beside = {name: value for name, value in rest.items() if name not in ANNOTATIONS and name != "type"}
            if real[0].problem or real[0].base != base or not isinstance(real[0].schema, dict):
                return self._read(real[0])._replace(nullable=nullable)
            drawn = self._read(self.flat({"allOf": [real[0].schema, beside]}, base) if beside else real[0])
            return drawn._replace(nullable=nullable or drawn.nullable, schema=drawn.schema or real[0].schema)
        texts = any(
            isinstance(flat.schema, dict) and "string" in types_of(flat.schema) and not _UNDRAWN & flat.schema.keys()
            for flat in real
        )
        labels = tuple(variant_labels([flat.schema for flat in real]))
        return _Reading("union", nullable, variants=labels, takes_text=texts and "string" in types)

    def _untyped(self, schema: dict[str, Any], base: str) -> _Reading:
        """No type: its own keywords may still say that only one kind of value is meant; nothing else is guessed."""
        if "properties" in schema:
            return self._typed("object", schema, base)
        if "items" in schema or "prefixItems" in schema:
            return self._typed("array", schema, base)
        return _Reading("json", nullable=True, takes_text=True)

    def _typed(self, name: str, schema: dict[str, Any], base: str) -> _Reading:
        if name == "string":
            return _Reading("text" if is_long(schema) else "string", takes_text=True, problem=pattern_fault(schema))
        if name == "boolean":
            return _Reading("boolean", options=options_of([True, False], []))
        if name == "object":
            return _Reading(
                "object" if schema.get("properties") or schema.get("additionalProperties") is False else "map"
            )
        if name == "array":
            return self._array(schema, base)
        return _Reading("integer" if name == "integer" else "number" if name == "number" else "null")

    def _array(self, schema: dict[str, Any], base: str) -> _Reading:
        items = schema.get("items")
        if not isinstance(items, dict) or "prefixItems" in schema or "contains" in schema:
            return _Reading("array")
        flat = self.flat(items, base)
        if flat.problem or flat.opaque or not isinstance(flat.schema, dict) or malformed(flat.schema):
            return _Reading("array")
        if flat.schema.keys() & _UNDRAWN or ("const" in flat.schema):
            return _Reading("array")
        try:
            choices = choices_of(flat.schema, flat.base, self)
        except TooMany:
            choices = None
        if choices is None or not choices.options:
            return _Reading("array")
        return _Reading("multi-enum", options=choices.options)


def _name(path: str) -> str:
    names = pointer.split(path)
    return names[-1] if names else "arguments"
