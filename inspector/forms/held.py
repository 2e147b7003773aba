"""What is held at the places of a form, and what the whole of it amounts to: what every change reads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from inspector.forms import pointer
from inspector.forms.fields import Problem
from inspector.forms.form import Form
from inspector.forms.pointer import BadPointer
from inspector.forms.standing import Stand
from inspector.forms.values import named
from inspector.wire.json import MISSING

T = TypeVar("T")
Prefill = Literal["all", "required", "none"]
"""Whose defaults a new draft begins with."""

NOTHING: Final[Mapping[str, "Entry"]] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in one place: the value, the text it was typed as (None if it was not typed), and what is wrong with
    the text. Text that cannot be read is its own value, a string, for a person may want to send just that."""

    value: Any
    text: str | None = None
    problem: Problem | None = None
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class Subtree:
    """What a place held when another variant was chosen there: its own entry with all of the value, and by pointers
    from the place on the entries and the choices below it."""

    own: Entry
    entries: Mapping[str, Entry]
    choices: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Held:
    """The entries of a form by JSON Pointer; one below another stands over what that one holds.

    `order` is the order of members that a JSON text gave. `choices` are the variants that were chosen, by pointer, and
    `shelf` what the others held, by pointer and variant. `prefill` says whose defaults a place that is made has.
    """

    form: Form
    entries: Mapping[str, Entry]
    order: tuple[str, ...] = ()
    choices: Mapping[str, int] = field(default_factory=dict)
    shelf: Mapping[tuple[str, int], Subtree] = field(default_factory=dict)
    prefill: Prefill = "none"
    _known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def stand(self) -> Stand:
        """How things stand at each place."""
        return self.once("stand", lambda: Stand(self.form, self.read_at, self.choices))

    def arguments(self) -> Any:
        """The arguments as they would be sent: an object, unless the whole was set to something else."""
        return self.once("arguments", self._assembled)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What `make` works out of all this, kept under a name: what is held never changes."""
        if name not in self._known:
            self._known[name] = make()
        known: T = self._known[name]
        return known

    def value_at(self, path: str) -> Any:
        """The value that would be sent at `path`; `MISSING` if there is none."""
        own = self.entries.get(path)
        if own is not None and not self._has_below(path):
            return own.value
        return pointer.get(self.arguments(), pointer.split(path))

    def read_at(self, path: str) -> Any:
        """The value at `path`; `MISSING` also where it is text that could not be read."""
        own = self.entries.get(path)
        return MISSING if own is not None and own.problem is not None else self.value_at(path)

    def _has_below(self, path: str) -> bool:
        return path in self.once("above", self._above)

    def _above(self) -> frozenset[str]:
        return frozenset({""} | {at[:end] for at in self.entries for end in range(1, len(at)) if at[end] == "/"})

    def _assembled(self) -> Any:
        if "" in self.entries:
            return self.entries[""].value
        tree: dict[str, Any] = {}
        deep = []
        for path, entry in self.entries.items():
            names = pointer.split(path)
            if len(names) == 1:
                tree[names[0]] = entry.value
            else:
                deep.append((names, entry.value))
        # Elements by their number, whichever of them was typed last: each needs the one before it.
        for names, value in sorted(deep, key=lambda item: (len(item[0]), pointer.index_of(item[0][-1]) or 0)):
            if names[0] not in tree:
                raise BadPointer(f"{named(pointer.join(names))}: nothing is there to hold it")
            tree[names[0]] = _placed(tree[names[0]], names, 1, value)
        return self._ordered(tree)

    def _ordered(self, tree: dict[str, Any]) -> dict[str, Any]:
        """Members as a JSON text gave them, then in the schema's order, then as they came."""
        places = {name: number for number, name in enumerate(self.order)}
        for own in self.form.fields:
            places.setdefault(own.name, len(places))
        return dict(sorted(tree.items(), key=lambda item: places.get(item[0], len(places))))


def _placed(tree: Any, names: tuple[str, ...], depth: int, value: Any) -> Any:
    """`tree` with `value` at `names[depth:]`; what is on the way is there, and copied."""
    if depth == len(names):
        return value
    name = names[depth]
    if isinstance(tree, dict):
        return {**tree, name: _placed(tree.get(name, MISSING), names, depth + 1, value)}
    index = pointer.index_of(name) if isinstance(tree, list) else None
    if index is None or index > len(tree):
        raise BadPointer(f"{named(pointer.join(names[:depth]))} has no place {name}")
    below = tree[index] if index < len(tree) else MISSING
    return [*tree[:index], _placed(below, names, depth + 1, value), *tree[index + 1 :]]
