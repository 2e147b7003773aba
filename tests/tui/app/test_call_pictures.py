"""How a call looks before it is sent: the message with what goes beside the arguments, and saved calls."""

from datetime import datetime

import pytest

from inspector.config.places import places
from inspector.config.saved_calls import CallStore, SavedCall
from tests.tui.app import test_pictures as others
from tests.tui.app.staging import COMMAND, press

SMALL, LARGE = others.SMALL, others.LARGE
picture = others.picture


def save(label, arguments):
    at = datetime(2020, 3, 1, 12).timestamp()
    store = CallStore(places().state / "calls", COMMAND)
    store.put(SavedCall("tool", "reserve_book", label, arguments, at))


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_message_and_what_goes_beside_the_arguments(picture, size):
    async with picture("wire", others.library(), size) as pilot:
        await others.fill_in(pilot)
        await press(pilot, "ctrl+l", "right", "right", "down", "enter", "type:shelf-7")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_saved_calls(picture, size):
    save("", '{"isbn":"9780140449136","reader":88}')
    save("two companions", '{"isbn":"9780140449136","reader":4711,"companions":["ada","ben"]}')
    save("large print", '{"isbn":"9780199536368","reader":4711,"large_print":true}')
    async with picture("saved", others.library(), size) as pilot:
        await others.at_item(pilot, "reserve_book")
        await press(pilot, "enter", "escape", "s", "down", "down")


async def test_what_was_called_last(picture):
    save("", '{"isbn":"9780140449136","reader":88}')
    async with picture("called-last", others.library(), SMALL) as pilot:
        await others.at_item(pilot, "reserve_book")
        await press(pilot, "enter", "escape")
