"""From a reply without a usable answer to the fault that says so, for whoever awaits a result."""

from typing import Final

from inspector.errors import ConnectError, InspectorError, NobodyAnswered, ProtocolBroken, TimedOut
from inspector.protocol.advice import what_now
from inspector.protocol.flows import Outcome
from inspector.protocol.refusals import authorization_needed, first_bytes, sentence
from inspector.protocol.steps import Reply
from inspector.wire.json import dumps
from inspector.wire.jsonrpc import Result
from inspector.wire.text import visible

_MEND: Final = "That is for the server to mend; the recording has what came, byte for byte."


def no_answer(reply: Reply, method: str) -> InspectorError | None:
    """Why there is no answer to `method`, or None: there is one."""
    if reply.answer is not None:
        return None
    if reply.status in (401, 403):
        return authorization_needed(reply)
    detail = visible(reply.detail)
    if reply.failure == "timeout":
        return TimedOut(
            f"{method} was not answered in time.", why=f"{detail}.", hint="Give it a longer time; progress extends it."
        )
    if reply.failure in ("exited", "closed", "network"):
        return ConnectError(
            f"The connection ended while {method} waited.", why=f"{detail}.", hint="What came before is in the records."
        )
    return ProtocolBroken(
        f"{method} got no usable answer.", why=f"{detail}.{first_bytes(reply)}", hint=what_now(reply) or _MEND
    )


def no_object(reply: Reply, method: str) -> InspectorError | None:
    """Why there is neither an error answer to `method` nor a result that is an object, or None."""
    if isinstance(reply.answer, Result) and not isinstance(reply.answer.result, dict):
        return ProtocolBroken(
            f"The result of {method} is no object.",
            why=f"It is {visible(dumps(reply.answer.result))[:120]}.",
            hint=_MEND,
        )
    return no_answer(reply, method)


def no_result(outcome: Outcome, method: str) -> InspectorError | None:
    """Why a call with its rounds has no result to use, or None: it has one, or an error answer."""
    if outcome.pending:
        keys = ", ".join(visible(key) for key in outcome.pending)
        return NobodyAnswered("The server asked, and nobody answered.", why=f"Nothing was sent for {keys}.")
    if outcome.broken:
        return ProtocolBroken("The server broke the protocol.", why=f"{sentence(outcome.broken)}.", hint=_MEND)
    return no_object(outcome.reply, method)
