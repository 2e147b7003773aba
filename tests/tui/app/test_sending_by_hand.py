"""A message by hand, by keys: from a row of the traffic, from the form, from a template; sent, undone, kept apart."""

import json

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording
from inspector.wire.events import Sent
from tests.tui.app.staging import (
    ADDRESS,
    COMMAND,
    RECORDINGS,
    app_on,
    dying,
    opened_screen,
    press,
    records_of,
    staged,
    until,
)


def sending(records, **more_of_stage):
    """A staged bridge that takes what is sent by hand."""
    parcels = []

    class Sending(staged(records, **more_of_stage)):
        def send_raw(self, parcel, method, name):
            parcels.append((parcel, method))
            return 90 + len(parcels)

    return Sending, parcels


async def test_a_row_is_edited_and_sent_again_and_what_is_added_is_switched():
    bridge, parcels = sending(records_of("library"), now=226.5)
    app = app_on(COMMAND, bridge=bridge)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        bench, composer = screen.desk.workbench, screen.desk.workbench.composer
        await until(pilot, lambda: screen.model.catalog.lists["tool"].usable, "the catalogue")
        await press(pilot, "3")
        record = next(
            one for one in screen.model.records if isinstance(one.event, Sent) and b"tools/call" in one.event.raw
        )
        screen.desk.traffic.show_record(record.seq)
        await press(pilot, "e")
        assert bench.tab == "raw" and screen.focused is composer.text
        assert composer.made.message["params"]["name"] == json.loads(record.event.raw)["params"]["name"]
        id = composer.made.message["id"]
        assert id == 1 + sum(isinstance(one.event, Sent) and b'"id"' in one.event.raw for one in screen.model.records)

        await press(pilot, "escape")
        composer.list.move_to(2)
        await press(pilot, "space")
        assert "protocolVersion is missing" in composer.wrong.text
        await press(pilot, "a")
        assert "protocolVersion" not in composer.wrong.text
        await press(pilot, "u")
        assert "protocolVersion is missing" in composer.wrong.text
        await press(pilot, "t")
        assert composer.made.as_bytes
        await press(pilot, "t", "ctrl+r")
        ((parcel, method),) = parcels
        assert method == "tools/call" and b"protocolVersion" not in parcel.raw and parcel.end == b"\n"
        assert bench.op == 91 and bench.is_composing

        bench.turn_to("form")
        assert bench.op != 91
        bench.turn_to("templates")
        bench.focus()
        composer.templates.select(lambda one: one.name == "not-json")
        await press(pilot, "enter", "ctrl+r")
        assert parcels[-1][0].raw == b'{"jsonrpc":"2.0","id":1,"method":'
        assert "A right server: −32700" in composer.wrong.text


async def test_headers_are_changed_doubled_left_out_and_added_by_keys():
    bridge, parcels = sending(records_of("library-legacy-http")[:40])
    app = app_on(ADDRESS, bridge=bridge)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.live, "the connection")
        bench, composer = screen.desk.workbench, screen.desk.workbench.composer
        await press(pilot, "2")
        bench.turn_to("raw")
        bench.focus()
        await press(pilot, "escape")

        async def at(label, *keys):
            rows = composer.list._rows
            composer.list.move_to(next(number for number, one in enumerate(rows) if one.label == label))
            await press(pilot, *keys)

        await at("MCP-Protocol-Version", "enter", "backspace", "type:9", "enter")
        await at("Accept", "space")
        await at("Content-Type", "d")
        await at("a header", "enter", "type:X-Mine: 1", "enter")
        await at("method", "space")
        await press(pilot, "ctrl+r")
        ((parcel, _),) = parcels
        assert parcel.verb == "GET" and parcel.headers == (
            ("Content-Type", "application/json"),
            ("Authorization", "Bearer harbour-4711"),
            ("MCP-Protocol-Version", "2025-11-29"),
            ("Content-Type", "application/json"),
            ("X-Mine", "1"),
        )
        assert "harbour" not in " ".join(one.value for one in composer.list._rows)
        await press(pilot, "a")
        assert composer.made.verb == "POST" and "is missing" not in composer.wrong.text


async def test_over_the_death_card_one_composes_and_a_restart_comes_before_it_is_sent():
    bridge, parcels = sending(dying(), now=400.0)
    app = app_on(COMMAND, bridge=bridge)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.is_dead, "the death card")
        call = next(one for one in reversed(screen.model.records) if isinstance(one.event, Sent))
        await press(pilot, "3")
        screen.desk.traffic.show_record(call.seq)
        await press(pilot, "e")
        composer = screen.desk.workbench.composer
        assert not screen.desk.is_dead and composer.made.method == "tools/call"
        assert composer._send.label == "Restart and send"
        connected = []
        screen.bridge.connect = lambda options, transport=None: connected.append(options)
        await press(pilot, "ctrl+r")
        assert connected and screen.repeat and not parcels
        await press(pilot, "escape", "escape", "escape")
        assert screen.desk.is_dead


async def test_in_a_recording_nothing_is_sent_and_the_button_says_why():
    path = RECORDINGS / "library.jsonl"
    app = app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["tool"].usable, "the catalogue")
        await press(pilot, "3")
        screen.desk.traffic.show_record(next(one.seq for one in screen.model.records if isinstance(one.event, Sent)))
        await press(pilot, "e")
        composer = screen.desk.workbench.composer
        assert composer.made.text and composer._send.label == "No server: connect, then send"
        await press(pilot, "ctrl+r")
        assert "A recording has no server" in screen.key_line.note
