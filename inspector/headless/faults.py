"""The faults of the commands: those of every caller, with the options that help, and what nobody was asked."""

from collections.abc import Sequence
from typing import Final

from inspector.errors import InspectorError, NobodyAnswered, TimedOut
from inspector.protocol.faults import no_object, no_result
from inspector.protocol.flows import Outcome
from inspector.protocol.questions import Question
from inspector.protocol.steps import Reply
from inspector.wire.text import visible


def fault_of(reply: Reply, method: str) -> InspectorError | None:
    """Why `reply` cannot be used, or None: it holds an error answer, or a result that is an object."""
    if reply.failure == "cancelled" and not reply.records:
        return NobodyAnswered("The call was not approved.", why=f"{visible(reply.detail)}.", hint=_APPROVAL)
    return _with_option(no_object(reply, method))


def refused() -> NobodyAnswered:
    """The fault for an input request that was answered with an error, where the era has none to send."""
    return NobodyAnswered(
        "The server asked, and the answer was a refusal.",
        why="An answer to an input request is its result; there is no way to send an error, so nothing was sent.",
        hint='For an elicitation, {"action": "decline"} tells the server.',
    )


_NOBODY_APPROVED: Final = "Nobody was there to approve it: nothing was sent."
_APPROVAL: Final = "--approve has it asked for at the terminal; without that it goes out at once."
_COMMAND: Final = (
    "What --sampling-command prepares is sent without a person only by a rule in --answers FILE: "
    '{"method": "sampling/createMessage", "answer": {"command": true}}.'
)
_FAILED: Final = "Mend what --sampling-command names: it gets the params on stdin, and writes the result to stdout."


def nobody_answered(
    questions: Sequence[Question], *, commanded: bool = False, recorded: bool = False
) -> NobodyAnswered:
    """The fault for questions that neither a rule nor a person answered; `commanded`: a command was there for them.

    `recorded`: neither did the recording that is sent again. What a rule had a command answer, which failed, is told
    with what the command did. Where the server asked nothing, it is our own question that nobody answered: may a call
    go out?
    """
    asked = [question for question in questions if not question.is_approval]
    if not asked:
        what = "The call was" if len(questions) == 1 else f"{len(questions):,} calls were"
        return NobodyAnswered(f"{what} not approved.", why=_NOBODY_APPROVED, hint=_APPROVAL)
    failed = [question for question in asked if question.command_failed]
    left = [question for question in asked if not question.command_failed]
    sampling = any(question.mode == "sampling" for question in left)
    reasons = [f"{_asked((one,))}: {one.command_failed.rstrip('.')}, and there is no terminal." for one in failed]
    if left:
        unknown = "the recording has no answer, " if recorded else ""
        reasons.append(f"{_asked(left)}: {unknown}no rule fits, and there is no terminal.")
    hint = _COMMAND if commanded and sampling else "Give rules with --answers FILE, or run it in a terminal."
    return NobodyAnswered(
        "The server asked, and nobody could answer.", why=" ".join(reasons), hint=hint if left else _FAILED
    )


def _asked(questions: Sequence[Question]) -> str:
    return "; ".join(f"{question.method} “{visible(question.message)[:120]}”" for question in questions)


def fault_of_outcome(
    outcome: Outcome, method: str, unanswered: Sequence[Question], *, commanded: bool = False
) -> InspectorError | None:
    """The same for a call with its rounds; `unanswered` are the questions that nobody was there for.

    `commanded`: there is a command that prepares answers to sampling, though nobody to look at them.
    """
    if outcome.reply.failure == "cancelled":
        return fault_of(outcome.reply, method)
    if unanswered:
        return nobody_answered(unanswered, commanded=commanded)
    if outcome.pending:
        return refused()
    return _with_option(no_result(outcome, method))


def _with_option(fault: InspectorError | None) -> InspectorError | None:
    if isinstance(fault, TimedOut):
        fault.hint = "--timeout gives it more; progress extends it."
    return fault
