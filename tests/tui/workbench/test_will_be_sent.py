import json

import pytest

from inspector.tui.widgets.will_be_sent import WillBeSent, document_path


def message(arguments):
    params = {"name": "a", "arguments": arguments, "_meta": {"x": {"y": 1}}}
    return json.dumps({"jsonrpc": "2.0", "id": 24, "method": "tools/call", "params": params}).encode()


async def test_the_message_stands_there_exactly_with_its_size_and_id(hosted, screen_text):
    view = WillBeSent()
    async with hosted(view) as (app, pilot):
        raw = b'{"params":{"arguments":{"n":1.0}},"id":24}'
        view.show(raw, "24", note="as is")
        await pilot.pause()
        assert view.facts == "as is · 42 B · id 24" and view.view.document == raw
        assert any('"n": 1.0' in row for row in screen_text(app))


async def test_the_line_of_the_field_is_lit_and_none_where_it_is_not_sent(hosted):
    view = WillBeSent()
    async with hosted(view) as (_, pilot):
        view.show(message({"day": "x", "a/b": [1]}), "24")
        view.light("/a~1b")
        await pilot.pause()
        assert view.view.path_at_cursor == '$.params.arguments["a/b"]'
        view.light("/gone")
        assert view.view.path_at_cursor is None
        view.light("/day")
        view.show(message({"new": 1, "day": "y"}), "24")
        assert view.view.path_at_cursor == "$.params.arguments.day"


async def test_what_is_deep_is_folded_at_first(hosted, screen_text):
    view = WillBeSent()
    async with hosted(view) as (app, pilot):
        view.show(message({"list": [1, 2], "day": "x"}), "24")
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert '"list": [ … 2 items ]' in text and '"_meta": { … 1 member }' in text and '"day": "x"' in text


async def test_why_nothing_can_be_sent_is_said(hosted):
    view = WillBeSent()
    async with hosted(view) as (_, pilot):
        view.show(None, note="not JSON, line 1")
        await pilot.pause()
        assert view.facts == "not JSON, line 1"


@pytest.mark.parametrize(
    ("pointer", "path"), [("/a", "$.params.arguments.a"), ("/a b/0", '$.params.arguments["a b"][0]')]
)
def test_a_pointer_is_a_place_in_the_document(pointer, path):
    assert document_path(pointer) == path
