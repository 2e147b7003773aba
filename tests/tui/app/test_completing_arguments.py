"""The server completes the arguments of prompts and templates while one types."""

import json

import pytest

from inspector.tui.widgets.form_view import FormView
from tests.servers.stdio_driving import DISCOVER
from tests.tui.app.test_answering import scripted
from tests.tui.app.test_calling import ERAS, demo

TEMPLATE = {"uriTemplate": "a://{branch}/{day}", "name": "visits"}


def result(**members):
    return {"jsonrpc": "2.0", "id": "$id", "result": {"resultType": "complete", **members}}


def completing(*answers, capabilities=("resources", "completions")):
    """A modern server with one template, that completes with these values, one answer after the other."""
    discover = json.loads(json.dumps(DISCOVER))
    discover["reply"]["result"]["capabilities"] = {"tools": {}, **{name: {} for name in capabilities}}
    more = {"ttlMs": 0, "cacheScope": "private"}
    return [
        discover,
        {"on": "tools/list", "reply": result(tools=[], **more)},
        {"on": "resources/list", "reply": result(resources=[], **more)},
        {"on": "resources/templates/list", "reply": result(resourceTemplates=[TEMPLATE], **more)},
        {"on": "completion/complete", "sequence": list(answers)},
    ]


async def at_template(desk):
    lists = desk.screen.model.catalog.lists
    await desk.until(lambda: lists["template"].state == "complete", "the template")
    await desk.press("1", "slash", "type:a://", "enter")
    await desk.until(lambda: desk.workbench.item is not None, "the form")
    return desk.workbench.form


def asked(desk):
    return [json.loads(one)["params"] for one in desk.sent('"completion/complete"')]


@pytest.fixture
def shown(monkeypatch):
    """What the form was given."""
    found = []
    show = FormView.show_completions

    def kept(form, path, text, values, total=None, *, has_more=False):
        found.append((path, text, tuple(values), total, has_more))
        show(form, path, text, values, total, has_more=has_more)

    monkeypatch.setattr(FormView, "show_completions", kept)
    return found


@ERAS
async def test_the_demo_server_completes_what_is_typed(era, shown):
    async with demo(era) as desk:
        await desk.press("1", "slash", "type:books/{isbn}", "enter")
        await desk.until(lambda: desk.workbench.item.kind == "template", "the template")
        await desk.press("9")
        await desk.until(lambda: shown, "completions")
        path, text, values, *_ = shown[-1]
        assert (path, text) == ("/isbn", "9") and all(one.startswith("9") for one in values) and values


async def test_what_is_typed_and_the_other_arguments_are_what_the_server_is_asked_with(shown):
    answer = result(completion={"values": ["alder", "alnwick"], "total": 12, "hasMore": True})
    async with scripted(completing(answer)) as desk:
        form = await at_template(desk)
        form.load({"day": "monday", "branch": ""})
        await desk.pilot.pause()
        form.focus_field("/branch")
        await desk.press("a")
        await desk.until(lambda: shown, "completions")
        reference = {"type": "ref/resource", "uri": "a://{branch}/{day}"}
        (params,) = asked(desk)
        assert params["ref"] == reference and params["argument"] == {"name": "branch", "value": "a"}
        assert params["context"] == {"arguments": {"day": "monday"}}
        assert shown == [("/branch", "a", ("alder", "alnwick"), 12, True)]


async def test_a_server_that_does_not_declare_it_is_not_asked(shown):
    async with scripted(completing(capabilities=("resources",))) as desk:
        await at_template(desk)
        await desk.press("a", "b")
        assert asked(desk) == [] and shown == []


async def test_an_error_is_a_row_of_the_traffic_and_nothing_else(shown):
    refusal = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32603, "message": "no"}}
    async with scripted(completing(refusal)) as desk:
        await at_template(desk)
        await desk.press("a")
        await desk.until(lambda: any("32603" in row.status_text for row in rows(desk)), "the row")
        assert shown == [] and not desk.screen.app._notifications


def rows(desk):
    timeline = desk.screen.model.timeline
    return [timeline.row(record.seq) for record in desk.screen.model.records]


async def test_only_the_answer_to_what_stands_there_is_shown(shown):
    slow = {"on": "completion/complete", "times": 1, "silent_unless": "params.never"}
    answer = {"on": "completion/complete", "reply": result(completion={"values": ["abbey"]})}
    async with scripted([*completing()[:-1], slow, answer]) as desk:
        await at_template(desk)
        await desk.press("a")
        await desk.until(lambda: len(asked(desk)) == 1, "the first question")
        await desk.press("b")
        await desk.until(lambda: shown, "completions")
        assert shown == [("/branch", "ab", ("abbey",), None, False)]
        await desk.until(lambda: desk.sent('"notifications/cancelled"'), "the first one being given up")
