"""A result as blocks to be read: each of its parts by its kind, none of them trusted, nothing left out."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.tui.cells import Span, shown
from inspector.tui.numbers import counted, size
from inspector.tui.widgets.media_facts import media_spans
from inspector.tui.widgets.result_data import Done
from inspector.wire.json import MISSING, NotJson, pretty

Shape = Literal["text", "json", "row", "head"]

_KINDS: Final = ("text", "image", "audio", "resource", "resource_link")
LARGE: Final = 20_000
"""Characters from which on a text is shown by its beginning, and whole when it is opened."""

_COSTLY: Final = 1_000_000
"""Bytes from which on JSON is not written anew beside the text, for the tab JSON shows it line by line."""


@dataclass(frozen=True, slots=True)
class Block:
    """One part. `text` and `json` have `text`, foreign; `row` and `head` have `spans`, made visible already.

    `opens` is what Enter shows whole, `uri` what it asks to read.
    """

    shape: Shape
    text: str = ""
    spans: tuple[Span, ...] = ()
    opens: str = ""
    uri: str = ""


def blocks_of(done: Done) -> list[Block]:
    """All of an answer: an error apart from a result, then by what was asked for."""
    blocks = [_flag(flag) for flag in done.flags]
    if done.error is not MISSING:
        return blocks + _error_blocks(done.error)
    result = done.result
    if not isinstance(result, dict):
        told = "there is no result" if result is MISSING else "the result is no object"
        return [*blocks, _flag(told), *_json_blocks(result)]
    if done.subject == "resource":
        return blocks + _contents(result)
    if done.subject == "prompt":
        return blocks + _messages(result)
    if done.subject == "other":
        return blocks + _whole_json(result, done.size)
    return blocks + _tool_blocks(result, done.size)


def _tool_blocks(result: dict[str, Any], cost: int) -> list[Block]:
    """`2026-07-28 server/tools#tool-result`: content, and structured content, which comes first if it is alone."""
    content = result.get("content", MISSING)
    structured = [] if "structuredContent" not in result else [
        Block("head", spans=(("structured content", "muted"),)),
        *_whole_json(result["structuredContent"], cost),
    ]  # fmt: skip
    if not isinstance(content, list):
        told = "the result has no content" if content is MISSING else "content is not an array"
        odd = [] if content is MISSING else _json_blocks(content)
        return [*structured, _flag(told), *odd]
    if not content:
        return [*structured, _row(("completed, empty content", "muted"))]
    blocks = [block for part in content for block in block_of(part)]
    return [*structured, *blocks] if _repeats(content, result) else [*blocks, *structured]


def _repeats(content: list[Any], result: dict[str, Any]) -> bool:
    """Whether the content is nothing but the structured part as text, as the specification wants for old clients."""
    only = content[0] if len(content) == 1 else None
    if not isinstance(only, dict) or "structuredContent" not in result:
        return False
    text = only.get("text")
    return isinstance(text, str) and text.lstrip()[:1] in ("{", "[")


def block_of(part: Any) -> list[Block]:
    """One content block (`2026-07-28 server/tools#tool-result`); one of no known kind as its JSON, flagged."""
    if not isinstance(part, dict):
        return [_flag("not a content block"), *_json_blocks(part)]
    kind = part.get("type")
    notes = _annotations(part)
    if kind == "text" and isinstance(part.get("text"), str):
        return [*notes, _text(part["text"])]
    if kind in ("image", "audio"):
        return [*notes, _row((f"{kind}  ", "muted"), *media_spans(part.get("data"), part.get("mimeType")))]
    if kind == "resource_link" and isinstance(part.get("uri"), str):
        return [*notes, *_link(part)]
    if kind == "resource" and isinstance(part.get("resource"), dict):
        return [*notes, *_resource(part["resource"], "embedded resource")]
    if kind is None:
        told = "a block without a type"
    elif kind in _KINDS:
        told = f"this {kind} block is not as it should be"
    else:
        told = f"a block of an unknown type, {kind}"
    return [_flag(told), *_json_blocks(part)]


def _link(part: dict[str, Any]) -> list[Block]:
    facts = [part[name] for name in ("title", "name", "mimeType") if isinstance(part.get(name), str) and part[name]]
    if isinstance(part.get("size"), int):
        facts.append(counted(part["size"], "byte"))
    told = " · ".join(["resource link", *dict.fromkeys(facts)])
    spans = (("▸ ", "accent"), *shown(part["uri"], "accent underline"), ("  ", ""), *shown(told, "muted"))
    rows = [Block("row", spans=(*spans, (" · Enter opens", "muted")), uri=part["uri"])]
    if isinstance(part.get("description"), str) and part["description"]:
        rows.append(_row(("  ", ""), *shown(part["description"], "muted")))
    return rows


def _resource(entry: Any, what: str) -> list[Block]:
    """One entry of `contents`, or an embedded resource: its text as it is, its bytes by what they are."""
    if not isinstance(entry, dict):
        return [_flag("not a resource"), *_json_blocks(entry)]
    uri, kind = entry.get("uri"), entry.get("mimeType")
    head: list[Span] = shown(uri, "bold") if isinstance(uri, str) else [("▲ no uri", "warning")]
    if isinstance(entry.get("text"), str):
        facts = f"  {what}" + (f" · {kind}" if isinstance(kind, str) and kind else "")
        return [Block("head", spans=(*head, *shown(facts, "muted"))), _text(entry["text"])]
    if "blob" in entry:
        return [_row(*head, (f"  {what} · ", "muted"), *media_spans(entry["blob"], kind))]
    return [_row(*head, ("  ", ""), ("▲ neither text nor blob", "warning")), *_json_blocks(entry)]


def _contents(result: dict[str, Any]) -> list[Block]:
    """`2026-07-28 server/resources#reading-resources`."""
    contents = result.get("contents", MISSING)
    if not isinstance(contents, list):
        return [_flag("contents is not an array"), *_json_blocks(result)]
    if not contents:
        return [_row(("completed, empty contents", "muted"))]
    return [block for entry in contents for block in _resource(entry, "resource")]


def _messages(result: dict[str, Any]) -> list[Block]:
    """`2026-07-28 server/prompts#promptmessage`: each message under its role."""
    messages = result.get("messages", MISSING)
    blocks: list[Block] = []
    if isinstance(result.get("description"), str) and result["description"]:
        blocks.append(_row(*shown(result["description"], "muted")))
    if not isinstance(messages, list):
        return [*blocks, _flag("messages is not an array"), *_json_blocks(result)]
    if not messages:
        return [*blocks, _row(("completed, no messages", "muted"))]
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(role, str):
            blocks += [_flag("a message without a role"), *_json_blocks(message)]
            continue
        blocks.append(Block("head", spans=tuple(shown(role, "theirs bold" if role == "assistant" else "bold"))))
        blocks += block_of(message.get("content"))
    return blocks


def _error_blocks(error: Any) -> list[Block]:
    """`2026-07-28 basic/index#error-responses`: message and data; that it is one, and its code, is said above."""
    if not isinstance(error, dict):
        return [_flag("the error is no object"), *_json_blocks(error)]
    message = error.get("message")
    blocks = [_text(message)] if isinstance(message, str) else [_flag("no message")]
    if "data" in error:
        blocks += [Block("head", spans=(("data", "muted"),)), *_json_blocks(error["data"])]
    return blocks


def _annotations(part: dict[str, Any]) -> list[Block]:
    notes = part.get("annotations")
    if not isinstance(notes, dict) or not notes:
        return []
    told = " · ".join(f"{name} {', '.join(map(str, v)) if isinstance(v, list) else v}" for name, v in notes.items())
    return [_row(*shown(told, "faint"))]


def _flag(told: str) -> Block:
    """What is odd about what stands below."""
    return Block("head", spans=(("▲ ", "warning"), *shown(told, "warning")))


def _row(*spans: Span) -> Block:
    return Block("row", spans=spans)


def _text(text: str) -> Block:
    return Block("text", text, opens=text if len(text) > LARGE else "")


def _whole_json(value: Any, cost: int) -> list[Block]:
    """A value that may be most of the result, whose size is `cost` in bytes: written here unless that takes long."""
    if cost > _COSTLY:
        return [_row((f"JSON of about {size(cost)}, in the tab JSON", "muted"))]
    return _json_blocks(value)


def _json_blocks(value: Any) -> list[Block]:
    if value is MISSING:
        return []
    try:
        text = pretty(value)
    except NotJson:
        return [_flag("nested too deeply to be written here: see JSON")]
    return [Block("json", text, opens=text if len(text) > LARGE else "")]
