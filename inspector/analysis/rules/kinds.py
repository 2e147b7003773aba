"""What a rule can look at beyond the types of events and changes: finer kinds of them, told apart before a rule runs.

Most of what comes is as it should be. The kinds name what is not, and the rules about that see nothing of the rest.
"""

from typing import Final

from inspector.protocol.exchanges import Progressed, Settled
from inspector.wire.events import Received
from inspector.wire.jsonrpc import Error, Result


class Unfinished:
    """Stands, in `Rule.on`, for a request of ours that was settled with a result of the type input_required."""


class Tasked:
    """Stands, in `Rule.on`, for a request of ours that was settled with a result of the type task."""


class Untyped:
    """Stands, in `Rule.on`, for one that was settled with a result of no type that there is, or with no object."""


class Unanswered:
    """Stands, in `Rule.on`, for a request of ours that ended without an answer."""


class Adrift:
    """Stands, in `Rule.on`, for progress of no request of ours that is open."""


class Line:
    """The kind of a message of theirs on stdio that is one whole line and begins as an object: no rule is about it.

    `Received` stands, in `Rule.on`, for all others.
    """


_WIDER: Final[dict[type, tuple[type, ...]]] = {
    Result: (Settled,),
    Error: (Settled,),
    Unanswered: (Settled,),
    Unfinished: (Result, Settled),
    Tasked: (Result, Settled),
    Untyped: (Result, Settled),
    Adrift: (Progressed,),
}
_TYPES: Final = {"complete": Result, "input_required": Unfinished, "task": Tasked}


def kind_of(thing: object) -> type:
    """The kind of an event or a change: its type, unless there is a finer one."""
    if isinstance(thing, Settled):
        answer = thing.answer
        if isinstance(answer, Result):
            kind = answer.result.get("resultType") if isinstance(answer.result, dict) else None
            return _TYPES.get(kind, Untyped) if isinstance(kind, str) else Untyped
        return Unanswered if answer is None else Error
    if isinstance(thing, Progressed):
        return Progressed if thing.exchange is not None else Adrift
    if isinstance(thing, Received):
        return Line if thing.http is None and thing.ended and thing.raw.startswith(b"{") else Received
    return type(thing)


def looked_at(kind: type, on: tuple[type, ...]) -> bool:
    """Whether what is of this kind is among `on`: by itself, or with a wider one."""
    return kind in on or any(wider in on for wider in _WIDER.get(kind, ()))
