"""Results as readable text. Everything in them is foreign, and passes the sanitiser."""

import base64
import binascii
from collections.abc import Iterable

from inspector.headless.output import indented
from inspector.wire.json import MISSING, Json, pretty
from inspector.wire.text import visible


def _clean(text: str) -> str:
    return visible(text, keep_newlines=True, tab_size=4)


def _member(block: dict[str, Json], name: str) -> str:
    value = block.get(name)
    return visible(value) if isinstance(value, str) else ""


def decoded(data: Json) -> bytes | None:
    """The bytes of base64 text, or None if it is something else."""
    try:
        return base64.b64decode(data, validate=True) if isinstance(data, str) else None
    except (binascii.Error, ValueError):
        return None


def json_text(value: Json) -> str:
    """A value as sanitised JSON."""
    return _clean(pretty(value))


def block_text(block: Json) -> str:
    """One content block as text; an unknown one as its JSON."""
    if not isinstance(block, dict):
        return f"[not a content block] {_clean(pretty(block))}"
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        return _clean(block["text"])
    if kind in ("image", "audio"):
        raw = decoded(block.get("data"))
        size = "its data is no base64" if raw is None else f"{len(raw):,} bytes"
        return f"[{kind} {_member(block, 'mimeType') or 'of no type'}, {size}]"
    if kind == "resource_link":
        about = " ".join(filter(None, (_member(block, "mimeType"), _member(block, "description"))))
        return f"[link {_member(block, 'name')}] {_member(block, 'uri')}{' – ' + about if about else ''}"
    if kind == "resource" and isinstance(block.get("resource"), dict):
        return contents_text([block["resource"]])
    return f"[unknown content] {_clean(pretty(block))}"


def contents_text(contents: Iterable[Json]) -> str:
    """The contents of resources: text as it is, bytes by their size."""
    parts = []
    for entry in contents:
        if not isinstance(entry, dict):
            parts.append(f"[not a resource] {_clean(pretty(entry))}")
        elif isinstance(entry.get("text"), str):
            parts.append(_clean(entry["text"]))
        elif "blob" in entry:
            raw = decoded(entry["blob"])
            size = "no base64" if raw is None else f"{len(raw):,} bytes"
            parts.append(f"[{_member(entry, 'uri')} {_member(entry, 'mimeType')}, {size}; --output FILE writes them]")
        else:
            parts.append(_clean(pretty(entry)))
    return "\n".join(parts)


def call_text(result: dict[str, Json]) -> str:
    """The result of a tool call."""
    content = result.get("content", MISSING)
    parts = [block_text(block) for block in content] if isinstance(content, list) else []
    if content is MISSING:
        parts.append("[no content member]")
    elif not isinstance(content, list):
        parts.append(f"[content is no list] {_clean(pretty(content))}")
    structured = result.get("structuredContent", MISSING)
    if structured is not MISSING and not any(
        isinstance(one, dict) and one.get("type") == "text" for one in content or ()
    ):
        parts.insert(0, _clean(pretty(structured)))
    return "\n".join(parts) if parts else "[completed, empty content]"


def prompt_text(result: dict[str, Json]) -> str:
    """The messages of a prompt, each under its role."""
    messages = result.get("messages")
    if not isinstance(messages, list):
        return _clean(pretty(result))
    lines = []
    for message in messages:
        if isinstance(message, dict):
            role = message.get("role")
            lines.append(f"{visible(role) if isinstance(role, str) else '?'}:")
            lines.append(indented(block_text(message.get("content")), "  "))
        else:
            lines.append(_clean(pretty(message)))
    return "\n".join(lines)
