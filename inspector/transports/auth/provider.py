"""The identity provider of an enterprise: an ID token is exchanged there for a grant that the server's issuer takes.

Source: `docs/extensions/auth/enterprise-managed-authorization`, `RFC 8693`.
"""

from datetime import UTC, datetime
from typing import Final

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.grants import Asking, shown
from inspector.transports.auth.identity import said_error
from inspector.transports.auth.metadata import server_of, server_places
from inspector.transports.auth.steps import Answer, Fetch, Talk, form, needed, say
from inspector.transports.auth.tokens import audience, claims, seconds
from inspector.transports.auth.wish import Provider
from inspector.wire.text import visible

_CLAUSE: Final = "docs/extensions/auth/enterprise-managed-authorization"
_EXCHANGE: Final = "urn:ietf:params:oauth:grant-type:token-exchange"
_ID_TOKEN: Final = "urn:ietf:params:oauth:token-type:id_token"
_ID_JAG: Final = "urn:ietf:params:oauth:token-type:id-jag"
_SKEW: Final = 60.0
"""Seconds that our clock may be ahead of the provider's."""


def exchange(asking: Asking, provider: Provider) -> Talk[str]:
    """Exchange an ID token for an ID-JAG, which is for this server's issuer and resource.

    Raises AuthorizationNeeded.
    """
    yield from _in_time(asking, provider)
    endpoint = provider.token_endpoint or (yield from _endpoint(provider))
    fields = [
        ("grant_type", _EXCHANGE),
        ("requested_token_type", _ID_JAG),
        ("audience", asking.found.server.issuer),
        ("resource", asking.found.resource),
        ("subject_token", provider.id_token),
        ("subject_token_type", _ID_TOKEN),
        ("client_id", provider.client_id),
    ]
    if asking.scopes:
        fields.append(("scope", " ".join(asking.scopes)))
    if provider.client_secret:
        fields.append(("client_secret", provider.client_secret))
    yield from shown("ID token", provider.id_token, asking.means, of_person=True)
    answer: Answer = yield form("token exchange", endpoint, fields, named=True)
    said = answer.document or {}
    token = said.get("access_token")
    action = f"POST {visible(endpoint)}"
    if answer.status != 200 or not isinstance(token, str) or said.get("issued_token_type") != _ID_JAG:
        yield from say(action, "no ID-JAG", "The identity provider gave none.", _CLAUSE, outcome=answer.outcome)
        raise _refused(provider, answer)
    yield from say(action, "an ID-JAG", "It is for the server's issuer and resource.", _CLAUSE, outcome=answer.outcome)
    return token


def _in_time(asking: Asking, provider: Provider) -> Talk[None]:
    """Send no ID token that has expired by what it says itself."""
    until = seconds((claims(provider.id_token) or {}).get("exp"))
    if until is None or asking.means.now() < until + _SKEW:
        return
    ended = datetime.fromtimestamp(until, UTC).isoformat(timespec="seconds")
    yield from say("exchange the ID token", "not sent", f"It held until {ended}.", _CLAUSE)
    raise needed(
        "The ID token has expired.",
        f"By its exp it held until {ended}, and nothing was sent to the identity provider",
        "Sign in there again for a new one; if that is new already, compare the clocks.",
    )


def _endpoint(provider: Provider) -> Talk[str]:
    """The token endpoint that the provider's metadata names."""
    tried = []
    for url, kind in server_places(provider.issuer):
        answer: Answer = yield Fetch("identity provider metadata", "GET", url, _JSON, named=True)
        if answer.status != 200 or answer.document is None:
            tried.append(f"{visible(url)}: {answer.outcome}")
            continue
        server = server_of(url, kind, answer.document)
        if server.issuer == provider.issuer and server.token_endpoint:
            yield from say(f"GET {visible(url)}", "found", "It is of the identity provider.", _CLAUSE)
            return server.token_endpoint
        tried.append(
            f"{visible(url)} names the issuer {visible(server.issuer)[:200] or 'of nobody'}"
            + ("" if server.token_endpoint else " and no token_endpoint")
        )
    because = "No metadata of it with a token endpoint is there."
    yield from say("ask the identity provider", "not found", because, _CLAUSE, outcome="; ".join(tried))
    raise needed(
        "The identity provider has no metadata that can be used.",
        f"{visible(provider.issuer)[:200]} was looked for: {'; '.join(tried)}",
        "Give its issuer letter by letter, as iss in the ID token has it.",
    )


_JSON: Final = (("Accept", "application/json"),)


def _refused(provider: Provider, answer: Answer) -> AuthorizationNeeded:
    said = answer.document or {}
    why = f"The exchange of the ID token came to {answer.outcome}{said_error(said)}"
    kind = said.get("issued_token_type")
    if answer.status == 200:
        why += f"; issued_token_type is {visible(str(kind))[:80]}, not {_ID_JAG}"
    whom = audience(provider.id_token)
    if whom and provider.client_id not in whom:
        why += (
            f"; the ID token is for {visible(', '.join(whom))[:200]}, and the client is {visible(provider.client_id)}"
        )
    return needed(
        "The identity provider did not allow it.",
        why,
        "Check that the ID token is of this client, and that the administrator allows this server and its scopes.",
    )
