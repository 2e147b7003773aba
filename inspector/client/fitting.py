"""Whether an answer that no person has looked at is one that the server asked for.

It goes out all the same, for the person said so; but whoever reads the session learns why the server may refuse it.
"""

from inspector.protocol.questions import Question
from inspector.wire.json import MISSING, Json
from inspector.wire.text import visible

MOST = 3
"""Faults that are told; more help nobody."""


def misfit(question: Question, result: Json) -> str:
    """What is wrong with accepting a form so, as the end of a sentence without its full stop; empty if it fits.

    Only the content of an accepted form has a schema (`2026-07-28 client/elicitation#requested-schema`). What cannot be
    checked is no fault.
    """
    accepts = isinstance(result, dict) and result.get("action") == "accept"
    if question.mode != "form" or not accepts or "requestedSchema" not in question.params:
        return ""
    from inspector.forms.validation import validate  # late: most sessions have no such rule

    content = result.get("content", MISSING)
    if content is MISSING:
        return "there is no content"
    if not isinstance(content, dict):
        return "the content is no object"
    errors = validate(content, question.params["requestedSchema"]).errors
    told = "; ".join(visible(error.message) for error in errors[:MOST])
    return f"{told}; and {len(errors) - MOST} more" if len(errors) > MOST else told
