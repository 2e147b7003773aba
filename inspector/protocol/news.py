"""News of the server: `subscriptions/listen` streams in the modern era, `list_changed` notifications in both.

Source: `2026-07-28 basic/patterns/subscriptions`.
"""

from collections.abc import Mapping
from typing import Final

from inspector.protocol.envelope import SUBSCRIPTION_ID
from inspector.protocol.exchanges import Exchanges
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import is_id
from inspector.wire.methods import LIST_CHANGED
from inspector.wire.text import visible

LISTEN: Final = "subscriptions/listen"
ACKNOWLEDGED: Final = "notifications/subscriptions/acknowledged"
UPDATED: Final = "notifications/resources/updated"
TASK_NEWS: Final = "notifications/tasks"

SUBSCRIBED: Final = frozenset({*LIST_CHANGED, UPDATED, ACKNOWLEDGED, TASK_NEWS})
"""What comes on a subscription and nowhere else, in the modern era."""

FILTER_OF: Final = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
    UPDATED: "resourceSubscriptions",
    TASK_NEWS: "taskIds",
}
"""The member of the filter that asks for each (`2026-07-28 basic/patterns/subscriptions#notification-filter`)."""

_FILTERS: Final = {"tools": "toolsListChanged", "prompts": "promptsListChanged", "resources": "resourcesListChanged"}


def listen_filter(capabilities: Mapping[str, Json]) -> dict[str, Json]:
    """The filter for all list changes that a modern server says it tells of; empty if it tells of none."""
    return {
        wanted: True
        for name, wanted in _FILTERS.items()
        if isinstance(capabilities.get(name), dict) and capabilities[name].get("listChanged") is True
    }


def subscription_id(params: Json) -> Json:
    """The id of the subscription that a notification names, type kept; MISSING if it names none."""
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta.get(SUBSCRIPTION_ID, MISSING) if isinstance(meta, dict) else MISSING


def unrouted(params: Json, exchanges: Exchanges) -> str:
    """Why news of a modern server belongs to no subscription of ours, as the end of a sentence; empty if it does.

    The id must be exactly that of a `subscriptions/listen` that is open: `1` and `"1"` are different.
    """
    named = subscription_id(params)
    if named is MISSING:
        return "names no subscription"
    exchange = exchanges.open(named) if is_id(named) else None
    if exchange is None or exchange.method != LISTEN:
        return f"names the subscription {visible(dumps(named))[:60]}, and none of ours that is open has that id"
    if exchange.cancelled:
        return "came after its subscription was cancelled"
    return ""


def not_granted(wanted: Json, granted: Json) -> tuple[str, ...]:
    """What of a filter the server did not agree to: `toolsListChanged`, `resourceSubscriptions file:///x`."""
    given = granted if isinstance(granted, dict) else {}
    missing: list[str] = []
    for name, wish in wanted.items() if isinstance(wanted, dict) else ():
        have = given.get(name)
        if isinstance(wish, list):
            held = have if isinstance(have, list) else []
            missing.extend(f"{name} {one}" for one in wish if one not in held)
        elif wish and not have:
            missing.append(name)
    return tuple(missing)
