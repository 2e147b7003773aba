"""Why a question waits no more though nobody answered it: taken back, timed out, cancelled, or left by its server."""

from typing import Final

from inspector.analysis.operations import ENDED, Operation
from inspector.protocol.questions import Question
from inspector.tui.model import Model
from inspector.wire.events import Decision, Received
from inspector.wire.jsonrpc import Notification, decode

_DEAD: Final = frozenset({"failed", "disconnected", "exited"})


def why_dead(model: Model) -> str:
    """Why nothing that waits can be answered any more, as a sentence: the server is gone. Empty while it is there."""
    status = model.session.status
    if status.state not in _DEAD:
        return ""
    if status.signal is not None:
        return f"The server exited with signal {status.signal}."
    if status.code is not None:
        return f"The server exited with code {status.code}."
    return _sentence(status.reason or "the connection was closed")


def why_gone(model: Model, question: Question) -> str:
    """A sentence; foreign words in it are as they were sent. Empty as long as the records do not tell.

    A legacy server takes a question back with `notifications/cancelled` (`2025-11-25 basic/utilities/cancellation`); a
    modern one cannot, its questions end with the call that they were asked for.
    """
    ended = _end(model, question)
    if ended is None:
        return ""
    if question.era == "legacy" and not question.key:
        reason = _taken_back(model, question)
        if reason is not None:
            return f"The server took it back: “{reason}”." if reason else "The server took it back."
    operation = model.operations.all.get(question.op) if question.op is not None else None
    if operation is not None and operation.state in ENDED:
        return _of_call(operation)
    return _sentence(ended.because)


def _sentence(words: str) -> str:
    told = words.strip()
    return f"{told[:1].upper()}{told[1:].rstrip('.')}." if told else ""


def _end(model: Model, question: Question) -> Decision | None:
    """The decision that ended the question without an answer."""
    at = model.timeline.index_of(question.record)
    for record in model.records[at + 1 if at is not None else 0 :]:
        event = record.event
        if not isinstance(event, Decision) or event.topic != "answer" or not isinstance(event.data, dict):
            continue
        if event.data.get("question") == question.number and event.verdict in ("withdrawn", "unanswered"):
            return event
    return None


def _of_call(operation: Operation) -> str:
    detail = f": {operation.detail.rstrip('.')}." if operation.detail else "."
    if operation.state == "cancelled":
        return "You cancelled the call that it was asked for."
    if operation.outcome == "timeout":
        return f"The call that it was asked for timed out{detail}"
    if operation.state == "failed":
        return f"The call that it was asked for got no answer{detail}"
    return "The server ended the call that it was asked for without an answer to it."


def _taken_back(model: Model, question: Question) -> str | None:
    """The reason that the server gave, empty without one; None if it took nothing back."""
    at = model.timeline.index_of(question.record)
    for record in model.records[at + 1 if at is not None else 0 :]:
        event = record.event
        if not isinstance(event, Received) or b"notifications/cancelled" not in event.raw:
            continue
        message = decode(event.raw)
        params = message.params if isinstance(message, Notification) and isinstance(message.params, dict) else {}
        id = params.get("requestId")
        if id == question.request_id and type(id) is type(question.request_id):
            reason = params.get("reason")
            return reason if isinstance(reason, str) else ""
    return None
