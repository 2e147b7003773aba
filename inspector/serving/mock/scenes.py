"""What a recording holds for a mock: each request with all that the server said to it, in its order.

A scene is the same whichever era it was recorded in, so that it can be played in either: what the server asked is one
`Ask` whether it came as a request of its own (legacy) or as a round (modern).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.wire.json import MISSING, Json

OWN: Final = frozenset({"notifications/progress", "notifications/message"})
"""The notifications that belong to the request that they came with; all others are news, whoever waits."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A notification. `wait` is how many seconds after what came before it; a progress token is left out."""

    method: str
    params: Json = MISSING
    wait: float = 0.0

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the request that it came with."""
        return self.method in OWN


@dataclass(frozen=True, slots=True)
class Question:
    """One request of the server. `answer` is what the recorded client said, `{"result": …}` or `{"error": …}`.

    It is MISSING where no answer was recorded; nothing waits for one then.
    """

    method: str
    params: Json = MISSING
    answer: Json = MISSING


@dataclass(frozen=True, slots=True)
class Ask:
    """Questions that were open at once, by their keys. `state` is the `requestState` that came with them.

    `round` is the whole result of a modern round, None of legacy questions. A round may have no question.
    """

    questions: Mapping[str, Question]
    state: Json = MISSING
    wait: float = 0.0
    round: Mapping[str, Json] | None = None


Step = Tell | Ask


@dataclass(frozen=True, slots=True)
class Scene:
    """A request as it was recorded, in record `seq`, and what it came to.

    `params` is without `_meta` and without what a later round adds. `answer` is `{"result": …}` or `{"error": …}`,
    MISSING where none came: then `detail` says why. If it promises a task (`is_task`), `final` is what that came to in
    the end, and `meanwhile` what was asked on the way. `wait` is the time between the last step
    and the answer, `after` what was told when it was over and before the next request. Times in seconds.
    """

    seq: int
    method: str
    name: str
    params: Mapping[str, Json]
    steps: Sequence[Step] = ()
    answer: Json = MISSING
    wait: float = 0.0
    detail: str = ""
    after: Sequence[Step] = ()
    is_task: bool = False
    final: Json = MISSING
    meanwhile: Sequence[Step] = field(default=())

    @property
    def is_whole(self) -> bool:
        """Whether an answer was recorded."""
        return self.answer is not MISSING

    def without_task(self) -> "Scene":
        """The same for a client that takes no task: what it came to is the answer."""
        if not self.is_task:
            return self
        steps = (*self.steps, *self.meanwhile)
        detail = "" if self.final is not MISSING else "the recording does not have what its task came to"
        return replace(self, steps=steps, answer=self.final, detail=detail, is_task=False, meanwhile=())
