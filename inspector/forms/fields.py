"""What a form is made of: fields, their choices, and the problems that a person should know of. Plain data."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from inspector.forms.numbers import identity
from inspector.wire.json import MISSING

Kind = Literal[
    "string", "text", "integer", "number", "boolean", "null", "const", "enum", "multi-enum",
    "array", "object", "map", "union", "json",
]  # fmt: skip
"""How a field is filled. `text` is a string of several lines; `map` an object whose keys are free; `union` one of
several variants; `json` anything that cannot be drawn."""

EDITED_AS_JSON: Final[frozenset[Kind]] = frozenset(("array", "object", "map", "union", "json"))
"""Kinds whose draft is JSON text."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of an enum: the value that is sent and the words that are shown."""

    value: Any
    label: str


class Options(tuple[Option, ...]):
    """The choices of a field in the schema's order; tens of thousands are found as fast as two."""

    @cached_property
    def _places(self) -> dict[Any, int]:
        places: dict[Any, int] = {}
        for place, option in enumerate(self):
            places.setdefault(identity(option.value), place)
        return places

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The labels without capitals, to look for one by what is typed."""
        return tuple(option.label.casefold() for option in self)

    def place_of(self, value: Any) -> int | None:
        """Which choice is equal to a value, as JSON Schema understands it; None if none is."""
        return self._places.get(identity(value))


@dataclass(frozen=True, slots=True)
class Place:
    """A subschema as written, and the base URI in force there."""

    schema: Any
    base: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a value: the pointer into the arguments, the field's name for people, the rule (a JSON Schema
    keyword, or `json`, `text`, `pointer`, `duplicate`) and one sentence."""

    path: str
    field: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form.

    `path` is a JSON Pointer into the arguments; the empty one means all of them. `default` is `MISSING` where there is
    none, or none that the schema allows. `options` are the choices of `enum`, `multi-enum`, `boolean` and `const`, null
    included where it is allowed as a choice. `variants` names those of a union. `schema` has its references followed;
    `place` is what values are judged by. `problem` says what is wrong with the schema here; the field stays usable.
    """

    path: str
    name: str
    label: str
    kind: Kind
    required: bool
    nullable: bool
    schema: Any
    place: Place
    default: Any = MISSING
    options: Options = Options()  # noqa: RUF009 - it cannot be changed
    variants: tuple[str, ...] = ()
    description: str | None = None
    examples: tuple[Any, ...] = ()
    format: str | None = None
    problem: str | None = None
    takes_text: bool = False
    """Whether plain text is a value of it: a string field, or a union that has a string among its scalars."""

    @property
    def edited_as_json(self) -> bool:
        """Whether its draft is JSON text, and not text that is read by the field's type."""
        return self.kind in EDITED_AS_JSON and not (self.kind == "union" and self.takes_text)

    def as_json(self) -> dict[str, Any]:
        """The entry of `fields` in `describe --json`; `default` is absent where there is none."""
        document: dict[str, Any] = {
            "path": self.path,
            "label": self.label,
            "kind": self.kind,
            "required": self.required,
            "nullable": self.nullable,
        }
        if self.default is not MISSING:
            document["default"] = self.default
        document["options"] = [{"value": option.value, "label": option.label} for option in self.options]
        document["problem"] = self.problem
        return document
