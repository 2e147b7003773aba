"""A scene while it is put together: its steps in order, and how long each came after what was before it."""

from dataclasses import dataclass, field

from inspector.analysis.compare.asked import ordered
from inspector.serving.mock.scenes import Ask, Question, Scene, Step, Tell
from inspector.wire.json import MISSING, Json, dumps


@dataclass(slots=True)
class DraftAsk:
    """Questions to which answers may still come. `legacy` ones are joined by others while none is answered."""

    wait: float
    questions: dict[str, Question] = field(default_factory=dict)
    state: Json = MISSING
    round: dict[str, Json] | None = None

    @property
    def is_answered(self) -> bool:
        """Whether an answer has come."""
        return any(one.answer is not MISSING for one in self.questions.values())

    def answered(self, key: str, answer: Json) -> None:
        """Keep what the client said."""
        question = self.questions.get(key)
        if question is not None:
            self.questions[key] = Question(question.method, question.params, answer)

    def frozen(self) -> Ask:
        """As a step."""
        return Ask(dict(self.questions), self.state, self.wait, self.round)


@dataclass(slots=True)
class Draft:
    """A request, open or not. `mark` is the moment of the last thing that happened; `is_round` tells that a round has
    ended with questions and the next has not begun."""

    seq: int
    mark: float
    method: str
    name: str
    params: dict[str, Json]
    steps: list[Tell | DraftAsk] = field(default_factory=list)
    answer: Json = MISSING
    wait: float = 0.0
    detail: str = "the recording ends before its answer"
    after: list[Tell | DraftAsk] = field(default_factory=list)
    is_task: bool = False
    final: Json = MISSING
    meanwhile: list[Tell | DraftAsk] = field(default_factory=list)
    is_round: bool = False
    is_open: bool = True

    @property
    def key(self) -> str:
        """What two requests have in common that ask the same."""
        return f"{self.method} {dumps(ordered(self.params))}"

    def waited(self, at: float) -> float:
        """Seconds since the last thing that happened; from now on that is what happened last."""
        waited, self.mark = max(0.0, at - self.mark), at
        return round(waited, 4)

    def add(self, step: Tell | DraftAsk) -> None:
        """Put a step where it belongs: before the answer, or behind it."""
        (self.steps if self.is_open else self.after).append(step)

    def asking(self, at: float) -> DraftAsk:
        """The questions that one more belongs to: those that are open, or new ones."""
        steps = self.steps if self.is_open else self.after
        last = steps[-1] if steps else None
        if isinstance(last, DraftAsk) and not last.is_answered and last.round is None:
            return last
        ask = DraftAsk(self.waited(at))
        steps.append(ask)
        return ask

    def frozen(self) -> Scene:
        """As it stands."""
        return Scene(
            self.seq,
            self.method,
            self.name,
            self.params,
            frozen(self.steps),
            self.answer,
            self.wait,
            self.detail,
            frozen(self.after),
            self.is_task,
            self.final,
            frozen(self.meanwhile),
        )


def frozen(steps: list[Tell | DraftAsk]) -> tuple[Step, ...]:
    """Steps as they stand."""
    return tuple(step if isinstance(step, Tell) else step.frozen() for step in steps)
