"""The methods of the protocol as one table: who sends them, in which revisions, and what else follows from the name.

Source: `schema/<revision>/schema.ts` of each revision; for the name header
`2026-07-28 basic/transports/streamable-http#standard-request-headers`; for the methods that may ask back
`2026-07-28 basic/patterns/mrtr#supported-requests`.
"""

from dataclasses import dataclass
from typing import Final, Literal

from inspector.wire.versions import REVISIONS

_ALL: Final = tuple(REVISIONS)
_LEGACY: Final = _ALL[:4]
_MODERN: Final = _ALL[4:]
_FROM_0618: Final = _ALL[2:]
_TASKS_1125: Final = ("2025-11-25",)


@dataclass(frozen=True, slots=True)
class Method:
    """One method. `name_param` is the member of params that `Mcp-Name` carries; `asks` allows `input_required`."""

    name: str
    sender: Literal["client", "server", "both"]
    kind: Literal["request", "notification"]
    versions: tuple[str, ...]
    name_param: str | None = None
    asks: bool = False


METHODS: Final = {
    method.name: method
    for method in (
        Method("server/discover", "client", "request", _MODERN),
        Method("initialize", "client", "request", _LEGACY),
        Method("ping", "both", "request", _LEGACY),
        Method("tools/list", "client", "request", _ALL),
        Method("tools/call", "client", "request", _ALL, "name", True),
        Method("resources/list", "client", "request", _ALL),
        Method("resources/templates/list", "client", "request", _ALL),
        Method("resources/read", "client", "request", _ALL, "uri", True),
        Method("resources/subscribe", "client", "request", _LEGACY),
        Method("resources/unsubscribe", "client", "request", _LEGACY),
        Method("prompts/list", "client", "request", _ALL),
        Method("prompts/get", "client", "request", _ALL, "name", True),
        Method("completion/complete", "client", "request", _ALL),
        Method("logging/setLevel", "client", "request", _LEGACY),
        Method("subscriptions/listen", "client", "request", _MODERN),
        Method("tasks/get", "both", "request", (*_TASKS_1125, *_MODERN), "taskId"),
        Method("tasks/update", "client", "request", _MODERN, "taskId"),
        Method("tasks/cancel", "both", "request", (*_TASKS_1125, *_MODERN), "taskId"),
        Method("tasks/list", "both", "request", _TASKS_1125),
        Method("tasks/result", "both", "request", _TASKS_1125),
        Method("sampling/createMessage", "server", "request", _ALL),
        Method("roots/list", "server", "request", _ALL),
        Method("elicitation/create", "server", "request", _FROM_0618),
        Method("notifications/initialized", "client", "notification", _LEGACY),
        Method("notifications/cancelled", "both", "notification", _ALL),
        Method("notifications/progress", "both", "notification", _ALL),
        Method("notifications/message", "server", "notification", _ALL),
        Method("notifications/roots/list_changed", "client", "notification", _LEGACY),
        Method("notifications/tools/list_changed", "server", "notification", _ALL),
        Method("notifications/resources/list_changed", "server", "notification", _ALL),
        Method("notifications/resources/updated", "server", "notification", _ALL),
        Method("notifications/prompts/list_changed", "server", "notification", _ALL),
        Method("notifications/elicitation/complete", "server", "notification", _TASKS_1125),
        Method("notifications/tasks/status", "both", "notification", _TASKS_1125),
        Method("notifications/tasks", "server", "notification", _MODERN),
        Method("notifications/subscriptions/acknowledged", "server", "notification", _MODERN),
    )
}


def exists(method: str, version: str) -> bool:
    """Whether a revision defines the method."""
    known = METHODS.get(method)
    return known is not None and version in known.versions


def name_of(method: str, params: object) -> str | None:
    """What the request is about: the tool, prompt, URI or task that its params name, else None."""
    if not isinstance(params, dict):
        return None
    known = METHODS.get(method)
    member = known.name_param if known else None
    if member is None and method in ("resources/subscribe", "resources/unsubscribe", "notifications/resources/updated"):
        member = "uri"
    value = params.get(member) if member else None
    return value if isinstance(value, str) else None


# What may be news of a list, and which lists it makes stale.
LIST_CHANGED: Final = {
    "notifications/tools/list_changed": ("tools/list",),
    "notifications/resources/list_changed": ("resources/list", "resources/templates/list"),
    "notifications/prompts/list_changed": ("prompts/list",),
}

LISTS: Final = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
}
"""The list methods and the member of their result that holds the entries."""
