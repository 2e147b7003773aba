"""Nested arguments, put in by keyboard alone."""

import pytest
from textual.widgets import Input

from inspector.forms.form import form_of
from inspector.tui.widgets.buttons import ButtonRow
from inspector.tui.widgets.form_view import FormView

CONTACT = {
    "oneOf": [
        {
            "title": "email",
            "type": "object",
            "required": ["kind", "address"],
            "properties": {"kind": {"const": "email"}, "address": {"type": "string"}, "name": {"type": "string"}},
            "additionalProperties": False,
        },
        {
            "title": "phone",
            "type": "object",
            "required": ["kind", "number"],
            "properties": {"kind": {"const": "phone"}, "number": {"type": "integer"}, "name": {"type": "string"}},
            "additionalProperties": False,
        },
    ]
}
BOOK = {
    "type": "object",
    "required": ["isbn"],
    "properties": {
        "isbn": {"type": "string"},
        "companions": {
            "type": "array",
            "maxItems": 4,
            "items": {
                "type": "object",
                "required": ["name", "contact"],
                "properties": {"name": {"type": "string"}, "child": {"type": "boolean"}, "contact": CONTACT},
            },
        },
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "tags": {"type": "array", "items": {"type": "string"}},
        "place": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}], "items": False},
        "id": {"type": ["string", "integer"]},
        "tree": {"$ref": "#/$defs/node"},
    },
    "$defs": {
        "node": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "below": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
        }
    },
}
KINDS = (FormView.Changed, FormView.CallWanted, FormView.FieldMoved)


@pytest.fixture
def form():
    return FormView()


def sent(app):
    return app.of(FormView.Changed)[-1].arguments


async def opened(pilot, form, path="", schema=BOOK, arguments=None):
    form.show(form_of(schema), name="reserve_book")
    if arguments is not None:
        form.load(arguments)
    await pilot.pause()
    assert form.focus_field(path) if path else True
    if not path:
        form.focus_first_empty()
    await pilot.pause()


def row_of(screen_text, app, begin):
    return next(row for row in screen_text(app) if row.lstrip("▌ ").startswith(begin))


async def companion(pilot, typing, name, *, variant, keys):
    """From the row that adds: one companion with a contact, and back to that row."""
    await pilot.press("enter")
    await typing(pilot, name)
    await pilot.press("enter", "enter", "enter", *["right"] * variant, "enter", "enter")
    await typing(pilot, keys)
    await pilot.press("enter", "enter")
    await pilot.pause()


async def test_an_array_of_three_objects_with_a_nested_union_is_filled_in_by_keyboard_alone(
    hosted, form, typing, screen_text
):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert "reserve_book ▸ companions" in screen_text(app)[0]
        assert "No items · a adds one" in screen_text(app)[1]
        await companion(pilot, typing, "Ann", variant=1, keys="a")
        await companion(pilot, typing, "Bo", variant=2, keys="4711")
        await companion(pilot, typing, "Cy", variant=1, keys="c")
        await pilot.press("ctrl+r")
        await pilot.pause()
        [call] = app.of(FormView.CallWanted)
        assert call.arguments == {
            "isbn": "978",
            "companions": [
                {"name": "Ann", "contact": {"kind": "email", "address": "a"}},
                {"name": "Bo", "contact": {"kind": "phone", "number": 4711}},
                {"name": "Cy", "contact": {"kind": "email", "address": "c"}},
            ],
        }
        assert not call.send_anyway
        assert "name Bo, contact {…}" in screen_text(app)[2]


async def test_esc_goes_up_level_by_level_to_the_row_where_each_was_opened(hosted, form):
    arguments = {"companions": [{"name": "Ann"}, {"name": "Bo", "contact": {"kind": "phone", "number": 1}}]}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/companions/1/contact/number", arguments=arguments)
        assert isinstance(app.focused, Input)
        seen = []
        for _ in range(4):
            await pilot.press("escape")
            await pilot.pause()
            seen.append((form.model.level_path, form.path))
        assert seen == [
            ("/companions/1/contact", "/companions/1/contact/number"),
            ("/companions/1", "/companions/1/contact"),
            ("/companions", "/companions/1"),
            ("", "/companions"),
        ]
        assert app.of(FormView.FieldMoved)[-1].path == "/companions"


async def test_arrows_go_into_a_level_and_out_of_it(hosted, form):
    async with hosted(form, *KINDS) as (_, pilot):
        await opened(pilot, form, "/tree")
        await pilot.press("right", "down", "right")
        assert form.model.level_path == "/tree/below"
        await pilot.press("left")
        assert (form.model.level_path, form.path) == ("/tree", "/tree/below")
        await pilot.press("left")
        assert (form.model.level_path, form.path) == ("", "/tree")


async def test_shift_tab_from_the_first_row_goes_up_and_enter_from_the_last_goes_on_above(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/place", arguments={"isbn": "1"})
        await pilot.press("enter")
        assert form.path == "/place/0"
        await pilot.press("shift+tab")
        assert (form.model.level_path, form.path) == ("", "/place")
        await pilot.press("enter", "tab", "tab")
        assert (form.model.level_path, form.path) == ("", "/id")
        await pilot.press("tab", "enter", "tab", "tab")
        await pilot.pause()
        assert form.model.level_path == "" and isinstance(app.focused, ButtonRow)


async def test_a_recursive_schema_opens_to_any_depth(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/tree")
        await pilot.press("enter")
        for depth in range(5):
            await typing(pilot, f"n{depth}")
            await pilot.press("enter", "enter", "enter")
        await typing(pilot, "end")
        await pilot.pause()
        tree, names = sent(app)["tree"], []
        while True:
            names.append(tree["name"])
            if "below" not in tree:
                break
            [tree] = tree["below"]
        assert names == ["n0", "n1", "n2", "n3", "n4", "end"]


async def test_delete_takes_an_element_away_and_u_brings_it_back(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/tags/1", arguments={"tags": ["a", "b", "c"]})
        await pilot.press("escape", "delete")
        await pilot.pause()
        assert sent(app)["tags"] == ["a", "c"] and form.path == "/tags/1"
        await pilot.press("delete", "delete")
        await pilot.pause()
        assert sent(app)["tags"] == ["a"]
        await pilot.press("u", "u")
        await pilot.pause()
        assert sent(app)["tags"] == ["a", "b", "c"]


async def test_delete_in_an_open_field_is_a_key_of_the_text(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/tags/0", arguments={"tags": ["ab"]})
        await pilot.press("home", "delete")
        await pilot.pause()
        assert sent(app)["tags"] == ["b"]


async def test_an_element_moves_with_the_cursor_on_it(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/tags/0", arguments={"tags": ["a", "b", "c"]})
        await pilot.press("shift+down", "shift+down", "shift+down")
        await typing(pilot, "!")
        await pilot.pause()
        assert sent(app)["tags"] == ["b", "c", "a!"] and form.path == "/tags/2"
        await pilot.press("escape", "shift+up")
        await pilot.pause()
        assert sent(app)["tags"] == ["b", "a!", "c"] and form.path == "/tags/1"
        await pilot.press("u", "u")
        await pilot.pause()
        assert sent(app)["tags"] == ["b", "c", "a"]


async def test_an_element_whose_text_is_taken_away_stays(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/tags/0", arguments={"tags": ["a", "b"]})
        await pilot.press("backspace", "backspace")
        await pilot.pause()
        assert sent(app)["tags"] == ["", "b"]


async def test_a_map_gets_its_keys_in_their_rows_and_a_key_another_name(hosted, form, typing, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/labels")
        await pilot.press("enter", "a")
        await typing(pilot, "colour")
        await pilot.press("enter")
        await typing(pilot, "red")
        await pilot.press("enter", "enter")
        await typing(pilot, "a.b")
        await pilot.press("tab")
        await typing(pilot, "x")
        await pilot.pause()
        assert sent(app)["labels"] == {"colour": "red", "a.b": "x"}
        await pilot.press("up", "escape", "e")
        await typing(pilot, "a.b")
        await pilot.press("enter")
        await pilot.pause()
        assert "There is a member “a.b” already" in "\n".join(screen_text(app))
        await pilot.press("end", "backspace", "backspace", "backspace")
        await typing(pilot, "hue")
        await pilot.press("enter")
        await pilot.pause()
        assert list(sent(app)["labels"].items()) == [("hue", "red"), ("a.b", "x")] and form.path == "/labels/hue"


async def test_esc_while_a_key_is_named_adds_nothing(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/labels", arguments={"labels": {"colour": "red"}})
        await pilot.press("enter", "escape", "a")
        await typing(pilot, "size")
        await pilot.press("escape")
        await pilot.pause()
        assert sent(app)["labels"] == {"colour": "red"}
        await pilot.press("escape")
        await pilot.pause()
        assert form.model.level_path == ""


async def test_the_empty_key_is_typed_as_two_quotes(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/labels")
        await pilot.press("enter", "a")
        await typing(pilot, '""')
        await pilot.press("enter")
        await typing(pilot, "x")
        await pilot.pause()
        assert sent(app)["labels"] == {"": "x"}


async def test_a_key_whose_value_is_taken_away_stays_a_row(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/labels/colour", arguments={"labels": {"colour": "r"}})
        await pilot.press("backspace")
        await pilot.pause()
        assert sent(app)["labels"] == {"colour": ""} and form.path == "/labels/colour"


async def test_another_variant_keeps_what_fits_and_the_first_comes_back_whole(hosted, form, typing):
    contact = {"kind": "email", "address": "a", "name": "Ann"}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/companions/0/contact", arguments={"companions": [{"contact": contact}]})
        await pilot.press("enter", "up", "up", "up", "right")
        await pilot.pause()
        assert sent(app)["companions"][0]["contact"] == {"kind": "phone", "name": "Ann"}
        await pilot.press("left")
        await pilot.pause()
        assert sent(app)["companions"][0]["contact"] == contact
        await pilot.press("escape", "u", "u")
        await pilot.pause()
        assert sent(app)["companions"][0]["contact"] == contact


async def test_a_union_of_text_and_number_is_typed_as_text_and_chosen_in_its_level(hosted, form, typing, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/id")
        await typing(pilot, "5")
        await pilot.pause()
        assert sent(app)["id"] == "5"
        await pilot.press("escape", "right", "up", "right")
        await pilot.pause()
        assert sent(app)["id"] == 5
        await pilot.press("down", "enter", "7")
        await pilot.pause()
        assert sent(app)["id"] == 57


async def test_a_row_says_what_is_below_it_and_marks_a_fault_there(hosted, form, screen_text):
    arguments = {
        "companions": [{"name": 5, "contact": {"kind": "phone", "number": 1}}, {"name": "Bo"}],
        "labels": {"a": "x"},
        "tags": [],
    }
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, arguments=arguments)
        assert row_of(screen_text, app, "companions").split()[1:3] == ["2", "items"]
        assert row_of(screen_text, app, "companions").endswith("✗ ▸ array")
        assert "1 member  a x" in row_of(screen_text, app, "labels")
        assert "empty, [ ]" in row_of(screen_text, app, "tags")
        assert form.focus_field("/companions/0/contact")
        await pilot.pause()
        assert "phone · 2 members" in row_of(screen_text, app, "contact")
        assert row_of(screen_text, app, "name").endswith("✗ string")
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert row_of(screen_text, app, "0").endswith("✗ ▸ object") and "✗" not in row_of(screen_text, app, "1")


async def test_a_call_with_problems_goes_to_the_field_at_fault_however_deep(hosted, form, screen_text):
    arguments = {"isbn": "1", "companions": [{"name": "Ann", "contact": {"kind": "phone", "number": "x"}}]}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/isbn", arguments=arguments)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert not app.of(FormView.CallWanted)
        assert form.path == "/companions/0/contact/number" and isinstance(app.focused, Input)
        assert "reserve_book ▸ companions ▸ 0 ▸ contact" in screen_text(app)[0]
        await pilot.press("backspace", "7", "ctrl+r")
        await pilot.pause()
        assert app.of(FormView.CallWanted)[0].arguments["companions"][0]["contact"] == {"kind": "phone", "number": 7}


async def test_fields_appear_and_go_as_one_types_while_the_cursor_stays_in_its_field(hosted, form, typing, screen_text):
    schema = {
        "type": "object",
        "properties": {"kind": {"type": "string"}, "note": {"type": "string"}},
        "if": {"properties": {"kind": {"const": "ab"}}, "required": ["kind"]},
        "then": {"properties": {"pages": {"type": "integer"}}, "required": ["pages"]},
        "dependentSchemas": {"note": {"properties": {"author": {"type": "string"}}}},
    }
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/kind", schema=schema)
        assert "pages" not in "\n".join(screen_text(app))
        await typing(pilot, "ab")
        await pilot.pause()
        assert "pages*" in "\n".join(screen_text(app)) and form.path == "/kind"
        await typing(pilot, "c")
        await pilot.pause()
        assert "pages" not in "\n".join(screen_text(app)) and sent(app) == {"kind": "abc"}
        await pilot.press("tab")
        await typing(pilot, "n")
        await pilot.pause()
        assert "author" in "\n".join(screen_text(app)) and form.path == "/note"
        await pilot.press("backspace")
        await pilot.pause()
        assert "author" not in "\n".join(screen_text(app)) and sent(app) == {"kind": "abc"}


async def test_a_level_is_json_and_rows_in_turn_and_text_that_is_no_json_is_kept(hosted, form, typing, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/companions/0/name", arguments={"companions": [{"name": "Ann"}]})
        await pilot.press("escape", "t")
        await pilot.pause()
        assert "reserve_book ▸ companions ▸ 0" in screen_text(app)[0]
        await typing(pilot, '"child":true,')
        await pilot.press("escape")
        await pilot.pause()
        assert sent(app)["companions"] == [{"child": True, "name": "Ann"}]
        assert form.model.level_path == "/companions/0" and "● yes" in row_of(screen_text, app, "child")
        await pilot.press("t")
        await typing(pilot, "broken ")
        await pilot.press("escape")
        await pilot.pause()
        assert (form.model.level_path, form.path) == ("/companions", "/companions/0")
        assert row_of(screen_text, app, "0").endswith("✗ ▸ object")
        await pilot.press("enter", *["backspace"] * 7)
        await pilot.pause()
        assert sent(app)["companions"] == [{"child": True, "name": "Ann"}]


async def test_any_field_is_json_by_one_key_and_what_is_not_of_its_type_is_sent_as_it_is(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/isbn")
        await typing(pilot, "9")
        await pilot.press("escape", "equals_sign")
        await pilot.pause()
        assert form.editor.text == '"9"'
        await pilot.press("home", "delete", "end", "backspace", "5")
        await pilot.pause()
        assert sent(app) == {"isbn": 95}


async def test_a_level_that_undo_takes_away_is_left(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/companions")
        await pilot.press("enter", "enter")
        assert form.model.level_path == "/companions/0"
        await pilot.press("escape", "u")
        await pilot.pause()
        assert "companions" not in sent(app) and form.model.level_path in ("", "/companions")
        await pilot.press("escape", "escape")
        assert form.path == "/companions"


async def test_nothing_more_is_added_than_the_schema_allows(hosted, form, screen_text):
    schema = {"type": "object", "properties": {"a": {"type": "array", "maxItems": 1, "items": {"type": "string"}}}}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/a", schema=schema)
        await pilot.press("enter", "a", "x", "escape", "a")
        await pilot.pause()
        assert sent(app) == {"a": ["x"]} and "adds" not in "\n".join(screen_text(app))


async def test_names_of_a_server_are_made_safe_in_the_breadcrumb(hosted, form, screen_text):
    schema = {"type": "object", "properties": {"\x1b[31m": {"type": "array", "items": {"type": "string"}}}}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/\x1b[31m", schema=schema)
        await pilot.press("enter")
        await pilot.pause()
        assert "reserve_book ▸ ␛[31m" in screen_text(app)[0]


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (40, 8)])
async def test_a_deep_level_is_usable_where_there_is_little_room(hosted, form, typing, screen_text, size):
    async with hosted(form, *KINDS, size=size) as (app, pilot):
        await opened(pilot, form, "/companions/0/contact", arguments={"companions": [{"name": "Ann"}]})
        await pilot.press("enter", "right", "enter", "enter")
        await typing(pilot, "a")
        await pilot.pause()
        rows = "\n".join(screen_text(app))
        assert "contact" in screen_text(app)[0] and "Call  ^R" in rows
        assert sent(app)["companions"][0]["contact"] == {"kind": "email", "address": "a"}


RECEIPT = {
    "type": "object",
    "properties": {
        "receipt": {
            "oneOf": [
                {"type": "string", "format": "email", "title": "By e-mail"},
                {
                    "type": "object",
                    "title": "By post",
                    "required": ["town"],
                    "properties": {"town": {"type": "string"}},
                    "additionalProperties": False,
                },
            ]
        },
        "note": {"type": "string"},
    },
}


@pytest.mark.parametrize("key", ["enter", "right"])
async def test_a_union_that_takes_text_says_what_else_it_takes_and_opens_while_one_types(
    hosted, form, typing, screen_text, key
):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/receipt", RECEIPT)
        assert "not sent · By e-mail / By post" in row_of(screen_text, app, "receipt")
        assert "Enter → variants" in "\n".join(screen_text(app))
        assert form.rows.key_words["variants"] == "variants"
        await pilot.press(key)
        await pilot.pause()
        assert form.model.level_path == "/receipt" and form.rows.is_typing
        await pilot.press("right", "right", "down")
        await pilot.pause()
        await typing(pilot, "Alder")
        await pilot.pause()
        assert sent(app) == {"receipt": {"town": "Alder"}}


async def test_what_is_typed_into_a_union_goes_on_by_enter_and_to_its_variants_by_the_arrow_behind_it(
    hosted, form, typing
):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, "/receipt", RECEIPT)
        await typing(pilot, "ab")
        await pilot.press("left", "right")
        assert form.model.level_path == ""
        await pilot.press("enter")
        await pilot.pause()
        assert form.path == "/note" and form.rows.key_words["variants"] == ""
        await pilot.press("up", "right")
        await pilot.pause()
        assert form.model.level_path == "/receipt"
        assert sent(app) == {"receipt": "ab"}
