"""Rules about requests for sampling: the context that they want."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import (
    LEGACY_ONLY,
    MODERN_ONLY,
    NOTHING,
    SINCE_2025_11,
    Hit,
    Memory,
    Rule,
    Unfinished,
)
from inspector.analysis.words import short
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Asked, Settled
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Result

_DEPRECATED: Final = ("thisServer", "allServers")


def _wanted(method: Json, params: Json, declared: Json) -> tuple[str, bool] | None:
    """The deprecated context that a request for sampling wants, and whether `sampling.context` was declared."""
    wanted = params.get("includeContext") if isinstance(params, dict) else None
    if method != "sampling/createMessage" or not isinstance(wanted, str) or wanted not in _DEPRECATED:
        return None
    sampling = declared.get("sampling") if isinstance(declared, dict) else None
    return wanted, isinstance(sampling, dict) and isinstance(sampling.get("context"), dict)


def _hit(start: str, wanted: str, is_declared: bool, records: tuple[int, ...]) -> Hit:
    said = f"{start} includeContext {wanted}, which is deprecated"
    # Avoid it, says the clause, and leave it where it was not declared: that is the graver one.
    return (said, records, "info") if is_declared else (f"{said}, and we did not declare sampling.context", records)


def _in_request(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    revision = reading.identity.revision
    if revision is None or revision.name not in SINCE_2025_11:
        return NOTHING
    found = _wanted(asked.request.method, params_of(asked.request), reading.identity.declared)
    return (_hit("sampling/createMessage wants", *found, (reading.record.seq,)),) if found else NOTHING


def _in_input(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = change.answer.result if isinstance(change.answer, Result) else None
    if not isinstance(result, dict) or result.get("resultType") != "input_required":
        return
    questions = result.get("inputRequests")
    meta = reading.params(change.exchange).get("_meta")
    declared = meta.get(PREFIX + "clientCapabilities") if isinstance(meta, dict) else None
    for key, question in questions.items() if isinstance(questions, dict) else ():
        if isinstance(question, dict):
            found = _wanted(question.get("method"), question.get("params"), declared)
            if found:
                yield _hit(f"the question {short(key, 40)} wants", *found, (change.exchange.seq, reading.record.seq))


RULES: Final = (
    Rule(
        "sampling-context",
        "Sampling with a context that is deprecated",
        "warning",
        "2025-11-25 client/sampling#capabilities",
        "Leave includeContext out: without it no context is included.",
        (Asked,),
        _in_request,
        revisions=tuple(name for name in SINCE_2025_11 if name in LEGACY_ONLY),
    ),
    Rule(
        "input-sampling-context",
        "Sampling with a deprecated context, in an input request",
        "warning",
        "2026-07-28 client/sampling#capabilities",
        "Leave includeContext out: without it no context is included.",
        (Unfinished,),
        _in_input,
        revisions=MODERN_ONLY,
    ),
)
