"""Conversations after the negotiation: lists in pages, and calls that may ask back (MRTR), or become a task.

Source: `2026-07-28 server/utilities/pagination`, `2026-07-28 basic/patterns/mrtr`,
`2026-07-28 basic/transports/streamable-http#server-validation`.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.protocol import consent, tasks
from inspector.protocol.outcomes import Outcome
from inspector.protocol.steps import Ask, Call, Decide, Pause, Reply, Step
from inspector.wire import events
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import HEADER_MISMATCH
from inspector.wire.methods import LISTS, METHODS, name_of
from inspector.wire.text import visible
from inspector.wire.versions import Era

__all__ = ["Listing", "Outcome", "call", "page", "pages"]

PAGE_LIMIT: Final = 1000
PATIENCE: Final = 600.0
"""Seconds for a task, and for a page that the person visits, unless the caller says otherwise."""
HEADERS: Final = "2026-07-28 basic/transports/streamable-http#server-validation"
MRTR: Final = "2026-07-28 basic/patterns/mrtr#client-requirements-basic-workflow"


@dataclass(frozen=True, slots=True)
class Listing:
    """A list as far as it could be read. `failed` is the reply that ended it early; `stopped` says why we ended it.

    `next_cursor` is where it goes on, MISSING where it does not or a loop begins.
    """

    entries: tuple[Json, ...]
    pages: int
    records: tuple[int, ...] = ()
    failed: Reply | None = None
    stopped: str = ""
    next_cursor: Json = MISSING


def page(method: str, cursor: Json = MISSING) -> Generator[Step, Any, Listing]:
    """One page of a list, the first without a `cursor`: for who goes on by hand."""
    reply: Reply = yield Call(method, {} if cursor is MISSING else {"cursor": cursor})
    if reply.answer is None or reply.error is not None:
        return Listing((), 0, reply.records, failed=reply)
    found, following = reply.result.get(LISTS[method]), reply.result.get("nextCursor", MISSING)
    if not isinstance(found, list):
        return Listing((), 1, reply.records, stopped=f"the page has no {LISTS[method]} list")
    return Listing(tuple(found), 1, reply.records, next_cursor=MISSING if following is None else following)


def pages(method: str, limit: int = PAGE_LIMIT) -> Generator[Step, Any, Listing]:
    """All pages of a list. An empty cursor is a cursor; one that was seen before is a loop, and ends the list."""
    member = LISTS[method]
    entries: list[Json] = []
    records: list[int] = []
    seen: set[str] = set()
    params: dict[str, Json] = {}
    for number in range(1, limit + 1):
        reply: Reply = yield Call(method, params)
        records.extend(reply.records)
        if reply.answer is None or reply.error is not None:
            return Listing(tuple(entries), number - 1, tuple(records), failed=reply)
        found = reply.result.get(member)
        if not isinstance(found, list):
            stopped = f"page {number} has no {member} list"
            yield _decide(method, "incomplete", f"The result of {stopped.replace('has', 'holds')}.", reply)
            return Listing(tuple(entries), number, tuple(records), stopped=stopped)
        entries.extend(found)
        cursor = reply.result.get("nextCursor", MISSING)
        if cursor is MISSING or cursor is None:
            return Listing(tuple(entries), number, tuple(records))
        key = dumps(cursor)
        if key in seen:
            yield _decide(
                method, "stopped", f"The cursor {visible(key)[:60]} came before: the pages are a loop.", reply
            )
            return Listing(tuple(entries), number, tuple(records), stopped="a cursor came twice")
        seen.add(key)
        params = {"cursor": cursor}
    yield _decide(method, "stopped", f"After {limit:,} pages there was still another cursor.", reply)
    return Listing(
        tuple(entries), limit, tuple(records), stopped=f"more than {limit:,} pages", next_cursor=params["cursor"]
    )


def _decide(method: str, verdict: str, because: str, reply: Reply) -> Decide:
    clause = "2026-07-28 server/utilities/pagination"
    return Decide(events.Decision("catalogue", method, verdict, because, clause=clause, records=reply.records))


def call(
    method: str,
    params: Mapping[str, Json],
    era: Era,
    *,
    schema: Json = None,
    max_rounds: int = 10,
    timeout: float | None = None,
    patience: float = PATIENCE,
) -> Generator[Step, Any, Outcome]:
    """One request and all that it takes until there is a result.

    - Rounds (modern): each retry has the same params, the answers, and the state as given.
    - A task, of either form, is followed to its end.
    - A page to visit first (legacy, −32042): the person is asked, and the request sent once more when it is done.
    - Where the server says that our headers do not match, the list of tools is read again, for its annotations may have
      changed, and the request is sent once more with the headers that they ask for now.

    `timeout` is for the silence in each round, in seconds; None for the session's own. `patience` is for a task, and
    for each page.
    """
    return (yield from _Calling(method, params, era, schema, max_rounds, timeout, patience).run())


class _Calling:
    """One call: what its rounds have cost, and what was tried once already."""

    def __init__(
        self,
        method: str,
        params: Mapping[str, Json],
        era: Era,
        schema: Json,
        max_rounds: int,
        timeout: float | None,
        patience: float,
    ) -> None:
        self._method = method
        self._params = params
        self._era = era
        self._schema = schema
        self._max_rounds = max_rounds
        self._timeout = timeout
        self._patience = patience
        self._about = name_of(method, params) or ""
        self._ms = self._human_ms = 0.0
        self._rounds = 0
        self._states_alone = 0
        self._headers_renewed = self._page_visited = False

    def run(self) -> Generator[Step, Any, Outcome]:
        extra: dict[str, Json] = {}
        while True:
            reply = yield from self._send(extra)
            if consent.needs_page(reply, self._era):
                if self._page_visited:
                    yield consent.give_up(self._method, reply)
                    return self._outcome(reply)
                agreed = yield from consent.visit(self._method, self._about, reply, self._patience)
                if agreed.lost is not None:
                    return self._lost(agreed.lost)
                self._human_ms += agreed.human_ms
                if not agreed.again:
                    return self._outcome(reply, pending=agreed.pending)
                self._page_visited = True
                continue
            task = tasks.begun(self._method, self._params, reply, self._era)
            if isinstance(task, tasks.Began):
                return (yield from self._follow(task, reply))
            if task is not None:
                return self._outcome(reply, broken=task)
            if self._era != "modern" or reply.result.get("resultType") != "input_required":
                return self._outcome(reply)
            again = yield from self._round(reply)
            if isinstance(again, Outcome):
                return again
            extra = again

    def _send(self, extra: Mapping[str, Json]) -> Generator[Step, Any, Reply]:
        """One request, sent once more where the headers do not match."""
        self._rounds += 1
        reply = yield from self._once(extra)
        if _headers_differ(reply, self._era):
            if not self._headers_renewed:
                self._headers_renewed = True
                self._schema = yield from _renewed_schema(self._method, self._about, self._schema, reply)
                reply = yield from self._once(extra)
            if _headers_differ(reply, self._era):
                yield _still_differ(self._method, reply)
        return reply

    def _once(self, extra: Mapping[str, Json]) -> Generator[Step, Any, Reply]:
        params = {**self._params, **extra}
        reply: Reply = yield Call(self._method, params, timeout=self._timeout, schema=self._schema)
        self._ms += reply.ms - reply.human_ms
        self._human_ms += reply.human_ms
        return reply

    def _round(self, reply: Reply) -> Generator[Step, Any, Outcome | dict[str, Json]]:
        """What an unfinished answer leads to: what the retry has in addition, or the end."""
        result = reply.result
        broken = _departure(self._method, result)
        if broken:
            yield _why("not retried", broken, reply)
            return self._outcome(reply, broken=broken)
        requests = result.get("inputRequests") or {}
        answers: dict[str, Json] = {}
        if requests:
            self._states_alone = 0
            given = yield Ask(requests, reply.records[-1] if reply.records else 0, self._about)
            if isinstance(given, Reply):
                return self._lost(given)
            answers, waited = given
            self._human_ms += waited
            missing = tuple(key for key in requests if key not in answers)
            if missing:
                yield _why("not retried", f"Nobody answered {', '.join(visible(key) for key in missing)}.", reply)
                return self._outcome(reply, pending=missing)
        if self._rounds >= self._max_rounds:
            broken = f"still input_required after {self._max_rounds} rounds"
            yield _why("given up", f"The server is {broken}.", reply)
            return self._outcome(reply, broken=broken)
        said = f"Round {self._rounds + 1}: the same params, a new id, the answers and the state as given"
        if not requests:
            wait = _BACKOFF[min(self._states_alone, len(_BACKOFF) - 1)]
            self._states_alone += 1
            yield _why("retried", said + (f", after {wait:g} s." if wait else "."), reply)
            if wait:
                yield Pause(wait)
        else:
            yield _why("retried", f"{said}.", reply)
        extra = {"inputResponses": answers} if "inputRequests" in result else {}
        if "requestState" in result:
            extra["requestState"] = result["requestState"]
        return extra

    def _follow(self, task: tasks.Began, reply: Reply) -> Generator[Step, Any, Outcome]:
        ended = yield from tasks.follow(
            task, reply, self._era, self._about, timeout=self._timeout, patience=self._patience
        )
        return replace(
            ended,
            rounds=self._rounds + ended.rounds,
            ms=self._ms + ended.ms,
            human_ms=self._human_ms + ended.human_ms,
        )

    def _lost(self, reply: Reply) -> Outcome:
        """The connection ended while a person was asked."""
        self._human_ms += reply.human_ms
        return self._outcome(reply)

    def _outcome(self, reply: Reply, *, pending: tuple[str, ...] = (), broken: str = "") -> Outcome:
        return Outcome(reply, self._rounds, self._ms, self._human_ms, pending, broken)


_BACKOFF: Final = (0.0, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before a round in which nobody was asked: state alone goes back at once, and then ever more slowly."""


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
    return ""
