"""What is wrong with a JSON Schema as such, found without a validator: keywords of the wrong type, bad references.

Only what is surely wrong is told of. Source: JSON Schema 2020-12, Core and Validation; what older drafts have otherwise
(`exclusiveMinimum` as a flag, `items` as a list) is let pass where `$schema` names one of them.
"""

from collections.abc import Iterator
from typing import Final

from inspector.analysis.rules.shapes import is_a
from inspector.analysis.words import brief, short
from inspector.wire.json import MISSING, Json

_TYPES: Final = frozenset({"null", "boolean", "object", "array", "number", "string", "integer"})
_SCHEMAS_BY_NAME: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_ONE_SCHEMA: Final = (
    "additionalProperties",
    "items",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
)
_SCHEMAS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_COUNTS: Final = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains")
_NUMBERS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_TEXTS: Final = ("title", "description", "format", "pattern", "$comment", "$ref", "$id", "$anchor", "contentEncoding")
_MOST: Final = 2_000
"""Subschemas that are looked at."""

_CURRENT: Final = "https://json-schema.org/draft/2020-12/schema"
_OLDER: Final = ("draft-04", "draft-06", "draft-07", "draft/2019-09")


def dialect(schema: Json) -> str | None:
    """The `$schema` of a schema: an empty text where it is the default's, None where it is none that there is."""
    named = schema.get("$schema", "") if isinstance(schema, dict) else ""
    if not isinstance(named, str):
        return None
    bare = named.rstrip("#")
    if bare in ("", _CURRENT) or bare.replace("http://", "https://") == _CURRENT:
        return ""
    return bare if "json-schema.org/" in bare and any(one in bare for one in _OLDER) else None


def faults(schema: Json, *, any_dialect: bool = False) -> Iterator[str]:
    """What is surely wrong, each as a clause with a JSON Pointer: `/properties/a/type is 3, which is no type`.

    `any_dialect`: the revision has no default, so that a schema that names none may be of an older draft.
    """
    older = any_dialect or bool(dialect(schema)) or dialect(schema) is None
    stack: list[tuple[str, Json]] = [("", schema)]
    looked = 0
    while stack and looked < _MOST:
        at, one = stack.pop()
        looked += 1
        if isinstance(one, bool):
            continue
        if not isinstance(one, dict):
            if not (older and isinstance(one, list) and at.endswith("/items")):
                yield f"{at or 'the schema'} is {brief(one, 40)}, no schema"
            continue
        for wrong in _keywords(one, older):
            yield f"{at}/{wrong}"
        stack.extend(reversed(list(_within(at, one))))


def network_references(schema: Json) -> Iterator[str]:
    """The `$ref`s that lead to the network, which clients do not follow."""
    own = schema.get("$id") if isinstance(schema, dict) else None
    stack: list[tuple[str, Json]] = [("", schema)]
    looked = 0
    while stack and looked < _MOST:
        at, one = stack.pop()
        looked += 1
        if not isinstance(one, dict):
            continue
        target = one.get("$ref")
        if isinstance(target, str) and "://" in target and not (isinstance(own, str) and target.startswith(own)):
            yield f"{at}/$ref leads to {short(target, 80)}"
        stack.extend(_within(at, one))


def _within(at: str, schema: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    for keyword in _SCHEMAS_BY_NAME:
        held = schema.get(keyword)
        if isinstance(held, dict):
            yield from ((f"{at}/{keyword}/{short(name, 40)}", one) for name, one in held.items())
    for keyword in _ONE_SCHEMA:
        if keyword in schema:
            yield f"{at}/{keyword}", schema[keyword]
    for keyword in _SCHEMAS:
        held = schema.get(keyword)
        if isinstance(held, list):
            yield from ((f"{at}/{keyword}/{number}", one) for number, one in enumerate(held))


def _keywords(schema: dict[str, Json], older: bool) -> Iterator[str]:
    kind = schema.get("type", MISSING)
    kinds = kind if isinstance(kind, list) else [kind]
    if kind is not MISSING and not (kinds and all(isinstance(one, str) and one in _TYPES for one in kinds)):
        yield f"type is {brief(kind, 40)}, which is none"
    for keyword in _SCHEMAS_BY_NAME:
        if keyword in schema and not isinstance(schema[keyword], dict):
            yield f"{keyword} is {brief(schema[keyword], 40)}, not an object"
    for keyword in _SCHEMAS:
        held = schema.get(keyword, MISSING)
        if held is not MISSING and not (isinstance(held, list) and held):
            yield f"{keyword} is {brief(held, 40)}, not a list of schemas"
    for keyword in _COUNTS:
        count = schema.get(keyword, 0)
        if not is_a(count, "an integer") or count < 0:
            yield f"{keyword} is {brief(count, 40)}, not a count"
    for keyword in _NUMBERS:
        value = schema.get(keyword, 0)
        flag = older and isinstance(value, bool) and keyword.startswith("exclusive")
        if not flag and not is_a(value, "a number"):
            yield f"{keyword} is {brief(value, 40)}, not a number"
    for keyword in _TEXTS:
        if keyword in schema and not isinstance(schema[keyword], str):
            yield f"{keyword} is {brief(schema[keyword], 40)}, not a string"
    required = schema.get("required", MISSING)
    if required is not MISSING and not (older and isinstance(required, bool)) and not _names(required):
        yield f"required is {brief(required, 40)}, not a list of names, each once"
    if "enum" in schema and not isinstance(schema["enum"], list):
        yield f"enum is {brief(schema['enum'], 40)}, not an array"


def _names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value) and len(value) == len(set(value))
