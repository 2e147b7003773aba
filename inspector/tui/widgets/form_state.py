"""What is in a form: the draft, the drafts before it, the level that is shown, and what was worked out from them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.arguments import Assembled, Draft, Entry, Prefill
from inspector.forms.fields import Field, Problem
from inspector.forms.form import Form, form_of
from inspector.forms.levels import Level, level_of
from inspector.forms.values import named, show_text
from inspector.tui.widgets.field_moves import is_unfilled
from inspector.tui.widgets.level_rows import VariantField, opens, parent_of, rows_of
from inspector.wire.json import MISSING, pretty

_MOST_UNDO: Final = 200
Rules = Callable[[Any], tuple[Problem, ...]]
"""What speaks against sending some arguments."""


class FormState:
    """A form with its draft, seen at one level. Nothing in here knows of widgets."""

    _assembled: Assembled | None
    _faults: dict[str, Problem] | None
    _level: Level | None
    _rows: tuple[Field, ...] | None

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self.show(form_of(MISSING), None, "all")

    def show(
        self, form: Form, draft: Draft | None, prefill: Prefill, examples: Mapping[str, Entry] | None = None
    ) -> None:
        """Begins with another form; a draft of an earlier form of the same thing keeps what was put in.

        `examples` are those entries of the draft that are no more than examples, by their paths.
        """
        self.form = form
        self._examples: Mapping[str, Entry] = examples or {}
        self._refused: Draft | None = None
        self.draft = Draft.of(form, prefill) if draft is None else replace(draft, form=form)
        self.attempted = False
        """Whether a call was tried: then also what is merely missing is a fault."""
        self.said = ""
        """A sentence on what a key just did, until the next change."""
        self.level_path = ""
        """Where the level that is shown is: a JSON Pointer, empty for the whole."""
        self.is_naming = False
        """Whether a member is being added, and its name typed."""
        self._history: list[Draft] = []
        self._typing: tuple[str, int] | None = None
        self._forget()

    # What is known.

    @property
    def level(self) -> Level:
        """The level that is shown."""
        if self._level is None:
            self._level = level_of(self.draft, self.level_path)
        return self._level

    @property
    def rows(self) -> tuple[Field, ...]:
        """Its rows."""
        if self._rows is None:
            self._rows = rows_of(self.level, is_array=self.is_array, is_naming=self.is_naming)
        return self._rows

    @property
    def assembled(self) -> Assembled:
        """What would be sent, and what speaks against it."""
        if self._assembled is None:
            found = self.draft.assembled()
            if self._rules is not None:
                found = replace(found, problems=(*found.problems, *self._rules(found.arguments)))
            self._assembled = found
        return self._assembled

    @property
    def faults(self) -> dict[str, Problem]:
        """The first problem of each row, by the row's path; what is wrong below a row is wrong in it."""
        if self._faults is None:
            self._faults = {}
            depth = len(pointer.split(self.level_path)) + 1
            for problem in self.assembled.problems:
                if not self.attempted and self._is_only_missing(problem):
                    continue
                if is_within(problem.path, self.level_path):
                    self._faults.setdefault(pointer.join(pointer.split(problem.path)[:depth]), problem)
        return self._faults

    def _is_only_missing(self, problem: Problem) -> bool:
        """Whether nothing is wrong but that something was not put in yet; a variant not chosen is such a thing."""
        is_open = problem.rule in ("oneOf", "anyOf") and self.draft.value_at(problem.path) in (MISSING, {}, "")
        return problem.rule == "required" or is_open

    @property
    def is_unread(self) -> bool:
        """Whether the whole was typed as JSON that is none."""
        whole = self.draft.entries.get("")
        return whole is not None and whole.problem is not None

    @property
    def is_array(self) -> bool:
        """Whether the rows of the level are elements."""
        return self.level.adds == "element" or isinstance(self.draft.value_at(self.level_path), list)

    def has_star(self, field: Field) -> bool:
        """Whether a row says that it must be filled in: no element does, nor a variant, since they always must."""
        return field.required and not self.is_array and not isinstance(field, VariantField)

    def is_unread_at(self, path: str) -> bool:
        """Whether what stands at a place was typed and cannot be read."""
        entry = self.draft.entries.get(path)
        return entry is not None and entry.problem is not None and bool(entry.text)

    def is_empty(self, field: Field) -> bool:
        """Whether nothing was put into a field yet, not even by an example."""
        entry = self.entry(field)
        return entry is None or is_unfilled(entry) or self.is_example(field)

    @property
    def offers_anyway(self) -> bool:
        """Whether a call was tried and something speaks against it."""
        return self.attempted and bool(self.assembled.problems)

    @property
    def insists(self) -> bool:
        """Whether what would be sent was just tried and refused: to try the same again means it."""
        return self.offers_anyway and self._refused is self.draft

    def is_example(self, field: Field) -> bool:
        """Whether an example stands in a field, and nobody has touched it."""
        entry = self.draft.entries.get(field.path)
        return entry is not None and entry is self._examples.get(field.path)

    def entry(self, field: Field) -> Entry | None:
        """What stands in a field; None if it is not sent."""
        if isinstance(field, VariantField):
            return None if self.level.variant is None else Entry(self.level.variant)
        return self.draft.entry(field.path)

    def text_of(self, field: Field, *, as_json: bool = False) -> str:
        """The text to edit a field by: as it was typed, else as its value is written; empty if it is not sent."""
        if not field.path:
            return self.draft.json_text()
        entry = self.entry(field)
        if entry is None:
            return ""
        if entry.text is not None and (entry.problem is not None or not as_json or field.edited_as_json):
            return entry.text
        return pretty(entry.value) if as_json else show_text(field, entry.value)

    def index_of(self, path: str) -> int | None:
        """The row of the field at a pointer in this level, or of the one that it is in."""
        if not is_within(path, self.level_path):
            return None
        own = pointer.join(pointer.split(path)[: len(pointer.split(self.level_path)) + 1])
        found = next((at for at, field in enumerate(self.rows) if field.path == own and type(field) is Field), None)
        return next((at for at, field in enumerate(self.rows) if field.path == path), None) if found is None else found

    def first_empty(self) -> int | None:
        """The row of the first required field that has nothing in it, or only an example."""
        return next(
            (
                at
                for at, field in enumerate(self.rows)
                if field.required and (field.path or isinstance(field, VariantField)) and self.is_empty(field)
            ),
            None,
        )

    def is_long(self, field: Field) -> bool:
        """Whether it is plain text of several lines."""
        entry = self.draft.entries.get(field.path)
        return field.kind == "text" or (entry is not None and isinstance(entry.value, str) and "\n" in entry.value)

    def is_inline(self, field: Field) -> bool:
        """Whether it is typed in its row; a union only while it is text, or nothing yet."""
        is_typed = field.kind in ("string", "integer", "number")
        if field.kind == "union" and field.takes_text:
            entry = self.entry(field)
            is_typed = entry is None or isinstance(entry.value, str)
        return is_typed and bool(field.path) and not self.is_long(field)

    # Changes.

    def judge_by(self, rules: Rules | None) -> None:
        """Rules beside the schema, for the way that the arguments are sent; they stay for other forms too."""
        self._rules = rules
        self._forget()

    def change(self, draft: Draft, typing: tuple[str, int] | None = None) -> bool:
        """Another draft. What is typed into one place in one visit (`typing`) is undone as one change."""
        self.said = ""
        if draft is self.draft:
            return False
        if typing is None or typing != self._typing:
            self._history.append(self.draft)
            del self._history[:-_MOST_UNDO]
        self._typing = typing
        self.draft = draft
        self._forget()
        return True

    def emptied(self, field: Field) -> Draft:
        """The draft with no text in a field any more: it is not sent then, but a row that is there only because of what
        is in it stays."""
        draft = self.draft.typed(field.path, "", as_json=False)
        if any(row.path == field.path for row in level_of(draft, self.level_path).rows):
            return draft
        if field.kind in ("string", "text"):
            return self.draft.put(field.path, "")
        told = f"{named(field.path)} is not filled in yet"
        return self.draft.unreadable(field.path, "", Problem(field.path, field.name, "required", told))

    @property
    def can_undo(self) -> bool:
        """Whether there was a change that can be taken back."""
        return bool(self._history)

    @property
    def takes_any(self) -> bool:
        """Whether something can stand in the level that is shown: a field, or what is added."""
        return bool(self.rows or self.level.adds) or self.draft.value_at(self.level_path) not in (MISSING, {})

    def undo(self) -> bool:
        """The draft before the last change; the level stays, as far as there still is one."""
        if not self._history:
            return False
        self.draft = self._history.pop()
        self._typing, self.said = None, ""
        self._forget()
        self.settle_level()
        return True

    def attempt(self) -> None:
        """A call was tried."""
        self.attempted, self._refused = True, self.draft
        self._forget()

    # Where one is.

    def go_to_level(self, path: str) -> None:
        """Shows another level."""
        if path != self.level_path or self.is_naming:
            self.level_path, self.is_naming = path, False
            self._forget_level()

    def go_to(self, path: str) -> int | None:
        """Shows the level that has a row for a place, or for what it is in, and gives the row; None if none has."""
        names = pointer.split(path)
        for depth in range(len(names), -1, -1):
            level = pointer.join(names[: max(depth - 1, 0)])
            if depth and not self._reaches(level):
                continue
            self.go_to_level(level)
            row = self.index_of(pointer.join(names[:depth]))
            if row is not None:
                return row
        return None

    def settle_level(self) -> None:
        """Goes up to the next level that there still is."""
        while self.level_path and not self._reaches(self.level_path):
            self.go_to_level(parent_of(self.level_path))

    def name_member(self, is_naming: bool) -> None:
        """Shows a row for the name of a member that is being added, or none any more."""
        self.is_naming = is_naming
        self._forget_level()

    def _reaches(self, path: str) -> bool:
        """Whether each step on the way to a level is a row that opens."""
        names = pointer.split(path)
        for depth in range(len(names)):
            above, here = pointer.join(names[:depth]), pointer.join(names[: depth + 1])
            if not any(field.path == here and opens(field) for field in level_of(self.draft, above).rows):
                return False
        return True

    def _forget_level(self) -> None:
        self._level = self._rows = self._faults = None

    def _forget(self) -> None:
        """What was worked out from the draft before."""
        self._assembled = None
        self._forget_level()


def is_within(path: str, place: str) -> bool:
    """Whether a pointer is `place`, or leads into it."""
    return path == place or path.startswith(f"{place}/")
