"""The life of a subscription: how it ended, and after which wait it is opened again.

A subscription ends gracefully with a result or by the server's `notifications/cancelled`, is refused with an error, and
is lost where neither comes: then it is opened again, ever more slowly, and not without end. One that was up for a while
begins anew.

Source: `2026-07-28 basic/patterns/subscriptions#cancellation`, `#graceful-closure`; `2026-07-28
basic/patterns/cancellation`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from inspector.protocol.steps import Reply

How = Literal["ended", "refused", "lost", "gone", "cancelled"]
"""By the server with a result or a cancellation of its own; with an error, or an HTTP status that says no; the stream
broke; so did the whole connection; by our own wish."""

FIRST: Final = 0.5
LONGEST: Final = 30.0
TRIES: Final = 8
STEADY: Final = 60.0


def how_ended(reply: Reply) -> How:
    """How the answer to `subscriptions/listen`, or its absence, ended the subscription."""
    if reply.error is not None:
        return "refused"
    if reply.answer is not None:
        return "ended"
    if reply.failure in ("exited", "closed"):
        return "gone"
    if reply.failure == "http" and reply.status is not None and 400 <= reply.status < 500:
        return "refused"
    if reply.failure == "cancelled":
        return "ended" if len(reply.records) > 1 else "cancelled"  # by a record of theirs, or by our own wish
    return "lost"


@dataclass(slots=True)
class Backoff:
    """The waits between attempts, in seconds: doubled from `first` to `longest`, `tries` in a row at most.

    What lasted `steady` seconds was no failed attempt. `chance` gives numbers from 0 to 1, so that many clients of a
    server that restarts do not come back in step.
    """

    first: float = FIRST
    longest: float = LONGEST
    tries: int = TRIES
    steady: float = STEADY
    chance: Callable[[], float] = lambda: 1.0
    failed: int = 0

    def after(self, lasted: float) -> float | None:
        """The wait before the next attempt, where the last one lasted so long; None if there shall be no other."""
        if lasted >= self.steady:
            self.failed = 0
        if self.failed >= self.tries:
            return None
        wait = min(self.first * 2.0**self.failed, self.longest)
        self.failed += 1
        return wait * (0.5 + self.chance() / 2)
