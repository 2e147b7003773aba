"""Authorizes the requests of one target, and gets tokens where its server refuses one.

One flow goes at a time: requests that were refused meanwhile wait for it, and take what it came to. The steps of a flow
are pure (`flow`); here they are carried out.
"""

import asyncio
import itertools
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from inspector.errors import AuthorizationNeeded, InspectorError
from inspector.journal import Log
from inspector.secrets import MASK
from inspector.transports.auth.discovery import Where
from inspector.transports.auth.examining import Check, examine
from inspector.transports.auth.fetching import SECONDS, Fetcher
from inspector.transports.auth.flow import Held, Refusal, authorize, may_help
from inspector.transports.auth.masking import text_without, worth
from inspector.transports.auth.metadata import canonical
from inspector.transports.auth.person import Person
from inspector.transports.auth.revoking import Revocation, revoke
from inspector.transports.auth.steps import Ask, Fetch, Means, Pausable, Return, Say, Talk, Visit, needed
from inspector.transports.auth.store import MemoryStore, Store
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.trial import TOPIC, Trial
from inspector.transports.auth.wish import Wish
from inspector.transports.http_options import HttpOptions, address_of, origin_of
from inspector.wire import events
from inspector.wire.events import Headers

_NONCES: Final = 2


class Authorizer:
    """Of one target, for the life of a client. `person` is who can sign in, None for nobody.

    `waits` is called with True while a flow goes, in which the clocks of requests have to stand still, and with False
    when it is over. `before` is awaited before each step that does something, as long as it likes.
    """

    def __init__(
        self, options: HttpOptions, wish: Wish, store: Store | None = None, person: Person | None = None
    ) -> None:
        self.waits: Callable[[bool], None] = lambda waiting: None
        self.before: Callable[[Pausable], Awaitable[None]] | None = None
        self._options = options
        self._url = address_of(options.url).url
        self._wish = wish
        self._store = MemoryStore() if store is None else store
        self._person = person
        self._means = Means(os.urandom, time.time)
        self._server = canonical(self._url)
        self._held: Held | None = None
        self._one_at_a_time = asyncio.Lock()
        self._flows = 0
        self._fault: AuthorizationNeeded | None = None
        self._carrying: asyncio.Task[Any] | None = None
        self._given_up = False

    @property
    def held(self) -> Held:
        """What there is for the server, read when it is first needed."""
        if self._held is None:
            self._held = self._store.load(self._server)
        return self._held

    def confide(self, journal: Log) -> None:
        """Tell the journal the secrets that were given and are held, before anything is sent."""
        for secret in (*self._wish.secrets, *self.held.secrets):
            journal.confide(secret)

    def headers(self, trial: Trial, verb: str, url: str) -> list[tuple[str, str]]:
        """What authorizes a request, if there is a token; `trial` remembers it. Only the server's origin gets any."""
        trial.tokens = tokens = self._tokens(url)
        if tokens is None:
            return []
        prover = self.held.prover
        said = [("Authorization", f"{tokens.kind} {tokens.access}")]
        if tokens.kind == "DPoP" and prover is not None:
            said.append(("DPoP", prover.proof(verb, url, tokens.access)))
        return said

    def stand_ins(self, url: str) -> list[tuple[str, str]]:
        """As `Authorizes`."""
        tokens = self._tokens(url)
        if tokens is None:
            return []
        return [("Authorization", f"{tokens.kind} {MASK}"), *([("DPoP", MASK)] if tokens.kind == "DPoP" else [])]

    def _tokens(self, url: str) -> Tokens | None:
        tokens = self.held.tokens
        if tokens is None or not tokens.usable(self._means.now()) or origin_of(url) != origin_of(self._url):
            return None
        return None if tokens.kind == "DPoP" and self.held.prover is None else tokens

    def heard(self, url: str, status: int, headers: Headers) -> bool:
        """As `Authorizes`; a nonce in the answer is for the next request (`RFC 9449#section-8.2`)."""
        if self.held.prover is not None:
            self.held.prover.heard(url, next((value for name, value in headers if name.lower() == "dpop-nonce"), ""))
        return may_help(status, headers)

    async def refused(
        self, status: int, headers: Headers, trial: Trial, journal: Log, numbers: Iterator[int]
    ) -> AuthorizationNeeded | None:
        """What is to become of a request that was answered with 401 or 403: None, it is to be sent again, for there is
        a token for it now; or why there is none, and the remedy. Nothing is raised but CancelledError."""
        self.confide(journal)  # what the server says is quoted, and it may quote our token
        known = worth(journal.confided)
        said = tuple((name, text_without(value, known)) for name, value in headers)
        refusal = Refusal(status, said, trial)
        challenge = refusal.challenge
        if status == 401 and challenge.get("error") == "use_dpop_nonce" and self.held.prover and trial.nonces < _NONCES:
            trial.nonces += 1
            return None
        flows = self._flows
        self.waits(True)
        try:
            async with self._one_at_a_time:
                if self._flows != flows:
                    return self._fault  # another one went this way meanwhile
                if status == 401:
                    self._take_newer(trial, journal)
                if status == 401 and self._newer(trial):
                    trial.renewed += 1
                    return None
                return await self._authorize(refusal, journal, numbers)
        finally:
            self.waits(False)

    def abandon(self) -> None:
        """End the flow that goes on, wherever it is: all that wait for it fail."""
        if self._carrying is not None and not self._given_up:
            self._given_up = True
            self._carrying.cancel()

    def forget(self, *, clients: bool = True) -> None:
        """Keep no token for the server any more, nor, if `clients`, those that were registered for it. Not while a flow
        goes. Raises InspectorError where that is not possible."""
        if clients:
            self._store.forget(self._server)
            self._held = None
            return
        self.held.futile.clear()  # whoever signs in anew may be given what the one before was not
        if self.held.tokens is not None:
            self.held.tokens = None
            self._store.save(self._server, self.held)

    async def examine(self, journal: Log) -> list[Check]:
        """Look at the server's whole set-up, without signing in and without a token."""
        fetcher = Fetcher(self._options, journal, itertools.count(1))
        found: list[Check] = await self._carry_out(examine(Where(self._url, await fetcher.place())), fetcher, journal)
        return found

    async def revoke(self, journal: Log, numbers: Iterator[int] | None = None) -> list[Revocation]:
        """Tell the authorization server that what is held is not used any more, for `SECONDS` at most; it stays held.

        Who wants that has said so, and is not waited for before a step. `numbers` gives the http numbers of a session,
        None where there is no other.
        """
        self.confide(journal)
        fetcher = Fetcher(self._options, journal, itertools.count(1) if numbers is None else numbers)
        try:
            async with asyncio.timeout(SECONDS):
                talk = revoke(Where(self._url, await fetcher.place()), self._wish, self.held, self._means)
                came: list[Revocation] = await self._carry_out(talk, fetcher, journal, pauses=False)
        except TimeoutError:
            return [Revocation(False, f"The authorization server did not answer within {SECONDS:g} s.")]
        return came

    async def _authorize(self, refusal: Refusal, journal: Log, numbers: Iterator[int]) -> AuthorizationNeeded | None:
        fetcher = Fetcher(self._options, journal, numbers, _peer(journal, refusal.trial.http))
        where = Where(self._url, await fetcher.place(), _version(journal))
        self._fault, self._given_up = None, False
        self._carrying = task = asyncio.current_task()
        assert task is not None
        cancelled = task.cancelling()
        try:
            talk = authorize(where, self._wish, self.held, refusal, self._means, person=self._person is not None)
            await self._carry_out(talk, fetcher, journal)
        except InspectorError as error:
            self._fault = error if isinstance(error, AuthorizationNeeded) else _as_needed(error)
        except asyncio.CancelledError:
            if not self._given_up or task.uncancel() > cancelled:
                raise
            self._fault = _given_up()
            journal.append(events.Decision(TOPIC, "sign in", "given up", "The person did not want to go on."))
        finally:
            self._carrying = None
            self._flows += 1
            self._keep(journal)
        return self._fault

    async def _carry_out(self, talk: Talk[Any], fetcher: Fetcher, journal: Log, *, pauses: bool = True) -> Any:
        reply: Any = None
        try:
            while True:
                step = talk.send(reply)
                if pauses and self.before is not None and not isinstance(step, Say | Ask):
                    await self.before(step)
                if isinstance(step, Fetch):
                    reply = await fetcher.fetch(step)
                elif isinstance(step, Say):
                    journal.append(step.decision)
                    reply = None
                elif isinstance(step, Return):
                    assert self._person is not None, "a flow with a person is begun for one"
                    reply = await self._person.ready(self._wish.redirect or step.before, self._wish.port)
                elif isinstance(step, Ask):
                    assert self._person is not None, "a secret is asked for where a person is"
                    reply = await self._person.secret(step)
                    journal.confide(reply)
                else:
                    assert isinstance(step, Visit) and self._person is not None
                    reply = await self._person.visit(step)
        except StopIteration as stop:
            return stop.value
        finally:
            talk.close()
            if self._person is not None:
                await self._person.done()

    def _take_newer(self, trial: Trial, journal: Log) -> None:
        """Take the token that another process has got meanwhile: a refresh token is often good for once alone."""
        kept, tokens = self._store.load(self._server), self.held.tokens
        refused = "" if trial.tokens is None else trial.tokens.access
        if kept.tokens is None or kept.tokens.access in (refused, tokens.access if tokens is not None else ""):
            return
        self.held.tokens = kept.tokens
        self.held.clients.update(kept.clients)
        self.confide(journal)
        because = "Another process has signed in, or renewed the token, since this one looked."
        journal.append(events.Decision(TOPIC, "look for a token", "a newer one is kept", because))

    def _newer(self, trial: Trial) -> bool:
        """Whether there is another token than the one that was refused, for one that was on its way too long."""
        tokens = self.held.tokens
        is_other = tokens is not None and tokens is not trial.tokens and tokens.usable(self._means.now())
        return is_other and not trial.renewed

    def _keep(self, journal: Log) -> None:
        try:
            self._store.save(self._server, self.held)
        except InspectorError as error:
            journal.append(events.Decision(TOPIC, "keep the token", "not kept", error.account))


def _as_needed(error: InspectorError) -> AuthorizationNeeded:
    return AuthorizationNeeded(error.message, why=error.why, hint=error.hint)


def _given_up() -> AuthorizationNeeded:
    return needed(
        "Signing in was given up.",
        "The server wants authorization, and who was asked to sign in did not go on",
        "Connect again to begin anew.",
    )


def _peer(journal: Log, http: int) -> str:
    """Whom the answer of an exchange came from."""
    for record in reversed(journal.records):
        if isinstance(record.event, events.HttpResponse) and record.event.http == http:
            return record.event.peer
    return ""


def _version(journal: Log) -> str:
    """The version that our last request told (`2025-03-26 basic/authorization#server-metadata-discovery-headers`)."""
    for record in reversed(journal.records):
        if isinstance(record.event, events.HttpRequest):
            return next((value for name, value in record.event.headers if name.lower() == "mcp-protocol-version"), "")
    return ""
