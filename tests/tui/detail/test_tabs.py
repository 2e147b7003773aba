from inspector.wire import events
from tests.tui.detail.sessions import cancelled, refused, reserved, stray, web


async def test_only_the_tabs_that_have_something_are_there(opened):
    async with opened(reserved(), 6) as on:
        assert on.tabs == ["JSON", "Raw", "Timing", "Related 5"]
        assert on.title == "6  ← res  tools/call reserve_book"
        await on.show(1)
        assert on.tabs == ["JSON"]
    async with opened(web(), 5) as on:
        assert on.tabs == ["JSON", "Raw", "HTTP", "Timing", "Related 5", "Findings 1"]
    async with opened(cancelled(), 6) as on:
        assert on.tabs[-1] == "Findings 1"


async def test_full_stop_and_comma_change_the_tab_round_the_ends_and_keep_the_keyboard(opened):
    async with opened(web(), 5) as on:
        seen = []
        for _ in range(6):
            await on.press("full_stop")
            seen.append(on.tab)
            assert on.app.focused is on.pane.keyboard
            assert on.pane.rule.focused
        assert seen == ["raw", "http", "timing", "related", "findings", "json"]
        await on.press("comma")
        assert on.tab == "findings"


async def test_the_tab_is_kept_for_the_next_record_and_found_again_after_one_that_has_it_not(opened):
    async with opened(reserved(), 6) as on:
        await on.press("comma")
        await on.show(5)
        assert on.tab == "related"
        await on.show(1)
        assert on.tab == "json"
        await on.show(8)
        assert on.tab == "related"


async def test_folds_and_cursor_stay_when_a_tab_is_left_and_when_the_same_record_is_shown_again(opened):
    async with opened(reserved(), 6) as on:
        await on.press("down", "down", "down", "space")
        folded = on.rows()
        assert any("members" in row for row in folded)
        await on.press("full_stop", "comma")
        assert on.rows() == folded
        await on.show(6)
        assert on.rows() == folded
        await on.show(8)
        await on.show(6)
        assert on.rows() != folded


async def test_a_click_on_a_tab_opens_it(opened):
    async with opened(reserved(), 6) as on:
        row = on.pane.rule.render_line(0).text
        await on._pilot.click(on.pane.rule, offset=(row.index("Timing") + 1, 0))
        await on.settle()
        assert on.tab == "timing"


async def test_what_is_no_json_opens_raw_with_the_offence_marked_and_told(opened):
    line = b'{"jsonrpc":"2.0","id":1,"result":nope}'
    async with opened(stray(line), 4) as on:
        assert on.tab == "raw"
        assert on.tabs[0] == "Raw"
        assert "▲ byte 33: not JSON from here" in on.text()
        assert on.pane.has_class("-offence")
        assert "Not JSON: Expecting value at character 34" in on.pane.offence.text
        marked = [segment for segment in on.pane.bodies.raw.render_line(0) if segment.style and segment.style.underline]
        assert [segment.text for segment in marked] == ["n"]


async def test_what_is_cut_off_is_told_at_its_end(opened):
    async with opened(stray(b'{"jsonrpc":"2.0","id":'), 4) as on:
        assert "▲ it ends too soon" in on.text()


async def test_the_offence_is_found_behind_wide_and_invisible_characters(opened):
    async with opened(stray('"書\u202e" nope'.encode()), 4) as on:
        assert "▲ byte 9: not JSON from here" in on.text()
        marked = [segment for segment in on.pane.bodies.raw.render_line(0) if segment.style and segment.style.underline]
        assert [segment.text for segment in marked] == ["n"]


async def test_in_an_event_stream_the_offence_is_counted_from_the_beginning_of_the_block(opened):
    journal = stray()
    journal.opened_http()
    http = journal.get()
    journal.answer(http, content_type="text/event-stream")
    seq = journal.add(events.Received(b'{"a":nope}', http, b"id: 7\ndata: ", b"\n\n"))
    async with opened(journal, seq) as on:
        assert on.tab == "raw"
        assert "▲ byte 17: not JSON from here" in on.text()


async def test_a_byte_that_is_not_utf8_is_told_where_it_is(opened):
    async with opened(stray(b"slip \xc3("), 4) as on:
        assert on.tab == "raw"
        assert "\\xc3" in on.text() and "▲ byte 5 is not UTF-8" in on.text()


async def test_a_blank_line_has_an_empty_raw_tab(opened):
    async with opened(stray(b""), 4) as on:
        assert on.tabs[0] == "Raw"
        assert on.pane.offence.text.strip().endswith("Empty")


async def test_an_event_of_ours_shows_its_fields_as_json(opened):
    async with opened(reserved(), 1) as on:
        assert '"transport": "stdio"' in on.text()


async def test_a_record_that_is_not_there_is_said_and_the_next_one_is_shown(opened):
    async with opened(reserved(), 99) as on:
        assert "There is no record 99 here." in on.text()
        assert on.tabs == []
        await on.press("full_stop", "y", "o", "slash", "enter")
        assert on.app.copied == on.app.wanted == []
        await on.show(6)
        assert '"jsonrpc": "2.0"' in on.text()


async def test_nothing_is_chosen_to_begin_with(opened):
    async with opened(reserved(), None) as on:
        assert "No record is chosen." in on.text()


async def test_a_broken_exchange_says_what_broke_it(opened):
    async with opened(refused(), 3) as on:
        await on.press("full_stop", "full_stop")
        assert on.tab == "http"
        assert "✗ connection refused" in on.text()
