"""A draft of the arguments: what a person has put into a form so far, and the object that would be sent.

A draft is a value. Each change makes a new one, so undo is keeping the old one. A field is omitted, null or a value;
what was typed is kept as typed, apart from whether it can be read.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

from inspector.forms import draft_changes, pointer, variant_changes
from inspector.forms.fields import Field, Problem
from inspector.forms.form import Form
from inspector.forms.held import NOTHING, Entry, Held, Prefill
from inspector.forms.judging import judged_fields
from inspector.forms.seeds import seeded, unfilled
from inspector.forms.values import named, read_json, read_text, show_text
from inspector.forms.verdict import Unchecked
from inspector.wire.json import MISSING, pretty

__all__ = ["Assembled", "Draft", "Entry", "Prefill", "State"]

State = Literal["omitted", "null", "value", "default"]
"""How a field stands; `default` is a value that came from the schema and was not touched."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """What would be sent; why it should not be; and what could not be checked."""

    arguments: Any
    problems: tuple[Problem, ...]
    unchecked: tuple[Unchecked, ...]


@dataclass(frozen=True, slots=True)
class Draft(Held):
    """What is put into a form; see `Held` for its fields. Every change returns a new draft.

    A place that is made begins with its defaults by `prefill` and with the only value of what must be there. `Entry`s
    stand at the pointers where something was put in; values below and above are found through them.
    """

    @classmethod
    def of(cls, form: Form, prefill: Prefill = "all") -> "Draft":
        """A new draft: defaults by `prefill`; a required `const` or `null` has its only value."""
        draft = cls(form, NOTHING, prefill=prefill)
        return draft if form.only_json else seeded(draft, "")

    def field_at(self, path: str) -> Field:
        """The field at a pointer for what is put in: as the chosen variants and the conditions in force have it.

        Raises `BadPointer` for text that is no pointer.
        """
        return self.stand.at(path).field

    def entry(self, path: str) -> Entry | None:
        """What stands at `path`; None if it is omitted. Also finds what an entry above or below holds there."""
        own = self.entries.get(path)
        value = self.value_at(path)
        if own is not None and (value is own.value or own.problem is not None):
            return own
        return None if value is MISSING or (path == "" and not self.entries) else Entry(value)

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
        return entry.text if entry.text is not None else show_text(self._edited(path), entry.value)

    def typed(self, path: str, text: str, *, as_json: bool | None = None) -> "Draft":
        """`text` typed into the field at `path`; emptied, a member is omitted (`put("")` sends the empty string),
        while an element keeps its place.

        A chosen variant reads it; where none is chosen, a value that was loaded keeps the variant that it has, and new
        text is a string if the field takes one. `as_json` overrules how the field is edited. Raises `BadPointer` for a
        place that cannot be.
        """
        draft = self._settled(path)
        field = draft._edited(path)
        if not text and path:
            return draft._emptied(path, field)
        value = (
            read_json(field, text) if (field.edited_as_json if as_json is None else as_json) else read_text(field, text)
        )
        if isinstance(value, Problem):
            return draft.unreadable(path, text, value)
        if path == "" and isinstance(value, dict):
            return draft.put("", value)
        return draft._with(path, Entry(value, text))

    def put(self, path: str, value: Any) -> "Draft":
        """`value` at `path`; at the empty path, an object replaces every field. Raises `BadPointer`."""
        if path == "" and isinstance(value, dict):
            return replace(draft_changes.replaced(self, "", value), choices={}, shelf={})
        return self._settled(pointer.join(pointer.split(path)[:-1]))._with(path, Entry(value))

    def unreadable(self, path: str, text: str, problem: Problem) -> "Draft":
        """`text` at `path` though the field cannot read it; it goes out as a string if the person sends anyway."""
        return self._with(path, Entry(text, text, problem))

    def omit(self, path: str) -> "Draft":
        """Nothing at `path`. What was made only to hold it goes too; elements behind it move up."""
        names = pointer.split(path)
        if not names:
            return draft_changes.removed(self, "")
        draft = draft_changes.removed(self._settled(path), path)
        for depth in range(len(names) - 1, 0, -1):
            above = pointer.join(names[:depth])
            own = draft.entries.get(above)
            is_made = own is not None and own.is_default and own.value in ({}, []) and not draft.value_at(above)
            if not is_made or isinstance(draft.value_at(pointer.join(names[: depth - 1])), list):
                break
            draft = draft_changes.removed(draft, above)
        return draft

    def chosen(self, path: str, variant: int) -> "Draft":
        """The variant of that number (of `Level.variants`) chosen at `path`.

        What fits of what was put in stays; the rest waits until its variant is chosen again. The constants that tell
        the variant from others, and what must be there and has one value only, are put in.
        """
        return variant_changes.chosen(self, path, variant)

    def added(self, path: str, name: str = "") -> "tuple[Draft, str]":
        """One more element of the array at `path`, or member `name` of the object there, and its pointer.

        Without a name a free one is found; a member that is there already is left as it is. What must be written first
        is text with a problem. An array or object that was not there is made.
        """
        return draft_changes.added(self, path, name)

    def removed(self, path: str) -> "Draft":
        """Without the element or member at `path`; what held it stays, though it be empty, and elements move up."""
        return draft_changes.removed(self, path)

    def moved(self, path: str, by: int) -> "tuple[Draft, str]":
        """The element at `path` moved by so many places, as far as the array goes, with all that was typed below it;
        and its new pointer. What is no element stays."""
        return draft_changes.moved(self, path, by)

    def renamed(self, path: str, name: str) -> "tuple[Draft, str]":
        """The member at `path` under another name, in its place, and its new pointer; where the name is taken, nothing
        happens. Text is read anew where the name makes it another kind of field."""
        return draft_changes.renamed(self, path, name)

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
            for error in judged_fields(self, judged.errors)
            if error.pointer not in unread
        ]
        return Assembled(arguments, tuple(problems), judged.unchecked)

    def problem_at(self, path: str) -> Problem | None:
        """What is wrong with the field at `path` by itself, while it is being typed; None if it is omitted or right."""
        entry = self.entry(path)
        if entry is None or entry.problem is not None:
            return entry.problem if entry else None
        errors = self.form.validate_field(self.field_at(path), entry.value).errors
        if errors:
            errors = judged_fields(self, errors)
        return self._explained(errors[0].pointer, errors[0].keyword, errors[0].message) if errors else None

    def _explained(self, path: str, rule: str, message: str) -> Problem:
        field = self.field_at(path)
        is_text = rule == "required" and field.kind in ("string", "text")
        if is_text and not self.form.validate_field(field, "").errors:
            message += '; the empty string "" is a value too'
        return Problem(path, named(path), rule, message)

    def _edited(self, path: str) -> Field:
        """The field that reads what is typed at `path`."""
        standing = self.stand.at(path)
        return standing.drawn if not standing.force.is_choice or path in self.choices else standing.field

    def _settled(self, path: str) -> "Draft":
        """With the variants that what is there belongs to chosen, so that typing does not change them."""
        choices = dict(self.choices)
        names = pointer.split(path)
        for depth in range(len(names) + 1):
            above = pointer.join(names[:depth])
            if above in choices or self.read_at(above) is MISSING:
                continue
            own = self.entries.get(above)
            force = self.stand.at(above).force
            if force.is_choice and force.chosen is not None and (own is None or own.text is None):
                choices[above] = force.chosen
        return replace(self, choices=choices) if len(choices) > len(self.choices) else self

    def _emptied(self, path: str, field: Field) -> "Draft":
        above = self.value_at(pointer.join(pointer.split(path)[:-1]))
        if not isinstance(above, list) or path.endswith("/-"):
            return self.omit(path)
        if field.kind in ("string", "text"):
            return self._with(path, Entry("", ""))
        return self._with(path, unfilled(path))

    def _with(self, path: str, entry: Entry) -> "Draft":
        draft, path = draft_changes.with_way(self, path)
        is_whole_unread = entry.problem is not None and not path
        entries = {**draft.entries, path: entry} if is_whole_unread else draft_changes.alone(draft.entries, path, entry)
        choices = (
            {at: way for at, way in draft.choices.items() if not at.startswith(f"{path}/")} if path else draft.choices
        )
        return replace(draft, entries=entries, choices=choices)
