"""The tab of an authorization: each state once, and what keys and clicks ask for."""

from dataclasses import replace

from place_texts import HOSTILE, ROLES, unsafe
from textual import events

from inspector.analysis.authorization import Check, Decoded, Flow, Step, Web
from inspector.tui.signing import Signing, TokenFacts
from inspector.tui.widgets.authorization import AuthorizationPage, AuthorizationShown
from inspector.tui.widgets.authorization_page import authorization_page
from inspector.tui.widgets.handshake import Handshake

NOW = 1_796_119_200.0
FIRST = (
    Step("challenge", "done", "HTTP 401 · Bearer", (Check(4, "authorize", "begun", "It wants a token."),)),
    Step(
        "resource", "done", "200 /prm", webs=(Web(5, "GET", "https://a.example/prm", b"", 6, 200, 7, b'{"a":1}', 3.0),)
    ),
)
FAILED = Step("issuer", "failed", "No metadata.", (), (), (), "No metadata.", "Nothing is there.", "Publish it.")
TOKEN = Decoded(
    "access token",
    NOW - 60,
    {"alg": "ES256"},
    {"aud": "https://b.example", "exp": int(NOW) - 5, "iat": int(NOW) - 60, "sub": HOSTILE},
    "Bearer",
    "https://id.example",
    "https://a.example",
    "C",
    ("a",),
    ("a", "b"),
    True,
    False,
    NOW - 5,
)
DONE = (*FIRST, Step("token", "done", "a Bearer token", decoded=(TOKEN,)), Step("call", "done", "sent again · 200"))
WAITING = (*FIRST, Step("browser", "waiting", "waiting for the browser", since=2.0), Step("token"))


def flow(number, state, steps, kind="sign in"):
    return Flow(number, 4, 0.1, 1, kind, state, steps)


def text(shown, width=80, *, unfolded=1, chosen=None):
    lines = authorization_page(shown, width, ROLES, unfolded=unfolded, chosen=chosen, airy=False)
    return "\n".join(line.strip.text.rstrip() for line in lines)


def test_each_state_says_how_it_stands_and_what_can_be_done():
    possible = Signing(possible=True)
    empty = text(AuthorizationShown())
    assert empty.strip() == "No authorization by OAuth was asked for."
    kept = TokenFacts("https://id.example", "https://a.example", "C", "Bearer", ("a",), NOW + 3600)
    assert "in 60 min" in text(AuthorizationShown((), possible, kept, epoch=NOW))
    failed = AuthorizationShown((flow(1, "failed", (*FIRST, FAILED, Step("client"))),), possible)
    assert "Not authorized. Step 3 of 4, issuer, failed." in text(failed)
    assert "∴ Nothing is there." in text(failed) and "Remedy: Publish it." in text(failed)
    assert "○\xa04\xa0client" in text(failed) and "Forget and start again F" in text(failed)
    recorded = text(replace(failed, live=False))
    assert "needs a server: 0" in recorded and "Forget" not in recorded
    going = flow(1, "going", WAITING)
    url = "https://id.example/authorize?state=1"
    asked = Signing(True, "browser", url=url, told="a at b", possible=True, opens=True)
    waits = text(AuthorizationShown((going,), asked, now=16.0, waited=14.0))
    for part in ("Waiting for the browser 14 s · sign in for a at b", url, "^ host", "Open in browser  Enter"):
        assert part in waits
    assert "Open in browser" not in text(AuthorizationShown((going,), replace(asked, opens=False)))
    assert "That is no address." in text(AuthorizationShown((going,), replace(asked, wrong="That is no address.")))
    left = replace(possible, given_back=("The token is revoked.", "C\x1b[2J stays registered."))
    told = text(replace(failed, signing=left))
    assert "The token is revoked." in told and "stays registered." in told and not unsafe(told.replace("\n", ""))
    paused = Signing(True, "step", "fetch the metadata", pauses=True, possible=True)
    stopped = text(AuthorizationShown((going,), paused, waited=3.0))
    secret = text(AuthorizationShown((going,), Signing(True, "secret", possible=True)))
    assert "Waiting for the secret of your client" in secret and "Give the secret  Enter" in secret
    assert "next       fetch the metadata" in stopped and "● pause before each" in stopped and "Give up x" in stopped


def test_a_token_is_told_beside_the_clock_and_for_whom_it_is():
    shown = AuthorizationShown((flow(1, "done", DONE),), Signing(possible=True), epoch=NOW)
    page = text(shown, 140)
    assert "expired 5 s ago" in page and "2026-12-01 10:00:00 UTC" not in page
    assert "▲ not the server, whose resource is https://a.example" in " ".join(page.split())
    assert "a granted · not granted: b" in page and "no refresh token came" in page
    assert not unsafe(page.replace("\n", ""))
    recorded = text(replace(shown, live=False, epoch=None), 140)
    assert "55 s after it was seen" in recorded and "expired" not in recorded.replace("expires", "")
    opaque = replace(TOKEN, header=None, claims=None, expires=None)
    shown = AuthorizationShown((flow(1, "done", (*FIRST, Step("token", "done", decoded=(opaque,)))),))
    assert "It is no JWT, so nothing can be read in it." in text(shown) and "not said" in text(shown)


def test_no_number_of_authorizations_makes_the_page_long():
    flows = tuple(flow(number, "done", DONE, "refresh") for number in range(1, 1001))
    page = text(AuthorizationShown(flows), unfolded=1000)
    assert "800 earlier authorizations" in page and len(page.split("\n")) < 235


async def test_the_tab_follows_the_flow_and_its_keys_ask_for_what_they_say(stage):
    handshake = Handshake()
    page = handshake.authorization
    async with stage(handshake, 80, 24) as on:

        def tell(flows=(), **signing):
            handshake.show_authorization(AuthorizationShown(flows, Signing(possible=True, **signing)), there=True)

        def deeds():
            return [(one.deed, one.text) for one in on.said(AuthorizationPage.SignWanted)]

        handshake.show_authorization(AuthorizationShown(), there=False)
        await on.focus(handshake)
        assert handshake.rule.content.tabs == ()
        tell()
        await on.press("full_stop")
        assert handshake.shows_authorization and on.app.focused is page
        assert handshake.rule.content.active == "authorization"
        assert "No authorization by OAuth was asked for." in on.rows(page)[0]
        await on.press("space", "F", "N", "ctrl+r", "x", "b")
        assert deeds() == [("pauses", "on"), ("forget", ""), ("anew", "")]

        # The cursor goes along: to the step that is waited before, then to the browser.
        going = flow(1, "going", FIRST)
        tell((going,), going=True, waits="step", before="register", pauses=True)
        await on.settle()
        assert page.stop == ("next",) and "enter step" not in on.key_line()
        await on.press("enter", "ctrl+r", "space", "x")
        assert deeds()[3:] == [("step", ""), ("run", ""), ("pauses", ""), ("abandon", "")]
        going = flow(1, "going", WAITING)
        tell((going,), going=True, waits="browser", url="https://id.example/in", opens=True)
        await on.settle()
        assert page.step is not None and page.step.id == "browser"
        page.post_message(events.Paste("http://127.0.0.1:1/callback?code=x\n"))
        await on.press("enter", "b", "y")
        assert deeds()[7:] == [("back", "http://127.0.0.1:1/callback?code=x"), ("browse", ""), ("bring", "")]
        assert [one.text for one in on.said(AuthorizationPage.CopyWanted)] == ["https://id.example/in"]

        # A step that was chosen stays chosen; Enter and a click lead to its records.
        await on.press("up", "enter")
        tell((flow(1, "done", DONE),))
        await on.settle()
        assert page.step is not None and page.step.id == "resource"
        rows = on.rows(page)
        y = next(at for at, row in enumerate(rows) if "HTTP 200" in row)
        await on.pilot.click(page, offset=(rows[y].rindex("7"), y))
        await on.settle()
        assert [one.seq for one in on.said(AuthorizationPage.RecordWanted)] == [5, 7]

        # Another flow comes, and the one before is opened again.
        tell((flow(1, "done", DONE), flow(2, "failed", (*FIRST, FAILED), "step up")))
        await on.settle()
        assert page.step is not None and page.step.id == "issuer"
        await on.press("home", "enter")
        assert page.flow is not None and page.flow.number == 1
        await on.press("comma")
        assert not handshake.shows_authorization and on.app.focused is handshake.page
