"""What the transports know of authorization: who does it, what is remembered of one request, how a failure is told."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from inspector.errors import AuthorizationNeeded
from inspector.journal import Log
from inspector.secrets import MASK
from inspector.transports.auth.tokens import Tokens
from inspector.wire import events

TOPIC: Final = "authorization"
"""The topic of the decisions."""

_STAND_IN: Final = ("authorization", "dpop")


@dataclass(slots=True)
class Trial:
    """One request and what was done for it: the token that went with it, and how often which remedy was tried.

    `http` is the number of its exchange, 0 where it has none.
    """

    http: int = 0
    tokens: Tokens | None = None
    signed_in: int = 0
    stepped: int = 0
    nonces: int = 0
    renewed: int = 0
    refreshed: int = 0


class Authorizes(Protocol):
    """What a transport asks. `inspector.transports.auth.authorizer` has the one that does it."""

    def headers(self, trial: Trial, verb: str, url: str) -> list[tuple[str, str]]:
        """What authorizes a request that is about to go out, if there is a token; `trial` remembers which."""

    def stand_ins(self, url: str) -> list[tuple[str, str]]:
        """The same headers as they may be shown, with `‹secret›` for what is secret in them. In a request that is put
        as it is they stand for those that `headers` has then."""

    def heard(self, url: str, status: int, headers: events.Headers) -> bool:
        """An answer came; whether it is a refusal that a token may help against."""

    async def refused(
        self, status: int, headers: events.Headers, trial: Trial, journal: Log, numbers: Iterator[int]
    ) -> AuthorizationNeeded | None:
        """What is to become of a request that was answered with 401 or 403: None, it is to be sent again, for there is
        a token for it now; or why there is none, and the remedy. Nothing is raised but CancelledError."""


def filled(given: list[tuple[str, str]], own: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Headers with what authorizes the request (`own`) for those that stand for it (`Authorizes.stand_ins`), and
    without those for which there is nothing any more."""
    values = {name.lower(): value for name, value in own}
    found: list[tuple[str, str]] = []
    for name, value in given:
        if name.lower() not in _STAND_IN or not value.endswith(MASK):
            found.append((name, value))
        elif name.lower() in values:
            found.append((name, values[name.lower()]))
    return found


def failed(fault: AuthorizationNeeded, http: int) -> events.Decision:
    """The record by which everybody learns why the request of exchange `http` stays refused."""
    data = {"refused": {"http": http, "message": fault.message, "why": fault.why, "hint": fault.hint}}
    return events.Decision(TOPIC, "authorize", "failed", fault.account, outcome=fault.hint, data=data)
