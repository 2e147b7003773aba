"""The list of tools comes anew while a form is filled in (LIST-18): nothing typed is lost, and the form says so."""

import pytest

from inspector.tui.widgets.result_data import Done
from tests.servers.stdio_driving import DONE, NO_DISCOVER
from tests.tui.app.test_answering import scripted

A = {"name": "a", "inputSchema": {"type": "object"}}
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def b(required=(), **properties):
    return {"name": "b", "inputSchema": {"type": "object", "properties": properties, "required": list(required)}}


def changing(*after):
    """A legacy server with the tools a and b, that has others after each ping, and says so."""
    before = [A, b(note=TEXT, old=TEXT)]
    lists = [{"jsonrpc": "2.0", "id": "$id", "result": {"tools": list(tools)}} for tools in (before, *after)]
    result = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": {"name": "s", "version": "1"},
    }
    return [
        NO_DISCOVER,
        {"on": "initialize", "reply": {"jsonrpc": "2.0", "id": "$id", "result": result}},
        {"on": "tools/list", "sequence": lists},
        {
            "on": "ping",
            "notifications": [{"method": "notifications/tools/list_changed"}],
            "reply": {"jsonrpc": "2.0", "id": "$id", "result": {}},
        },
        {"on": "tools/call", "reply": DONE},
    ]


async def typed_into_b(desk):
    """b is open, and `mine` typed into its first field, where the cursor stands before the last letter."""
    await desk.open("b", "type:mine")
    await desk.press("left")
    return desk.workbench


async def list_comes_anew(desk):
    before = desk.screen.model.catalog.version
    lists = len(desk.sent('"tools/list"'))
    desk.screen.bridge.call("ping", {}, "ping")
    await desk.until(lambda: len(desk.sent('"tools/list"')) > lists, "the list being asked for")
    await desk.until(
        lambda: (
            desk.screen.model.catalog.version != before and desk.screen.model.catalog.lists["tool"].state == "complete"
        ),
        "the other list",
    )
    await desk.pilot.pause()


def said(desk):
    return "\n".join(note.text for note in desk.workbench.notes.notes)


async def test_a_schema_that_changed_is_said_before_sending_and_what_was_typed_and_chosen_stays():
    after = [b(["size"], note=TEXT, size=NUMBER), A]
    async with scripted(changing(after)) as desk:
        bench = await typed_into_b(desk)
        await list_comes_anew(desk)
        assert "Its schema has changed" in said(desk)
        assert "now required: size" in said(desk) and "gone: old" in said(desk)
        assert bench.key.wire == desk.screen.desk.catalogue.selected.wire == "b"
        assert bench.form.assembled.arguments == {"note": "mine"}
        # The keyboard is still in the field, at its end.
        await desk.press("type:!")
        assert bench.form.assembled.arguments == {"note": "mine!"}
        await desk.press("ctrl+r")
        assert desk.sent('"tools/call"') == [] and bench.form.path == "/size"
        await desk.press("type:5", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")
        assert '"arguments":{"note":"mine!","size":5}' in desk.sent('"tools/call"')[0]
        assert said(desk) == ""


async def test_a_tool_that_is_gone_says_so_keeps_its_form_and_can_be_sent_all_the_same():
    async with scripted(changing([A], [A, b(note=TEXT, old=TEXT)])) as desk:
        bench = await typed_into_b(desk)
        await list_comes_anew(desk)
        assert "b is not in the list any more" in said(desk)
        assert bench.form.buttons.main.label == "Send anyway"
        assert bench.form.assembled.arguments == {"note": "mine"}
        await desk.press("ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")
        assert '"name":"b","arguments":{"note":"mine"}' in desk.sent('"tools/call"')[0]
        await list_comes_anew(desk)
        assert said(desk) == "" and bench.form.buttons.main.label == "Call"


@pytest.mark.parametrize("other", [[b(note=TEXT, old=TEXT), A], [{**b(note=TEXT, old=TEXT), "title": "New"}, A]])
async def test_another_order_or_title_is_no_change_of_the_form(other):
    async with scripted(changing(other)) as desk:
        bench = await typed_into_b(desk)
        await list_comes_anew(desk)
        assert said(desk) == "" and bench.key.wire == desk.screen.desk.catalogue.selected.wire == "b"
        # Not even the cursor in the field has moved.
        await desk.press("type:!")
        assert bench.form.assembled.arguments == {"note": "min!e"}


async def test_what_is_typed_as_json_stays_in_the_editor():
    async with scripted(changing([b(["size"], note=TEXT, size=NUMBER), A])) as desk:
        bench = await typed_into_b(desk)
        await desk.press("escape", "t")
        assert bench.tab == "json"
        await list_comes_anew(desk)
        assert bench.tab == "json" and "mine" in bench.form.editor.text and "Its schema has changed" in said(desk)
