"""How every screen looks: the pictures of the README, at the sizes and in the themes that people have."""

import os
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording, record_to
from inspector.recording.notes import annotate
from inspector.tui import targets, twin_work
from inspector.tui.app import InspectorApp
from inspector.tui.keys import keys_of
from inspector.tui.screens.session import SessionScreen
from inspector.tui.screens.wishes import CompareSessions
from inspector.wire.events import Opened, Record
from tests.tui.app.pictures import compare, picture_of
from tests.tui.app.staging import (
    ADDRESS,
    COMMAND,
    MISSPELT,
    RECORDINGS,
    app_on,
    dying,
    opened_screen,
    press,
    records_of,
    staged,
    until,
)
from tests.tui.app.timed import NOW, timed

SMALL, LARGE = (80, 24), (140, 45)


@pytest.fixture
def picture(request, tmp_path):
    """Gives `async with picture(name, app, size, theme) as pilot: …`; what is on the screen at its end is compared."""

    @asynccontextmanager
    async def show(name, app, size, *, session=True):
        theme = app.theme
        async with app.run_test(size=size) as pilot:
            if session:
                await opened_screen(pilot)
            yield pilot
            await pilot.pause()
            screen = app.screen
            if isinstance(screen, SessionScreen):
                await until(pilot, lambda: screen.key_line.keys == keys_of(screen), "the keys of the focus")
            suffix = "" if theme == "ink" or "NO_COLOR" in os.environ else f"-{theme}"
            named = f"{name}-{size[0]}x{size[1]}{suffix}"
            update = request.config.getoption("--update-snapshots")
            compare(named, await at_rest(pilot), update=update, new_at=tmp_path / f"{named}.svg")

    return show


async def at_rest(pilot):
    """The picture once nothing changes any more: what is drawn after a refresh is a step of its own."""
    before, picture = "", picture_of(pilot.app)
    while picture != before:
        await pilot.pause(0.05)
        await pilot.pause()
        before, picture = picture, picture_of(pilot.app)
    return picture


def both(*more):
    """At both ordinary sizes in `ink`, and as `more` says."""
    return pytest.mark.parametrize(("size", "theme"), [(SMALL, "ink"), (LARGE, "ink"), *more])


def library(theme="ink", **kwargs):
    return app_on(COMMAND, theme=theme, bridge=staged(records_of("library"), now=226.5), **kwargs)


def busy(theme="ink"):
    return app_on(COMMAND, theme=theme, bridge=staged(records_of("library-busy"), now=132.4, asks=True))


async def at_item(pilot, name):
    """The cursor of the catalogue on an item."""
    screen = pilot.app.screen
    await until(pilot, lambda: screen.model.catalog.lists["prompt"].items, "the catalogue")
    item = next(one for one in screen.model.catalog.lists["tool"].items if one.wire == name)
    screen.desk.catalogue.select(type(screen.desk.workbench.key)("tool", item.wire, item.occurrence))
    await pilot.pause()


async def fill_in(pilot):
    """The form of reserve_book, filled in."""
    await at_item(pilot, "reserve_book")
    await press(pilot, "enter", "type:9780140449136", "tab", "type:4711", "tab", "right")


@both(
    (SMALL, "paper"),
    (LARGE, "paper"),
    ((60, 15), "ink"),
    ((200, 60), "ink"),
    (SMALL, "okabe"),
    (SMALL, "contrast"),
    (SMALL, "ansi"),
)
async def test_desk(picture, size, theme):
    async with picture("desk", library(theme), size) as pilot:
        await fill_in(pilot)


async def test_desk_without_colour(picture, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with picture("desk-no-colour", library(), SMALL) as pilot:
        await fill_in(pilot)


async def test_desk_as_a_page_of_the_catalogue(picture):
    async with picture("catalogue", library(), (60, 15)) as pilot:
        await at_item(pilot, "reserve_book")


@both()
async def test_result(picture, size, theme):
    async with picture("result", library(theme), size) as pilot:
        await at_item(pilot, "reserve_book")
        await press(pilot, "2")
        pilot.app.screen.desk.workbench.turn_to("result")
        pilot.app.screen.desk.workbench.result.take_focus()


async def test_result_that_is_an_error(picture):
    async with picture("result-error", library(), SMALL) as pilot:
        await at_item(pilot, "import_marc")
        await press(pilot, "2")
        pilot.app.screen.desk.workbench.turn_to("result")
        pilot.app.screen.desk.workbench.result.take_focus()


async def test_arguments_as_json(picture):
    async with picture("json", library(), SMALL) as pilot:
        await fill_in(pilot)
        await press(pilot, "t")


@both()
async def test_running_call(picture, size, theme):
    async with picture("running", busy(theme), size) as pilot:
        await at_item(pilot, "recount_shelf")
        await press(pilot, "2")
        pilot.app.screen.desk.workbench.turn_to("result")
        pilot.app.screen.desk.workbench.result.take_focus()


async def test_question_of_the_shown_call(picture):
    async with picture("waiting", busy(), SMALL) as pilot:
        await at_item(pilot, "reserve_book")
        await press(pilot, "2")
        pilot.app.screen.desk.workbench.turn_to("result")
        pilot.app.screen.desk.workbench.result.take_focus()


@both()
async def test_traffic(picture, size, theme):
    async with picture("traffic", library(theme), size) as pilot:
        await press(pilot, "3", "3", "slash", "type:method:tools/call", "enter", "end", "up")


@both()
async def test_filter_of_the_traffic(picture, size, theme):
    async with picture("filter", library(theme), size) as pilot:
        await press(pilot, "3", "3", "slash", "type:kind:res latency:fast status:", "down", "down")


@both((LARGE, "paper"))
async def test_traffic_by_operation(picture, size, theme):
    async with picture("operations", library(theme), size) as pilot:
        await press(pilot, "3", "3", "t", "t", "slash", "type:method:tools/call and not name:search_catalogue", "enter")
        await press(pilot, "end", "space", "down", "down", "m")


@both()
async def test_detail(picture, size, theme):
    async with picture("detail", library(theme), size) as pilot:
        await press(pilot, "3", "end", *["up"] * 8, "enter")


@both()
async def test_two_records_side_by_side(picture, size, theme):
    async with picture("compare", library(theme), size) as pilot:
        pilot.app.screen.open_record(81)
        await press(pilot, "c")


@both()
async def test_as_what_a_record_is_copied(picture, size, theme):
    async with picture("copies", library(theme), size) as pilot:
        pilot.app.screen.open_record(81)
        await press(pilot, "y")


@both((LARGE, "paper"))
async def test_handshake(picture, size, theme):
    async with picture("handshake", library(theme), size) as pilot:
        await press(pilot, "4")


@both((LARGE, "paper"))
async def test_handshake_that_fell_back(picture, size, theme):
    records = records_of("library-legacy-http")
    async with picture("handshake-legacy", app_on(ADDRESS, theme=theme, bridge=staged(records)), size) as pilot:
        await press(pilot, "4")


@both((SMALL, "paper"))
async def test_answer_form(picture, size, theme):
    async with picture("answers", busy(theme), size) as pilot:
        await press(pilot, "5", "right", "tab", "type:2026-12-04")


@both()
async def test_answer_url(picture, size, theme):
    async with picture("answers-url", busy(theme), size) as pilot:
        await press(pilot, "5", "escape", "escape", "down", "enter")


@both()
async def test_answer_sampling(picture, size, theme):
    async with picture("answers-sampling", busy(theme), size) as pilot:
        await press(pilot, "5", "escape", "escape", "down", "down", "enter")


@both()
async def test_findings(picture, size, theme):
    async with picture("findings", library(theme), size) as pilot:
        await press(pilot, "6")


@both((LARGE, "paper"))
async def test_timeline(picture, size, theme):
    app = app_on(COMMAND, theme=theme, bridge=staged(timed(), now=NOW))
    async with picture("timeline", app, size) as pilot:
        await press(pilot, "7", "p", "p", "plus", "plus", *["up"] * 9, "space")


async def test_statistics(picture):
    async with picture("statistics", app_on(COMMAND, bridge=staged(timed(), now=NOW)), SMALL) as pilot:
        await press(pilot, "7", "full_stop")


@pytest.fixture
def recordings(home, monkeypatch):
    """Recordings in the person's folder: finished, renamed and annotated, being written, and one that is none."""
    folder = home / "inspector" / "data" / "recordings"
    folder.mkdir(parents=True)
    names = {
        "library": "20261201T090000Z-alder.server-4711",
        "library-busy": "the slow loan",
        "library-legacy-http": "20261130T113000Z-127.0.0.1-8000-4712",
    }
    for name, called in names.items():
        (folder / f"{called}.jsonl").write_bytes((RECORDINGS / f"{name}.jsonl").read_bytes())
    annotate(folder / "the slow loan.jsonl", "Ask Ada why 41 took so long")
    (folder / "torn.jsonl").write_bytes(b"no recording\n")
    written = datetime(2026, 12, 1, 8, 0, tzinfo=UTC).timestamp()
    for called in ("the slow loan", "torn"):  # names that do not tell when they were begun: the file's time does
        os.utime(folder / f"{called}.jsonl", (written, written))
    created = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
    target = {"kind": "stdio", "command": ["weather-server"]}
    monkeypatch.setattr(targets, "when_begun", lambda seconds: f"1 Dec {datetime.fromtimestamp(seconds, UTC):%H:%M}")
    with record_to(folder / "20261201T093000Z-weather-4713.jsonl", target, created=created) as tapped:
        tapped([Record(1, 0.0, Opened("stdio", command=("weather-server",)))])
        yield folder


@both((SMALL, "paper"), (LARGE, "paper"))
async def test_sessions(picture, recordings, size, theme):
    async with picture("sessions", library(theme), size) as pilot:
        await press(pilot, "9")
        sessions = pilot.app.screen.sessions
        await until(pilot, lambda: sessions.rows.sessions and not sessions.busy, "the recordings")


@both()
async def test_connect(picture, home, monkeypatch, size, theme):
    monkeypatch.chdir(home)
    config = home / "servers.json"
    config.write_text(
        '{"mcpServers": {\n  "library": {"command": "sh", "args": ["alder.sh"]},\n'
        '  "weather": {"url": "https://weather.example/mcp"},\n  "broken": {"url": "https://${WEATHER_HOST}/mcp"}}}\n'
    )
    async with picture("connect", app_on(theme=theme, config=config), size) as pilot:
        await until(pilot, lambda: pilot.app.screen.connect_place.rows.total > 3, "the targets")
        await press(pilot, "type:weather.exmaple:8080/mcp")


@both((SMALL, "paper"))
async def test_death(picture, size, theme):
    async with picture("death", app_on(COMMAND, theme=theme, bridge=staged(dying())), size) as pilot:
        await until(pilot, lambda: pilot.app.screen.desk.is_dead, "the card")


@both()
async def test_death_over_http(picture, size, theme):
    app = app_on(MISSPELT, theme=theme, bridge=staged(records_of("no-such-host", whole=True)))
    async with picture("death-http", app, size) as pilot:
        await until(pilot, lambda: pilot.app.screen.desk.is_dead, "the card")


@both()
async def test_help(picture, size, theme):
    async with picture("help", library(theme), size) as pilot:
        await press(pilot, "3", "question_mark")


async def test_palette(picture):
    app = library()
    async with picture("palette", app, SMALL) as pilot:
        await press(pilot, "ctrl+p", "type:res")
        found = app.screen.query_one("CommandList")
        await until(pilot, lambda: found.option_count > 3 and found.has_class("--visible"), "what was found")
        await until(pilot, lambda: not found.has_class("--populating"), "all of it")


@both()
async def test_replay(picture, size, theme):
    recording = open_recording(RECORDINGS / "library.jsonl")
    async with picture(
        "replay", app_on(RecordingTarget(Path("library.jsonl")), theme=theme, opened=recording), size
    ) as pilot:
        await until(pilot, lambda: pilot.app.screen.model.records, "the records")
        await at_item(pilot, "reserve_book")


async def test_before_anything_came(picture):
    async with picture("empty", app_on(COMMAND, bridge=staged([])), SMALL):
        pass


async def test_first_frame(picture, monkeypatch):
    monkeypatch.setattr(InspectorApp, "open_session", lambda app, start: None)
    async with picture("first-frame", app_on(COMMAND), SMALL, session=False):
        pass


async def test_no_room(picture):
    async with picture("no-room", library(), (52, 12)):
        pass


@both((LARGE, "paper"), (SMALL, "okabe"))
async def test_twins(picture, tmp_path, size, theme, monkeypatch):
    monkeypatch.setattr(twin_work, "local", lambda moment: moment)
    text = (RECORDINGS / "library.jsonl").read_text()
    before = tmp_path / "yesterday.jsonl"
    for new, old in (
        ("renew_loan", "extend_loan"),
        ("main desk", "side door"),
        ('\\"minimum\\":-1000,', '\\"minimum\\":0,'),
    ):
        text = text.replace(new, old)
    before.write_text(text)
    file = RECORDINGS / "library.jsonl"
    app = app_on(RecordingTarget(file), theme=theme, opened=open_recording(file))
    async with picture("twins", app, size) as pilot:
        screen = pilot.app.screen
        await until(pilot, lambda: screen.model.records, "the records")
        screen.post_message(CompareSessions(before))
        await until(pilot, lambda: screen.twins.rule.content.facts and not screen.twins.running, "what differs")
        await press(pilot, "n")
