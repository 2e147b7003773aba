"""Where the specification speaks of a method."""

from typing import Final

_MODERN: Final = "2026-07-28 "
_LEGACY: Final = "2025-11-25 "

_PAGES: Final = {
    "server/discover": _MODERN + "server/discover",
    "initialize": _LEGACY + "basic/lifecycle#initialization",
    "notifications/initialized": _LEGACY + "basic/lifecycle#initialization",
    "ping": _LEGACY + "basic/utilities/ping",
    "logging/setLevel": _LEGACY + "server/utilities/logging#setting-log-level",
    "tools/list": _MODERN + "server/tools#listing-tools",
    "tools/call": _MODERN + "server/tools#calling-tools",
    "resources/list": _MODERN + "server/resources#listing-resources",
    "resources/read": _MODERN + "server/resources#reading-resources",
    "resources/templates/list": _MODERN + "server/resources#resource-templates",
    "resources/subscribe": _LEGACY + "server/resources#subscriptions",
    "resources/unsubscribe": _LEGACY + "server/resources#subscriptions",
    "prompts/list": _MODERN + "server/prompts#listing-prompts",
    "prompts/get": _MODERN + "server/prompts#getting-a-prompt",
    "completion/complete": _MODERN + "server/utilities/completion",
    "subscriptions/listen": _MODERN + "basic/patterns/subscriptions",
    "elicitation/create": _MODERN + "client/elicitation",
    "sampling/createMessage": _MODERN + "client/sampling",
    "roots/list": _MODERN + "client/roots",
    "notifications/progress": _MODERN + "basic/patterns/progress",
    "notifications/cancelled": _MODERN + "basic/patterns/cancellation",
    "notifications/message": _MODERN + "server/utilities/logging",
    "notifications/tools/list_changed": _MODERN + "server/tools#list-changed-notification",
    "notifications/resources/list_changed": _MODERN + "server/resources#list-changed-notification",
    "notifications/resources/updated": _MODERN + "server/resources#subscriptions",
    "notifications/prompts/list_changed": _MODERN + "server/prompts#list-changed-notification",
    "notifications/subscriptions/acknowledged": _MODERN + "basic/patterns/subscriptions#acknowledgment",
}
MRTR: Final = _MODERN + "basic/patterns/mrtr"
ERRORS: Final = _MODERN + "basic/index#error-codes"
STDIO: Final = _MODERN + "basic/transports/stdio"
HTTP: Final = _MODERN + "basic/transports/streamable-http"


def clause_of(method: str) -> str:
    """The clause about a method; an empty text for one that the specification does not have."""
    return _PAGES.get(method, "")
