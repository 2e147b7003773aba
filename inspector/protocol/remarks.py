"""What an error answer comes from, where more is known than its own words say: one sentence, or two."""

from collections.abc import Mapping
from typing import Final

from inspector.protocol.steps import Reply
from inspector.wire.json import Json, dumps
from inspector.wire.jsonrpc import (
    HEADER_MISMATCH,
    MISSING_CAPABILITY,
    UNSUPPORTED_VERSION,
    WITHOUT_ID,
    Error,
)
from inspector.wire.text import visible

_NO_METHOD: Final = -32601
_OURS: Final = ("mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id")

_MEMBERS: Final = {
    "tools": "tools",
    "resources": "resources",
    "prompts": "prompts",
    "completion": "completions",
    "logging": "logging",
    "tasks": "tasks",
}
"""The first part of a method, and the capability that promises it."""


def remark(reply: Reply, method: str, declared: Mapping[str, Json]) -> str:
    """What is to be said of the error that `reply` has, to `method`; empty where its own words are all there is.

    `declared` are the server's capabilities.
    """
    error = reply.error
    if error is None:
        return ""
    told = [_session(reply), _headers(error, reply), _method(error, method, declared), _client(error), _id(error)]
    return " ".join(filter(None, told))


def _session(reply: Reply) -> str:
    """`2025-11-25 basic/transports#session-management`: a session that is no more is answered with 404."""
    session = next((value for name, value in reply.sent if name.lower() == "mcp-session-id"), "")
    if not session:
        return ""
    if reply.status == 404:
        return (
            "The server has forgotten the session: HTTP 404 to a request with its id. A new one was begun, and this "
            "request was not repeated, for it may have been done."
        )
    if reply.status == 400:
        return "HTTP 400 to a request with a session id: the session may be over (that should be a 404). Connect again."
    return ""


def _headers(error: Error, reply: Reply) -> str:
    if error.code != HEADER_MISMATCH:
        return ""
    sent = ", ".join(f"{name}: {value}" for name, value in reply.sent if name.lower().startswith(_OURS))
    said = f" We sent {visible(sent)[:300]}." if sent else ""
    return f"The server compares headers with the body.{said} A proxy that strips or changes headers does this."


def _method(error: Error, method: str, declared: Mapping[str, Json]) -> str:
    if error.code != _NO_METHOD:
        return ""
    member = _MEMBERS.get(method.partition("/")[0])
    if member is None:
        return f"The server has no method {visible(method)}."
    if member in declared:
        return f"The server declares {member}, and has no method {visible(method)}."
    return f"The server does not declare {member}."


def _client(error: Error) -> str:
    data = error.data if isinstance(error.data, dict) else {}
    if error.code == MISSING_CAPABILITY and data.get("requiredCapabilities"):
        return f"It wants us to declare {visible(dumps(data['requiredCapabilities']))[:200]}."
    if error.code == UNSUPPORTED_VERSION and data.get("supported"):
        return f"It speaks {visible(dumps(data['supported']))[:200]}."
    return ""


def _id(error: Error) -> str:
    flaw = next((one for one in error.flaws if one in WITHOUT_ID), "")
    return f"It names no request ({flaw}); it is taken for the answer to the one that waited." if flaw else ""
