"""Rules about what a server offers: each entry of its lists, and the capabilities behind them."""

from collections.abc import Iterator
from typing import Final

from inspector.analysis import apps
from inspector.analysis.items import METHOD_OF, TOOL, TOOL_NAMES, X_MCP_HEADER, Item, Kind, items_of
from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, SINCE_2025_11, Hit, Memory, Rule
from inspector.analysis.words import short
from inspector.protocol.envelope import annotations
from inspector.protocol.exchanges import Settled
from inspector.wire.jsonrpc import Result
from inspector.wire.methods import LISTS

_KIND_OF: Final[dict[str, Kind]] = {method: kind for kind, method in METHOD_OF.items()}
_NAME_RULES: Final = ("the name is empty", "the name has ")
_TWICE: Final = "the name stands "


def page(reading: Reading, change: Settled, memory: Memory) -> list[Item]:
    """The items of an answer to a list request; an empty list for any other. Called once for each answer.

    The pages of one listing belong together, since a name may stand on two of them; one that was asked for out of turn
    stands alone.
    """
    method, answer = change.exchange.method, change.answer
    kind = _KIND_OF.get(method)
    if kind is None or not isinstance(answer, Result) or not isinstance(answer.result, dict):
        return []
    entries = answer.result.get(LISTS[method])
    if not isinstance(entries, list):
        return []
    cursor = reading.params(change.exchange).get("cursor")
    first, next_ = cursor is None, cursor is not None and cursor == memory.awaited.get(method)
    before = memory.listings.get(method, []) if next_ else []
    items = items_of(kind, entries, before, mirrored=reading.identity.mirrors)
    if first or next_:
        memory.listings[method] = [*before, *items]
        memory.awaited[method] = answer.result.get("nextCursor")
    if kind == "tool":
        if first:
            memory.schemas.clear()
        memory.schemas.update(
            (one.wire, one.raw["outputSchema"]) for one in items if one.usable and "outputSchema" in one.raw
        )
    memory.page = items
    return items


def _named(item: Item) -> str:
    return f"{item.kind} {short(item.label, 80)}"


def _entry(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    for item in memory.page:
        for problem in item.problems:
            if not problem.startswith((*_NAME_RULES, _TWICE)) and not problem.startswith("inputSchema"):
                yield f"{_named(item)}: {problem}", (reading.record.seq,)


def _schema(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    for item in memory.page:
        for problem in item.problems:
            if problem.startswith("inputSchema"):
                yield f"{_named(item)}: {problem}", (reading.record.seq,)


def _names(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    for item in memory.page:
        for problem in item.problems:
            if problem.startswith(_NAME_RULES):
                yield f"{_named(item)}: {problem}", (reading.record.seq,)


def _twice(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    for item in memory.page:
        if item.kind == "tool" and item.occurrence:
            yield f"{_named(item)} stands in the list {item.occurrence + 1} times", (reading.record.seq,)


def _headers(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    if reading.identity.era != "modern":
        return  # to older revisions the annotation means nothing
    for item in memory.page:
        schema = item.raw.get("inputSchema") if item.kind == "tool" and isinstance(item.raw, dict) else None
        for problem in annotations(schema)[1] if schema is not None else ():
            if reading.identity.mirrors:
                yield f"{_named(item)}: {short(problem)}; it is left out", (reading.record.seq,)
            else:  # where no header mirrors it, a client may ignore the annotation, and we do
                yield f"{_named(item)}: {short(problem)}", (reading.record.seq,), "warning"


def _views(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    resources = memory.listings.get("resources/list")
    tools = memory.listings.get("tools/list", []) if change.exchange.method == "resources/list" else memory.page
    for item in tools:
        for problem in apps.tool_problems(item, resources) if item.kind == "tool" else ():
            yield f"{_named(item)}: {short(problem, 200)}", (reading.record.seq,)


RULES: Final = (
    Rule(
        "bad-entry",
        "An entry of a list that lacks what it must have",
        "error",
        TOOL,
        "Each entry is an object with the members that the schema of the specification requires.",
        (Result,),
        _entry,
        once=True,
        methods=tuple(LISTS),
    ),
    Rule(
        "input-schema",
        "An inputSchema that is no object schema",
        "error",
        TOOL,
        'An inputSchema is an object with "type": "object".',
        (Result,),
        _schema,
        once=True,
        methods=("tools/list",),
    ),
    Rule(
        "tool-name",
        "A tool name that clients may not take",
        "warning",
        TOOL_NAMES,
        "Use 1 to 128 of A–Z a–z 0–9 _ - and . in the name.",
        (Result,),
        _names,
        once=True,
        revisions=SINCE_2025_11,
        methods=("tools/list",),
    ),
    Rule(
        "app-view",
        "A view of an MCP App that cannot be found",
        "warning",
        apps.CLAUSE,
        f"Name the view in _meta.ui.resourceUri by a ui:// URI, and give the resource the media type {apps.MIME_TYPE}.",
        (Result,),
        _views,
        once=True,
        methods=tuple(LISTS),
    ),
    Rule(
        "tool-name-twice",
        "Two tools of one name",
        "warning",
        TOOL_NAMES,
        "Give each tool a name of its own; a call cannot tell them apart.",
        (Result,),
        _twice,
        once=True,
        methods=("tools/list",),
    ),
    Rule(
        "header-annotation",
        "An x-mcp-header that excludes its tool",
        "error",
        X_MCP_HEADER,
        "Use x-mcp-header on string, integer or boolean properties, with a valid and unique header name.",
        (Result,),
        _headers,
        once=True,
        revisions=MODERN_ONLY,
        methods=("tools/list",),
    ),
)
