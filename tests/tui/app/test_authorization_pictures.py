"""How an authorization looks: the step that failed, the browser that is waited for, the token that came."""

import pytest

from inspector.config.target import HttpTarget
from inspector.tui.screens import signing
from inspector.tui.signing import Signing
from tests.tui.app.signed import AT, ISSUER, SERVER, URL, Library
from tests.tui.app.staging import app_on, press, staged
from tests.tui.app.test_pictures import LARGE, SMALL, picture

__all__ = ["picture"]

everywhere = pytest.mark.parametrize(
    ("size", "theme"), [(SMALL, "ink"), (SMALL, "paper"), (LARGE, "ink"), (LARGE, "paper")]
)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A while after the token came."""
    monkeypatch.setattr(signing, "time", lambda: AT + 600)
    monkeypatch.setattr(signing, "monotonic", lambda: 14.0)


def library(theme, records, state, *, now=None):
    bridge = staged(records, now=now)

    class SigningBridge(bridge):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.signing = state

    return app_on(HttpTarget(SERVER, name="library"), theme=theme, bridge=SigningBridge)


@everywhere
async def test_an_authorization_that_failed(picture, size, theme):
    world = Library(issuer=f"{ISSUER}/")
    async with picture("authorization-failed", library(theme, world.fail(), Signing(possible=True)), size) as pilot:
        await press(pilot, "O")


@everywhere
async def test_an_authorization_that_waits_for_the_browser(picture, size, theme):
    told = f"{SERVER} at {ISSUER}"
    waits = Signing(going=True, waits="browser", url=URL, told=told, possible=True, opens=True)
    records = Library().sign_in(until="Visit")
    app = library(theme, records, waits, now=records[-1].at + 14.0)
    async with picture("authorization-browser", app, size) as pilot:
        await press(pilot, "O")


@everywhere
async def test_an_authorization_that_came_to_a_token(picture, size, theme):
    async with picture("authorization", library(theme, Library().sign_in(), Signing(possible=True)), size) as pilot:
        await press(pilot, "O", *(("up", "down") if size == SMALL else ()))


async def test_the_card_of_a_server_that_does_not_let_us_in(picture):
    world = Library(issuer=f"{ISSUER}/")
    app = library("ink", world.fail(), Signing(possible=True))
    async with picture("death-authorization", app, SMALL) as pilot:
        screen = pilot.app.screen
        await press(pilot, "O", "enter")
        assert (screen.here, screen.detail.seq) == ("detail", 12)
        await press(pilot, "escape")
        assert screen.here == "handshake" and screen.handshake.shows_authorization
        await press(pilot, "O")
        assert screen.focused is screen.desk.death.page
