"""A recording on the desk: what was asked, with what, and what came of it."""

from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path

import pytest

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording
from inspector.tui.commands import InspectorCommands
from inspector.tui.keys import keys_of
from inspector.tui.screens.telling import TellingScreen
from inspector.tui.screens.workbench import NO_SERVER
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


# ── what needs a server ─────────────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def replayed(name="library", size=(140, 45)):
    """The session screen on a recording, with the pilot."""
    recording = open_recording(RECORDINGS / f"{name}.jsonl")
    app = app_on(RecordingTarget(RECORDINGS / f"{name}.jsonl"), opened=recording)
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: len(screen.model.records) == len(recording.records), "the records")
        await pilot.pause()
        yield screen, pilot


async def test_a_key_of_the_connection_only_says_that_there_is_no_server(monkeypatch):
    monkeypatch.setattr(TellingScreen, "_quiet", lambda _: None)  # the sentence stands, however slow the machine is
    places = ("desk", "handshake", "answers", "findings", "timeline", "sessions", "detail")
    async with replayed() as (screen, pilot):
        before = len(screen.model.records)
        for place, key in product(places, "AMLRD"):
            screen.open_record(3) if place == "detail" else screen.go(place)
            screen.key_line.note = ""
            await press(pilot, key)
            assert screen.key_line.note == NO_SERVER, (place, key)
            assert (screen.here, len(screen.model.records)) == (place, before), key


@pytest.mark.parametrize(
    ("keys", "grey"),
    [
        (("1",), {"again", "call"}),
        (("2",), {"call"}),
        (("4",), {"auto", "modern", "legacy"}),
    ],
)
async def test_what_needs_a_server_stays_in_the_key_line_grey_behind_what_works(keys, grey):
    async with replayed(size=(180, 45)) as (screen, pilot):
        await press(pilot, *keys)
        await until(pilot, lambda: screen.key_line.keys == keys_of(screen), "the keys of the focus")
        shown = screen.key_line.keys
        assert grey <= {key.does for key in shown if key.grey}
        assert [key.grey for key in shown] == sorted(key.grey for key in shown)
        assert "needs a server: 0" in screen.key_line.render_line(0).text


async def test_a_list_cannot_be_fetched_again_from_a_recording_and_this_is_said():
    async with replayed() as (screen, pilot):
        await press(pilot, "1", "r")
        assert screen.key_line.note == NO_SERVER


async def test_the_palette_gives_the_reason_for_each_command_that_needs_a_server():
    async with replayed() as (screen, pilot):
        await press(pilot, "ctrl+p")
        commands = {one.words: one.reason for one in InspectorCommands(pilot.app.screen)._first()}
        call = f"Call {screen.desk.workbench.item.label}"
        modes = {f"Connect as {mode}" for mode in ("auto", "modern", "legacy")}
        asked = {call, "Restart or reconnect", "Disconnect", "Cancel the shown call"} | modes
        assert {commands[words] for words in asked} == {"a recording has no server"}


async def test_the_help_puts_what_needs_a_server_by_itself():
    async with replayed() as (screen, pilot):
        await press(pilot, "4", "question_mark")
        groups = {group.title: dict(group.keys) for group in screen.help.groups}
        assert {"A", "D", "R"} <= groups["What needs a server: 0"].keys()
        assert not {"A", "D", "R"} & {key for title, keys in groups.items() if "server" not in title for key in keys}
