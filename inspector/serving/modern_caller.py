"""Who asks, in the modern era: what `_meta` says of the version, the capabilities and the log level.

Source: `2026-07-28 basic/index#meta`, `basic/versioning`, `server/utilities/logging`.
"""

from typing import Any

from inspector.protocol.envelope import PREFIX
from inspector.serving.calling import LEVELS, Caller, Fault, InputRequired, Send
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import INVALID_PARAMS, MISSING_CAPABILITY, UNSUPPORTED_VERSION
from inspector.wire.versions import MODERN


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


def modern_caller(params: dict[str, Any], send: Send) -> ModernCaller:
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
