"""What the palette offers for an authorization."""

from collections.abc import Callable, Iterator
from functools import partial

from inspector.tui.screens.session import SessionScreen

Told = tuple[str, str, Callable[[], object], str]
"""Words, key, what is done, and the reason why it cannot be."""


def signing_commands(screen: SessionScreen, no_server: str) -> Iterator[Told]:
    """Of the session that is shown; `no_server` says why it has no server, empty if it has."""
    yield "Show the authorization", "O", screen.action_signing, ""
    bridge, signing = screen.bridge, screen.signing
    if bridge is None:
        return
    unasked = no_server or ("" if signing.waits == "browser" else "nobody is asked to sign in")
    yield "Sign in: open the browser", "", bridge.sign_open, unasked
    yield "Sign in: copy the address", "", screen.sign_copy, unasked
    paste = partial(screen.call_later, screen.sign_paste)
    yield "Sign in: paste the address that the browser ended up at …", "", paste, unasked
    unsecret = no_server or ("" if signing.waits == "secret" else "no secret is asked for")
    secret = partial(screen.call_later, screen.sign_secret)
    yield "Authorization: give the secret of your client …", "", secret, unsecret
    unstopped = no_server or ("" if signing.waits == "step" else "no authorization waits before a step")
    yield "Authorization: take the next step", "", bridge.sign_step, unstopped
    yield "Authorization: run on", "", bridge.sign_run_on, unstopped
    idle = no_server or ("" if signing.going else "no authorization goes on")
    yield "Authorization: give it up", "", bridge.sign_abandon, idle
    unauthorized = no_server or ("" if signing.possible else "nothing is authorized here")
    pause = "Do not pause" if signing.pauses else "Pause"
    yield (
        f"{pause} before each step of an authorization",
        "",
        partial(bridge.sign_pauses, not signing.pauses),
        (unauthorized),
    )
    yield "Sign in anew as the same client", "", partial(screen.sign_again, forget=False), unauthorized
    forget = partial(screen.sign_again, forget=True)
    yield "Revoke and forget what is kept for this server and sign in anew", "", forget, unauthorized
