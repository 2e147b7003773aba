"""Budgets of a form in the terminal; run with `-m benchmark`. CPU time, so that a busy machine does not count."""

import asyncio
import time

import pytest

from inspector.forms.form import form_of
from inspector.tui.glyphs import UNICODE
from inspector.tui.widgets.form_view import FormView
from tests.tui.workbench.conftest import Host

pytestmark = pytest.mark.benchmark

PARTS = [
    {"type": "string", "minLength": 1, "description": "A text."},
    {"type": "integer", "minimum": 0},
    {"type": "boolean"},
    {"enum": ["alder", "mill", "quay"]},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}},
    {"oneOf": [{"title": "text", "type": "string"}, {"title": "many", "type": "array", "items": {"type": "integer"}}]},
    {"type": ["string", "null"]},
]
MANY = {
    "type": "object",
    "properties": {f"f{number}": PARTS[number % len(PARTS)] for number in range(200)},
    "required": [f"f{number}" for number in range(0, 200, 3)],
}
NESTED = {"type": "object", "properties": {"a": {"type": "array", "items": MANY}}}
CONDITIONAL = MANY | {
    "if": {"properties": {"f0": {"const": "xxxx"}}, "required": ["f0"]},
    "then": {"properties": {"more": {"type": "string"}}},
}


async def keys_in(pilot, app, key, count):
    """The CPU seconds of each of `count` presses of a key, with all that it brings about."""
    taken = []
    for _ in range(count):
        began = time.process_time()
        app.simulate_key(key)
        await pilot.pause()
        taken.append(time.process_time() - began)
    return sorted(taken)


async def idle(pilot):
    """What a pause costs by itself."""
    began = time.process_time()
    for _ in range(10):
        await pilot.pause()
    return (time.process_time() - began) / 10


@pytest.mark.parametrize(
    ("schema", "path"),
    [(MANY, "/f0"), (CONDITIONAL, "/f0"), (NESTED, "/a/0/f0")],
    ids=["plain", "conditional", "nested"],
)
async def test_a_form_of_two_hundred_fields_opens_in_200_ms_and_a_key_in_it_costs_10_ms(schema, path):
    view = FormView()
    app = Host(view, (), UNICODE)
    async with asyncio.timeout(120), app.run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        began = time.process_time()
        view.show(form_of(schema), name="many")
        if path != "/f0":
            view.load({"a": [{}]})
        view.focus_field(path)
        await pilot.pause()
        opened = time.process_time() - began
        base = await idle(pilot)
        typed = await keys_in(pilot, app, "x", 30)
        moved = await keys_in(pilot, app, "down", 30)
        middle, late = typed[15] - base, typed[27] - base
        print(f"opens in {opened * 1000:.0f} ms; a letter {middle * 1000:.1f} ms, {late * 1000:.1f} ms at the 90th")
        print(f"down {moved[15] * 1000:.1f} ms; a pause by itself {base * 1000:.1f} ms")
        assert opened < 0.2
        assert middle < 0.01
