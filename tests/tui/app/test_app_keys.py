"""Keys do what the key line says, wherever one is: Ctrl+R, digits, and letters on rows that look editable."""

import json
from itertools import product

import pytest
from textual.widgets import Input

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording
from inspector.tui.bridge_told import Batch
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.result_data import Done, Ended, Running
from inspector.wire.events import Opened, Received, Record, Sent
from tests.tui.app.staging import (
    ADDRESS,
    COMMAND,
    RECORDINGS,
    app_on,
    opened_screen,
    press,
    records_of,
    search_palette,
    staged,
    until,
)
from tests.tui.app.test_calling import demo, killed

PLACES = ("handshake", "answers", "findings", "timeline", "sessions", "connect", "detail")


def library(target=COMMAND):
    return app_on(target, bridge=staged(records_of("library"), now=226.5))


async def at_form(pilot, name="reserve_book"):
    """The cursor in the form of a tool."""
    screen = await opened_screen(pilot)
    await until(pilot, lambda: screen.model.catalog.lists["prompt"].items, "the catalogue")
    screen.open_item(ItemKey("tool", name, 0))
    await pilot.pause()
    return screen


async def to_row(pilot, screen, path):
    """The cursor on a field, as Tab brings it there."""
    screen.desk.workbench.form.focus_field(path)
    await pilot.pause()
    return screen.desk.workbench.form


def keys_shown(screen):
    """The words of the key line as they are drawn."""
    return screen.key_line.render_line(0).text


# ── Ctrl+R ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (140, 45)])
async def test_one_key_after_the_start_calls_the_first_tool_with_its_example(size):
    async with demo(size=size) as desk:
        look = desk.workbench.form.model.look(0)
        assert (desk.workbench.key.wire, look.kind) == ("search_catalogue", "example")
        await desk.press("ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        assert '"query":"dostoevsky"' in desk.sent('"tools/call"')[0]
        assert desk.workbench.result.region.area or size[0] < 80


async def test_an_example_is_given_for_the_first_tool_alone_and_gives_way_to_what_is_typed():
    async with demo() as desk:
        await desk.press("enter", *"idiot")
        assert desk.workbench.form.assembled.arguments["query"] == "idiot"
        assert desk.workbench.form.model.look(0).kind == "string"
        await desk.press("escape")
        await desk.open("renew_loan")
        assert desk.workbench.form.assembled.problems


@pytest.mark.parametrize("pane", ["1", "3"])
async def test_control_r_in_another_pane_calls_what_is_open_and_leaves_the_focus_there(pane):
    async with demo() as desk:
        await desk.press(pane)
        focused = desk.screen.focused
        await desk.press("ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        assert desk.screen.focused is focused


async def test_control_r_with_a_field_missing_goes_to_it_and_says_why():
    async with demo() as desk:
        await desk.open("reserve_book")
        await desk.press("escape", "3", "3", "ctrl+r")
        form = desk.workbench.form
        assert desk.screen.desk.focused_pane == "workbench"
        assert form.path == "/isbn" and form.rows.is_open
        assert form.region.area
        assert "required" in form.rows.hint.text
        assert desk.sent('"tools/call"') == []


async def test_control_r_in_another_place_says_what_it_would_need():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        for place in ("handshake", "answers", "findings", "timeline", "sessions", "detail"):
            screen.key_line.note = ""
            screen.open_record(22) if place == "detail" else screen.go(place)
            await pilot.pause()
            assert "^R" not in keys_shown(screen), place
            await press(pilot, "ctrl+r")
            assert screen.key_line.note, place


async def test_control_r_restarts_a_server_that_is_gone_and_calls_what_is_open():
    async with killed() as (desk, _):
        await desk.press("1", "ctrl+r")
        await desk.until(lambda: len(desk.sent('"tools/call"')) == 2, "the same call")
        await desk.until(lambda: isinstance(desk.outcome, Running) and not desk.screen.desk.is_dead, "its clock")


async def test_control_r_in_a_recording_says_that_there_is_no_server():
    recording = open_recording(RECORDINGS / "library.jsonl")
    app = app_on(RecordingTarget(RECORDINGS / "library.jsonl"), opened=recording)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        for pane in ("1", "2"):
            await press(pilot, pane, "ctrl+r")
            assert "no server" in screen.key_line.note
            screen.key_line.note = ""
            await press(pilot, "escape")


async def test_control_r_again_sends_what_the_schema_does_not_allow_and_not_after_a_change():
    async with demo() as desk:
        await desk.open("reserve_book", "type:978", "ctrl+r")
        assert "^R sends anyway" in desk.workbench.form.rows.hint.text
        await desk.press("0", "ctrl+r")
        assert desk.sent('"tools/call"') == []
        await desk.press("ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        assert '"isbn":"9780"' in desk.sent('"tools/call"')[0]


# ── what opens by itself ────────────────────────────────────────────────────────────────────────────────────────────


def listed(*steps):
    """A session up to its lists: each step is a method and the answer to it."""
    info = {"name": "Harbour", "version": "1"}
    discover = {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}, "resources": {}},
        "serverInfo": info,
        "_meta": {"io.modelcontextprotocol/serverInfo": info},
    }
    events = [Opened("stdio", command=("server",), pid=1)]
    for id, (method, result) in enumerate([("server/discover", discover), *steps], 1):
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
        request = {"jsonrpc": "2.0", "id": id, "method": method, "params": {"_meta": meta}}
        answer = {"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete", **result}}
        events += [Sent(json.dumps(request).encode()), Received(json.dumps(answer).encode())]
    return [Record(at, at / 10, event) for at, event in enumerate(events, 1)]


RESOURCES = ("resources/list", {"resources": [{"uri": "harbour://branches", "name": "Branches"}]})
TOOLS = ("tools/list", {"tools": [{"name": "tide", "inputSchema": {"type": "object"}}]})


async def test_a_tool_opens_at_the_start_though_a_resource_was_listed_first():
    records = listed(RESOURCES, TOOLS)
    app = app_on(COMMAND, bridge=staged(records[:-2]))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["resource"].items, "the resources")
        assert screen.desk.workbench.key is None
        screen.post_message(Batch(records[-2:]))
        await until(pilot, lambda: screen.desk.workbench.key, "the tool")
        await pilot.pause()
        assert screen.desk.workbench.key.wire == "tide"
        assert screen.desk.catalogue.selected.wire == "tide"


async def test_what_a_person_opened_stays_open_when_the_tools_come():
    records = listed(RESOURCES, TOOLS)
    app = app_on(COMMAND, bridge=staged(records[:-2]))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["resource"].items, "the resources")
        await press(pilot, "enter")
        screen.post_message(Batch(records[-2:]))
        await until(pilot, lambda: screen.model.catalog.lists["tool"].items, "the tools")
        await pilot.pause()
        assert screen.desk.workbench.key.wire == "harbour://branches"


async def test_without_tools_what_comes_first_opens():
    app = app_on(COMMAND, bridge=staged(listed(RESOURCES, ("tools/list", {"tools": []}))))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.key, "the resource")
        assert screen.desk.workbench.key.wire == "harbour://branches"


# ── where the keyboard is ───────────────────────────────────────────────────────────────────────────────────────────


async def test_a_digit_leads_from_every_place_into_its_pane():
    panes = {"1": "catalogue", "2": "workbench", "3": "traffic"}
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.key, "the first tool")
        await press(pilot, "1")
        for place, digit in product(PLACES, "2313"):  # each with another pane before it
            screen.open_record(22) if place == "detail" else screen.go(place)
            await pilot.pause()
            assert screen.query_one(f"#{place}") in screen.focused.ancestors_with_self, (place, digit)
            if place == "connect":
                await press(pilot, "escape")
                await until(pilot, lambda: not isinstance(screen.focused, Input), "the keyboard out of the line")
            await press(pilot, digit)
            assert (screen.here, screen.desk.focused_pane) == ("desk", panes[digit]), (place, digit)
            if digit == "2":
                assert screen.desk.workbench.form.rows.is_open, place
                await press(pilot, "escape")


@pytest.mark.parametrize("size", [(60, 15), (100, 30), (119, 40), (120, 40), (140, 45)])
async def test_each_digit_shows_what_it_names_and_gives_it_the_keyboard_at_every_width(size):
    named = {"1": "catalogue", "2": "workbench", "3": "traffic", "4": "handshake", "5": "answers", "9": "sessions"}
    app = library()
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.key, "the first tool")
        for digit in "31412325292135343":
            await press(pilot, digit)
            place = screen.query_one(f"#{named[digit]}")
            assert place in screen.focused.ancestors_with_self, digit
            assert place.region.area and screen.focused.region.area, digit
            if digit == "2":
                await press(pilot, "escape")


async def test_the_focus_comes_back_to_the_pane_that_tab_or_the_mouse_had_led_to():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await pilot.click(screen.desk.traffic.list, offset=(10, 2))
        await press(pilot, "4", "escape")
        assert screen.desk.focused_pane == "traffic"


async def test_a_field_that_was_left_with_esc_takes_no_digit_after_another_place_was_seen():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        rows = screen.desk.workbench.form.rows
        await press(pilot, "tab", "escape", "5", "escape", "2")
        assert screen.desk.focused_pane == "workbench" and not rows.is_open
        await press(pilot, "enter")
        await until(pilot, lambda: rows.is_open, "the field is opened by Enter alone")
        assert rows.input.value != "2"


async def test_what_the_palette_opens_has_the_keyboard_and_ends_a_zoom():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["prompt"].items, "the catalogue")
        await press(pilot, "3", "3")
        await search_palette(pilot, "reserve_book")
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen and screen.desk.workbench.form.rows.is_open, "the form")
        assert screen.desk.workbench.key.wire == "reserve_book"
        assert screen.desk.workbench.form.rows.input.region.area
        assert screen.desk.traffic.region.height < 10


async def test_after_the_last_answer_one_is_back_where_one_came_from_with_the_result_in_view():
    async with demo("modern") as desk:
        await desk.open("reserve_book", "type:9780140449136", "tab", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("3", "5", "right", "tab", "type:2026-12-04", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert desk.screen.here == "desk"
        assert desk.screen.desk.focused_pane == "traffic"
        assert desk.workbench.result.region.area


# ── letters on rows ─────────────────────────────────────────────────────────────────────────────────────────────────

COMMANDS = ("D", "L", "R", "A", "M", "5", "1", "0", "question_mark", "q", "z", "t", "u", "colon")


@pytest.mark.parametrize("path", ["/branch", "/large_print"])
async def test_no_letter_on_a_row_that_looks_editable_is_a_command(path):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        asked = []
        screen.connect = asked.append
        screen.bridge.disconnect = lambda: asked.append("D")
        form = await to_row(pilot, screen, path)
        await press(pilot, *COMMANDS)
        assert asked == []
        assert app.screen is screen and screen.here == "desk" and not screen.help.display
        assert form.path == path and form.mode == "form"


async def test_a_bracket_on_an_empty_row_of_a_container_begins_its_json_and_a_letter_does_nothing():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        form = await to_row(pilot, screen, "/companions")
        await press(pilot, "D", "5")
        assert (screen.here, screen.desk.focused_pane, form.path) == ("desk", "workbench", "/companions")
        await press(pilot, "left_square_bracket")
        assert form.editor.is_open and form.editor.text.startswith("[")


async def test_letters_choose_by_what_they_begin():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        form = await to_row(pilot, screen, "/large_print")
        for letter, value in (("y", True), ("n", False), ("o", None)):
            await press(pilot, letter)
            assert form.assembled.arguments.get("large_print") is value
        form = await to_row(pilot, screen, "/branch")
        await press(pilot, "type:hi")
        assert form.assembled.arguments["branch"] == "hill"
        await press(pilot, "D")
        assert form.assembled.arguments["branch"] == "hill"


async def test_after_escape_the_same_letters_are_commands_again():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        asked = []
        screen.bridge.disconnect = lambda: asked.append("D")
        form = await to_row(pilot, screen, "/branch")
        await press(pilot, "escape", "D")
        assert asked == ["D"]
        assert "branch" not in form.assembled.arguments
        await press(pilot, "5")
        assert screen.here == "answers"


async def test_a_capital_on_the_buttons_does_nothing_to_the_connection_until_escape():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        asked = []
        screen.bridge.disconnect = lambda: asked.append("D")
        screen.desk.workbench.form.focus_buttons()
        await press(pilot, "D")
        assert asked == []
        await press(pilot, "escape", "D")
        assert asked == ["D"]


# ── the key line ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_key_line_tells_the_keys_of_the_row():
    rows = [
        ("/isbn", ("Tab next", "^R call", "Esc leave field"), ("null", "omit", "x cancel")),
        ("/branch", ("←→ change", "^R call", "^T omit", "Esc leave"), ("edit", "as JSON", "x cancel")),
        ("/large_print", ("←→ change", "^R call", "^T omit"), ("edit", "x cancel")),
        ("/companions", ("Enter open", "^R call", "^T omit", "Esc leave"), ("change", "x cancel")),
    ]
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        for path, told, untold in rows:
            await to_row(pilot, screen, path)
            await until(pilot, lambda told=told: told[0] in keys_shown(screen), told[0])
            for words in told:
                assert words in keys_shown(screen), path
            for words in untold:
                assert words not in keys_shown(screen), path


async def test_cancel_is_told_only_while_something_runs():
    async with demo() as desk:
        await desk.open("recount_shelf", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Running), "the call")
        await desk.until(lambda: "x cancel" in keys_shown(desk.screen), "the key")
        await desk.press("x")
        await desk.until(lambda: isinstance(desk.outcome, Ended), "its end")
        await desk.until(lambda: "x cancel" not in keys_shown(desk.screen), "no key")
        assert "copy" not in keys_shown(desk.screen)
        await desk.press("y")
        assert desk.screen.key_line.note == "There is nothing to copy: no answer came."


async def test_an_answer_is_copied_as_json_and_the_key_line_says_so():
    async with demo() as desk:
        copied = []
        desk.pilot.app.copy_to_clipboard = copied.append
        await desk.press("2", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        await desk.until(lambda: "y copy JSON" in keys_shown(desk.screen), "the key")
        await desk.press("y")
        assert json.loads(copied[0])["result"]


@pytest.mark.parametrize(("target", "offered"), [(COMMAND, False), (ADDRESS, True)])
async def test_curl_is_offered_only_for_a_server_with_an_address(target, offered):
    app = library(target)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_form(pilot)
        await press(pilot, "escape", "y")
        keys = "".join(one.key for one in screen.copy_bar.choices)
        assert keys == ("jlcihk" if offered else "jlik")
        assert screen.copy_bar.has_focus
        await press(pilot, "escape")
        assert screen.focused is not None and screen.desk.workbench in screen.focused.ancestors


# ── back from the result, and forms that ask for nothing ────────────────────────────────────────────────────────────


async def test_back_from_the_result_letters_are_commands_until_the_field_is_opened():
    async with demo() as desk:
        await desk.press("enter", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        before = desk.workbench.form.assembled.arguments
        await desk.press("escape")
        form = desk.workbench.form
        assert (desk.workbench.tab, form.path, form.rows.is_typing) == ("form", "/query", False)
        await desk.press("1")
        assert desk.screen.desk.focused_pane == "catalogue"
        assert form.assembled.arguments == before


async def test_a_form_without_a_required_field_opens_at_its_first_and_digits_go_nowhere_else():
    async with demo() as desk:
        await desk.open("opening_hours")
        form = desk.workbench.form
        assert form.model.first_empty() is None and form.rows.count
        assert form.path == form.form.fields[0].path and form.rows.is_typing
        await desk.press("5")
        assert desk.screen.here == "desk"
