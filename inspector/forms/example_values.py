"""Values that fit one field, found by trying: constants, defaults, examples, choices, then bounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Any, Final, TypeGuard

from inspector.forms.fields import Field
from inspector.forms.form import Form
from inspector.forms.numbers import decimal_of, is_number, is_reckonable
from inspector.forms.pattern_examples import matching
from inspector.wire.json import MISSING, exact

_MAX_DEPTH: Final = 5
_MAX_TRIES: Final = 40
_MAX_ELEMENTS: Final = 20
_MAX_POWER: Final = 100
"""Powers of ten from one up to which a bound leads to tries."""
_MAX_VALUES: Final = 100
"""Values, however deep, that one is made of or that are tried for it."""
_BY_FORMAT: Final = {
    "date": "2026-12-04", "time": "09:30:00Z", "date-time": "2026-12-04T09:30:00Z", "duration": "P1D",
    "email": "reader@example.org", "idn-email": "reader@example.org", "hostname": "example.org", "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1", "uri": "https://example.org/", "uri-reference": "/", "iri": "https://example.org/",
    "uuid": "3f2b8c1e-5d47-4a96-8e0b-7c1d2a9f4b60", "json-pointer": "/a", "regex": "^a$",
}  # fmt: skip


@dataclass(slots=True)
class Search:
    """How many values may still be looked for below one field: a schema may branch into itself without an end."""

    left: int = _MAX_VALUES

    def depth(self, wanted: int) -> int:
        """How deep a value counts as: once all is spent, as the deepest, which has nothing in it."""
        self.left -= 1
        return wanted if self.left >= 0 else _MAX_DEPTH


def value_for(form: Form, field: Field, depth: int = 0, search: Search | None = None) -> Any:
    """A value for one field: the first try that its schema allows, else the first try at all."""
    search = search or Search()
    first: Any = MISSING
    for tried in islice(tries_for(form, field, search.depth(depth), search), _MAX_TRIES):
        judged = form.validate_field(field, tried)
        if judged.valid or (judged.valid is None and field.problem):  # what cannot be judged is no better later on
            return tried
        first = tried if first is MISSING else first
    return None if first is MISSING else first


def given(field: Field) -> Iterator[Any]:
    """What the schema itself gives for a field: its default, its examples."""
    if field.default is not MISSING and field.default is not None:
        yield field.default
    yield from field.examples
    if field.default is None:
        yield None


def tries_for(form: Form, field: Field, depth: int = 0, search: Search | None = None) -> Iterator[Any]:
    """Values to try for a field, the likeliest first."""
    search = search or Search()
    yield from given(field)
    if field.nullable and depth > 1:
        yield None  # the shortest way out of a schema that refers to itself
    schema = field.schema if isinstance(field.schema, dict) else {}
    kind = field.kind
    if kind == "multi-enum":
        least = _whole(schema.get("minItems"), 0)
        yield [option.value for option in field.options[: max(1, least)]]
        yield []
    elif field.options:
        yield from (option.value for option in field.options)
    elif isinstance(schema.get("enum"), list):  # more choices than are offered
        yield from schema["enum"][:_MAX_TRIES]
    elif kind in ("string", "text"):
        yield from _strings(field, schema)
    elif kind in ("integer", "number"):
        yield from _numbers(schema)
    elif kind == "array":
        yield from _arrays(form, field, schema, depth, search)
    elif kind in ("object", "map"):
        yield from members_of(form, field, schema, depth, search)
    elif kind == "null":
        yield None
    else:
        yield from _anything(form, field, schema, depth, search)


def _strings(field: Field, schema: dict[str, Any]) -> Iterator[str]:
    least, most = _whole(schema.get("minLength"), 0), _whole(schema.get("maxLength"), 10_000)
    if field.format in _BY_FORMAT:
        yield _BY_FORMAT[field.format]
    plain = field.name if field.path else "text"
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        yield from islice(matching(pattern, least), 6)
    for text in (plain, "text"):
        yield text[:most].ljust(min(least, 10_000), "x")


def _numbers(schema: dict[str, Any]) -> Iterator[Any]:
    step = schema.get("multipleOf", 1)
    unit = decimal_of(step) if _is_handy(step) and decimal_of(step) > 0 else Decimal(1)
    bounds = [schema.get(name) for name in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")]
    yield 1
    yield 0
    for bound in bounds:
        if not _is_handy(bound):
            continue
        exact_bound = decimal_of(bound)
        nearest = (exact_bound / unit).to_integral_value() * unit
        for candidate in (exact_bound, nearest, nearest + unit, nearest - unit, exact_bound + Decimal("0.5")):
            number = exact(format(candidate, "f"))
            yield int(candidate) if candidate == candidate.to_integral_value() else number
    yield exact(format(unit, "f"))


def _is_handy(value: Any) -> TypeGuard[int | float]:
    return is_number(value) and is_reckonable(value) and abs(decimal_of(value).adjusted()) <= _MAX_POWER


def _arrays(form: Form, field: Field, schema: dict[str, Any], depth: int, search: Search) -> Iterator[list[Any]]:
    least = min(_whole(schema.get("minItems"), 0), _MAX_ELEMENTS)
    prefix = schema.get("prefixItems", schema.get("items"))
    count = max(least, len(prefix) if isinstance(prefix, list) else 0)
    if count == 0 and depth < _MAX_DEPTH:
        yield [value_for(form, form.field_at(f"{field.path}/0"), depth + 1, search)] if depth < 1 else []
    if depth < _MAX_DEPTH:
        elements = [
            value_for(form, form.field_at(f"{field.path}/{number}"), depth + 1, search) for number in range(count)
        ]
        yield elements
        yield [f"{element}{number}" if isinstance(element, str) else number for number, element in enumerate(elements)]
    yield []


def members_of(
    form: Form, field: Field, schema: dict[str, Any], depth: int, search: Search | None = None
) -> Iterator[dict[str, Any]]:
    """Objects for a field: with what is required, with all, with free members."""
    search = search or Search()
    children = form.children(field) if depth < _MAX_DEPTH else ()
    yield {child.name: value_for(form, child, depth + 1, search) for child in children if child.required}
    yield {child.name: value_for(form, child, depth + 1, search) for child in children}
    least = min(_whole(schema.get("minProperties"), 0), _MAX_ELEMENTS)
    if depth < _MAX_DEPTH:
        names = [f"key{number + 1}" for number in range(max(least, 1))]
        yield {name: value_for(form, form.field_at(f"{field.path}/{name}"), depth + 1, search) for name in names}
        letters = "abcdefghijklmnopqrst"[: max(least, 1)]
        yield {name: value_for(form, form.field_at(f"{field.path}/{name}"), depth + 1, search) for name in letters}


def _anything(form: Form, field: Field, schema: dict[str, Any], depth: int, search: Search) -> Iterator[Any]:
    if depth < _MAX_DEPTH:
        for variant in form.variant_fields(field):
            yield value_for(form, variant, depth + 1, search)
    yield from _strings(field, schema)
    yield from (1, True, {}, [], None)


def _whole(value: Any, otherwise: int) -> int:
    return int(value) if is_number(value) and 0 <= value < 1_000_000 else otherwise
