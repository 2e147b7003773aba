"""The sentences in the key line: they go when one is elsewhere, where they would hide the keys that work."""

from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged, until
from tests.tui.app.test_calling import demo


def library():
    return app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))


def shown(screen):
    """The row as it is drawn."""
    return screen.key_line.render_line(0).text


async def test_a_sentence_goes_with_the_place_that_it_was_said_in():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "7", "ctrl+r")
        assert screen.key_line.note.startswith("Nothing is filled in here")
        await press(pilot, "9")
        assert not screen.key_line.note and "Enter open" in shown(screen)


async def test_a_sentence_goes_with_the_pane_that_it_was_said_in():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "escape")
        assert screen.key_line.note == "Ctrl+Q quits."
        await press(pilot, "3")
        assert not screen.key_line.note and "other half" in shown(screen)


async def test_a_sentence_stays_while_one_moves_about_where_it_was_said():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "7", "ctrl+r", "down", "up")
        assert screen.key_line.note.startswith("Nothing is filled in here")


async def test_what_a_key_says_of_where_it_leads_is_read_there():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.has_place("handshake"), "the place")
        await press(pilot, "O")
        assert screen.here == "handshake" and "authoriz" in screen.key_line.note


async def test_what_holds_everywhere_is_read_everywhere():
    app = library()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        screen.say("server.py changed; R connects again.", 600, everywhere=True)
        await press(pilot, "7", "3")
        assert screen.key_line.note == "server.py changed; R connects again."
        screen.say("It is this.", 600)
        await press(pilot, "7")
        assert not screen.key_line.note


async def test_quitting_is_asked_for_anew_where_it_is_not_said_any_more():
    async with demo() as desk:
        await desk.open("recount_shelf", "ctrl+r")
        await desk.until(lambda: desk.screen.bridge.busy[0], "the call")
        await desk.press("ctrl+q", "escape", "4")
        assert not desk.screen.key_line.note
        await desk.press("ctrl+q")
        assert desk.screen.key_line.note.endswith("Ctrl+Q again quits; they are cancelled.")
        assert not desk.pilot.app._exit
