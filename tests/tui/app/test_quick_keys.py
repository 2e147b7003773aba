"""Keys that come faster than they are handled: what is typed behind a key goes where that key leads."""

from time import perf_counter

import pytest
from textual import events
from textual.keys import key_to_character

from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.filter_bar import FilterInput
from inspector.tui.widgets.typed import character_of
from tests.tui.app.staging import COMMAND, NAMES, app_on, opened_screen, press, records_of, staged, until


@pytest.fixture
def app():
    return app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))


async def at_once(pilot, *keys):
    """Keys that are all there before the first is handled, as from a terminal that was slow for a moment."""
    for key in keys:
        key = NAMES.get(key, key)
        sign = character_of(key, key_to_character(key)) or (key if len(key) == 1 else None)
        pilot.app.post_message(events.Key(key, sign))
    await pilot.pause()
    await until(pilot, lambda: pilot.app.keys_are_done, "the end of the keys")
    await pilot.pause()


async def desk_of(pilot):
    screen = await opened_screen(pilot)
    await until(pilot, lambda: screen.desk.workbench.item, "an item")
    return screen


@pytest.mark.parametrize(
    "way", [("1",), ("3",), ("6",), ("9",), ("3", "home", "enter"), ("3", "home", "enter", "full_stop")]
)
async def test_letters_behind_the_slash_are_typed_and_never_act(app, way):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, *way)
        here = screen.here
        await at_once(pilot, "slash", *"wRqz5", "slash", "minus", *"x")
        assert isinstance(screen.focused, FilterInput)
        assert screen.focused.value == "wRqz5/-x"
        assert screen.here == here


async def test_a_blank_behind_arrows_ticks_the_word_they_lead_to(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        bench = screen.desk.workbench
        await press(pilot, "2")
        bench.form.focus_field("/formats")
        await pilot.pause()
        await at_once(pilot, "right", "right", "space")
        field = bench.form.form.field_at("/formats")
        assert bench.form.assembled.arguments["formats"] == [field.options[2].value]


async def test_letters_behind_the_key_of_the_palette_are_no_commands(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "3")
        await at_once(pilot, "ctrl+p", "5", "w", "q")
        assert app.screen is not screen
        assert screen.here == "desk"


async def test_what_is_typed_behind_tab_is_of_the_next_field(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        bench = screen.desk.workbench
        screen.desk.catalogue.select(type(bench.key)("tool", "reserve_book", 0))
        await press(pilot, "2")
        bench.form.focus_field("/isbn")
        await pilot.pause()
        await at_once(pilot, *"97", "tab", *"47", "backspace", *"12", "shift+tab", *"8")
        assert bench.form.assembled.arguments["isbn"] == "978"
        assert bench.form.assembled.arguments["reader"] == 412


async def form_of(pilot, tool, path):
    """The form of a tool, with the cursor on one of its fields."""
    screen = await desk_of(pilot)
    await until(pilot, lambda: screen.model.catalog.lists["prompt"].items, "the catalogue")
    screen.open_item(ItemKey("tool", tool, 0))
    await pilot.pause()
    screen.desk.workbench.form.focus_field(path)
    await pilot.pause()
    return screen, screen.desk.workbench.form


async def test_fields_are_filled_in_one_go_across_a_row_that_chooses(app):
    async with app.run_test(size=(80, 24)) as pilot:
        _, form = await form_of(pilot, "reserve_book", "/isbn")
        await at_once(pilot, *"978", "tab", *"4711", "tab", "tab", *"2026-12-04", "enter", "y", "tab", "backspace", "3")
        sent = form.assembled.arguments
        assert (sent["isbn"], sent["reader"], sent["pickup_after"]) == ("978", 4711, "2026-12-04")
        assert (sent["large_print"], sent["copies"]) == (True, 3)
        assert "branch" not in sent


async def test_letters_and_arrows_on_rows_that_choose_act_in_their_order(app):
    async with app.run_test(size=(80, 24)) as pilot:
        _, form = await form_of(pilot, "reserve_book", "/branch")
        await at_once(pilot, *"hi", "left", "down", *"2026-12-04", "tab", "right", "n", "right", "up", "end", "0")
        options = [one.value for one in form.form.field_at("/branch").options]
        sent = form.assembled.arguments
        assert sent["branch"] == options[options.index("hill") - 1]
        assert sent["pickup_after"] == "2026-12-040"
        assert "large_print" not in sent


async def test_a_burst_of_letters_goes_wholly_into_the_editor_that_the_first_opens(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen, form = await form_of(pilot, "ask_librarian", "/question")
        await at_once(pilot, *"Like 5 of M/L?", "enter", *"R")
        assert form.editor.is_open and screen.here == "desk"
        assert form.assembled.arguments["question"] == "Like 5 of M/L?\nR"


async def test_what_is_typed_behind_escape_in_a_field_is_a_command(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen, form = await form_of(pilot, "reserve_book", "/isbn")
        await at_once(pilot, "9", "escape", "5")
        assert screen.here == "answers"
        assert form.assembled.arguments["isbn"] == "9"


async def test_what_is_typed_behind_the_enter_that_opens_a_tool_is_in_its_form(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        bench = screen.desk.workbench
        await press(pilot, "1", "home")
        await at_once(pilot, "down", "down", "enter", *"978", "tab", *"47")
        assert bench.item.label == "reserve_book"
        assert bench.form.assembled.arguments["isbn"] == "978"
        assert bench.form.assembled.arguments["reader"] == 47


async def test_what_is_typed_behind_the_enter_of_the_filter_is_in_the_form_of_its_first_hit(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        bench = screen.desk.workbench
        await press(pilot, "1")
        await at_once(pilot, "/", *"reserve", "enter", *"978", "tab", *"47")
        assert screen.desk.catalogue.filter_bar.text == "reserve"
        assert bench.item.label == "reserve_book"
        assert bench.form.assembled.arguments["isbn"] == "978"
        assert bench.form.assembled.arguments["reader"] == 47


@pytest.mark.parametrize("first", ["1", "2", "3", "6", "9", "0"])
async def test_a_whole_walk_typed_at_once_ends_where_it_leads(app, first):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, first)
        await at_once(
            pilot, "escape", "escape", "1", "/", *"reserve", "enter", *"978", "tab", *"47", "escape", "3", "z"
        )
        bench = screen.desk.workbench
        assert bench.item.label == "reserve_book"
        assert bench.form.assembled.arguments["isbn"] == "978"
        assert bench.form.assembled.arguments["reader"] == 47
        assert screen.desk.focused_pane == "traffic" and screen.desk.has_class("-zoom-traffic")


async def test_keys_typed_before_the_session_screen_is_there_wait_for_it(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await at_once(pilot, "9", "1", "9")
        screen = await opened_screen(pilot)
        await until(pilot, lambda: app.keys_are_done and screen.here == "sessions", "the place")


async def test_a_paste_behind_a_key_goes_where_the_key_leads(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "1")
        for event in (
            events.Key("slash", "/"),
            events.Paste("reserve"),
            events.Key("enter", None),
            events.Paste("978"),
        ):
            app.post_message(event)
        await pilot.pause()
        await until(pilot, lambda: app.keys_are_done, "the end of the keys")
        assert screen.desk.workbench.form.assembled.arguments["isbn"] == "978"


async def test_arrows_behind_the_esc_of_the_filter_move_in_the_list(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "1")
        await at_once(pilot, "/", *"re", "escape", "escape", "home", "down", "down", "enter", *"978")
        assert screen.desk.workbench.item.label == "reserve_book"
        assert screen.desk.workbench.form.assembled.arguments["isbn"] == "978"


async def test_who_quits_twice_and_goes_to_a_place_meanwhile_leaves_once_with_the_first_status(app):
    app.pressed = perf_counter() + 60.0  # no place is made that nobody has asked for
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        for _ in range(2):
            app.leave(3)
        app.leave(5)
        await until(pilot, lambda: not screen.is_attached, "the end")
        screen.go("sessions")
        await pilot.pause()
        assert app.return_value == 3 and app.keys_are_done and screen.here == "desk"
