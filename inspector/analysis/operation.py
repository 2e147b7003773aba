"""One thing that the person did, and how it stands."""

from dataclasses import dataclass, field
from typing import Literal

from inspector.wire.json import Json

State = Literal["running", "waiting", "complete", "isError", "error", "cancelled", "failed"]
"""At work; a person must answer; done; done with `isError`; a JSON-RPC error; by our own wish; no answer came."""

ENDED = frozenset({"complete", "isError", "error", "cancelled", "failed"})


@dataclass(slots=True)
class Progress:
    """The latest progress: numbers with their digits as sent, None where there is no total."""

    done: Json
    total: Json = None
    message: str = ""


@dataclass(slots=True)
class Operation:
    """One thing that the person did. Times in milliseconds and seconds as their names say; `records` ascending.

    `rounds` counts the requests of its own method. `server_ms` is the time that answers were waited for, less that in
    which the server itself waited for one; `human_ms` the time that a person took for those, as far as it is over, and
    `ruled_ms` that which a rule, a list or a command took in their place. `since` is when such an answer began to be
    waited for, None while none is; `by_person`: whether the last came from a person. `outcome` is the status of the
    last answer to us, `detail` what it said.
    """

    number: int
    method: str
    name: str
    began: float
    first: int
    state: State = "running"
    ended: float | None = None
    rounds: int = 0
    server_ms: float = 0.0
    human_ms: float = 0.0
    ruled_ms: float = 0.0
    by_person: bool = True
    since: float | None = None
    progress: Progress | None = None
    progress_notes: int = 0
    log_messages: int = 0
    outcome: str = ""
    detail: str = ""
    records: list[int] = field(default_factory=list)
    open: int = 0
    theirs: int = 0

    @property
    def asked_ms(self) -> float:
        """What the server's questions took, whoever answered them."""
        return self.human_ms + self.ruled_ms

    @property
    def took_ms(self) -> float | None:
        """From its beginning to its end, None while it goes on."""
        return None if self.ended is None else (self.ended - self.began) * 1000
