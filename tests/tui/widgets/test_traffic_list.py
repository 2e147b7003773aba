import asyncio
from contextlib import asynccontextmanager

from textual import events
from textual.app import App

from inspector.tui.themes import role_defaults
from inspector.tui.widgets.traffic_heads import TrafficHeads
from inspector.tui.widgets.traffic_list import TrafficList
from inspector.tui.widgets.traffic_row import TrafficRow


class Growing:
    """Rows that are made when they are asked for, and counted."""

    def __init__(self, count):
        self.count = count
        self.asked = 0

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        self.asked += 1
        if not 0 <= index < self.count:
            raise IndexError(index)
        return TrafficRow(index + 1, index * 0.01, "req", "tools/call", f"tool_{index}")


class Host(App):
    CSS = "TrafficList { height: 1fr; }"

    def __init__(self, traffic):
        super().__init__()
        self.traffic = traffic
        self.said = []

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield TrafficHeads(self.traffic)
        yield self.traffic

    def on_traffic_list_highlighted(self, message):
        self.said.append(("highlighted", message.seq))

    def on_traffic_list_opened(self, message):
        self.said.append(("opened", message.seq))

    def on_traffic_list_folded(self, message):
        self.said.append(("folded", message.seq))

    def on_traffic_list_follow_changed(self, message):
        self.said.append(("follow", message.following, message.new_below))

    def on_traffic_heads_clicked(self, message):
        self.said.append(("head", message.column))


@asynccontextmanager
async def running(rows=(), **more):
    traffic = TrafficList(rows, **more)
    app = Host(traffic)
    async with asyncio.timeout(20), app.run_test(size=(80, 11)) as pilot:
        await pilot.pause()
        yield app, traffic, pilot


def shown(traffic):
    return [traffic.render_line(y).text for y in range(traffic.size.height)]


async def test_it_follows_what_comes_until_the_cursor_moves():
    rows = Growing(50)
    async with running(rows) as (app, traffic, pilot):
        assert "tool_49" in shown(traffic)[-1]
        rows.count = 60
        traffic.grown()
        await pilot.pause()
        assert "tool_59" in shown(traffic)[-1]
        traffic.focus()
        await pilot.press("up")
        assert not traffic.following
        rows.count = 91
        traffic.grown()
        await pilot.pause()
        assert "tool_59" in shown(traffic)[-1]
        assert traffic.new_below == 31
        assert app.said[-1] == ("follow", False, 31)


async def test_f_and_end_start_following_again():
    rows = Growing(50)
    async with running(rows) as (app, traffic, pilot):
        traffic.focus()
        await pilot.press("home", "f")
        assert traffic.following
        assert app.said[-1] == ("follow", True, 0)
        assert "tool_49" in shown(traffic)[-1]
        assert traffic.selected.seq == 1
        await pilot.press("g", "end")
        assert traffic.following
        assert traffic.selected.seq == 50


async def test_the_wheel_stops_following_and_leaves_the_cursor():
    async with running(Growing(50)) as (_, traffic, pilot):
        traffic.focus()
        await pilot.pause()
        before = traffic.cursor
        traffic.post_message(events.MouseScrollUp(traffic, 5, 5, 0, -1, 0, False, False, False, 5, 6))
        await pilot.pause()
        assert not traffic.following
        assert traffic.cursor == before


async def test_new_rows_move_neither_the_cursor_nor_the_view_of_a_reader():
    rows = Growing(50)
    async with running(rows) as (_, traffic, pilot):
        traffic.focus()
        await pilot.press("home", "down", "down")
        before = [line.split() for line in shown(traffic)]
        rows.count = 5000
        traffic.grown()
        await pilot.pause()
        assert traffic.selected.seq == 3
        assert [line.split() for line in shown(traffic)] == before


async def test_keys_move_the_cursor_and_say_where_it_is():
    async with running(Growing(50)) as (app, traffic, pilot):
        traffic.focus()
        await pilot.press("g", "j", "j", "k")
        await pilot.pause()
        assert app.said[-1] == ("highlighted", 2)
        await pilot.press("pagedown")
        assert traffic.selected.seq == 2 + traffic.size.height - 1
        await pilot.press("enter")
        await pilot.pause()
        assert app.said[-1] == ("opened", 2 + traffic.size.height - 1)


async def test_a_click_selects_and_a_double_click_opens():
    async with running(Growing(5)) as (app, traffic, pilot):
        await pilot.click(traffic, offset=(30, 2))
        await pilot.pause()
        assert traffic.selected.seq == 3
        assert traffic.has_focus
        await pilot.click(traffic, offset=(30, 1), times=2)
        await pilot.pause()
        assert app.said[-1] == ("opened", 2)
        await pilot.click(traffic, offset=(30, 8))
        assert traffic.selected.seq == 2


async def test_the_cursor_has_its_sign_and_two_looks():
    async with running(Growing(5)) as (_, traffic, pilot):
        await pilot.click(traffic, offset=(30, 2))
        await pilot.pause()
        focused = traffic.render_line(2)
        assert focused.text.startswith("▌")
        app_cursor = traffic.roles["cursor"].bgcolor
        assert all(segment.style.bgcolor == app_cursor for segment in focused)
        traffic.blur()
        await pilot.pause()
        blurred = traffic.render_line(2)
        assert all(segment.style.bgcolor == traffic.roles["panel"].bgcolor for segment in blurred)


class Heads(list):
    """Groups that are closed, which may grow before those that are there."""

    def __init__(self, *seqs):
        super().__init__(self.row(seq) for seq in seqs)
        self.coming = []

    @staticmethod
    def row(seq):
        return TrafficRow(seq, method="tools/call", fold="closed", number=seq)

    @property
    def newest(self):
        return self[-1]

    def update(self):
        self[:] = sorted([*self, *map(self.row, self.coming)], key=lambda row: row.seq)
        self.coming = []

    def line_of(self, seq, *, head=False):
        return next(at for at, row in enumerate(self) if row.seq == seq)


async def test_a_group_asks_to_be_folded_by_key_and_by_its_sign():
    groups = Heads(1, 2, 3)
    async with running() as (app, traffic, pilot):
        traffic.show(groups, groups=groups)
        traffic.focus()
        await pilot.press("g", "space")
        await pilot.pause()
        assert ("folded", 1) in app.said
        await pilot.click(traffic, offset=(2, 2))
        await pilot.pause()
        assert ("folded", 3) in app.said


async def test_cursor_and_view_stay_on_their_rows_where_groups_grow_above():
    groups = Heads(*range(100, 160))
    async with running() as (_, traffic, pilot):
        traffic.show(groups, groups=groups)
        traffic.select(130)
        await pilot.pause()
        before = [line.split() for line in shown(traffic)]
        groups.coming = range(40, 50)
        traffic.grown()
        await pilot.pause()
        assert (traffic.selected.seq, traffic.cursor) == (130, 40)
        assert [line.split() for line in shown(traffic)] == before


async def test_other_rows_keep_the_cursor_on_its_record_or_the_one_before():
    every = Growing(100)
    async with running(every) as (_, traffic, pilot):
        traffic.select(42)
        traffic.show([every[index] for index in range(0, 100, 2)])
        await pilot.pause()
        assert traffic.selected.seq == 41
        traffic.show([])
        assert traffic.selected is None
        traffic.show(every)
        assert traffic.line_count == 100


async def test_only_what_is_seen_is_asked_for():
    rows = Growing(100_000)
    async with running(rows) as (_, traffic, pilot):
        assert rows.asked < 200
        rows.count += 1
        rows.asked = 0
        traffic.grown()
        await pilot.pause()
        assert rows.asked < 60


async def test_times_can_be_shown_in_three_ways_and_a_click_on_a_head_says_which_column():
    async with running(Growing(5), started=0.0) as (app, traffic, pilot):
        assert " 0:00.010 " in shown(traffic)[1]
        traffic.time_format = "since"
        assert " +10 ms " in shown(traffic)[1]
        await pilot.click(TrafficHeads, offset=(10, 0))
        await pilot.pause()
        assert app.said[-1] == ("head", "time")


async def test_the_end_says_what_a_filter_hid_if_there_is_room():
    async with running(Growing(3)) as (_, traffic, pilot):
        traffic.ending = "end of traffic · 8 hidden"
        await pilot.pause()
        assert shown(traffic)[4].strip() == "── end of traffic · 8 hidden ──"


async def test_another_theme_draws_in_other_colours():
    async with running(Growing(3)) as (app, traffic, pilot):
        before = traffic.render_line(0)
        app.theme = "textual-light"
        await pilot.pause()
        after = traffic.render_line(0)
        assert after.text == before.text
        assert after != before


async def test_a_list_that_outgrows_its_height_is_followed_from_the_first_row_too_many():
    rows = Growing(3)
    async with running(rows) as (_, traffic, pilot):
        for count in (traffic.size.height, traffic.size.height + 1, traffic.size.height + 7):
            rows.count = count
            traffic.grown()
            await pilot.pause()
            assert f"tool_{count - 1} " in shown(traffic)[-1]
        assert traffic.show_vertical_scrollbar
