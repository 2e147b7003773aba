"""What the parts of a schema say of an object's members and an array's elements."""

from collections.abc import Iterable, Sequence
from typing import Any

from inspector.forms.facts import list_in
from inspector.forms.numbers import is_number
from inspector.forms.parts import Part, each_once
from inspector.forms.patterns import BadPattern, PatternTooCostly, UnsupportedPattern, compiled
from inspector.wire.json import MISSING


def keyword(parts: Iterable[Part], name: str) -> list[tuple[Any, str]]:
    """The values of a keyword in the parts that have it, each with the base URI in force."""
    return [(part.schema[name], part.base) for part in parts if isinstance(part.schema, dict) and name in part.schema]


def member_names(parts: Iterable[Part]) -> list[str]:
    """The members that the parts name, in their order: those with a schema, then those that are merely required."""
    names: dict[str, None] = {}
    found = list(parts)
    for members, _ in keyword(found, "properties"):
        names.update(dict.fromkeys(members if isinstance(members, dict) else ()))
    for required, _ in keyword(found, "required"):
        names.update(dict.fromkeys(name for name in list_in(required) if isinstance(name, str)))
    return list(names)


def required_names(parts: Iterable[Part]) -> set[str]:
    """The members that must be there, by `required`; in draft-03 a member says it itself."""
    names: set[str] = set()
    for part in parts:
        if isinstance(part.schema, dict):
            names.update(name for name in list_in(part.schema.get("required")) if isinstance(name, str))
            members = part.schema.get("properties")
            for name, member in members.items() if isinstance(members, dict) else ():
                if isinstance(member, dict) and member.get("required") is True:
                    names.add(name)
    return names


def member_parts(parts: Sequence[Part], name: str) -> tuple[Part, ...]:
    """What holds for the member `name` of an object: of each part the schemas for it, else that for the rest."""
    found: list[Part] = []
    for part in parts:
        schema = part.schema
        if not isinstance(schema, dict):
            continue
        own = [Part(one, part.base) for one in _own(schema, name)]
        if not own and "additionalProperties" in schema:
            own = [Part(schema["additionalProperties"], part.base)]
        found += own
    if not found:
        found = [Part(rest, base) for rest, base in keyword(parts, "unevaluatedProperties")]
    return _telling(found)


def element_parts(parts: Sequence[Part], index: int) -> tuple[Part, ...]:
    """What holds for the element at `index` of an array."""
    found: list[Part] = []
    for part in parts:
        schema = part.schema
        if not isinstance(schema, dict):
            continue
        own = _element(schema, index)
        if own is not MISSING:
            found.append(Part(own, part.base))
    if not found:
        found = [Part(rest, base) for rest, base in keyword(parts, "unevaluatedItems")]
    return _telling(found)


def is_named(parts: Iterable[Part], name: str) -> bool:
    """Whether a part has a schema for just this member, by its name or a pattern."""
    return any(isinstance(part.schema, dict) and _own(part.schema, name) for part in parts)


def prefix_length(parts: Iterable[Part]) -> int:
    """How many elements of an array have a schema of their own."""
    return max((len(_prefix(part.schema)) for part in parts if isinstance(part.schema, dict)), default=0)


def bound(parts: Iterable[Part], name: str) -> int | None:
    """The least whole number that the parts give for a keyword such as `maxItems`."""
    numbers = [int(value) for value, _ in keyword(parts, name) if is_number(value) and 0 <= value < 10**9]
    return min(numbers, default=None)


def least_length(parts: Iterable[Part]) -> int:
    """How many elements an array must have."""
    numbers = [int(value) for value, _ in keyword(parts, "minItems") if is_number(value) and 0 <= value < 10**9]
    return max(numbers, default=0)


def is_free(parts: Sequence[Part]) -> bool:
    """Whether an object may have members that no part names."""
    return _may(parts, "unevaluatedProperties") and all(
        schema.get("additionalProperties", True) is not False or bool(schema.get("patternProperties"))
        for schema in (part.schema for part in parts)
        if isinstance(schema, dict)
    )


def takes_element(parts: Sequence[Part], count: int) -> bool:
    """Whether an array of `count` elements may have one more."""
    most = bound(parts, "maxItems")
    if most is not None and count >= most:
        return False
    return all(part.schema is not False for part in element_parts(parts, count))


def takes_member(parts: Sequence[Part], count: int) -> bool:
    """Whether an object of `count` members may have one more that no part names."""
    most = bound(parts, "maxProperties")
    return (most is None or count < most) and is_free(parts)


def _may(parts: Sequence[Part], name: str) -> bool:
    return all(value is not False for value, _ in keyword(parts, name))


def _own(schema: dict[str, Any], name: str) -> list[Any]:
    members, patterns = schema.get("properties"), schema.get("patternProperties")
    own = [members[name]] if isinstance(members, dict) and name in members else []
    for pattern, part in patterns.items() if isinstance(patterns, dict) else ():
        try:
            if compiled(pattern).found_in(name):
                own.append(part)
        except (BadPattern, UnsupportedPattern, PatternTooCostly):
            continue
    return own


def _prefix(schema: dict[str, Any]) -> list[Any]:
    return list_in(schema.get("prefixItems")) or list_in(schema.get("items"))


def _element(schema: dict[str, Any], index: int) -> Any:
    prefix = _prefix(schema)
    if index < len(prefix):
        return prefix[index]
    items = schema.get("items", MISSING)
    return schema.get("additionalItems", MISSING) if isinstance(items, list) else items


def _telling(parts: list[Part]) -> tuple[Part, ...]:
    """Without those that allow anything, unless all do, and each schema once."""
    return each_once(part for part in parts if part.schema is not True) or tuple(parts[:1])
