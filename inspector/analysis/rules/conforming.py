"""Where a value surely departs from its schema: a check that needs no validator and never costs much.

It follows what leaves no doubt (`type`, `enum`, `const`, `required`, `properties`, `additionalProperties`, `items`,
bounds) and passes over the rest: it may miss a departure, and never claims one that is none.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from inspector.analysis.rules.shapes import alike, is_a
from inspector.analysis.words import brief, short
from inspector.wire.json import MISSING, Json

_MOST: Final = 5_000
"""Values that are looked at."""
_TYPES: Final = {"object": dict, "array": list, "string": str, "boolean": bool}


def departures(schema: Json, value: Json) -> Iterator[str]:
    """Each departure as a clause with a JSON Pointer into the value: `/a is 3, not a string`."""
    root = schema
    stack: list[tuple[str, Json, Json]] = [("", schema, value)]
    looked = 0
    while stack and looked < _MOST:
        at, one, given = stack.pop()
        looked += 1
        one = _followed(one, root)
        if one is False:
            yield f"{at or 'the value'} may not be there"
        if not isinstance(one, dict):
            continue
        wrong = _itself(one, given)
        if wrong:
            yield f"{at or 'it'} is {brief(given, 40)}, {wrong}"
            continue
        if isinstance(given, dict):
            yield from _members(at, one, given)
        stack.extend(_within(at, one, given))


def _followed(schema: Json, root: Json) -> Json:
    """The schema that a local reference leads to, where it is all that the schema says; True where that is unclear."""
    for _ in range(8):
        if not isinstance(schema, dict) or "$ref" not in schema:
            return schema
        target = schema["$ref"]
        if not isinstance(target, str) or not target.startswith("#"):
            return True
        found: Json = root
        for step in target[1:].split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            found = found.get(name, MISSING) if isinstance(found, dict) else MISSING
        if found is MISSING:
            return True
        schema = found
    return True


def _itself(schema: dict[str, Json], value: Json) -> str:
    kind = schema.get("type", MISSING)
    kinds = kind if isinstance(kind, list) else [kind]
    if kind is not MISSING and all(isinstance(one, str) for one in kinds) and not any(_is(value, one) for one in kinds):
        return f"not of type {' or '.join(short(one, 20) for one in kinds)}"
    if isinstance(schema.get("enum"), list) and not any(alike(value, one) for one in schema["enum"]):
        return "none of the values that there are"
    if "const" in schema and not alike(value, schema["const"]):
        return f"not {brief(schema['const'], 40)}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _bounds(schema, value, value, "minimum", "maximum")
    if isinstance(value, str):
        return _bounds(schema, len(value), value, "minLength", "maxLength")
    return _bounds(schema, len(value), value, "minItems", "maxItems") if isinstance(value, list) else ""


def _bounds(schema: dict[str, Json], size: float, value: Json, least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if isinstance(low, int | float) and not isinstance(low, bool) and size < low:
        return f"below the {least} {low}"
    if isinstance(high, int | float) and not isinstance(high, bool) and size > high:
        return f"above the {most} {high}"
    return ""


def _is(value: Json, kind: str) -> bool:
    if kind == "null":
        return value is None
    if kind in ("number", "integer"):
        return is_a(value, "a number" if kind == "number" else "an integer")
    return isinstance(value, _TYPES[kind]) if kind in _TYPES else True


def _members(at: str, schema: dict[str, Json], value: dict[str, Json]) -> Iterator[str]:
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in value:
            yield f"{at}/{short(name, 40)} is missing"
    named = schema.get("properties")
    if schema.get("additionalProperties") is False and "patternProperties" not in schema:
        known = named if isinstance(named, dict) else {}
        for name in islice(value, _MOST):
            if name not in known:
                yield f"{at}/{short(name, 40)} may not be there"


def _within(at: str, schema: dict[str, Json], value: Json) -> Iterator[tuple[str, Json, Json]]:
    named, items = schema.get("properties"), schema.get("items")
    if isinstance(value, dict) and isinstance(named, dict):
        for name, one in named.items():
            if name in value:
                yield f"{at}/{short(name, 40)}", one, value[name]
    elif isinstance(value, list) and isinstance(items, dict) and "prefixItems" not in schema:
        yield from ((f"{at}/{number}", items, one) for number, one in enumerate(value[:_MOST]))
