"""The modern era: each request says its version and capabilities, and is served alone.

Source: `2026-07-28 basic/index#meta`, `basic/versioning`, `server/discover`, `basic/patterns/mrtr`,
`basic/patterns/subscriptions`, `server/utilities/caching`.
"""

import asyncio
from typing import Any, Final

from inspector.protocol.envelope import PREFIX, SERVER_INFO, SUBSCRIPTION_ID
from inspector.serving.calling import LEVELS, Caller, Fault, InputRequired, Send
from inspector.serving.library import INFO, INSTRUCTIONS, Change, Library
from inspector.serving.protocol import members, perform
from inspector.serving.request_state import Notary
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    MISSING_CAPABILITY,
    UNSUPPORTED_VERSION,
    Request,
    notification,
)
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


def declared_version(request_params: Json) -> Json:
    """The version in `_meta`, whatever it is, or MISSING."""
    meta = request_params.get("_meta") if isinstance(request_params, dict) else None
    return meta.get(PREFIX + "protocolVersion", MISSING) if isinstance(meta, dict) else MISSING


def speaks_modern(request_params: Json) -> bool:
    """Whether `_meta` has anything that only requests of the modern era have, be it all that it must have or not."""
    meta = request_params.get("_meta") if isinstance(request_params, dict) else None
    return isinstance(meta, dict) and any(PREFIX + name in meta for name in ("protocolVersion", "clientCapabilities"))


def unsupported(requested: str) -> Fault:
    """The error that lists what we speak instead."""
    data = {"supported": list(MODERN), "requested": requested}
    return Fault(UNSUPPORTED_VERSION, "Unsupported protocol version", data)


class ModernCaller(Caller):
    """Answers come with the request, or the request ends with the question."""

    answers: dict[str, Any]

    async def ask(self, key: str, method: str, params: dict[str, Json]) -> dict[str, Json]:
        lacking = self.offers(method, params.get("mode", "form"))
        if lacking:
            raise Fault(MISSING_CAPABILITY, f"{method} is needed for this", {"requiredCapabilities": lacking})
        if key not in self.answers:
            raise InputRequired({key: {"method": method, "params": params}})
        answer = self.answers[key]
        if not isinstance(answer, dict):
            raise Fault(INVALID_PARAMS, f"inputResponses.{key} must be an object")
        return answer


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
        caller = self.caller(params, send)
        if not exists(request.method, caller.version) or request.method.startswith("tasks/"):
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

    def caller(self, params: dict[str, Any], send: Send) -> ModernCaller:
        """Who asks, by `_meta`. Raises Fault where that is incomplete or names a version that we do not speak."""
        meta = params.get("_meta")
        if not isinstance(meta, dict):
            raise Fault(INVALID_PARAMS, "params._meta is missing", {"supported": list(MODERN)})
        version, capabilities = meta.get(PREFIX + "protocolVersion"), meta.get(PREFIX + "clientCapabilities")
        if not isinstance(version, str):
            raise Fault(INVALID_PARAMS, f"_meta has no {PREFIX}protocolVersion", {"supported": list(MODERN)})
        if version not in MODERN:
            raise unsupported(version)
        if not isinstance(capabilities, dict):
            raise Fault(INVALID_PARAMS, f"_meta has no {PREFIX}clientCapabilities")
        level = meta.get(PREFIX + "logLevel")
        if level is not None and level not in LEVELS:
            raise Fault(INVALID_PARAMS, f"Unknown log level: {level}")
        return ModernCaller(version, capabilities, send, meta.get("progressToken", MISSING), level)

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
