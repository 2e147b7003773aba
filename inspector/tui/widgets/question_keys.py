"""Which keys say something to a question, and in which words. Pure."""

from typing import Final

from inspector.protocol.questions import rule_for
from inspector.tui.widgets.answers_model import AnswersModel
from inspector.tui.widgets.question_data import Manner, QuestionState, main_word, manner_of, unchosen
from inspector.tui.widgets.question_sampling import tools_of

_ANSWERS: Final = frozenset({"accept", "decline", "cancel", "copy_url", "tool", "prepare", "raw"})


def words_of(state: QuestionState, manner: Manner) -> dict[str, str]:
    """What the keys are called for a question that is answered so: as its buttons are."""
    word = main_word(manner).lower()
    no = "no" if manner == "approval" else "decline" if unchosen(state.question) is not None else "refuse"
    raw = "as a form" if manner == "raw" else "answer raw"
    tool = "write text" if manner == "tool" else "use a tool"
    return {"call": word, "accept": word, "decline": no, "answer raw": raw, "use a tool": tool}


def can_do(action: str, state: QuestionState | None, manner: Manner, known: AnswersModel) -> bool:
    """Whether an action says something to the question; what is no way of answering, always."""
    if action == "always":
        return state is not None and can_be_always(state)
    if action not in _ANSWERS:
        return True
    if state is None or not state.is_waiting:
        return False
    if action == "cancel":
        return unchosen(state.question) is not None
    if action == "copy_url":
        return manner == "url"
    if action == "tool":
        return manner in ("sampling", "tool") and bool(tools_of(state.question))
    if action == "prepare":
        return known.has_command and state.question.method == "sampling/createMessage"
    if action == "raw":
        return manner not in ("raw", "url", "approval") or manner_of(state.question) != manner
    return True


def can_be_always(state: QuestionState) -> bool:
    """Whether a rule can hold the answer that was given, or one that can be given now."""
    if state.answer is not None:
        return state.answer.by == "person" and rule_for(state.question, state.answer) is not None
    return state.is_waiting and state.question.mode in ("form", "sampling", "roots")
