"""Why a question waits no more though nobody answered it: taken back, timed out, cancelled, or left by its server."""

from typing import Final

from inspector.analysis.operations import ENDED, Operation
from inspector.protocol.questions import Question
from inspector.tui.model import Model
from inspector.wire.events import Decision, Received
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Notification, decode, is_id

_DEAD: Final = frozenset({"failed", "disconnected", "exited"})
_UNANSWERED: Final = frozenset({"withdrawn", "unanswered"})


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


class Withdrawals:
    """What the records tell of questions that went without an answer; each record is looked at once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._looked_at = 0
        self._ends: dict[int, Decision] = {}
        self._taken_back: dict[tuple[type, Json], list[tuple[int, str]]] = {}

    def why_gone(self, question: Question) -> str:
        """A sentence; foreign words in it are as they were sent. Empty as long as the records do not tell.

        A legacy server takes a question back with `notifications/cancelled` (`2025-11-25
        basic/utilities/cancellation`); a modern one cannot, its questions end with the call that they were asked for.
        """
        self._look()
        ended = self._ends.get(question.number)
        if ended is None:
            return ""
        if question.era == "legacy" and not question.key:
            reason = self._reason(question)
            if reason is not None:
                return f"The server took it back: “{reason}”." if reason else "The server took it back."
        operation = self._model.operations.all.get(question.op) if question.op is not None else None
        if operation is not None and operation.state in ENDED:
            return _of_call(operation)
        return _sentence(ended.because)

    def _look(self) -> None:
        for record in self._model.those(self._model.told, self._looked_at):
            event = record.event
            if isinstance(event, Decision):
                number = event.data.get("question") if isinstance(event.data, dict) else None
                if event.topic == "answer" and event.verdict in _UNANSWERED and isinstance(number, int):
                    self._ends.setdefault(number, event)
            elif isinstance(event, Received) and b"notifications/cancelled" in event.raw:
                self._cancelled(record.seq, event.raw)
            self._looked_at = record.seq

    def _cancelled(self, seq: int, raw: bytes) -> None:
        message = decode(raw)
        params = message.params if isinstance(message, Notification) and isinstance(message.params, dict) else {}
        id, reason = params.get("requestId"), params.get("reason")
        if is_id(id):
            told = reason if isinstance(reason, str) else ""
            self._taken_back.setdefault((type(id), id), []).append((seq, told))

    def _reason(self, question: Question) -> str | None:
        """The reason that the server gave, empty without one; None if it took nothing back."""
        id = question.request_id
        if not is_id(id):
            return None
        told = self._taken_back.get((type(id), id), [])
        return next((reason for seq, reason in told if seq > question.record), None)


def _sentence(words: str) -> str:
    told = words.strip()
    return f"{told[:1].upper()}{told[1:].rstrip('.')}." if told else ""


def _of_call(operation: Operation) -> str:
    detail = f": {operation.detail.rstrip('.')}." if operation.detail else "."
    if operation.state == "cancelled":
        return "You cancelled the call that it was asked for."
    if operation.outcome == "timeout":
        return f"The call that it was asked for timed out{detail}"
    if operation.state == "failed":
        return f"The call that it was asked for got no answer{detail}"
    return "The server ended the call that it was asked for without an answer to it."
