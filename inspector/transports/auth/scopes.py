"""Which scopes are asked for (`2026-07-28 basic/authorization#scope-selection-strategy`)."""

import re
from collections.abc import Iterable
from typing import Final

from inspector.transports.auth.challenge import Challenge
from inspector.transports.auth.discovery import Found
from inspector.transports.auth.steps import SPEC, Talk, needed, quoted, say

_SCOPE: Final = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+")

MOST: Final = 8000
"""Characters that the scopes of a request may have: they are in the address that a browser is sent to."""

OFFLINE: Final = "offline_access"
"""The scope that asks for a refresh token (`2026-07-28 basic/authorization#refresh-tokens`)."""


def select(
    challenge: Challenge, found: Found, before: Iterable[str] = (), wished: Iterable[str] = (), *, person: bool = True
) -> Talk[tuple[str, ...]]:
    """The scopes of the next token, in order; none: the parameter is left out.

    `before` are those that were asked for already and must not be lost, `wished` those that a person named, which take
    the place of what the server's metadata says. With a `person` who signs in, a refresh token is asked for too. What
    is no scope (`RFC 6749#appendix-A.4`) is left out. Raises AuthorizationNeeded where they are too many.
    """
    supported = found.metadata.scopes if found.metadata is not None else None
    base, because = tuple(wished), "They were given for this server."
    if challenge.scopes:
        base, because = (*base, *challenge.scopes), "The challenge names them, and what it names is authoritative."
    elif not base and supported is not None:
        base, because = supported, "The challenge names none, and the metadata of the resource lists these."
    elif not base:
        because = "Neither the challenge nor the metadata names any, so the parameter is left out."
    asked = dict.fromkeys(one for one in (*before, *base) if _SCOPE.fullmatch(one))
    if len(asked) > len(dict.fromkeys(base)):
        because += " Those that were asked for before are kept."
    if person and asked and OFFLINE not in asked and OFFLINE in (found.server.scopes or ()):
        asked[OFFLINE] = None
        because += f" {OFFLINE} asks for a refresh token, and the authorization server lists it."
    text = " ".join(asked)
    if len(text) > MOST:
        because = f"They have {len(text)} characters, and no browser takes that in an address."
        yield from say("choose scopes", "refused", because, f"{SPEC}#scope-selection-strategy")
        raise needed(
            "There are too many scopes to ask for.",
            f"The server names {len(asked)}, of {len(text)} characters altogether",
            "Its operator has to name in WWW-Authenticate the scopes that are needed (RFC 6750); "
            "or ask for some of them with --scope.",
        )
    verdict = quoted(text) or "none"
    yield from say("choose scopes", verdict, because, f"{SPEC}#scope-selection-strategy")
    return tuple(asked)
