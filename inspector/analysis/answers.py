"""What an answer comes to, in a word, and what else is worth saying of it in a row.

Source: `2026-07-28 basic/index#resulttype`, `2026-07-28 server/tools#error-handling`.
"""

from typing import Final

from inspector.analysis.rows import Role
from inspector.analysis.words import code, counted, short
from inspector.protocol.exchanges import Exchange
from inspector.wire.events import Closed, Event, Exited
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.methods import LISTS

BY_US: Final = "closed by us"
"""The failure that the transports give to an HTTP exchange which we ended."""

NOT_THEIRS: Final = (BY_US, "the tap ended", "the client left, or the server ended")
"""The failures of HTTP exchanges that say nothing of the server: ours, the tap's, those of what `serve` recorded."""

_NOUNS: Final = {"tools": "tool", "resources": "resource", "resourceTemplates": "template", "prompts": "prompt"}


def outcome(answer: Result | Error) -> tuple[str, Role]:
    """The status of an answer: `complete`, `input required`, `isError`, `−32602`, and the role of that word."""
    if isinstance(answer, Error):
        return code(answer), "error"
    result = answer.result
    if not isinstance(result, dict):
        return "no object", "error"
    if result.get("isError") is True:
        return "isError", "error"
    kind = result.get("resultType", "complete")
    if kind == "complete":
        return "complete", "success"
    if kind == "input_required":
        return "input required", "waiting"
    if kind == "task":
        return "task", "waiting"
    return "unknown resultType", "error"


def wished(event: Event, exchange: Exchange) -> bool:
    """Whether a request that record `event` ended without an answer came to nothing by our own wish."""
    if exchange.cancelled or exchange.failure == "cancelled" or exchange.detail in NOT_THEIRS:
        return True
    return isinstance(event, (Closed, Exited)) and event.asked


def said(method: str, answer: Result | Error) -> str:
    """What the answer says beyond its status: the error's message, the text of an `isError`, how many entries."""
    if isinstance(answer, Error):
        return short(answer.message)
    result = answer.result
    if not isinstance(result, dict):
        return ""
    if result.get("isError") is True:
        return first_text(result)
    member = LISTS.get(method)
    if member is not None:
        entries = result.get(member)
        if isinstance(entries, list):
            more = ", more to come" if isinstance(result.get("nextCursor"), str) else ""
            return counted(len(entries), _NOUNS[member]) + more
    if result.get("resultType") == "input_required":
        questions = result.get("inputRequests")
        return counted(len(questions), "question") if isinstance(questions, dict) else "no question"
    return ""


def first_text(result: dict[str, Json]) -> str:
    """The first text block of a tool's result, or an empty text."""
    content = result.get("content")
    for block in content if isinstance(content, list) else ():
        text = block.get("text") if isinstance(block, dict) else None
        if isinstance(text, str):
            return short(text)
    return ""
