"""An example of arguments that a schema allows.

What comes out is judged by the schema itself; where nothing that fits is found, the best try comes back with the
verdict, so that nobody takes it for valid.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from inspector.forms.arguments import Draft
from inspector.forms.example_values import given, members_of, value_for
from inspector.forms.form import Form
from inspector.forms.growing import Grower
from inspector.forms.verdict import Validation
from inspector.wire.json import MISSING

_MAX_TRIES: Final = 40


def example_of(form: Form) -> tuple[Any, Validation]:
    """Example arguments, required members first of all, and what the schema says of them.

    Tries what the schema gives, required members alone, then with those a variant asks for, then with all; at last it
    mends the faults of what is required one by one.
    """
    first: tuple[Any, Validation] | None = None
    for tried in islice(_objects(form), _MAX_TRIES):
        judged = form.validate(tried)
        if judged.valid or (judged.valid is None and not judged.errors):
            return tried, judged
        first = first or (tried, judged)
    if not form.only_json:
        grown = Grower(Draft.of(form, "required")).grow().arguments()
        judged = form.validate(grown)
        if not judged.errors:
            return grown, judged
    return first or ({}, form.validate({}))


def _objects(form: Form) -> Iterator[Any]:
    members = [field for field in form.fields if field.path]
    shown = [field for field in members if field.required or field.default is not MISSING or field.examples]
    yield {field.name: value_for(form, field) for field in shown if field.problem is None or field.required}
    yield {field.name: value_for(form, field) for field in members if field.required}
    for value in given(form.root):
        if isinstance(value, dict):
            yield value
    required = [field for field in members if field.required]
    for variant in form.variant_fields(form.root):
        value = next(members_of(form, variant, {}, 1))
        yield {**{field.name: value_for(form, field) for field in required}, **value}
    yield {field.name: value_for(form, field) for field in members if field.problem is None}
    yield {}
