"""Validation of a value against a schema: arguments, answers to elicitation, results against `outputSchema`.

Pure and bounded: no file and no network is touched, a budget ends schemas and patterns made to be costly, and what was
not checked is told apart from what was found right (`2026-07-28 basic/index#json-schema-usage`).
"""

from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.checker import Checker, Frame, Path, TooCostly
from inspector.forms.dialects import DRAFT_2020_12, Dialect, dialect_of
from inspector.forms.keywords import keywords_of
from inspector.forms.references import References
from inspector.forms.verdict import Unchecked, Validation
from inspector.wire.json import constants

__all__ = ["unknown_dialect", "validate", "validate_part"]

_LEAST_STEPS: Final = 30_000
_STEPS_A_PART: Final = 10
_MOST_STEPS: Final = 500_000
"""Subschemas looked at: a third of a second for a small value, some seconds for the largest."""


def validate(
    value: Any,
    schema: Any,
    *,
    default: Dialect = DRAFT_2020_12,
    check_formats: bool = True,
    budget: int | None = None,
) -> Validation:
    """What `schema` says of `value`.

    `default` is the dialect of a schema without `$schema`. `budget` bounds how many subschemas are looked at; by
    default it grows with the value, so that a large result is judged and a costly schema is not. A dialect
    that we do not know, an external or broken reference and a budget used up make the verdict None, with the reason.
    """
    dialect = dialect_of(schema, default)
    if isinstance(dialect, str):
        return unknown_dialect(dialect)
    references = References(schema, dialect)
    return validate_part(
        value, schema, references, references.base, dialect, check_formats=check_formats, budget=budget
    )


def unknown_dialect(name: str) -> Validation:
    """The outcome where a schema names a dialect that we do not know."""
    return Validation(unchecked=(Unchecked("", f"not validated: the dialect {name} is not known", "/$schema"),))


def validate_part(
    value: Any,
    schema: Any,
    references: References,
    base: str,
    dialect: Dialect,
    *,
    path: str = "",
    check_formats: bool = True,
    budget: int | None = None,
) -> Validation:
    """As `validate`, for a subschema of a document whose references are at hand.

    `base` is the base URI in force there, `path` the JSON Pointer at which the value stands, for pointers and messages.
    """
    if isinstance(value, float | list | dict) and constants(value):
        return Validation(unchecked=(Unchecked("", "not validated: NaN and Infinity are not JSON", ""),))
    steps = _budget_for(value) if budget is None else budget
    checker = Checker(references, dialect, keywords_of(dialect), steps, check_formats)
    where: Path = None
    for name in pointer.split(path):
        where = (where, name)
    try:
        outcome = checker.check(schema, value, Frame(base, (references.base,), where, None, 0))
    except TooCostly:
        return Validation(unchecked=(Unchecked("", "not checked: validation takes too long", ""),))
    except RecursionError:
        return Validation(unchecked=(Unchecked("", "not checked: nested too deeply", ""),))
    seen: dict[tuple[str, str, str], Unchecked] = {
        (note.pointer, note.reason, note.schema_pointer): note for note in outcome.unchecked
    }
    return Validation(tuple(outcome.errors), tuple(seen.values()))


def _budget_for(value: Any) -> int:
    parts = 0
    stack = [value]
    while stack and parts < _MOST_STEPS:
        top = stack.pop()
        parts += 1
        if isinstance(top, dict):
            stack.extend(top.values())
        elif isinstance(top, list):
            stack.extend(top)
    return min(_LEAST_STEPS + _STEPS_A_PART * parts, _MOST_STEPS)
