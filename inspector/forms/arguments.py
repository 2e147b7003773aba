"""A draft of the arguments: what a person has put into a form so far, and the object that would be sent.

A draft is a value. Each change makes a new one, so undo is keeping the old one. A field is omitted, null or a value;
what was typed is kept as typed, apart from whether it can be read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from inspector.forms import pointer
from inspector.forms.fields import Field, Problem
from inspector.forms.form import Form
from inspector.forms.pointer import BadPointer
from inspector.forms.values import named, read_json, read_text, show_text
from inspector.forms.verdict import Unchecked
from inspector.wire.json import MISSING, pretty

State = Literal["omitted", "null", "value", "default"]
"""How a field stands; `default` is a value that came from the schema and was not touched."""

Prefill = Literal["all", "required", "none"]
"""Whose defaults a new draft begins with."""

_NOTHING: Final[Mapping[str, "Entry"]] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in one place: the value, the text it was typed as (None if it was not typed), and what is wrong with
    the text. Text that cannot be read is its own value, a string, for a person may want to send just that."""

    value: Any
    text: str | None = None
    problem: Problem | None = None
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class Assembled:
    """What would be sent; why it should not be; and what could not be checked."""

    arguments: Any
    problems: tuple[Problem, ...]
    unchecked: tuple[Unchecked, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The entries of a form by JSON Pointer; `order` is the order of members that a JSON text gave."""

    form: Form
    entries: Mapping[str, Entry]
    order: tuple[str, ...] = ()

    @classmethod
    def of(cls, form: Form, prefill: Prefill = "all") -> "Draft":
        """A new draft: defaults by `prefill`; a required `const` or `null` has its only value."""
        entries: dict[str, Entry] = {}
        for field in form.fields:
            value = _first_value(field, prefill) if field.path else MISSING
            if value is not MISSING:
                entries[field.path] = Entry(value, is_default=True)
        return cls(form, entries)

    def entry(self, path: str) -> Entry | None:
        """What stands at `path`; None if it is omitted. Also finds what an entry above or below holds there."""
        own = self.entries.get(path)
        if own is not None:
            return own
        names = pointer.split(path)
        if len(names) == 1 and "" not in self.entries and not any(at.startswith(f"{path}/") for at in self.entries):
            return None
        value = pointer.get(self.arguments(), names)
        return None if value is MISSING else Entry(value)

    def state(self, path: str) -> State:
        """How the field at `path` stands."""
        entry = self.entry(path)
        if entry is None:
            return "omitted"
        if entry.is_default:
            return "default"
        return "null" if entry.value is None else "value"

    def text(self, path: str) -> str:
        """The text to edit at `path`: as it was typed, else as its value is written; empty if it is omitted."""
        entry = self.entry(path)
        if entry is None:
            return ""
        return entry.text if entry.text is not None else show_text(self.form.field_at(path), entry.value)

    def typed(self, path: str, text: str, *, as_json: bool | None = None) -> "Draft":
        """`text` typed into the field at `path`; emptied, the field is omitted (`put("")` sends the empty string).

        `as_json` overrules how the field is edited. Raises `BadPointer` for a place that cannot be.
        """
        field = self.form.field_at(path)
        if not text and path:
            return self.omit(path)
        value = (
            read_json(field, text) if (field.edited_as_json if as_json is None else as_json) else read_text(field, text)
        )
        if isinstance(value, Problem):
            return self.unreadable(path, text, value)
        if path == "" and isinstance(value, dict):
            return self.put("", value)
        return self._with(path, Entry(value, text))

    def put(self, path: str, value: Any) -> "Draft":
        """`value` at `path`; at the empty path, an object replaces every field. Raises `BadPointer`."""
        if path == "" and isinstance(value, dict):
            entries = {f"/{pointer.escape(name)}": Entry(member) for name, member in value.items()}
            return Draft(self.form, entries, tuple(value))
        return self._with(path, Entry(value))

    def unreadable(self, path: str, text: str, problem: Problem) -> "Draft":
        """`text` at `path` though the field cannot read it; it goes out as a string if the person sends anyway."""
        return self._with(path, Entry(text, text, problem))

    def omit(self, path: str) -> "Draft":
        """Nothing at `path`."""
        names = pointer.split(path)
        if not names:
            return Draft(self.form, _NOTHING)
        kept = {at: entry for at, entry in self.entries.items() if at != path and not at.startswith(f"{path}/")}
        draft = replace(self, entries=kept)
        for depth in range(len(names) - 1, 0, -1):
            above = pointer.join(names[:depth])
            if above in kept and pointer.get(kept[above].value, names[depth:]) is not MISSING:
                return draft._with(above, Entry(_without(kept[above].value, names[depth:])))
        return draft

    def arguments(self) -> Any:
        """The arguments as they would be sent: an object, unless the whole was set to something else."""
        if "" in self.entries:
            return self.entries[""].value
        tree: Any = {}
        for path, entry in sorted(self.entries.items(), key=lambda item: item[0].count("/")):
            tree = self._placed(tree, pointer.split(path), 0, entry.value)
        return self._ordered(tree)

    def json_text(self) -> str:
        """The whole as JSON: the text that was typed for it, else the arguments, indented."""
        whole = self.entries.get("")
        if whole is not None and whole.text is not None:
            return whole.text
        return pretty(self.arguments())

    def assembled(self) -> Assembled:
        """The arguments, judged: unreadable text first, then what the schema says."""
        arguments = self.arguments()
        problems = [entry.problem for entry in self.entries.values() if entry.problem is not None]
        unread = {problem.path for problem in problems}
        judged = self.form.validate(arguments)
        if not isinstance(arguments, dict) and not problems:
            problems.append(Problem("", "arguments", "type", "the arguments are not an object"))
        problems += [
            self._explained(error.pointer, error.keyword, error.message)
            for error in judged.errors
            if error.pointer not in unread
        ]
        return Assembled(arguments, tuple(problems), judged.unchecked)

    def problem_at(self, path: str) -> Problem | None:
        """What is wrong with the field at `path` by itself, while it is being typed; None if it is omitted or right."""
        entry = self.entry(path)
        if entry is None or entry.problem is not None:
            return entry.problem if entry else None
        errors = self.form.validate_field(self.form.field_at(path), entry.value).errors
        return self._explained(errors[0].pointer, errors[0].keyword, errors[0].message) if errors else None

    def _explained(self, path: str, rule: str, message: str) -> Problem:
        if rule == "required" and self.form.field_at(path).kind in ("string", "text"):
            message += '; the empty string "" is a value too'
        return Problem(path, named(path), rule, message)

    def _with(self, path: str, entry: Entry) -> "Draft":
        names = pointer.split(path)
        entries = dict(self.entries)
        if names:
            entries.pop("", None)  # the whole was something that has no members
        if not entry.problem or names:
            for other in list(entries):
                if other.startswith(f"{path}/"):
                    del entries[other]
        for depth in range(1, len(names)):
            above = pointer.join(names[:depth])
            if above in entries and not isinstance(entries[above].value, dict | list):
                del entries[above]
        if names and names[-1] == "-":
            path, names = self._appended(names)
        entries[path] = entry
        draft = replace(self, entries=entries)
        if len(names) > 1:
            draft.arguments()  # raises if the place cannot be
        return draft

    def _appended(self, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        array = pointer.get(self.arguments(), names[:-1])
        if isinstance(array, dict):
            return pointer.join(names), names
        names = (*names[:-1], str(len(array) if isinstance(array, list) else 0))
        return pointer.join(names), names

    def _placed(self, tree: Any, names: tuple[str, ...], depth: int, value: Any) -> Any:
        """`tree` with `value` at `names[depth:]`, what is on the way copied or made."""
        if depth == len(names):
            return value
        name = names[depth]
        if not isinstance(tree, dict | list):
            tree = self._container(names[:depth], name)
        if isinstance(tree, dict):
            return {**tree, name: self._placed(tree.get(name, MISSING), names, depth + 1, value)}
        index = len(tree) if name == "-" else pointer.index_of(name)
        if index is None or index > len(tree):
            raise BadPointer(f"{named(pointer.join(names[:depth]))} has {len(tree)} elements; there is no place {name}")
        below = tree[index] if index < len(tree) else MISSING
        return [*tree[:index], self._placed(below, names, depth + 1, value), *tree[index + 1 :]]

    def _container(self, names: tuple[str, ...], first: str) -> Any:
        kind = self.form.field_at(pointer.join(names)).kind
        if kind in ("array", "multi-enum"):
            return []
        return [] if first in ("0", "-") and kind not in ("object", "map") else {}

    def _ordered(self, tree: dict[str, Any]) -> dict[str, Any]:
        """Members as a JSON text gave them, then in the schema's order, then as they came."""
        places = {name: number for number, name in enumerate(self.order)}
        for field in self.form.fields:
            places.setdefault(field.name, len(places))
        return dict(sorted(tree.items(), key=lambda item: places.get(item[0], len(places))))


def _first_value(field: Field, prefill: Prefill) -> Any:
    if field.default is not MISSING and (prefill == "all" or (prefill == "required" and field.required)):
        return field.default
    if field.required and prefill != "none":
        if field.kind == "const":
            return field.options[0].value
        if field.kind == "null":
            return None
    return MISSING


def _without(value: Any, names: tuple[str, ...]) -> Any:
    name, rest = names[0], names[1:]
    if isinstance(value, dict):
        below = {} if not rest else {name: _without(value[name], rest)}
        return {key: below.get(key, member) for key, member in value.items() if key != name or rest}
    index = int(name)
    return [*value[:index], *([_without(value[index], rest)] if rest else []), *value[index + 1 :]]
