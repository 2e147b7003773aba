"""What two attempts were offered, compared entry by entry and path by path."""

from typing import Any

from inspector.analysis.catalog import KINDS, Listing
from inspector.analysis.items import items_of
from inspector.analysis.offers import Lists, Offered, compare_offers
from inspector.wire.json import MISSING, parse


def lists(*tools: Any, **others: list[Any]) -> Lists:
    """Lists of which the tools, and those that are named, were answered whole."""
    found = {kind: Listing(kind) for kind in KINDS}
    for kind, entries in {"tool": list(tools), **others}.items():
        found[kind].items = items_of(kind, entries, [], mirrored=False)
        found[kind].state = "complete"
    return found


def tool(name: str, **properties: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


def test_each_entry_is_added_removed_changed_or_alike() -> None:
    before = lists(tool("same"), tool("gone"), tool("copy", n={"type": "integer"}))
    after = lists(tool("copy", n={"type": "number"}, to={"type": "string"}), tool("same"), tool("new"))
    found = compare_offers(before, after)
    assert found.alike == 1 and found.unknown == ()
    gone, copied, new = found.offered
    assert (gone, new) == (Offered("tool", "gone", "removed"), Offered("tool", "new", "added"))
    assert (copied.name, copied.how) == ("copy", "changed")
    assert [(path.where, path.before, path.after) for path in copied.paths] == [
        ("$.inputSchema.properties.n.type", "integer", "number"),
        ("$.inputSchema.properties.to", MISSING, {"type": "string"}),
    ]


def test_order_is_no_difference_and_two_of_one_name_are_told_apart() -> None:
    found = compare_offers(lists(tool("x"), tool("x", a={})), lists(tool("x"), tool("x", b={})))
    assert [(one.name, sorted(path.where for path in one.paths)) for one in found.offered] == [
        ("x", ["$.inputSchema.properties.a", "$.inputSchema.properties.b"])
    ]


def test_numbers_are_compared_by_their_digits() -> None:
    before, after = ({"name": "x", "weight": parse(text)} for text in ("1", "1.0"))
    assert [path.where for path in compare_offers(lists(before), lists(after)).offered[0].paths] == ["$.weight"]


def test_a_list_that_was_not_asked_for_is_no_difference_and_said() -> None:
    found = compare_offers(lists(prompt=[{"name": "p"}]), lists())
    assert (found.offered, found.unknown) == ((), ("prompt",))
