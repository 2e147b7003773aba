"""One part of a result as blocks to be read, by its kind: none of them trusted, nothing left out."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from inspector.tui.cells import Span, shown
from inspector.tui.documents.binary import glimpse
from inspector.tui.documents.media import dimensions, sniffed
from inspector.tui.documents.pictures import why_not
from inspector.tui.numbers import counted, size
from inspector.tui.widgets.media_facts import glimpse_spans, media_spans
from inspector.wire.json import MISSING, NotJson, dumps, pretty

Shape = Literal["text", "json", "row", "head", "picture"]

_KINDS: Final = ("text", "image", "audio", "resource", "resource_link")
_LINK: Final = frozenset({"type", "uri", "name", "title", "mimeType", "size", "description", "annotations", "_meta"})
"""Members of a link that are shown each in its own way."""
LARGE: Final = 20_000
"""Characters from which on a text is shown by its beginning, and whole when it is opened."""

_META: Final = 400
"""Characters of `_meta` and its like that stand beside a part; the tab JSON has the rest."""


@dataclass(frozen=True)
class Block:
    """One part. `text` and `json` have `text`, foreign; `row` and `head` have `spans`, made visible already.

    A `picture` has base64 in `text` and the pixels that it claims in `pixels`. `opens` is what Enter shows whole, `uri`
    what it asks to read. `origin` says where in the result it stands: `content[0]`.
    """

    shape: Shape
    text: str = ""
    spans: tuple[Span, ...] = ()
    opens: str = ""
    uri: str = ""
    pixels: tuple[int, int] = (0, 0)
    origin: str = ""

    @cached_property
    def extent(self) -> tuple[str, int]:
        """How large what it opens is, in UTF-8, and how many lines that has. Long texts are gone through only once."""
        text = self.opens
        length = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        return size(length), text.count("\n") + 1


def block_of(part: Any) -> list[Block]:
    """One content block (`2026-07-28 server/tools#tool-result`); one of no known kind as its JSON, flagged."""
    if not isinstance(part, dict):
        return [flag("not a content block"), *json_blocks(part)]
    kind = part.get("type")
    notes = _notes(part)
    if kind == "text" and isinstance(part.get("text"), str):
        return [*notes, _text(part["text"])]
    if kind in ("image", "audio") and isinstance(part.get("data"), str):
        return [*notes, *_media(((f"{kind}  ", "muted"),), part["data"], part.get("mimeType"), kind)]
    if kind == "resource_link" and isinstance(part.get("uri"), str):
        return [*notes, *_link(part)]
    if kind == "resource" and isinstance(part.get("resource"), dict):
        return [*notes, *resource_blocks(part["resource"], "embedded resource")]
    if kind is None:
        told = "a block without a type"
    elif kind in _KINDS:
        told = f"this {kind} block is not as it should be"
    else:
        told = f"a block of an unknown type, {kind if isinstance(kind, str) else _brief(kind)}"
    return [flag(told), *json_blocks(part)]


def resource_blocks(entry: Any, what: str) -> list[Block]:
    """One entry of `contents`, or an embedded resource: its text as it is, its bytes by what they are."""
    if not isinstance(entry, dict):
        return [flag("not a resource"), *json_blocks(entry)]
    uri, kind = entry.get("uri"), entry.get("mimeType")
    head: list[Span] = shown(uri, "bold") if isinstance(uri, str) else [("▲ no uri", "warning")]
    notes = _notes(entry)
    both = [flag("both text and blob: only one should be there")] if "text" in entry and "blob" in entry else []
    if isinstance(entry.get("text"), str):
        facts = f"  {what}" + (f" · {kind}" if isinstance(kind, str) and kind else "")
        blocks = [Block("head", spans=(*head, *shown(facts, "muted"))), *notes, *both]
        blocks.append(_text(entry["text"]))
        return [*blocks, row(("blob  ", "muted"), *media_spans(entry["blob"], kind))] if both else blocks
    if "blob" in entry:
        told: tuple[Span, ...] = (*head, (f"  {what} · ", "muted"))
        if isinstance(entry["blob"], str):
            return [*_media(told, entry["blob"], kind, ""), *notes]
        return [row(*told, *media_spans(entry["blob"], kind)), *notes]
    return [row(*head, ("  ", ""), ("▲ neither text nor blob", "warning")), *json_blocks(entry)]


def _media(before: tuple[Span, ...], data: str, declared: Any, kind: str) -> list[Block]:
    """The facts of bytes, and the picture, if they are one that can be drawn. `kind`: what they are said to be."""
    found = glimpse(data)
    told = row(*before, *glimpse_spans(found, declared))
    claims = kind == "image" or (isinstance(declared, str) and declared.lower().startswith("image/"))
    if not found.head or not (claims or sniffed(found.head).startswith("image/")):
        return [told]
    reason = why_not(found.head)
    if reason:
        return [told, row(("not drawn: ", "muted"), *shown(reason, "muted"))]
    return [told, Block("picture", data, pixels=dimensions(found.head) or (0, 0))]


def _link(part: dict[str, Any]) -> list[Block]:
    facts = [part[name] for name in ("title", "name", "mimeType") if isinstance(part.get(name), str) and part[name]]
    if isinstance(part.get("size"), int):
        facts.append(counted(part["size"], "byte"))
    told = " · ".join(["resource link", *dict.fromkeys(facts)])
    spans = (("▸ ", "accent"), *shown(part["uri"], "accent underline"), ("  ", ""), *shown(told, "muted"))
    rows = [Block("row", spans=(*spans, (" · Enter opens", "muted")), uri=part["uri"])]
    if isinstance(part.get("description"), str) and part["description"]:
        rows.append(row(("  ", ""), *shown(part["description"], "muted")))
    more = {name: value for name, value in part.items() if name not in _LINK}
    return [*rows, row(*shown(f"  {_brief(more)}", "faint"))] if more else rows


def _notes(part: dict[str, Any]) -> list[Block]:
    """`annotations` and `_meta` of a part, each in a row of its own."""
    notes, rows = part.get("annotations"), list[Block]()
    if isinstance(notes, dict) and notes:
        told = " · ".join(
            f"{name} {', '.join(map(str, v)) if isinstance(v, list) else v if isinstance(v, str) else _brief(v)}"
            for name, v in notes.items()
        )
        rows.append(Block("head", spans=tuple(shown(told[:_META], "faint"))))
    elif notes is not None and not isinstance(notes, dict):
        rows.append(flag(f"annotations is {_brief(notes)}, not an object"))
    if "_meta" in part:
        rows.append(Block("head", spans=tuple(shown(f"_meta {_brief(part['_meta'])}", "faint"))))
    return rows


def _brief(value: Any) -> str:
    """A value in one line, cut."""
    try:
        text = dumps(value, spaced=True)
    except NotJson:
        return "nested too deeply to be written here"
    return text if len(text) <= _META else f"{text[:_META]}…"


def flag(told: str) -> Block:
    """What is odd about what stands below."""
    return Block("head", spans=(("▲ ", "warning"), *shown(told, "warning")))


def row(*spans: Span) -> Block:
    """One row of its own."""
    return Block("row", spans=spans)


def text_block(text: str) -> Block:
    """A text; a large one can be opened."""
    return Block("text", text, opens=text if len(text) > LARGE else "")


def _text(text: str) -> Block:
    """A text of the answer, where an empty one would look like none."""
    return text_block(text) if text else row(("the text is empty", "muted"))


def json_blocks(value: Any) -> list[Block]:
    """A value written as JSON; none for `MISSING`."""
    if value is MISSING:
        return []
    try:
        text = pretty(value)
    except NotJson:
        return [flag("nested too deeply to be written here: see JSON")]
    return [Block("json", text, opens=text if len(text) > LARGE else "")]
