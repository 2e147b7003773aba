"""A server wants somebody to sign in: it is said wherever one is, one key leads there, and nothing is left of it."""

import asyncio

import httpx
from textual.geometry import Region

from inspector.client import Options
from inspector.config.target import HttpTarget
from inspector.transports.auth.wish import Wish
from inspector.tui.signing_commands import signing_commands
from inspector.wire.events import Closed
from tests.servers.http_scripted import ScriptedServer
from tests.servers.protected import Protected
from tests.tui.app.staging import PATIENCE, app_on, opened_screen, press, until

_ROW = Region(0, 0, 40, 1)


async def test_who_is_to_sign_in_is_told_so_and_may_paste_go_anew_or_leave():
    site = Protected()
    async with asyncio.timeout(3 * PATIENCE), ScriptedServer(site) as server:
        site.url = server.url("")
        options = Options(mode="modern", authorization=Wish())
        app = app_on(HttpTarget(server.url("/mcp")), options=options)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await opened_screen(pilot)

            def offered(words):
                return next(one for one in signing_commands(screen, "") if one[0].endswith(words))

            await until(pilot, lambda: screen.status.facts.asked == "sign in · O", "that it is said")
            assert screen.key_line.note == "The server wants you to sign in: O shows where."
            assert ("⚑", "waiting") in next(one.badges for one in screen.places.places if one.id == "handshake")
            await press(pilot, "O")
            assert (screen.here, screen.key_line.note) == ("handshake", "")
            await press(pilot, "O")
            assert screen.here == "desk"

            # What is pasted is judged, and asked for again.
            url = screen.signing.url
            assert offered("paste the address that the browser ended up at …")[3] == ""
            screen.sign_paste()
            await pilot.pause()
            await press(pilot, "type:nonsense", "enter")
            assert screen.key_line.note.startswith("That is no address")
            async with httpx.AsyncClient(trust_env=False) as browser:
                back = (await browser.get(url)).headers["Location"]
            await until(pilot, lambda: screen.text_line.input.has_focus, "that it is asked again")
            screen.text_line.input.value = back
            await press(pilot, "enter")
            await until(pilot, lambda: screen.status.facts.state == "connected", "the connection")
            assert (screen.status.facts.asked, screen.key_line.note) == ("", "")
            assert offered("paste the address that the browser ended up at …")[3] == "nobody is asked to sign in"

            # A secret is not shown while it is typed, nor kept in the field.
            said = []
            screen.ask_text("Secret", "", said.append, unseen=True)
            await pilot.pause()
            await press(pilot, "type:s3cret")
            assert "s3cret" not in "".join(strip.text for strip in screen.text_line.input.render_lines(_ROW))
            await press(pilot, "enter")
            assert (said, screen.text_line.input.value) == (["s3cret"], "")

            # Anew, step by step; whoever leaves meanwhile leaves nothing behind.
            offered("Pause before each step of an authorization")[2]()
            assert offered("Do not pause before each step of an authorization")[3] == ""
            offered("Sign in anew as the same client")[2]()
            await until(pilot, lambda: screen.status.facts.asked == "next step · O", "that it stops")
            journal = screen.bridge.journal
            await press(pilot, "ctrl+q")
            await until(pilot, lambda: journal.sealed, "the end")
        assert sum(isinstance(one.event, Closed) for one in journal.records) == 2
