"""What form elicitation allows of JSON Schema, by revision: a flat object of primitives.

A schema outside the subset still gives a form; these are the findings to show beside it.
"""

from typing import Any, Final

from inspector.forms.numbers import same
from inspector.forms.verdict import kind_of, shown

_PRIMITIVES: Final = ("string", "number", "integer", "boolean")
_FORMATS: Final = ("email", "uri", "date", "date-time")
_NOTES: Final = frozenset(("title", "description", "default"))
_KEYWORDS: Final = {
    "string": _NOTES | {"minLength", "maxLength", "pattern", "format", "enum", "enumNames", "oneOf"},
    "number": _NOTES | {"minimum", "maximum"},
    "integer": _NOTES | {"minimum", "maximum"},
    "boolean": _NOTES,
    "array": _NOTES | {"minItems", "maxItems", "items", "uniqueItems"},
}
_TITLED_SINCE: Final = "2025-11-25"


def subset_findings(schema: Any, revision: str = "2026-07-28") -> tuple[str, ...]:
    """Where `requestedSchema` leaves the subset that the revision allows, one sentence each; none if it keeps to it.

    `2026-07-28 client/elicitation#requested-schema`; titled and multi-select enums since 2025-11-25.
    """
    if not isinstance(schema, dict):
        return (f"requestedSchema is {kind_of(schema)}, not an object",)
    found = []
    if schema.get("type") != "object":
        found.append("requestedSchema has no type object")
    members = schema.get("properties")
    if not isinstance(members, dict):
        return (*found, "requestedSchema has no properties")
    extra = sorted(schema.keys() - {"type", "properties", "required", "$schema"})
    if extra:
        found.append(f"requestedSchema has {', '.join(extra)}, which elicitation does not allow")
    for name, part in members.items():
        fault = _fault(part, revision)
        if fault:
            found.append(f"{name} {fault}")
    return tuple(found)


def _fault(part: Any, revision: str) -> str | None:
    if not isinstance(part, dict):
        return f"is {kind_of(part)}, not a schema object"
    kind = part.get("type")
    if kind is None:
        return "has no type"
    multiple = kind == "array" and revision >= _TITLED_SINCE
    if kind not in _PRIMITIVES and not multiple:
        return f"has the type {shown(kind)}, and only {', '.join(_PRIMITIVES)} and enums are allowed"
    extra = sorted(part.keys() - _KEYWORDS[kind] - {"type"})
    if extra:
        return f"has {', '.join(extra)}, which elicitation does not allow"
    if "format" in part and part["format"] not in _FORMATS:
        return f"has the format {shown(part['format'])}, and only {', '.join(_FORMATS)} are allowed"
    if "oneOf" in part and revision < _TITLED_SINCE:
        return f"has titled choices, which came with {_TITLED_SINCE}"
    return _array_fault(part) if multiple else None


def _array_fault(part: dict[str, Any]) -> str | None:
    items = part.get("items")
    if not isinstance(items, dict):
        return "is an array without items, and only choices are allowed"
    choices = items.get("anyOf")
    titled = isinstance(choices, list) and all(isinstance(one, dict) and "const" in one for one in choices)
    plain = isinstance(items.get("enum"), list) and same(items.get("type"), "string")
    return None if titled or plain else "is an array whose items are not choices"
