"""A recording on the desk: what was asked, with what, and what came of it."""

from pathlib import Path

import pytest

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.result_data import Done
from tests.tui.app.staging import RECORDINGS, app_on, opened_screen, press, until


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_an_item_shows_the_arguments_of_its_last_recorded_call_and_its_result(size):
    recording = open_recording(RECORDINGS / "library.jsonl")
    app = app_on(RecordingTarget(Path("library.jsonl")), opened=recording)
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: len(screen.model.records) == len(recording.records), "the records")
        screen.open_item(ItemKey("tool", "reserve_book"))
        await pilot.pause()
        bench = screen.desk.workbench
        op = screen.model.last_op(bench.item)
        assert bench.form.assembled.arguments == screen.model.arguments_of(op) != {}
        assert isinstance(bench.result.outcome, Done)
        await press(pilot, "escape", "1", "down", "up")
        screen.open_item(ItemKey("tool", "reserve_book"))
        await pilot.pause()
        assert bench.form.assembled.arguments == screen.model.arguments_of(op)


async def test_the_item_that_opens_by_itself_has_the_arguments_of_a_call_that_is_read_later():
    recording = open_recording(RECORDINGS / "library.jsonl")
    app = app_on(RecordingTarget(Path("library.jsonl")), opened=recording)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: len(screen.model.records) == len(recording.records), "the records")
        await pilot.pause()
        bench = screen.desk.workbench
        op = screen.model.last_op(bench.item)
        assert op is not None
        assert bench.form.assembled.arguments == screen.model.arguments_of(op)
