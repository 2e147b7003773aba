"""What a flattened schema plainly says: its types, its members, its examples, and what is wrong with it."""

from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.patterns import BadPattern, PatternTooCostly, UnsupportedPattern, compiled
from inspector.forms.verdict import kind_of, shown
from inspector.wire.json import MISSING

TYPES: Final = ("string", "integer", "number", "boolean", "null", "array", "object")
_MULTI_LINE: Final = frozenset(("textarea", "multiline", "multi-line", "markdown", "html"))
_LONG_TEXT: Final = 400
"""A `maxLength` from which a string is taken for text of several lines."""


def malformed(schema: dict[str, Any]) -> str | None:
    """What is wrong with the keywords that a form reads, in one sentence; None if nothing is."""
    kinds = schema.get("type", [])
    for name in kinds if isinstance(kinds, list) else [kinds]:
        if name not in TYPES and name != "any":
            return f"{shown(name)} is not a type of JSON Schema"
    for keyword, wanted in (("enum", list), ("anyOf", list), ("oneOf", list), ("properties", dict)):
        if keyword in schema and not isinstance(schema[keyword], wanted):
            noun = "an array" if wanted is list else "an object"
            return f"{keyword} is {kind_of(schema[keyword])}, not {noun}"
    return None


def is_null(schema: Any) -> bool:
    """Whether a flattened schema allows null and nothing else."""
    if not isinstance(schema, dict):
        return False
    return (
        schema.get("type") in ("null", ["null"])
        or schema.get("enum") == [None]
        or ("const" in schema and schema["const"] is None)
    )


def types_of(schema: dict[str, Any]) -> list[str]:
    """The types that a schema's `type` admits; all of them where there is none."""
    named = schema.get("type", "any")
    names = named if isinstance(named, list) else [named]
    return list(TYPES) if "any" in names else list(dict.fromkeys(names))


def own_child(schema: dict[str, Any], name: str) -> Any:
    """The subschema that a schema itself gives a member or element of that name, or `MISSING`."""
    members = schema.get("properties")
    if isinstance(members, dict) and name in members:
        return members[name]
    patterns = schema.get("patternProperties")
    for pattern, part in patterns.items() if isinstance(patterns, dict) else ():
        try:
            if compiled(pattern).found_in(name):
                return part
        except (BadPattern, UnsupportedPattern, PatternTooCostly):
            continue
    index = pointer.index_of(name)
    if index is None and name != "-":
        return MISSING
    items = schema.get("items", MISSING)
    prefix = list_in(schema.get("prefixItems")) or list_in(items)
    if index is not None and index < len(prefix):
        return prefix[index]
    return schema.get("additionalItems", MISSING) if isinstance(items, list) else items


def pattern_fault(schema: dict[str, Any]) -> str | None:
    """Why the pattern of a string cannot be checked, or None."""
    pattern = schema.get("pattern")
    if not isinstance(pattern, str):
        return None
    try:
        compiled(pattern)
    except BadPattern as bad:
        return f"the pattern {pattern} is broken: {bad}"
    except UnsupportedPattern as beyond:
        return f"the pattern {pattern} is not checked: it has {beyond}"
    return None


def is_long(schema: dict[str, Any]) -> bool:
    """Whether a string is likely to have several lines."""
    longest, media = schema.get("maxLength"), schema.get("contentMediaType")
    default = schema.get("default")
    return (
        text_in(schema.get("format")) in _MULTI_LINE
        or (isinstance(longest, int) and longest >= _LONG_TEXT)
        or (isinstance(media, str) and media.startswith(("text/", "application/json")))
        or (isinstance(default, str) and "\n" in default)
    )


def examples_of(schema: dict[str, Any]) -> tuple[Any, ...]:
    """The examples of a schema, at most twenty."""
    given = schema.get("examples")
    if isinstance(given, list):
        return tuple(given[:20])
    return (schema["example"],) if "example" in schema else ()


def text_in(value: Any) -> str | None:
    """The value of a keyword that should be a string, if it is one."""
    return value if isinstance(value, str) else None


def list_in(value: Any) -> list[Any]:
    """The value of a keyword that should be a list, if it is one; else an empty list."""
    return value if isinstance(value, list) else []
