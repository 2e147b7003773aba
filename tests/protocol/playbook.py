"""Conversations as tests write them: what we say, what comes back, and so on to the end.

    agreed = (Playbook(negotiate(wish)) >> call("server/discover") << error(-32601) >> call("initialize") << …).end()

`>>` checks the step that the conversation has come to, `<<` answers it. Decisions on the way are kept in `decisions`,
in order; `end` gives what the conversation returns, or raises what it raises.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from inspector.protocol.steps import Ask, Call, Decide, Failure, Notify, Reopen, Reply, Step
from inspector.wire import events, jsonrpc

T = TypeVar("T")


@dataclass(frozen=True)
class Said:
    """What a step must be: its type, its method, some of its params, how it is spoken, and any field of it."""

    kind: type
    method: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    spoken: tuple[str, str] | None = None
    fields: dict[str, Any] = field(default_factory=dict)

    def check(self, step: object) -> None:
        """Compare."""
        assert isinstance(step, self.kind), f"{step!r} is no {self.kind.__name__}"
        if isinstance(step, Call | Notify):
            assert step.method == self.method
            assert {**step.params, **self.params} == dict(step.params), f"{step.params!r} lacks {self.params!r}"
            if self.spoken is not None:
                assert step.speech is not None
                assert (step.speech.era, step.speech.version) == self.spoken
        for name, value in self.fields.items():
            assert getattr(step, name) == value, f"{name} is {getattr(step, name)!r}"


def call(method: str, spoken: tuple[str, str] | None = None, /, **params: Any) -> Said:
    """A request with at least these params, spoken as this era and version."""
    return Said(Call, method, params, spoken)


def tell(method: str, spoken: tuple[str, str] | None = None) -> Said:
    """A notification."""
    return Said(Notify, method, spoken=spoken)


def reopen(transport: str | None = None) -> Said:
    """The wish for a fresh process, or for another transport."""
    return Said(Reopen, fields={"transport": transport})


def ask(**questions: Any) -> Said:
    """Questions for the person."""
    return Said(Ask, fields={"questions": questions})


def result(members: Any, **more: Any) -> Reply:
    """A result came back."""
    return Reply(jsonrpc.Result(1, members), records=(1, 2), ms=5.0, **more)


def error(code: Any, message: str = "x", data: Any = None, **more: Any) -> Reply:
    """An error came back."""
    body = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return Reply(jsonrpc.Error(1, body), records=(1, 2), **more)


def nothing(failure: Failure, detail: str = "", **more: Any) -> Reply:
    """No answer came back."""
    return Reply(failure=failure, detail=detail or failure, records=(1,), **more)


def web(status: int, body: bytes = b"", **more: Any) -> Reply:
    """HTTP came back, and no message."""
    return nothing("http", f"HTTP {status}", status=status, body=body, **more)


class Playbook(Generic[T]):
    """Drives one conversation."""

    def __init__(self, conversation: Generator[Step, Any, T]) -> None:
        self._conversation = conversation
        self._step: Step | None = None
        self._raised: BaseException | None = None
        self._value: T
        self.decisions: list[events.Decision] = []
        self.steps: list[Step] = []
        self._go(None)

    def _go(self, reply: Any) -> None:
        try:
            step = self._conversation.send(reply)
            while isinstance(step, Decide):
                self.decisions.append(step.decision)
                step = self._conversation.send(None)
            self._step = step
            self.steps.append(step)
        except StopIteration as stop:
            self._step, self._value = None, stop.value
        except Exception as raised:
            self._step, self._raised = None, raised

    def __rshift__(self, said: Said) -> "Playbook[T]":
        if self._raised is not None:
            raise self._raised
        assert self._step is not None, f"the conversation has ended with {self._value!r}"
        said.check(self._step)
        return self

    def __lshift__(self, reply: Any) -> "Playbook[T]":
        assert self._step is not None, "nothing was said"
        self._go(reply)
        return self

    def end(self) -> T:
        """What the conversation comes to; nothing more may be said."""
        assert self._step is None, f"it goes on with {self._step!r}"
        if self._raised is not None:
            raise self._raised
        return self._value

    def verdicts(self, topic: str = "") -> list[str]:
        """The verdicts of the decisions, in order."""
        return [one.verdict for one in self.decisions if topic in ("", one.topic)]
