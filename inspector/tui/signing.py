"""What the interface knows of an authorization that goes on, and of what is kept for a server: plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from inspector.wire.json import Json

Waits = Literal["", "step", "browser", "secret"]


@dataclass(frozen=True, slots=True)
class Signing:
    """What an authorization that goes on waits for.

    `possible`: requests are authorized here, so that there is something to begin anew. `before` says what would be done
    next, when it waits for a step. `url` is where to sign in (http or https only), when it waits for the browser,
    `told` for whom one signs in, or when it waits for a secret, whose that is. `opens` is whether a browser can be
    opened on this machine, and `wrong` why what was pasted is not what the browser came back to. `since` is when it
    began to wait, on the monotonic clock. `pauses`: it stops before each step. `given_back` tells what becomes of the
    tokens that are forgotten, or became of those that were last. The texts are safe to show.
    """

    going: bool = False
    waits: Waits = ""
    before: str = ""
    url: str = ""
    told: str = ""
    since: float = 0.0
    pauses: bool = False
    possible: bool = False
    opens: bool = False
    wrong: str = ""
    given_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """What is kept for a server, without a token: texts as they came. `expires` is in seconds since the epoch, None
    where nothing is known of it. `scopes` are those that were granted, as far as that was said, else those that were
    asked for. `header` and `claims` are those of a JWT, None for a token that is none. `clients` are the registered
    ones, by issuer; without a token the rest is empty."""

    issuer: str = ""
    resource: str = ""
    client: str = ""
    kind: str = ""
    scopes: tuple[str, ...] = ()
    expires: float | None = None
    refresh: bool = False
    header: Mapping[str, Json] | None = None
    claims: Mapping[str, Json] | None = None
    clients: tuple[tuple[str, str], ...] = ()
