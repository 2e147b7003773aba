"""Changes of a draft: elements and members added, taken away, moved and renamed.

What was typed goes with the place that it was typed into, and text that could not be read stays text.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from inspector.forms import pointer
from inspector.forms.fields import Field, Problem
from inspector.forms.held import Entry, Held
from inspector.forms.members import least_length, member_names, prefix_length
from inspector.forms.pointer import BadPointer
from inspector.forms.seeds import fresh, seeded
from inspector.forms.standing import Standing
from inspector.forms.values import named, read_text
from inspector.wire.json import MISSING

H = TypeVar("H", bound=Held)
_MOST_PLACES: Final = 20
"""Elements that must be there up to which each has a row before it is filled."""


def places_of(standing: Standing) -> int:
    """How many elements of an array have a row though nothing is in them: those of a tuple, and those that must be."""
    least = least_length(standing.force.parts)
    return max(prefix_length(standing.force.parts), least if least <= _MOST_PLACES else 0)


def with_way(held: H, path: str) -> tuple[H, str]:
    """The draft with everything above `path` there to hold it, and the pointer with `-` made a number.

    Raises `BadPointer` for a place that cannot be.
    """
    names = list(pointer.split(path))
    entries = dict(held.entries)
    if names:
        entries.pop("", None)  # the whole was something that has no members
    held = replace(held, entries=entries) if len(entries) < len(held.entries) else held
    for depth in range(1, len(names)):
        above = pointer.join(names[:depth])
        value = held.value_at(above)
        if not isinstance(value, dict | list):
            value = _container(held, above, names[depth])
            held = _with_entry(held, above, Entry(value, is_default=True))
            if isinstance(value, dict):
                held = seeded(held, above)
        if isinstance(value, list):
            held, names[depth] = _element_place(held, above, value, names[depth])
    return held, pointer.join(names)


def _element_place(held: H, above: str, value: list[Any], name: str) -> tuple[H, str]:
    index = len(value) if name == "-" else pointer.index_of(name)
    if index is not None and len(value) < index < places_of(held.stand.at(above)):
        for number in range(len(value), index):
            at = f"{above}/{number}"
            held = _with_entry(held, at, fresh(held.stand.at(at), at))
    elif index is None or index > len(value):
        raise BadPointer(f"{named(above)} has {len(value)} elements; there is no place {name}")
    return held, str(index)


def _container(held: Held, path: str, first: str) -> Any:
    standing = held.stand.at(path)
    if standing.shape == "array" or standing.drawn.kind == "multi-enum":
        return []
    return [] if first in ("0", "-") and standing.shape != "object" else {}


def _with_entry(held: H, path: str, entry: Entry) -> H:
    return replace(held, entries={**held.entries, path: entry})


def added(held: H, path: str, name: str = "") -> tuple[H, str]:
    """See `Draft.added`."""
    value = held.value_at(path)
    standing = held.stand.at(path)
    if not isinstance(value, dict | list):
        value = [] if standing.shape == "array" or standing.drawn.kind == "multi-enum" else {}
        if path:
            held, path = with_way(held, path)
            held = replace(held, entries=alone(held.entries, path, Entry(value, is_default=True)))
            if isinstance(value, dict):
                held = seeded(held, path)
                value = held.value_at(path)
    own = str(len(value)) if isinstance(value, list) else name or _free_name(held, path, value)
    at = f"{path}/{pointer.escape(own)}"
    if isinstance(value, dict) and own in value:
        return held, at
    held, at = with_way(held, at)
    held = _with_entry(held, at, fresh(held.stand.at(at), at))
    if isinstance(held.value_at(at), dict):
        held = seeded(held, at)
    return held, at


def _free_name(held: Held, path: str, value: Mapping[str, Any]) -> str:
    """A name that no member has, and that the schema has words for if one of a few tries does."""
    number = 1
    while f"key{number}" in value:
        number += 1
    return f"key{number}"


def removed(held: H, path: str) -> H:
    """See `Draft.removed`."""
    names = pointer.split(path)
    if not names:
        return replace(held, entries={}, order=(), choices={}, shelf={})
    above, name = pointer.join(names[:-1]), names[-1]
    value = held.value_at(above)
    if isinstance(value, list):
        gone = pointer.index_of(name)
        if gone is None or gone >= len(value):
            return held
        left = [element for index, element in enumerate(value) if index != gone]
        return _renamed_below(
            held, above, left, lambda at: _number(at, lambda n: None if n == gone else n - (n > gone))
        )
    if not isinstance(value, dict) or name not in value:
        return held
    own = held.entries.get(above)
    if own is not None and isinstance(own.value, dict) and name not in own.value:  # it stood over what holds it
        gone_at = f"{path}/"
        return replace(
            held,
            entries=outside(held.entries, path),
            choices={at: way for at, way in held.choices.items() if at != path and not at.startswith(gone_at)},
            shelf={key: tree for key, tree in held.shelf.items() if key[0] != path and not key[0].startswith(gone_at)},
        )
    left_over = {key: member for key, member in value.items() if key != name}
    return _renamed_below(held, above, left_over, lambda at: None if at == name else at)


def moved(held: H, path: str, by: int) -> tuple[H, str]:
    """See `Draft.moved`."""
    names = pointer.split(path)
    value = held.value_at(pointer.join(names[:-1])) if names else MISSING
    start = pointer.index_of(names[-1]) if names else None
    if not isinstance(value, list) or start is None or start >= len(value):
        return held, path
    end = min(max(start + by, 0), len(value) - 1)
    order = list(range(len(value)))
    order.insert(end, order.pop(start))
    places = {old: new for new, old in enumerate(order)}
    above = pointer.join(names[:-1])
    held = _renamed_below(held, above, [value[old] for old in order], lambda at: _number(at, places.get))
    return held, f"{above}/{end}"


def renamed(held: H, path: str, name: str) -> tuple[H, str]:
    """See `Draft.renamed`."""
    names = pointer.split(path)
    above = pointer.join(names[:-1])
    value = held.value_at(above) if names else MISSING
    if not isinstance(value, dict) or names[-1] not in value or name in value:
        return held, path
    old, at = names[-1], f"{above}/{pointer.escape(name)}"
    left = {name if key == old else key: member for key, member in value.items()}
    held = _renamed_below(held, above, left, lambda key: name if key == old else key)
    entry = held.entries.get(at)
    if entry is not None and entry.text is not None:  # another name can make it another kind of field
        field = held.stand.at(at).field
        if not field.edited_as_json:
            held = _with_entry(held, at, _read(field, entry.text))
    return held, at


def _read(field: Field, text: str) -> Entry:
    value = read_text(field, text)
    return Entry(text, text, value) if isinstance(value, Problem) else Entry(value, text)


def in_order(held: H, path: str) -> H:
    """With the members of the object at `path` in the order in which the schema names them, others last."""
    value = held.value_at(path)
    names = [name for name in member_names(held.stand.at(path).force.parts) if name in value]
    return _renamed_below(held, path, {name: value[name] for name in (*names, *value)}, lambda name: name)


def _number(name: str, place: Callable[[int], int | None]) -> str | None:
    index = pointer.index_of(name)
    if index is None:
        return name
    new = place(index)
    return None if new is None else str(new)


def _renamed_below(held: H, path: str, value: Any, rename: Callable[[str], str | None]) -> H:
    """`value` at `path`, and what is held below it under the names that `rename` gives (None: gone)."""
    depth = len(pointer.split(path))

    def place(at: str) -> str | None:
        if not at.startswith(f"{path}/"):
            return at
        names = pointer.split(at)
        name = rename(names[depth])
        return None if name is None else pointer.join((*names[:depth], name, *names[depth + 1 :]))

    below = {at: entry for at, entry in held.entries.items() if at.startswith(f"{path}/")}
    entries = replaced(held, path, value).entries
    kept = {new: _come(entry, at, new) for at, entry in below.items() if (new := place(at)) is not None}
    return replace(
        held,
        entries={**entries, **kept},
        order=tuple(value) if not path else held.order,
        choices={new: choice for at, choice in held.choices.items() if (new := place(at)) is not None},
        shelf={(new, way): tree for (at, way), tree in held.shelf.items() if (new := place(at)) is not None},
    )


def _come(entry: Entry, old: str, new: str) -> Entry:
    """An entry that has come to another place: its problem speaks of that."""
    if entry.problem is None or old == new:
        return entry
    before, after = named(old), named(new)
    message = entry.problem.message
    message = after + message[len(before) :] if message.startswith(before) else message
    return replace(entry, problem=Problem(new, after, entry.problem.rule, message))


def outside(entries: Mapping[str, Entry], path: str) -> dict[str, Entry]:
    """The entries that are neither at `path` nor below it."""
    return {at: entry for at, entry in entries.items() if at != path and not at.startswith(f"{path}/")}


def replaced(held: H, path: str, value: Any) -> H:
    """`value` at `path` and nothing below it; an object at the empty path as one entry for each member."""
    if not path and isinstance(value, dict):
        entries = {f"/{pointer.escape(name)}": Entry(member) for name, member in value.items()}
        return replace(held, entries=entries, order=tuple(value))
    return replace(held, entries=alone(held.entries, path, Entry(value)))


def alone(entries: Mapping[str, Entry], path: str, entry: Entry) -> dict[str, Entry]:
    """The entries with this one at `path` and none below it; where there was one, it keeps its turn."""
    kept = {at: own for at, own in entries.items() if not at.startswith(f"{path}/")}
    return {**kept, path: entry}
