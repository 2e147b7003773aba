"""`i`: all that a server says of an item, whole and at any size."""

import pytest

from inspector.analysis.items import items_of
from inspector.tui.widgets.item_page import ItemScreen
from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged, until

LONG = " ".join(f"word{number}" for number in range(600))
ODD = {
    "name": "odd",
    "description": f"Begins here. \x1b[31m[b]{LONG}",
    "annotations": {"title": "An odd one", "readOnlyHint": False, "idempotentHint": True, "openWorldHint": True},
    "inputSchema": {
        "type": "object",
        "properties": {"query": {"type": "string", "minLength": 3, "description": f"Looks for {LONG}."}},
        "required": ["query"],
    },
}


@pytest.fixture
def app():
    return app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))


async def desk_of(pilot):
    screen = await opened_screen(pilot)
    await until(pilot, lambda: screen.desk.workbench.item is not None, "an item")
    return screen


def words(page):
    return " ".join(" ".join(line.strip.text for line in page.page).split())


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_nothing_of_it_is_cut_and_nothing_acts_as_markup(app, size):
    async with app.run_test(size=size) as pilot:
        await desk_of(pilot)
        (item,) = items_of("tool", [ODD])
        await app.push_screen(ItemScreen(item))
        await pilot.pause()
        page = app.screen.page
        told = words(page)
        assert told.count(LONG) == 2
        assert "\x1b" not in told and "[b]word0" in told
        for part in ("readOnlyHint false", "idempotentHint true", "openWorldHint true", "An odd one"):
            assert part in told
        assert "query* string · at least 3 characters" in told
        await until(pilot, lambda: "more below · PgDn" in app.screen.rule.render_line(0).text, "how much is below")
        for _ in range(page.line_count):
            await press(pilot, "pagedown")
            if not page.below:
                break
        assert page.below == 0
        assert "more below" not in app.screen.rule.render_line(0).text


@pytest.mark.parametrize(("pane", "back"), [("1", "escape"), ("1", "i"), ("2", "q")])
async def test_the_key_opens_it_and_leads_back_and_the_help_names_it(app, pane, back):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, *(["2", "escape"] if pane == "2" else []))
        before = screen.focused
        await press(pilot, "i")
        await until(pilot, lambda: isinstance(app.screen, ItemScreen) and app.screen.page.line_count, "the page")
        assert screen.desk.workbench.item.description in words(app.screen.page)
        await press(pilot, back)
        await until(pilot, lambda: app.screen is screen, "the way back")
        assert screen.focused is before
        await press(pilot, "question_mark")
        assert ("i", "whole description") in screen.help.groups[0].keys


async def test_while_one_types_it_is_a_letter(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "slash", "type:i")
        assert app.screen is screen
        assert screen.focused.value == "i"
