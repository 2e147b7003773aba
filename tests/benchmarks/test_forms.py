"""What a form of 200 fields costs: to make, and for one key, with every row, text and fault worked out anew."""

import time
from typing import Any

import pytest

from inspector.forms import Draft, form_of, level_of

FIELDS = 200
TO_OPEN = 0.2
A_KEY = 0.010
"""Seconds of processor time."""
KINDS: tuple[dict[str, Any], ...] = (
    {"type": "string", "default": "x", "pattern": "^[a-z0-9]+$"},
    {"type": "integer", "minimum": 0},
    {"enum": ["a", "b"]},
    {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}},
    {"oneOf": [{"properties": {"k": {"const": word}, "v": {"type": "integer"}}, "required": ["k"]} for word in "xy"]},
)


def _form() -> Any:
    return {"type": "object", "properties": {f"p{number}": KINDS[number % len(KINDS)] for number in range(FIELDS)}}


def _worked_out(draft: Draft) -> None:
    draft.assembled()
    for row in level_of(draft).rows:
        draft.state(row.path)
        draft.text(row.path)


@pytest.mark.benchmark
def test_a_form_of_two_hundred_fields_opens_in_a_fifth_of_a_second() -> None:
    costs = []
    for _ in range(5):
        schema = _form()
        before = time.process_time()
        _worked_out(Draft.of(form_of(schema)))
        costs.append(time.process_time() - before)
    print(f"200 fields: {min(costs) * 1000:.1f} ms")
    assert min(costs) < TO_OPEN


@pytest.mark.benchmark
@pytest.mark.parametrize("path", ["/p0", "/p1", "/p3/7/a", "/p4/v"])
def test_a_key_in_a_form_of_two_hundred_fields_costs_less_than_ten_milliseconds(path: str) -> None:
    draft = Draft.of(form_of(_form())).put("/p3", [{"a": "x"}] * 20).put("/p4", {"k": "x", "v": 5})
    _worked_out(draft)
    costs = []
    for number in range(15):
        before = time.process_time()
        draft = draft.typed(path, "5" * (number + 1))
        _worked_out(draft)
        costs.append(time.process_time() - before)
    print(f"a key at {path}: {min(costs) * 1000:.1f} ms")
    assert min(costs) < A_KEY
