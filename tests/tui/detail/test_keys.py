from textual.widgets import Input

from tests.tui.detail.sessions import cancelled, reserved, stray, web


async def test_slash_finds_n_and_p_go_through_the_hits_and_escape_ends_it(opened):
    async with opened(reserved(), 6) as on:
        await on.press("slash", *"message")
        assert isinstance(on.app.focused, Input)
        assert on.pane.find_bar._count.content == "line 10 of 24"
        await on.press("enter")
        assert on.pane.bodies.json.path_at_cursor == "$.result.inputRequests.pickup.params.message"
        await on.press("escape")
        assert not on.pane.has_class("-finding")
        assert on.app.escaped == 0
        await on.press("escape")
        assert on.app.escaped == 1


async def test_n_goes_on_and_p_goes_back(opened):
    async with opened(reserved(), 6) as on:
        await on.press("slash", *"jsonrpc", "enter", "escape")
        await on.press("slash", *"type", "enter")
        first = on.pane.bodies.json.cursor_line
        await on.press("n")
        second = on.pane.bodies.json.cursor_line
        assert second > first
        await on.press("p")
        assert on.pane.bodies.json.cursor_line == first


async def test_what_is_not_in_the_document_is_said(opened):
    async with opened(reserved(), 6) as on:
        await on.press("slash", *"zz")
        assert on.pane.find_bar._count.content == "0 of 24 lines"


async def test_what_is_looked_for_is_looked_for_in_the_other_tab_and_the_next_record_too(opened):
    async with opened(reserved(), 6) as on:
        await on.press("slash", *"21", "enter", "full_stop")
        assert on.pane.find_bar._count.content == "byte 0 of 462"
        await on.press("comma")
        await on.show(7)
        assert str(on.pane.find_bar._count.content).startswith("0 of ")


async def test_a_text_is_found_on_a_page_and_n_and_p_go_on(opened):
    async with opened(web(), 5, height=12) as on:
        while on.tab != "http":
            await on.press("full_stop")
        tab = on.tab
        await on.press("slash", *"content-type,.")
        assert on.pane.find_bar.text == "content-type,."
        await on.press("escape", "t", "p")
        assert str(on.pane.find_bar._count.content).startswith("row ")
        assert on.tab == tab
        await on.press("enter")
        rows = [row.lower() for row in on.rows()]
        assert any("tp" in row for row in rows)
        first = on.pane.find_bar._count.content
        await on.press("n")
        second = on.pane.find_bar._count.content
        assert second != first
        await on.press("p")
        assert on.pane.find_bar._count.content == first


async def test_a_related_record_is_found_by_what_its_row_says(opened):
    async with opened(reserved(), 6) as on:
        while on.tab != "related":
            await on.press("comma")
        await on.press("slash", *"zz")
        assert str(on.pane.find_bar._count.content).startswith("0 of ")
        await on.press("escape", *"tools/call", "enter")
        assert "tools/call" in on.rows(on.pane.bodies.related)[on.pane.bodies.related.cursor]


async def test_y_asks_and_copies_the_value_the_path_the_text_or_the_whole(opened):
    async with opened(reserved(), 6) as on:
        await on.press("down", "down", "down", "down")
        for key in ("y", "p", "t", "w"):
            await on.press("y", key)
            assert on.app.focused is on.pane.keyboard
            assert not on.pane.copy_bar.display
        value, path, text, whole = on.app.copied
        assert (value, path, text) == ('"input_required"', "$.result.resultType", "input_required")
        assert whole.startswith('{"jsonrpc"') and whole.endswith("}}")


async def test_only_what_can_be_copied_is_offered_and_escape_copies_nothing(opened):
    async with opened(stray(b"a  \x1b[31m b"), 4) as on:
        await on.press("y", "p", "t")
        assert on.app.copied == []
        assert "path" not in on.pane.copy_bar.render_line(0).text
        assert "secrets left out" in on.pane.copy_bar.render_line(0).text
        await on.press("escape")
        assert on.app.focused is on.pane.keyboard
        await on.press("y", "y")
        assert on.app.copied == ["a  \x1b[31m b"]


async def test_half_a_character_can_be_copied(opened):
    async with opened(stray(b'"\\ud800"'), 4) as on:
        await on.press("y", "t")
        assert on.app.copied == ["\\ud800"]


async def test_a_page_is_copied_whole(opened):
    async with opened(reserved(), 6) as on:
        await on.press("full_stop", "full_stop", "y", "y")
        assert on.app.copied == ["wait 13 ms\nyou 4.20 s"]


async def test_o_wants_the_other_half_where_there_is_one(opened):
    async with opened(reserved(), 6) as on:
        await on.press("o")
        assert on.app.wanted == [5]
        await on.show(5)
        await on.press("o")
        assert on.app.wanted == [5, 6]
        assert "other half" in on.offered()
        await on.show(4)
        await on.press("o")
        assert on.app.wanted == [5, 6]
        assert "other half" not in on.offered()


async def test_enter_on_a_related_record_goes_there_but_not_to_itself(opened):
    async with opened(reserved(), 6) as on:
        await on.press("comma", "enter")
        assert on.app.wanted == []
        await on.press("down", "enter")
        assert on.app.wanted == [7]


async def test_the_present_record_is_marked_among_the_related(opened):
    async with opened(reserved(), 6) as on:
        await on.press("comma")
        assert [("▸" in row[:3]) for row in on.rows() if row] == [False, False, True, False, False]


async def test_enter_on_a_record_of_a_finding_goes_there(opened):
    async with opened(cancelled(), 6) as on:
        await on.press("comma")
        assert on.tab == "findings"
        assert "▲ answer-after-cancel" in on.text()
        assert "Remedy" in on.text() and "§ 2026-07-28 basic/patterns/cancellation" in on.text()
        assert "go there" in on.offered()
        await on.press("enter")
        assert on.app.wanted == [4]


async def test_enter_on_a_fact_beside_the_document_goes_to_its_record(opened):
    async with opened(reserved(), 6, 140, 45) as on:
        await on.press("tab")
        assert on.app.focused is on.pane.panel
        await on.press("down", "enter")
        assert on.app.wanted == [7]


async def test_a_panel_without_records_is_no_stop_of_the_tab_key(opened):
    async with opened(reserved(), 1, 140, 45) as on:
        await on.press("tab")
        assert on.app.focused is on.pane.keyboard


async def test_w_wraps_and_the_exact_bytes_are_wrapped_to_begin_with(opened):
    async with opened(reserved(), 6) as on:
        await on.press("w")
        assert on.pane.bodies.json.wrap
        await on.press("full_stop")
        assert on.pane.bodies.raw.wrap
        await on.press("w")
        assert not on.pane.bodies.raw.wrap


async def test_enter_on_a_string_shows_its_text_and_escape_goes_back_to_the_same_line(opened):
    async with opened(reserved(), 8) as on:
        await on.press("slash", *"booked", "enter", "escape")
        path = on.pane.bodies.json.path_at_cursor
        await on.press("enter")
        assert [row.strip(" ▌") for row in on.rows()[:2]] == ["1  Booked.", "2  Until Friday."]
        await on.press("escape")
        assert on.app.escaped == 0
        assert on.pane.bodies.json.path_at_cursor == path
        assert on.app.focused is on.pane.bodies.json


async def test_folding_is_offered_only_for_json(opened):
    async with opened(reserved(), 6) as on:
        assert on.offered()[:5] == ["fold", "tab", "find", "copy as", "other half"]
        await on.press("full_stop")
        assert "fold" not in on.offered()
        await on.press("full_stop")
        assert "fold" not in on.offered()
