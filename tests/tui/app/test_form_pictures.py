"""How nested arguments look: a level of the form, beside the message that would be sent where there is room."""

import json
from dataclasses import replace

import pytest

from inspector.wire.events import Received
from tests.tui.app.staging import COMMAND, app_on, press, records_of, staged
from tests.tui.app.test_pictures import LARGE, SMALL, at_item, both, picture

__all__ = ["picture"]

CONTACT = {
    "description": "How to reach them on the day.",
    "oneOf": [
        {
            "title": "by letter",
            "type": "object",
            "required": ["kind", "address"],
            "properties": {
                "kind": {"const": "email"},
                "address": {"type": "string", "format": "email", "description": "Where the letter goes."},
                "languages": {"type": "array", "items": {"enum": ["en", "cy", "ga"]}},
            },
        },
        {
            "title": "by telephone",
            "type": "object",
            "required": ["kind", "number"],
            "properties": {"kind": {"const": "phone"}, "number": {"type": "string"}},
        },
    ],
}
COMPANION = {
    "type": "object",
    "required": ["name", "contact"],
    "properties": {
        "name": {"type": "string", "description": "As on the reader’s card."},
        "age": {"type": "integer", "minimum": 0},
        "carries": {"type": "boolean", "description": "Can carry the books."},
        "contact": CONTACT,
        "notes": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}


def with_contacts(record):
    """The record, with more to say of a companion where it lists the tools."""
    event = record.event
    if not isinstance(event, Received) or b'"inputSchema"' not in event.raw:
        return record
    message = json.loads(event.raw)
    for tool in message["result"]["tools"]:
        if tool["name"] == "reserve_book":
            tool["inputSchema"]["properties"]["companions"]["items"] = COMPANION
    return replace(record, event=replace(event, raw=json.dumps(message).encode()))


@pytest.fixture
def nested():
    """The library whose tool takes companions that can be reached in one of two ways."""
    return app_on(COMMAND, bridge=staged([with_contacts(one) for one in records_of("library")], now=226.5))


async def companions(pilot):
    """Two companions, put in by keys alone; the keyboard is in the contact of the second."""
    await at_item(pilot, "reserve_book")
    await press(pilot, "enter", "type:9780140449136", "tab", "type:4711", *["tab"] * 7, "enter")
    await press(pilot, "enter", "type:Ann Idris", "tab", "type:34", "tab", "space", "tab", "enter")
    await press(pilot, "right", "tab", "tab", "type:ann.idris", *["tab"] * 3)
    await press(pilot, "enter", "type:Bo", *["tab"] * 3, "enter", "right", "right", "tab", "tab", "type:01632 96")


@both()
async def test_form_nested(picture, nested, size, theme):
    async with picture("form-nested", nested, size) as pilot:
        await companions(pilot)
        form = pilot.app.screen.desk.workbench.form
        assert form.path == "/companions/1/contact/number"
        assert form.assembled.arguments["companions"] == [
            {"name": "Ann Idris", "age": 34, "carries": True, "contact": {"kind": "email", "address": "ann.idris"}},
            {"name": "Bo", "contact": {"kind": "phone", "number": "01632 96"}},
        ]


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 15)])
async def test_form_items(picture, nested, size):
    async with picture("form-items", nested, size) as pilot:
        await companions(pilot)
        await press(pilot, "escape", "escape", "escape")
        assert pilot.app.screen.desk.workbench.form.path == "/companions/1"
