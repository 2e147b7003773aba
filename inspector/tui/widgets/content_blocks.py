"""A result as blocks to be read: each of its parts by its kind, none of them trusted, nothing left out."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class Block:
    """One part. `text` and `json` have `text`, foreign; `row` and `head` have `spans`, made visible already.

    `opens` is what Enter shows whole, `uri` what it asks to read.
    """

    shape: Shape
    text: str = ""
    spans: tuple[Span, ...] = ()
    opens: str = ""
    uri: str = ""

    @cached_property
    def extent(self) -> tuple[str, int]:
        """How large what it opens is, in UTF-8, and how many lines that has. Long texts are gone through only once."""
        text = self.opens
        length = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        return size(length), text.count("\n") + 1


def blocks_of(done: Done) -> Iterator[Block]:
    """All of an answer: an error apart from a result, then by what was asked for. Each is made when it is taken."""
    yield from map(_flag, done.flags)
    result = done.result
    if done.error is not MISSING:
        yield from _error_blocks(done.error)
    elif not isinstance(result, dict):
        yield _flag("there is no result" if result is MISSING else "the result is no object")
        yield from _json_blocks(result)
    elif done.subject == "resource":
        yield from _contents(result)
    elif done.subject == "prompt":
        yield from _messages(result)
    elif done.subject == "other":
        yield from _whole_json(result, done.size)
    else:
        yield from _tool_blocks(result, done.size)


def _tool_blocks(result: dict[str, Any], cost: int) -> Iterator[Block]:
    """`2026-07-28 server/tools#tool-result`: content, and structured content, which comes first if it is alone."""
    content = result.get("content", MISSING)
    is_first = not isinstance(content, list) or not content or _repeats(content, result)
    if is_first:
        yield from _structured(result, cost)
    if not isinstance(content, list):
        yield _flag("the result has no content" if content is MISSING else "content is not an array")
        yield from _json_blocks(content)
    elif not content:
        yield _row(("completed, empty content", "muted"))
    else:
        for part in content:
            yield from block_of(part)
    if not is_first:
        yield from _structured(result, cost)


def _structured(result: dict[str, Any], cost: int) -> Iterator[Block]:
    if "structuredContent" in result:
        yield Block("head", spans=(("structured content", "muted"),))
        yield from _whole_json(result["structuredContent"], cost)


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


def _contents(result: dict[str, Any]) -> Iterator[Block]:
    """`2026-07-28 server/resources#reading-resources`."""
    contents = result.get("contents", MISSING)
    if not isinstance(contents, list):
        yield _flag("contents is not an array")
        yield from _json_blocks(result)
    elif not contents:
        yield _row(("completed, empty contents", "muted"))
    else:
        for entry in contents:
            yield from _resource(entry, "resource")


def _messages(result: dict[str, Any]) -> Iterator[Block]:
    """`2026-07-28 server/prompts#promptmessage`: each message under its role."""
    messages = result.get("messages", MISSING)
    if isinstance(result.get("description"), str) and result["description"]:
        yield _row(*shown(result["description"], "muted"))
    if not isinstance(messages, list):
        yield _flag("messages is not an array")
        yield from _json_blocks(result)
        return
    if not messages:
        yield _row(("completed, no messages", "muted"))
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(role, str):
            yield _flag("a message without a role")
            yield from _json_blocks(message)
            continue
        yield Block("head", spans=tuple(shown(role, "theirs bold" if role == "assistant" else "bold")))
        yield from block_of(message.get("content"))


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
