"""What the Answers place is shown from: questions, what was answered, and how each kind of question is answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.forms.form import Form, form_of
from inspector.protocol.questions import Answer, Question, accept, cancel, decline
from inspector.tui.widgets.buttons import Button
from inspector.tui.widgets.question_sampling import model_form, text_result, tool_result, tools_of
from inspector.wire.json import MISSING

Manner = Literal["form", "url", "sampling", "tool", "approval", "raw"]
"""How a question is answered: by a form, by a visit, as the model in words or by a tool, by yes or no to a call of our
own, or by JSON by hand."""


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question and how it stands. `round` counts those of its call; `retry` says what will follow the answer.

    `answer` None: a person is waited for, unless `is_gone`. `waited_s` are seconds until it was answered. `note` says
    why it is gone, with foreign words in it.
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


def ordered(states: Sequence[QuestionState]) -> list[QuestionState]:
    """Those that wait, oldest first; then the others, newest first."""
    waiting = [state for state in states if state.is_waiting]
    return waiting + sorted(
        (state for state in states if not state.is_waiting), key=lambda state: state.question.number, reverse=True
    )


def manner_of(question: Question) -> Manner:
    """How it is answered; what is malformed, by hand."""
    params = question.params
    if question.is_approval:
        return "approval"
    if question.method == "elicitation/create":
        if question.mode == "form" and "requestedSchema" in params:
            return "form"
        return "url" if question.mode == "url" and isinstance(params.get("url"), str) else "raw"
    return "sampling" if question.method == "sampling/createMessage" else "raw"


def what_follows(question: Question, others: int) -> str:
    """What a positive answer brings about, as a sentence; `others` that came with the same record wait, too.

    The retry of a modern call carries the answers to all questions of its round (`2026-07-28 basic/patterns/mrtr`).
    """
    if question.is_approval:
        return "Yes sends it. No sends nothing, and the call ends as cancelled."
    if question.era == "legacy":
        return _AFTER_PAGE if question.key else "It goes back at once."
    if not others:
        return "The call is sent again with it."
    rest = "the other question is" if others == 1 else f"the other {others} questions are"
    return f"The call is sent again when {rest} answered too."


def others_words(question: Question) -> tuple[str, str]:
    """What the keys beside the main one say to the server: at length, and in as few words as they can be told apart."""
    if question.method == "elicitation/create":
        return (
            'd sends {"action": "decline"}: you said no. x sends {"action": "cancel"}: you did not choose.',
            "Decline = you said no. Cancel = you did not choose. The server sees which.",
        )
    if question.era == "modern":
        return ("d refuses: nothing goes back, for a modern answer has no error, and the call is not sent again.", "")
    error = refusal(question).error or {}
    return (f"d refuses with error {str(error.get('code')).replace('-', '−')}, “{error.get('message')}”.", "")


def what_followed(question: Question, answer: Answer) -> str:
    """What an answer brought about that does not show in it; empty where it does."""
    if question.is_approval:
        return "The call went out." if _action(answer) == "accept" else "Nothing was sent."
    if answer.error is None:
        return ""
    if question.era == "modern":
        return "A modern answer has no error: nothing went back, and the call ended without a retry."
    return "" if answer.error else "What went back is not in the records."


_AFTER_PAGE: Final = "The call is sent again when the server tells that the page is done."


def said_words(state: QuestionState) -> str:
    """What became of a question, in one word; empty while it waits."""
    if state.answer is None:
        return "gone" if state.is_gone else ""
    if state.question.is_approval:
        return "yes" if _action(state.answer) == "accept" else "no"
    return answer_words(state.answer)


def _action(answer: Answer) -> str:
    return str(answer.result.get("action")) if isinstance(answer.result, dict) else ""


def answer_words(answer: Answer) -> str:
    """What was answered, in one word."""
    if answer.error is not None:
        return "refused"
    action = _action(answer)
    return {"accept": "accepted", "decline": "declined", "cancel": "cancelled"}.get(action, "sent")


_DECLINE: Final = Button("decline", "Decline", "d")
_CANCEL: Final = Button("cancel", "Cancel", "x")
_REFUSE: Final = Button("decline", "Refuse", "d")
_RAW: Final = Button("raw", "Answer raw", "w", short="Raw")
_ALWAYS: Final = Button("always", "Always…", "s")
_COMMAND: Final = Button("prepare", "From command", "c", short="Command")
_FORM: Final = Button("raw", "As a form", "w", short="Form")
_TOOL: Final = Button("tool", "Use a tool", "o", short="Tool")
_TEXT: Final = Button("tool", "Write text", "o", short="Text")


def main_word(manner: Manner) -> str:
    """What the main button says, and its key beside it."""
    return {"form": "Accept", "url": "Done", "approval": "Yes"}.get(manner, "Send")


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


def desk_of(question: Question, manner: Manner, tool: str = "", *, has_command: bool = False) -> Desk:
    """The desk for a question that is answered in a form, as the model (maybe by a `tool`), or by hand.

    `has_command`: the person has a command that prepares answers to sampling.
    """
    command = (_COMMAND,) if has_command else ()
    call = Button("call", main_word(manner), "^R", main=True)
    if manner == "form":
        return Desk(form_of(question.params["requestedSchema"]), call, (_DECLINE, _CANCEL, _ALWAYS, _RAW))
    if manner == "sampling":
        return Desk(model_form(), call, (*((_TOOL,) if tools_of(question) else ()), *command, _REFUSE, _ALWAYS, _RAW))
    if manner == "tool":
        return Desk(form_of(tools_of(question).get(tool, {})), call, (_TEXT, *command, _REFUSE, _ALWAYS, _RAW))
    others = (_DECLINE, _CANCEL) if question.method == "elicitation/create" else (_REFUSE,)
    back = (_FORM,) if manner_of(question) != "raw" else ()
    always = (_ALWAYS,) if question.mode in ("form", "sampling", "roots") else ()
    return Desk(form_of({}), call, (*others, *always, *back), True, _first_raw(question))


def _first_raw(question: Question) -> Any:
    """What an answer by hand begins from: its members, without a choice among them."""
    if question.method == "elicitation/create":
        return {"action": ""}
    return {"roots": []} if question.method == "roots/list" else {}


def positive_answer(
    question: Question, manner: Manner, content: Any, *, tool: str = "", members: Mapping[str, Any] | None = None
) -> Answer:
    """What goes back for what was filled in; an `error` object written by hand refuses.

    `members` are those of the model's form, beside the arguments of a `tool`.
    """
    if manner == "form":
        return accept(content)
    if manner in ("url", "approval"):
        return accept(MISSING)
    if manner == "sampling":
        return Answer(text_result(content if isinstance(content, dict) else {}))
    if manner == "tool":
        return Answer(tool_result(question, tool, {} if content is MISSING else content, members or {}))
    if isinstance(content, dict) and isinstance(content.get("error"), dict):
        return Answer(error=content["error"])
    return Answer(content)


def refusal(question: Question) -> Answer:
    """What `d` says: the person said no (`2025-11-25 client/sampling#error-handling` has code −1 for it).

    −32601 would say that we have no roots to list at all (`2025-11-25 client/roots#error-handling`).
    """
    if question.method == "elicitation/create" or question.is_approval:
        return decline()
    if question.method == "sampling/createMessage":
        return Answer(error={"code": -1, "message": "User rejected sampling request"})
    if question.method == "roots/list":
        return Answer(error={"code": -1, "message": "User rejected roots request"})
    return Answer(error={"code": -32601, "message": f"{question.method or 'It'} is no method of this client"})


def unchosen(question: Question) -> Answer | None:
    """What `x` says: the person did not choose. Only an elicitation has such an answer."""
    return cancel() if question.method == "elicitation/create" else None
