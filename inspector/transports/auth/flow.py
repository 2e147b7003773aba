"""The whole way from a refusal to a token: discovery, who we are, scopes, the grant; and when not to go it.

What is held (`Held`) is altered as the flow goes: a client is kept when it is registered, a refresh token dropped when
it was refused. Credentials belong to an issuer, and are looked up by it: what another gave is never sent.
"""

from dataclasses import dataclass, field
from typing import Final

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.challenge import Challenge, challenges, oauth_challenge
from inspector.transports.auth.discovery import Found, Where, discover
from inspector.transports.auth.grants import (
    Asking,
    authorization_code,
    client_credentials,
    jwt_bearer,
    may_sign_in,
    refresh,
)
from inspector.transports.auth.identity import Client, given, identifiable, identify, unsaid
from inspector.transports.auth.keys import Prover
from inspector.transports.auth.provider import exchange
from inspector.transports.auth.scopes import select
from inspector.transports.auth.steps import SPEC, Means, Return, Talk, needed, quoted, say
from inspector.transports.auth.tokens import Tokens, audience
from inspector.transports.auth.trial import Trial
from inspector.transports.auth.wish import Wish
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.text import visible

STEPS: Final = 3
"""How often one request is sent again with more scopes (`2026-07-28 basic/authorization#step-up-authorization-flow`).
"""

_STEP_UP: Final = f"{SPEC}#step-up-authorization-flow"


@dataclass(slots=True)
class Held:
    """What there is for one server: the token, clients by issuer, and whom the given client belongs to.

    `futile` are scopes that were asked for again and did not help.
    """

    tokens: Tokens | None = None
    clients: dict[str, Client] = field(default_factory=dict)
    bound: str = ""
    prover: Prover | None = None
    futile: set[frozenset[str]] = field(default_factory=set)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The tokens, and the secrets of the clients."""
        tokens = () if self.tokens is None else (self.tokens.access, self.tokens.refresh)
        return tuple(one for one in (*tokens, *(client.secret for client in self.clients.values())) if one)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A 401 or 403, with its headers."""

    status: int
    headers: events.Headers
    trial: Trial

    @property
    def challenge(self) -> Challenge:
        """What it says of OAuth."""
        return oauth_challenge(self.headers)


def may_help(status: int, headers: events.Headers) -> bool:
    """Whether an answer is one that a token, or another one, may help against: 401 that does not want something else
    (Basic, for instance), and 403 where scopes are missing (`2026-07-28 basic/authorization#error-handling`)."""
    challenge = oauth_challenge(headers)
    if status == 401:
        return bool(challenge.scheme) or not challenges(headers)
    return status == 403 and challenge.get("error") == "insufficient_scope"


def authorize(where: Where, wish: Wish, held: Held, refusal: Refusal, means: Means, *, person: bool) -> Talk[Tokens]:
    """Get a token with which the refused request may be sent again; it is in `held`, too.

    `person`: somebody is there who can sign in. Raises AuthorizationNeeded, and UsageError for a key of no use.
    """
    challenge, trial = refusal.challenge, refusal.trial
    yield from _begun(refusal, wish, person=person)
    if refusal.status == 403:
        yield from _step_up(challenge, held, trial)
    elif trial.signed_in:
        raise _useless(where, held)
    found = yield from discover(where, challenge, tuple(held.clients))
    server = found.server
    before = held.tokens if held.tokens is not None and held.tokens.issuer == server.issuer else None
    if held.tokens is not None and before is None:
        because = f"The token is of {visible(held.tokens.issuer)}, and nothing of it goes to {visible(server.issuer)}."
        clause = f"{SPEC}/client-registration#authorization-server-binding"
        yield from say("see who the authorization server is", "another one than before", because, clause)
    bound = wish.issuer or held.bound
    if wish.client_id and bound and bound != server.issuer:
        because = "A client is of one issuer, and what it was given goes to no other."
        clause = f"{SPEC}/client-registration#authorization-server-binding"
        yield from say("be a client", "refused", because, clause)
        raise needed(
            "The client is registered with another authorization server.",
            f"{visible(wish.client_id)[:80]} is of {visible(bound)}, and the server now names {visible(server.issuer)}",
            "Register a client there, and give it with --client-id and --issuer; or ask the server's operator whether "
            "the change is meant.",
        )
    if challenge.scheme == "dpop" or wish.dpop:
        yield from _bind(found, held, means)
    interactive = wish.grant == "authorization_code"
    scopes = yield from select(
        challenge, found, before.scopes if before is not None else (), wish.scopes, person=interactive
    )
    if refusal.status == 401 and before is not None and before.refresh and not trial.refreshed:
        trial.refreshed += 1  # once: what that comes to may be refused as well
        tokens = yield from _refreshed(found, wish, held, before, means)
        if tokens is not None:
            return tokens
    if interactive and not person:
        if trial.refreshed and held.tokens is not None:
            raise _useless(where, held)
        if server.kind != "defaults":  # what would stop whoever signs in is said now
            yield from may_sign_in(found)
            yield from identifiable(wish, server, held.clients.get(server.issuer))
        yield from say("sign in", "nobody is there", "A person has to, and none was offered.", f"{SPEC}#overview")
        raise unsaid(found, "") if server.kind == "defaults" else _nobody(where, found, scopes)
    trial.signed_in += 1
    tokens = yield from _granted(found, wish, held, scopes, means)
    if wish.client_id:
        held.bound = server.issuer
    held.tokens = trial.tokens = tokens
    return tokens


def _begun(refusal: Refusal, wish: Wish, *, person: bool) -> Talk[None]:
    challenge = refusal.challenge
    named = [visible(f"{name} {challenge.get(name)}")[:80] for name in ("error", "scope") if challenge.get(name)]
    if challenge.get("resource_metadata"):
        named.append("resource_metadata")
    scheme = challenge.scheme.capitalize() if challenge.scheme != "dpop" else "DPoP"
    outcome = " · ".join((f"HTTP {refusal.status}", scheme or "no challenge", *named))
    because = (
        "The request needs more than its token allows."
        if refusal.status == 403
        else "The server wants a token with the request, or another one."
    )
    data: dict[str, Json] = {
        "begun": {
            "http": refusal.trial.http,
            "status": refusal.status,
            "grant": wish.grant,
            "person": person,
            "resource_metadata": challenge.get("resource_metadata"),
        }
    }
    yield from say("authorize", "begun", because, f"{SPEC}#error-handling", outcome=outcome, data=data)


def _granted(found: Found, wish: Wish, held: Held, scopes: tuple[str, ...], means: Means) -> Talk[Tokens]:
    server = found.server
    if wish.grant != "authorization_code":
        asking = Asking(found, given(wish, server), scopes, wish, means, held.prover)
        if wish.grant == "client_credentials":
            return (yield from client_credentials(asking))
        if wish.grant == "jwt_bearer":
            return (yield from jwt_bearer(asking, wish.assertion))
        assert wish.provider is not None, "an enterprise's grant comes with its identity provider"
        grant = yield from exchange(asking, wish.provider)
        return (yield from jwt_bearer(asking, grant))
    stored = held.clients.get(server.issuer)
    redirect: str = yield Return(stored.redirect if stored is not None else "")
    client = yield from identify(wish, found, stored, redirect, scopes, means)
    if client.source == "registered":
        held.clients[server.issuer] = client
    try:
        asking = Asking(found, client, scopes, wish, means, held.prover)
        tokens = yield from authorization_code(asking, redirect)
    except AuthorizationNeeded:
        held.clients.pop(server.issuer, None)  # it may have been forgotten there: the next time it is registered anew
        if stored is not None and held.tokens is not None and held.tokens.client_id == stored.id:
            held.clients[server.issuer] = stored  # what is held is renewed by it alone
        raise
    if client.source == "given" and client.method != "private_key_jwt":
        held.clients[server.issuer] = asking.client  # its refresh tokens are worth nothing without it
    return tokens


def _refreshed(found: Found, wish: Wish, held: Held, before: Tokens, means: Means) -> Talk[Tokens | None]:
    issuer = found.server.issuer
    kept = held.clients.get(issuer)
    if wish.client_id and (kept is None or kept.id != wish.client_id or wish.client_secret or wish.client_key):
        client = given(wish, found.server)
    else:
        client = kept or Client(before.client_id, issuer, "document")
    if client.id != before.client_id or before.resource != found.resource:
        return None
    clause = f"{SPEC}#refresh-tokens"
    yield from say("get a new token", "refresh", "The token is no longer taken, and came with a refresh token.", clause)
    try:
        tokens = yield from refresh(Asking(found, client, before.scopes, wish, means, held.prover), before)
    except AuthorizationNeeded as error:
        held.tokens = None
        yield from say("get a new token", "sign in again", f"The refresh token was refused: {error.why}", clause)
        return None
    held.tokens = tokens
    return tokens


def _bind(found: Found, held: Held, means: Means) -> Talk[None]:
    algorithms = found.server.dpop_algorithms
    if algorithms is not None and "ES256" not in algorithms:
        because = "dpop_signing_alg_values_supported does not list ES256."
        yield from say("prove possession", "refused", because, "RFC 9449#section-5.1")
        raise needed(
            "The token cannot be bound to a key of ours.",
            f"The authorization server takes {visible(' '.join(algorithms))[:100] or 'none'}, and we sign with ES256",
            "Its operator has to add ES256 to dpop_signing_alg_values_supported.",
        )
    held.prover = held.prover or Prover(means)
    because = "The server's challenge is DPoP, or it was asked for: tokens are bound to a key of this session."
    yield from say("prove possession", "DPoP", because, "RFC 9449#section-5")


def _step_up(challenge: Challenge, held: Held, trial: Trial) -> Talk[None]:
    """Let a 403 pass for which more scopes may help, and count it; raise for any other."""
    said = quoted(challenge.get("error_description"))
    why = f"403, {visible(challenge.get('error'))[:80] or 'without an error'}" + (f", “{said}”" if said else "")
    if not challenge.scopes:
        raise needed(
            "The server wants more scopes, and does not say which.",
            why,
            "Its operator has to name them in the scope of WWW-Authenticate; or ask for them with --scope.",
        )
    wanted = frozenset(challenge.scopes)
    asked = frozenset(held.tokens.scopes if held.tokens is not None else ())
    if wanted in held.futile or trial.stepped >= STEPS or (trial.stepped and wanted <= asked):
        held.futile.add(wanted)
        names = quoted(" ".join(challenge.scopes))
        because = "They were asked for and granted, and the server wants them still."
        yield from say("step up", "given up", because, _STEP_UP, outcome=why)
        raise needed(
            f"The server wants scopes that do not help: {names}.",
            f"{why}, after a token for them had come",
            "The server's operator has to see which scopes its tokens need, and whether the authorization server "
            "grants them.",
        )
    trial.stepped += 1
    because = "The server wants more scopes for this; those of before are kept."
    yield from say("step up", f"ask for {quoted(' '.join(challenge.scopes))}", because, _STEP_UP, outcome=why)


def _nobody(where: Where, found: Found, scopes: tuple[str, ...]) -> AuthorizationNeeded:
    many = "scopes" if len(scopes) > 1 else "scope"
    named = f", for the {many} {quoted(' '.join(scopes))}" if scopes else ""
    return needed(
        "The server wants authorization, and nobody is there to sign in.",
        f"Tokens for it come from {visible(found.server.issuer)}{named}",
        f"`inspector auth login {visible(where.url)}` signs in and keeps the token; or give one with --token-env NAME.",
    )


def _useless(where: Where, held: Held) -> AuthorizationNeeded:
    """The server refuses a token that has just come: what can be read in it may say why."""
    tokens = held.tokens
    whom = audience(tokens.access) if tokens is not None else ()
    named = tokens.resource if tokens is not None else where.url
    why = "It answered 401 to a token that has just been issued for it"
    if whom and named not in whom:
        why += f"; the token is for “{visible(', '.join(whom))[:300]}” (aud), and the server is {visible(named)}"
        hint = (
            "The authorization server must put the resource that was asked for into aud (RFC 8707): tell its operator."
        )
    else:
        hint = "Its operator has to see why: audience, issuer, signature, clocks."
    return needed("The server does not take the token.", why, hint)
