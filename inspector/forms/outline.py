"""A form in lines, nested fields and the variants of unions included, for reading it where nothing can be unfolded."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.forms.arguments import Draft
from inspector.forms.fields import Field
from inspector.forms.form import Form
from inspector.forms.levels import Level, level_of

_DEEPEST: Final = 3
_MOST_LINES: Final = 200
_MOST_VARIANTS: Final = 12
_NESTED: Final = frozenset(("object", "array", "map", "union"))


@dataclass(frozen=True, slots=True)
class Line:
    """One line: how deep it stands, its field, the kind in words (`array of object`, `map of integer`), and the words
    of the variants that it, or an element of it, can have.

    A line with a `variant` is no field but a way to fill the one above; its members stand one step deeper.
    """

    depth: int
    field: Field
    kind: str
    variants: tuple[str, ...] = ()
    variant: str = ""


def outline_of(form: Form) -> tuple[Line, ...]:
    """The lines of a form: every field of the first level, each with what is below it, down to three levels and at most
    200 lines in all below the first; a schema that refers to itself ends there.

    Members that depend on a condition stand after the others, those of a variant of the whole below its name.
    """
    if form.only_json:
        return tuple(Line(0, own, own.kind) for own in form.fields)
    return tuple(_Outliner(form).lines())


class _Outliner:
    def __init__(self, form: Form) -> None:
        self._form = form
        self._draft = Draft.of(form, "none")
        self._left = _MOST_LINES

    def lines(self) -> Iterator[Line]:
        level = level_of(self._draft)
        shown = {row.path for row in level.rows}
        for row in level.rows:
            yield from self._field(self._draft, row, 0)
        for line in self._variants(self._draft, level, 0):
            shown.add(line.field.path)
            yield line
        for own in self._form.fields:
            if own.path and own.path not in shown:
                yield from self._field(self._draft, own, 0)

    def _field(self, draft: Draft, field: Field, depth: int) -> Iterator[Line]:
        inside, at = draft, field.path
        kind, variants = str(field.kind), field.variants
        if field.kind in ("array", "map") and self._is_alike(level_of(draft, field.path)):
            inside, at = draft.added(field.path)
            element = inside.field_at(at)
            kind, variants = f"{kind} of {element.kind}" if element.kind != "json" else kind, element.variants
        yield Line(depth, field, f"{kind}?" if field.nullable else kind, variants)
        if depth < _DEEPEST and field.kind in _NESTED:
            yield from self._below(inside, at, depth + 1)

    def _is_alike(self, level: Level) -> bool:
        """Whether an empty array or map can have elements, none of which has a place of its own."""
        return bool(level.adds) and not level.rows

    def _below(self, draft: Draft, path: str, depth: int) -> Iterator[Line]:
        level = level_of(draft, path)
        for row in level.rows:
            if row.path != path and self._spend():
                yield from self._field(draft, row, depth)
        yield from self._variants(draft, level, depth)

    def _variants(self, draft: Draft, level: Level, depth: int) -> Iterator[Line]:
        """Variants that have members; what all variants share stands above them."""
        shared = {row.path for row in level.rows}
        for number, word in enumerate(level.variants[:_MOST_VARIANTS]):
            chosen = draft.chosen(level.path, number)
            inner = level_of(chosen, level.path)
            own = [row for row in inner.rows if row.path != level.path and (row.path not in shared or row.required)]
            if own and self._spend():
                yield Line(depth, inner.field, "", (), word)
                for row in own:
                    if self._spend():
                        yield from self._field(chosen, row, depth + 1)

    def _spend(self) -> bool:
        self._left -= 1
        return self._left >= 0
