"""How a message looks that is written by hand: its text, what we would have added, what is wrong with it."""

import pytest

from inspector.wire.events import Began, Decision, Sent
from tests.tui.app import test_pictures as others
from tests.tui.app.staging import ADDRESS, COMMAND, app_on, more, press, records_of, staged

SMALL, LARGE = others.SMALL, others.LARGE
picture = others.picture


async def edit_a_call(pilot):
    """The last call of the traffic, without a version."""
    await others.at_item(pilot, "reserve_book")
    await press(pilot, "3", "home", "slash", "type:method:tools/call", "enter", "home", "e", "escape")
    composer = pilot.app.screen.desk.workbench.composer
    composer.list.move_to(2)
    await press(pilot, "space")


@pytest.mark.parametrize(("size", "theme"), [(SMALL, "ink"), (SMALL, "paper"), (LARGE, "ink"), (LARGE, "paper")])
async def test_a_call_that_is_edited_and_sent_again(picture, size, theme):
    async with picture("compose", others.library(theme), size) as pilot:
        await edit_a_call(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_usual_wrong_messages(picture, size):
    async with picture("compose-templates", others.library(), size) as pilot:
        await others.at_item(pilot, "reserve_book")
        await press(pilot, "2")
        pilot.app.screen.desk.workbench.turn_to("templates")
        pilot.app.screen.desk.workbench.focus()
        await press(pilot, "down")


async def test_headers_that_are_changed(picture):
    app = app_on(ADDRESS, theme="ink", bridge=staged(records_of("library-legacy-http")))
    async with picture("compose-http", app, LARGE) as pilot:
        await press(pilot, "2")
        bench = pilot.app.screen.desk.workbench
        bench.turn_to("templates")
        bench.focus()
        bench.composer.templates.select(lambda one: one.name == "version-mismatch")
        await press(pilot, "enter", "escape")


async def test_what_no_answer_can_name(picture):
    why = Decision(
        "send", "what you wrote", "sent; no answer can be matched", "id is null", "", "nothing came", "", 1500.0, (), 90
    )
    raw = b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}'
    records = more(records_of("library"), (5.0, Began(90, "tools/list")), (0.001, Sent(raw, op=90)), (1.5, why))
    app = app_on(COMMAND, theme="ink", bridge=staged(records, now=300.0))
    async with picture("compose-unmatched", app, SMALL) as pilot:
        await others.at_item(pilot, "reserve_book")
        await press(pilot, "2")
        bench = pilot.app.screen.desk.workbench
        bench.turn_to("raw")
        bench.went_out(90)
        pilot.app.screen.desk.show_outcome()
        bench.result.take_focus()
