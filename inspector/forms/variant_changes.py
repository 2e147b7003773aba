"""Another variant chosen: what fits of what was put in stays, and what does not waits for the variant to come back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from inspector.forms import pointer
from inspector.forms.draft_changes import in_order, outside, removed, replaced, with_way
from inspector.forms.fields import Problem
from inspector.forms.held import Entry, Held, Subtree
from inspector.forms.members import element_parts, is_named, member_parts
from inspector.forms.parts import Part
from inspector.forms.seeds import only_value, seeded, unfilled
from inspector.forms.standing import Standing
from inspector.forms.validation import validate_part
from inspector.forms.values import read_text, show_text
from inspector.wire.json import MISSING

H = TypeVar("H", bound=Held)
_NOTHING: Final = Entry(None)
"""Stands at a place while it is filled anew."""


@dataclass(frozen=True, slots=True)
class _Before:
    """What a place held: how it stood, its entry with all of the value (None for nothing), and what was below it."""

    standing: Standing
    own: Entry | None
    below: Mapping[str, Entry]


def chosen(held: H, path: str, variant: int) -> H:
    """See `Draft.chosen`."""
    held, path = with_way(held, path)
    standing = held.stand.at(path)
    old = standing.force.chosen
    if not 0 <= variant < len(standing.force.alternatives):
        return held
    if variant == old:
        return replace(held, choices={**held.choices, path: variant})
    before = _before(held, path, standing)
    shelf = dict(held.shelf)
    if old is not None and before.own is not None and before.own.value is not None:
        shelf[path, old] = Subtree(before.own, before.below, _choices_below(held.choices, path))
    choices = {at: way for at, way in held.choices.items() if at != path and not at.startswith(f"{path}/")}
    entries = outside(held.entries, path)
    bare = replace(
        held, entries=entries, order=held.order if path else (), choices={**choices, path: variant}, shelf=shelf
    )
    if bare.value_at(path) is not MISSING:  # it is within what was put in above, and would still say its variant
        bare = _with_entry(bare, path, _NOTHING)
    filled = _filled(bare, path, before, shelf.get((path, variant)))
    if filled.entries.get(path) is not _NOTHING:
        return filled
    return replace(removed(filled, path), choices=filled.choices, shelf=filled.shelf)


def _before(held: Held, path: str, standing: Standing) -> _Before:
    below = {at[len(path) :]: entry for at, entry in held.entries.items() if at.startswith(f"{path}/")}
    own, value = held.entries.get(path), held.value_at(path)
    if own is None or below:
        own = None if value is MISSING else Entry(value)
    return _Before(standing, own, below)


def _choices_below(choices: Mapping[str, int], path: str) -> dict[str, int]:
    return {at[len(path) :]: way for at, way in choices.items() if at.startswith(f"{path}/")}


def _filled(held: H, path: str, before: _Before, shelved: Subtree | None) -> H:
    """The place with what fits of what was there, then what the variant held before, then what it begins with."""
    shape = held.stand.at(path).shape
    if shape == "object":
        return in_order(seeded(_object(held, path, before, shelved), path), path)
    if shape == "array":
        return _array(held, path, before, shelved)
    return _scalar(held, path, before, shelved)


def _object(held: H, path: str, before: _Before, shelved: Subtree | None) -> H:
    value = before.own.value if before.own is not None else None
    kept = {
        name: member
        for name, member in (value.items() if isinstance(value, dict) else ())
        if _keeps(held, path, before, name, member)
    }
    back = shelved.own.value if shelved is not None and isinstance(shelved.own.value, dict) else {}
    there = {**back, **kept}
    below = {at: entry for at, entry in before.below.items() if pointer.split(at)[0] in kept}
    if shelved is not None:
        gone = {at: entry for at, entry in shelved.entries.items() if pointer.split(at)[0] not in kept}
        below = {**gone, **below}
        held = _with_choices(held, path, shelved)
    return _placed(held, path, there, below)


def _array(held: H, path: str, before: _Before, shelved: Subtree | None) -> H:
    value = before.own.value if before.own is not None else None
    if not isinstance(value, list) or not value:
        if shelved is None:
            return _placed(held, path, [], {})
        return _placed(_with_choices(held, path, shelved), path, shelved.own.value, shelved.entries)
    parts = held.stand.at(path).force.parts
    held = _placed(held, path, value, before.below)
    for index in reversed(range(len(value))):
        if not _fits(held, element_parts(parts, index), value[index]):
            held = removed(held, f"{path}/{index}")
    return held


def _scalar(held: H, path: str, before: _Before, shelved: Subtree | None) -> H:
    field = held.stand.at(path).drawn
    own = before.own
    if own is not None and not isinstance(own.value, dict | list) and own.value is not None:
        text = own.text if own.text is not None else show_text(before.standing.drawn, own.value)
        value = read_text(field, text)
        if not isinstance(value, Problem) and (text or own.problem is None):
            return _with_entry(held, path, Entry(value, text))
    if shelved is not None:
        return _with_entry(held, path, shelved.own)
    only = only_value(field)
    if only is not MISSING:
        return _with_entry(held, path, Entry(only, is_default=True))
    if isinstance(held.value_at(pointer.join(pointer.split(path)[:-1])), list):
        return _with_entry(held, path, unfilled(path))
    return held


def _placed(held: H, path: str, value: Any, below: Mapping[str, Entry]) -> H:
    held = replaced(held, path, value)
    return replace(held, entries={**held.entries, **{path + at: entry for at, entry in below.items()}})


def _with_entry(held: H, path: str, entry: Entry) -> H:
    return replace(held, entries={**held.entries, path: entry})


def _with_choices(held: H, path: str, shelved: Subtree) -> H:
    return replace(held, choices={**held.choices, **{path + at: way for at, way in shelved.choices.items()}})


def _keeps(held: Held, path: str, before: _Before, name: str, member: Any) -> bool:
    """Whether a member stays: the variant has words for it, and it fits; or it was free before and may be now."""
    parts = held.stand.at(path).force.parts
    is_new = is_named(parts, name)
    rest = member_parts(parts, name)
    if not is_new and all(part.schema is True for part in rest) and is_named(before.standing.force.parts, name):
        return False
    entry = before.below.get(f"/{pointer.escape(name)}")
    if entry is not None and entry.problem is not None:
        return is_new
    return _fits(held, rest, member)


def _fits(held: Held, parts: tuple[Part, ...], value: Any) -> bool:
    """Whether a value may stand there; of an object or array, which may be unfinished, only its type counts."""
    if any(part.schema is False for part in parts):
        return False
    reader = held.form.reader
    if isinstance(value, dict | list):
        types = reader.chooser.types([one for part in parts for one in reader.parts.of(part.schema, part.base)])
        return types is None or ("object" if isinstance(value, dict) else "array") in types
    part = reader.parts.joined(parts)
    return not validate_part(value, part.schema, reader.references, part.base, reader.dialect).errors
