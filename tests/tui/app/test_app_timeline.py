"""The place Timeline in the app: its keys, its two parts, its filter, its clock."""

import json
from pathlib import Path

import pytest

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording
from inspector.tui.bridge_told import Batch
from inspector.tui.keys import keys_of
from inspector.tui.widgets.timeline_lines import Call, Lane
from tests.tui.app.staging import (
    COMMAND,
    RECORDINGS,
    app_on,
    dying,
    opened_screen,
    press,
    staged,
    until,
)
from tests.tui.app.timed import NOW, timed

SMALL, LARGE = (80, 24), (140, 45)


class Timeline:
    """What a test does with the place."""

    def __init__(self, pilot):
        self.pilot = pilot
        self.screen = pilot.app.screen
        self.place = self.screen.timeline
        self.lanes = self.place.lanes

    async def press(self, *keys):
        await press(self.pilot, *keys)

    @property
    def op(self):
        line = self.lanes.selected
        return line.head.number if isinstance(line, Call) else None

    @property
    def rows(self):
        return [self.lanes.render_line(y).text for y in range(self.lanes.size.height)]

    @property
    def rule(self):
        return self.place.rule.render_line(0).text


def on(records, now):
    return app_on(COMMAND, bridge=staged(records, now=now))


async def opened(pilot):
    await opened_screen(pilot)
    screen = pilot.app.screen
    await until(pilot, lambda: screen.bridge.journal and len(screen.model.records) == len(screen.bridge.journal), "all")
    await press(pilot, "7")
    return Timeline(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_digit_leads_to_the_newest_call_and_escape_back_to_the_desk(size):
    async with on(timed(), NOW).run_test(size=size) as pilot:
        timeline = await opened(pilot)
        assert timeline.screen.here == "timeline" and pilot.app.focused is timeline.lanes and timeline.op == 18
        await timeline.press("escape")
        assert timeline.screen.here == "desk"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_newest_call_is_in_view_from_the_beginning(size):
    async with on(timed(), NOW).run_test(size=size) as pilot:
        timeline = await opened(pilot)
        assert sum(row.startswith("▌") and "recount" in row for row in timeline.rows) == 1


async def test_n_and_p_go_round_what_was_slow_or_went_wrong():
    async with on(timed(), NOW).run_test(size=SMALL) as pilot:
        timeline = await opened(pilot)
        met = []
        for key in ("n", "n", "n", "n", "n", "p", "p"):
            await timeline.press(key)
            met.append(timeline.op)
        assert met == [3, 4, 15, 16, 3, 16, 15]


async def test_plus_looks_closer_at_the_selected_call_and_equals_shows_all_again():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("p", "p")
        whole = timeline.lanes.scope.window
        await timeline.press("plus", "plus", "plus")
        window = timeline.lanes.scope.window
        call = timeline.lanes.selected.head
        assert timeline.op == 15 and window.shows(call.began, call.ended)
        assert window.per_cell == pytest.approx(whole.per_cell / 8) and "not following" in timeline.rule
        await timeline.press("minus")
        assert timeline.lanes.scope.window.per_cell == pytest.approx(whole.per_cell / 4)
        await timeline.press("equals_sign")
        assert timeline.lanes.scope.window.start == 0 and timeline.lanes.scope.whole


async def test_arrows_move_the_axis_and_the_cursor_brings_its_call_into_view():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("plus", "plus", "plus", "plus")
        right = timeline.lanes.scope.window.start
        await timeline.press("left", "left")
        assert timeline.lanes.scope.window.start < right
        await timeline.press("home")
        assert timeline.lanes.scope.window.start == 0 and isinstance(timeline.lanes.selected, Call)


async def test_space_unfolds_a_call_and_folds_it_from_within():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("up", "space")
        assert timeline.op == 17
        assert any("round 1" in row for row in timeline.rows) and any(
            "you, “Pay the fine?”" in row for row in timeline.rows
        )
        await timeline.press("down", "down", "space")
        assert timeline.op == 17 and not any("round 1" in row for row in timeline.rows)


async def test_enter_opens_the_record_of_the_selected_line():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        call = timeline.lanes.selected.head
        await timeline.press("enter")
        assert timeline.screen.here == "detail" and timeline.screen.detail.seq == call.records[1]


async def test_enter_on_a_lane_opens_the_last_record_in_view():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("end", "up")
        assert timeline.lanes.selected == Lane("noise")
        await timeline.press("enter")
        assert timeline.screen.detail.seq == max(timeline.screen.model.spans.stderr.seqs)


async def test_lanes_stay_in_view_while_calls_move():
    async with on(timed(), NOW).run_test(size=SMALL) as pilot:
        timeline = await opened(pilot)
        for key in ("home", "pagedown", "end"):
            await timeline.press(key)
            assert [row.split()[0].strip("▌") for row in timeline.rows[-3:]][:2] == ["notifications", "stderr,"]
            assert timeline.lanes.selected is not None
            cursor = [row for row in timeline.rows if row.startswith("▌")]
            assert len(cursor) == 1


async def test_the_filter_is_the_language_of_the_traffic():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("slash", "type:name:search_catalogue", "enter")
        calls = [line for line in (timeline.lanes.lines[at] for at in range(len(timeline.lanes.lines)))
                 if isinstance(line, Call)]  # fmt: skip
        assert len(calls) == 9 and {line.head.name for line in calls} == {"search_catalogue"}
        assert pilot.app.focused is timeline.lanes
        await timeline.press("escape")
        assert len(timeline.lanes.lines.calls) == 25 and timeline.screen.here == "timeline"


async def test_a_filter_that_nothing_fits_says_so_and_how_to_clear_it():
    async with on(timed(), NOW).run_test(size=SMALL) as pilot:
        timeline = await opened(pilot)
        await timeline.press("slash", "type:zz")
        assert "0 of 25 fit “zz” · Esc clears" in "\n".join(timeline.rows)
        await timeline.press("escape", "escape")
        assert len(timeline.lanes.lines.calls) == 25


async def test_a_wrong_filter_says_what_was_expected_and_changes_nothing():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("slash", "type:(")
        assert len(timeline.lanes.lines.calls) == 25
        assert "not clear at 2 · rows as before" in str(timeline.place.filter_bar._count.content)
        await timeline.press("escape", "type:import", "type: kind:zz")
        kept = len(timeline.lanes.lines.calls)
        timeline.place.fed(live=True)  # more comes in meanwhile
        assert 0 < kept < 25 and len(timeline.lanes.lines.calls) == kept
        assert "not clear at 13 · rows as before" in str(timeline.place.filter_bar._count.content)


async def test_the_statistics_are_a_tab_where_there_is_little_room():
    async with on(timed(), NOW).run_test(size=SMALL) as pilot:
        timeline = await opened(pilot)
        assert "Statistics" in timeline.rule and not timeline.place.table.is_on_screen
        await timeline.press("full_stop")
        assert pilot.app.focused is timeline.place.table and not timeline.lanes.display
        shown = "\n".join(timeline.place.table.render_line(y).text for y in range(8))
        assert "search_catalogue" in shown and "1.31 s" in shown
        await timeline.press("t")
        shown = "\n".join(timeline.place.table.render_line(y).text for y in range(8))
        assert "tools/call" in shown
        await timeline.press("comma")
        assert pilot.app.focused is timeline.lanes and timeline.op == 18


async def test_lanes_and_statistics_stand_together_where_there_is_room():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        assert "Statistics" not in timeline.rule
        assert timeline.place.table.region.y > timeline.lanes.region.bottom - 1
        await timeline.press("tab")
        assert pilot.app.focused is timeline.place.table
        await timeline.press("down", "enter")
        slowest = timeline.screen.model.durations.by_name["tools/call", "search_catalogue"].slowest
        assert timeline.screen.detail.seq == slowest


async def test_a_line_can_be_copied_as_json(monkeypatch):
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        copied = []
        monkeypatch.setattr(type(pilot.app), "copy_to_clipboard", lambda app, text: copied.append(text))
        await timeline.press("y")
        assert json.loads(copied[0])["op"] == 18


async def test_what_is_under_way_grows_while_the_place_is_seen_and_only_then():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        clock = [NOW]
        timeline.screen.bridge.journal.now = lambda: clock[0]
        bar = next(row for row in timeline.rows if "op  18" in row).count("█")
        clock[0] += 20
        await until(pilot, lambda: next(r for r in timeline.rows if "op  18" in r).count("█") > bar, "a longer bar")
        await timeline.press("1")
        shown = timeline.lanes.now
        clock[0] += 20
        timeline.screen.tick()
        await pilot.pause()
        assert timeline.lanes.now == shown


async def test_a_recording_is_whole_in_view_and_follows_nothing():
    recording = open_recording(RECORDINGS / "library.jsonl")
    app = app_on(RecordingTarget(Path("library.jsonl")), opened=recording)
    async with app.run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        last = recording.records[-1].at
        await until(pilot, lambda: timeline.lanes.now == last, "the last record")
        window = timeline.lanes.scope.window
        assert window.cell(last) == pytest.approx(window.cells - 1) and "follow" not in timeline.rule
        assert not any(key.does == "follow" for key in keys_of(timeline.screen))
        await timeline.press("f", "7", "7")
        assert not timeline.lanes.scope.following


async def test_a_death_ends_the_bars():
    async with app_on(COMMAND, bridge=staged(dying())).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        life = next(row for row in timeline.rows if "process" in row)
        assert "╳" in life and "code 1" in life
        assert any("op   8" in row and "╳" in row for row in timeline.rows)


async def test_an_empty_session_has_its_axis_and_lanes():
    async with app_on(COMMAND, bridge=staged([])).run_test(size=LARGE) as pilot:
        await opened_screen(pilot)
        await press(pilot, "7")
        timeline = Timeline(pilot)
        assert "you ask" in timeline.rows[0] and any("notifications" in row for row in timeline.rows)
        assert "0:00" in timeline.place.axis.render_line(0).text
        await timeline.press("left", "plus", "equals_sign", "n", "space", "y", "down", "enter")
        assert timeline.screen.here == "timeline"


async def test_more_records_leave_the_cursor_on_its_call():
    records = timed()
    async with on(records[:-3], records[-4].at).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("up")
        before = timeline.op
        timeline.screen.post_message(Batch(records[-3:]))
        await until(pilot, lambda: timeline.lanes.lines.spans.heads[-1].method == "tools/call"
                    and len(timeline.lanes.lines.calls) == 25, "the new call")  # fmt: skip
        assert timeline.op == before


async def test_nothing_is_lost_when_the_terminal_changes_its_size():
    async with on(timed(), NOW).run_test(size=LARGE) as pilot:
        timeline = await opened(pilot)
        await timeline.press("p")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert timeline.op == 16 and timeline.place.has_class("-tabs")
        await timeline.press("full_stop")
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        assert timeline.lanes.display and timeline.place.table.display
