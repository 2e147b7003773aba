"""Checks a value against a JSON Schema, as far as the library's own schemas go.

A full validator takes longer to load than the whole server takes to start. This one knows exactly the keywords that
the tools use (`KEYWORDS`); a schema with any other is a mistake of ours, which the tests look for.
Source: `2026-07-28 basic/index#json-schema-usage`; dialect 2020-12.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any, Final

from inspector.wire.json import Json

_SILENT: Final = frozenset({"title", "description", "default", "examples", "$defs", "x-mcp-header", "enumNames"})
_ASSERTING: Final = frozenset(
    {"type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "pattern", "format"}
    | {"properties", "required", "additionalProperties", "items", "minItems", "maxItems", "uniqueItems"}
    | {"oneOf", "anyOf", "$ref"}
)
KEYWORDS: Final = _SILENT | _ASSERTING
"""Every keyword that is understood; all but the annotations are enforced."""

_TYPES: Final[dict[str, Any]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "number": lambda value: _is_number(value),
    "integer": lambda value: _is_number(value) and float(value).is_integer(),
}


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(one: Json, other: Json) -> bool:
    """Equality as JSON Schema has it: `1` is `1.0`, but `true` is not `1`."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 10


def _is_date_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None and "T" in text.upper()
    except ValueError:
        return False


_FORMATS: Final[dict[str, Callable[[str], bool]]] = {
    "date": _is_date,
    "date-time": _is_date_time,
    "email": lambda text: re.fullmatch(r"[^@\s]+@[^@\s]+", text) is not None,
    "uri": lambda text: re.fullmatch(r"[A-Za-z][A-Za-z0-9+.\-]*:[^\s]+", text) is not None,
}


def problems(value: Json, schema: Json) -> list[str]:
    """What is wrong with `value`, one sentence each; empty if it fits."""
    return list(_problems(value, schema, "", schema))


def _problems(value: Json, schema: Json, where: str, root: Json) -> Iterator[str]:
    name = where or "the arguments"
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        yield from _problems(value, target, where, root)
    if "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_TYPES[kind](value) for kind in kinds):
            yield f"{name} is not of type {' or '.join(kinds)}"
            return
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield f"{name} is not one of {', '.join(str(one) for one in schema['enum'])}"
    if "const" in schema and not _same(value, schema["const"]):
        yield f"{name} is not {schema['const']}"
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            fitting = sum(not problems_in for problems_in in _branches(value, schema[keyword], where, root))
            if fitting == 0 or (keyword == "oneOf" and fitting > 1):
                yield f"{name} fits {fitting or 'none'} of the {len(schema[keyword])} shapes it may have"
    if isinstance(value, str):
        yield from _text_problems(value, schema, name)
    elif isinstance(value, dict):
        yield from _object_problems(value, schema, where, root)
    elif isinstance(value, list):
        yield from _array_problems(value, schema, where, root)
    elif _is_number(value):
        yield from _number_problems(value, schema, name)


def _branches(value: Json, schemas: Json, where: str, root: Json) -> Iterator[list[str]]:
    for schema in schemas:
        yield list(_problems(value, schema, where, root))


def _text_problems(value: str, schema: Json, name: str) -> Iterator[str]:
    if len(value) < schema.get("minLength", 0):
        yield f"{name} is shorter than {schema['minLength']} characters"
    if "maxLength" in schema and len(value) > schema["maxLength"]:
        yield f"{name} is longer than {schema['maxLength']} characters"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{name} does not match {schema['pattern']}"
    if "format" in schema and not _FORMATS[schema["format"]](value):
        yield f"{name} is not a {schema['format']}"


def _number_problems(value: float, schema: Json, name: str) -> Iterator[str]:
    if "minimum" in schema and not value >= schema["minimum"]:
        yield f"{name} is less than {schema['minimum']}"
    if "exclusiveMinimum" in schema and not value > schema["exclusiveMinimum"]:
        yield f"{name} is not more than {schema['exclusiveMinimum']}"
    if "maximum" in schema and not value <= schema["maximum"]:
        yield f"{name} is more than {schema['maximum']}"


def _object_problems(value: dict[str, Json], schema: Json, where: str, root: Json) -> Iterator[str]:
    known = schema.get("properties", {})
    rest = schema.get("additionalProperties", True)
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{_join(where, name)} is missing"
    for name, member in value.items():
        if name in known:
            yield from _problems(member, known[name], _join(where, name), root)
        elif rest is False:
            yield f"{_join(where, name)} is not known here"
        elif isinstance(rest, dict):
            yield from _problems(member, rest, _join(where, name), root)


def _array_problems(value: list[Json], schema: Json, where: str, root: Json) -> Iterator[str]:
    name = where or "the arguments"
    if len(value) < schema.get("minItems", 0):
        yield f"{name} has fewer than {schema['minItems']} items"
    if "maxItems" in schema and len(value) > schema["maxItems"]:
        yield f"{name} has more than {schema['maxItems']} items"
    if schema.get("uniqueItems") and any(_same(a, b) for i, a in enumerate(value) for b in value[:i]):
        yield f"{name} has an item twice"
    for number, item in enumerate(value):
        if "items" in schema:
            yield from _problems(item, schema["items"], f"{where}[{number}]", root)


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
