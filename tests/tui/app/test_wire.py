"""What goes out is shown before, at 80×24 too: the message, its headers, and what goes beside the arguments."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest

from inspector.config.target import HttpTarget
from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.result_data import Done
from inspector.wire.events import HttpRequest, Sent
from tests.servers.stdio_driving import DISCOVER, DONE, TOOLS
from tests.serving.serving_peers import listening
from tests.tui.app.staging import app_on, opened_screen, until
from tests.tui.app.test_answering import scripted
from tests.tui.app.test_calling import ERAS, Desk, all_there, demo


def notes(desk):
    return [note.text for note in desk.workbench.notes.notes]


def last_call(desk):
    """The last call as it went out."""
    return json.loads(desk.sent('"tools/call"')[-1])["params"]


async def called(desk):
    before = len(desk.sent('"tools/call"'))
    await desk.press("ctrl+r")
    await desk.until(lambda: len(desk.sent('"tools/call"')) > before, "the call")
    await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")


async def put_beside(desk, *keys):
    """Keys in the form of what goes beside the arguments, its first field being the choice of the token."""
    await desk.press("ctrl+l", *keys, "w")


@ERAS
async def test_one_key_shows_the_exact_message_that_the_call_then_sends(era):
    async with demo(era) as desk:
        await desk.open("search_catalogue", "ctrl+u", "type:homer", "ctrl+l")
        bench = desk.workbench
        assert bench.tab == "wire" and bench.sent.display and bench.sent.headers.headers == ()
        shown = bench.sent.view.document
        await called(desk)
        sent = [one.event.raw for one in desk.screen.model.records if isinstance(one.event, Sent)]
        assert shown in sent
        await desk.press("escape")
        assert bench.tab == "form"


async def test_the_same_key_leads_back_to_the_form():
    async with demo() as desk:
        await desk.open("search_catalogue", "escape", "w")
        assert desk.workbench.tab == "wire"
        await desk.press("w")
        assert desk.workbench.tab == "form" and desk.workbench.form.has_focus_within


async def test_members_of_meta_and_a_token_of_ones_own_are_shown_and_go_out():
    async with scripted([DISCOVER, TOOLS, {"on": "tools/call", "reply": DONE}]) as desk:
        bench = desk.workbench
        await desk.open("t")
        bench.beside.load({"progress token": "an integer", "its value": "7", "_meta": {"com.example/n": [1, None]}})
        await desk.press("escape", "w")
        shown = json.loads(bench.sent.view.document)["params"]["_meta"]
        assert shown["progressToken"] == 7 and shown["com.example/n"] == [1, None]
        await called(desk)
        assert last_call(desk)["_meta"] == shown
        assert notes(desk) == ["Also: _meta has com.example/n, progressToken"]


@pytest.mark.parametrize(
    ("beside", "token"),
    [
        ({"progress token": "ours"}, "inspector-"),
        ({"progress token": "none"}, None),
        ({"progress token": "a text", "its value": "7"}, "7"),
        ({"progress token": "none", "_meta": {"progressToken": "mine"}}, "mine"),
    ],
)
async def test_the_progress_token_is_ours_none_or_what_was_typed(beside, token):
    async with scripted([DISCOVER, TOOLS, {"on": "tools/call", "reply": DONE}]) as desk:
        await desk.open("t")
        desk.workbench.beside.load(beside)
        await called(desk)
        sent = last_call(desk)["_meta"].get("progressToken")
        assert sent == token or (token == "inspector-" and sent.startswith(token))


async def test_it_is_put_in_by_keyboard_and_stays_with_its_tool():
    async with demo() as desk:
        bench = desk.workbench
        await desk.open("search_catalogue", "ctrl+u", "type:homer")
        await put_beside(desk, "right")
        assert bench.beside.assembled.arguments == {"progress token": "none"}
        assert notes(desk) == ["Also: no progress token"]
        await desk.press("1", "escape")
        await desk.open("renew_loan", "escape")
        assert notes(desk) == []
        await desk.press("1", "escape")
        await desk.open("search_catalogue", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")
        assert "progressToken" not in last_call(desk)["_meta"]
    async with demo() as desk:
        await desk.open("search_catalogue", "escape")
        assert notes(desk)[-1] == "Also: no progress token" and "As last called" in notes(desk)[0]


async def test_what_is_no_integer_is_refused_and_not_sent_as_something_else(monkeypatch):
    said = []
    monkeypatch.setattr(SessionScreen, "say", lambda screen, text, *_: said.append(text))
    async with scripted([DISCOVER, TOOLS, {"on": "tools/call", "reply": DONE}]) as desk:
        await desk.open("t")
        desk.workbench.beside.load({"progress token": "an integer", "its value": "seven"})
        await desk.press("ctrl+r")
        await desk.until(lambda: said, "the reason")
        assert said == ["The progress token is no integer."]
        assert desk.sent('"tools/call"') == []


@asynccontextmanager
async def over_http(era):
    async with listening("--era", era, "--http", "0") as url, app_on(HttpTarget(url)).run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: all_there(screen), "the catalogue")
        yield Desk(pilot, screen)
        await asyncio.wait_for(pilot.app._leave(), 15)


@ERAS
async def test_the_headers_that_are_shown_are_those_that_go_out(era):
    async with over_http(era) as desk:
        bench = desk.workbench
        await desk.open("search_catalogue")
        bench.form.load({"query": "homer", "branch": "alder"})
        await desk.press("escape", "w")
        assert bench.tab == "wire"
        shown = dict(bench.sent.headers.headers)
        assert ("Mcp-Param-Branch" in shown) == (era == "modern")
        assert ("Mcp-Session-Id" in shown) == (era == "legacy")
        await called(desk)
        call = next(
            one.event.http
            for one in reversed(desk.screen.model.records)
            if isinstance(one.event, Sent) and b'"tools/call"' in one.event.raw
        )
        sent = next(
            dict(one.event.headers)
            for one in desk.screen.model.records
            if isinstance(one.event, HttpRequest) and one.event.http == call
        )
        assert shown.items() <= sent.items() and {one for one in sent if one.startswith("Mcp-")} <= shown.keys()


async def test_the_uri_that_a_template_becomes_is_shown_live():
    async with demo() as desk:
        await desk.press("1", "slash", "type:books/{isbn}", "enter")
        await desk.until(lambda: desk.workbench.item.kind == "template", "the template")
        assert notes(desk)[-1] == "library://books/"
        await desk.press("type:a/b")
        assert notes(desk)[-1] == "library://books/a%2Fb"
        await desk.press("backspace")
        assert notes(desk)[-1] == "library://books/a%2F"
