"""Giving tokens back: the authorization server is told that they are not used any more (`RFC 7009`).

The refresh token goes first, for most servers end what came of it with it. Each goes to the issuer that gave it alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.transports.auth.addresses import fault_of
from inspector.transports.auth.discovery import Where
from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client, given, proven, said_error
from inspector.transports.auth.metadata import Server, server_of, server_places
from inspector.transports.auth.steps import SPEC, Answer, Fetch, Means, Talk, form, say
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.wish import Wish
from inspector.wire.text import visible

_CLAUSE: Final = "RFC 7009#section-2.1"


@dataclass(frozen=True, slots=True)
class Revocation:
    """What came of it, `done` or not, in a sentence that is safe to show. `offered`: the issuer has a place for it."""

    done: bool
    said: str
    offered: bool = True


def revoke(where: Where, wish: Wish, held: Held, means: Means) -> Talk[list[Revocation]]:
    """Have the tokens that are held revoked; what came of each. Nothing is raised but UsageError for a key of no use,
    and nothing of `held` is altered."""
    tokens = held.tokens
    if tokens is None:
        return []
    issuer = visible(tokens.issuer)[:200]
    found = yield from _endpoint(where, tokens)
    if isinstance(found, Revocation):
        yield from say("revoke the tokens", "not possible", found.said, _CLAUSE)
        return [found]
    server, endpoint = found
    client = _client(wish, held, tokens, server)
    proof, headers = proven(client, server, wish, means)
    came = []
    for name, hint, token in (
        ("refresh token", "refresh_token", tokens.refresh),
        ("access token", "access_token", tokens.access),
    ):
        if token:
            fields = [("token", token), ("token_type_hint", hint), *proof]
            answer: Answer = yield form(f"revocation ({name})", endpoint, fields, headers)
            if _wants_secret(answer, client):
                more = [*fields, ("client_secret", client.secret)]
                answer = yield form(f"revocation ({name}), with client_secret", endpoint, more, headers)
            done = answer.status == 200
            said = f"The {name} is revoked at {issuer}."
            if not done:
                said = f"The {name} is not revoked: {visible(endpoint)[:200]} answered {answer.outcome}"
                said += f"{said_error(answer.document or {})}."
            verdict = "revoked" if done else "not revoked"
            yield from say(f"revoke the {name}", verdict, said, _CLAUSE, outcome=answer.outcome)
            came.append(Revocation(done, said))
    return came


def still_registered(held: Held) -> list[str]:
    """Of the clients that were registered and are to be forgotten, a sentence each that is safe to show.

    There is no way to take a registration back that servers have in common (`RFC 7592` is an experiment).
    """
    clients = [client for client in held.clients.values() if client.source == "registered"]
    return [f"{visible(one.id)[:80]} stays registered with {visible(one.issuer)[:200]}." for one in clients]


def _wants_secret(answer: Answer, client: Client) -> bool:
    """Whether a server misses `client_secret` in a form that has none: that of the official Python SDK (2.3) does, of
    those too who prove themselves by Basic or have no secret, for whom it is an empty text."""
    missed = answer.status == 400 and (answer.document or {}).get("error") == "invalid_request"
    return missed and client.method in ("client_secret_basic", "none")


def _endpoint(where: Where, tokens: Tokens) -> Talk[tuple[Server, str] | Revocation]:
    """The issuer's metadata and its place for revocations, looked up anew: only where tokens go is kept with them."""
    issuer = visible(tokens.issuer)[:200]
    fault = fault_of(tokens.issuer, where.place)
    if fault:
        return Revocation(False, f"{issuer} is not asked: {fault}.")
    tried: Sequence[str] = ()
    for url, kind in server_places(tokens.issuer):
        answer: Answer = yield Fetch("authorization server metadata", "GET", url, (("Accept", "application/json"),))
        tried = (*tried, f"{visible(url)}: {answer.outcome}")
        if answer.status != 200 or answer.document is None:
            continue
        server = server_of(url, kind, answer.document)
        if server.issuer.rstrip("/") != tokens.issuer.rstrip("/"):
            return Revocation(False, f"{visible(url)} is of another issuer now, and gets nothing of {issuer}.")
        if not server.revocation_endpoint:
            said = f"{issuer} has no revocation_endpoint: the tokens hold until they expire."
            return Revocation(False, said, offered=False)
        fault = fault_of(server.revocation_endpoint, where.place)
        if fault:
            yield from say("use revocation_endpoint", "refused", f"{fault}.", f"{SPEC}/security-considerations")
            return Revocation(False, f"The revocation_endpoint of {issuer} is not used: {fault}.")
        return server, server.revocation_endpoint
    return Revocation(False, f"{issuer} publishes no metadata that says where: {'; '.join(tried)}.")


def _client(wish: Wish, held: Held, tokens: Tokens, server: Server) -> Client:
    """Whose the tokens are."""
    kept = held.clients.get(tokens.issuer)
    if kept is not None and kept.id == tokens.client_id:
        return kept
    if wish.client_id == tokens.client_id:
        return given(wish, server)
    return Client(tokens.client_id, tokens.issuer, "document")
