"""The demo server in a child process, by keyboard alone at 80×24: call, answer, cancel, die, restart, quit."""

import asyncio
import os
import signal
from contextlib import asynccontextmanager

import pytest

from inspector.config.target import DemoTarget
from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.result_data import Done, Ended, Running
from inspector.wire import events
from tests.tui.app.staging import app_on, opened_screen, press, until

ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])


class Desk:
    """What a person at the keyboard sees of the desk."""

    def __init__(self, pilot, screen):
        self.pilot, self.screen = pilot, screen

    @property
    def workbench(self):
        return self.screen.desk.workbench

    @property
    def outcome(self):
        return self.workbench.result.outcome

    async def press(self, *keys):
        await press(self.pilot, *keys)

    async def until(self, condition, what=""):
        await until(self.pilot, condition, what)

    async def open(self, tool, *keys):
        """A tool, found by its name, with the cursor in its form."""
        await self.press("1", "slash", f"type:{tool}", "enter")
        await self.until(lambda: self.workbench.key and self.workbench.key.wire == tool, tool)
        await self.press(*keys)

    def sent(self, text):
        """The messages of ours with a text in them."""
        return [
            one.event.raw.decode()
            for one in self.screen.model.records
            if isinstance(one.event, events.Sent) and text in one.event.raw.decode()
        ]

    def waiting(self):
        return self.screen.answers.waiting


def all_there(screen):
    """Whether every list has come."""
    return all(one.state == "complete" for one in screen.model.catalog.lists.values())


@asynccontextmanager
async def demo(era="dual", size=(80, 24)):
    """The app on the demo server, when the catalogue is there."""
    app = app_on(DemoTarget(era))
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: all_there(screen), "the catalogue")
        yield Desk(pilot, screen)
        await asyncio.wait_for(app._leave(), 15)


@ERAS
async def test_the_first_tool_is_called_with_fewer_than_ten_keys_at_the_command(era):
    async with demo(era) as desk:
        await desk.press("enter", *"idiot", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")
        assert desk.workbench.tab == "result"
        assert "Idiot" in desk.outcome.raw.decode()
        await desk.press("escape")
        assert desk.workbench.tab == "form"


@ERAS
@pytest.mark.parametrize(("key", "action"), [("ctrl+r", "accept"), ("d", "decline"), ("x", "cancel")])
async def test_a_question_is_answered_with_the_action_that_was_chosen(era, key, action):
    async with demo(era) as desk:
        await desk.open("reserve_book", "type:9780140449136", "tab", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        assert desk.screen.here == "desk"
        assert isinstance(desk.outcome, Running)
        await desk.until(lambda: desk.outcome.question, "the question in the result")
        await desk.press("enter")
        assert desk.screen.here == "answers"
        await desk.press("right", "tab", "type:2026-12-04", "escape", key)
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert desk.screen.here == "desk"
        assert not desk.waiting()
        said = desk.sent(f'"action":"{action}"') + desk.sent(f'"action": "{action}"')
        assert len(said) == 1
        assert ("2026-12-04" in said[0]) == (action == "accept")


async def test_a_url_is_opened_only_when_the_person_says_so(monkeypatch):
    opened = []
    monkeypatch.setattr("inspector.tui.screens.answers_place.open_page", lambda url, *_: opened.append(url))
    async with demo("modern") as desk:
        await desk.open("pay_fine", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("5")
        assert opened == []
        await desk.press("enter")
        assert opened == []
        await desk.press("enter")
        await desk.until(lambda: opened, "the browser")
        assert opened[0].startswith("https://pay.library.example/")
        await desk.press("ctrl+r")
        await desk.until(lambda: not desk.waiting(), "the answer")


async def test_a_sampling_request_is_answered_with_what_was_typed():
    async with demo("modern") as desk:
        await desk.open("ask_librarian", "enter", "type:Like The Idiot", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("5", "type:Read Demons.", "ctrl+r")
        await desk.until(lambda: desk.sent("Read Demons."), "the text of the model")


@ERAS
@pytest.mark.parametrize("key", ["x", "ctrl+c"])
async def test_a_running_call_is_cancelled_and_the_server_is_told(era, key):
    async with demo(era) as desk:
        await desk.open("recount_shelf", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Running) and desk.outcome.progress, "progress")
        await desk.press(key)
        await desk.until(lambda: isinstance(desk.outcome, Ended), "the end of the call")
        assert desk.outcome.by_us
        assert desk.sent("notifications/cancelled")


async def test_control_c_without_a_call_says_how_to_quit():
    async with demo() as desk:
        await desk.press("ctrl+c")
        assert desk.screen.key_line.note == "Ctrl+Q quits."


@asynccontextmanager
async def killed(era="modern"):
    """The demo server, killed while a call waits."""
    async with demo(era) as desk:
        await desk.open("recount_shelf", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Running) and desk.outcome.progress, "progress")
        before = len(desk.screen.model.records)
        pid = next(one.event.pid for one in desk.screen.model.records if isinstance(one.event, events.Opened))
        os.kill(pid, signal.SIGKILL)
        await desk.until(lambda: desk.screen.desk.is_dead, "the card")
        yield desk, before


async def test_a_killed_server_leaves_a_card_and_every_row():
    async with killed() as (desk, before):
        page = desk.screen.desk.death.page
        assert "signal 9" in desk.screen.status.facts.word
        assert desk.screen.desk.death.rule.content.title
        assert page.death.repeats
        assert len(desk.screen.model.records) > before
        assert len(desk.screen.desk.traffic.list._rows) > 10


async def test_the_card_restarts_the_server_and_everything_stays():
    async with killed() as (desk, before):
        await desk.press("R")
        await desk.until(lambda: desk.screen.bridge.agreed and not desk.screen.desk.is_dead, "the new server")
        assert len(desk.screen.model.session.handshakes) == 2
        assert len(desk.screen.model.records) > before


async def test_the_card_restarts_the_server_and_repeats_the_call():
    async with killed() as (desk, _):
        await desk.press("2", "r")
        await desk.until(lambda: len(desk.sent('"tools/call"')) == 2, "the same call")
        await desk.until(lambda: isinstance(desk.outcome, Running) and desk.outcome.progress, "its progress")


async def test_other_modes_are_other_attempts_beside_the_first():
    async with demo() as desk:
        handshakes = desk.screen.model.session.handshakes
        for key, era in (("L", "legacy"), ("M", "modern"), ("A", "modern")):
            before = len(handshakes)
            await desk.press("escape", key)
            await desk.until(lambda many=before: len(handshakes) > many and desk.screen.bridge.agreed, key)
            assert desk.screen.bridge.agreed.era == era
            await desk.until(lambda: desk.screen.status.facts.state == "connected", "the state")
        await desk.press("4")
        assert [one.mode for one in desk.screen.handshake.page.attempts] == ["auto", "legacy", "modern", "auto"]
        assert desk.screen.handshake.page.attempts[1].era == "legacy"


async def test_quitting_with_an_open_call_asks_once():
    async with demo() as desk:
        await desk.open("recount_shelf", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Running), "the call")
        await desk.press("ctrl+q")
        assert desk.screen.key_line.note == "1 call is open. Ctrl+Q again quits; they are cancelled."
        assert desk.screen.is_running
        await desk.press("ctrl+q")
        await desk.until(lambda: desk.pilot.app._exit, "the end")


async def test_escape_never_quits_and_says_how():
    async with demo() as desk:
        await desk.press(*["escape"] * 5)
        assert not desk.pilot.app._exit
        assert desk.screen.key_line.note == "Ctrl+Q quits."


async def test_a_question_steals_neither_the_focus_nor_the_place():
    async with demo() as desk:
        await desk.open("reserve_book", "type:9780140449136", "tab", "type:4711", "ctrl+r")
        await desk.press("1", "down")
        focused = desk.screen.focused
        await desk.until(desk.waiting, "the question")
        assert desk.screen.focused is focused
        assert desk.screen.here == "desk"
        assert desk.screen.places.places[2].badges == (("⚑1", "waiting"),)


async def test_what_the_schema_does_not_allow_is_pointed_at_and_sent_only_when_insisted_on():
    async with demo() as desk:
        await desk.open("reserve_book", "type:978", "ctrl+r")
        await desk.pilot.pause()
        assert desk.sent('"tools/call"') == []
        await desk.press("escape", "exclamation_mark")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        assert '"isbn":"978"' in desk.sent('"tools/call"')[0]


async def test_a_call_that_is_copied_as_a_command_runs_as_it_stands():
    async with demo() as desk:
        copied = []
        desk.pilot.app.copy_to_clipboard = copied.append
        await desk.open("search_catalogue", "type:it's", "escape", "y", "i")
        arguments = """'{"query":"it'"'"'s","sort":"catalogue","limit":10}'"""
        assert copied == [f"inspector call search_catalogue --arguments {arguments} --demo"]


async def test_leaving_ends_the_server():
    app = app_on(DemoTarget())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        assert isinstance(screen, SessionScreen)
        await until(pilot, lambda: screen.bridge.agreed, "the server")
        pid = next(one.event.pid for one in screen.model.records if isinstance(one.event, events.Opened))
        await press(pilot, "ctrl+q")
        await until(pilot, lambda: app._exit, "the end")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
