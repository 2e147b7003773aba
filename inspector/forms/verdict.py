"""What validation says: three verdicts, and the words for each fault.

A keyword that could not be checked (an unresolved reference, a pattern beyond us, a budget used up) is neither a pass
nor a fault. It is said, and the verdict is then open.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from inspector.forms.numbers import is_integral, is_number
from inspector.wire.json import NotJson, dumps

_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault.

    `pointer` leads into the value (for a missing member: to where it should be), `schema_pointer` into the schema along
    the references that were followed; `keyword` is the rule that was broken.
    """

    pointer: str
    message: str
    keyword: str
    schema_pointer: str


@dataclass(frozen=True, slots=True)
class Unchecked:
    """One thing that was not checked, and why."""

    pointer: str
    reason: str
    schema_pointer: str


@dataclass(frozen=True, slots=True)
class Validation:
    """The outcome. `valid` is None when nothing was found wrong but something was not checked."""

    errors: tuple[Violation, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()

    @property
    def valid(self) -> bool | None:
        """True, False, or None for undecided."""
        if self.errors:
            return False
        return None if self.unchecked else True

    def as_json(self) -> dict[str, Any]:
        """The `validation` of `call --json`: `valid` (null if undecided), `errors`, and `notChecked` if any."""
        document: dict[str, Any] = {
            "valid": self.valid,
            "errors": [
                {
                    "path": error.pointer,
                    "message": error.message,
                    "keyword": error.keyword,
                    "schemaPath": error.schema_pointer,
                }
                for error in self.errors
            ],
        }
        if self.unchecked:
            document["notChecked"] = [
                {"path": note.pointer, "reason": note.reason, "schemaPath": note.schema_pointer}
                for note in self.unchecked
            ]
        return document


def kind_of(value: Any) -> str:
    """The JSON type of a value as a noun: `an integer`, `a string`, `null`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if is_number(value):
        return "an integer" if is_integral(value) else "a number"
    if isinstance(value, float):
        return "not a JSON number"
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "an object"


def shown(value: Any) -> str:
    """A value in a sentence: strings in quotation marks, all else as JSON, cut to about sixty characters."""
    if isinstance(value, str):
        return f"“{_cut(value)}”"
    if isinstance(value, list | dict) and len(value) > _SHOWN:
        noun = "elements" if isinstance(value, list) else "members"
        return f"{kind_of(value)} of {len(value):,} {noun}"
    if isinstance(value, Decimal):
        return _cut(str(value))
    try:
        return _cut(dumps(value, spaced=True))
    except NotJson:
        return kind_of(value)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


_TYPE_NOUNS: Final = {
    "null": "null", "boolean": "a boolean", "integer": "an integer", "number": "a number", "string": "a string",
    "array": "an array", "object": "an object", "any": "anything",
}  # fmt: skip


def noun_of(type_name: str) -> str:
    """A type name of JSON Schema as a noun."""
    return _TYPE_NOUNS.get(type_name, type_name)


def either(nouns: list[str]) -> str:
    """`a, b or c`; beyond six, the first six and how many more."""
    if len(nouns) > 6:
        return f"{', '.join(nouns[:6])} or {len(nouns) - 6:,} more"
    return " or ".join([", ".join(nouns[:-1]), nouns[-1]] if len(nouns) > 1 else nouns)
