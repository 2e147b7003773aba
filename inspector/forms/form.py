"""The form of a JSON Schema: its fields, its problems, and the way down into nested ones.

Every schema gives a form. What cannot be drawn is one field for the whole, edited as JSON, with the reason beside it.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.dialects import DRAFT_2020_12, Dialect, dialect_of
from inspector.forms.facts import list_in, malformed
from inspector.forms.fields import Field, Place
from inspector.forms.merging import Flat
from inspector.forms.reading import Reader
from inspector.forms.references import References
from inspector.forms.validation import unknown_dialect, validate_part
from inspector.forms.verdict import Unchecked, Validation, kind_of
from inspector.wire.json import MISSING

_MAX_NODES: Final = 120_000
_MAX_DEPTH: Final = 256
_MAX_FIELDS: Final = 5_000
_MAX_VARIANTS: Final = 100


@dataclass(frozen=True, slots=True)
class Form:
    """A form for an object (the arguments of a call, the content of an answer).

    `root` stands for the whole object, at the empty path. `fields` are its members in the schema's order; where the
    whole is a union, `root` comes first among them, and where nothing can be drawn it is the only one. `problems` are
    sentences about the schema as a whole. `is_open` says whether members that no field names are allowed.
    """

    schema: Any
    dialect: Dialect | str
    root: Field
    fields: tuple[Field, ...]
    problems: tuple[str, ...]
    is_open: bool
    reader: Reader = field(repr=False, compare=False)
    """What reads further fields of the schema on demand."""

    @property
    def only_json(self) -> bool:
        """Whether nothing but the whole as JSON can be edited."""
        return self.fields == (self.root,)

    def field_at(self, path: str) -> Field:
        """The field at any pointer, read from the schema on demand. Raises `pointer.BadPointer`."""
        names = pointer.split(path)
        found = self.root
        if names:
            first = f"/{pointer.escape(names[0])}"
            found = next((own for own in self.fields if own.path == first), None) or self.reader.child(found, names[0])
        for name in names[1:]:
            found = self.reader.child(found, name)
        return found

    def children(self, parent: Field) -> tuple[Field, ...]:
        """The fields one level below an `object` field; for other kinds, none."""
        if parent is self.root:
            return tuple(own for own in self.fields if own.path)
        members = parent.schema.get("properties") if isinstance(parent.schema, dict) else None
        if parent.kind != "object" or not isinstance(members, dict):
            return ()
        return tuple(self.reader.child(parent, name) for name in list(members)[:_MAX_FIELDS])

    def variant_fields(self, union: Field) -> tuple[Field, ...]:
        """The variants of a union or of a list of types, each as a field at the same place."""
        schema = union.schema if isinstance(union.schema, dict) else {}
        base = self.reader.flat(union.place.schema, union.place.base).base
        members = [*list_in(schema.get("oneOf")), *list_in(schema.get("anyOf"))][:_MAX_VARIANTS]
        if not members and isinstance(schema.get("type"), list):
            members = [{**schema, "type": name} for name in schema["type"]]
        return tuple(self.reader.field(member, base, union.path, union.required) for member in members)

    def validate(self, value: Any) -> Validation:
        """What the whole schema says of the whole object."""
        if self.schema is MISSING:
            return Validation(unchecked=(Unchecked("", "not validated: there is no schema", ""),))
        if isinstance(self.dialect, str):
            return unknown_dialect(self.dialect)
        reader = self.reader
        return validate_part(value, self.schema, reader.references, reader.references.base, reader.dialect)

    def validate_field(self, own: Field, value: Any) -> Validation:
        """What the schema of one field says of a value for it."""
        if isinstance(self.dialect, str):
            return unknown_dialect(self.dialect)
        place, reader = own.place, self.reader
        return validate_part(value, place.schema, reader.references, place.base, reader.dialect, path=own.path)


def form_of(schema: Any, *, default: Dialect = DRAFT_2020_12) -> Form:
    """The form of a schema for an object; `MISSING` where the peer gave none.

    `default` is the dialect of a schema without `$schema`. Never raises, reads no file and asks no network.
    """
    dialect = dialect_of(schema, default)
    known = dialect if isinstance(dialect, Dialect) else default
    reader = Reader(References(schema, known), known)
    fault = _fault(schema)
    if fault:
        return _json_form(schema, dialect, reader, fault)
    base = reader.references.base
    flat = reader.flat(schema, base)
    fault = flat.problem or _root_fault(flat)
    if fault:
        return _json_form(schema, dialect, reader, fault)
    return _object_form(schema, dialect, reader, flat)


def _fault(schema: Any) -> str | None:
    if schema is MISSING:
        return "there is no schema"
    if not isinstance(schema, dict):
        return f"the schema is {kind_of(schema)}, not an object"
    return _oversize(schema)


def _oversize(schema: Any) -> str | None:
    nodes = 0
    level = [schema]
    for _ in range(_MAX_DEPTH):
        if not level:
            return None
        nodes += len(level)
        if nodes > _MAX_NODES:
            return f"the schema is too large: more than {_MAX_NODES:,} parts"
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
    return f"the schema is too large: nested deeper than {_MAX_DEPTH} levels"


def _root_fault(flat: Flat) -> str | None:
    schema = flat.schema
    if not isinstance(schema, dict):
        return "the schema allows no object"
    types = schema.get("type", "object")
    if types != "object" and not (isinstance(types, list) and "object" in types):
        return malformed(schema) or f"the type at the root is {types}, not object"
    return malformed(schema)


def _json_form(schema: Any, dialect: Dialect | str, reader: Reader, fault: str) -> Form:
    root = Field(
        "", "arguments", "arguments", "json", True, False, {}, Place(schema, reader.references.base), problem=fault
    )
    return Form(schema, dialect, root, (root,), (fault,), True, reader)


def _object_form(schema: Any, dialect: Dialect | str, reader: Reader, flat: Flat) -> Form:
    base = reader.references.base
    drawn = flat.schema
    required = drawn.get("required")
    names = required if isinstance(required, list) else []
    own: dict[str, Any] = drawn.get("properties") or {}
    beside = _conditional_members(reader, drawn, flat.base, own)
    variants = reader.variants(drawn, flat.base)
    is_union = bool(variants) and (not own or any(name not in own for one in variants for name in _members(one.schema)))
    root = reader.field(schema, base, "", required=True)
    problems = []
    if isinstance(dialect, str):
        problems.append(f"the dialect {dialect} is not known: read as {reader.dialect.name}, and not validated")
    if required is not None and not isinstance(required, list):
        problems.append(f"required is {kind_of(required)}, not an array")
    if len(own) > _MAX_FIELDS:
        problems.append(f"the schema is too large: {len(own):,} members, of which {_MAX_FIELDS:,} are shown")
    members = [
        reader.field(part, flat.base, f"/{pointer.escape(name)}", name in names)
        for name, part in list({**own, **beside}.items())[:_MAX_FIELDS]
    ]
    fields = (root, *members) if is_union else tuple(members)
    is_open = (
        drawn.get("additionalProperties", True) is not False and drawn.get("unevaluatedProperties", True) is not False
    )
    return Form(schema, dialect, root, fields, tuple(problems), is_open, reader)


def _members(schema: Any) -> dict[str, Any]:
    members = schema.get("properties") if isinstance(schema, dict) else None
    return members if isinstance(members, dict) else {}


def _conditional_members(reader: Reader, schema: dict[str, Any], base: str, own: dict[str, Any]) -> dict[str, Any]:
    """Members that only a variant or a condition names: each optional, as any of the schemas that name it."""
    dependent = schema.get("dependentSchemas")
    parts = [schema.get("then"), schema.get("else"), *(dependent.values() if isinstance(dependent, dict) else ())]
    flats = [*reader.variants(schema, base), *(reader.flat(part, base) for part in parts if isinstance(part, dict))]
    found: dict[str, list[Any]] = {}
    for flat in flats:
        for name, part in _members(flat.schema).items():
            if name not in own and part not in found.setdefault(name, []):
                found[name].append(part)
    return {name: parts[0] if len(parts) == 1 else {"anyOf": parts} for name, parts in found.items()}
