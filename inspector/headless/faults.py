"""From a reply without a usable answer to the fault that says so, with the exit code of the contract."""

from collections.abc import Sequence

from inspector.errors import ConnectError, InspectorError, NobodyAnswered, ProtocolBroken, TimedOut
from inspector.protocol.flows import Outcome
from inspector.protocol.negotiation import authorization_needed, first_bytes
from inspector.protocol.questions import Question
from inspector.protocol.steps import Reply
from inspector.wire.json import dumps
from inspector.wire.jsonrpc import Result
from inspector.wire.text import visible


def fault_of(reply: Reply, method: str) -> InspectorError | None:
    """Why `reply` cannot be used, or None: it holds an error answer, or a result that is an object."""
    if isinstance(reply.answer, Result) and not isinstance(reply.answer.result, dict):
        return ProtocolBroken(
            f"The result of {method} is no object.", why=f"It is {visible(dumps(reply.answer.result))[:120]}."
        )
    if reply.answer is not None:
        return None
    if reply.status in (401, 403):
        return authorization_needed(reply)
    detail = visible(reply.detail)
    if reply.failure == "timeout":
        return TimedOut(
            f"{method} was not answered in time.",
            why=f"{detail}.",
            hint="--timeout gives it more; progress extends it.",
        )
    if reply.failure in ("exited", "closed", "network"):
        return ConnectError(
            f"The connection ended while {method} waited.", why=f"{detail}.", hint="The recording has its last words."
        )
    after = next((value for name, value in reply.headers if name.lower() == "retry-after"), "")
    wait = f" Retry-After: {visible(after)}." if after else ""
    return ProtocolBroken(f"{method} got no usable answer.", why=f"{detail}.{wait}{first_bytes(reply)}")


def nobody_answered(questions: Sequence[Question]) -> NobodyAnswered:
    """The fault for questions that neither a rule nor a person answered."""
    asked = "; ".join(f"{question.method} “{visible(question.message)[:120]}”" for question in questions)
    return NobodyAnswered(
        "The server asked, and nobody could answer.",
        why=f"{asked}: no rule fits, and there is no terminal.",
        hint="Give rules with --answers FILE, or run it in a terminal.",
    )


def fault_of_outcome(outcome: Outcome, method: str, unanswered: Sequence[Question]) -> InspectorError | None:
    """The same for a call with its rounds; `unanswered` are the questions that nobody was there for."""
    if unanswered:
        return nobody_answered(unanswered)
    if outcome.pending:
        return NobodyAnswered(
            "The server asked, and the answer was a refusal.",
            why="An answer to an input request is its result; there is no way to send an error, so nothing was sent.",
            hint='For an elicitation, {"action": "decline"} tells the server.',
        )
    if outcome.broken:
        return ProtocolBroken("The server broke the protocol.", why=f"{visible(outcome.broken)}.".capitalize())
    return fault_of(outcome.reply, method)
