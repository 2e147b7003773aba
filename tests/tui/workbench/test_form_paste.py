"""JSON that is pasted into a form."""

import pytest
from textual.events import Paste

from inspector.forms.form import form_of
from inspector.tui.widgets.form_view import FormView

SCHEMA = {
    "type": "object",
    "properties": {
        "isbn": {"type": "string"},
        "copies": {"type": "integer"},
        "reader": {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}},
        "tags": {"type": "array", "items": {"type": "string"}},
        "readers": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
    },
}


@pytest.fixture
def form():
    return FormView()


async def pasted(app, pilot, form, path, text, keys=()):
    form.show(form_of(SCHEMA), name="reserve_book")
    form.load({"copies": 2})
    await pilot.pause()
    assert form.focus_field(path)
    await pilot.press(*keys)
    await pilot.pause()
    app.post_message(Paste(text))
    await pilot.pause()
    await pilot.pause()
    return form.draft.arguments()


@pytest.mark.parametrize("path", ["/isbn", "/copies", "/reader", "/tags"])
async def test_an_object_with_a_field_of_the_form_fills_it_as_one_change(hosted, form, screen_text, path):
    async with hosted(form) as (app, pilot):
        found = await pasted(app, pilot, form, path, '{"isbn": "978",\n "reader": {"age": 1e2}}\n')
        assert found == {"isbn": "978", "reader": {"age": 1e2}}
        assert "filled all arguments: 2 members" in "\n".join(screen_text(app))
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert form.draft.arguments() == {"copies": 2}


async def test_an_object_without_a_field_of_the_form_is_text_in_a_text_field(hosted, form):
    async with hosted(form) as (app, pilot):
        assert await pasted(app, pilot, form, "/isbn", '{"x": 1}') == {"isbn": '{"x": 1}', "copies": 2}


async def test_text_that_is_no_json_is_text(hosted, form):
    async with hosted(form) as (app, pilot):
        assert await pasted(app, pilot, form, "/isbn", '{"isbn": 1') == {"isbn": '{"isbn": 1', "copies": 2}


@pytest.mark.parametrize(
    ("path", "keys", "text", "found"),
    [
        ("/reader", (), '{"name": "Ann"}', {"reader": {"name": "Ann"}}),
        ("/reader", ("enter",), '{"name": "Ann"}', {"reader": {"name": "Ann"}}),
        ("/tags", (), '["a", "b"]', {"tags": ["a", "b"]}),
        ("/tags", ("enter",), '["a"]', {"tags": ["a"]}),
        ("/readers", ("enter",), '{"name": "Ann"}', {"readers": [{"name": "Ann"}]}),
        ("/reader", ("enter",), '{"isbn": "1", "reader": {}}', {"isbn": "1", "reader": {}}),
    ],
)
async def test_json_goes_where_it_fits(hosted, form, path, keys, text, found):
    async with hosted(form) as (app, pilot):
        arguments = await pasted(app, pilot, form, path, text, keys)
        assert arguments == (found if "isbn" in found else {"copies": 2} | found)
