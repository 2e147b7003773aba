"""The catalogue: what is offered, however oddly it is said."""

from typing import Any

import pytest

from inspector.analysis.catalog import Catalog, offered_json
from inspector.analysis.items import Item, items_of
from inspector.wire import events
from tests.analysis.journals import MODERN_META, Journal, pieces

OBJECT = {"type": "object"}


def tool(name: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": OBJECT, **more}


def listed(*entries: Any) -> list[Item]:
    return items_of("tool", entries)


def fed(journal: Journal) -> Catalog:
    catalog = Catalog()
    catalog.feed(journal.records)
    return catalog


def test_tools_of_one_name_are_two_items_told_apart_by_their_occurrence() -> None:
    """LIST-06."""
    first, second, other = listed(tool("x", description="1"), tool("x", description="2"), tool("X"))
    assert [(one.wire, one.occurrence) for one in (first, second, other)] == [("x", 0), ("x", 1), ("X", 0)]
    assert second.description == "2"
    assert second.problems == ("the name stands 2 times in the list",)
    assert not first.problems and not other.problems


def test_an_odd_entry_is_listed_with_its_reason_and_hides_no_other() -> None:
    """LIST-07."""
    items = listed(
        tool("good"),
        {"name": "php", "annotations": [], "inputSchema": {"type": "object", "properties": []}},
        {"name": 5},
        None,
        "str",
        {"inputSchema": OBJECT},
        tool("last"),
    )
    assert [one.usable for one in items] == [True, True, False, False, False, False, True]
    assert items[0].problems == () == items[6].problems
    assert items[1].problems == (
        "inputSchema.properties is an array, not an object",
        "annotations is an array, not an object",
    )
    assert items[2].problems[0] == "name is 5, not a string"
    assert items[3].problems == ("the entry is null, not an object",)
    assert items[4].problems == ("the entry is a string, not an object",)
    assert items[5].problems == ("name is missing",)
    assert items[3].label == "entry 4"


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("a\n", 1),
        ("", 1),
        ("a b", 1),
        ("../../x", 1),
        ("é", 1),
        ("n" * 300, 1),
        ("tools/call", 1),
        ("\x00", 1),
        ("DATA_EXPORT_v2", 0),
        ("admin.tools.list", 0),
        ("n" * 128, 0),
    ],
)
def test_a_strange_name_is_kept_exactly_and_said_to_be_strange(name: str, problems: int) -> None:
    """LIST-17."""
    (item,) = listed(tool(name))
    assert item.wire == name
    assert item.usable
    assert len(item.problems) == problems


@pytest.mark.parametrize(
    ("schema", "invalid", "problems"),
    [
        ({"type": "object"}, "", 0),
        ({}, "", 1),
        ({"type": "object", "properties": None}, "inputSchema.properties is null, not an object", 1),
        (None, "inputSchema is null, not an object", 1),
        ({"type": "object", "additionalProperties": False}, "", 0),
        ({"properties": {"x": {"type": "string"}}}, "", 1),
        ({"type": "string"}, "inputSchema has type string, which must be “object”", 1),
    ],
)
def test_a_tool_without_a_usable_schema_is_listed_and_says_why(schema: Any, invalid: str, problems: int) -> None:
    """FORM-17."""
    (item,) = listed({"name": "t", "inputSchema": schema})
    assert item.usable
    assert (item.invalid_schema, len(item.problems)) == (invalid, problems)


def test_a_tool_without_any_schema_says_that_it_is_missing() -> None:
    assert listed({"name": "h"})[0].invalid_schema == "inputSchema is missing"


@pytest.mark.parametrize(
    ("hints", "mark", "hinted"),
    [
        (None, "d", False),
        ({}, "d", False),
        ({"readOnlyHint": True}, "r", True),
        ({"readOnlyHint": True, "destructiveHint": True}, "r", True),
        ({"readOnlyHint": False}, "d", True),
        ({"destructiveHint": False}, "w", True),
        ({"destructiveHint": True}, "d", True),
        ({"readOnlyHint": "yes"}, "d", True),
    ],
)
def test_the_mark_follows_the_hints_and_their_defaults(hints: Any, mark: str, hinted: bool) -> None:
    (item,) = listed(tool("t") if hints is None else tool("t", annotations=hints))
    assert (item.marks, item.hinted) == (mark, hinted)


def test_a_bad_header_annotation_excludes_its_tool_on_http_alone() -> None:
    """HTTP-25."""
    bad = tool(
        "bad", inputSchema={"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "Shelf Id"}}}
    )
    journal = Journal().modern_http()
    asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {}}
    answer = {"jsonrpc": "2.0", "id": 7, "result": {"tools": [tool("good"), bad]}}
    journal.exchange(asked, answer)
    catalog = fed(journal)
    assert [one.wire for one in catalog.lists["tool"].usable] == ["good"]
    (left_out,) = catalog.lists["tool"].excluded
    assert left_out.excluded is not None and "Shelf Id" in left_out.excluded
    assert left_out.clause == "2026-07-28 server/tools#x-mcp-header"
    assert items_of("tool", [bad])[0].excluded is None


@pytest.mark.parametrize("begin", [Journal.modern, Journal.legacy])
def test_a_bad_header_annotation_excludes_nothing_where_no_header_comes_of_it(begin: Any) -> None:
    journal = begin(Journal())
    bad = tool("bad", inputSchema={"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "A B"}}})
    journal.result(journal.request("tools/list", {}), {"tools": [bad]})
    assert not fed(journal).lists["tool"].excluded


def test_an_empty_cursor_is_a_cursor() -> None:
    """LIST-01."""
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"tools": [tool("first")], "nextCursor": ""})
    assert fed(journal).lists["tool"].state == "more"
    journal.result(journal.request("tools/list", {"cursor": ""}), {"tools": [tool("second")]})
    listing = fed(journal).lists["tool"]
    assert [one.wire for one in listing.items] == ["first", "second"]
    assert (listing.state, listing.pages) == ("complete", 2)


@pytest.mark.parametrize("cursor", ["2", "of-nobody"])
def test_a_page_that_is_asked_for_out_of_turn_is_no_part_of_the_list(cursor: str) -> None:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"tools": [tool("a")], "nextCursor": "2"})
    journal.result(journal.request("tools/list", {"cursor": "2"}), {"tools": [tool("b")]})
    again = journal.request("tools/list", {"cursor": cursor})
    assert fed(journal).lists["tool"].state == "complete"
    journal.result(again, {"tools": [tool("b")], "nextCursor": "3"})
    journal.error(journal.request("tools/list", {"cursor": cursor}), -32602, "unknown cursor")
    listing = fed(journal).lists["tool"]
    assert [one.wire for one in listing.items] == ["a", "b"]
    assert (listing.state, listing.pages, listing.error) == ("complete", 2, "")


def test_a_later_page_that_fails_leaves_the_pages_before_it() -> None:
    """LIST-15."""
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"tools": [tool("a")], "nextCursor": "2"})
    journal.error(journal.request("tools/list", {"cursor": "2"}), -32602, "bad cursor")
    listing = fed(journal).lists["tool"]
    assert [one.wire for one in listing.items] == ["a"]
    assert (listing.state, listing.error) == ("incomplete", "page 2: −32602 “bad cursor”")
    journal.result(journal.request("tools/list", {}), {"tools": [tool("b")]})
    listing = fed(journal).lists["tool"]
    assert [one.wire for one in listing.items] == ["b"]
    assert (listing.state, listing.error) == ("complete", "")


def test_a_first_page_that_fails_keeps_the_rows_of_the_listing_before() -> None:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"tools": [tool("a")]})
    journal.error(journal.request("tools/list", {}), -32603, "down")
    listing = fed(journal).lists["tool"]
    assert (listing.state, len(listing.items)) == ("failed", 1)


@pytest.mark.parametrize(
    ("result", "error"),
    [
        ({}, "tools is missing, not an array"),
        ({"tools": None}, "tools is null, not an array"),
        ({"tools": {"a": 1}}, 'tools is {"a":1}, not an array'),
        ([], "the result is no object"),
    ],
)
def test_a_result_that_is_no_list_says_what_it_is(result: Any, error: str) -> None:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), result)
    listing = fed(journal).lists["tool"]
    assert (listing.state, listing.error) == ("failed", error)


def test_news_of_a_change_make_only_the_lists_that_it_is_about_stale() -> None:
    journal = Journal().legacy(capabilities={"tools": {}, "resources": {}})
    journal.result(journal.request("tools/list", {}), {"tools": [tool("a")]})
    journal.result(journal.request("resources/list", {}), {"resources": [{"uri": "x://a", "name": "A"}]})
    journal.news("notifications/tools/list_changed")
    catalog = fed(journal)
    assert catalog.lists["tool"].stale
    assert not catalog.lists["resource"].stale
    assert not catalog.lists["prompt"].stale, "never asked for, so nothing of it is old"


@pytest.mark.parametrize(("id", "stale"), [(3, True), ("3", False), (999, False), (2, False), (None, False)])
def test_list_13_modern_news_make_stale_only_what_its_exact_subscription_asked_for(id: Any, stale: bool) -> None:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"tools": [tool("a")]})
    assert journal.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}}) == 3
    named = {} if id is None else {"_meta": {"io.modelcontextprotocol/subscriptionId": id}}
    journal.news("notifications/tools/list_changed", named)
    assert fed(journal).lists["tool"].stale is stale


@pytest.mark.parametrize(
    ("lifetime", "seconds"),
    [(1500, 1.5), (1.5, 0.0015), (0, 0.0), (-5, 0.0), (None, 0.0), ("60000", 0.0), (True, 0.0), (10**15, 1e12)],
)
def test_list_09_the_servers_hint_says_until_when_a_list_is_fresh(lifetime: Any, seconds: float) -> None:
    journal = Journal().legacy()
    seq = journal.result(journal.request("tools/list", {}), {"tools": [], "ttlMs": lifetime, "cacheScope": "public"})
    listing, came = fed(journal).lists["tool"], journal.records[seq - 1].at
    assert (listing.received_at, listing.fresh_until, listing.scope) == (came, came + seconds, "public")
    assert listing.is_fresh(came) is (seconds > 0) and not listing.is_fresh(came + seconds)


def test_list_09_of_several_pages_the_first_to_be_old_counts_and_news_end_it() -> None:
    journal = Journal().legacy()
    page = {"tools": [], "ttlMs": 1000, "cacheScope": "public", "nextCursor": "x"}
    first = journal.result(journal.request("tools/list", {}), page)
    journal.wait(9.0).result(journal.request("tools/list", {"cursor": "x"}), {"tools": [], "ttlMs": 60_000})
    listing = fed(journal).lists["tool"]
    assert listing.fresh_until == journal.records[first - 1].at + 1 and listing.scope == "private"
    journal.result(journal.request("tools/list", {}), {"tools": [], "ttlMs": 60_000})
    journal.news("notifications/tools/list_changed")
    assert not fed(journal).lists["tool"].is_fresh(10.0)


def test_what_the_capabilities_do_not_name_is_not_declared() -> None:
    """LIST-16."""
    journal = Journal().modern({"tools": {}, "ping": True, "extensions": {"x/y": None}})
    journal.error(journal.request("prompts/list", {}), -32601)
    catalog = fed(journal)
    assert [(kind, one.declared) for kind, one in catalog.lists.items()] == [
        ("tool", True),
        ("resource", False),
        ("template", False),
        ("prompt", False),
    ]
    assert catalog.lists["prompt"].state == "failed"


def test_the_server_is_known_from_its_own_answer() -> None:
    catalog = fed(Journal().modern(instructions="Ask for a station."))
    assert (catalog.era, catalog.protocol_version, catalog.transport) == ("modern", "2026-07-28", "stdio")
    assert catalog.server_info == {"name": "Alder Street Library", "version": "1.4.0"}
    assert catalog.instructions == "Ask for a station."
    catalog = fed(Journal().legacy("2025-06-18"))
    assert (catalog.era, catalog.protocol_version) == ("legacy", "2025-06-18")
    assert catalog.server_info == {"name": "Alder Street Library", "version": "1.4.0"}


def test_another_attempt_keeps_the_old_rows_until_the_server_has_said_who_it_is() -> None:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"tools": [tool("a")]})
    journal.add(events.Opened("stdio", attempt=2, command=("x",)))
    catalog = fed(journal)
    assert [one.wire for one in catalog.lists["tool"].items] == ["a"]
    assert catalog.lists["tool"].stale
    journal.result(journal.request("server/discover", {}), Journal.discovered())
    catalog = fed(journal)
    assert not catalog.lists["tool"].items


def test_the_list_document_has_the_objects_as_sent_and_the_excluded_apart() -> None:
    journal = Journal().modern()
    odd = {"name": "a", "inputSchema": OBJECT, "x": 1.50}
    journal.result(journal.request("tools/list", {}), {"tools": [odd, {"name": 5}, None]})
    document = offered_json(fed(journal), ["tool"])
    assert document["tools"] == [odd]
    assert [(one["name"], one["tool"]) for one in document["excluded"]] == [(5, {"name": 5}), (None, None)]
    assert all(one["reason"] and one["clause"] for one in document["excluded"])
    assert list(offered_json(fed(journal), ["tool", "prompt"])) == ["tools", "prompts", "excluded", "findings"]


def test_the_catalogue_is_the_same_in_whatever_batches_it_came() -> None:
    journal = Journal().modern({"tools": {}, "resources": {}})
    for name in "abc":
        journal.result(journal.request("tools/list", {}), {"tools": [tool(name)], "nextCursor": "2"})
    journal.news("notifications/tools/list_changed")
    whole = fed(journal)
    for size in (1, 2, 3):
        live = Catalog()
        for batch in pieces(journal.records, size):
            live.feed(batch)
        assert live.lists == whole.lists
        assert live.version == whole.version


def test_a_list_that_nobody_asked_for_is_told_from_an_empty_one_and_from_one_that_is_not_declared() -> None:
    journal = Journal().modern(capabilities={"tools": {}, "resources": {}})
    answer = {"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "private"}
    journal.result(journal.request("tools/list", {"_meta": MODERN_META}), answer)
    catalog = Catalog()
    catalog.feed(journal.records)
    assert {kind: (listing.state, listing.declared) for kind, listing in catalog.lists.items()} == {
        "tool": ("complete", True),
        "resource": ("unasked", True),
        "template": ("unasked", True),
        "prompt": ("unasked", False),
    }
