"""The places of the app, its settings, and the mouse: what a person does beside calling."""

import json
import sys
from pathlib import Path

import pytest

from inspector.config.settings import read_settings
from inspector.config.target import HttpTarget, RecordingTarget, StdioTarget
from inspector.recording import open_recording, record_to
from inspector.tui.screens.frame import FrameScreen
from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.too_small import TooSmall
from inspector.wire.events import Opened, Received, Record, Sent, Stderr
from inspector.wire.versions import LATEST_MODERN, REVISIONS
from tests.analysis.journals import Journal
from tests.tui.app.staging import (
    COMMAND,
    RECORDINGS,
    app_on,
    opened_screen,
    press,
    records_of,
    search_palette,
    staged,
    until,
)
from tests.tui.app.test_calling import demo


def library(**kwargs):
    return app_on(COMMAND, bridge=staged(records_of("library"), now=226.5), **kwargs)


def names(folder):
    """The names of the files in a folder."""
    return [one.name for one in folder.iterdir()]


@pytest.fixture
def recordings(home):
    """Two recordings in the person's folder."""
    folder = home / "inspector" / "data" / "recordings"
    folder.mkdir(parents=True)
    for name in ("library", "library-legacy-http"):
        (folder / f"{name}.jsonl").write_bytes((RECORDINGS / f"{name}.jsonl").read_bytes())
    return folder


# ── sessions ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_recording_is_opened_and_browsed_without_a_server(recordings):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        before = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: before.sessions.rows.total == 2, "the recordings")
        await press(pilot, "enter")
        await until(pilot, lambda: "Enter again" in before.key_line.note, "what it would end")
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is not before and app.screen.model.records, "the recording")
        screen = app.screen
        assert screen.is_replay
        assert screen.status.facts.state == "replay"
        await press(pilot, "R")
        assert screen.key_line.note == "A recording has no server: 0 connects to one."
        await press(pilot, "3", "home", "down", "enter")
        assert screen.here == "detail"
        await press(pilot, "escape")
        assert screen.here == "desk"


async def test_a_recording_is_copied_as_an_archive_of_http_only_where_it_may_have_some(recordings):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: screen.sessions.rows.total == 2, "the recordings")
        offered = {}
        for row in screen.sessions.rows.sessions:
            screen.sessions.rows.select(lambda other, row=row: other is row)
            await press(pilot, "y")
            offered[Path(row.path).stem] = [one.name for one in screen.copy_bar.choices]
            await press(pilot, "escape")
        assert "HAR" in offered["library-legacy-http"]
        assert "HAR" not in offered["library"] and "Markdown" in offered["library"]


async def test_the_first_enter_says_which_session_it_would_end_and_where_that_is_kept(recordings):
    app = library()
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: screen.sessions.rows.total == 2, "the recordings")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.key_line.note, "what it would end")
        assert screen.key_line.note == (
            "Enter again ends this session and opens the recording; it is recorded in library.jsonl."
        )
        assert app.screen is screen and not screen.bridge._ended.is_set()


async def test_what_enter_would_end_is_read_at_80_columns_and_only_in_its_place(recordings):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: screen.sessions.rows.total == 2, "the recordings")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.key_line.note, "what it would end")
        assert "Enter again ends this session and opens the recording" in screen.key_line.render_line(0).text
        await press(pilot, "7")
        assert screen.here == "timeline" and not screen.key_line.note
        await press(pilot, "9", "enter")
        await until(pilot, lambda: screen.key_line.note, "the same anew")
        assert app.screen is screen


async def test_enter_on_another_recording_asks_again(recordings):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: screen.sessions.rows.total == 2, "the recordings")
        await press(pilot, "enter", "down", "enter")
        await until(pilot, lambda: screen._would_end[0] == Path(screen.sessions.rows.selected.path), "the second wish")
        assert app.screen is screen and "Enter again" in screen.key_line.note


async def test_another_server_is_connected_to_at_the_second_enter_while_one_is_there():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        before = await opened_screen(pilot)
        await press(pilot, "0")
        before.connect_place.line.value = "other-server --stdio"
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: before.key_line.note, "what it would end")
        assert before.key_line.note.startswith("Enter again ends this session and connects;")
        assert app.screen is before and not before.bridge._ended.is_set()
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: app.screen is not before, "the session")
        assert app.screen.target.command == ("other-server", "--stdio")


async def test_a_recording_opens_at_once_where_no_server_is_there(recordings):
    path = recordings / "library.jsonl"
    app = app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(80, 24)) as pilot:
        before = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: before.sessions.rows.total == 2, "the recordings")
        assert not before.sessions.rows.selected.here
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is not before and app.screen.model.records, "the other recording")
        assert app.screen.recording == recordings / "library-legacy-http.jsonl"


@pytest.mark.parametrize("running", [True, False])
async def test_what_is_open_already_is_not_the_row_one_comes_to_and_says_so_itself(recordings, running):
    path = recordings / "library.jsonl"
    app = library() if running else app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        if running:
            screen.bridge.recorder.path = path
        await press(pilot, "9")
        rows = screen.sessions.rows
        await until(pilot, lambda: rows.total == 2, "the recordings")
        assert rows.selected.path == str(recordings / "library-legacy-http.jsonl")
        assert rows.select(lambda row: row.here)
        await press(pilot, "enter")
        which = "session that is running" if running else "recording that is open"
        await until(pilot, lambda: screen.key_line.note, "why it is not opened")
        assert screen.key_line.note == f"This is the {which}: Esc goes back to it."
        assert app.screen is screen


async def test_a_deleted_recording_stays_in_its_row_and_comes_back(recordings):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        rows = screen.sessions.rows
        await until(pilot, lambda: rows.total == 2, "the recordings")
        path = Path(rows.selected.path)
        await press(pilot, "delete")
        await until(pilot, lambda: any(row.deleted for row in rows.sessions), "the deletion")
        assert path.name not in names(recordings)
        await press(pilot, "u")
        await until(pilot, lambda: not any(row.deleted for row in rows.sessions), "its return")
        assert path.name in names(recordings)


async def test_a_deleted_recording_is_gone_when_the_program_ends(recordings):
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        await until(pilot, lambda: screen.sessions.rows.total == 2, "the recordings")
        await press(pilot, "delete")
        await until(pilot, lambda: any(row.deleted for row in screen.sessions.rows.sessions), "the deletion")
        await press(pilot, "ctrl+q")
        await until(pilot, lambda: app._exit, "the end")
    assert len(names(recordings)) == 1


async def test_a_file_that_is_no_recording_is_said_and_nothing_is_lost(recordings, home):
    (home / "torn.jsonl").write_text("nothing\n")
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "0", f"type:{home}/torn.jsonl", "enter")
        await until(pilot, lambda: "Enter again" in screen.key_line.note, "what it would end")
        await press(pilot, "enter")
        await until(pilot, lambda: "torn.jsonl" in screen.key_line.note, "the reason")
        assert app.screen is screen


# ── connect ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_command_that_is_typed_is_connected_to():
    app = app_on()
    async with app.run_test(size=(80, 24)) as pilot:
        before = await opened_screen(pilot)
        assert before.here == "connect"
        before.connect_place.line.value = f"{sys.executable} -m inspector demo-server"
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: app.screen is not before and app.screen.bridge, "the session")
        screen = app.screen
        assert screen.target == StdioTarget((sys.executable, "-m", "inspector", "demo-server"))
        await until(pilot, lambda: screen.bridge.agreed, "the server")
        await until(pilot, lambda: screen.model.catalog.lists["tool"].items, "its tools")


async def test_a_url_is_read_as_one_types_and_connected_to():
    app = app_on(bridge=staged([]))
    async with app.run_test(size=(80, 24)) as pilot:
        before = await opened_screen(pilot)
        await press(pilot, "type:localhost:9/mcp")
        assert before.connect_place.reading.text.endswith("http://localhost:9/mcp")
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is not before and app.screen.bridge, "the session")
        assert app.screen.target == HttpTarget("http://localhost:9/mcp")


async def test_a_broken_line_is_said_and_stays():
    app = app_on()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        screen.connect_place.line.value = 'python "server.py'
        await press(pilot, "enter")
        assert screen.connect_place.reading.tone == "error"
        assert "quote" in screen.connect_place.reading.text
        assert screen.connect_place.text == 'python "server.py'
        assert app.screen is screen


async def test_a_command_that_is_not_there_ends_in_a_card_that_leads_back_to_the_line():
    app = app_on(StdioTarget(("no-such-server-4711",)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.is_dead or screen.key_line.note, "the reason")
        assert "no-such-server-4711" in str(screen.desk.fault)
        if screen.desk.is_dead:
            await press(pilot, "e")
            assert screen.here == "connect"
            assert screen.connect_place.text == "no-such-server-4711"


async def test_the_handshake_of_a_tapped_client_is_read_from_what_crossed(tmp_path):
    journal = Journal()
    journal.legacy(declared={"roots": {}})
    path = tmp_path / "tapped.jsonl"
    with record_to(path, {"kind": "stdio", "command": ["server"], "tap": True}) as recorder:
        recorder(journal.records)
    app = app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        await press(pilot, "4")
        page = "\n".join(line.strip.text for line in screen.handshake.page.page)
        for told in ("client sent", "initialize", "✓ accepted", "✓ ready", "nothing here was asked by us"):
            assert told in page, told
        assert "we sent" not in page and "We are a" not in page
        declared = next(line for line in page.splitlines() if "  roots  " in line)
        assert "✓" in declared and "sampling" not in page
        assert "as seen · 2 steps" in screen.handshake.rule.render_line(0).text
        await press(pilot, "enter")
        assert screen.here == "detail" and screen.detail.seq == 2


# ── the person's own files ──────────────────────────────────────────────────────────────────────────────────────────


async def test_a_theme_that_is_chosen_in_the_palette_is_remembered(home):
    settings = read_settings(home / "inspector" / "config" / "settings.toml")
    app = app_on(COMMAND, bridge=staged(records_of("library")), settings=settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened_screen(pilot)
        await search_palette(pilot, "theme: okabe-p")
        await press(pilot, "enter")
        await until(pilot, lambda: app.theme == "okabe-paper", "the theme")
    assert read_settings(settings.path).settings.theme == "okabe-paper"


async def test_files_that_cannot_be_used_are_told_at_the_start(home):
    config = home / "inspector" / "config"
    (config / "themes").mkdir(parents=True)
    (config / "themes" / "mine.toml").write_text('name = "mine"\nprimary = "no colour"\n')
    (config / "settings.toml").write_text('theme = "ink"\nmuose = true\n')
    app = app_on(COMMAND, bridge=staged([]), settings=read_settings(config / "settings.toml"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened_screen(pilot)
        told = "\n".join(one.message for one in app._notifications)
        assert "muose" in told
        assert "mine.toml" in told
        assert "no colour" in told


async def test_a_key_of_the_settings_takes_the_place_of_ours(home):
    file = home / "settings.toml"
    file.write_text('[keymap]\n"place.answers" = "F"\n')
    app = app_on(COMMAND, bridge=staged(records_of("library")), settings=read_settings(file))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "5")
        assert screen.here == "desk"
        await press(pilot, "F")
        assert screen.here == "answers"


# ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_no_two_bindings_of_one_focus_share_a_key():
    app = app_on(COMMAND, bridge=staged(records_of("library-busy"), now=132.4, asks=True))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.answers.waiting, "the questions")
        clashes = []
        for place in ("desk", "handshake", "answers", "findings", "timeline", "sessions", "connect", "detail"):
            screen.open_record(22) if place == "detail" else screen.go(place)
            await pilot.pause()
            for widget in screen.focus_chain:
                for node in widget.ancestors_with_self:
                    for key, bindings in node._bindings.key_to_bindings.items():
                        enabled = [one for one in bindings if one.id]
                        if len(enabled) > 1:
                            clashes.append((place, type(node).__name__, key, [one.id for one in enabled]))
        assert clashes == []


async def test_every_binding_of_ours_has_an_id_of_its_own():
    app = library()
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        owners = {}
        for widget in (app, screen, *screen.query("*")):
            for base in type(widget).__mro__:
                if base.__module__.startswith("inspector.") and "BINDINGS" in vars(base):
                    for binding in vars(base)["BINDINGS"]:
                        assert binding.id, (base.__name__, binding.key)
                        owners.setdefault(binding.id, set()).add((binding.action, binding.key))
        assert {id: found for id, found in owners.items() if len(found) > 1} == {}


async def test_a_digit_goes_to_a_place_and_escape_back_to_the_same_pane():
    places = {"4": "handshake", "5": "answers", "6": "findings", "7": "timeline", "9": "sessions"}
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "3")
        for digit, place in places.items():
            await press(pilot, digit)
            assert screen.here == place
            assert screen.query_one(f"#{place}") in screen.focused.ancestors_with_self
            await press(pilot, "escape")
            assert (screen.here, screen.desk.focused_pane) == ("desk", "traffic"), place
        screen.desk.workbench.result.focus()
        within = screen.focused
        await press(pilot, "6", "escape")
        assert screen.focused is within, "what had the keyboard, not the first field"
        await press(pilot, "6", "enter")
        assert screen.here == "detail"
        await press(pilot, "n", "escape")
        assert screen.here == "findings", "a record is left for where it was opened"
        await press(pilot, "escape")
        assert screen.here == "desk"


async def test_a_finding_opens_the_findings_of_its_record_and_other_records_open_as_before():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "3", "end", "enter", "full_stop")
        side = screen.detail.rule.content.active
        assert side == "raw"
        await press(pilot, "6", "enter")
        assert screen.here == "detail" and screen.detail.rule.content.active == "findings"
        seq, seen = screen.findings.rows.selected.records[0], screen.detail.bodies.page.text
        assert screen.detail.seq == seq and screen.findings.rows.selected.finding.rule in seen
        screen.show_place()  # more is known of it: nothing moves
        assert screen.detail.rule.content.active == "findings"
        screen.open_record(seq + 1)
        await pilot.pause()
        assert screen.detail.rule.content.active == side
        screen.open_record(seq, "findings")
        await pilot.pause()
        await press(pilot, "comma")
        turned = screen.detail.rule.content.active
        screen.open_record(seq)
        await pilot.pause()
        assert screen.detail.rule.content.active == turned != "findings"


# ── mouse ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_click_focuses_a_pane_opens_a_tab_a_place_and_presses_a_key():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await pilot.click(screen.desk.traffic.list, offset=(10, 2))
        assert screen.desk.focused_pane == "traffic"
        rule = screen.desk.workbench.rule
        at = str(rule.render_line(0).text).index("JSON")
        await pilot.click(rule, offset=(at + 1, 0))
        await pilot.pause()
        assert screen.desk.workbench.tab == "json"
        at = screen.places.render_line(0).text.index("Findings")
        await pilot.click(screen.places, offset=(at, 0))
        await pilot.pause()
        assert screen.here == "findings"
        at = screen.key_line.render_line(0).text.index("help")
        await pilot.click(screen.key_line, offset=(at, 0))
        await pilot.pause()
        assert screen.help.display


# ── untrusted text ──────────────────────────────────────────────────────────────────────────────────────────────────

HOSTILE = ["[/bold]", "\x1b[2J\x1b]0;gone\x07", "‮elif‬", "[link=file:///]x", "ＷＩＤＥ" * 40, "a\r\nb\tc", "x" * 5000]


def hostile_records(text):
    """A session in which every text that a server controls is `text`."""
    tool = {
        "name": text,
        "title": text,
        "description": text,
        "inputSchema": {
            "type": "object",
            "properties": {text: {"type": "string", "description": text, "enum": [text]}},
            "required": [text],
        },
    }
    info = {"name": text, "title": text, "version": text}
    discover = {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
        "instructions": text,
        "serverInfo": info,
        "_meta": {"io.modelcontextprotocol/serverInfo": info},
    }
    asks = {
        "resultType": "input_required",
        "requestState": text,
        "inputRequests": {
            text: {
                "method": "elicitation/create",
                "params": {"mode": "form", "message": text, "requestedSchema": tool["inputSchema"]},
            }
        },
    }

    def sent(id, method, **params):
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
        message = {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": meta}}
        return Sent(json.dumps(message).encode(), op=1 if method == "tools/call" else None)

    def answered(id, **rest):
        return Received(json.dumps({"jsonrpc": "2.0", "id": id, **rest}).encode())

    events = [
        Opened("stdio", command=("server", text), pid=1),
        Stderr(text.encode()),
        Received(text.encode()),
        sent(1, "server/discover"),
        answered(1, result=discover),
        sent(2, "tools/list"),
        answered(2, result={"resultType": "complete", "tools": [tool, {"name": text}]}),
        sent(3, "resources/list"),
        answered(3, result={"resultType": "complete", "resources": [{"uri": text, "name": text}]}),
        sent(4, "prompts/list"),
        answered(4, error={"code": -32603, "message": text, "data": text}),
        sent(5, "tools/call", name=text, arguments={text: text}),
        answered(5, result={"resultType": "complete", "content": [{"type": "text", "text": text}], "isError": True}),
        sent(6, "tools/call", name=text, arguments={}),
        answered(6, result=asks),
    ]
    return [Record(at, at / 10, event) for at, event in enumerate(events, 1)]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_no_text_of_a_server_controls_the_terminal_or_acts_as_markup(text):
    app = app_on(COMMAND, bridge=staged(hostile_records(text), asks=True))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        for keys in (
            ("2",),
            ("3", "end"),
            ("enter",),
            ("escape", "4"),
            ("5",),
            ("6",),
            ("question_mark",),
            ("escape", "1"),
        ):
            await press(pilot, *keys)
            shown = "".join(segment.text for strip in app.screen._compositor.render_strips() for segment in strip)
            for sign in "\x1b\x07\r\t\n‮‬":
                assert sign not in shown, (keys, sign)
        await search_palette(pilot, "a" if not text.isascii() else "b")
        shown = "".join(segment.text for strip in app.screen._compositor.render_strips() for segment in strip)
        assert "\x1b" not in shown
        assert "‮" not in shown


# ── sizes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_small_terminal_shows_the_catalogue_then_the_workbench_and_escape_goes_back():
    app = library()
    async with app.run_test(size=(60, 15)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["tool"].items, "the tools")
        assert screen.desk.catalogue.region.width == 60
        await press(pilot, "enter")
        assert screen.desk.workbench.region.width == 60
        assert screen.desk.focused_pane == "workbench"
        await press(pilot, "escape", "escape")
        assert screen.desk.focused_pane == "catalogue"


async def test_below_the_least_size_the_body_says_what_is_needed_and_the_session_goes_on():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await pilot.resize_terminal(52, 12)
        await pilot.pause()
        assert screen.has_class("-too-small")
        assert screen.query_one(TooSmall).display and not screen.query_one("#middle").display
        assert screen.status.facts.state == "connected"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not screen.has_class("-too-small")
        assert isinstance(screen, SessionScreen)
        await pilot.resize_terminal(20, 5)
        await app.push_screen(FrameScreen())  # the first frame says so too
        await pilot.pause()
        assert app.screen.query_one(TooSmall).display and not app.screen.query_one("#frame-traffic").display


async def test_the_keyboard_is_where_it_was_when_there_is_room_again():
    app = library()
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened_screen(pilot)
        for digit, small in zip("136", [(20, 5), (59, 40), (120, 14)], strict=True):
            await press(pilot, digit)
            before = screen.focused
            await pilot.resize_terminal(*small)
            await until(pilot, lambda: screen.has_class("-too-small") and screen.focused is None, "no room")
            await pilot.resize_terminal(120, 40)
            await until(pilot, lambda: not screen.has_class("-too-small"), "the room")
            await pilot.pause()
            assert screen.focused is before is not None, digit


async def test_a_recording_has_the_moment_of_its_beginning_on_its_clock():
    recording = open_recording(RECORDINGS / "library.jsonl")
    app = app_on(RecordingTarget(Path("library.jsonl")), opened=recording)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        assert screen.desk.traffic.list._started == 1796126649.0


@pytest.mark.parametrize("size", [(60, 15), (79, 20)])
async def test_in_a_narrow_terminal_the_places_join_the_status_line_and_the_body_gains_a_row(size):
    app = library()
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        await pilot.pause()
        assert not screen.places.region.area
        assert screen.body.region.height == size[1] - 2
        text = screen.status.render_line(0).text
        assert "modern" in text and "4✓" in text and "6▲2" in text
        await pilot.click(screen.status, offset=(text.index("4✓"), 0))
        await pilot.pause()
        assert screen.here == "handshake"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen.places.region.area and "4✓" not in screen.status.render_line(0).text


# ── the connection ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_every_way_is_tried_in_turn_and_then_one_is_connected_as_before():
    async with demo(size=(140, 45)) as desk:
        await desk.press("4", "B")
        handshakes = desk.screen.model.session.handshakes
        await desk.until(lambda: len(handshakes) == 1 + len(REVISIONS) + 1 and handshakes[-1].era, "all ways")
        assert [one.version for one in handshakes[1:-1]] == list(reversed(REVISIONS))
        assert (handshakes[-1].mode, handshakes[-1].version) == ("auto", LATEST_MODERN)
        await desk.until(lambda: desk.screen.desk.live, "the connection")
        await desk.press("c")
        assert "differences" in desk.screen.handshake.page.render_line(0).text


async def test_a_version_that_a_person_names_is_what_is_asked_for():
    async with demo(size=(140, 45)) as desk:
        await desk.press("V", *["up"] * 2, "enter")
        handshakes = desk.screen.model.session.handshakes
        await desk.until(lambda: len(handshakes) == 2 and handshakes[-1].era, "the attempt")
        assert handshakes[-1].version_asked == handshakes[-1].version == "2025-06-18"
        assert desk.screen.here == "handshake"


async def test_a_command_has_no_other_transport_and_an_address_has_one():
    async with demo(size=(140, 45)) as desk:
        await desk.press("4", "T")
        assert "no other transport" in desk.screen.key_line.note
        assert "T" not in {key.shown for key in desk.screen.key_line.keys}
    app = app_on(HttpTarget("https://library.example/mcp"), bridge=staged(records_of("library-legacy-http")))
    async with app.run_test(size=(180, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        asked = []
        screen.bridge.connect = lambda options, transport: asked.append(transport)
        await press(pilot, "4")
        assert "T" in {key.shown for key in screen.key_line.keys}
        await press(pilot, "T")
        assert asked == ["http+sse"]


# ── the handles ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def sizes(pilot):
    """How wide the catalogue is and how high the traffic, when all is laid out."""
    await until(pilot, lambda: pilot.app.screen.desk.focused_pane == "catalogue", "the keyboard")
    await pilot.pause()
    desk = pilot.app.screen.desk
    return desk.catalogue.outer_size.width, desk.traffic.outer_size.height


async def test_keys_move_the_handles_of_the_desk_by_two_cells_and_one_row():
    app = library()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened_screen(pilot)
        width, height = await sizes(pilot)
        await press(pilot, "greater_than_sign", "greater_than_sign", "less_than_sign", "plus", "plus", "minus")
        assert await sizes(pilot) == (width + 2, height + 1)
        await press(pilot, *["less_than_sign"] * 20, *["minus"] * 30)
        assert await sizes(pilot) == (12, 2)


async def test_sizes_are_remembered_for_each_class_and_zoom_has_all_the_room():
    app = library()
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened_screen(pilot)
        first = await sizes(pilot)
        await press(pilot, "greater_than_sign", "minus")
        await pilot.resize_terminal(80, 24)
        assert await sizes(pilot) == (24, 6)
        await press(pilot, "less_than_sign")
        await pilot.resize_terminal(120, 40)
        assert await sizes(pilot) == (first[0] + 2, first[1] - 1)
        await press(pilot, "z")
        assert (await sizes(pilot))[0] == 120
        await press(pilot, "less_than_sign", "z")
        assert await sizes(pilot) == (first[0] + 2, first[1] - 1)
        await pilot.resize_terminal(80, 24)
        assert await sizes(pilot) == (22, 6)
        assert screen.desk.focused_pane == "catalogue"


async def test_the_handles_can_be_dragged_and_a_double_click_puts_them_back():
    app = library()
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened_screen(pilot)
        first = width, height = await sizes(pilot)
        edge = screen.desk.catalogue.region
        await pilot.mouse_down(offset=(edge.right - 1, edge.y + 5))
        await pilot.hover(offset=(edge.right + 6, edge.y + 5))
        await pilot.mouse_up(offset=(edge.right + 6, edge.y + 5))
        assert await sizes(pilot) == (width + 7, height)
        rule = screen.desk.traffic.region
        await pilot.mouse_down(offset=(60, rule.y))
        await pilot.hover(offset=(60, rule.y - 4))
        await pilot.mouse_up(offset=(60, rule.y - 4))
        assert await sizes(pilot) == (width + 7, height + 4)
        edge, rule = screen.desk.catalogue.region, screen.desk.traffic.region
        await pilot.click(offset=(edge.right - 1, edge.y + 5), times=2)
        assert await sizes(pilot) == (width, height + 4)
        await pilot.click(offset=(60, rule.y), times=2)
        await press(pilot, "1")
        assert await sizes(pilot) == first


async def test_a_text_field_takes_the_signs_of_the_handles_as_text():
    app = library()
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened_screen(pilot)
        first = await sizes(pilot)
        await press(pilot, "slash", "minus", "less_than_sign", "plus")
        assert screen.desk.catalogue.filter_bar.text == "-<+"
        assert await sizes(pilot) == first


# ── jumping ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def lettered(app):
    """The letters of a jump by the word that each stands on; of two such words, the upper one."""
    below = app.screen_stack[-2]._compositor.render_strips()
    found = {}
    for letter in app.screen.query("Static"):
        x, y = letter.region.offset
        under = below[y].text[x : x + 9].split(" ")
        found.setdefault(under[0] or under[1], str(letter.render()))
    return found


async def test_a_letter_on_each_pane_and_tab_goes_there():
    app = library()
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.item, "an item")
        await press(pilot, "ctrl+o")
        assert len(app.screen.query("Static")) == len({str(one.render()) for one in app.screen.query("Static")})
        letters = lettered(app)
        assert app.screen.styles.background.a == 0  # they lie over the page, which one sees to choose
        assert {"1", "2", "3", "Form", "JSON"} <= letters.keys()
        await press(pilot, letters["3"])
        assert app.screen is screen and screen.desk.focused_pane == "traffic"
        await press(pilot, "ctrl+o")
        await press(pilot, lettered(app)["JSON"])
        await until(pilot, lambda: screen.desk.workbench.tab == "json", "the tab")


async def test_a_jump_takes_the_digits_of_the_places_and_any_other_key_ends_it():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.focused_pane == "catalogue", "the keyboard")
        await press(pilot, "ctrl+o", "6")
        assert screen.here == "findings"
        focused = screen.focused
        await press(pilot, "ctrl+o", "escape")
        assert app.screen is screen and screen.focused is focused and screen.here == "findings"
        await press(pilot, "ctrl+o", "3")
        assert screen.desk.focused_pane == "traffic"


async def test_recordings_are_renamed_annotated_shared_and_several_deleted_after_a_question(recordings):
    (recordings / "third.jsonl").write_bytes((recordings / "library.jsonl").read_bytes())
    app = library()
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "9")
        rows = screen.sessions.rows
        await until(pilot, lambda: rows.total == 3 and not screen.sessions.busy, "the recordings")
        path = Path(rows.selected.path)
        await press(pilot, "r", "ctrl+u", *"bad", "enter")
        await until(pilot, lambda: not screen.sessions.busy and "bad.jsonl" in names(recordings), "the name")
        assert path.name not in names(recordings) and Path(rows.selected.path).name == "bad.jsonl"
        await press(pilot, "a", *"odd", "enter")
        await until(pilot, lambda: rows.selected.note == "odd", "the note")
        await press(pilot, "x")
        await until(pilot, lambda: "bad-shared.jsonl" in names(recordings), "the copy")
        await until(pilot, lambda: rows.total == 4 and not screen.sessions.busy, "the rows")
        await press(pilot, "home", "m", "m", "delete")
        await until(pilot, lambda: "Delete again deletes the 2 that are marked" in screen.key_line.note, "the question")
        assert len(names(recordings)) == 4
        await press(pilot, "delete")
        await until(pilot, lambda: sum(row.deleted for row in rows.sessions) == 2, "both deleted")
        assert sorted(name for name in names(recordings) if not name.startswith(".")) == sorted(
            Path(row.path).name for row in rows.sessions if not row.deleted
        )
