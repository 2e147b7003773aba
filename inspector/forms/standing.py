"""How things stand at one place of a form for what is put in: the field there, and what is in force."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from inspector.forms import pointer
from inspector.forms.fields import Field
from inspector.forms.form import Form
from inspector.forms.in_force import InForce
from inspector.forms.members import element_parts, keyword, least_length, member_parts, required_names
from inspector.forms.parts import Part

Shape = Literal["object", "array", "scalar"]


@dataclass(frozen=True, slots=True)
class Standing:
    """`field` is what the schema says of the place alone; `drawn` the same, narrowed to what is in force there."""

    field: Field
    force: InForce
    drawn: Field
    shape: Shape
    required: frozenset[str] = frozenset()
    """The members that must be there now."""


class Stand:
    """Walks down a form by what is put in. `value_at` gives the value at a pointer (`MISSING` for none, or for text
    that could not be read), `choices` the variants that a person chose, by pointer."""

    def __init__(self, form: Form, value_at: Callable[[str], Any], choices: Mapping[str, int]) -> None:
        self._form = form
        self._reader = form.reader
        self._value_at = value_at
        self._choices = choices
        self._known: dict[str, Standing] = {}

    def at(self, path: str) -> Standing:
        """How things stand at a pointer. Raises `pointer.BadPointer`."""
        known = self._known.get(path)
        if known is None:
            names = pointer.split(path)
            field = self._field(pointer.join(names[:-1]), names[-1], path) if names else self._form.root
            known = self._known[path] = self._standing(field)
        return known

    def child(self, parent: str, name: str) -> Field:
        """The field of a member or an element."""
        return self._field(parent, name, f"{parent}/{pointer.escape(name)}")

    def _standing(self, field: Field) -> Standing:
        if field.kind == "json" and field.problem:  # nothing can be drawn there
            return Standing(field, InForce(()), field, "scalar")
        place, reader = field.place, self._reader
        value = self._value_at(field.path)
        force = reader.enforcer.in_force(place.schema, place.base, value, self._choices.get(field.path))
        required = reader.parts.once("required", force.parts, lambda: frozenset(required_names(force.parts)))
        drawn = field
        is_whole = force.parts == reader.parts.of(place.schema, place.base)
        has_variant = force.is_choice and force.chosen is not None
        if has_variant or (not is_whole and len(force.alternatives) != 1):
            narrowed = reader.enforcer.narrowed(force)
            drawn = reader.field(narrowed.schema, narrowed.base, field.path, field.required)
            drawn = replace(drawn, nullable=field.nullable)
        return Standing(field, force, drawn, self._shape(drawn, force, value), force.needed | required)

    def _shape(self, field: Field, force: InForce, value: Any) -> Shape:
        if field.kind in ("const", "enum"):
            return "scalar"
        types = self._reader.chooser.types(force.parts)
        left = (types or frozenset()) - {"null"}
        if left == {"object"} or not field.path:
            return "object"
        if left == {"array"}:
            return "array"
        if not left or len(left) > 1:
            if isinstance(value, dict):
                return "object"
            if isinstance(value, list):
                return "array"
            if not left and (keyword(force.parts, "properties") or keyword(force.parts, "additionalProperties")):
                return "object"
            if not left and (keyword(force.parts, "items") or keyword(force.parts, "prefixItems")):
                return "array"
        return "scalar"

    def _field(self, above: str, name: str, path: str) -> Field:
        parent = self.at(above)
        if parent.force.is_choice and parent.force.chosen is None:
            return self._made(parent, name, path)
        key = f"{parent.shape} {name in parent.required} {path}"
        return self._reader.parts.once(key, parent.force.parts, lambda: self._made(parent, name, path))

    def _made(self, parent: Standing, name: str, path: str) -> Field:
        parts = parent.force.parts
        index = pointer.index_of(name) if name != "-" else 0
        required = name in parent.required
        if parent.shape == "array" and index is not None:
            required = index < least_length(parts)
        part = self._reader.parts.joined(
            self._child(parent, parts, name, index) or self._elsewhere(parent, name, index)
        )
        return self._reader.field(part.schema, part.base, path, required)

    def _child(self, parent: Standing, parts: tuple[Part, ...], name: str, index: int | None) -> tuple[Part, ...]:
        if parent.shape == "array":
            return element_parts(parts, index) if index is not None else ()
        found = member_parts(parts, name)
        if not found and parent.shape == "scalar" and index is not None:
            return element_parts(parts, index)
        return found

    def _elsewhere(self, parent: Standing, name: str, index: int | None) -> tuple[Part, ...]:
        """What the alternatives say of a place of which what is in force says nothing: any of it."""
        found: dict[int, Part] = {}
        for one in parent.force.alternatives:
            parts = self._child(parent, one.parts, name, index)
            if parts:
                part = self._reader.parts.joined(parts)
                found[id(part.schema)] = part
        parts = tuple(found.values())
        if len(parts) < 2:
            return parts
        return (self._reader.parts.any_of(parts),)
