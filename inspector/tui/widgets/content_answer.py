"""A whole answer as blocks to be read: an error apart from a result, then by what was asked for."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from inspector.tui.cells import shown
from inspector.tui.numbers import size
from inspector.tui.widgets.content_agreement import disagreement
from inspector.tui.widgets.content_blocks import Block, block_of, flag, json_blocks, resource_blocks, row, text_block
from inspector.tui.widgets.result_data import Done
from inspector.wire.json import MISSING, Json

_COSTLY: Final = 1_000_000
"""Bytes from which on JSON is not written anew beside the text, for the tab JSON shows it line by line."""


def blocks_of(done: Done) -> Iterator[Block]:
    """All of an answer. Each block is made when it is taken."""
    yield from map(flag, done.flags)
    result = done.result
    if done.error is not MISSING:
        yield from _error_blocks(done.error)
        if done.because:
            yield row(("∴ ", "decision"), *shown(done.because))
    elif not isinstance(result, dict):
        yield flag("there is no result" if result is MISSING else "the result is no object")
        yield from json_blocks(result)
    elif done.subject == "resource":
        yield from _contents(result, done.asked)
    elif done.subject == "prompt":
        yield from _messages(result)
    elif done.subject == "other":
        yield from _whole_json(result, done.size)
    else:
        yield from _tool_blocks(result, done.size)


def _tool_blocks(result: dict[str, Any], cost: int) -> Iterator[Block]:
    """`2026-07-28 server/tools#tool-result`: content, and structured content, which comes first if it is alone."""
    kind = result.get("resultType", "complete")
    if kind != "complete" and "content" not in result:
        # What is not complete is no result of the tool yet, so that there is nothing of it to miss.
        yield from _whole_json(result, cost)
        return
    content = result.get("content", MISSING)
    is_first = not isinstance(content, list) or not content or _repeats(content, result)
    if cost <= _COSTLY and (told := disagreement(content, result.get("structuredContent", MISSING))):
        yield flag(told)
    if is_first:
        yield from _structured(result, cost)
    if not isinstance(content, list):
        yield flag("the result has no content" if content is MISSING else "content is not an array")
        yield from json_blocks(content)
        if "toolResult" in result:
            yield row(("toolResult, as servers sent it before 2024-11-05", "muted"))
            yield from json_blocks(result["toolResult"])
    elif not content:
        yield row(("completed, empty content", "muted"))
    else:
        for number, part in enumerate(content):
            yield from _from(f"content[{number}]", block_of(part))
    if not is_first:
        yield from _structured(result, cost)
    if "_meta" in result:
        yield Block("head", spans=(("_meta of the result", "muted"),))
        yield from _whole_json(result["_meta"], cost)


def _from(origin: str, blocks: Iterable[Block]) -> Iterator[Block]:
    return (replace(block, origin=origin) for block in blocks)


def _structured(result: dict[str, Any], cost: int) -> Iterator[Block]:
    if "structuredContent" in result:
        yield Block("head", spans=(("structured content", "muted"),))
        yield from _from("structuredContent", _whole_json(result["structuredContent"], cost))


def _repeats(content: list[Any], result: dict[str, Any]) -> bool:
    """Whether the content is nothing but the structured part as text, as the specification wants for old clients."""
    only = content[0] if len(content) == 1 else None
    if not isinstance(only, dict) or "structuredContent" not in result:
        return False
    text = only.get("text")
    return isinstance(text, str) and text.lstrip()[:1] in ("{", "[")


def _contents(result: dict[str, Any], asked: str) -> Iterator[Block]:
    """`2026-07-28 server/resources#reading-resources`. `asked`: the URI that was to be read."""
    contents = result.get("contents", MISSING)
    if not isinstance(contents, list):
        yield flag("the result has no contents" if contents is MISSING else "contents is not an array")
        yield from json_blocks(result)
        return
    if not contents:
        yield row(("completed, empty contents", "muted"))
    uris = [entry.get("uri") for entry in contents if isinstance(entry, dict)]
    if asked and uris and asked not in uris:
        yield row(("asked for ", "muted"), *shown(asked, "muted"), (": another URI came back", "muted"))
    for number, entry in enumerate(contents):
        yield from _from(f"contents[{number}]", resource_blocks(entry, "resource"))


def _messages(result: dict[str, Any]) -> Iterator[Block]:
    """`2026-07-28 server/prompts#promptmessage`: each message under its role."""
    messages = result.get("messages", MISSING)
    if isinstance(result.get("description"), str) and result["description"]:
        yield row(*shown(result["description"], "muted"))
    if not isinstance(messages, list):
        yield flag("the result has no messages" if messages is MISSING else "messages is not an array")
        yield from json_blocks(result)
        return
    if not messages:
        yield row(("completed, no messages", "muted"))
    for number, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(role, str):
            yield flag("a message without a role")
            yield from json_blocks(message)
            continue
        yield Block("head", spans=tuple(shown(role, "theirs bold" if role == "assistant" else "bold")))
        yield from _from(f"messages[{number}]", block_of(message.get("content")))


def _error_blocks(error: Any) -> list[Block]:
    """`2026-07-28 basic/index#error-responses`: message and data; that it is one, and its code, is said above."""
    if not isinstance(error, dict):
        return [flag("the error is no object"), *json_blocks(error)]
    message = error.get("message")
    blocks = [text_block(message)] if isinstance(message, str) else [flag("no message")]
    if "data" in error:
        blocks += [Block("head", spans=(("data", "muted"),)), *json_blocks(error["data"])]
    return blocks


def _whole_json(value: Json, cost: int) -> list[Block]:
    """A value that may be most of the result, whose size is `cost` in bytes: written here unless that takes long."""
    if cost > _COSTLY:
        return [row((f"JSON of about {size(cost)}, in the tab JSON", "muted"))]
    return json_blocks(value)
