"""Rules about results: their type, their caching hints, and what a tool's result must hold."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import (
    MODERN_ONLY,
    NOTHING,
    OBJECTS_ONLY,
    SINCE_2025_06,
    Hit,
    Memory,
    Rule,
    Untyped,
)
from inspector.analysis.words import brief, short
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result

_RESULT_TYPE: Final = "2026-07-28 basic/index#resulttype"
_CACHING: Final = "2026-07-28 server/utilities/caching"
_CACHEABLE: Final = frozenset(
    {
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    }
)
_WITH_STRUCTURE: Final = frozenset({"2025-06-18", "2025-11-25", "2026-07-28"})


def _result(change: Settled) -> dict[str, Json] | None:
    value = change.answer.result if isinstance(change.answer, Result) else None
    return value if isinstance(value, dict) else None


def _no_object(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    answer = change.answer
    if not isinstance(answer, Result) or isinstance(answer.result, dict):
        return NOTHING
    text = f"the result of {short(change.exchange.method)} is {brief(answer.result, 60)}, not an object"
    return ((text, (reading.record.seq,)),)


def _is_modern(reading: Reading, change: Settled) -> bool:
    """Whether the request was one of the modern era; `initialize` never is."""
    return reading.identity.era == "modern" and change.exchange.method != "initialize"


def _type_missing(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = _result(change)
    if result is None or "resultType" in result or not _is_modern(reading, change):
        return NOTHING
    text = f"the result of {short(change.exchange.method)} has no resultType (taken for complete)"
    return ((text, (reading.record.seq,)),)


def _type_unknown(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = _result(change)
    if result is None or "resultType" not in result or not _is_modern(reading, change):
        return NOTHING
    kind = result["resultType"]
    if not isinstance(kind, str) or kind in ("complete", "input_required", "task"):
        return NOTHING  # whether there may be a task, the rules about tasks say; what is no string, the next one
    return ((f"resultType is {brief(kind, 60)}, which neither revision nor extensions have", (reading.record.seq,)),)


def _type_shape(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    kind = (_result(change) or {}).get("resultType", "complete")
    if isinstance(kind, str):
        return NOTHING
    text, here = f"resultType is {brief(kind, 60)}, not a string", (reading.record.seq,)
    # To older revisions the member means nothing; it will trouble a client that speaks both eras.
    return ((text, here) if _is_modern(reading, change) else (text, here, "warning"),)


def _error_shape(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    flag = (_complete_call(reading, change) or {}).get("isError", MISSING)
    if flag is MISSING or isinstance(flag, bool):
        return NOTHING
    return ((f"isError is {brief(flag, 40)}, neither true nor false", (reading.record.seq,)),)


def _hints(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result, method = _result(change), change.exchange.method
    if result is None or method not in _CACHEABLE or not _is_modern(reading, change):
        return
    if result.get("resultType", "complete") != "complete":
        return
    here = (reading.record.seq,)
    lifetime = result.get("ttlMs", MISSING)
    if lifetime is MISSING:
        yield f"the result of {method} has no ttlMs (taken for 0)", here
    elif not isinstance(lifetime, int) or isinstance(lifetime, bool) or lifetime < 0:
        yield f"ttlMs is {brief(lifetime, 40)}, not an integer of 0 or more", here
    scope = result.get("cacheScope", MISSING)
    if scope is MISSING:
        yield f"the result of {method} has no cacheScope (taken for private)", here
    elif scope not in ("public", "private"):
        yield f"cacheScope is {brief(scope, 40)}, neither public nor private", here


def _complete_call(reading: Reading, change: Settled) -> dict[str, Json] | None:
    """The result of a tool's call that is no unfinished one, nor a task."""
    result = _result(change) if change.exchange.method == "tools/call" else None
    if result is None or result.get("resultType", "complete") != "complete":
        return None
    # So 2025-11-25 says that the call became a task (`2025-11-25 basic/utilities/tasks#creating-tasks`).
    is_task = isinstance(result.get("task"), dict) and "content" not in result and reading.identity.era == "legacy"
    return None if is_task else result


def _content(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = _complete_call(reading, change)
    if result is None:
        return NOTHING
    content = result.get("content", MISSING)
    if isinstance(content, list):
        return NOTHING
    what = "has no content" if content is MISSING else f"has content that is {brief(content, 40)}, not an array"
    return ((f"the result of {short(change.exchange.name or 'the tool')} {what}", (reading.record.seq,)),)


def _no_structure(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    name = change.exchange.name
    if name is None or name not in memory.schemas:
        return NOTHING
    result = _complete_call(reading, change)
    if result is None or result.get("isError") is True:
        return NOTHING
    if "structuredContent" in result or reading.identity.version not in _WITH_STRUCTURE:
        return NOTHING
    text = f"{short(name)} has an outputSchema, but its result has no structuredContent"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _structure_no_object(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = _complete_call(reading, change)
    if result is None or "structuredContent" not in result or reading.identity.era != "legacy":
        return NOTHING
    value = result["structuredContent"]
    if isinstance(value, dict):
        return NOTHING
    version = reading.identity.version
    return ((f"structuredContent is {brief(value, 40)}; in {version} it is an object", (reading.record.seq,)),)


RULES: Final = (
    Rule(
        "result-no-object",
        "A result that is no object",
        "error",
        "2026-07-28 basic/index#result-responses",
        "A result is an object.",
        (Untyped,),
        _no_object,
    ),
    Rule(
        "result-type-missing",
        "A result without resultType",
        "error",
        _RESULT_TYPE,
        'Put "resultType": "complete" into each result.',
        (Untyped,),
        _type_missing,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "result-type-unknown",
        "A resultType that nobody knows",
        "error",
        _RESULT_TYPE,
        "Use complete or input_required, or declare the extension that has another.",
        (Untyped,),
        _type_unknown,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "result-type-shape",
        "A resultType that is no string",
        "error",
        _RESULT_TYPE,
        "A resultType is a string.",
        (Untyped,),
        _type_shape,
    ),
    Rule(
        "is-error-shape",
        "isError that is neither true nor false",
        "error",
        "2026-07-28 server/tools#error-handling",
        "Give isError as true or false, or leave it out.",
        (Result,),
        _error_shape,
        methods=("tools/call",),
        members=("isError",),
    ),
    Rule(
        "cache-hints",
        "Cache hints that are missing or of the wrong shape",
        "error",
        _CACHING + "#cacheable-results",
        "Give ttlMs (0 if it may not be kept) and cacheScope.",
        (Result,),
        _hints,
        revisions=MODERN_ONLY,
        methods=tuple(_CACHEABLE),
    ),
    Rule(
        "tool-content",
        "A tool result without a content array",
        "error",
        "2026-07-28 server/tools#tool-result",
        "Give content as an array, an empty one if there is nothing to say.",
        (Result,),
        _content,
        methods=("tools/call",),
    ),
    Rule(
        "structured-content-missing",
        "A tool with an outputSchema and no structuredContent",
        "error",
        "2026-07-28 server/tools#output-schema",
        "Give structuredContent that fits the outputSchema, or no outputSchema.",
        (Result,),
        _no_structure,
        revisions=SINCE_2025_06,
        methods=("tools/call",),
    ),
    Rule(
        "structured-content-no-object",
        "structuredContent that is no object in a revision that wants one",
        "error",
        "2025-11-25 server/tools#structured-content",
        "Wrap the value in an object; only modern revisions allow any JSON.",
        (Result,),
        _structure_no_object,
        revisions=OBJECTS_ONLY,
        methods=("tools/call",),
        members=("structuredContent",),
    ),
)
