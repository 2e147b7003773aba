"""One level of a form as rows: how nested values are edited, place by place, nothing unfolded unasked."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.forms.draft_changes import places_of
from inspector.forms.fields import Field
from inspector.forms.held import Held
from inspector.forms.members import member_names, takes_element, takes_member
from inspector.forms.standing import Standing
from inspector.wire.json import MISSING

MOST_ROWS: Final = 5_000
"""Rows of one level; what lies beyond is edited as JSON."""

Adds = Literal["", "element", "member"]


@dataclass(frozen=True, slots=True)
class Level:
    """What stands directly below one place of a draft.

    `field` is the field of the place. `rows` are the fields below it: an object's members (those that the chosen
    variant and conditions bring in now, then those that only the draft has), an array's elements (for each place of a
    tuple and each that must be there one row, filled or not), a map's members. Of a value that has nothing below it
    there is one row, at the place itself. `variants` are the words of a union's choices, and `variant` is the number of
    the chosen one (None if there is none: then only what all variants share has rows). `adds` is what `Draft.added`
    makes here, empty where the schema allows no more. `note` is a sentence where something is cut or cannot be drawn.
    """

    path: str
    field: Field
    rows: tuple[Field, ...]
    variants: tuple[str, ...] = ()
    variant: int | None = None
    adds: Adds = ""
    note: str = ""


def level_of(draft: Held, path: str = "") -> Level:
    """The level of a draft at a pointer. Raises `pointer.BadPointer` for a text that is none."""
    return draft.once(f"level of {path}", lambda: _level(draft, path))


def _level(draft: Held, path: str) -> Level:
    standing = draft.stand.at(path)
    force = standing.force
    value = draft.read_at(path)
    rows, adds, note = _rows(draft, path, standing, value)
    variants = tuple(one.label for one in force.alternatives) if force.is_choice else ()
    notes = [standing.field.problem or "", force.note, note]
    return Level(
        path,
        standing.field,
        rows,
        variants,
        force.chosen if variants else None,
        adds,
        "; ".join(part for part in notes if part),
    )


def _rows(draft: Held, path: str, standing: Standing, value: Any) -> tuple[tuple[Field, ...], Adds, str]:
    parts = standing.force.parts
    if standing.shape == "array":
        elements = value if isinstance(value, list) else []
        count = max(len(elements), places_of(standing))
        rows = tuple(draft.stand.child(path, str(index)) for index in range(min(count, MOST_ROWS)))
        return (
            rows,
            "element" if takes_element(parts, count) else "",
            _cut(count, "elements") or _lost(value, list, "an array"),
        )
    if standing.shape == "object" and not draft.form.only_json:
        members = value if isinstance(value, dict) else {}
        names = list(dict.fromkeys([*member_names(parts), *sorted(standing.force.needed), *members]))
        rows = tuple(draft.stand.child(path, name) for name in names[:MOST_ROWS])
        is_free = takes_member(parts, len(members)) and not (standing.force.is_choice and standing.force.chosen is None)
        return rows, "member" if is_free else "", _cut(len(names), "members") or _lost(value, dict, "an object")
    if standing.force.is_choice and standing.force.chosen is None:
        return (), "", ""
    return (standing.drawn,), "", ""


def _cut(count: int, noun: str) -> str:
    return (
        f"the first {MOST_ROWS:,} of {count:,} {noun} are shown; the rest is edited as JSON"
        if count > MOST_ROWS
        else ""
    )


def _lost(value: Any, kind: type, noun: str) -> str:
    if value is MISSING or value is None or isinstance(value, kind):
        return ""
    return f"what is here is not {noun}: the first thing put in replaces it"
