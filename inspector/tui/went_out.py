"""What went out as the answer to a question: read again from the records, where it stands word for word."""

from inspector.protocol.questions import Answer, Question
from inspector.tui.model import Model
from inspector.wire.events import Sent
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Request, Result, decode


def answer_sent(model: Model, question: Question, since: int) -> Answer | None:
    """The answer to a question, in the first message after record `since` that carries one; None if none does.

    In the legacy era that is our response with the id of the question, in the modern one a member of `inputResponses`
    of the retry (`2026-07-28 basic/patterns/mrtr`). Only what may be one is looked at.
    """
    modern = question.era == "modern"
    asked = None if modern or question.key else model.spans.asked_in(question.record)
    if asked is not None and asked.state == "open":
        return None
    known = model.timeline.retry(question.record) if modern else asked.answer_seq if asked is not None else None
    for record in model.those(model.answers_sent, max(since, (known or 0) - 1)):
        message = decode(record.event.raw) if isinstance(record.event, Sent) else None
        if isinstance(message, Request):
            params = message.params if isinstance(message.params, dict) else {}
            responses = params.get("inputResponses")
            if modern and isinstance(responses, dict) and question.key in responses:
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


def _same(message: object, id: Json) -> bool:
    return isinstance(message, Result | Error) and type(message.id) is type(id) and message.id == id
