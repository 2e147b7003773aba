import json
import re

import pytest

from inspector.forms.validation import validate
from inspector.tui.widgets import content_answer
from inspector.tui.widgets.result_data import Done, Ended, Running, WireRow, Withheld
from inspector.tui.widgets.result_view import ResultView

WIRE = (
    WireRow(138, "→ req", "ours", "tools/call reserve_book", "604 B"),
    WireRow(144, "← res", "ours", "tools/call reserve_book", "28 ms"),
)
LINK = {"type": "resource_link", "uri": "library://loans/4711", "name": "loan", "mimeType": "application/json"}
KINDS = (ResultView.Asked, ResultView.ResourceWanted, ResultView.RecordWanted)


@pytest.fixture
def clock():
    return [10.0]


@pytest.fixture
def view(clock):
    return ResultView(clock=lambda: clock[0])


def done(*content, **more):
    members = {name: more.pop(name) for name in ("structuredContent", "isError") if name in more}
    return Done("reserve_book", "tool", {"content": list(content), **members}, **more)


def text_block(text):
    return {"type": "text", "text": text}


async def shown(pilot, view, outcome):
    view.show(outcome)
    view.take_focus()
    await pilot.pause()


async def test_before_the_first_call_the_key_that_calls_is_said(hosted, view, screen_text):
    async with hosted(view) as (app, _):
        assert "Not called yet · ^R call" in "\n".join(screen_text(app))


async def test_a_call_that_may_wait_for_a_person_promises_no_time_limit(hosted, view, screen_text):
    async with hosted(view, *KINDS) as (app, pilot):
        await shown(pilot, view, Running("recount_shelf", 0.0, timeout=60, is_held=True))
        text = "\n".join(screen_text(app))
        assert "waits with you: question in 5" in text and "times out" not in text
        await pilot.press("enter")
        await pilot.pause()
        assert [one.what for one in app.of(ResultView.Asked)] == ["answers"]


async def test_a_running_call_says_how_long_for_what_and_how_to_stop_it(hosted, view, clock, screen_text):
    async with hosted(view, *KINDS) as (app, pilot):
        clock[0] = 6.2
        await shown(pilot, view, Running("recount_shelf", 0.0, 24, 40, "shelf R–S", 3, 24, 60))
        text = "\n".join(screen_text(app))
        assert "recount_shelf  6.2 s" in text and "24 / 40  “shelf R–S”" in text and "x cancel" in text
        assert "3 log messages, 24 progress notes · ends after 60 s without progress" in text
        assert text.count("█") == 7
        await pilot.press("x")
        await pilot.pause()
        assert [one.what for one in app.of(ResultView.Asked)] == ["cancel"]


async def test_a_question_because_of_the_call_is_said_and_enter_goes_to_it(hosted, view, screen_text):
    async with hosted(view, *KINDS) as (app, pilot):
        await shown(pilot, view, Running("reserve_book", 0.0, question="Where to pick up?"))
        assert "⚑ The server asks: “Where to pick up?”" in "\n".join(screen_text(app))
        await pilot.press("enter")
        await pilot.pause()
        assert [one.what for one in app.of(ResultView.Asked)] == ["answers"]


async def test_a_call_that_waits_for_a_yes_says_so_and_not_that_the_server_asks(hosted, view, screen_text):
    async with hosted(view, *KINDS) as (app, pilot):
        await shown(pilot, view, Running("reserve_book", 0.0, question="Call reserve_book?", is_approval=True))
        text = "\n".join(screen_text(app))
        assert "⚑ Waits for your yes · nothing has been sent" in text and "The server asks" not in text
        await pilot.press("enter")
        await pilot.pause()
        assert [one.what for one in app.of(ResultView.Asked)] == ["answers"]


async def test_a_call_that_waits_for_something_else_of_the_person_says_for_what_and_where(hosted, view, screen_text):
    async with hosted(view, *KINDS) as (app, pilot):
        await shown(pilot, view, Running("reserve_book", 0.0, held=Withheld("Held by you", "I")))
        assert re.search(r"⚑ Held by you +I shows it", "\n".join(screen_text(app)))
        await shown(pilot, view, Running("reserve_book", 0.0, held=Withheld("Refused so far", "O")))
        assert re.search(r"⚑ Refused so far +O shows it", "\n".join(screen_text(app)))


async def test_the_head_says_what_it_cost(hosted, view):
    async with hosted(view) as (_, pilot):
        await shown(pilot, view, done(text_block("a"), server_s=0.041, you_s=4.2, rounds=2, size=612, wire=WIRE))
        assert view.head == "✓ complete  41 ms server  ⚑ 4.20 s you  2 rounds · records 138–144 · 612 B"


async def test_an_error_of_the_tool_and_one_of_the_protocol_are_told_apart(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, done(text_block("No such file."), isError=True))
        assert view.head.startswith("✗ isError") and "No such file." in "\n".join(screen_text(app))
        error = {"code": -32602, "message": "Unknown tool", "data": {"name": "x"}}
        await shown(pilot, view, Done("x", "tool", error=error))
        assert view.head.startswith("✗ −32602 Invalid params")
        assert "Unknown tool" in "\n".join(screen_text(app)) and '"name": "x"' in "\n".join(screen_text(app))


async def test_a_link_is_opened_with_enter_by_its_uri_as_it_was_sent(hosted, view):
    async with hosted(view, *KINDS) as (app, pilot):
        await shown(pilot, view, done(text_block("See:"), LINK, {**LINK, "uri": "x:%41"}))
        await pilot.press("down", "enter", "up", "enter")
        await pilot.pause()
        assert [one.uri for one in app.of(ResultView.ResourceWanted)] == ["x:%41", "library://loans/4711"]


async def test_tabs_are_those_that_there_is_something_in_and_keys_go_round(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, done(text_block("a")))
        assert view.tabs == ("text", "json")
        checked = validate({"b": "x"}, {"properties": {"b": {"type": "integer"}}})
        await shown(pilot, view, done(text_block("a"), structuredContent={"b": "x"}, validation=checked, wire=WIRE))
        assert view.tabs == ("text", "json", "schema", "wire")
        await pilot.press("full_stop")
        await pilot.pause()
        assert any('"structuredContent": {' in row for row in screen_text(app))
        await pilot.press("full_stop")
        await pilot.pause()
        assert any("/b" in row and "b is a string, not an integer" in row for row in screen_text(app))
        await pilot.press("comma", "comma", "comma")
        await pilot.pause()
        assert view.tab == "wire" and "144" in "\n".join(screen_text(app))


async def test_the_json_tab_has_the_bytes_as_they_came(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        raw = b'{"content": [], "n": 1.0, "n": 1e5}'
        await shown(pilot, view, Done("a", "tool", json.loads(raw), raw=raw))
        await pilot.press("full_stop")
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert '"n": 1.0' in text and '"n": 1e5' in text


async def test_a_record_is_opened_from_the_wire_tab(hosted, view):
    async with hosted(view, *KINDS) as (app, pilot):
        await shown(pilot, view, done(text_block("a"), wire=WIRE))
        view.tab = "wire"
        await pilot.press("down", "enter")
        await pilot.pause()
        assert [one.record for one in app.of(ResultView.RecordWanted)] == [144]


async def test_one_huge_text_is_there_at_once_with_its_size_and_line(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        text = "\n".join(f"line {number} of a long one" for number in range(200_000))
        await shown(pilot, view, done(text_block(text)))
        await pilot.press("down")
        await pilot.pause()
        rows = screen_text(app)
        assert "200,000" in rows[0] and "MB" in rows[0] and "line 2 of" in rows[0]
        assert any("line 3 of a long one" in row for row in rows)


async def test_a_large_text_among_others_is_shown_by_its_beginning_and_opened_whole(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        text = "\n".join(f"row {number}" for number in range(10_000))
        await shown(pilot, view, done(text_block("first"), text_block(text)))
        await pilot.press("end")
        await pilot.pause()
        assert "10,000 lines · Enter shows all" in "\n".join(screen_text(app))
        await pilot.press("enter", "end")
        await pilot.pause()
        assert "row 9999" in "\n".join(screen_text(app))
        await pilot.press("escape")
        await pilot.pause()
        assert view.keyboard.has_focus and view.tab == "text" and "shows all" in "\n".join(screen_text(app))


async def test_a_call_that_no_answer_will_end_says_why(hosted, view, screen_text):
    async with hosted(view, *KINDS) as (app, pilot):
        why = "The server exited with code 1 while the call waited."
        await shown(pilot, view, Ended("import_marc", "no answer will come", why, "R restarts it.", 3.2, wire=WIRE))
        text = "\n".join(screen_text(app))
        assert "✗ no answer will come  import_marc · after 3.20 s" in text and f"∴ {why}" in text
        await pilot.press("r")
        await pilot.pause()
        assert [one.what for one in app.of(ResultView.Asked)] == ["again"]


async def test_a_recorded_result_is_marked(hosted, view):
    async with hosted(view) as (_, pilot):
        await shown(pilot, view, done(text_block("a"), is_recorded=True))
        assert "▪ recorded" in view.head


async def test_the_clock_stands_still_when_the_answer_has_come(hosted, view, clock):
    async with hosted(view) as (_, pilot):
        await shown(pilot, view, Running("a", 0.0))
        await shown(pilot, view, done(text_block("a"), server_s=1.0))
        clock[0] = 99.0
        assert "1.00 s server" in view.head


async def test_a_text_is_found_in_the_json_and_esc_takes_the_search_away(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, done(*(text_block(f"part {number}") for number in range(40))))
        await pilot.press("slash")
        await pilot.pause()
        assert view.keyboard.has_focus
        await pilot.press("full_stop", "slash", *"part", "space", "3", "3")
        await pilot.pause()
        assert any('"text": "part 33"' in row for row in screen_text(app))
        assert any("line " in row and "/ part 33" in row for row in screen_text(app))
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert view.keyboard.has_focus and not any("/ part" in row for row in screen_text(app))


async def test_of_a_hundred_thousand_parts_only_those_near_the_screen_are_made_and_all_can_be_reached(
    hosted, view, screen_text, monkeypatch
):
    made = []
    real = content_answer.block_of
    monkeypatch.setattr(content_answer, "block_of", lambda part: made.append(part) or real(part))
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, done(*(text_block(f"part {n}") for n in range(100_000))))
        assert "part 0" in "\n".join(screen_text(app))
        assert 0 < len(made) < 200
        while "part 640" not in "\n".join(screen_text(app)):
            await pilot.press("pagedown")
            await pilot.pause()
        assert 640 < len(made) < 900


async def test_end_goes_to_the_true_end_of_very_many_parts(hosted, view, screen_text):
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, done(*(text_block(f"part {number}") for number in range(3_000))))
        await pilot.press("end")
        while "part 2999" not in "\n".join(screen_text(app)):
            await pilot.pause(0.01)
