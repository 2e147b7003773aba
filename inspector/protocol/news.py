"""News of the server: one `subscriptions/listen` stream in the modern era, `list_changed` notifications in both.

Source: `2026-07-28 basic/patterns/subscriptions`.
"""

from collections.abc import Mapping

from inspector.wire.json import Json

_FILTERS = {"tools": "toolsListChanged", "prompts": "promptsListChanged", "resources": "resourcesListChanged"}


def listen_filter(capabilities: Mapping[str, Json]) -> dict[str, Json]:
    """The filter for all list changes that a modern server says it tells of; empty if it tells of none."""
    return {
        wanted: True
        for name, wanted in _FILTERS.items()
        if isinstance(capabilities.get(name), dict) and capabilities[name].get("listChanged") is True
    }
