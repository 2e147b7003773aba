"""Rules about what a server asks for, as such: the state of a request that goes on, and requests for sampling."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import (
    MODERN_ONLY,
    NOTHING,
    SINCE_2025_11,
    Check,
    Hit,
    Memory,
    Rule,
    Unfinished,
)
from inspector.analysis.rules.sampling_faults import balance_problems, sampling_problems
from inspector.analysis.rules.shapes import few, questions_of, result_of
from inspector.analysis.words import brief, short
from inspector.protocol.exchanges import Asked, Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.methods import METHODS

_ASKING: Final = tuple(name for name, method in METHODS.items() if method.asks)
_SAMPLING: Final = "sampling/createMessage"


def _state(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = result_of(change)
    state = result.get("requestState", MISSING)
    if result.get("resultType") != "input_required" or state is MISSING or isinstance(state, str):
        return NOTHING
    return ((f"requestState is {brief(state, 40)}, not a string", (change.exchange.seq, reading.record.seq)),)


def _cached(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = result_of(change)
    if result.get("resultType") != "input_required":
        return NOTHING
    hints = [name for name in ("ttlMs", "cacheScope") if name in result]
    if not hints:
        return NOTHING
    text = f"input_required came with {' and '.join(hints)}, and may not be kept"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _same_again(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """A round that was answered in full, and is asked in the same words once more."""
    result, params = result_of(change), reading.params(change.exchange)
    if result.get("resultType") != "input_required":
        return NOTHING
    asked, given = result.get("inputRequests"), params.get("inputResponses")
    if asked or given or "requestState" not in params or params["requestState"] != result.get("requestState"):
        return NOTHING
    text = f"{change.exchange.method} was tried again with its state, and came back with the same state: it has no end"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _sampling(problems: Callable[[dict[str, Json], str], Iterator[str]]) -> Check:
    """The check that asks of each request for sampling, whatever way it came."""

    def found(reading: Reading, thing: Asked | Settled) -> Iterator[Hit]:
        if isinstance(thing, Asked):
            if thing.request.method == _SAMPLING:
                for wrong in few(problems(params_of(thing.request), reading.identity.version)):
                    yield f"{_SAMPLING}: {wrong}", (reading.record.seq,)
            return
        for key, method, params in questions_of(thing):
            if method == _SAMPLING:
                for wrong in few(problems(params, reading.identity.version)):
                    yield f"the question {short(key, 40)}: {wrong}", (thing.exchange.seq, reading.record.seq)

    def check(reading: Reading, thing: Asked | Settled, memory: Memory) -> Iterator[Hit]:
        return found(reading, thing)

    return check


RULES: Final = (
    Rule(
        "request-state-shape",
        "A requestState that is no string",
        "error",
        "2026-07-28 basic/patterns/mrtr#inputrequiredresult",
        "Give requestState as a string.",
        (Unfinished,),
        _state,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "request-state-loop",
        "A request that comes back with the state that it was tried again with",
        "warning",
        "2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow",
        "Answer with the result, or ask for what is missing.",
        (Unfinished,),
        _same_again,
        revisions=MODERN_ONLY,
        methods=_ASKING,
    ),
    Rule(
        "input-required-cached",
        "An unfinished result with cache hints",
        "warning",
        "2026-07-28 server/utilities/caching#cacheable-results",
        "Leave ttlMs and cacheScope out of input_required.",
        (Unfinished,),
        _cached,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "sampling-shape",
        "A request for sampling that is not formed as it must be",
        "error",
        "2026-07-28 client/sampling#messages",
        "Give maxTokens, and messages with the role user or assistant and their content.",
        (Asked, Unfinished),
        _sampling(sampling_problems),
    ),
    Rule(
        "sampling-balance",
        "A request for sampling in which uses of tools and their results do not match",
        "error",
        "2026-07-28 client/sampling#tool-use-and-result-balance",
        "Answer each use of a tool in the next message, and put nothing else into that.",
        (Asked, Unfinished),
        _sampling(lambda params, version: balance_problems(params)),
        revisions=SINCE_2025_11,
    ),
)
