"""The modern era: each request says its version and capabilities, and is served alone.

Source: `2026-07-28 basic/index#meta`, `basic/versioning`, `server/discover`, `basic/patterns/mrtr`,
`basic/patterns/subscriptions`, `server/utilities/caching`.
"""

import asyncio
from typing import Any, Final

from inspector.protocol.envelope import SERVER_INFO, SUBSCRIPTION_ID
from inspector.serving.calling import Fault, InputRequired, Send
from inspector.serving.library import INFO, INSTRUCTIONS, Change, Library
from inspector.serving.modern_caller import modern_caller
from inspector.serving.protocol import described, members, perform
from inspector.serving.request_state import Notary
from inspector.serving.tools import TOOLS
from inspector.wire.json import Json
from inspector.wire.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, Request, notification
from inspector.wire.methods import METHODS, exists
from inspector.wire.versions import MODERN

CAPABILITIES: Final[dict[str, Json]] = {
    "tools": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "prompts": {},
    "completions": {},
    "logging": {},
}

# How long an answer stays fresh, in milliseconds, and whether others may be given it.
_FRESH: Final = {
    "server/discover": (3_600_000, "public"),
    "tools/list": (300_000, "public"),
    "prompts/list": (300_000, "public"),
    "resources/list": (60_000, "public"),
    "resources/templates/list": (300_000, "public"),
    "resources/read": (0, "private"),
}

_NEWS: Final = {"tools": ("toolsListChanged", "tools"), "resources": ("resourcesListChanged", "resources")}


class Modern:
    """Serves modern requests, any number at once. It remembers nothing of one for the next."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._notary = Notary()
        self._ending = asyncio.Event()

    def close(self) -> None:
        """End all subscriptions, each with its result."""
        self._ending.set()

    async def answer(self, request: Request, send: Send) -> dict[str, Any]:
        """The result of one request; what belongs to it and comes before goes to `send`. Raises Fault."""
        params = members(request.params)
        caller = modern_caller(params, send)
        if not self.knows(request.method) or request.method.startswith("tasks/"):
            raise Fault(METHOD_NOT_FOUND, f"Method not found: {request.method}")
        if request.method == "subscriptions/listen":
            return _finished(await self._listen(request.id, params, send))
        if request.method == "server/discover":
            result: dict[str, Any] = {
                "supportedVersions": list(MODERN),
                "capabilities": CAPABILITIES,
                "instructions": INSTRUCTIONS,
            }
        else:
            caller.answers = self._answers(request.method, params)
            try:
                result = await perform(self._library, request.method, params, caller)
            except InputRequired as asked:
                return self._unfinished(request.method, params, caller.answers, asked)
        if request.method in _FRESH:
            result["ttlMs"], result["cacheScope"] = _FRESH[request.method]
        return _finished(result)

    def admit(self, request: Request) -> None:
        """See that a request says who asks, and in a version that is spoken here. Raises Fault."""
        modern_caller(members(request.params), lambda raw: None)

    def knows(self, method: str) -> bool:
        """Whether there is such a method here."""
        return any(exists(method, version) for version in MODERN)

    def input_schema(self, tool: str) -> Json:
        """The inputSchema of a tool; None if there is no such tool."""
        known = TOOLS.get(tool)
        return described(self._library, known)["inputSchema"] if known else None

    def _answers(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answers of this round and of those before it; those that nobody asked for are never looked at."""
        state, fresh = params.get("requestState"), params.get("inputResponses", {})
        if not isinstance(fresh, dict):
            raise Fault(INVALID_PARAMS, "params.inputResponses must be an object")
        if not METHODS[method].asks or state is None:
            return {}
        earlier = self._notary.open(state, method, params) if isinstance(state, str) else None
        if earlier is None:
            raise Fault(INVALID_PARAMS, "requestState is not of this server and request, or is too old")
        return {**fresh, **earlier}

    def _unfinished(
        self, method: str, params: dict[str, Any], answers: dict[str, Any], asked: InputRequired
    ) -> dict[str, Any]:
        return {
            "resultType": "input_required",
            "inputRequests": dict(asked.requests),
            "requestState": self._notary.seal(method, params, answers),
            "_meta": {SERVER_INFO: INFO},
        }

    async def _listen(self, id: Json, params: dict[str, Any], send: Send) -> dict[str, Any]:
        wanted = params.get("notifications")
        if not isinstance(wanted, dict):
            raise Fault(INVALID_PARAMS, "params.notifications must be an object")
        granted: dict[str, Json] = {name: True for name, _ in _NEWS.values() if wanted.get(name) is True}
        uris = wanted.get("resourceSubscriptions")
        if isinstance(uris, list):
            granted["resourceSubscriptions"] = [uri for uri in uris if isinstance(uri, str)]
        mark = {SUBSCRIPTION_ID: id}

        def tell(change: Change) -> None:
            if change.what == "content":
                if change.uri in granted.get("resourceSubscriptions", ()):
                    send(notification("notifications/resources/updated", {"uri": change.uri, "_meta": mark}))
            elif _NEWS[change.what][0] in granted:
                send(notification(f"notifications/{_NEWS[change.what][1]}/list_changed", {"_meta": mark}))

        send(notification("notifications/subscriptions/acknowledged", {"notifications": granted, "_meta": mark}))
        unwatch = self._library.watch(tell)
        try:
            await self._ending.wait()
        finally:
            unwatch()
        return {"_meta": mark}


def _finished(result: dict[str, Any]) -> dict[str, Any]:
    meta = {**result.pop("_meta", {}), SERVER_INFO: INFO}
    return {"resultType": "complete", **result, "_meta": meta}
