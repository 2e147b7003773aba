"""What may be shown and recorded of a token: what it says of itself, and never itself nor its signature.

`Decision.data["decoded"]` of a flow is what `jwt_said` and `token_said` give.
"""

from collections.abc import Mapping
from typing import Final

from inspector.secrets import MASK, is_secret_name
from inspector.transports.auth.tokens import Tokens, claims, header_of
from inspector.wire.json import Json

_OF_PERSONS: Final = frozenset(
    {"iss", "sub", "aud", "exp", "nbf", "iat", "auth_time", "azp", "client_id", "acr", "amr"}
)
"""The claims of an ID token that say what it is good for; the others tell of a person (`OpenID Connect Core#2`)."""

_LONGEST: Final = 2000


def jwt_said(what: str, text: str, now: float, *, of_person: bool = False) -> dict[str, Json]:
    """A JWT that goes out: `what` it is, its `header` and `claims`, and when that was (`at`, seconds since the epoch).

    What is no JWT has none of the two. `of_person`: it is an ID token, of which the claims about a person are left out.
    """
    said: dict[str, Json] = {"what": what, "at": now}
    header, claimed = header_of(text), claims(text)
    if header is None or claimed is None:
        return said
    if of_person:
        claimed = {name: value for name, value in claimed.items() if name in _OF_PERSONS}
    return {**said, "header": _harmless(header), "claims": _harmless(claimed)}


def token_said(tokens: Tokens, now: float) -> dict[str, Json]:
    """An access token that came: as `jwt_said`, with what the answer said beside it. `expires` is in seconds since the
    epoch, null where it is not said; so is `granted`, which are the scopes of the answer."""
    return {
        **jwt_said("access token", tokens.access, now),
        "kind": tokens.kind,
        "issuer": tokens.issuer,
        "resource": tokens.resource,
        "client": tokens.client_id,
        "asked": list(tokens.scopes),
        "granted": None if tokens.granted is None else list(tokens.granted),
        "expires": tokens.expires,
        "refresh": bool(tokens.refresh),
    }


def _harmless(members: Mapping[str, Json]) -> dict[str, Json]:
    """Members without what opens something by itself: a secret by its name, or another token."""
    return {name: _member(name, value) for name, value in members.items()}


def _member(name: str, value: Json) -> Json:
    if isinstance(value, str):
        hidden = value and (is_secret_name(name) or claims(value) is not None)
        return MASK if hidden else value[:_LONGEST]
    if isinstance(value, list):
        return [_member(name, one) for one in value]
    return _harmless(value) if isinstance(value, dict) else value
