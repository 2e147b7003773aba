"""What may become of a message on its way: the words that whoever judges it and whoever carries it have in common.

The records of a session are the client's: what it said, and what it got. What the other side got or said in its place
stands in the decision that tells of the interference.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, Protocol

from inspector.wire.events import Decision, Headers

Way = Literal["in", "out"]
"""From the server, or to it."""

TOPIC = "interference"
"""The topic of the decisions that tell of it."""


@dataclass(frozen=True, slots=True)
class Stead:
    """An answer in the server's stead. `raw` is the message or the body; `status` and `headers` are HTTP's."""

    raw: bytes
    status: int = 200
    headers: Headers = (("Content-Type", "application/json"),)
    is_message: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What arrives in a message's place: `forms`, one after the other; none if nothing does.

    `end`: with it the stream breaks (`cut`), or goes silent (`stall`). `stead`: it goes nowhere, and this comes back.
    """

    forms: tuple[bytes, ...] = ()
    end: Literal["", "cut", "stall"] = ""
    stead: Stead | None = None

    def passes(self, raw: bytes) -> bool:
        """Whether it is the message as it was, and nothing else."""
        return self.forms == (raw,) and not self.end and self.stead is None


class Outward(Protocol):
    """What a transport asks before a message of ours leaves."""

    def __call__(self, raw: bytes, seq: int, http: int | None) -> Awaitable[Outcome] | None:
        """`seq` is the message's record. None: it goes as it is. Else the outcome, in its time; it never raises."""


class StreamCut(Exception):
    """The stream is to break here, as if the peer had closed it."""


def interfered_with(decision: Decision) -> str:
    """The method of the message that a decision says was interfered with; empty where it says nothing of the kind."""
    if decision.topic != TOPIC or not isinstance(decision.data, dict):
        return ""
    return str(decision.data.get("method", ""))
