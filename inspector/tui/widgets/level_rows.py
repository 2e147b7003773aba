"""The rows of one level of a form: its fields, the variant of a union before them, and behind them what adds one more.

The two that are no fields are drawn and chosen as fields are, so they are fields of their own classes.
"""

from dataclasses import dataclass, replace
from typing import Final

from inspector.forms import pointer
from inspector.forms.fields import Field, Option, Options
from inspector.forms.levels import Level

OPENS: Final = frozenset(("array", "object", "map", "union"))
"""Kinds that open in place of the form."""


@dataclass(frozen=True, slots=True)
class VariantField(Field):
    """The choice of a union's variant; its value is the number of one, its path that of the union."""


@dataclass(frozen=True, slots=True)
class AddingField(Field):
    """Where one more element or member is added."""


def rows_of(level: Level, *, is_array: bool, is_naming: bool = False) -> tuple[Field, ...]:
    """All rows of a level, from the top. `is_naming`: a member is being added, so there is a row for its name.

    Elements (`is_array`) are taken away, not left out: each that is there is required.
    """
    head = (_variant(level),) if level.variants else ()
    adds = level.adds and (is_naming or _is_made_of_many(level) or (level.path and not level.rows))
    rows = [replace(row, required=True) for row in level.rows] if is_array else level.rows
    return (*head, *rows, *((_adding(level),) if adds else ()))


def opens(field: Field) -> bool:
    """Whether there is a level below a row."""
    return field.kind in OPENS and not isinstance(field, AddingField)


def key_of(field: Field) -> tuple[str, str]:
    """What tells a row from the others while rows come and go."""
    return field.path, type(field).__name__


def parent_of(path: str) -> str:
    """The pointer of what a place is in."""
    return pointer.join(pointer.split(path)[:-1])


def noun_of(level: Level) -> str:
    """What is added here: `item` or `member`."""
    return "item" if level.adds == "element" else "member"


def _is_made_of_many(level: Level) -> bool:
    """Whether adding is what one comes here for: not so in an object with fields that merely allows others."""
    if level.adds == "element":
        return True
    schema = level.field.schema if isinstance(level.field.schema, dict) else {}
    is_said = isinstance(schema.get("additionalProperties"), dict) or "patternProperties" in schema
    return level.field.kind == "map" and (bool(level.path) or is_said)


def _variant(level: Level) -> Field:
    field = level.field
    return VariantField(
        level.path,
        "variant",
        "",
        "enum",
        True,
        False,
        {},
        field.place,
        options=Options(Option(number, words) for number, words in enumerate(level.variants)),
        description=field.description,
    )


def _adding(level: Level) -> Field:
    return AddingField(level.path, "", "", "json", False, False, {}, level.field.place)
