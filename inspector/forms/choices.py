"""Choices of an enum: plain, titled (`oneOf` or `anyOf` of `const`), or named by the old `enumNames`."""

from collections import Counter
from typing import Any, Final, NamedTuple, Protocol

from inspector.forms.fields import Option, Options
from inspector.forms.keywords import has_type
from inspector.forms.merging import ANNOTATIONS, Flat
from inspector.forms.values_text import plain, written

_MAX_OPTIONS: Final = 100_000
_CHOICE: Final = ANNOTATIONS | {"const", "enum", "type"}
"""Keywords of a variant that is a choice."""


class TooMany(Exception):
    """More choices or variants than a form can offer."""

    def __init__(self, count: int, what: str) -> None:
        super().__init__(f"the schema is too large: {count:,} {what}")


class Choices(NamedTuple):
    """The choices, and whether null is one of them."""

    options: Options
    nullable: bool


class _Flattens(Protocol):
    def flat(self, schema: Any, base: str) -> Flat: ...


def choices_of(schema: dict[str, Any], base: str, reader: _Flattens) -> Choices | None:
    """The choices that a flattened schema offers, or None if it is no enum. Raises `TooMany`."""
    keyword = next((name for name in ("enum", "oneOf", "anyOf") if name in schema), None)
    if keyword is None or ("oneOf" in schema and "anyOf" in schema):
        return None
    members = schema[keyword]
    if keyword == "enum":
        if "oneOf" in schema or "anyOf" in schema:
            return None
        return _choices(schema, members, _named(schema, len(members)))
    if (
        members
        and all(isinstance(member, dict) and "const" in member for member in members[:2])
        and len(members) > _MAX_OPTIONS
    ):
        raise TooMany(len(members), "choices")
    if len(members) > _MAX_OPTIONS:
        return None
    values: list[Any] = []
    titles: list[str | None] = []
    for member in members:
        is_flat = isinstance(member, dict) and not member.keys() - _CHOICE
        if not _take(member if is_flat else reader.flat(member, base).schema, values, titles):
            return None
    return _choices(schema, values, titles) if values and any(value is not None for value in values) else None


def _take(member: Any, values: list[Any], titles: list[str | None]) -> bool:
    """Add what a variant allows, if it is made of constants and annotations alone."""
    if not isinstance(member, dict) or member.keys() - _CHOICE:
        return False
    title = member.get("title")
    if "const" in member:
        values.append(member["const"])
        titles.append(title if isinstance(title, str) else None)
    elif isinstance(member.get("enum"), list):
        values += member["enum"]
        titles += _named(member, len(member["enum"]))
    elif member.get("type") == "null":
        values.append(None)
        titles.append(title if isinstance(title, str) else None)
    else:
        return False
    return True


def _named(schema: dict[str, Any], count: int) -> list[str | None]:
    names = schema.get("enumNames")
    given = [name if isinstance(name, str) else None for name in names] if isinstance(names, list) else []
    return [*given, *[None] * count][:count]


def _choices(schema: dict[str, Any], values: list[Any], titles: list[str | None]) -> Choices:
    if len(values) > _MAX_OPTIONS:
        raise TooMany(len(values), "choices")
    named = schema.get("type")
    types = named if isinstance(named, list) else [named]
    kept = [
        (value, title)
        for value, title in zip(values, titles, strict=True)
        if named is None or any(isinstance(name, str) and has_type(value, name) for name in types)
    ]
    options = options_of([value for value, _ in kept], [title for _, title in kept])
    return Choices(options, any(value is None for value, _ in kept))


def options_of(values: list[Any], titles: list[str | None]) -> Options:
    """Options with labels that tell them apart: the title, else the text of a string, else JSON."""
    labels = [title or plain(value) for value, title in zip(values, [*titles, *[None] * len(values)], strict=False)]
    uses = Counter(labels)
    options = []
    for value, label in zip(values, labels, strict=True):
        clear = label
        if uses[label] > 1:
            clear = written(value) if label == plain(value) else f"{label} ({written(value)})"
        options.append(Option(value, clear))
    return Options(options)
