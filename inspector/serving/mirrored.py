"""Do the headers of a modern POST say what its body says?

Source: `2026-07-28 basic/transports/streamable-http#server-validation` and `#custom-headers-from-tool-parameters`.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any, Final

from inspector.protocol.envelope import annotations
from inspector.serving.calling import Fault
from inspector.serving.modern_caller import declared_version
from inspector.wire.json import MISSING, Json, Missing
from inspector.wire.jsonrpc import HEADER_MISMATCH, Request
from inspector.wire.methods import METHODS
from inspector.wire.versions import MODERN

_VISIBLE: Final = re.compile(r"[\x20-\x7e\t]*")
_SENTINEL: Final = re.compile(r"=\?base64\?(.*)\?=", re.DOTALL)


def check_version(headers: Mapping[str, str], message: Request) -> None:
    """Raise Fault where MCP-Protocol-Version is missing or differs from `_meta`. Header names are lower case."""
    header = headers.get("mcp-protocol-version")
    if header is None:
        spoken = ", ".join(MODERN)
        said = f"Header mismatch: MCP-Protocol-Version is missing; this server speaks {spoken} and has no initialize"
        raise Fault(HEADER_MISMATCH, said, {"supported": list(MODERN)})
    declared = declared_version(message.params)
    if isinstance(declared, str) and declared != header:
        raise _mismatch("MCP-Protocol-Version", header, declared)


def check_names(headers: Mapping[str, str], message: Request, schema: Json) -> None:
    """Raise Fault where Mcp-Method, Mcp-Name or an Mcp-Param header is missing or differs from the body.

    `schema` is the inputSchema of the tool that is called, None elsewhere.
    """
    method = headers.get("mcp-method")
    if method != message.method:
        raise _mismatch("Mcp-Method", method, message.method)
    params = message.params if isinstance(message.params, dict) else {}
    known = METHODS.get(message.method)
    if known and known.name_param:
        name = params.get(known.name_param)
        if isinstance(name, str):
            _compare("Mcp-Name", headers.get("mcp-name"), name)
    for annotation in annotations(schema)[0]:
        value: Any = params.get("arguments", MISSING)
        for step in annotation.path:
            value = value.get(step, MISSING) if isinstance(value, dict) else MISSING
        _compare(annotation.header, headers.get(annotation.header.lower()), value)


def _compare(name: str, header: str | None, value: Json | Missing) -> None:
    expected = MISSING if value is None else value
    if header is None or expected is MISSING:
        if header is not None or expected is not MISSING:
            raise _mismatch(name, header, None if expected is MISSING else str(expected))
        return
    shown = _decoded(name, header)
    if isinstance(expected, bool):
        same = shown == str(expected).lower()
    elif isinstance(expected, int | float):
        same = _number(shown) == expected
    else:
        same = shown == expected
    if not same:
        raise _mismatch(name, header, str(expected))


def _number(text: str) -> float | None:
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        return None


def _decoded(name: str, header: str) -> str:
    wrapped = _SENTINEL.fullmatch(header)
    if wrapped is None:
        if not _VISIBLE.fullmatch(header):
            raise Fault(HEADER_MISMATCH, f"Header mismatch: {name} has characters that a header may not have")
        return header
    try:
        return base64.b64decode(wrapped[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise Fault(HEADER_MISMATCH, f"Header mismatch: {name} is not base64 of UTF-8") from None


def _mismatch(name: str, header: str | None, body: str | None) -> Fault:
    if header is None:
        return Fault(HEADER_MISMATCH, f"Header mismatch: {name} is missing, the body says '{body}'")
    other = "the body has no such value" if body is None else f"the body says '{body}'"
    return Fault(HEADER_MISMATCH, f"Header mismatch: {name} is '{header}', {other}")
