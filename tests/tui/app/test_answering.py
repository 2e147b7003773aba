"""Answering by keyboard alone at 80×24, against servers in child processes: what they get is what was meant."""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

import pytest

from inspector.client.sampling_command import SamplingCommand
from inspector.config.target import StdioTarget
from inspector.tui.widgets.result_data import Done, Ended, Running
from inspector.wire.events import Decision
from tests.headless.running import SCRIPTED
from tests.servers.stdio_driving import DISCOVER
from tests.tui.app.staging import app_on, opened_screen, until
from tests.tui.app.test_calling import Desk, demo

FORM = {
    "method": "elicitation/create",
    "params": {
        "mode": "form",
        "message": "Where to pick up?",
        "requestedSchema": {
            "type": "object",
            "required": ["day"],
            "properties": {
                "branch": {"type": "string", "enum": ["alder", "harbour"]},
                "day": {"type": "string", "format": "date"},
            },
        },
    },
}
MODEL = {
    "method": "sampling/createMessage",
    "params": {
        "messages": [{"role": "user", "content": {"type": "text", "text": "Write a note for the shelf."}}],
        "maxTokens": 100,
    },
}
TWO_ROUNDS = [
    DISCOVER,
    {
        "on": "tools/list",
        "reply": {
            "jsonrpc": "2.0",
            "id": "$id",
            "result": {
                "resultType": "complete",
                "tools": [{"name": "reserve_book", "inputSchema": {"type": "object"}}],
                "ttlMs": 0,
                "cacheScope": "private",
            },
        },
    },
    {
        "on": "tools/call",
        "sequence": [
            {"jsonrpc": "2.0", "id": "$id", "result": result}
            for result in (
                {"resultType": "input_required", "inputRequests": {"pickup": FORM}, "requestState": "one"},
                {"resultType": "input_required", "inputRequests": {"note": MODEL}, "requestState": "two"},
                {"resultType": "complete", "content": [{"type": "text", "text": "Reserved."}]},
            )
        ],
    },
]


@asynccontextmanager
async def scripted(rules, **start):
    """The app on a server that follows its rules, with its tools there."""
    app = app_on(StdioTarget((sys.executable, str(SCRIPTED), json.dumps(rules))), **start)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["tool"].state == "complete", "the tools")
        yield Desk(pilot, screen)
        await asyncio.wait_for(app._leave(), 15)


def responses(desk):
    """The `inputResponses` of the retries."""
    messages = [json.loads(one) for one in desk.sent('"inputResponses"')]
    return [message["params"]["inputResponses"] for message in messages]


async def test_two_rounds_of_a_form_and_a_sampling_are_answered():
    async with scripted(TWO_ROUNDS) as desk:
        await desk.open("reserve_book", "ctrl+r")
        await desk.until(desk.waiting, "the form")
        await desk.until(lambda: isinstance(desk.outcome, Running) and desk.outcome.question, "the question")
        await desk.press("enter")
        assert desk.screen.here == "answers"
        await desk.press("type:2026-12-04", "ctrl+r")
        await desk.until(lambda: len(desk.screen.answers.asked.states) == 2 and desk.waiting(), "the sampling")
        await desk.press("5", "type:New on the shelf", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert desk.outcome.rounds == 3 and b"Reserved." in desk.outcome.raw
        said = {
            "role": "assistant",
            "content": {"type": "text", "text": "New on the shelf"},
            "model": "human",
            "stopReason": "endTurn",
        }
        form = {"action": "accept", "content": {"day": "2026-12-04"}}
        assert responses(desk) == [{"pickup": form}, {"note": said}]
        assert [state.round for state in desk.screen.answers.asked.states] == [1, 2]


async def test_what_the_command_of_the_person_prepares_is_shown_before_it_goes():
    prepared = {"role": "assistant", "content": {"type": "text", "text": "By command"}, "model": "m"}
    words = (sys.executable, "-c", f"print({json.dumps(prepared)!r})")
    rules = [*TWO_ROUNDS[:2], {**TWO_ROUNDS[2], "sequence": TWO_ROUNDS[2]["sequence"][1:]}]
    async with scripted(rules, command=SamplingCommand(words)) as desk:
        await desk.open("reserve_book", "ctrl+r")
        await desk.until(desk.waiting, "the sampling")
        await desk.press("5", "escape", "c")
        await desk.until(lambda: "By command" in desk.screen.answers.goes_back, "what the command wrote")
        assert not responses(desk)
        await desk.press("ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert responses(desk) == [{"note": prepared}]


async def test_that_the_command_failed_is_said_and_the_question_waits_on():
    rules = [*TWO_ROUNDS[:2], {**TWO_ROUNDS[2], "sequence": TWO_ROUNDS[2]["sequence"][1:]}]
    async with scripted(rules, command=SamplingCommand((sys.executable, "-c", "exit(4)"))) as desk:
        await desk.open("reserve_book", "ctrl+r")
        await desk.until(desk.waiting, "the sampling")
        await desk.press("5", "escape", "c")
        await desk.until(lambda: "exited with code 4" in desk.screen.key_line.note, "that it failed")
        assert desk.waiting()


@pytest.mark.parametrize(("key", "action"), [("d", "decline"), ("x", "cancel")])
async def test_a_url_question_is_refused_and_nothing_is_opened(monkeypatch, key, action):
    opened = []
    monkeypatch.setattr("inspector.tui.screens.answers_place.open_page", lambda *told: opened.append(told))
    async with demo("modern") as desk:
        await desk.open("pay_fine", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("5", key)
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert b"Nothing was paid" in desk.outcome.raw
        assert responses(desk) == [{"payment": {"action": action}}]
        assert opened == []


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize(("key", "sent"), [("ctrl+r", 1), ("d", 0)])
async def test_a_call_that_is_not_approved_is_not_sent(era, key, sent):
    async with demo(era) as desk:
        await desk.press("1", "P", "P")
        await desk.open("renew_loan", "type:4711", "tab", "type:9780140449136", "ctrl+r", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        assert desk.sent('"tools/call"') == []
        await desk.press("5")
        assert desk.screen.answers.chosen.question.is_approval
        await desk.press(key)
        await desk.until(lambda: isinstance(desk.outcome, Done | Ended), "an end")
        assert len(desk.sent('"tools/call"')) == sent
        assert isinstance(desk.outcome, Done) == bool(sent)


async def test_what_is_read_only_needs_no_yes():
    async with demo("modern") as desk:
        await desk.press("1", "P", "P")
        await desk.open("search_catalogue", "type:idiot", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")


@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_a_rule_made_from_an_answer_answers_the_next_time_and_can_be_switched_off(era):
    async with demo(era) as desk:
        await desk.open("reserve_book", "type:9780140449136", "tab", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("5", "right", "tab", "type:2026-12-04", "escape", "s", "enter")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        before = desk.outcome.raw
        await desk.press("ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done) and desk.outcome.raw != before, "another answer")
        assert len(desk.screen.answers.asked.states) == 1
        answers = desk.screen.answers
        await desk.press("5")
        assert [state.answer.by for state in answers.desk.known.states] == ["rule", "person"]
        await desk.press("full_stop")
        [rule] = answers.bridge_desk.rules
        assert rule.used == 1 and rule.on
        await desk.press("space", "escape", "escape")
        assert not answers.bridge_desk.rules[0].on
        await desk.press("ctrl+r")
        await desk.until(desk.waiting, "the question once more")


async def test_the_answer_that_was_given_can_be_made_a_rule_and_the_rule_removed_and_brought_back():
    async with demo("modern") as desk:
        await desk.open("pay_fine", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("5", "d")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer")
        answers = desk.screen.answers
        await desk.press("5", "enter", "s", "right", "enter", "full_stop")
        await desk.until(lambda: answers.bridge_desk.rules, "the rule")
        [rule] = answers.bridge_desk.rules
        assert rule.scope == "server" and rule.rule.answer == {"action": "decline"}
        await desk.press("delete")
        assert answers.bridge_desk.rules == ()
        await desk.press("u")
        assert [one.rule for one in answers.bridge_desk.rules] == [rule.rule]


@pytest.mark.parametrize(("era", "told"), [("legacy", 1), ("modern", 0)])
async def test_a_root_is_added_and_changed_and_a_legacy_server_is_told(era, told):
    async with demo(era) as desk:
        answers = desk.screen.answers
        await desk.press("5", "comma", "comma", "a", "type:/tmp", "enter")
        await desk.until(lambda: len(desk.sent("roots/list_changed")) == told, "the notification")
        assert answers.bridge_desk.roots == ("/tmp",)
        await desk.press("enter", "end", "type:/a", "enter")
        assert answers.bridge_desk.roots == ("/tmp/a",)
        await desk.press("delete")
        assert answers.bridge_desk.roots == ()
        await desk.press("u")
        assert answers.bridge_desk.roots == ("/tmp/a",)
        decisions = [one.event for one in desk.screen.model.records if isinstance(one.event, Decision)]
        assert any(one.topic == "roots" for one in decisions)
        await desk.until(lambda: answers.roots.told is not None, "what was told")


async def test_a_capability_that_is_switched_off_needs_a_new_handshake_on_legacy():
    async with demo("legacy") as desk:
        answers = desk.screen.answers
        await desk.press("5", "comma", "down", "space")
        assert answers.bridge_desk.switches["elicitation"] is False
        assert answers.bridge_desk.needs_reconnect
        assert any("new handshake" in text for fact in answers.switches.panel.content.facts for text, _ in fact.spans)
        await desk.press("R")
        await desk.until(lambda: len(desk.sent('"initialize"')) == 2, "the handshake")
        declared = json.loads(desk.sent('"initialize"')[-1])["params"]["capabilities"]
        assert "elicitation" not in declared and "sampling" in declared
        await desk.until(lambda: not answers.bridge_desk.needs_reconnect, "the connection")


async def test_browsing_goes_on_while_a_question_waits_and_everything_says_that_it_does():
    async with demo("modern") as desk:
        await desk.open("pay_fine", "type:4711", "ctrl+r")
        await desk.until(desk.waiting, "the question")
        await desk.press("1", "escape")
        await desk.open("search_catalogue", "type:idiot", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "another call meanwhile")
        assert "⚑1" in desk.screen.app.title
        assert desk.waiting() == 1


async def test_who_is_done_with_the_page_of_an_error_has_the_call_sent_again_without_news():
    page = {"mode": "url", "elicitationId": "e1", "url": "https://as.example/x", "message": "Log in first."}
    error = {"code": -32042, "message": "log in", "data": {"elicitations": [page]}}
    done = {"content": [{"type": "text", "text": "Reserved."}]}
    tools = {"tools": [{"name": "reserve_book", "inputSchema": {"type": "object"}}]}
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "pages", "version": "1"},
    }
    answer = {"jsonrpc": "2.0", "id": "$id"}
    rules = [
        {"on": "server/discover", "reply": {**answer, "error": {"code": -32601, "message": "no such method"}}},
        {"on": "initialize", "reply": {**answer, "result": hello}},
        {"on": "tools/list", "reply": {**answer, "result": tools}},
        {"on": "tools/call", "times": 1, "reply": {**answer, "error": error}},
        {"on": "tools/call", "reply": {**answer, "result": done}},
    ]
    async with scripted(rules) as desk:
        await desk.open("reserve_book", "ctrl+r")
        await desk.until(desk.waiting, "the page")
        await desk.press("5", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "the answer of the server")
        assert b"Reserved." in desk.outcome.raw and len(desk.sent('"tools/call"')) == 2
