"""What the schema says of a field, in its own words: `string, format date · at least 3 characters`."""

from collections.abc import Callable
from typing import Any, Final

from inspector.forms.fields import Field
from inspector.forms.verdict import shown
from inspector.wire.json import MISSING

_NAMES: Final = {
    "text": "string",
    "multi-enum": "array",
    "map": "object",
    "json": "any JSON",
    "union": "one of several",
}
_RULES: Final[tuple[tuple[str, Callable[[Any], str]], ...]] = (
    ("minimum", lambda limit: f"at least {shown(limit)}"),
    ("exclusiveMinimum", lambda limit: f"more than {shown(limit)}"),
    ("maximum", lambda limit: f"at most {shown(limit)}"),
    ("exclusiveMaximum", lambda limit: f"less than {shown(limit)}"),
    ("multipleOf", lambda limit: f"a multiple of {shown(limit)}"),
    ("minLength", lambda limit: f"at least {_counted(limit, 'character')}"),
    ("maxLength", lambda limit: f"at most {_counted(limit, 'character')}"),
    ("pattern", lambda pattern: f"pattern {pattern}"),
    ("minItems", lambda limit: f"at least {_counted(limit, 'item')}"),
    ("maxItems", lambda limit: f"at most {_counted(limit, 'item')}"),
    ("uniqueItems", lambda wanted: "each once" if wanted is True else ""),
    ("minProperties", lambda limit: f"at least {_counted(limit, 'member')}"),
    ("maxProperties", lambda limit: f"at most {_counted(limit, 'member')}"),
)


def _counted(limit: Any, noun: str) -> str:
    return f"{shown(limit)} {noun}" if limit == 1 else f"{shown(limit)} {noun}s"


def schema_words(field: Field) -> str:
    """The type, the format, and the bounds that are written; not sanitised, for patterns are a server's text."""
    schema = field.schema if isinstance(field.schema, dict) else {}
    first = _NAMES.get(field.kind, field.kind)
    if field.kind in ("enum", "multi-enum"):
        first = f"{'any' if field.kind == 'multi-enum' else 'one'} of {len(field.options):,}"
    if field.kind == "union" and field.variants:
        first = f"one of {', '.join(field.variants[:6])}"
    if field.format:
        first += f", format {field.format}"
    rules = [words(schema[name]) for name, words in _RULES if name in schema]
    if field.default is not MISSING:
        rules.append(f"default {shown(field.default)}")
    elif field.examples:
        rules.append(f"for example {shown(field.examples[0])}")
    return " · ".join([first, *(rule for rule in rules if rule)])
