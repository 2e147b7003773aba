"""How a key changes one field of a draft: the choices it offers, and what Ctrl+T goes round through."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, overload

from inspector.forms.arguments import Draft, Entry
from inspector.forms.fields import Field
from inspector.forms.form import Form
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


def is_unfilled(entry: Entry) -> bool:
    """Whether an entry only keeps the place of what must be put in first."""
    return entry.problem is not None and not entry.text


def way_of(field: Field, entry: Entry | None) -> Way:
    """How a field stands."""
    if entry is None or is_unfilled(entry):
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


class Choices(Sequence[Choice]):
    """What Left and Right go through: not sent (if it need not be), the options, and null where that is no option.

    Made as they are looked at, for there may be tens of thousands.
    """

    def __init__(self, field: Field, *, ticks: bool = False) -> None:
        """`ticks`: only the options, of which several can be ticked."""
        self._options = field.options
        self._is_boolean = field.kind == "boolean"
        self._before = 0 if field.required or ticks else 1
        self._has_null = field.kind == "null" or (not ticks and field.nullable and field.options.place_of(None) is None)

    def __len__(self) -> int:
        return self._before + len(self._options) + self._has_null

    @overload
    def __getitem__(self, place: int) -> Choice: ...
    @overload
    def __getitem__(self, place: slice) -> "list[Choice]": ...
    def __getitem__(self, place: int | slice) -> "Choice | list[Choice]":
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        if place < self._before:
            return Choice(MISSING, "omit")
        if place == self._before + len(self._options):
            return Choice(None, "null")
        option = self._options[place - self._before]
        return Choice(option.value, {True: "yes", False: "no"}[option.value] if self._is_boolean else option.label)

    def place_of(self, entry: Entry | None) -> int | None:
        """Which of them stands; None if it is none."""
        if entry is None:
            return 0 if self._before else None
        place = self._options.place_of(entry.value)
        if place is not None:
            return self._before + place
        return len(self) - 1 if self._has_null and entry.value is None else None

    def beginning(self, text: str, place: int | None) -> int | None:
        """The one whose word begins with a text, the first behind `place`, which stands; None if none does.

        A text of several letters keeps what stands if that fits, and where no word begins with it, one is taken that
        has it.
        """
        wanted, several = text.casefold(), len(text) > 1
        first = 0 if place is None else place if several else place + 1
        words = self._words
        fits = [at for at, word in enumerate(words) if word.startswith(wanted)]
        if not fits and several:
            fits = [at for at, word in enumerate(words) if wanted in word]
        return next((at for at in fits if at >= first), fits[0] if fits else None)

    @property
    def _words(self) -> Sequence[str]:
        words = ("yes" if one.value else "no" for one in self._options) if self._is_boolean else self._options.words
        return (*("omit",)[: self._before], *words, *("null",)[: self._has_null])

    def told_place(self, entry: Entry | None) -> tuple[int, int] | None:
        """Which of how many values stands, from 1; None if none of them does."""
        place = self.place_of(entry)
        if entry is None or place is None:
            return None
        return place - self._before + 1, len(self) - self._before


def stepped(field: Field, entry: Entry | None, by: int) -> Choice | None:
    """The next or previous choice of the field; None if it has none."""
    choices = Choices(field)
    if not choices:
        return None
    at = choices.place_of(entry)
    return choices[(0 if by > 0 else -1) if at is None else (at + by) % len(choices)]


def ticked(field: Field, entry: Entry | None) -> frozenset[int]:
    """Which options of a `multi-enum` are in its value."""
    values = entry.value if entry is not None and isinstance(entry.value, list) else []
    places = (field.options.place_of(value) for value in values)
    return frozenset(place for place in places if place is not None)


def toggled(draft: Draft, field: Field, entry: Entry | None, option: int) -> Draft:
    """The draft with one option of a `multi-enum` put in or taken out; the order stays that of the options."""
    on = ticked(field, entry) ^ {option}
    return draft.put(field.path, [field.options[place].value for place in sorted(on)])
