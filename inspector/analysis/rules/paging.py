"""Rules about lists that come in pages: their cursors, and the cache scope that the pages share."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.rules.shapes import final, result_of
from inspector.analysis.words import brief, number
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.methods import LISTS

_PAGING: Final = "2026-07-28 server/utilities/pagination"
_INVALID_PARAMS: Final = -32602
_CURSORS_KEPT: Final = 10_000


def _cursor_shape(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    cursor = result_of(change).get("nextCursor", MISSING)
    if cursor is MISSING or isinstance(cursor, str):
        return NOTHING
    text = f"the nextCursor of {change.exchange.method} is {brief(cursor, 40)}, not a string"
    # Clients take a null for the end, as the guidance on cursors says that they may.
    return ((text, (reading.record.seq,), "warning"),) if cursor is None else ((text, (reading.record.seq,)),)


def _cursor_again(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    method = change.exchange.method
    sent = reading.params(change.exchange).get("cursor")
    given = memory.cursors.setdefault(method, set())
    if not isinstance(sent, str):
        given.clear()
    elif len(given) < _CURSORS_KEPT:
        given.add(sent)
    cursor = result_of(change).get("nextCursor")
    if not isinstance(cursor, str) or cursor not in given:
        return NOTHING
    text = f"{method} gives the nextCursor {brief(cursor, 40)}, which an earlier page was asked for with: it has no end"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _cursor_taken(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """A cursor of nobody's that was taken; those that the server gives are kept."""
    sent, cursor = reading.params(change.exchange).get("cursor"), result_of(change).get("nextCursor")
    unknown = isinstance(sent, str) and hash(sent) not in memory.given and len(memory.given) < _CURSORS_KEPT
    if isinstance(cursor, str) and len(memory.given) < _CURSORS_KEPT:
        memory.given.add(hash(cursor))
    if not unknown:
        return NOTHING
    text = f"{change.exchange.method} took the cursor {brief(sent, 40)}, which the server did not give"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _cursor_refused(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    answer = change.answer
    cursor = reading.params(change.exchange).get("cursor", MISSING)
    if not isinstance(answer, Error) or answer.code in (None, _INVALID_PARAMS) or cursor is MISSING:
        return NOTHING
    text = f"{change.exchange.method} refused the cursor {brief(cursor, 40)} with {number(answer.code)}, not −32602"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _scopes(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result, method = final(change), change.exchange.method
    if result is None:
        return NOTHING
    scope = result.get("cacheScope")
    if reading.params(change.exchange).get("cursor") is None:
        memory.scopes[method] = (scope, reading.record.seq)
        return NOTHING
    first = memory.scopes.get(method)
    if first is None or first[0] == scope:
        return NOTHING
    text = f"the first page of {method} has cacheScope {brief(first[0], 40)}, and a later one {brief(scope, 40)}"
    return ((text, (first[1], reading.record.seq)),)


RULES: Final = (
    Rule(
        "cursor-shape",
        "A nextCursor that is no string",
        "error",
        _PAGING + "#response-format",
        "Give nextCursor as a string while there is more, and leave it out on the last page.",
        (Result,),
        _cursor_shape,
        methods=tuple(LISTS),
    ),
    Rule(
        "cursor-loop",
        "A list whose pages have no end",
        "warning",
        _PAGING + "#pagination-flow",
        "Give each page a cursor of its own, and the last page none.",
        (Result,),
        _cursor_again,
        methods=tuple(LISTS),
    ),
    Rule(
        "cursor-error",
        "A cursor that is refused with another error than −32602",
        "warning",
        _PAGING + "#error-handling",
        "Answer a cursor that you do not know with −32602.",
        (Error,),
        _cursor_refused,
        methods=tuple(LISTS),
    ),
    Rule(
        "cursor-accepted",
        "A cursor of nobody's that is taken",
        "warning",
        _PAGING + "#error-handling",
        "Answer a cursor that you do not know with −32602.",
        (Result,),
        _cursor_taken,
        methods=tuple(LISTS),
    ),
    Rule(
        "cache-scope-pages",
        "Pages of one list with different cache scopes",
        "error",
        "2026-07-28 server/utilities/caching#interaction-with-pagination",
        "Give all pages of a list the same cacheScope.",
        (Result,),
        _scopes,
        revisions=MODERN_ONLY,
        methods=tuple(LISTS),
    ),
)
