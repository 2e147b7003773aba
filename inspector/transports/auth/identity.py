"""Who we are to an authorization server, and how we prove it at its token endpoint.

In the order of `2026-07-28 basic/authorization/client-registration`: a client that is registered already; the URL of a
Client ID Metadata Document, where the server takes one; registration (RFC 7591); else a person has to say.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal
from urllib.parse import quote

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.discovery import Found
from inspector.transports.auth.keys import client_assertion
from inspector.transports.auth.metadata import Server
from inspector.transports.auth.steps import SPEC, Answer, Ask, Means, Talk, document, needed, quoted, say
from inspector.transports.auth.tokens import seconds
from inspector.transports.auth.wish import Wish
from inspector.wire.json import Json
from inspector.wire.text import visible

Method = Literal["none", "client_secret_basic", "client_secret_post", "private_key_jwt"]
Source = Literal["given", "document", "registered"]

_REGISTRATION: Final = f"{SPEC}/client-registration"
_ASSERTION: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


@dataclass(frozen=True, slots=True)
class Client:
    """A client of one issuer, whose id and secret go to no other. `redirect` is the URI that it was registered with;
    `expires`: when its secret does, in seconds since the epoch, None for never. `scopes` are those that it was
    registered with, None where the answer did not say which."""

    id: str
    issuer: str
    source: Source
    method: Method = "none"
    secret: str = field(default="", repr=False)
    redirect: str = ""
    expires: float | None = None
    scopes: tuple[str, ...] | None = None

    def may_ask_for(self, scopes: Sequence[str]) -> bool:
        """Whether these are among the scopes that it was registered with, as far as that is known."""
        return self.scopes is None or {*scopes} <= {*self.scopes}


def given(wish: Wish, server: Server) -> Client:
    """The client that a person named, as this server wants it to prove itself."""
    return Client(wish.client_id, server.issuer, "given", _method(wish, server), wish.client_secret)


def _method(wish: Wish, server: Server) -> Method:
    methods = server.auth_methods
    if wish.client_key and (methods is None or "private_key_jwt" in methods or not wish.client_secret):
        return "private_key_jwt"
    if not wish.client_secret:
        return "none"
    # Without a list, the secret goes by Basic (`RFC 8414#section-2`).
    if methods is not None and "client_secret_basic" not in methods and "client_secret_post" in methods:
        return "client_secret_post"
    return "client_secret_basic"


def identify(
    wish: Wish, found: Found, stored: Client | None, redirect: str, scopes: Sequence[str], means: Means
) -> Talk[Client]:
    """Who we are; `stored` is a client that was registered with the server before. Raises AuthorizationNeeded."""
    server = found.server
    mine = stored if stored is not None and stored.source == "given" else None
    if wish.client_id:
        client = yield from _proving(wish, server, mine)
        yield from say("be a client", f"as {visible(client.id)[:80]}", "It was given, so it is used.", _REGISTRATION)
        return replace(client, redirect=redirect)
    if wish.document and server.takes_documents:
        because = "The authorization server takes Client ID Metadata Documents."
        clause = f"{_REGISTRATION}#client-id-metadata-documents"
        yield from say("be a client", f"as {visible(wish.document)[:200]}", because, clause)
        return Client(wish.document, server.issuer, "document")
    if mine is not None:
        because = "It was given for this issuer, and kept when somebody signed in with it."
        yield from say("be a client", f"as {visible(mine.id)[:80]}", because, _REGISTRATION)
        return replace(mine, redirect=redirect)
    lasts = stored is not None and (stored.expires is None or means.now() < stored.expires)
    if stored is not None and lasts and not stored.may_ask_for(scopes):
        because = "It was registered for fewer scopes than are asked for now."
        yield from say("be a client", "register anew", because, "RFC 7591#section-2")
    elif stored is not None and lasts and stored.redirect == redirect:
        because = "It was registered with this issuer before."
        clause = f"{_REGISTRATION}#authorization-server-binding"
        yield from say("be a client", f"as {visible(stored.id)[:80]}", because, clause)
        return stored
    yield from identifiable(wish, server, None)
    return (yield from _register(found, redirect, scopes))


def identifiable(wish: Wish, server: Server, stored: Client | None) -> Talk[None]:
    """Whether there is a way to be a client of the server. Raises AuthorizationNeeded where there is none."""
    documents = bool(wish.document) and server.takes_documents
    if server.registration_endpoint or wish.client_id or documents or stored is not None:
        return
    because = "No client was given, none is known from before, and the metadata has no registration_endpoint."
    yield from say("be a client", "refused", because, _REGISTRATION)
    raise needed(
        "The authorization server knows no client of ours.",
        f"{visible(server.issuer)} has no registration_endpoint"
        + ("" if server.takes_documents else ", and takes no Client ID Metadata Document"),
        "Register a client with it, then give its id with --client-id, and its secret with --client-secret-env"
        + ("; or name a document with --client-document." if server.takes_documents else "."),
    )


def _proving(wish: Wish, server: Server, kept: Client | None) -> Talk[Client]:
    """The client that was given, with the secret that was kept of it, or that a person is asked for: where the server
    lists how clients prove themselves, and none of it is without a secret."""
    client, methods = given(wish, server), server.auth_methods or ()
    if kept is not None and kept.id == client.id and kept.method == "client_secret_post" and client.secret:
        return replace(client, method=kept.method)  # as it came to a token before
    if client.method != "none":
        return client
    if kept is not None and kept.id == client.id and kept.secret:
        return kept
    if "none" in methods or not {"client_secret_basic", "client_secret_post"} & {*methods}:
        return client
    secret: str = yield Ask(client.id, server.issuer)
    verdict = "one was given" if secret else "it has none"
    because = f"{visible(server.issuer)} takes {visible(' '.join(methods))[:200]}, and no client without a proof."
    yield from say("ask for the client's secret", verdict, because, "RFC 6749#section-2.3.1")
    return given(replace(wish, client_secret=secret), server)


def _register(found: Found, redirect: str, scopes: Sequence[str]) -> Talk[Client]:
    server = found.server
    asked: Method = "client_secret_basic"
    for method in ("none", "client_secret_basic", "client_secret_post"):
        if method in (server.auth_methods or ()):
            asked = method
            break
    content: dict[str, Json] = {
        "client_name": "inspector",
        "redirect_uris": [redirect],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": asked,
        "application_type": "native",
    }
    if scopes:
        content["scope"] = " ".join(scopes)
    answer: Answer = yield document("client registration", server.registration_endpoint, content)
    action = f"POST {visible(server.registration_endpoint)}"
    said = answer.document or {}
    id = said.get("client_id")
    if answer.status not in (200, 201) or not isinstance(id, str) or not id:
        because = "No client came of it."
        yield from say(
            action, "not registered", because, f"{_REGISTRATION}#dynamic-client-registration", outcome=answer.outcome
        )
        raise _not_registered(found, answer, said)
    client = _registered(id, server, said, asked, redirect, scopes)
    because = f"It proves itself by {client.method}." if client.method != "none" else "It has no secret."
    clause = f"{_REGISTRATION}#application-type-and-redirect-uri-constraints"
    yield from say(action, f"registered as {visible(id)[:80]}", because, clause, outcome=answer.outcome)
    return client


def _registered(
    id: str, server: Server, said: Mapping[str, Any], asked: Method, redirect: str, wanted: Sequence[str]
) -> Client:
    secret = said.get("client_secret")
    client = Client(id, server.issuer, "registered", asked, secret if isinstance(secret, str) else "", redirect)
    method = said.get("token_endpoint_auth_method")
    if method in ("none", "client_secret_basic", "client_secret_post"):
        client = replace(client, method=method)
    if not client.secret:
        client = replace(client, method="none")
    scope = said.get("scope")
    # Those that it did not give count as well: to ask for them again would come to the same.
    scopes = tuple(dict.fromkeys((*scope.split(), *wanted))) if isinstance(scope, str) and scope else None
    return replace(client, expires=seconds(said.get("client_secret_expires_at")) or None, scopes=scopes)


def unsaid(found: Found, more: str) -> AuthorizationNeeded:
    """The fault where nothing of what OAuth publishes was found; `more` is what else was tried, after a semicolon."""
    return needed(
        "The server wants authorization, and does not say of whom.",
        f"It names no metadata, or none that is there: {'; '.join(found.tried)}{more}",
        "It may want a token or key of its own: -H 'Authorization: Bearer …' or --token-env NAME. "
        "A server that uses OAuth has to publish protected resource metadata (RFC 9728).",
    )


def _not_registered(found: Found, answer: Answer, said: Mapping[str, Any]) -> AuthorizationNeeded:
    if found.server.kind == "defaults":
        return unsaid(found, f"; POST {visible(found.server.registration_endpoint)}: {answer.outcome}")
    return needed(
        "The authorization server registers no client.",
        f"It answered {answer.outcome}{said_error(said)}",
        "Register a client by hand, then give its id with --client-id, and its secret with --client-secret-env.",
    )


def said_error(said: Mapping[str, Any]) -> str:
    """The error of an OAuth answer as the end of a clause (`RFC 6749#section-5.2`); safe to show."""
    error, more = said.get("error"), said.get("error_description")
    named = f": {visible(error)[:80]}" if isinstance(error, str) and error else ""
    return named + (f", “{quoted(more)}”" if isinstance(more, str) and more else "")


def proven(
    client: Client, server: Server, wish: Wish, means: Means
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """How the client proves itself in a request to the token endpoint: form fields, and headers.

    Raises UsageError for a key that cannot be used.
    """
    if client.method == "client_secret_basic":
        pair = f"{quote(client.id, safe='')}:{quote(client.secret, safe='')}"  # `RFC 6749#section-2.3.1`
        # The id in the form as well: it is no second proof, and servers are met that look for it nowhere else.
        basic = ("Authorization", "Basic " + base64.b64encode(pair.encode()).decode())
        return (("client_id", client.id),), (basic,)
    if client.method == "client_secret_post":
        return (("client_id", client.id), ("client_secret", client.secret)), ()
    if client.method == "private_key_jwt":
        signed = client_assertion(wish.client_key, client.id, server.issuer, server.signing_algorithms, means)
        return (
            ("client_id", client.id),
            ("client_assertion_type", _ASSERTION),
            ("client_assertion", signed),
        ), ()
    return (("client_id", client.id),), ()


def as_json(client: Client) -> dict[str, Json]:
    """As it is stored."""
    return {
        "id": client.id,
        "issuer": client.issuer,
        "source": client.source,
        "method": client.method,
        "secret": client.secret,
        "redirect": client.redirect,
        "expires": client.expires,
        "scopes": None if client.scopes is None else list(client.scopes),
    }


def from_json(stored: Mapping[str, Any]) -> Client | None:
    """The same back; None for what is none."""
    texts = {name: stored.get(name, "") for name in ("id", "issuer", "source", "method", "secret", "redirect")}
    if not all(isinstance(text, str) for text in texts.values()) or not texts["id"]:
        return None
    scopes = stored.get("scopes")
    listed = tuple(one for one in scopes if isinstance(one, str)) if isinstance(scopes, list) else None
    return Client(**texts, expires=seconds(stored.get("expires")), scopes=listed)
