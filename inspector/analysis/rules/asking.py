"""Rules about what the server asks of us: whether it may, and whether we said that we could."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import (
    ELICITS,
    LEGACY_ONLY,
    MODERN_ONLY,
    NOTHING,
    SINCE_2025_11,
    Hit,
    Memory,
    Rule,
    Unfinished,
)
from inspector.analysis.words import brief, id_text, short
from inspector.protocol.consent import pages_of
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Asked, Settled
from inspector.protocol.questions import wrong_mode
from inspector.wire.json import Json
from inspector.wire.jsonrpc import URL_ELICITATION_REQUIRED, Error, Result
from inspector.wire.methods import METHODS

_MRTR: Final = "2026-07-28 basic/patterns/mrtr"
_NEEDS: Final = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}
"""What we must have declared before a server may ask this."""


def _modern_request(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    method, here = short(asked.request.method), (reading.record.seq,)
    if reading.identity.era == "modern":
        return ((f"{method} came as a request, which a modern server does not send", here),)
    parent = reading.exchanges.ours.get(asked.exchange.parent or 0)
    if reading.identity.era is None and parent is not None and parent.method == "server/discover":
        text = f"{method} came as a request before server/discover was answered"
        # Only a stream belongs to that request for sure; on stdio a legacy server may have been in a hurry.
        return ((text, here) if asked.exchange.http is not None else (text, here, "warning"),)
    return NOTHING


def _duplicate(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    if not asked.duplicate:
        return NOTHING
    text = f"{short(asked.request.method)} has id {id_text(asked.request.id)}, which a request that is open has too"
    return ((text, (reading.record.seq,)),)


def undeclared(method: Json, params: Json, declared: Json) -> str:
    """What a question needs that was not declared: `elicitation.url`, or an empty text."""
    need = _NEEDS.get(method) if isinstance(method, str) else None
    if need is None:
        return ""
    ours = declared.get(need) if isinstance(declared, dict) else None
    if not isinstance(ours, dict):
        return need
    given = params if isinstance(params, dict) else {}
    # An empty elicitation capability declares the form alone (`2026-07-28 client/elicitation#capabilities`).
    if need == "elicitation" and given.get("mode") == "url" and "url" not in ours:
        return "elicitation.url"
    if need == "elicitation" and given.get("mode", "form") == "form" and "url" in ours and "form" not in ours:
        return "elicitation.form"
    if need == "sampling" and ("tools" in given or "toolChoice" in given) and "tools" not in ours:
        return "sampling.tools"
    return ""


def _undeclared_request(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "legacy":
        return NOTHING
    missing = undeclared(asked.request.method, params_of(asked.request), reading.identity.declared)
    if not missing or (missing == "sampling.tools" and reading.identity.version not in SINCE_2025_11):
        return NOTHING  # older revisions have no such capability, and know nothing of the member
    return ((f"{short(asked.request.method)} came, though we did not declare {missing}", (reading.record.seq,)),)


def _unfinished(change: Settled) -> dict[str, Json] | None:
    result = change.answer.result if isinstance(change.answer, Result) else None
    return result if isinstance(result, dict) and result.get("resultType") == "input_required" else None


def _undeclared_input(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = _unfinished(change)
    questions = result.get("inputRequests") if result is not None else None
    if not isinstance(questions, dict):
        return
    meta = reading.params(change.exchange).get("_meta")
    declared = meta.get(PREFIX + "clientCapabilities") if isinstance(meta, dict) else None
    for key, question in questions.items():
        if not isinstance(question, dict):
            continue
        missing = undeclared(question.get("method"), question.get("params"), declared)
        if missing:
            where = (change.exchange.seq, reading.record.seq)
            yield f"the question {short(key, 40)} needs {missing}, which the request did not declare", where


def _not_allowed(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if _unfinished(change) is None:
        return NOTHING
    known = METHODS.get(change.exchange.method)
    if known is None or known.asks:
        return NOTHING
    text = f"{short(change.exchange.method)} was answered with input_required, which it may not be"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _says_nothing(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = _unfinished(change)
    if result is None or "inputRequests" in result or "requestState" in result:
        return NOTHING
    return (("input_required without inputRequests and without requestState", (reading.record.seq,)),)


def _bad_question(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = _unfinished(change)
    if result is None or "inputRequests" not in result:
        return
    questions = result["inputRequests"]
    if not isinstance(questions, dict):
        yield "inputRequests is no object", (reading.record.seq,)
        return
    for key, question in questions.items():
        method = question.get("method") if isinstance(question, dict) else None
        if not isinstance(method, str) or method not in _NEEDS:
            what = brief(method, 40) if isinstance(question, dict) else "no object"
            yield f"the question {short(key, 40)} is {what}, none of those that may be asked", (reading.record.seq,)


def _mode_of_request(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    wrong = wrong_mode(asked.request.method, params_of(asked.request))
    return ((f"elicitation/create came, and {short(wrong)}", (reading.record.seq,)),) if wrong else NOTHING


def _mode_of_input(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = _unfinished(change)
    questions = result.get("inputRequests") if result is not None else None
    for key, question in questions.items() if isinstance(questions, dict) else ():
        if not isinstance(question, dict) or not isinstance(question.get("method"), str):
            continue
        params = question.get("params")
        wrong = wrong_mode(question["method"], params if isinstance(params, dict) else {})
        if wrong:
            yield f"the question {short(key, 40)} is an elicitation, and {short(wrong)}", (reading.record.seq,)


def _page_error(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """The error −32042 where no revision has it, or without the elicitations that belong to it."""
    answer, revision = change.answer, reading.identity.revision
    if not isinstance(answer, Error) or answer.code != URL_ELICITATION_REQUIRED or revision is None:
        return NOTHING
    if revision.era == "modern" or not revision.elicits_url:
        text = f"−32042 came, which {revision.name} does not have"
        return ((text, (change.exchange.seq, reading.record.seq)),)
    wrong = pages_of(answer)[1]
    return ((f"−32042 came, and {short(wrong)}", (reading.record.seq,)),) if wrong else NOTHING


RULES: Final = (
    Rule(
        "elicitation-mode",
        "An elicitation of a mode that there is not, or of mode url without a URL",
        "error",
        "2026-07-28 client/elicitation#elicitation-requests",
        "The mode is form (or absent), or url with a URL to open.",
        (Asked,),
        _mode_of_request,
        revisions=ELICITS,
    ),
    Rule(
        "input-elicitation-mode",
        "The same in an input request of a modern server",
        "error",
        "2026-07-28 client/elicitation#elicitation-requests",
        "The mode is form (or absent), or url with a URL to open.",
        (Unfinished,),
        _mode_of_input,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "url-elicitation-error",
        "A URL elicitation error of the wrong shape or revision",
        "error",
        "2025-11-25 client/elicitation#url-elicitation-required-error",
        "Only in 2025-11-25, with elicitations of mode url that have ids; later revisions ask by input_required.",
        (Error,),
        _page_error,
    ),
    Rule(
        "server-request",
        "A request of a modern server",
        "error",
        "2026-07-28 basic/transports/stdio#receiving-messages",
        "Ask by a result with resultType input_required; send no requests.",
        (Asked,),
        _modern_request,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "request-id-in-use",
        "A request with the id of another one that is open",
        "error",
        "2026-07-28 basic/index#requests",
        "Give each request an id of its own.",
        (Asked,),
        _duplicate,
    ),
    Rule(
        "undeclared-capability",
        "A request for what the client did not declare",
        "error",
        "2025-11-25 basic/lifecycle#capability-negotiation",
        "Ask only for what the client declared in initialize.",
        (Asked,),
        _undeclared_request,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "undeclared-input",
        "An input request for what the client did not declare",
        "error",
        _MRTR + "#server-requirements-basic-workflow",
        "Ask only for what the request declares in its clientCapabilities.",
        (Unfinished,),
        _undeclared_input,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "input-required-not-allowed",
        "input_required to a method that does not allow it",
        "error",
        _MRTR + "#supported-requests",
        "Only tools/call, prompts/get and resources/read may be answered so.",
        (Unfinished,),
        _not_allowed,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "input-required-empty",
        "input_required without questions and without a state",
        "error",
        _MRTR + "#server-requirements-basic-workflow",
        "Give inputRequests, requestState, or both.",
        (Unfinished,),
        _says_nothing,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "input-request-unknown",
        "An input request of a method that there is not",
        "error",
        _MRTR + "#server-requirements-basic-workflow",
        "A question is an elicitation/create, sampling/createMessage or roots/list.",
        (Unfinished,),
        _bad_question,
        revisions=MODERN_ONLY,
    ),
)
