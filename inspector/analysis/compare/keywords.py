"""What a changed keyword of a JSON Schema does by itself: whether it narrows what is allowed, and whether it widens."""

from typing import Final

from inspector.wire.json import MISSING, Json, dumps

_TYPES: Final = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})
_LOWER: Final = frozenset({"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"})
_UPPER: Final = frozenset({"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"})
_DEMANDS: Final = frozenset(
    {"pattern", "format", "multipleOf", "contentEncoding", "contentMediaType", "dependentRequired", "contains"}
)
_UNJUDGED: Final = frozenset(
    {
        "if",
        "then",
        "else",
        "dependentSchemas",
        "dependencies",
        "unevaluatedProperties",
        "unevaluatedItems",
        "additionalItems",
        "contentSchema",
        "additionalProperties",
        "propertyNames",
        "items",
        "anyOf",
        "oneOf",
        "x-mcp-header",
        "$dynamicRef",
    }
)


def effect(keyword: str, one: dict[str, Json], two: dict[str, Json]) -> tuple[bool, bool]:
    """Whether the change of a keyword between two schemas narrows, and whether it widens; nothing for no change.

    A keyword that holds schemas is judged only by whether it is there: who walks through schemas looks into them.
    """
    before, after = one.get(keyword, MISSING), two.get(keyword, MISSING)
    if keyword in ("enum", "const"):
        return _choice(one, two)
    if keyword == "type":
        return _lacks(_types(before), _types(after)), _lacks(_types(after), _types(before))
    if keyword == "required":
        return _lacks(names(after), names(before)), _lacks(names(before), names(after))
    if keyword in _LOWER or keyword in _UPPER:
        return _bounds(before, after, lower=keyword in _LOWER)
    if keyword == "uniqueItems":
        return after is True, before is True
    if keyword in _DEMANDS or keyword in ("allOf", "not", "prefixItems"):
        return after is not MISSING, before is not MISSING
    return (True, True) if keyword in _UNJUDGED else (False, False)


def _bounds(before: Json, after: Json, *, lower: bool) -> tuple[bool, bool]:
    if before is MISSING or after is MISSING:
        return before is MISSING, after is MISSING
    if not _is_number(before) or not _is_number(after):
        return True, True
    up, down = bool(after > before), bool(after < before)
    return (up, down) if lower else (down, up)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _types(value: Json) -> frozenset[str]:
    named = [value] if isinstance(value, str) else value if isinstance(value, list) else sorted(_TYPES)
    found = frozenset(one for one in named if isinstance(one, str))
    return found | {"integer"} if "number" in found else found


def _lacks(some: frozenset[str], other: frozenset[str]) -> bool:
    return bool(some - other)


def names(value: Json) -> frozenset[str]:
    """The names that `required` lists; none where it is no list."""
    return frozenset(one for one in value if isinstance(one, str)) if isinstance(value, list) else frozenset()


def _choice(one: dict[str, Json], two: dict[str, Json]) -> tuple[bool, bool]:
    """The effect of `enum` and `const`, which say the same in two ways."""
    old, new = _values(one), _values(two)
    if old is None or new is None:
        return new is not None, old is not None
    return _lacks(old, new), _lacks(new, old)


def _values(schema: dict[str, Json]) -> frozenset[str] | None:
    """The values that a schema lists, as texts that are equal where they are; None if it lists none."""
    listed = [schema["const"]] if "const" in schema else schema.get("enum", MISSING)
    return frozenset(dumps(one) for one in listed) if isinstance(listed, list) else None
