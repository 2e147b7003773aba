"""What a new place begins with: defaults, and the only value of what must be there. Nothing else is put in."""

from dataclasses import replace
from typing import Any, Final, TypeVar

from inspector.forms import pointer
from inspector.forms.fields import Field, Problem
from inspector.forms.held import Entry, Held, Prefill
from inspector.forms.in_force import InForce
from inspector.forms.members import member_names
from inspector.forms.standing import Standing
from inspector.forms.values import named
from inspector.wire.json import MISSING

H = TypeVar("H", bound=Held)
_ROUNDS: Final = 4
"""How often what was put in may bring in further members that begin with something."""


def first_value(field: Field, prefill: Prefill) -> Any:
    """What a member begins with, or `MISSING`: its default by `prefill`; a required constant or null is put in."""
    if field.default is not MISSING and (prefill == "all" or (prefill == "required" and field.required)):
        return field.default
    if field.required and prefill != "none":
        return only_value(field)
    return MISSING


def only_value(field: Field) -> Any:
    """The value of a field that has no other, or `MISSING`."""
    if field.kind == "const" or (field.kind == "enum" and len(field.options) == 1):
        return field.options[0].value
    return None if field.kind == "null" else MISSING


def seeded(held: H, path: str) -> H:
    """With what the members of the object at `path` begin with, those included that the first of them bring in."""
    for _ in range(_ROUNDS):
        before = held
        standing = held.stand.at(path)
        value = held.value_at(path)
        there = value if isinstance(value, dict) else {}
        telling = _telling(held, standing.force)
        entries = dict(held.entries)
        for name in member_names(standing.force.parts):
            if name in there:
                continue
            at = f"{path}/{pointer.escape(name)}"
            own = held.stand.at(at).field
            found = first_value(own, held.prefill)
            if found is MISSING and (name in telling or own.required):
                found = only_value(own) if own.kind == "const" or name in telling else MISSING
            if found is not MISSING:
                entries[at] = Entry(found, is_default=True)
        if len(entries) == len(held.entries):
            return before
        held = replace(held, entries=entries)
    return held


def _telling(held: Held, force: InForce) -> frozenset[str]:
    """The members whose constants tell the chosen alternative from others."""
    if not force.is_choice or force.chosen is None:
        return frozenset()
    constants = held.form.reader.chooser.constants
    own = constants(force.alternatives[force.chosen])
    others = [constants(one) for number, one in enumerate(force.alternatives) if number != force.chosen]
    return frozenset(
        name
        for name, allowed in own.items()
        if len(allowed) == 1 and any(name in other and not (other[name] & allowed) for other in others)
    )


def fresh(standing: Standing, path: str) -> Entry:
    """What a new place in an array or a map holds until a person fills it; text that is still to be written is said."""
    field = standing.drawn
    if field.default is not MISSING:
        return Entry(field.default, is_default=True)
    only = only_value(field)
    if only is not MISSING:
        return Entry(only, is_default=True)
    if standing.shape == "object":
        return Entry({}, is_default=True)
    if standing.shape == "array" or field.kind == "multi-enum":
        return Entry([], is_default=True)
    if field.kind in ("string", "text"):
        return Entry("", "")
    return unfilled(path)


def unfilled(path: str) -> Entry:
    """A place that nothing has been put into, and which cannot be left out."""
    name = named(path)
    return Entry("", "", Problem(path, name, "required", f"{name} is not filled in yet"))
