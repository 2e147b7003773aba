"""Rules about error codes: which there are, and what belongs to each."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.rules.shapes import alike, declared_in, is_a, meta_of, odd
from inspector.analysis.words import brief, number, short
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import (
    HEADER_MISMATCH,
    MISSING_CAPABILITY,
    MODERN_ERRORS,
    UNSUPPORTED_VERSION,
    URL_ELICITATION_REQUIRED,
    Error,
)
from inspector.wire.methods import METHODS

_CODES: Final = "2026-07-28 basic/index#error-codes"
_JSON_RPC: Final = (-32700, -32600, -32601, -32602, -32603)
_RESOURCE_NOT_FOUND: Final = -32002
_METHOD_NOT_FOUND: Final = -32601


def _where(reading: Reading, change: Settled) -> tuple[int, ...]:
    return change.exchange.seq, reading.record.seq


def _undefined(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    code = change.answer.code if isinstance(change.answer, Error) else None
    if code is None or not -32099 <= code <= -32020 or reading.identity.era != "modern":
        return NOTHING
    if code in MODERN_ERRORS or code == URL_ELICITATION_REQUIRED:
        return NOTHING  # what once was an error for a page to open has a rule of its own
    return ((f"{number(code)} came, which is the specification's to define, and it has not", _where(reading, change)),)


def _retired(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    code = change.answer.code if isinstance(change.answer, Error) else None
    if code != _RESOURCE_NOT_FOUND or reading.identity.era != "modern":
        return NOTHING
    return (("−32002 came, which this revision has no more: −32602 took its place", _where(reading, change)),)


def _outside(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """A code of one's own inside the range of JSON-RPC: new ones go elsewhere, older ones mean nothing certain."""
    code = change.answer.code if isinstance(change.answer, Error) else None
    if code is None or code in _JSON_RPC or not -32768 <= code <= -32000 or reading.identity.era != "modern":
        return NOTHING
    if -32099 <= code <= -32020 or code == _RESOURCE_NOT_FOUND:
        return NOTHING
    text = f"{number(code)} came, a code of the server's own in the range that JSON-RPC keeps"
    return ((text, _where(reading, change)),)


def _data(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    """What the errors of the specification must say, and whether it can be true."""
    answer = change.answer
    if not isinstance(answer, Error) or answer.code not in MODERN_ERRORS:
        return
    data = answer.error.get("data", MISSING) if isinstance(answer.error, dict) else MISSING
    held = data if isinstance(data, dict) else {}
    if answer.code == UNSUPPORTED_VERSION:
        texts = _version_data(reading, change, held)
    elif answer.code == MISSING_CAPABILITY:
        texts = _capability_data(reading, change, held)
    else:
        texts = iter(("−32020 came over stdio, which has no headers",) if reading.identity.transport == "stdio" else ())
    for text in texts:
        yield text, _where(reading, change)


def _version_data(reading: Reading, change: Settled, data: dict[str, Json]) -> Iterator[str]:
    wrong = odd(data, "supported", "an array of strings", needed=True)
    supported = data.get("supported")
    if wrong:
        yield f"−32022 came, and in its data {wrong}"
    elif not supported:
        yield "−32022 came, and in its data supported is empty"
    wrong = odd(data, "requested", "a string", needed=True)
    if wrong:
        yield f"−32022 came, and in its data {wrong}"
    asked = meta_of(reading.params(change.exchange)).get(PREFIX + "protocolVersion")
    if isinstance(asked, str) and isinstance(supported, list) and asked in supported:
        yield f"−32022 came for {short(asked, 40)}, and supported names that very version"


def _capability_data(reading: Reading, change: Settled, data: dict[str, Json]) -> Iterator[str]:
    required = data.get("requiredCapabilities", MISSING)
    if not is_a(required, "an object") or not required:
        yield f"−32021 came, and requiredCapabilities is {'missing' if required is MISSING else brief(required, 40)}"
        return
    if _holds(declared_in(reading, change.exchange), required):
        yield f"−32021 came, though the request declares all that it names: {brief(required, 80)}"


def _holds(declared: Json, required: Json) -> bool:
    """Whether capabilities have every member that others have."""
    if not isinstance(required, dict):
        return alike(declared, required)
    return isinstance(declared, dict) and all(
        name in declared and _holds(declared[name], wanted) for name, wanted in required.items()
    )


def _unknown_method(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    answer, method = change.answer, change.exchange.method
    known = METHODS.get(method)
    if not isinstance(answer, Error) or answer.code is None or reading.identity.era != "modern":
        return NOTHING
    if (known is not None and reading.identity.version in known.versions) or method == "initialize":
        return NOTHING
    if answer.code in (_METHOD_NOT_FOUND, HEADER_MISMATCH, UNSUPPORTED_VERSION, -32602):
        return NOTHING  # what else is wrong with the request may be found first
    text = f"{short(method)}, which this revision does not have, was refused with {number(answer.code)}, not −32601"
    return ((text, _where(reading, change)),)


RULES: Final = (
    Rule(
        "error-code-undefined",
        "An error code of the specification's range that it does not define",
        "error",
        _CODES,
        "Use −32020, −32021 and −32022 for what they mean, and none else from −32020 to −32099.",
        (Error,),
        _undefined,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "error-code-retired",
        "An error code that older revisions had",
        "error",
        _CODES,
        "Answer with −32602 where a resource does not exist.",
        (Error,),
        _retired,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "error-code-range",
        "An error code of one's own in the range of JSON-RPC",
        "info",
        _CODES,
        "Take codes of your own from outside −32768 to −32000.",
        (Error,),
        _outside,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "error-code-misused",
        "An error of the specification that does not say what it must, or says what cannot be",
        "error",
        _CODES,
        "Give −32022 supported and requested, −32021 requiredCapabilities, and each only where it is so.",
        (Error,),
        _data,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "unknown-method-error",
        "An unknown method that is refused with another error than −32601",
        "warning",
        "2026-07-28 basic/transports/streamable-http#protocol-version-header",
        "Answer a method that you do not have with −32601, and over HTTP with the status 404.",
        (Error,),
        _unknown_method,
        revisions=MODERN_ONLY,
    ),
)
