"""Who has the keyboard when the server is gone: the card where nobody uses it, else the one who does."""

import pytest

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording, record_to
from inspector.tui.bridge_told import Batch
from tests.tui.app.staging import (
    COMMAND,
    MISSPELT,
    app_on,
    dying,
    opened_screen,
    press,
    records_of,
    staged,
    until,
)

UNREACHED = records_of("no-such-host", whole=True)


def shown_keys(screen):
    """The keys of the key line."""
    return [key.shown for key in screen.key_line.keys]


async def dead(pilot):
    """The session screen, when the card is there."""
    screen = await opened_screen(pilot)
    await until(pilot, lambda: screen.desk.is_dead, "the card")
    await pilot.pause()
    return screen


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (140, 45)])
async def test_after_a_failed_start_the_keys_are_those_of_the_card(size):
    app = app_on(MISSPELT, bridge=staged(UNREACHED))
    async with app.run_test(size=size) as pilot:
        screen = await dead(pilot)
        assert screen.desk.focused_pane == "workbench" and screen.focused is screen.desk.death.page
        await until(pilot, lambda: shown_keys(screen)[:1] == ["R"], "its keys")
        assert screen.desk.death.page.region.height > 3  # it is seen, too
        await press(pilot, "e")
        assert screen.here == "connect" and screen.connect_place.text == MISSPELT.url


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (140, 45)])
async def test_the_digit_of_the_card_gives_it_the_whole_desk_and_ends_that(size):
    app = app_on(MISSPELT, bridge=staged(UNREACHED))
    async with app.run_test(size=size) as pilot:
        screen = await dead(pilot)
        await press(pilot, "2")
        assert screen.desk.death.region.width == size[0]
        assert not screen.desk.workbench.display and not screen.desk.traffic.display
        await press(pilot, "2")
        assert screen.desk.traffic.display and screen.desk.death.display


async def test_where_nobody_has_touched_anything_the_card_of_a_server_that_died_has_the_keyboard():
    app = app_on(COMMAND, bridge=staged(dying()))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await dead(pilot)
        assert screen.focused is screen.desk.death.page
        await until(pilot, lambda: shown_keys(screen)[:2] == ["r", "R"], "its keys")


@pytest.mark.parametrize(
    ("keys", "pane"), [(("down",), "catalogue"), (("1", "slash", "type:zz"), "catalogue"), (("3",), "traffic")]
)
async def test_the_keyboard_of_somebody_who_uses_it_stays_where_it_is(keys, pane):
    records = dying()
    app = app_on(COMMAND, bridge=staged(records[:-7]))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.catalogue.list.index.total, "the tools")
        await press(pilot, *keys)
        before = screen.focused
        screen.post_message(Batch(records[-7:]))
        await until(pilot, lambda: screen.desk.is_dead, "the card")
        await pilot.pause()
        assert screen.focused is before and screen.desk.focused_pane == pane


async def test_a_filter_that_is_typed_before_anything_came_keeps_the_keyboard():
    app = app_on(MISSPELT, bridge=staged(UNREACHED[:2]))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "slash", "type:ab")
        screen.post_message(Batch(UNREACHED[2:]))
        await until(pilot, lambda: screen.desk.is_dead, "the card")
        await press(pilot, "e")
        assert screen.here == "desk" and screen.desk.catalogue.filter_bar.text == "abe"


async def test_who_looks_elsewhere_meanwhile_comes_back_to_the_card():
    app = app_on(MISSPELT, bridge=staged(UNREACHED[:2]))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "4")
        screen.post_message(Batch(UNREACHED[2:]))
        await until(pilot, lambda: screen.desk.is_dead, "the card")
        assert screen.here == "handshake" and screen.desk.focused_pane == ""
        await press(pilot, "escape")
        assert screen.here == "desk" and screen.focused is screen.desk.death.page


async def test_when_the_card_goes_the_keyboard_is_in_the_catalogue_as_after_a_good_start():
    died = dying()
    again = records_of("library")
    app = app_on(COMMAND, bridge=staged(died))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await dead(pilot)
        shifted = [type(one)(one.seq + died[-1].seq, one.at + died[-1].at, one.event) for one in again]
        screen.post_message(Batch(shifted))
        await until(pilot, lambda: not screen.desk.is_dead, "the new server")
        await pilot.pause()
        assert screen.focused is screen.desk.catalogue.list


async def test_in_a_recording_one_browses_and_the_card_is_only_seen(tmp_path):
    path = tmp_path / "died.jsonl"
    with record_to(path, {"kind": "stdio", "command": list(COMMAND.command)}) as recorder:
        recorder(dying())
    app = app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await dead(pilot)
        assert screen.focused is screen.desk.catalogue.list
