"""Lists of every kind of server, as the catalogue and the rules have them after a real session (LIST, HTTP-25)."""

import asyncio
from typing import Any

import pytest

from inspector.analysis.folds import Folds
from inspector.analysis.items import Item
from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import HttpTarget
from inspector.protocol import flows
from tests.servers.http_rules import Rule, following, http_client
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE, PATIENCE, said, scripted

HINTS = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
EMPTY = {"type": "object"}


def reply(**result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "$id", "result": result}


def listed(*tools: Any) -> Rule:
    return {"on": "tools/list", "reply": reply(tools=list(tools), **HINTS)}


class Seen:
    """The folds of a session that has ended."""

    def __init__(self, client: Client) -> None:
        self.client = client
        folds = Folds()
        folds.feed(client.journal.records)
        self.catalog = folds.catalog
        self.rules = {one.rule for one in folds.findings.all}

    @property
    def tools(self) -> list[Item]:
        return self.catalog.lists["tool"].items


async def over_http(*rules: Rule, then: Any = None) -> Seen:
    """List the tools of a modern HTTP server, and do `then` with the client."""
    discover = {**DISCOVER, "on": "POST server/discover"}
    script = following(*rules, discover)
    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server, http_client(server) as client:
        await client.connect()
        await client.drive(flows.pages("tools/list"))
        if then is not None:
            await then(client)
    return Seen(client)


async def over_stdio(*rules: Rule, then: Any = None) -> Seen:
    """The same on stdio."""
    async with asyncio.timeout(PATIENCE), scripted(*rules, DISCOVER) as client:
        await client.connect()
        await client.drive(flows.pages("tools/list"))
        if then is not None:
            await then(client)
    return Seen(client)


async def test_list_01_an_empty_cursor_is_asked_with() -> None:
    pages = [reply(tools=[{"name": one, "inputSchema": EMPTY}], **HINTS, **more) for one, more in FIRST_AND_SECOND]
    seen = await over_http({"on": "POST tools/list", "sequence": pages})
    assert [one.wire for one in seen.tools] == ["first", "second"]
    cursors = [one["params"].get("cursor", "none") for one in said(seen.client) if one["method"] == "tools/list"]
    assert cursors == ["none", ""]


FIRST_AND_SECOND: list[tuple[str, dict[str, Any]]] = [("first", {"nextCursor": ""}), ("second", {})]


async def test_list_06_tools_of_one_name_are_rows_of_their_own_and_called_by_the_name_on_the_wire() -> None:
    one = {"name": "x", "inputSchema": {"type": "object", "properties": {"a": {}}}}
    two = {"name": "x", "inputSchema": {"type": "object", "properties": {"b": {}}}}
    call = {"on": "tools/call", "reply": DONE}

    async def then(client: Client) -> None:
        await client.drive(flows.call("tools/call", {"name": "x"}, "modern", schema=two["inputSchema"]))

    seen = await over_stdio(listed(one, two, {"name": "X", "inputSchema": EMPTY}), call, then=then)
    assert [(tool.wire, tool.occurrence) for tool in seen.tools] == [("x", 0), ("x", 1), ("X", 0)]
    assert [tool.raw for tool in seen.tools[:2]] == [one, two]
    assert "tool-name-twice" in seen.rules and said(seen.client)[-1]["params"]["name"] == "x"


async def test_list_07_one_bad_entry_hides_no_other() -> None:
    good, last = ({"name": name, "inputSchema": EMPTY} for name in ("good", "last"))
    php = {"name": "php", "annotations": [], "inputSchema": {"type": "object", "properties": []}}
    seen = await over_stdio(listed(good, php, {"name": 5}, None, "str", {"inputSchema": EMPTY}, last))
    assert [one.raw for one in seen.tools] == [good, php, {"name": 5}, None, "str", {"inputSchema": EMPTY}, last]
    assert [one.usable and not one.problems for one in seen.tools] == [True, *[False] * 5, True]
    assert all(one.problems or one.excluded or one.invalid_schema for one in seen.tools[1:-1])


async def test_list_08_a_modern_list_without_its_hints_is_shown_and_found() -> None:
    seen = await over_http({"on": "POST tools/list", "json": reply(tools=[{"name": "t", "inputSchema": EMPTY}])})
    assert [one.wire for one in seen.tools] == ["t"]
    assert seen.rules == {"result-type-missing", "cache-hints", "server-info-missing"}
    listing = seen.catalog.lists["tool"]
    assert listing.scope == "private" and not listing.is_fresh(seen.client.journal.now())


@pytest.mark.parametrize(("ttl", "fresh"), [(3_600_000, True), (0, False), (-5, False), ("60000", False)])
async def test_list_09_a_list_is_fresh_for_as_long_as_a_lifetime_that_is_one_says(ttl: Any, fresh: bool) -> None:
    tools = reply(tools=[{"name": "t", "inputSchema": EMPTY}], **{**HINTS, "ttlMs": ttl})
    seen = await over_http({"on": "POST tools/list", "json": tools})
    listing = seen.catalog.lists["tool"]
    assert listing.is_fresh(seen.client.journal.now()) is fresh and len(listing.items) == 1
    assert ("cache-hints" in seen.rules) is (ttl in (-5, "60000"))


async def test_list_09_a_fresh_list_is_never_taken_over_by_a_session_with_another_token() -> None:
    """The server keeps its list fresh for an hour, and another for each token."""
    discover = following({**DISCOVER, "on": "POST server/discover"})
    tokens = ["Bearer one", "Bearer two", "Bearer one"]

    async def script(asked: Asked, answer: Reply) -> None:
        if b'"tools/list"' not in asked.body:
            return await discover(asked, answer)
        name = (asked.header("authorization") or "nobody").removeprefix("Bearer ")
        hints = {**HINTS, "ttlMs": 3_600_000}
        tools = {"on": "tools/list", "json": reply(tools=[{"name": name, "inputSchema": EMPTY}], **hints)}
        return await following(tools)(asked, answer)

    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server:
        for token in tokens:
            target = HttpTarget(server.url("/mcp"), (("Authorization", token),))
            client = Client(TargetConnector(target), Options())
            async with client:
                await client.connect()
                await client.drive(flows.pages("tools/list"))
            listing = Seen(client).catalog.lists["tool"]
            assert [one.wire for one in listing.items] == [token.removeprefix("Bearer ")]
            assert listing.is_fresh(client.journal.now())
    lists = [one.header("authorization") for one in server.asked if b'"tools/list"' in one.body]
    assert lists == tokens


async def test_list_15_a_later_page_that_fails_leaves_the_first_and_says_so() -> None:
    first = reply(tools=[{"name": "a", "inputSchema": EMPTY}], nextCursor="2", **HINTS)
    failed = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32602, "message": "bad cursor"}}
    pages = {"on": "POST tools/list", "sequence": [first, failed, first, failed]}

    async def again(client: Client) -> None:
        await client.drive(flows.pages("tools/list"))

    seen = await over_http(pages, then=again)
    listing = seen.catalog.lists["tool"]
    assert ([one.wire for one in listing.items], listing.state) == (["a"], "incomplete")
    assert "bad cursor" in listing.error
    asked = [one["params"].get("cursor") for one in said(seen.client) if one["method"] == "tools/list"]
    assert asked == [None, "2", None, "2"]


async def test_list_16_what_is_not_declared_is_said_and_may_still_be_asked_for() -> None:
    declared = {"tools": {}, "ping": True, "extensions": {"x/y": None}}
    discover = reply(supportedVersions=["2026-07-28"], capabilities=declared, **HINTS)
    prompts = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32601, "message": "x"}}
    rules = (
        {"on": "POST server/discover", "json": discover},
        {**listed({"name": "t", "inputSchema": EMPTY}), "on": "POST tools/list"},
        {"on": "POST prompts/list", "status": 404, "json": prompts},
    )

    async def by_hand(client: Client) -> None:
        reply = await client.request("prompts/list")
        assert reply.error is not None and reply.error.code == -32601 and client.agreed is not None

    seen = await over_http(*rules, then=by_hand)
    assert (seen.catalog.lists["tool"].declared, seen.catalog.lists["prompt"].declared) == (True, False)
    assert seen.catalog.lists["prompt"].state == "failed"
    assert seen.catalog.capabilities == declared


NAMES = ["a\n", "", "a b", "../../x", "\u00e9", "e\u0301", "n" * 300, "tools/call", " ", "\0"]


async def test_list_17_strange_names_are_kept_and_called_exactly() -> None:
    call = {"on": "tools/call", "reply": DONE}

    async def then(client: Client) -> None:
        for name in NAMES:
            await client.drive(flows.call("tools/call", {"name": name}, "modern"))

    seen = await over_stdio(listed(*({"name": one, "inputSchema": EMPTY} for one in NAMES)), call, then=then)
    assert [one.wire for one in seen.tools] == NAMES
    called = [one["params"]["name"] for one in said(seen.client) if one["method"] == "tools/call"]
    assert called == NAMES
    assert [bool(one.problems) for one in seen.tools] == [True] * 6 + [True] + [True] * 3


@pytest.mark.parametrize("info", [None, {}, {"name": "", "version": ""}, {"name": "   "}])
async def test_list_17_a_server_without_a_name_is_listed_all_the_same(info: Any) -> None:
    meta = {"_meta": {"io.modelcontextprotocol/serverInfo": info}}
    discover = reply(supportedVersions=["2026-07-28"], capabilities={"tools": {}}, **HINTS, **meta)
    seen = await over_stdio({"on": "server/discover", "reply": discover}, listed({"name": "t", "inputSchema": EMPTY}))
    assert seen.catalog.server_info == info and len(seen.tools) == 1


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": ""}}},
        {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "a b"}}},
        {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "a:b"}}},
        {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "a\r\nb"}}},
        {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "\u00e9"}}},
        {"type": "object", "properties": {"r": {"type": "number", "x-mcp-header": "R"}}},
        {"type": "object", "properties": {"r": {"type": "array", "items": {"type": "string", "x-mcp-header": "R"}}}},
        {"type": "object", "anyOf": [{"properties": {"r": {"type": "string", "x-mcp-header": "R"}}}]},
        {
            "type": "object",
            "properties": {"r": {"$ref": "#/$defs/r"}},
            "$defs": {"r": {"type": "string", "x-mcp-header": "R"}},
        },
        {
            "type": "object",
            "properties": {
                "r": {"type": "string", "x-mcp-header": "R"},
                "s": {"type": "string", "x-mcp-header": "r"},
            },
        },
        {"type": "object", "properties": {"r": {"type": "object", "x-mcp-header": "R"}}},
    ],
)
async def test_http_25_a_bad_header_annotation_leaves_out_its_tool_on_http_and_nothing_on_stdio(schema: Any) -> None:
    good = {
        "name": "good",
        "inputSchema": {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "R"}}},
    }
    rule = listed(good, {"name": "bad", "inputSchema": schema})
    seen = await over_http({**rule, "on": "POST tools/list"})
    assert [one.wire for one in seen.catalog.lists["tool"].usable] == ["good"]
    [bad] = seen.catalog.lists["tool"].excluded
    assert bad.raw == {"name": "bad", "inputSchema": schema} and bad.excluded and bad.clause.endswith("x-mcp-header")
    seen = await over_stdio(rule)
    assert [one.wire for one in seen.catalog.lists["tool"].usable] == ["good", "bad"]
