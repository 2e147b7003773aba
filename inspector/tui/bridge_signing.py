"""A bridge's side of signing in: what an authorization waits for, and what the person does about it.

Nothing opens a browser but `sign_open`, which is the person's consent. Without an authorizer (a command, a recording, a
credential of the person's own) nothing ever goes on, and the deeds do nothing.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message

from inspector.config.target import HttpTarget, Target
from inspector.errors import InspectorError
from inspector.tui.signing import Signing, TokenFacts
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.client import Client, Options
    from inspector.transports.auth.authorizer import Authorizer
    from inspector.transports.auth.person import Person
    from inspector.transports.auth.steps import Ask, Pausable, Visit


class SigningChanged(Message):
    """What an authorization waits for is another."""

    def can_replace(self, message: Message) -> bool:
        """Whoever gets it looks at what there is then."""
        return isinstance(message, SigningChanged)


class SigningTold(Message):
    """A sentence about something that the person wanted, and that could not be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class BridgeSigning:
    """A base of the bridge. `signing` says how it stands; each change is told by `SigningChanged`."""

    target: Target
    options: "Options"

    def __init__(self, tell: Callable[[Message], object]) -> None:
        self.signing = Signing()
        self._say_signing = tell
        self._authorizer: Authorizer | None = None
        self._client_of: Client | None = None
        self._visiting: tuple[Visit, Callable[[str], None]] | None = None
        self._released: asyncio.Event | None = None
        self._secret: asyncio.Future[str] | None = None
        self._refused = 0

    def connect(self, options: "Options", *, first: Callable[[], Awaitable[None]] | None = None) -> None:
        """As the bridge has it."""
        raise NotImplementedError

    # ── for the connection ──────────────────────────────────────────────────────────────────────────────────────────

    def signs(self) -> "Person | None":
        """Who signs in, if it comes to that: whoever sits before the interface, for as long as that takes; nobody where
        the target has no URL."""
        if not isinstance(self.target, HttpTarget):
            return None
        from inspector.transports.auth.person import Browser

        return Browser(self._shows, self._asks, waits=None)

    def sign_for(self, authorizer: "Authorizer | None", client: "Client") -> None:
        """From now on this one authorizes the requests of `client`."""
        self._authorizer, self._client_of = authorizer, client
        if authorizer is None:
            return

        def waits(waiting: bool) -> None:
            client.wait_outside(waiting)
            self._refused += 1 if waiting else -1
            self._sign_now(going=self._refused > 0)

        authorizer.waits = waits
        authorizer.before = self._before
        self._sign_now(possible=True)

    async def _shows(self, visit: "Visit", came: Callable[[str], None]) -> None:
        from inspector.transports.auth.person import may_open
        from inspector.tui.opening import opener

        opens = may_open(visit.url, os.environ, sys.platform) and bool(opener())
        self._visiting = visit, came
        self._sign_now(waits="browser", url=visit.url, told=visit.told, since=monotonic(), opens=opens, wrong="")
        try:
            await asyncio.get_running_loop().create_future()  # until the browser is back, by itself or by hand
        finally:
            self._visiting = None
            self._sign_now(waits="", url="", told="", since=0.0, opens=False, wrong="")

    async def _asks(self, ask: "Ask") -> str:
        told = f"client {visible(ask.client_id)[:80]} at {visible(ask.issuer)[:200]}"
        self._secret = asyncio.get_running_loop().create_future()
        self._sign_now(waits="secret", told=told, since=monotonic())
        try:
            return await self._secret
        finally:
            self._secret = None
            self._sign_now(waits="", told="", since=0.0)

    async def _before(self, step: "Pausable") -> None:
        if not self.signing.pauses:
            return
        from inspector.transports.auth.steps import words_of

        self._released = asyncio.Event()
        self._sign_now(waits="step", before=words_of(step), since=monotonic())
        try:
            await self._released.wait()
        finally:
            self._released = None
            self._sign_now(waits="", before="", since=0.0)

    def _sign_now(self, **changes: object) -> None:
        now = replace(self.signing, **changes)  # type: ignore[arg-type]
        if now != self.signing:
            self.signing = now
            self._say_signing(SigningChanged())

    def signs_for(self, op: int) -> bool:
        """Whether a request of an operation waits for the authorization."""
        return self._client_of is not None and self._client_of.unauthorized(op)

    # ── what the person does ────────────────────────────────────────────────────────────────────────────────────────

    def sign_step(self) -> None:
        """Do the one step that is waited before."""
        if self._released is not None:
            self._released.set()

    def sign_run_on(self) -> None:
        """Do it, and stop before no other."""
        self._sign_now(pauses=False)
        self.sign_step()

    def sign_pauses(self, on: bool) -> None:
        """From now on stop before each step, or before none; what is stopped already stays so."""
        self._sign_now(pauses=on)

    def sign_open(self) -> None:
        """Open the browser where one signs in; the person has consented. What becomes of it is told if it fails."""
        from inspector.tui.opening import open_page, opener  # loaded late: few sessions are signed in to

        if self._visiting is not None:
            open_page(self._visiting[0].url, opener(), lambda text: self._say_signing(SigningTold(text)))

    def sign_back(self, url: str) -> str:
        """The URL that a browser elsewhere ended up at, pasted: why it cannot be that, and it is asked for still; empty
        if it may be, or nothing is waited for."""
        from inspector.transports.auth.person import wrong_return

        if self._visiting is None:
            return ""
        visit, came = self._visiting
        wrong = wrong_return(visit, url)
        self._sign_now(wrong=wrong)
        if not wrong:
            came(url.strip())
        return wrong

    def sign_secret(self, secret: str) -> None:
        """The secret of the person's client, that is waited for; empty if it has none."""
        if self._secret is not None and not self._secret.done():
            self._secret.set_result(secret)

    def sign_abandon(self) -> None:
        """Give the authorization up: what waits for it fails, with what to do about it."""
        if self._authorizer is not None:
            self._authorizer.abandon()

    def sign_forget(self) -> None:
        """Have the tokens revoked, for a bounded time; forget what is kept for this server, whatever came of that, the
        clients that were registered included; and connect again."""
        self._connect_without(clients=True)

    def sign_anew(self) -> None:
        """Sign in again as the same client: forget the token alone, and connect again."""
        self._connect_without(clients=False)

    def _connect_without(self, *, clients: bool) -> None:
        authorizer, client = self._authorizer, self._client_of
        if authorizer is None or client is None:
            return

        async def forget() -> None:
            try:
                try:
                    if clients:
                        await self._give_back(authorizer, client)
                finally:  # another connection that is wanted, or the end of the session, ends the wait alone
                    authorizer.forget(clients=clients)
            except InspectorError as fault:
                self._say_signing(SigningTold(fault.account))

        self.connect(self.options, first=forget)

    async def _give_back(self, authorizer: "Authorizer", client: "Client") -> None:
        """Have the tokens revoked, and tell what comes of it."""
        from inspector.transports.auth.fetching import SECONDS
        from inspector.transports.auth.revoking import still_registered

        held = authorizer.held
        registered = still_registered(held)
        if held.tokens is None:
            self._sign_now(given_back=tuple(registered))
            return
        issuer = visible(held.tokens.issuer)[:200]
        goes = f"The tokens are being revoked at {issuer}, for {SECONDS:g} s at most; R connects without waiting."
        left = f"Revoking the tokens at {issuer} was left: those that were not revoked hold until they expire."
        self._sign_now(given_back=(goes,))
        try:
            came = await authorizer.revoke(client.journal, client.http_numbers)
        except BaseException:
            self._sign_now(given_back=(left, *registered))
            raise
        undone = [one.said for one in came if not one.done]
        self._say_signing(SigningTold(undone[0] if undone else "The tokens are revoked and forgotten."))
        self._sign_now(given_back=(*(one.said for one in came), *registered))

    def sign_kept(self) -> TokenFacts | None:
        """What is kept for this server; None if that is nothing."""
        held = self._authorizer.held if self._authorizer is not None else None
        if held is None or (held.tokens is None and not held.clients):
            return None
        from inspector.transports.auth.tokens import claims, header_of

        clients = tuple((issuer, client.id) for issuer, client in held.clients.items())
        tokens = held.tokens
        if tokens is None:
            return TokenFacts(clients=clients)
        return TokenFacts(
            tokens.issuer,
            tokens.resource,
            tokens.client_id,
            tokens.kind,
            tokens.scopes if tokens.granted is None else tokens.granted,
            tokens.expires,
            bool(tokens.refresh),
            header_of(tokens.access) if claims(tokens.access) is not None else None,
            claims(tokens.access),
            clients,
        )
