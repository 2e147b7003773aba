"""What is in a form and what its rows show: the draft, the drafts before it, and what was worked out from it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.arguments import Assembled, Draft, Entry, Prefill
from inspector.forms.fields import Field, Problem
from inspector.forms.form import Form, form_of
from inspector.tui.widgets.field_moves import (
    CHOSEN,
    Choices,
    cycled,
    stepped,
    toggled,
    way_of,
)
from inspector.tui.widgets.field_row import FieldLook, look_of
from inspector.wire.json import MISSING

_MOST_UNDO: Final = 200
Rules = Callable[[Any], tuple[Problem, ...]]
"""What speaks against sending some arguments."""


class FormModel:
    """A form with its draft. Nothing in here knows of widgets; each change says whether there was one."""

    _assembled: Assembled | None
    _faults: dict[str, Problem] | None
    _arguments: Any
    _looks: dict[int, FieldLook]

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
        self._history: list[Draft] = []
        self._kept: dict[str, Entry] = {}
        self._ticks: dict[str, int] = {}
        self._typing: tuple[str, int] | None = None
        self._forget()

    # What is known.

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
        """The first problem of each field, by the field's path."""
        if self._faults is None:
            self._faults = {}
            for problem in self.assembled.problems:
                if problem.rule != "required" or self.attempted:
                    self._faults.setdefault(pointer.join(pointer.split(problem.path)[:1]), problem)
        return self._faults

    @property
    def is_unread(self) -> bool:
        """Whether the whole was typed as JSON that is none."""
        whole = self.draft.entries.get("")
        return whole is not None and whole.problem is not None

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
        own = self.draft.entries.get(field.path)
        if own is not None:
            return own
        if self._arguments is MISSING:
            self._arguments = self.draft.arguments()
        value = pointer.get(self._arguments, pointer.split(field.path))
        return None if value is MISSING else Entry(value)

    def look(self, index: int) -> FieldLook:
        """How the row of a field looks."""
        look = self._looks.get(index)
        if look is None:
            field = self.form.fields[index]
            look = self._looks[index] = look_of(
                field,
                self.entry(field),
                members=len(self.form.children(field)) if field.kind == "object" else 0,
                at=self._ticks.get(field.path, 0),
                is_faulty=field.path in self.faults,
                is_text=not field.edited_as_json and self.is_long(field),
                is_example=self.is_example(field),
            )
        return look

    def index_of(self, path: str) -> int | None:
        """The row of the field at a pointer, or of the one that it is in."""
        top = pointer.join(pointer.split(path)[:1])
        return next((at for at, field in enumerate(self.form.fields) if field.path == top), None)

    def first_empty(self) -> int | None:
        """The row of the first required field that has nothing in it, or only an example."""
        return next(
            (
                at
                for at, field in enumerate(self.form.fields)
                if field.required and field.path and (self.entry(field) is None or self.is_example(field))
            ),
            None,
        )

    def matches(self, query: str) -> list[int]:
        """The rows of the fields that have a text in their name, title or description; capitals do not count."""
        wanted = query.casefold()
        texts = ((at, (own.name, own.label, own.description or "")) for at, own in enumerate(self.form.fields))
        return [at for at, parts in texts if any(wanted in part.casefold() for part in parts)] if wanted else []

    def hit(self, query: str, row: int, by: int) -> int | None:
        """The next row from `row` that has a text, or the previous; without any such row the next that has a fault."""
        rows = self.matches(query)
        if not rows:
            rows = sorted(at for path in self.faults if (at := self.index_of(path)) is not None)
        ahead = [at for at in rows if (at - row) * by > 0] or rows
        return None if not ahead else ahead[0] if by > 0 else ahead[-1]

    def is_long(self, field: Field) -> bool:
        """Whether it is plain text of several lines."""
        entry = self.draft.entries.get(field.path)
        return field.kind == "text" or (entry is not None and isinstance(entry.value, str) and "\n" in entry.value)

    def is_inline(self, field: Field) -> bool:
        """Whether it is typed in its row."""
        is_typed = field.kind in ("string", "integer", "number") or (field.kind == "union" and field.takes_text)
        return is_typed and bool(field.path) and not self.is_long(field)

    # Changes.

    def judge_by(self, rules: Rules | None) -> None:
        """Rules beside the schema, for the way that the arguments are sent; they stay for other forms too."""
        self._rules = rules
        self._forget()

    def change(self, draft: Draft, typing: tuple[str, int] | None = None) -> bool:
        """Another draft. What is typed into one place in one visit (`typing`) is undone as one change."""
        if draft is self.draft:
            return False
        if typing is None or typing != self._typing:
            self._history.append(self.draft)
            del self._history[:-_MOST_UNDO]
        self._typing = typing
        self.draft = draft
        self._forget()
        return True

    def undo(self) -> bool:
        """The draft before the last change."""
        if not self._history:
            return False
        self.draft = self._history.pop()
        self._typing = None
        self._forget()
        return True

    def attempt(self) -> None:
        """A call was tried."""
        self.attempted, self._refused = True, self.draft
        self._forget()

    def cycle(self, field: Field) -> bool:
        """The next of value, null and omit; a value that goes away is kept for when it comes back."""
        if not field.path:
            return False
        entry = self.entry(field)
        if entry is not None and way_of(field, entry) == "value":
            self._kept[field.path] = entry
        return self.change(cycled(self.draft, field, entry, self._kept.get(field.path)))

    def step(self, field: Field, by: int) -> bool:
        """The next or previous choice; where several can be ticked, the next word."""
        if field.kind == "multi-enum" and field.options:
            self._ticks[field.path] = (self._ticks.get(field.path, 0) + by) % len(field.options)
            self._looks.clear()
            return False
        return field.kind in CHOSEN and self.change(stepped(self.draft, field, self.entry(field), by))

    def choice(self, field: Field, text: str) -> int | None:
        """The choice whose word begins with a text, for `choose`; None if none does."""
        if field.kind == "multi-enum" and field.options:
            return Choices(field, ticks=True).beginning(text, self._ticks.get(field.path, 0))
        choices = Choices(field)
        return choices.beginning(text, choices.place_of(self.entry(field))) if field.kind in CHOSEN else None

    def choose(self, field: Field, at: int) -> bool:
        """A choice by its number; where several can be ticked, the keyboard goes to its word."""
        if field.kind == "multi-enum":
            self._ticks[field.path] = at
            self._looks.clear()
            return False
        value = Choices(field)[at].value
        return self.change(self.draft.omit(field.path) if value is MISSING else self.draft.put(field.path, value))

    def toggle(self, field: Field) -> bool:
        """The next choice, or a tick."""
        if field.kind == "multi-enum" and field.options:
            return self.change(toggled(self.draft, field, self.entry(field), self._ticks.get(field.path, 0)))
        return self.step(field, 1)

    def _forget(self) -> None:
        """What was worked out from the draft before."""
        self._assembled = None
        self._faults = None
        self._arguments = MISSING
        self._looks = {}
