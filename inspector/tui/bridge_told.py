"""What a bridge tells the screen of its session."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.message import Message

from inspector.errors import InspectorError
from inspector.protocol.negotiation import Agreed
from inspector.protocol.questions import Question
from inspector.wire.events import Record

FRAME: Final = 1 / 30
"""Seconds between two messages of a kind, at the least."""


@dataclass
class Batch(Message):
    """Records that the journal took since the last batch. `kept`: all records of the journal, where it has them."""

    records: Sequence[Record]
    kept: Sequence[Record] | None = None


@dataclass
class Questions(Message):
    """What waits for an answer now."""

    open: tuple[Question, ...]

    def can_replace(self, message: Message) -> bool:
        """Only how it stands now is of use."""
        return isinstance(message, Questions)


@dataclass
class Connected(Message):
    """The negotiation came to an end: with `agreed`, or with the fault that ended it."""

    agreed: Agreed | None
    fault: InspectorError | None = None


@dataclass
class RecordingProblem(Message):
    """Recording ended early, or never began; the session goes on."""

    text: str


@dataclass
class Followed(Message):
    """Nothing more comes into the recording that was followed; `why` is a sentence."""

    why: str
