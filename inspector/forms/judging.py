"""Faults said where they are: of a union whose variant is known, by what that variant says."""

from collections.abc import Sequence
from typing import Final

from inspector.forms.alternatives import Alternative
from inspector.forms.held import Held
from inspector.forms.parts import CHOICES
from inspector.forms.pointer import BadPointer
from inspector.forms.validation import validate_part
from inspector.forms.verdict import Violation
from inspector.wire.json import MISSING

_DEEPEST: Final = 20


def judged_fields(held: Held, errors: Sequence[Violation]) -> tuple[Violation, ...]:
    """The faults of a value, with that of fitting no variant replaced by those of the variant that is in force."""
    found: list[Violation] = []
    queue = [(error, 0) for error in errors]
    seen: set[tuple[str, str]] = set()
    while queue:
        error, depth = queue.pop(0)
        inner = _inner(held, error) if error.keyword in CHOICES and depth < _DEEPEST else ()
        if inner and (error.pointer, "") not in seen:
            seen.add((error.pointer, ""))
            queue[:0] = [(one, depth + 1) for one in inner]
        elif (error.pointer, error.message) not in seen:
            seen.add((error.pointer, error.message))
            found.append(error)
    return tuple(found)


def _inner(held: Held, error: Violation) -> tuple[Violation, ...]:
    try:
        force = held.stand.at(error.pointer).force
    except BadPointer:
        return ()
    value = held.value_at(error.pointer)
    if not force.is_choice or force.chosen is None or value is MISSING:
        return ()
    own: Alternative = force.alternatives[force.chosen]
    reader = held.form.reader
    part = reader.parts.joined(own.parts)
    return validate_part(value, part.schema, reader.references, part.base, reader.dialect, path=error.pointer).errors
