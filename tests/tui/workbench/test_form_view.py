import pytest
from textual.events import Paste
from textual.widgets import Input

from inspector.forms.form import form_of
from inspector.tui.widgets.buttons import ButtonRow
from inspector.tui.widgets.field_input import FieldInput
from inspector.tui.widgets.form_view import FormView
from inspector.wire.json import MISSING

BOOK = {
    "type": "object",
    "required": ["isbn", "reader"],
    "properties": {
        "isbn": {"type": "string", "description": "The number on the back."},
        "reader": {"type": "integer", "minimum": 1},
        "branch": {"oneOf": [{"const": "alder", "title": "Alder Street"}, {"const": "mill", "title": "Mill Lane"}]},
        "large_print": {"type": "boolean"},
        "copies": {"type": "integer", "default": 1},
        "contact": {"type": ["string", "null"]},
        "companions": {"type": "array", "items": {"type": "string"}},
    },
}
KINDS = (FormView.Changed, FormView.CallWanted, FormView.CopyWanted, FormView.ModeChanged, FormView.FieldMoved)


@pytest.fixture
def form():
    return FormView()


def sent(app):
    return app.of(FormView.Changed)[-1].arguments


async def opened(pilot, form, schema=BOOK, path=None, **more):
    form.show(form_of(schema), name="reserve_book", **more)
    await pilot.pause()
    if path is None:
        form.focus_first_empty()
    else:
        assert form.focus_field(path)
    await pilot.pause()


async def test_the_cursor_stands_in_the_first_empty_required_field_and_letters_are_text_at_once(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        await pilot.press("tab")
        await typing(pilot, "4711")
        await pilot.pause()
        assert sent(app) == {"isbn": "978", "reader": 4711, "copies": 1}


@pytest.mark.parametrize(("forth", "back"), [("tab", "shift+tab"), ("enter", "up"), ("down", "up")])
async def test_keys_move_between_fields_and_back(hosted, form, forth, back):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await pilot.press(forth)
        assert form.path == "/reader"
        await pilot.press(forth)
        assert form.path == "/branch"
        await pilot.press(forth)
        assert form.path == "/large_print"
        await pilot.press(back, back, back)
        assert form.path == "/isbn"
        await pilot.pause()
        assert [moved.path for moved in app.of(FormView.FieldMoved)][-3:] == ["/branch", "/reader", "/isbn"]


async def test_esc_leaves_the_field_and_letters_are_commands_then(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "97")
        await pilot.press("tab")
        await typing(pilot, "12")
        await pilot.press("escape")
        await pilot.pause()
        assert not form.rows.is_open
        await pilot.press("u")
        await pilot.pause()
        assert sent(app) == {"isbn": "97", "copies": 1}
        await pilot.press("down", "up", "enter")
        await typing(pilot, "5")
        await pilot.pause()
        assert sent(app) == {"isbn": "97", "reader": 5, "copies": 1}


async def test_a_field_that_was_left_is_open_again_when_one_comes_back(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"properties": {"a": {"type": "string"}}}, "/a")
        await pilot.press("escape", "tab")
        await pilot.pause()
        assert isinstance(app.focused, ButtonRow)
        await pilot.press("shift+tab")
        await pilot.pause()
        await typing(pilot, "z")
        await pilot.pause()
        assert sent(app) == {"a": "z"}


async def test_what_was_typed_into_one_field_is_undone_as_one_change(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert sent(app) == {"copies": 1}
        assert form.draft.text("/isbn") == ""


async def test_a_choice_goes_round_with_the_arrows_and_a_required_field_does_not_go_back_to_nothing(hosted, form):
    schema = {"required": ["a"], "properties": {"a": {"enum": [1, "1", None]}, "b": {"enum": ["x"]}}}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, schema)
        seen = []
        for _ in range(4):
            await pilot.press("right")
            await pilot.pause()
            seen.append(sent(app)["a"])
        assert seen == [1, "1", None, 1]
        await pilot.press("left", "down", "left")
        await pilot.pause()
        assert sent(app) == {"a": None, "b": "x"}
        await pilot.press("space")
        await pilot.pause()
        assert sent(app) == {"a": None}


async def test_a_boolean_has_three_states(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path="/large_print")
        assert any("● omit  ○ yes  ○ no" in row for row in screen_text(app))
        await pilot.press("space")
        await pilot.pause()
        assert sent(app)["large_print"] is True
        await pilot.press("space")
        await pilot.pause()
        assert sent(app)["large_print"] is False
        await pilot.press("space")
        await pilot.pause()
        assert "large_print" not in sent(app)


async def test_ctrl_t_goes_through_what_the_schema_allows_and_brings_the_value_back(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path="/contact")
        await typing(pilot, "ann")
        seen = []
        for _ in range(4):
            await pilot.press("ctrl+t")
            await pilot.pause()
            seen.append(sent(app).get("contact", MISSING))
        assert seen == ["", None, MISSING, "ann"]


async def test_a_required_string_can_be_sent_empty_but_not_left_out_by_ctrl_t(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await pilot.press("ctrl+t", "ctrl+t")
        await pilot.pause()
        assert sent(app)["isbn"] == ""


async def test_null_typed_into_a_string_is_text(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path="/contact")
        await typing(pilot, "null")
        await pilot.pause()
        assert sent(app)["contact"] == "null"


async def test_nothing_that_is_not_sent_is_an_empty_box(hosted, form, screen_text):
    async with hosted(form) as (app, pilot):
        form.show(form_of(BOOK))
        form.load({"contact": None, "isbn": ""})
        await pilot.pause()
        rows = screen_text(app)
        assert "null" in rows[5] and '""' in rows[0] and "not sent" in rows[1] and "not sent" in rows[6]
        assert "default, not sent" in rows[4]


async def test_an_untouched_default_is_sent_and_an_emptied_one_is_not(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path="/copies")
        assert "default, sent" in screen_text(app)[4]
        await pilot.press("backspace")
        await pilot.pause()
        assert sent(app) == {}


async def test_a_call_with_problems_goes_to_the_first_and_says_why_and_can_be_sent_anyway(
    hosted, form, typing, screen_text
):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        await pilot.press("tab")
        await typing(pilot, "x")
        await pilot.press("tab", "ctrl+r")
        await pilot.pause()
        assert not app.of(FormView.CallWanted)
        assert form.path == "/reader"
        text = "\n".join(screen_text(app))
        assert "reader is “x”, not an integer" in text and "Send anyway" in text and "Send anyway !" not in text
        await pilot.press("escape")
        await pilot.pause()
        assert "Send anyway !" in "\n".join(screen_text(app))
        await pilot.press("exclamation_mark")
        await pilot.pause()
        [call] = app.of(FormView.CallWanted)
        assert call.send_anyway and call.arguments == {"isbn": "978", "reader": "x", "copies": 1}


async def test_what_is_missing_is_no_fault_before_a_call_was_tried(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        assert "✗" not in "\n".join(screen_text(app))
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert screen_text(app)[0].count("✗") == 1


async def test_send_anyway_is_offered_only_where_something_is_wrong(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await pilot.press("escape", "exclamation_mark")
        await pilot.pause()
        assert not app.of(FormView.CallWanted)


async def test_enter_on_the_last_field_goes_to_the_button_and_enter_there_calls(hosted, form, typing):
    schema = {"properties": {"a": {"type": "string"}}}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, schema, "/a")
        await typing(pilot, "b")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.focused, ButtonRow)
        await pilot.press("enter")
        await pilot.pause()
        [call] = app.of(FormView.CallWanted)
        assert (call.arguments, call.send_anyway) == ({"a": "b"}, False)


async def test_a_key_pressed_right_after_typing_calls_with_what_was_typed(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"properties": {"a": {"type": "string"}}}, "/a")
        field = app.query_one(Input)
        with field.prevent(Input.Changed):
            field.value = "late"
        form.call()
        await pilot.pause()
        assert app.of(FormView.CallWanted)[0].arguments == {"a": "late"}


async def test_a_field_is_edited_as_json_too_and_text_that_is_none_is_kept_with_its_place(
    hosted, form, typing, screen_text
):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path="/companions")
        await pilot.press("escape", "equals_sign")
        await pilot.pause()
        assert "reserve_book ▸ companions" in screen_text(app)[0]
        await typing(pilot, '["a",')
        await pilot.press("enter")
        await typing(pilot, "b]")
        await pilot.pause()
        assert "line 2, column 1" in "\n".join(screen_text(app))
        await pilot.press("escape")
        await pilot.pause()
        assert form.path == "/companions" and "✗ ▸ array" in screen_text(app)[6]
        assert form.draft.text("/companions") == '["a",\nb]'
        await pilot.press("enter", "down", "end", "left", "backspace", '"', "b", '"')
        await pilot.pause()
        assert sent(app)["companions"] == ["a", "b"]


async def test_json_and_form_are_two_views_of_one_draft(hosted, form, typing, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        await pilot.press("escape", "t")
        await pilot.pause()
        assert app.of(FormView.ModeChanged)[-1].mode == "json"
        assert any('"isbn": "978"' in row for row in screen_text(app))
        await typing(pilot, '"extra":1e5,')
        await pilot.pause()
        assert sent(app) == {"isbn": "978", "copies": 1, "extra": 1e5}
        await pilot.press("escape")
        await pilot.pause()
        assert form.mode == "form" and "978" in screen_text(app)[0]
        assert form.draft.arguments()["extra"] == 1e5


async def test_json_that_is_none_stays_as_a_draft_and_is_said(hosted, form, typing, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        await pilot.press("escape", "t", "backspace")
        await pilot.pause()
        assert app.of(FormView.Changed)[-1].arguments is None
        before = form.draft.json_text()
        await pilot.press("escape")
        await pilot.pause()
        assert "not JSON, but kept: line" in screen_text(app)[0] and "978" in screen_text(app)[1]
        await pilot.press("t")
        await pilot.pause()
        assert form.draft.json_text() == before


async def test_a_text_of_several_lines_is_pasted_whole(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path="/contact")
        app.post_message(Paste("one\ntwo\n"))
        await pilot.pause()
        await pilot.pause()
        assert sent(app)["contact"] == "one\ntwo"
        assert "contact" in screen_text(app)[0] and "plain text" in screen_text(app)[0]
        await pilot.press("escape")
        await pilot.pause()
        assert "▸ string?" in screen_text(app)[5]


async def test_several_choices_are_ticked_one_by_one_and_keep_the_order_of_the_schema(hosted, form):
    schema = {"properties": {"days": {"type": "array", "items": {"enum": ["mon", "tue", "wed"]}}}}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, schema, "/days")
        await pilot.press("right", "right", "space", "right", "space")
        await pilot.pause()
        assert sent(app) == {"days": ["mon", "wed"]}
        await pilot.press("space", "left", "space")
        await pilot.pause()
        assert sent(app) == {"days": []}
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert sent(app) == {}


async def test_a_draft_is_kept_while_another_tool_is_shown(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "978")
        kept = form.draft
        await opened(pilot, form, {"properties": {"z": {"type": "string"}}})
        await pilot.pause()
        assert sent(app) == {}
        await opened(pilot, form, draft=kept)
        await pilot.pause()
        assert sent(app) == {"isbn": "978", "copies": 1}


async def test_a_default_that_would_drive_the_terminal_is_shown_safely_and_sent_as_it_is(hosted, form, screen_text):
    evil = "\x1b[31mred\u202e"
    schema = {"properties": {"a": {"type": "string", "default": evil, "description": "\x1b]0;x\x07"}, "b[/bold]": {}}}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, schema, "/a")
        text = "\n".join(screen_text(app))
        assert "\x1b" not in text and "\u202e" not in text and "␛[31mred\\u202e" in text and "b[/bold]" in text
        assert sent(app) == {"a": evil}


async def test_a_tool_without_arguments_says_so_and_calls_with_an_empty_object(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"type": "object"})
        assert "Takes no arguments · ^R call" in screen_text(app)[0]
        await pilot.press("enter")
        await pilot.pause()
        assert app.of(FormView.CallWanted)[0].arguments == {}


async def test_a_schema_that_cannot_be_drawn_is_told_and_opens_as_json(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"type": "array"})
        assert form.mode == "json" and "▲" in screen_text(app)[0]
        await pilot.press(*'"a":1', "ctrl+r")
        await pilot.pause()
        assert form.draft.arguments() == {"a": 1}


async def test_copy_as_is_for_the_owner_to_ask(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await pilot.press("escape", "y")
        await pilot.pause()
        assert len(app.of(FormView.CopyWanted)) == 1


async def test_the_button_says_that_there_is_no_server_and_then_calls_nothing(hosted, form, screen_text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"type": "object"})
        form.set_call("No server: connect, then call", enabled=False)
        await pilot.press("enter", "ctrl+r")
        await pilot.pause()
        assert "No server: connect, then call" in "\n".join(screen_text(app))
        assert not app.of(FormView.CallWanted)


async def test_fields_beyond_the_room_are_counted_and_come_into_view_with_the_cursor(hosted, form, screen_text):
    schema = {"properties": {f"f{number}": {"type": "string"} for number in range(200)}}
    async with hosted(form, *KINDS, size=(60, 12)) as (app, pilot):
        await opened(pilot, form, schema, "/f0")
        assert "▼ 191 more fields" in "\n".join(screen_text(app))
        assert len(app.query(FieldInput)) == 1
        for _ in range(20):
            await pilot.press("down")
        await pilot.press("z")
        await pilot.pause()
        assert sent(app) == {"f20": "z"}
        row = next(row for row in screen_text(app) if "f20" in row)
        assert "z" in row


async def test_the_hint_says_what_the_field_is_for_and_what_the_schema_wants(hosted, form, screen_text):
    async with hosted(form) as (app, pilot):
        await opened(pilot, form)
        text = "\n".join(screen_text(app))
        assert "The number on the back." in text and "required" in text
        await pilot.press("tab")
        await pilot.pause()
        assert "integer · at least 1" in "\n".join(screen_text(app))


async def test_a_field_is_found_by_a_part_of_its_name_or_description(hosted, form, typing, screen_text):
    schema = {"properties": {f"f{number}": {"type": "string"} for number in range(200)}}
    schema["properties"]["last"] = {"type": "string", "description": "The Pickup day"}
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, schema, "/f0")
        await pilot.press("escape", "slash")
        await typing(pilot, "pickup")
        await pilot.pause()
        assert form.path == "/last" and "1 of 201 fields" in screen_text(app)[0]
        await pilot.press("enter")
        await typing(pilot, "z")
        await pilot.pause()
        assert sent(app) == {"last": "z"}
        row = next(row for row in screen_text(app) if row.lstrip("▌ ").startswith("last"))
        assert row.split()[-2:] == ["z", "string"]


async def test_n_goes_from_fault_to_fault(hosted, form):
    async with hosted(form, *KINDS) as (_, pilot):
        form.show(form_of(BOOK))
        form.load({"isbn": 5, "reader": 1, "copies": "x", "contact": 1})
        await pilot.pause()
        assert form.focus_field("/reader")
        await pilot.press("escape")
        seen = []
        for key in ("n", "n", "n", "p"):
            await pilot.press(key)
            seen.append(form.path)
        assert seen == ["/copies", "/contact", "/isbn", "/contact"]


async def test_a_click_opens_a_value_and_takes_the_next_choice(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await pilot.click(offset=(20, 1))
        await pilot.press("7")
        await pilot.click(offset=(20, 3))
        await pilot.pause()
        assert sent(app) == {"reader": 7, "large_print": True, "copies": 1}
        await pilot.click(offset=(3, 2))
        await pilot.pause()
        assert form.path == "/branch" and "branch" not in sent(app)


async def test_turning_to_the_tab_that_is_open_leaves_the_open_field_alone(hosted, form, typing):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "97")
        form.mode = "form"
        await typing(pilot, "8")
        await pilot.pause()
        assert sent(app)["isbn"] == "978"


async def test_ctrl_r_calls_from_the_buttons_too(hosted, form):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"type": "object"})
        assert isinstance(app.focused, ButtonRow)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert len(app.of(FormView.CallWanted)) == 1


async def test_a_union_at_the_root_is_a_choice_before_the_fields_of_the_chosen_variant(hosted, form, screen_text):
    variants = [{"properties": {"kind": {"const": kind}, kind: {}}, "required": ["kind"]} for kind in ("book", "map")]
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"type": "object", "oneOf": variants}, "")
        assert "variant" in screen_text(app)[0] and "‹ not sent ›" in screen_text(app)[0]
        await pilot.press("right", "right")
        await pilot.pause()
        assert sent(app) == {"kind": "map"}
        rows = "\n".join(screen_text(app))
        assert "‹ map ›" in rows and "2 of 2" in rows and "book" not in rows
        await pilot.press("escape", "ctrl+r")
        await pilot.pause()
        assert app.of(FormView.CallWanted)[0].arguments == {"kind": "map"}


@pytest.mark.parametrize("schema", [None, True, [], {"type": "string"}, {"properties": []}, MISSING, {"properties": 5}])
async def test_no_schema_is_so_bad_that_nothing_can_be_called(hosted, form, schema):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, schema)
        await pilot.press("ctrl+r", "tab", "exclamation_mark")
        await pilot.pause()
        assert app.of(FormView.CallWanted)[0].arguments == {}


DAYS = [f"the {number}th of December" for number in range(1, 25)]


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (60, 30)])
async def test_ticks_that_have_no_room_in_their_row_are_seen_under_the_fields(hosted, form, screen_text, size):
    schema = {"type": "object", "properties": {"days": {"type": "array", "items": {"enum": DAYS}}, "b": {}}}
    async with hosted(form, *KINDS, size=size) as (app, pilot):
        await opened(pilot, form, schema, "/days")
        await pilot.press("space", *["right"] * 20, "space")
        await pilot.pause()
        below = "\n".join(screen_text(app)[2:])
        assert "✓ the 21th of December" in below
        assert ("✓ the 1th of December" in below) == (size != (60, 15))
        assert "any ticks" not in below
        await pilot.press("down")
        await pilot.pause()
        assert "December" not in "\n".join(screen_text(app)[2:])


async def test_one_of_fifty_thousand_is_found_by_typing_and_its_neighbours_are_seen(hosted, form, typing, screen_text):
    names = [f"reader{number}" for number in range(50_000)]
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, {"type": "object", "properties": {"name": {"enum": names}}}, "/name")
        await typing(pilot, "er4321")
        await pilot.pause()
        assert sent(app) == {"name": "reader4321"}
        shown = "\n".join(screen_text(app))
        assert "4,322 of 50,000" in shown
        assert "● reader4321" in shown and "○ reader4322" in shown


@pytest.mark.parametrize("verb", ["Get", "Read", "Restart and call"])
async def test_a_form_without_fields_says_what_its_button_now_does(hosted, form, screen_text, verb):
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, {"type": "object"})
        form.set_call(verb)
        await pilot.pause()
        assert screen_text(app)[0].strip() == f"Takes no arguments · ^R {verb.lower()}"
        form.set_call("No server: connect, then call", enabled=False)
        await pilot.pause()
        assert screen_text(app)[0].strip() == "Takes no arguments"


@pytest.mark.parametrize("path, text", [("/isbn", "a"), ("/reader", "5"), ("/copies", "")])
async def test_an_emptied_field_says_what_an_untouched_one_does(hosted, form, typing, path, text):
    async with hosted(form, *KINDS) as (app, pilot):
        await opened(pilot, form, path=path)
        await typing(pilot, text)
        await pilot.press("backspace")
        await pilot.pause()
        assert path[1:] not in sent(app)
        assert form.rows.input.value == "" and form.rows.input.placeholder == "not sent"


async def test_a_form_that_takes_nothing_offers_no_key_that_does_nothing(hosted, form, typing):
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, {"type": "object", "additionalProperties": False})
        assert not {"t", "a", "u"} & app.screen.active_bindings.keys()
        await opened(pilot, form, {"type": "object"})
        assert {"t", "a"} <= app.screen.active_bindings.keys()
        await opened(pilot, form)
        await pilot.press("escape")
        assert "t" in app.screen.active_bindings and "u" not in app.screen.active_bindings
        await pilot.press("enter", "1", "escape")
        assert "u" in app.screen.active_bindings
        await pilot.press("u")
        await pilot.pause()
        assert "u" not in app.screen.active_bindings


@pytest.mark.parametrize("path", ["/isbn", "/branch", "/companions"])
async def test_a_button_names_a_letter_only_while_that_presses_it(hosted, form, screen_text, path):
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, path=path)
        assert "Copy as" in "\n".join(screen_text(app)) and "Copy as y" not in "\n".join(screen_text(app))
        where = next(row for row in screen_text(app) if "Copy as" in row).index("Copy as")
        await pilot.press("escape")
        await pilot.pause()
        row = next(row for row in screen_text(app) if "Copy as y" in row)
        assert row.index("Copy as") == where and "Call  ^R" in row
        form.focus_buttons()
        await pilot.pause()
        assert "Copy as y" in "\n".join(screen_text(app))
        form.set_others([])
        await pilot.press("t")
        await pilot.pause()
        assert "Copy as" in "\n".join(screen_text(app)) and "Copy as y" not in "\n".join(screen_text(app))
