"""What became of a form while it was filled in: the list came again, and its schema is another. Pure."""

from collections.abc import Iterable
from typing import Final

from inspector.forms.fields import Field
from inspector.forms.form import Form
from inspector.wire.json import dumps
from inspector.wire.text import visible

_MOST: Final = 3


def change_words(before: Form, after: Form) -> str:
    """What is different for who fills it in, `now required: size · gone: note`; empty if the schema is the same."""
    if before.schema is after.schema or _same(before, after):
        return ""
    old = {field.path: field for field in before.fields if field.path}
    new = {field.path: field for field in after.fields if field.path}
    kept = old.keys() & new.keys()
    parts = [
        (
            "now required",
            (one for path, one in new.items() if one.required and not (path in old and old[path].required)),
        ),
        ("new", (one for path, one in new.items() if path not in old and not one.required)),
        ("gone", (one for path, one in old.items() if path not in new)),
        ("optional now", (new[path] for path in old if path in kept and old[path].required and not new[path].required)),
        ("changed", (new[path] for path in old if path in kept and not _alike(old[path], new[path]))),
    ]
    said = [f"{word}: {names}" for word, fields in parts if (names := _names(fields))]
    return " · ".join(said) or "its fields are the same"


def _same(before: Form, after: Form) -> bool:
    # By their texts: 1 and 1.0 and true are equal to Python and are not the same schema.
    try:
        return before.schema == after.schema and dumps(before.schema) == dumps(after.schema)
    except (ValueError, TypeError, RecursionError):
        return False


def _alike(one: Field, other: Field) -> bool:
    return (one.kind, repr(one.schema)) == (other.kind, repr(other.schema))


def _names(fields: Iterable[Field]) -> str:
    names = [visible(field.name) for field in fields]
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
