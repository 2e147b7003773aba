"""Conversations after the negotiation: lists in pages, and calls that may ask back (MRTR).

Source: `2026-07-28 server/utilities/pagination`, `2026-07-28 basic/patterns/mrtr`,
`2026-07-28 basic/transports/streamable-http#server-validation`.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.protocol.questions import ASKABLE
from inspector.protocol.steps import Ask, Call, Decide, Reply, Step
from inspector.wire import events
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import HEADER_MISMATCH
from inspector.wire.methods import LISTS, METHODS, name_of
from inspector.wire.text import visible
from inspector.wire.versions import Era

PAGE_LIMIT: Final = 1000
HEADERS: Final = "2026-07-28 basic/transports/streamable-http#server-validation"
MRTR: Final = "2026-07-28 basic/patterns/mrtr#client-requirements-basic-workflow"


@dataclass(frozen=True, slots=True)
class Listing:
    """A list as far as it could be read. `failed` is the reply that ended it early; `stopped` says why we ended it."""

    entries: tuple[Json, ...]
    pages: int
    records: tuple[int, ...] = ()
    failed: Reply | None = None
    stopped: str = ""


def pages(method: str, limit: int = PAGE_LIMIT) -> Generator[Step, Any, Listing]:
    """All pages of a list. An empty cursor is a cursor; one that was seen before is a loop, and ends the list."""
    member = LISTS[method]
    entries: list[Json] = []
    records: list[int] = []
    seen: set[str] = set()
    params: dict[str, Json] = {}
    for page in range(1, limit + 1):
        reply: Reply = yield Call(method, params)
        records.extend(reply.records)
        if reply.answer is None or reply.error is not None:
            return Listing(tuple(entries), page - 1, tuple(records), failed=reply)
        found = reply.result.get(member)
        if not isinstance(found, list):
            stopped = f"page {page} has no {member} list"
            yield _decide(method, "incomplete", f"The result of {stopped.replace('has', 'holds')}.", reply)
            return Listing(tuple(entries), page, tuple(records), stopped=stopped)
        entries.extend(found)
        cursor = reply.result.get("nextCursor", MISSING)
        if cursor is MISSING or cursor is None:
            return Listing(tuple(entries), page, tuple(records))
        key = dumps(cursor)
        if key in seen:
            yield _decide(
                method, "stopped", f"The cursor {visible(key)[:60]} came before: the pages are a loop.", reply
            )
            return Listing(tuple(entries), page, tuple(records), stopped="a cursor came twice")
        seen.add(key)
        params = {"cursor": cursor}
    yield _decide(method, "stopped", f"After {limit:,} pages there was still another cursor.", reply)
    return Listing(tuple(entries), limit, tuple(records), stopped=f"more than {limit:,} pages")


def _decide(method: str, verdict: str, because: str, reply: Reply) -> Decide:
    clause = "2026-07-28 server/utilities/pagination"
    return Decide(events.Decision("catalogue", method, verdict, because, clause=clause, records=reply.records))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call. `reply` is the last one; `rounds` counts requests; `ms` is the server's time in all rounds.

    `pending` holds the keys that nobody answered; `broken` says how the server departed from the pattern.
    """

    reply: Reply
    rounds: int
    ms: float
    human_ms: float = 0.0
    pending: tuple[str, ...] = ()
    broken: str = ""


def call(
    method: str,
    params: Mapping[str, Json],
    era: Era,
    *,
    schema: Json = None,
    max_rounds: int = 10,
    timeout: float | None = None,
) -> Generator[Step, Any, Outcome]:
    """One request and the rounds that it takes: each retry has the same params, the answers, and the state as given.

    `timeout` is for the silence in each round, in seconds; None for the session's own.
    Where the server says that our headers do not match, the list of tools is read again, for its annotations may have
    changed, and the request is sent once more with the headers that they ask for now.
    """
    extra: dict[str, Json] = {}
    ms = human_ms = 0.0
    about = name_of(method, params) or ""
    headers_renewed = False
    for round_ in range(1, max_rounds + 1):
        reply: Reply = yield Call(method, {**params, **extra}, timeout=timeout, schema=schema)
        if _headers_differ(reply, era):
            if not headers_renewed:
                headers_renewed = True
                schema = yield from _renewed_schema(method, about, schema, reply)
                ms += reply.ms
                reply = yield Call(method, {**params, **extra}, timeout=timeout, schema=schema)
            if _headers_differ(reply, era):
                yield _still_differ(method, reply)
        ms += reply.ms - reply.human_ms
        human_ms += reply.human_ms
        result = reply.result
        if era != "modern" or result.get("resultType") != "input_required":
            return Outcome(reply, round_, ms, human_ms)
        broken = _departure(method, result)
        if broken:
            yield _why("not retried", broken, reply)
            return Outcome(reply, round_, ms, human_ms, broken=broken)
        requests = result.get("inputRequests") or {}
        answers: dict[str, Json] = {}
        if requests:
            answers, waited = yield Ask(requests, reply.records[-1] if reply.records else 0, about)
            human_ms += waited
            missing = tuple(key for key in requests if key not in answers)
            if missing:
                yield _why("not retried", f"Nobody answered {', '.join(visible(key) for key in missing)}.", reply)
                return Outcome(reply, round_, ms, human_ms, pending=missing)
        if round_ == max_rounds:
            break
        extra = {"inputResponses": answers} if "inputRequests" in result else {}
        if "requestState" in result:
            extra["requestState"] = result["requestState"]
        yield _why(
            "retried", f"Round {round_ + 1}: the same params, a new id, the answers and the state as given.", reply
        )
    broken = f"still input_required after {max_rounds} rounds"
    yield _why("given up", f"The server is {broken}.", reply)
    return Outcome(reply, max_rounds, ms, human_ms, broken=broken)


def _headers_differ(reply: Reply, era: Era) -> bool:
    return era == "modern" and reply.error is not None and reply.error.code == HEADER_MISMATCH


def _renewed_schema(method: str, name: str, schema: Json, reply: Reply) -> Generator[Step, Any, Json]:
    """The inputSchema that the tool has now; the one we had, if the method is another or the list has it no more."""
    because = "HeaderMismatch is a modern error and says nothing against the era; the request is sent once more."
    if method == "tools/call":
        because = "The tool's x-mcp-header annotations may have changed: the list is read again, the call repeated."
    yield _headers_decision(method, "sent once more", because, reply)
    if method != "tools/call":
        return schema
    listing = yield from pages("tools/list")
    named = (tool for tool in listing.entries if isinstance(tool, dict) and tool.get("name") == name)
    return next((tool.get("inputSchema") for tool in named), schema)


def _still_differ(method: str, reply: Reply) -> Decide:
    mirrored = ", ".join(f"{name}: {visible(value)}" for name, value in reply.sent if name.lower().startswith("mcp-"))
    because = f"HeaderMismatch again. We sent {mirrored or 'none of them'}; a proxy may strip or rewrite headers."
    return _headers_decision(method, "given up", because, reply)


def _headers_decision(method: str, verdict: str, because: str, reply: Reply) -> Decide:
    return Decide(events.Decision("retry", method, verdict, because, clause=HEADERS, records=reply.records))


def _why(verdict: str, because: str, reply: Reply) -> Decide:
    return Decide(events.Decision("retry", "input_required", verdict, because, clause=MRTR, records=reply.records))


def _departure(method: str, result: Mapping[str, Json]) -> str:
    known = METHODS.get(method)
    if known is None or not known.asks:
        return f"input_required is not allowed as the result of {method}"
    if "inputRequests" not in result and "requestState" not in result:
        return "input_required with neither inputRequests nor requestState"
    requests = result.get("inputRequests", {})
    if not isinstance(requests, dict):
        return "inputRequests is no object"
    for key, request in requests.items():
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            return f"the input request {visible(key)!r} is no request object"
        if request["method"] not in ASKABLE:
            return f"the input request {visible(key)!r} asks {visible(request['method'])}, which no server may"
    return ""
