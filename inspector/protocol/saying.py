"""How the steps of a negotiation are put into words: the decisions, and the replies that decide nothing."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from inspector.errors import ConnectError
from inspector.protocol.advice import how_to_reach, what_now
from inspector.protocol.refusals import authorization_needed, first_bytes, outcome_of, sentence
from inspector.protocol.steps import Decide, Reopen, Reply, Step
from inspector.protocol.terms import HTTP
from inspector.wire import events

Said = Generator[Step, Any, None]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One thing that was tried: what was sent, and the reply to it."""

    topic: str
    action: str
    sent: str
    reply: Reply

    def say(self, verdict: str, because: str, clause: str, outcome: str | None = None) -> Said:
        """Record what is made of the reply; its outcome is put into words unless that is given."""
        yield Decide(
            events.Decision(
                self.topic,
                self.action,
                verdict,
                because,
                sent=self.sent,
                outcome=outcome_of(self.reply) if outcome is None else outcome,
                clause=clause,
                ms=self.reply.ms,
                records=self.reply.records,
            )
        )


def start_again() -> Said:
    """Have the server started once more, in a fresh process. Raises ConnectError where that does not work."""
    again: Reply = yield Reopen()
    if again.failure:
        raise ConnectError("The server could not be started again.", why=again.detail)


def is_gateway_error(reply: Reply) -> bool:
    """Whether something between us and the server gave the answer: 502, 503, 504."""
    return reply.status in (502, 503, 504)


def no_verdict(attempt: Attempt, *, again: bool) -> Said:
    """Raise for a reply that says nothing about the era, return for any other.

    A gateway's 5xx is let pass, with a record of it, where it may be tried `again`.
    """
    reply = attempt.reply
    if reply.status in (401, 403):
        because = "The server wants authorization before it says anything of its era."
        yield from attempt.say("no verdict", because, "", f"HTTP {reply.status}")
        raise authorization_needed(reply)
    if reply.failure == "network":
        yield from attempt.say("no verdict", "No connection came about.", "", reply.detail)
        raise ConnectError("Could not connect.", why=outcome_of(reply), hint=how_to_reach(reply.detail))
    if reply.redirects:
        yield from attempt.say("no verdict", "A redirect that is not followed says nothing of the era.", "")
        raise ConnectError(
            "The address redirects, and that is not followed.",
            why=f"{sentence(reply.detail)}.",
            hint="If the server lives there, give that address; if people sign in there, it has to answer 401 instead.",
        )
    if reply.status == 429:
        because = "A 429 says that we ask too often, not which era it is."
        yield from attempt.say("no verdict", because, "RFC 6585#section-4")
        raise ConnectError("The server answered HTTP 429.", why=f"{because}{first_bytes(reply)}", hint=what_now(reply))
    if reply.status is None or reply.status < 500:
        return
    because = (
        "A 5xx says that something is broken, not which era it is"
        if reply.status < 600
        else f"{reply.status} is no status of HTTP, and says nothing of the era"
    )
    if again and is_gateway_error(reply):
        yield from attempt.say("no verdict, tried again", f"{because}; the same is sent once more, at once.", HTTP)
        return
    yield from attempt.say("no verdict", f"{because}.", HTTP)
    raise ConnectError(
        f"The server answered HTTP {reply.status}.",
        why=f"{because}.{first_bytes(reply)}",
        hint=what_now(reply),
    )
