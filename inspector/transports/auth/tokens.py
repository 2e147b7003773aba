"""What an authorization comes to: tokens, whose they are, and what can be read in them without a key."""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.wire.json import Json, NotJson, parse

_SENDABLE: Final = re.compile(r"[\x21-\x7e]+")

EARLY: Final = 20.0
"""Seconds before its end from which a token is not used any more: it has to arrive before it expires."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A token and what belongs to it. `expires` is in seconds since the epoch, None where nothing is known of it.

    `scopes` are those that were asked for, `granted` those that were granted as far as the answer says so.
    """

    access: str = field(repr=False)
    issuer: str
    resource: str
    client_id: str
    kind: str = "Bearer"
    refresh: str = field(default="", repr=False)
    expires: float | None = None
    scopes: tuple[str, ...] = ()
    granted: tuple[str, ...] | None = None

    def usable(self, now: float) -> bool:
        """Whether it has not expired, as far as is known."""
        return self.expires is None or now < self.expires - EARLY


def sendable(token: str) -> bool:
    """Whether a header can carry it (`RFC 6750#section-2.1` has still fewer characters)."""
    return _SENDABLE.fullmatch(token) is not None


def claims(token: str) -> dict[str, Json] | None:
    """The claims of a JWT, unverified: what a token says of itself. None if it is no JWT."""
    parts = token.split(".")
    return _part(parts[1]) if len(parts) == 3 else None


def header_of(token: str) -> dict[str, Json] | None:
    """The header of a JWT; None if it is none."""
    parts = token.split(".")
    return _part(parts[0]) if len(parts) == 3 else None


def audience(token: str) -> tuple[str, ...]:
    """Whom a JWT is for; nothing where it does not say so."""
    said: Any = (claims(token) or {}).get("aud")
    return tuple(one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str))


def _part(text: str) -> dict[str, Json] | None:
    try:
        found = parse(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode())
    except (NotJson, UnicodeDecodeError, binascii.Error, ValueError):
        return None
    return found if isinstance(found, dict) else None


def seconds(value: object) -> float | None:
    """`expires_in`, which some servers write as a string; None where it is no number, or none of a time."""
    try:
        found = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else None
    except (ValueError, OverflowError):
        return None
    return found if found is not None and 0 <= found < 1e10 else None


def as_json(tokens: Tokens) -> dict[str, Json]:
    """As they are stored."""
    return {
        "access": tokens.access,
        "issuer": tokens.issuer,
        "resource": tokens.resource,
        "client_id": tokens.client_id,
        "kind": tokens.kind,
        "refresh": tokens.refresh,
        "expires": tokens.expires,
        "scopes": list(tokens.scopes),
        "granted": None if tokens.granted is None else list(tokens.granted),
    }


def from_json(stored: Mapping[str, Any]) -> Tokens | None:
    """The same back; None for what is none."""
    texts = {name: stored.get(name, "") for name in ("access", "issuer", "resource", "client_id", "kind", "refresh")}
    if not all(isinstance(text, str) for text in texts.values()) or not texts["access"]:
        return None
    scopes, granted = stored.get("scopes"), stored.get("granted")
    return Tokens(
        **texts,
        expires=seconds(stored.get("expires")),
        scopes=_texts(scopes) or (),
        granted=_texts(granted),
    )


def _texts(value: object) -> tuple[str, ...] | None:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else None
