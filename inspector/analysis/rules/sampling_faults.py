"""What is wrong with a request for sampling: its messages, its token limit, its tools and their results.

Source: `2026-07-28 client/sampling#messages`, `#message-content-constraints`, `#tool-use-and-result-balance`;
`schema/<revision>/schema.ts`, CreateMessageRequestParams.
"""

from collections.abc import Iterator
from typing import Final

from inspector.analysis.rules.blocks import block_problems
from inspector.analysis.rules.shapes import Sort, is_a, odd, odd_members
from inspector.analysis.words import brief
from inspector.wire.json import MISSING, Json

_TOOL_KINDS: Final = ("tool_use", "tool_result")
_FREE: Final[dict[str, Sort]] = {
    "systemPrompt": "a string",
    "temperature": "a number",
    "stopSequences": "an array of strings",
    "metadata": "an object",
    "tools": "an array",
    "toolChoice": "an object",
    "modelPreferences": "an object",
}
_USE: Final[dict[str, Sort]] = {"id": "a string", "name": "a string", "input": "an object"}
_ONE_BLOCK: Final = ("2024-11-05", "2025-03-26", "2025-06-18")
"""The revisions in which a message has one block, and no tools."""

_MESSAGES: Final = 500
"""Messages that are looked at."""


def sampling_problems(params: dict[str, Json], version: str) -> Iterator[str]:
    """What is wrong with the params of `sampling/createMessage`, each as a clause."""
    yield from odd_members(params, {"maxTokens": "a number"}, _FREE)
    preferences = params.get("modelPreferences")
    if isinstance(preferences, dict):
        for name in ("costPriority", "speedPriority", "intelligencePriority"):
            value = preferences.get(name, 0)
            if not is_a(value, "a number") or not 0 <= value <= 1:
                yield f"modelPreferences.{name} is {brief(value, 40)}, not a number from 0 to 1"
    messages = params.get("messages", MISSING)
    if not isinstance(messages, list):
        yield "messages is missing" if messages is MISSING else f"messages is {brief(messages, 40)}, not an array"
        return
    for number, message in enumerate(messages[:_MESSAGES], 1):
        if not isinstance(message, dict):
            yield f"message {number} is {brief(message, 40)}, not an object"
            continue
        if message.get("role") not in ("user", "assistant"):
            yield f"message {number} has the role {brief(message.get('role'), 40)}, neither user nor assistant"
        if isinstance(message.get("content"), list) and version in _ONE_BLOCK:
            yield f"the content of message {number} is an array, which {version} does not have"
            continue
        for block in _blocks(message):
            for wrong in _block_problems(block, version):
                yield f"the content of message {number} {wrong}"
        if "content" not in message:
            yield f"message {number} has no content"


def balance_problems(params: dict[str, Json]) -> Iterator[str]:
    """Where uses of tools and their results do not match, each as a clause."""
    messages = params.get("messages")
    waiting: set[str] = set()
    for number, message in enumerate(messages[:_MESSAGES] if isinstance(messages, list) else (), 1):
        blocks = [one for one in _blocks(message) if isinstance(one, dict)] if isinstance(message, dict) else []
        results = [one for one in blocks if one.get("type") == "tool_result"]
        if results and len(results) != len(blocks):
            yield f"message {number} has results of tools and other content"
        answered = {one["toolUseId"] for one in results if isinstance(one.get("toolUseId"), str)}
        for id in sorted(waiting - answered):
            yield f"message {number} does not answer the use {brief(id, 40)} of a tool before it"
        for id in sorted(answered - waiting):
            yield f"message {number} answers the use {brief(id, 40)}, which the message before does not have"
        waiting = {one["id"] for one in blocks if one.get("type") == "tool_use" and isinstance(one.get("id"), str)}
    if waiting:
        yield f"the use {brief(min(waiting), 40)} of a tool is not answered"


def _blocks(message: dict[str, Json]) -> list[Json]:
    content = message.get("content", MISSING)
    if content is MISSING:
        return []
    return content if isinstance(content, list) else [content]


def _block_problems(block: Json, version: str) -> Iterator[str]:
    if not isinstance(block, dict) or block.get("type") not in _TOOL_KINDS:
        yield from block_problems(block, version)
    elif version in _ONE_BLOCK:
        yield f"is of type {block['type']}, which {version} does not have"
    elif block["type"] == "tool_use":
        yield from (f"of type tool_use: {wrong}" for wrong in odd_members(block, _USE, {}))
    else:
        wrong = odd(block, "toolUseId", "a string", needed=True) or odd(block, "content", "an array", needed=True)
        if wrong:
            yield f"of type tool_result: {wrong}"
