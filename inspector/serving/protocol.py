"""The methods that both eras share: params in, result out, without what goes around them.

Source: `2026-07-28 server/tools`, `server/resources`, `server/prompts`, `server/utilities/pagination`.
"""

import base64
import binascii
from collections.abc import Sequence
from typing import Any, Final

from inspector.serving import prompts, resources
from inspector.serving.calling import Caller, Fault, Outcome, Refusal, Tool, text
from inspector.serving.checking import problems
from inspector.serving.completion import complete
from inspector.serving.editions import fit_block, fit_entry, fit_tool, since
from inspector.serving.library import Library
from inspector.serving.tools import TOOLS
from inspector.wire.json import MISSING, Json, Missing
from inspector.wire.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND
from inspector.wire.versions import era_of

_PAGE: Final = {"tools/list": 50, "resources/list": 5, "resources/templates/list": 50, "prompts/list": 50}
"""Entries on a page; resources take more than one."""


def members(params: Json | Missing) -> dict[str, Any]:
    """The params of a request, `{}` where there are none. Raises Fault where they are no object."""
    if params is MISSING or params is None:
        return {}
    if not isinstance(params, dict):
        raise Fault(INVALID_PARAMS, "params must be an object")
    return params


def word(params: dict[str, Any], name: str) -> str:
    """A string that params must have. Raises Fault."""
    value = params.get(name)
    if not isinstance(value, str):
        raise Fault(INVALID_PARAMS, f"params.{name} must be a string")
    return value


def _given(params: dict[str, Any]) -> dict[str, Any]:
    arguments = params.get("arguments", {})
    if not isinstance(arguments, dict):
        raise Fault(INVALID_PARAMS, "params.arguments must be an object")
    return arguments


async def perform(library: Library, method: str, params: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """The result of a request that either era may send. Raises Fault, and what `Caller.ask` raises."""
    if method == "tools/call":
        return await _call(library, params, caller)
    if method == "resources/read":
        return {"contents": [readable(library, word(params, "uri"), caller.version)]}
    if method == "prompts/get":
        given = _given(params)
        if not all(isinstance(value, str) for value in given.values()):
            raise Fault(INVALID_PARAMS, "The arguments of a prompt are strings")
        result = prompts.get(library, word(params, "name"), given)
        for message in result["messages"]:
            message["content"] = fit_block(message["content"], caller.version)
        return result
    if method == "completion/complete":
        return complete(library, params)
    if method in _PAGE:
        return _list(library, method, params, caller.version)
    raise Fault(METHOD_NOT_FOUND, f"Method not found: {method}")


def readable(library: Library, uri: str, version: str) -> dict[str, Any]:
    """The contents at a URI. Raises Fault with the code that the revision has for a resource that is not there."""
    contents = resources.read(library, uri)
    if contents is None:
        code = INVALID_PARAMS if era_of(version) == "modern" else RESOURCE_NOT_FOUND
        raise Fault(code, "Resource not found", {"uri": uri})
    return contents


async def _call(library: Library, params: dict[str, Any], caller: Caller) -> dict[str, Any]:
    name = word(params, "name")
    tool = TOOLS.get(name)
    if tool is None:
        raise Fault(INVALID_PARAMS, f"Unknown tool: {name}")
    arguments = _given(params)
    try:
        wrong = problems(arguments, tool.arguments(library))
        if wrong:
            # What a model can mend is a result and no error (`2026-07-28 server/tools#error-handling`).
            raise Refusal(f"{name} cannot use this: {'; '.join(wrong)}.")
        outcome = await tool.run(library, arguments, caller)
    except Refusal as refusal:
        return {"content": [text(str(refusal))], "isError": True}
    return _called(outcome, caller.version)


def _called(outcome: Outcome, version: str) -> dict[str, Any]:
    result: dict[str, Any] = {"content": [fit_block(block, version) for block in outcome.content]}
    if outcome.structured is not MISSING and since(version, "2025-06-18"):
        result["structuredContent"] = outcome.structured
    return result


def described(library: Library, tool: Tool) -> dict[str, Any]:
    """A tool as it is listed now, in the newest revision's words."""
    entry: dict[str, Any] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.arguments(library),
    }
    if tool.output is not None:
        entry["outputSchema"] = tool.output
    return {**entry, "annotations": dict(tool.hints)}


def _list(library: Library, method: str, params: dict[str, Any], version: str) -> dict[str, Any]:
    entries: Sequence[dict[str, Any]]
    if method == "tools/list":
        member, entries = "tools", [fit_tool(described(library, tool), version) for tool in TOOLS.values()]
    elif method == "resources/list":
        member, entries = "resources", [fit_entry(entry, version) for entry in resources.listed(library)]
    elif method == "prompts/list":
        member, entries = "prompts", [fit_entry(prompt.entry(), version) for prompt in prompts.PROMPTS.values()]
    else:
        member, entries = "resourceTemplates", [fit_entry(template, version) for template in resources.TEMPLATES]
    start, end = _page(method, params, len(entries))
    result: dict[str, Any] = {member: list(entries[start:end])}
    if end < len(entries):
        result["nextCursor"] = base64.urlsafe_b64encode(f"{method} {end}".encode()).decode()
    return result


def _page(method: str, params: dict[str, Any], total: int) -> tuple[int, int]:
    if "cursor" not in params:
        return 0, _PAGE[method]
    try:
        named, _, offset = base64.urlsafe_b64decode(word(params, "cursor")).decode().partition(" ")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raise Fault(INVALID_PARAMS, "Unknown cursor") from None
    if named != method or not offset.isdecimal() or not 0 < int(offset) < total:
        raise Fault(INVALID_PARAMS, "Unknown cursor")
    return int(offset), int(offset) + _PAGE[method]
