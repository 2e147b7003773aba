"""What to call the variants of a union, so that a person can tell them apart."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from inspector.forms.facts import list_in
from inspector.forms.values_text import plain

_NAMES: Final = 3
"""Members that a label names."""


def variant_labels(schemas: Sequence[Any]) -> list[str]:
    """A name for each flattened variant, no two alike: its title, its telling constant or its type; where that says too
    little, with its format, its members or its elements; at last by number."""
    labels = [_short(schema) for schema in schemas]
    uses = Counter(labels)
    labels = [
        _long(schema, label) if not label or uses[label] > 1 else label
        for schema, label in zip(schemas, labels, strict=True)
    ]
    uses = Counter(labels)
    seen: Counter[str] = Counter()
    told = []
    for number, label in enumerate(labels):
        seen[label] += 1
        again = f"{label} ({seen[label]})" if uses[label] > 1 else label
        told.append(again if label else f"variant {number + 1}")
    return told


def _short(schema: Any) -> str:
    if not isinstance(schema, dict):
        return "anything" if schema is True else ""
    if isinstance(schema.get("title"), str) and schema["title"].strip():
        return str(schema["title"])
    members = schema.get("properties")
    for member in members.values() if isinstance(members, dict) else ():
        if isinstance(member, dict) and "const" in member:
            return plain(member["const"])
        if isinstance(member, dict) and len(list_in(member.get("enum"))) == 1:
            return plain(member["enum"][0])
    if "const" in schema:
        return plain(schema["const"])
    kind = schema.get("type")
    return kind if isinstance(kind, str) else ""


def _long(schema: Any, label: str) -> str:
    if not isinstance(schema, dict) or schema.get("title") == label:
        return label
    required = [name for name in list_in(schema.get("required")) if isinstance(name, str)]
    members = schema.get("properties")
    names = required or list(members if isinstance(members, dict) else ())
    if names:
        more = " …" if len(names) > _NAMES else ""
        return f"{label} with {', '.join(name or '“”' for name in names[:_NAMES])}{more}".strip()
    items = schema.get("items")
    if isinstance(items, dict) and isinstance(items.get("type"), str):
        return f"{label} of {items['type']}".strip()
    if isinstance(schema.get("format"), str):
        return f"{label}, {schema['format']}".strip(", ")
    choices = [plain(value) for value in list_in(schema.get("enum"))]
    choices += [
        one["title"] if isinstance(one.get("title"), str) else plain(one["const"])
        for one in (*list_in(schema.get("oneOf")), *list_in(schema.get("anyOf")))
        if isinstance(one, dict) and "const" in one
    ]
    if choices:
        return " | ".join(choices[:_NAMES]) + (" | …" if len(choices) > _NAMES else "")
    return label
