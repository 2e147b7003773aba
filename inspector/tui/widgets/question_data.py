"""What the Answers place is shown from: questions, what was answered, and how each kind of question is answered."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.forms.form import Form, form_of
from inspector.protocol.questions import Answer, Question, accept, cancel, decline
from inspector.tui.widgets.buttons import Button
from inspector.wire.json import MISSING

Manner = Literal["form", "url", "sampling", "raw"]
"""How a question is answered: by a form, by a visit, as the model, or by JSON written by hand."""


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question and how it stands. `round` counts those of its call; `retry` says what follows the answer.

    `answer` None: a person is waited for, unless `is_gone`. `waited_s` are seconds until it was answered. `note` is a
    sentence of ours, as that the server took it back.
    """

    question: Question
    server: str = ""
    round: int = 1
    answer: Answer | None = None
    waited_s: float = 0.0
    is_gone: bool = False
    retry: str = ""
    note: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether a person is waited for."""
        return self.answer is None and not self.is_gone


def manner_of(question: Question) -> Manner:
    """How it is answered; what is malformed, by hand."""
    params = question.params
    if question.method == "elicitation/create":
        if question.mode == "form" and "requestedSchema" in params:
            return "form"
        return "url" if question.mode == "url" and isinstance(params.get("url"), str) else "raw"
    return "sampling" if question.method == "sampling/createMessage" else "raw"


def answer_words(answer: Answer) -> str:
    """What was answered, in one word."""
    if answer.error is not None:
        return "refused"
    action = answer.result.get("action") if isinstance(answer.result, dict) else None
    return {"accept": "accepted", "decline": "declined", "cancel": "cancelled"}.get(str(action), "sent")


_MODEL_SCHEMA: Final = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What you say as the model."},
        "model": {"type": "string", "default": "human", "description": "Who the server is told answered."},
        "stop": {
            "enum": ["endTurn", "stopSequence", "maxTokens"],
            "default": "endTurn",
            "description": "Why the text ends.",
        },
    },
    "required": ["text", "model"],
}

_DECLINE: Final = Button("decline", "Decline", "d")
_CANCEL: Final = Button("cancel", "Cancel", "x")
_REFUSE: Final = Button("decline", "Refuse", "d")
_RAW: Final = Button("raw", "Answer raw")


@dataclass(frozen=True, slots=True)
class Desk:
    """What a question is answered with: a form over a schema, its buttons, and what is in it at first.

    `starts_with` is put in where there are no defaults to begin from (`MISSING`: nothing is).
    """

    form: Form
    call: Button
    others: tuple[Button, ...]
    json_only: bool = False
    starts_with: Any = MISSING


def desk_of(question: Question, manner: Manner) -> Desk:
    """The desk for a question that is answered in a form, as the model, or by hand."""
    if manner == "form":
        schema = question.params["requestedSchema"]
        return Desk(form_of(schema), Button("call", "Accept", "^R", main=True), (_DECLINE, _CANCEL, _RAW))
    if manner == "sampling":
        return Desk(form_of(_MODEL_SCHEMA), Button("call", "Send", "^R", main=True), (_REFUSE, _RAW))
    others = (_DECLINE, _CANCEL) if question.method == "elicitation/create" else (_REFUSE,)
    return Desk(form_of({}), Button("call", "Send", "^R", main=True), others, True, _first_raw(question))


def _first_raw(question: Question) -> Any:
    if question.method == "elicitation/create":
        return {"action": "cancel"}
    return {"roots": []} if question.method == "roots/list" else {}


def positive_answer(question: Question, manner: Manner, content: Any) -> Answer:
    """What goes back for what was filled in; an `error` object written by hand refuses."""
    if manner == "form":
        return accept(content)
    if manner == "url":
        return accept(MISSING)
    if manner == "sampling":
        members = content if isinstance(content, dict) else {}
        said = {"role": "assistant", "content": {"type": "text", "text": members.get("text", "")}}
        named = {"model": "model", "stop": "stopReason"}
        return Answer({**said, **{named[name]: members[name] for name in named if name in members}})
    if isinstance(content, dict) and isinstance(content.get("error"), dict):
        return Answer(error=content["error"])
    return Answer(content)


def refusal(question: Question) -> Answer:
    """What `d` says: the person said no (`2025-11-25 client/sampling#error-handling` has code −1 for it)."""
    if question.method == "elicitation/create":
        return decline()
    if question.method == "sampling/createMessage":
        return Answer(error={"code": -1, "message": "User rejected sampling request"})
    return Answer(error={"code": -32601, "message": "Method not found"})


def unchosen(question: Question) -> Answer | None:
    """What `x` says: the person did not choose. Only an elicitation has such an answer."""
    return cancel() if question.method == "elicitation/create" else None
