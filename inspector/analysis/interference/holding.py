"""A message that waits, and what can be done with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from inspector.analysis.interference.passing import Passing
from inspector.analysis.rows import Row
from inspector.config.faults import FaultRule
from inspector.protocol.interference import Outcome

Done = Callable[[Outcome], None]
"""Gets what becomes of a message."""

Verdict = Literal["pass", "edit", "drop", "delay", "duplicate", "answer"]
"""What a person can do with what is held."""


class Timer(Protocol):
    """Something that was put off."""

    def cancel(self) -> None:
        """It does not happen."""


Later = Callable[[float, Callable[[], None]], Timer]
"""Calls a function so many seconds later."""


@dataclass(slots=True, eq=False)
class Held:
    """A message that waits: for a person (`until` None), or for its time.

    `request` is the record of our request that it is or answers, 0 if none; `since` and `until` in seconds of the
    journal.
    """

    number: int
    rule: FaultRule
    passing: Passing
    row: Row
    done: Done
    since: float
    request: int = 0
    until: float | None = None
    timer: Timer | None = None

    @property
    def for_person(self) -> bool:
        """Whether only a person lets it go."""
        return self.until is None
