"""What went out as the answer to a question: read again from the records, where it stands word for word."""

from collections.abc import Iterator

from inspector.protocol.questions import Answer, Question
from inspector.tui.model import Model
from inspector.wire.events import Sent
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Request, Result, decode


def answer_sent(model: Model, question: Question, since: int) -> Answer | None:
    """The answer to a question, in the first message after record `since` that carries one; None if none does.

    In the legacy era that is our response with the id of the question, in the modern one a member of `inputResponses`
    of the retry (`2026-07-28 basic/patterns/mrtr`).
    """
    for raw in _sent_after(model, since):
        message = decode(raw)
        if isinstance(message, Request):
            params = message.params if isinstance(message.params, dict) else {}
            responses = params.get("inputResponses")
            if question.era == "modern" and isinstance(responses, dict) and question.key in responses:
                return Answer(responses[question.key])
        elif question.era == "legacy" and not question.key and _same(message, question.request_id):
            return _answer(message)
    return None


def _answer(message: object) -> Answer | None:
    if isinstance(message, Result):
        return Answer(message.result)
    if not isinstance(message, Error):
        return None
    error: dict[str, Json] = {"code": message.code, "message": message.message}
    return Answer(error=error if message.data is MISSING else {**error, "data": message.data})


def _sent_after(model: Model, since: int) -> Iterator[bytes]:
    at = model.timeline.index_of(since)
    for record in model.records[at + 1 if at is not None else 0 :]:
        if isinstance(record.event, Sent):
            yield record.event.raw


def _same(message: object, id: Json) -> bool:
    return isinstance(message, Result | Error) and type(message.id) is type(id) and message.id == id
