"""How a key changes one field of a draft: the choices it offers, and what Ctrl+T goes round through."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.forms.arguments import Draft, Entry
from inspector.forms.fields import Field
from inspector.forms.form import Form
from inspector.forms.numbers import identity
from inspector.wire.json import MISSING

Way = Literal["value", "empty", "null", "omit"]
"""How a field can stand: with a value, as the empty string, as null, or not at all."""

WAY_WORDS: Final[dict[Way, str]] = {"value": "value", "empty": '""', "null": "null", "omit": "omit"}

CHOSEN: Final = frozenset(("boolean", "enum", "const", "null"))
"""Kinds that are chosen with Left, Right and Space, and never typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things a field can be: a value, or `MISSING` for not sent."""

    value: Any
    label: str


def ways_of(form: Form, field: Field) -> tuple[Way, ...]:
    """The ways that the schema allows, in the order in which Ctrl+T goes round; `""` only where it can be right."""
    ways: list[Way] = [] if field.kind == "null" else ["value"]
    if field.kind in ("string", "text") and not form.validate_field(field, "").errors:
        ways.append("empty")
    if field.nullable or field.kind == "null":
        ways.append("null")
    if not field.required:
        ways.append("omit")
    return tuple(ways)


def way_of(field: Field, entry: Entry | None) -> Way:
    """How a field stands."""
    if entry is None:
        return "omit"
    if entry.value is None:
        return "null"
    return "empty" if entry.value == "" and field.kind in ("string", "text") else "value"


def cycled(draft: Draft, field: Field, entry: Entry | None, kept: Entry | None) -> Draft:
    """The draft with the field in its next way; `kept` is the value it had before it was taken away."""
    ways, now = ways_of(draft.form, field), way_of(field, entry)
    at = ways.index(now) if now in ways else -1
    for step in range(1, len(ways) + 1):
        way = ways[(at + step) % len(ways)]
        if way == now:
            break
        if way == "omit":
            return draft.omit(field.path)
        if way == "null":
            return draft.put(field.path, None)
        if way == "empty":
            return draft.put(field.path, "")
        if kept is not None:
            return draft.put(field.path, kept.value) if kept.text is None else draft.typed(field.path, kept.text)
        first = _first_value(field)
        if first is not MISSING:
            return draft.put(field.path, first)
    return draft


def _first_value(field: Field) -> Any:
    """A value to begin with where nothing was typed before; `MISSING` where the person has to think of one."""
    if field.default is not MISSING and field.default is not None:
        return field.default
    if field.kind in CHOSEN:
        return next((option.value for option in field.options if option.value is not None), MISSING)
    if field.kind in ("array", "multi-enum"):
        return []
    return {} if field.kind in ("object", "map") else MISSING


def choices_of(field: Field) -> tuple[Choice, ...]:
    """What Left and Right go through: not sent (if it need not be), the options, and null where that is no option."""
    choices = [] if field.required else [Choice(MISSING, "omit")]
    if field.kind == "null":
        return (*choices, Choice(None, "null"))
    for option in field.options:
        label = {True: "yes", False: "no"}.get(option.value, option.label) if field.kind == "boolean" else option.label
        choices.append(Choice(option.value, label))
    if field.nullable and all(option.value is not None for option in field.options):
        choices.append(Choice(None, "null"))
    return tuple(choices)


def chosen_at(choices: tuple[Choice, ...], entry: Entry | None) -> int | None:
    """Which of the choices stands; None if it is none of them."""
    if entry is None:
        return next((at for at, choice in enumerate(choices) if choice.value is MISSING), None)
    key = identity(entry.value)
    return next(
        (at for at, choice in enumerate(choices) if choice.value is not MISSING and identity(choice.value) == key), None
    )


def stepped(draft: Draft, field: Field, entry: Entry | None, by: int) -> Draft:
    """The draft with the next or previous choice in the field."""
    choices = choices_of(field)
    if not choices:
        return draft
    at = chosen_at(choices, entry)
    choice = choices[(0 if by > 0 else -1) if at is None else (at + by) % len(choices)]
    return draft.omit(field.path) if choice.value is MISSING else draft.put(field.path, choice.value)


def begins_with(choices: tuple[Choice, ...], entry: Entry | None, text: str) -> int | None:
    """The choice whose word begins with a text, the first behind the one that stands; None if none does.

    A text of several letters keeps what stands if that fits.
    """
    at = chosen_at(choices, entry)
    first = 0 if at is None else at if len(text) > 1 else at + 1
    fits = [number for number, choice in enumerate(choices) if choice.label.casefold().startswith(text.casefold())]
    return next((number for number in fits if number >= first), fits[0] if fits else None)


def ticked(field: Field, entry: Entry | None) -> tuple[bool, ...]:
    """Which options of a `multi-enum` are in its value."""
    values = entry.value if entry is not None and isinstance(entry.value, list) else []
    keys = {identity(value) for value in values}
    return tuple(identity(option.value) in keys for option in field.options)


def toggled(draft: Draft, field: Field, entry: Entry | None, option: int) -> Draft:
    """The draft with one option of a `multi-enum` put in or taken out; the order stays that of the options."""
    on = list(ticked(field, entry))
    on[option] = not on[option]
    return draft.put(field.path, [one.value for one, is_on in zip(field.options, on, strict=True) if is_on])
