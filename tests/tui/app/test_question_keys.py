"""The keys to a question and back where form and result stand side by side: those that work with the present focus."""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

import pytest

from inspector.config.target import StdioTarget
from inspector.tui.widgets.result_data import Done, Running
from tests.headless.running import SCRIPTED
from tests.servers.stdio_driving import DISCOVER
from tests.tui.app.staging import app_on, opened_screen, until
from tests.tui.app.test_answering import FORM
from tests.tui.app.test_calling import Desk

TOOL = {
    "name": "reserve_book",
    "inputSchema": {"type": "object", "properties": {"note": {"type": "string"}, "copies": {"type": "boolean"}}},
}
RULES = [
    DISCOVER,
    {
        "on": "tools/list",
        "reply": {
            "jsonrpc": "2.0",
            "id": "$id",
            "result": {"resultType": "complete", "tools": [TOOL], "ttlMs": 0, "cacheScope": "private"},
        },
    },
    {
        "on": "tools/call",
        "sequence": [
            {"jsonrpc": "2.0", "id": "$id", "result": result}
            for result in (
                {"resultType": "input_required", "inputRequests": {"pickup": FORM}, "requestState": "one"},
                {"resultType": "complete", "content": [{"type": "text", "text": "Reserved."}]},
            )
        ],
    },
]


@asynccontextmanager
async def asking(size):
    """The session in which a call was sent from a text field, and the server asks."""
    app = app_on(StdioTarget((sys.executable, str(SCRIPTED), json.dumps(RULES))))
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["tool"].state == "complete", "the tools")
        desk = Desk(pilot, screen)
        await desk.open("reserve_book", "type:n", "ctrl+r")
        await desk.until(desk.waiting, "the form")
        await desk.until(lambda: isinstance(desk.outcome, Running) and desk.outcome.question, "the question")
        yield desk
        await asyncio.wait_for(app._leave(), 15)


def keys(desk):
    return [f"{key.shown} {key.does}" for key in desk.screen.key_line.keys]


@pytest.mark.parametrize("size", [(120, 40), (140, 45)])
async def test_the_key_that_leads_to_the_question_is_that_of_the_present_focus(size):
    async with asking(size) as desk:
        result = desk.screen.desk.workbench.result
        await desk.until(lambda: "Esc, then 5 answers" in result.head, "the way from a text field")
        await desk.until(lambda: "Esc then 5 answers" in keys(desk), "the same in the key line")
        await desk.press("escape")
        await desk.until(lambda: "5 answers" in keys(desk), "the key of the rows")
        await desk.until(
            lambda: "5 answers" in result.head and "Esc, then" not in result.head, "the same in the result"
        )
        result.take_focus()
        await desk.until(lambda: "Enter answers" in result.head, "the key of the result")
        assert "Enter answers" in keys(desk)
        await desk.press("enter")
        assert desk.screen.here == "answers"


@pytest.mark.parametrize("size", [(120, 40), (140, 45)])
async def test_after_the_answer_a_digit_is_a_command_and_types_nothing(size):
    async with asking(size) as desk:
        await desk.press("escape", "5", "type:2026-12-04", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert desk.screen.here == "desk"
        before = desk.screen.desk.workbench.form.draft
        await desk.press("1")
        assert desk.screen.desk.focused_pane == "catalogue"
        assert desk.screen.desk.workbench.form.draft == before
