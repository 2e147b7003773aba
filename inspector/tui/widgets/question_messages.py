"""What the desk of the questions tells its owner. Handlers are called `on_question_desk_…`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget

from inspector.protocol.questions import Answer, Question
from inspector.tui.widgets.question_scopes import Scope

if TYPE_CHECKING:
    from inspector.tui.widgets.question_parts import QuestionParts


@dataclass
class DeskMessage(Message):
    """Of a desk."""

    desk: "QuestionParts"

    @property
    def control(self) -> Widget:
        """The desk."""
        return self.desk


@dataclass
class Answered(DeskMessage, namespace="question_desk"):
    """The person has answered a question."""

    number: int
    answer: Answer


@dataclass
class OpenUrlWanted(DeskMessage, namespace="question_desk"):
    """The person has consented to open this URL, which was shown whole."""

    url: str


@dataclass
class CopyUrlWanted(DeskMessage, namespace="question_desk"):
    """This URL is to be copied."""

    url: str


@dataclass
class AlwaysWanted(DeskMessage, namespace="question_desk"):
    """This answer is to be given always; `with_secrets`: also where it holds what looks like one.

    A question that still waits is answered with it, once the rule is there.
    """

    question: Question
    answer: Answer
    scope: Scope
    with_secrets: bool


@dataclass
class PrepareWanted(DeskMessage, namespace="question_desk"):
    """The person's command is to prepare an answer."""

    question: Question
