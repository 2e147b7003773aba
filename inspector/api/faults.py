"""From replies to results: an error answer and a missing one are exceptions for whoever awaits a result."""

from inspector.errors import InspectorError, ProtocolBroken
from inspector.protocol.faults import no_answer, no_result
from inspector.protocol.flows import Outcome
from inspector.protocol.steps import Reply
from inspector.wire.json import MISSING, Json, Missing, dumps
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.text import visible
from inspector.wire.versions import Era


class JsonRpcError(InspectorError):
    """The answer is an error (`2026-07-28 basic/index#error-responses`); raised by a handler, it refuses a question.

    `code` is None where the server sent no integer; `message` and `data` are as they were sent, `data` is MISSING where
    there is none. `str()` of it is safe to show.
    """

    kind = "json-rpc"
    exit_code = 5

    def __init__(self, code: int | None, message: str, data: Json | Missing = MISSING) -> None:
        shown = "error" if code is None else code
        super().__init__(f"{shown} {visible(message)}", why="" if data is MISSING else visible(dumps(data))[:200])
        self.code = code
        self.message = message
        self.data = data

    def as_json(self) -> dict[str, Json]:
        """The error object; without an integer code it is an internal error's."""
        error = {"code": -32603 if self.code is None else self.code, "message": self.message}
        return error if self.data is MISSING else {**error, "data": self.data}


def answer_of(reply: Reply, method: str) -> Json:
    """The result of one request, whatever it is. Raises JsonRpcError, or what tells why there is no answer."""
    _raise_error(reply.error)
    fault = no_answer(reply, method)
    if fault is not None:
        raise fault
    return reply.answer.result if isinstance(reply.answer, Result) else None


def result_of(outcome: Outcome, method: str, era: Era) -> dict[str, Json]:
    """The result object of a call with its rounds. Raises as `answer_of`, and NobodyAnswered and ProtocolBroken.

    A result of a type that we do not know is invalid (`2026-07-28 basic/index#resulttype`).
    """
    _raise_error(outcome.reply.error)
    fault = no_result(outcome, method)
    if fault is not None:
        raise fault
    result: dict[str, Json] = outcome.reply.result
    kind = result.get("resultType", "complete")
    if era == "modern" and kind != "complete":
        raise ProtocolBroken(
            f"The result of {method} has an unknown resultType.",
            why=f"It is {visible(dumps(kind))[:80]}.",
            hint="The journal has the whole result; `request` gives a result of any type.",
        )
    return result


def _raise_error(error: Error | None) -> None:
    if error is not None:
        raise JsonRpcError(error.code, error.message, error.data)
