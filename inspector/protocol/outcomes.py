"""What comes of a call with all that it takes: rounds, a task, a page that the person must visit."""

from dataclasses import dataclass

from inspector.protocol.steps import Reply


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call. `reply` is the last one; `rounds` counts requests; `ms` is the server's time in all rounds.

    `pending` holds the keys that nobody answered; `broken` says how the server departed from the pattern. `task` is the
    id of the task that the server made of the call; `reply` then carries the task's result or error as its answer.
    """

    reply: Reply
    rounds: int
    ms: float
    human_ms: float = 0.0
    pending: tuple[str, ...] = ()
    broken: str = ""
    task: str = ""
