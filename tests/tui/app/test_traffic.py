"""The traffic of the desk: its filter, and the rows that are folded away."""

import asyncio

import pytest
from textual.app import App

from inspector.analysis.query import FIELDS
from inspector.tui.model import Model
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.themes import role_defaults
from tests.tui.app.staging import ADDRESS, COMMAND, app_on, opened_screen, press, records_of, staged, until


def library(name="library", target=COMMAND):
    return app_on(target, bridge=staged(records_of(name), now=226.5))


async def traffic_of(pilot):
    screen = await opened_screen(pilot)
    await until(pilot, lambda: screen.model.records, "the records")
    await press(pilot, "3")
    return screen.desk.traffic


class Alone(App):
    """A pane by itself."""

    def __init__(self, pane):
        super().__init__()
        self.pane = pane

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.pane


def shown(app):
    """What stands on the screen, row by row."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


async def test_letters_right_behind_the_slash_are_typed_and_never_act():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        traffic = await traffic_of(pilot)
        await pilot.press("slash", *"wowf")  # in one breath
        assert traffic.bar.text == "wowf"
        assert app.screen.focused is traffic.bar.input


async def test_the_empty_filter_line_tells_its_language_while_one_is_in_it():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        await traffic_of(pilot)
        await press(pilot, "slash")
        assert any("words method: name:" in row and "not or ( )" in row for row in shown(app))
        await press(pilot, "escape", "slash", "type:x", "enter")
        assert not any("words method:" in row for row in shown(app))


async def test_a_filter_that_finds_nothing_says_where_else_to_look():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        traffic = await traffic_of(pilot)
        await press(pilot, "slash", "type:requestState")
        assert len(traffic.list._rows) == 0
        total = len(traffic._timeline.visible)
        assert f"0 of {total} · body:requestState looks into the messages" in traffic.list.ending
        assert any("body:requestState looks into" in row for row in shown(app))
        await press(pilot, "escape", "type:body:requestState")
        assert len(traffic.list._rows) > 0


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (140, 45)])
@pytest.mark.parametrize("digit", ["3", "7"])
async def test_a_field_that_is_none_is_named_with_those_there_are_and_the_rows_stay(size, digit):
    app = library()
    async with app.run_test(size=size) as pilot:
        await traffic_of(pilot)
        await press(pilot, digit, "slash", "type:zz:x")
        seen = shown(app)
        told = next(at for at, row in enumerate(seen) if "expected at 1: " in row)
        words = " ".join(seen[told : told + 3])
        assert all(f" {field}:" in words for field in FIELDS)
        assert any(row.rstrip().endswith("not clear at 1 · rows as before") for row in seen)


async def test_a_value_that_is_none_is_named_with_those_there_are():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        await traffic_of(pilot)
        await press(pilot, "slash", "type:kind:foo")
        words = " ".join(shown(app))
        assert "expected at 6: one of ans, ask, err," in words and "web, why" in words


@pytest.mark.parametrize(("name", "target"), [("library", COMMAND), ("library-legacy-http", ADDRESS)])
async def test_the_rule_says_how_many_rows_are_folded_and_a_key_shows_them(name, target):
    app = library(name, target)
    async with app.run_test(size=(140, 45)) as pilot:
        traffic = await traffic_of(pilot)
        folded = len(traffic._timeline.all) - len(traffic._timeline.visible)
        assert folded
        assert any(f"{folded} folded · w" in row for row in shown(app))
        await press(pilot, "w")
        assert [traffic.list._rows[at].seq for at in range(len(traffic.list._rows))] == [
            row.seq for row in traffic._timeline.all
        ]
        assert any("all rows · w" in row for row in shown(app))
        await press(pilot, "slash", "type:kind:run", "enter", "w")
        assert len(traffic.list._rows) < folded
        await press(pilot, "escape")
        assert len(traffic.list._rows) == len(traffic._timeline.visible)
        # Where more has come than could be taken in yet, the rule says so.
        traffic.behind = 5_000
        traffic.tell()
        await pilot.pause()
        total = len(traffic._timeline.all)
        assert any(f"{total} of {total + 5_000:,} records" in row for row in shown(app))


@pytest.mark.parametrize(("term", "value"), [("status:zzz", "success"), ("method:zzz", "tools/call")])
async def test_a_value_that_no_row_has_is_answered_with_those_there_are(term, value):
    app = library()
    async with app.run_test(size=(140, 45)) as pilot:
        traffic = await traffic_of(pilot)
        await press(pilot, "slash", f"type:{term}")
        assert len(traffic.list._rows) == 0
        field = term.split(":")[0]
        total = len(traffic._timeline.visible)
        head, values = traffic.list.ending.split(": here is ")
        assert head == f"0 of {total} · {field}"
        assert value in values.split(", ")
        for found in values.split(", "):
            assert traffic._timeline.matches(f'{field}:"{found}"')


async def test_groups_are_folded_marked_jumped_through_and_all_that_is_taken_back():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        traffic = await traffic_of(pilot)
        rows = traffic.list
        await press(pilot, "z", "t")
        assert any("by exchange" in row for row in shown(app))
        await press(pilot, "t", "slash", "type:recount or reserve", "enter")
        assert [row.what for row in rows._rows] == ["recount_shelf", "reserve_book"]
        assert "14 groups hidden by the filter" in rows.ending
        await press(pilot, "home", "space", "down")
        assert (rows.selected.seq, rows.selected.indent) == (31, 1)
        await press(pilot, "m", "space")  # a mark, and its group is closed from within
        assert rows.selected.fold == "closed" and rows.selected.marked
        assert any("op  5▪" in row for row in shown(app))
        await press(pilot, "apostrophe")
        assert (rows.selected.seq, traffic.marked) == (31, [31])
        await press(pilot, "n")  # the finding is inside the other group, which opens
        assert rows.selected.seq == 77 and rows.selected.indent
        await press(pilot, "u", "u")  # the fold, then the mark
        assert traffic.marked == []
        await press(pilot, "escape", "escape")
        assert traffic.bar.text == ""
        await press(pilot, "u")
        assert traffic.bar.text == "recount or reserve"
        before = len(rows._rows)
        await press(pilot, "equals_sign")
        assert len(rows._rows) > before
        await press(pilot, "t")
        assert traffic.grouping == "record" and not any("by operation" in row for row in shown(app))


async def test_a_group_grows_where_it_stands_while_the_end_is_followed():
    records = records_of("library")
    folds = Model()
    pane = TrafficPane(folds, started=0.0)
    app = Alone(pane)
    async with asyncio.timeout(20), app.run_test(size=(80, 24)) as pilot:
        pane.group("operation")
        for at in range(len(records)):
            folds.feed(records[at : at + 1])
            pane.fed()
        await pilot.pause()
        heads = [row for row in pane.list._rows if row.fold]
        assert [row.size for row in heads if row.word == "op"] == [2, 2, 2, 2, 42, 8, 2]
        assert pane.list.following
        grown = list(pane.list._rows)
        pane.group("operation")
        assert list(pane.list._rows) == grown
