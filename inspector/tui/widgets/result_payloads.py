"""What of a result can be saved: each of its parts as it was sent, and the whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.tui.documents.binary import glimpse
from inspector.tui.documents.file_names import safe_name
from inspector.tui.numbers import size
from inspector.tui.widgets.result_data import Done
from inspector.wire.json import MISSING

Coding = Literal["base64", "text", "message"]
"""How the bytes are got: from base64, as UTF-8, or as the result in the message that it came in."""

_MOST: Final = 10_000
"""Parts that are offered one by one."""


@dataclass(frozen=True)
class Payload:
    """One thing to be saved. `what` says which, mostly by its type: `image/png`; `name` is a safe one for its file.

    `origin` is where it stands in the result: `content[0]`; empty for the whole.
    """

    origin: str
    what: str
    name: str
    coding: Coding
    data: str | bytes

    @property
    def fact(self) -> str:
        """How large it is, as far as that is known without reading it."""
        if isinstance(self.data, bytes):
            return ""
        return size(glimpse(self.data).size if self.coding == "base64" else len(self.data))


def payloads_of(done: Done) -> list[Payload]:
    """The parts in their order, then the whole."""
    found = list[Payload]()
    for payload in _parts(done):
        found.append(payload)
        if len(found) == _MOST:
            break
    if done.raw:
        found.append(
            Payload(
                "",
                "all, JSON" if done.error is MISSING else "error, JSON",
                safe_name(done.name, "application/json"),
                "message",
                done.raw,
            )
        )
    return found


def _parts(done: Done) -> Iterator[Payload]:
    result = done.result
    if not isinstance(result, dict):
        return
    for member in ("content", "contents", "messages"):
        entries = result.get(member)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            part = entry.get("content") if member == "messages" and isinstance(entry, dict) else entry
            if not isinstance(part, dict):
                continue
            origin = f"{member}[{number}]"
            if member == "contents":
                yield from _resource(part, origin, done.name)
            elif part.get("type") == "resource" and isinstance(part.get("resource"), dict):
                yield from _resource(part["resource"], origin, done.name)
            elif part.get("type") in ("image", "audio") and isinstance(part.get("data"), str):
                yield _bytes(origin, str(part["type"]), done.name, part["data"], part.get("mimeType"))
            elif part.get("type") == "text" and isinstance(part.get("text"), str):
                yield Payload(origin, "text", safe_name(done.name, "text/plain"), "text", part["text"])


def _resource(entry: dict[str, Any], origin: str, fallback: str) -> Iterator[Payload]:
    uri, kind = entry.get("uri"), entry.get("mimeType")
    called = uri if isinstance(uri, str) and uri else fallback
    if isinstance(entry.get("text"), str):
        declared = kind if isinstance(kind, str) and kind else "text/plain"
        yield Payload(origin, declared, safe_name(called, declared), "text", entry["text"])
    if isinstance(entry.get("blob"), str):
        yield _bytes(origin, "blob", called, entry["blob"], kind)


def _bytes(origin: str, what: str, called: str, data: str, declared: Any) -> Payload:
    kind = declared if isinstance(declared, str) else ""
    name = safe_name(called, kind, glimpse(data[:4096]).head or b"")
    return Payload(origin, kind or f"{what}, no type given", name, "base64", data)
