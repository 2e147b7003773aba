"""The help: what it says, how it scrolls, and that it closes from everywhere."""

import importlib
import pkgutil

import pytest
from textual.widget import Widget

from inspector import tui
from inspector.analysis.query_examples import EXAMPLES
from inspector.tui.help_keys import MOST, title_of
from inspector.tui.screens.jump import LETTERS, spots_of
from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged, until

SMALL, LARGE = (80, 24), (140, 45)


@pytest.fixture
def app():
    return app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))


async def desk_of(pilot):
    screen = await opened_screen(pilot)
    await until(pilot, lambda: screen.model.catalog.lists["tool"].items, "the tools")
    return screen


def kinds_of(kind):
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)


def told(screen):
    return {does: keys for group in screen.help.groups for keys, does in group.keys}


def text(screen):
    return "\n".join(line.strip.text for line in screen.help.text.page)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_keys_of_the_focus_come_first_then_places_then_signs_and_words(app, size):
    async with app.run_test(size=size) as pilot:
        screen = await desk_of(pilot)
        for pane in "132":
            await press(pilot, pane, *(["escape"] if pane == "2" else []), "question_mark")
            first, places, *_ = screen.help.groups
            assert 1 <= len(first.keys) <= MOST
            assert places.title == "Places"
            assert ("5", "answers") in places.keys
            page = text(screen)
            for word in ("Signs", "Words", "op ", "round", "r w d", "email?", "follow", "dual", "waits for you"):
                assert word in page
            for foreign in ("super", "Scroll", "Page up", "Up"):
                assert foreign not in page
            await press(pilot, "question_mark")


async def test_a_page_scrolls_and_says_how_much_is_below(app):
    async with app.run_test(size=SMALL) as pilot:
        screen = await desk_of(pilot)
        before = screen.focused
        await press(pilot, "3", "question_mark")
        await until(pilot, lambda: "more below" in screen.help.rule.render_line(0).text, "how much is below")
        await press(pilot, "down")
        assert screen.help.text.scroll_offset.y == 1
        await press(pilot, "pagedown", "pagedown", "pagedown")
        assert screen.help.text.below == 0
        assert "more below" not in screen.help.rule.render_line(0).text
        await press(pilot, "pageup", "pageup", "pageup", "question_mark")
        assert not screen.help.display
        assert screen.focused is not before
        assert screen.desk.focused_pane == "traffic"


async def test_it_tells_what_can_be_done_where_one_is(app):
    async with app.run_test(size=LARGE) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "3", "question_mark")
        assert {"other half", "open", "filter"} <= told(screen).keys()
        await press(pilot, "escape")
        assert not screen.help.display
        assert screen.desk.focused_pane == "traffic"


async def test_beside_the_rest_it_scrolls_while_one_works(app):
    async with app.run_test(size=(140, 24)) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "3", "question_mark")
        assert screen.desk.focused_pane == "traffic"
        await press(pilot, "shift+pagedown")
        assert screen.help.text.scroll_offset.y > 0
        await press(pilot, "shift+pageup")
        assert screen.help.text.scroll_offset.y == 0
        await press(pilot, "1")
        await until(pilot, lambda: screen.help.groups[0].title == "In the catalogue", "the keys of the other pane")
        while screen.focused is not screen.help.text:
            await press(pilot, "tab")
        assert screen.help.groups[0].title != "Help text"
        await press(pilot, "escape")
        assert not screen.help.display
        assert screen.focused is not None


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("key", ["question_mark", "escape"])
async def test_it_closes_over_a_text_that_is_being_written(app, key, size):
    async with app.run_test(size=size) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "2", "enter", "type:idiot", "escape", "t")
        await until(pilot, lambda: "TextArea" in [base.__name__ for base in type(screen.focused).__mro__], "the text")
        area, before = screen.focused, screen.focused.text
        at = screen.key_line.render_line(0).text.index("help")
        await pilot.click(screen.key_line, offset=(at, 0))
        await pilot.pause()
        assert screen.help.display  # the key is a letter here, the click is none
        await press(pilot, key)
        assert not screen.help.display
        assert area.text == before
        assert screen.focused is area


@pytest.mark.parametrize(("place", "into"), [("0", ()), ("3", ("slash",)), ("1", ("slash",)), ("9", ("slash",))])
async def test_beside_a_field_its_key_is_a_letter_and_esc_closes_it(app, place, into):
    async with app.run_test(size=LARGE) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "3", "question_mark", place, *into)
        field = screen.focused
        assert screen.help.display and "Esc closes" in screen.help.rule.render_line(0).text
        await press(pilot, "type:http://a?b=:1")
        assert field.value == "http://a?b=:1" and screen.help.display and screen.focused is field
        await press(pilot, "escape")
        assert not screen.help.display and field.value == "http://a?b=:1"


async def test_beside_a_form_it_names_the_keys_that_scroll_it_from_within_a_field(app):
    async with app.run_test(size=LARGE) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "2", "escape", "question_mark")
        await until(pilot, lambda: screen.help.display and screen.help.text.below, "a help that is too long")
        await press(pilot, "enter")  # back into the field, where letters are typed
        assert screen.focused.check_consume_key("a", "a")
        foot = screen.help.foot.render_line(0).text.strip()
        assert foot == "Shift+PgDn PgUp scroll · ^O goes in"
        typed = screen.focused.value
        await press(pilot, "shift+pagedown")
        assert screen.help.text.scroll_offset.y > 0
        assert screen.focused.value == typed
        await press(pilot, "ctrl+o")
        text = screen.help.text
        letter = next(
            letter
            for letter, spot in zip(LETTERS, spots_of(screen), strict=False)
            if (spot.x, spot.y) == tuple(text.region.offset)
        )
        await press(pilot, letter)
        await until(pilot, lambda: screen.focused is text, "the keyboard in the help")
        assert not screen.help.foot.display
        assert any(key.does == "scroll" and key.shown == "PgDn" for key in screen.key_line.keys)


@pytest.mark.parametrize("place", ["3", "7"])
async def test_the_terms_of_a_filter_are_told_with_an_example_each(app, place):
    async with app.run_test(size=LARGE) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, place, "question_mark")
        assert screen.help.groups[-1].keys == EXAMPLES
        await press(pilot, "slash")
        await until(pilot, lambda: screen.help.groups[0].title == "In the filter", "the keys of the filter")
        assert screen.help.groups[1].keys == EXAMPLES
        page = text(screen)
        for example, means in EXAMPLES:
            assert f"{example} " in page and means in page


def test_every_widget_that_can_have_the_keyboard_is_called_by_words():
    for module in pkgutil.walk_packages(tui.__path__, "inspector.tui."):
        importlib.import_module(module.name)
    bases = {
        "DocumentRows",
        "FoundRows",
        "LineView",
        "OpenInput",
        "PageView",
        "PickList",
        "TrafficList",
        "WrappingView",
    }
    nameless = {
        kind.__name__
        for kind in kinds_of(Widget)
        if kind.__module__.startswith("inspector.") and kind.can_focus and title_of(kind) == "Here"
    }
    assert nameless <= bases


@pytest.mark.parametrize("pane", ["1", "2", "3"])
async def test_the_way_out_of_a_zoom_is_named_while_there_is_one(app, pane):
    async with app.run_test(size=SMALL) as pilot:
        screen = await desk_of(pilot)
        keys = {"1": [], "2": ["2", "escape"], "3": ["3"]}[pane]  # the digit of the focused pane would zoom it
        await press(pilot, *keys, "z")
        await until(pilot, lambda: "z end zoom" in screen.key_line.render_line(0).text, "the way out")
        await press(pilot, "z")
        await until(pilot, lambda: "end zoom" not in screen.key_line.render_line(0).text, "no way out of nothing")
        assert not any(screen.desk.has_class(f"-zoom-{name}") for name in ("catalogue", "workbench", "traffic"))


async def test_the_keys_that_move_the_handles_are_told_with_the_catalogue(app):
    async with app.run_test(size=SMALL) as pilot:
        screen = await desk_of(pilot)
        await press(pilot, "1", "question_mark")
        first = screen.help.groups[0]
        assert first.title == "In the catalogue"
        assert {"catalogue width": "< >", "traffic height": "- +"}.items() <= {d: k for k, d in first.keys}.items()
