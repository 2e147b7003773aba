"""What a form shows of its state, row by row, and what keys change in a field."""

from collections.abc import Mapping

from inspector.forms.arguments import Draft, Entry, Prefill
from inspector.forms.fields import Field
from inspector.forms.form import Form
from inspector.forms.levels import level_of
from inspector.tui.widgets.field_moves import CHOSEN, Choices, cycled, stepped, toggled, way_of
from inspector.tui.widgets.field_row import FieldLook, adding_look, look_of
from inspector.tui.widgets.form_state import FormState
from inspector.tui.widgets.level_rows import AddingField, VariantField, noun_of
from inspector.wire.json import MISSING


class FormModel(FormState):
    """A form with its draft. Nothing in here knows of widgets; each change says whether there was one."""

    _looks: dict[int, FieldLook]

    def show(
        self, form: Form, draft: Draft | None, prefill: Prefill, examples: Mapping[str, Entry] | None = None
    ) -> None:
        """Begins with another form, at its first level; see `FormState`."""
        self._kept: dict[str, Entry] = {}
        self._ticks: dict[str, int] = {}
        super().show(form, draft, prefill, examples)

    # How it looks.

    def look(self, index: int) -> FieldLook:
        """How the row of a field looks."""
        look = self._looks.get(index)
        if look is None:
            look = self._looks[index] = self._look(self.rows[index])
        return look

    def _look(self, field: Field) -> FieldLook:
        if isinstance(field, AddingField):
            return adding_look(noun_of(self.level), is_first=not self.level.rows, is_naming=self.is_naming)
        entry = self.entry(field)
        return look_of(
            field,
            entry,
            members=len(self.form.children(field)) if field.kind == "object" else 0,
            at=self._ticks.get(field.path, 0),
            is_faulty=field.path in self.faults and not self._is_told_below(field),
            is_text=not field.edited_as_json and self.is_long(field),
            is_example=self.is_example(field),
            has_star=self.has_star(field),
            variant=self._union_words(field, entry) if field.kind == "union" else "",
        )

    def _union_words(self, field: Field, entry: Entry | None) -> str:
        """The variant that a union stands in; while it stands in none, those that it has."""
        return self.variants_of(field) if entry is None else self.variant_of(field)

    def variants_of(self, field: Field) -> str:
        """What a union may be, in the order of its schema."""
        return " / ".join(level_of(self.draft, field.path).variants)

    def variant_of(self, field: Field) -> str:
        """What the variant that a union stands in is called; empty if it is none."""
        level = level_of(self.draft, field.path)
        return level.variants[level.variant] if level.variant is not None else ""

    def _is_told_below(self, field: Field) -> bool:
        """Whether the fault of a variant is that of the one row that is at the same place."""
        return isinstance(field, VariantField) and any(one.path == field.path for one in self.level.rows)

    def matches(self, query: str) -> list[int]:
        """The rows of the fields that have a text in their name, title or description; capitals do not count."""
        wanted = query.casefold()
        texts = ((at, (own.name, own.label, own.description or "")) for at, own in enumerate(self.rows))
        return [at for at, parts in texts if any(wanted in part.casefold() for part in parts)] if wanted else []

    def hit(self, query: str, row: int, by: int) -> int | None:
        """The next row from `row` that has a text, or the previous; without any such row the next that has a fault."""
        rows = self.matches(query)
        if not rows:
            rows = sorted(at for path in self.faults if (at := self.index_of(path)) is not None)
        ahead = [at for at in rows if (at - row) * by > 0] or rows
        return None if not ahead else ahead[0] if by > 0 else ahead[-1]

    # What keys change in a field.

    def put(self, field: Field, value: object) -> bool:
        """A value into a field, or none (`MISSING`); of a variant its number."""
        if isinstance(field, VariantField):
            assert isinstance(value, int)
            return value != self.level.variant and self.change(self.draft.chosen(field.path, value))
        return self.change(self.draft.omit(field.path) if value is MISSING else self.draft.put(field.path, value))

    def cycle(self, field: Field) -> bool:
        """The next of value, null and omit; a value that goes away is kept for when it comes back."""
        if not field.path or isinstance(field, AddingField | VariantField):
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
        choice = stepped(field, self.entry(field), by) if field.kind in CHOSEN else None
        return choice is not None and self.put(field, choice.value)

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
        return self.put(field, Choices(field)[at].value)

    def toggle(self, field: Field) -> bool:
        """The next choice, or a tick."""
        if field.kind == "multi-enum" and field.options:
            return self.change(toggled(self.draft, field, self.entry(field), self._ticks.get(field.path, 0)))
        return self.step(field, 1)

    def forget_ways(self) -> None:
        """What was kept for places that are others now: values for Ctrl+T, and the words under the keyboard."""
        self._kept.clear()
        self._ticks.clear()

    def _forget_level(self) -> None:
        super()._forget_level()
        self._looks = {}
