"""What is wrong with a JSON Schema as such, found without a validator: keywords of the wrong type, bad references.

Only what is surely wrong is told of. Source: JSON Schema 2020-12, Core and Validation; what older drafts have otherwise
(`exclusiveMinimum` as a flag, `items` as a list) is let pass where `$schema` names one of them.
"""

from collections.abc import Iterator
from typing import Final

from inspector.analysis.rules.shapes import is_a
from inspector.analysis.words import brief, short
from inspector.wire.json import Json

_TYPES: Final = frozenset({"null", "boolean", "object", "array", "number", "string", "integer"})
_SCHEMAS_BY_NAME: Final = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_ONE_SCHEMA: Final = frozenset(
    {
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
    }
)
_SCHEMAS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_COUNTS: Final = frozenset(
    {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"}
)
_NUMBERS: Final = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_TEXTS: Final = frozenset(
    {"title", "description", "format", "pattern", "$comment", "$ref", "$id", "$anchor", "contentEncoding"}
)
_At = tuple[str | int, ...]
"""Where a subschema stands: the steps of its JSON Pointer."""

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
    stack: list[tuple[_At, Json]] = [((), schema)]
    looked = 0
    while stack and looked < _MOST:
        at, one = stack.pop()
        looked += 1
        if isinstance(one, bool):
            continue
        if not isinstance(one, dict):
            if not (older and isinstance(one, list) and at[-1:] == ("items",)):
                yield f"{_pointer(at) or 'the schema'} is {brief(one, 40)}, no schema"
            continue
        for wrong in _keywords(one, older):
            yield f"{_pointer(at)}/{wrong}"
        stack.extend(reversed(list(_within(at, one))))


def network_references(schema: Json) -> Iterator[str]:
    """The `$ref`s that lead to the network, which clients do not follow."""
    own = schema.get("$id") if isinstance(schema, dict) else None
    stack: list[tuple[_At, Json]] = [((), schema)]
    looked = 0
    while stack and looked < _MOST:
        at, one = stack.pop()
        looked += 1
        if not isinstance(one, dict):
            continue
        target = one.get("$ref")
        if isinstance(target, str) and "://" in target and not (isinstance(own, str) and target.startswith(own)):
            yield f"{_pointer(at)}/$ref leads to {short(target, 80)}"
        stack.extend(_within(at, one))


def _pointer(at: _At) -> str:
    return "".join(f"/{short(str(step), 40)}" for step in at)


def _within(at: _At, schema: dict[str, Json]) -> Iterator[tuple[_At, Json]]:
    for keyword, held in schema.items():
        if keyword in _SCHEMAS_BY_NAME:
            if isinstance(held, dict):
                yield from (((*at, keyword, name), one) for name, one in held.items())
        elif keyword in _ONE_SCHEMA:
            yield (*at, keyword), held
        elif keyword in _SCHEMAS and isinstance(held, list):
            yield from (((*at, keyword, number), one) for number, one in enumerate(held))


def _keywords(schema: dict[str, Json], older: bool) -> Iterator[str]:
    for keyword, value in schema.items():
        wrong = _wrong(keyword, value, older)
        if wrong:
            yield f"{keyword} is {brief(value, 40)}, {wrong}"


def _wrong(keyword: str, value: Json, older: bool) -> str:
    """What a keyword must be and is not; an empty text if it is, or if the keyword is none of these."""
    if keyword in _TEXTS:
        return "" if isinstance(value, str) else "not a string"
    if keyword == "type":
        if isinstance(value, str):
            return "" if value in _TYPES else "which is none"
        kinds = value if isinstance(value, list) else []
        return "" if kinds and all(isinstance(one, str) and one in _TYPES for one in kinds) else "which is none"
    if keyword in _SCHEMAS_BY_NAME:
        return "" if isinstance(value, dict) else "not an object"
    if keyword in _SCHEMAS:
        return "" if isinstance(value, list) and value else "not a list of schemas"
    if keyword in _COUNTS:
        return "" if is_a(value, "an integer") and value >= 0 else "not a count"
    if keyword in _NUMBERS:
        flag = older and isinstance(value, bool) and keyword.startswith("exclusive")
        return "" if flag or is_a(value, "a number") else "not a number"
    if keyword == "required":
        return "" if _names(value) or (older and isinstance(value, bool)) else "not a list of names, each once"
    return "not an array" if keyword == "enum" and not isinstance(value, list) else ""


def _names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value) and len(value) == len(set(value))
