"""The palette: what a query finds, in which order, and what Enter does with the first of it."""

import pytest

from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, search_palette, staged, until


@pytest.fixture
def app():
    return app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))


async def found(pilot, query):
    """The words of what a query finds, the best first."""
    palette = await search_palette(pilot, query)
    options = palette.query_one("CommandList")
    return [options.get_option_at_index(at).hit.text for at in range(options.option_count)]


@pytest.mark.parametrize("query", ["reserve_book", "reserve", "Reserve_B"])
async def test_the_name_of_an_item_opens_it_and_calls_nothing(app, query):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.catalog.lists["tool"].items, "the tools")
        calls = []
        screen.desk.workbench.call = lambda: calls.append(1)
        assert (await found(pilot, query))[0] == "reserve_book"
        await press(pilot, "enter")
        await until(pilot, lambda: screen.desk.workbench.key.wire == "reserve_book", "the item")
        assert calls == []


async def test_a_call_is_offered_to_who_types_call_and_to_who_types_nothing(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.item, "an item")
        label = screen.desk.workbench.item.label
        assert not any(words.startswith("Call ") for words in await found(pilot, label))
        await press(pilot, "escape", "escape")
        assert f"Call {label}" in await found(pilot, "call")


async def test_only_the_themes_of_ours_and_of_the_person_are_offered(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await opened_screen(pilot)
        themes = {words for words in await found(pilot, "theme:") if words.startswith("Theme: ")}
        assert themes == {f"Theme: {name}" for name in ("ansi", "contrast", "ink", "okabe", "okabe-paper", "paper")}


async def test_what_has_the_word_comes_before_what_only_has_its_letters(app):
    firsts = {"ink": "Theme: ink", "paper": "Theme: paper", "answers": "Go to Answers", "disc": "Disconnect"}
    async with app.run_test(size=(80, 24)) as pilot:
        await opened_screen(pilot)
        for query, first in firsts.items():
            assert (await found(pilot, query))[0] == first
            await press(pilot, "escape")
        assert (await found(pilot, "templ"))[0].startswith("Template, wrong on purpose: ")


async def test_a_number_leads_to_its_record(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        assert (await found(pilot, "12"))[0].startswith("12 ")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.here == "detail", "the record")
        assert screen.detail.seq == 12


async def test_what_is_shown_can_be_copied_from_the_palette(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.item, "an item")
        await press(pilot, "3", "home")
        name = screen.desk.workbench.item.wire
        assert f"Copy the name {name}" in await found(pilot, "copy the name")
        await press(pilot, "escape", "escape")
        offered = await found(pilot, "copy the call")
        kinds = {"JSON", "line", "curl", "inspector", "Python SDK", "Python SDK, with its secrets"}
        assert {f"Copy the call as {kind}" for kind in kinds} <= set(offered), offered
        await press(pilot, "escape", "escape")
        await found(pilot, "call as curl")
        await press(pilot, "enter")
        await until(pilot, lambda: "spoken to over stdio" in screen.key_line.note, "why there is no curl")
        await found(pilot, "copy the call as j")
        await press(pilot, "enter")
        await until(pilot, lambda: '"tools/call"' in app.clipboard, "the copy")


async def test_the_wire_of_a_call_is_found_by_its_name(app):
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.item, "an item")
        await press(pilot, "6")
        assert (await found(pilot, "headers"))[0] == "Show the message and its headers"
        await press(pilot, "enter")
        await until(pilot, lambda: screen.here == "desk" and screen.desk.workbench.tab == "wire", "the wire")
