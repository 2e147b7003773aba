"""What two servers offer, compared: what is breaking, and what is compatible."""

from typing import Any

import pytest

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.offered import compare_offered
from inspector.analysis.differences import path_text
from inspector.analysis.items import Kind, items_of


def offering(kind: Kind = "tool", *entries: Any, **known: Any) -> Catalog:
    """What a modern server offers: of one kind these entries, of the others nothing."""
    catalog = Catalog()
    catalog.era, catalog.protocol_version, catalog.supported = "modern", "2026-07-28", ("2026-07-28",)
    for name, value in known.items():
        setattr(catalog, name, value)
    for listing in catalog.lists.values():
        listing.state = "complete"
    catalog.lists[kind].items = items_of(kind, entries)
    return catalog


def tool(**members: Any) -> dict[str, Any]:
    return {"name": "t", "inputSchema": {"type": "object"}, **members}


def prompt(*arguments: Any) -> dict[str, Any]:
    return {"name": "p", "arguments": list(arguments)}


@pytest.mark.parametrize(
    ("kind", "before", "after", "path", "breaking"),
    [
        ("tool", tool(description="a"), tool(description="b"), "$.description", False),
        ("tool", tool(), tool(outputSchema={}), "$.outputSchema", False),
        ("tool", tool(outputSchema={}), tool(), "$.outputSchema", True),
        ("tool", tool(outputSchema={"enum": [1]}), tool(outputSchema={"enum": [1, 2]}), "$.outputSchema.enum", True),
        ("tool", tool(outputSchema={"enum": [1, 2]}), tool(outputSchema={"enum": [1]}), "$.outputSchema.enum", False),
        ("tool", tool(), tool(execution={"taskSupport": "required"}), "$.execution", True),
        ("tool", tool(), tool(execution={"taskSupport": "optional"}), "$.execution", False),
        ("prompt", prompt(), prompt({"name": "a"}), "$.arguments[0]", False),
        ("prompt", prompt(), prompt({"name": "a", "required": True}), "$.arguments[0]", True),
        ("prompt", prompt({"name": "a"}), prompt(), "$.arguments[0]", True),
        ("prompt", prompt({"name": "a"}), prompt({"name": "a", "required": True}), "$.arguments[0].required", True),
        (
            "resource",
            {"uri": "a:b", "name": "a", "mimeType": "a/a"},
            {"uri": "a:b", "name": "a", "mimeType": "b/b"},
            "$.mimeType",
            True,
        ),
    ],
)
def test_a_change_of_an_entry_is_breaking_or_compatible(
    kind: Kind, before: Any, after: Any, path: str, breaking: bool
) -> None:
    [change] = compare_offered(offering(kind, before), offering(kind, after)).changed
    assert (change.kind, path_text(change.path), change.breaking) == (kind, path, breaking)


@pytest.mark.parametrize(
    ("before", "after", "path", "breaking"),
    [
        ({"capabilities": {"tools": {}}}, {"capabilities": {}}, "$.capabilities.tools", True),
        ({"capabilities": {}}, {"capabilities": {"tools": {}}}, "$.capabilities.tools", False),
        ({"capabilities": {"a": {"b": True}}}, {"capabilities": {"a": {"b": False}}}, "$.capabilities.a.b", True),
        ({"supported": ("1", "2")}, {"supported": ("2", "3")}, "$.supportedVersions", True),
        ({"supported": ("1", "2")}, {"supported": ("2", "1", "3")}, "$.supportedVersions", False),
        ({"instructions": None}, {"instructions": "Ask."}, "$.instructions", False),
        ({}, {"protocol_version": "2027-01-01"}, "$.protocolVersion", False),
        ({}, {"protocol_version": "2025-11-25", "supported": None}, "$.protocolVersion", True),
    ],
)
def test_a_change_of_what_a_server_says_of_itself_is_breaking_or_compatible(
    before: dict[str, Any], after: dict[str, Any], path: str, breaking: bool
) -> None:
    [change] = compare_offered(offering(**before), offering(**after)).changed
    assert (change.kind, path_text(change.path), change.breaking) == ("server", path, breaking)


def test_a_kind_that_one_of_the_two_did_not_list_is_not_compared_unless_the_server_does_not_declare_it() -> None:
    listed, unasked = offering("tool", tool()), offering()
    unasked.lists["tool"].state = "unasked"
    found = compare_offered(unasked, listed)
    assert (found.equal, found.unknown) == (True, ["tool"])
    unasked.lists["tool"].declared = False
    found = compare_offered(unasked, listed)
    assert ([one.name for one in found.added], found.unknown) == (["t"], [])
