"""What a result is shown from: plain data that the owner of a `ResultView` gives it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from inspector.forms.verdict import Validation
from inspector.wire.json import MISSING

Subject = Literal["tool", "resource", "prompt", "other"]
"""What was asked for: it says how the result is read."""


@dataclass(frozen=True, slots=True)
class WireRow:
    """One record of the operation: its number, its sign and word (`→ req`), their role, and what it is."""

    record: int
    kind: str
    role: str
    what: str
    fact: str = ""
    """At the right: how long it took, or how large it is."""


class Withheld(NamedTuple):
    """What is said of a message that waits for the person, and the key that leads there."""

    words: str
    key: str


@dataclass(frozen=True, slots=True)
class Running:
    """A call in flight. `since` is in seconds of the view's clock; `timeout` in seconds without news, None for ever.

    `question` are the words of a question that waits for a person because of this call; `is_approval`: it is ours,
    whether the call may go out. `is_held`: a question that names no call is open, and may be for this one.
    `held`: for what else of the person a message of it waits on its way.
    """

    name: str
    since: float
    progress: float | None = None
    total: float | None = None
    message: str = ""
    logs: int = 0
    notes: int = 0
    timeout: float | None = None
    question: str = ""
    wire: Sequence[WireRow] = ()
    is_approval: bool = False
    is_held: bool = False
    held: Withheld | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """An answer that came: `result` (any JSON), or `error`, an error object.

    Times in seconds. `raw` is the result or error exactly as it came, for the JSON tab. `validation` is of
    `structuredContent` against `outputSchema`, None where there is none to check; `flags` say where the result departs
    from the specification; `is_recorded`: it comes from a recording.
    """

    name: str
    subject: Subject
    result: Any = MISSING
    error: Any = MISSING
    server_s: float = 0.0
    you_s: float = 0.0
    rounds: int = 1
    size: int = 0
    raw: bytes = b""
    validation: Validation | None = None
    flags: tuple[str, ...] = ()
    wire: Sequence[WireRow] = ()
    is_recorded: bool = False
    asked: str = ""
    """Of a resource: the URI that was to be read."""
    because: str = ""
    """Why an error came, where more is known than its own words say: sentences."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A call that no answer ended: cancelled, timed out, or `no answer will come`. `why` and `hint` are sentences.

    `is_sent`: it went out, and nothing went wrong: no answer is due, or can be known as one.
    """

    name: str
    what: str
    why: str = ""
    hint: str = ""
    after_s: float = 0.0
    by_us: bool = False
    wire: Sequence[WireRow] = ()
    is_sent: bool = False


Outcome = Running | Done | Ended | None


def goes_on(before: Outcome, now: Outcome) -> bool:
    """Whether a call is only further on: it runs as it did, and waits for nothing that it did not wait for."""
    if not (isinstance(before, Running) and isinstance(now, Running)):
        return False
    waits = (before.question, before.is_approval, before.is_held, before.held)
    return before.since == now.since and waits == (now.question, now.is_approval, now.is_held, now.held)
