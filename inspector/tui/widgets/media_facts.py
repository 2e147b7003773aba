"""What can be said of bytes that a server sent as base64: how many, what they are, and what they claim to be."""

from typing import Any, Final

from inspector.tui.cells import Span, shown
from inspector.tui.documents.binary import Glimpse, glimpse
from inspector.tui.documents.media import dimensions, seconds, sniffed
from inspector.tui.numbers import count, duration, size

_ALIASES: Final = {
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/x-png": "image/png",
    "image/x-ms-bmp": "image/bmp",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
    "audio/mp3": "audio/mpeg",
    "audio/x-mpeg": "audio/mpeg",
    "audio/x-flac": "audio/flac",
    "audio/opus": "audio/ogg",
    "video/ogg": "audio/ogg",
    "application/ogg": "audio/ogg",
}
_ZIPPED: Final = ("application/zip", "application/gzip")
"""What documents of many types are inside: not a false claim."""


def media_spans(data: Any, declared: Any) -> list[Span]:
    """`image/png · 68 B · 1 × 1`; what is odd about it in `warning`. The bytes are neither opened nor run."""
    if isinstance(data, str):
        return glimpse_spans(glimpse(data), declared)
    return [*_declared(declared), *_doubt("its data is missing" if data is None else "its data is no text")]


def glimpse_spans(found: Glimpse, declared: Any) -> list[Span]:
    """The same of what was looked at already."""
    spans = _declared(declared)
    if found.head is None:
        return [*spans, (f" · {size(found.size)} as text", "muted"), *_doubt("not base64")]
    if not found.size:
        return [*spans, *_doubt("no bytes")]
    facts = [size(found.size)]
    pixels = dimensions(found.head)
    if pixels is not None:
        facts.append(f"{count(pixels[0])} × {count(pixels[1])}")
    length = seconds(found.head, found.tail, found.size)
    if length is not None:
        facts.append(f"{'' if length[1] else 'about '}{duration(length[0])}")
    spans += [(f" · {fact}", "muted") for fact in facts]
    kind = sniffed(found.head)
    claimed = declared.split(";")[0].strip().lower() if isinstance(declared, str) else ""
    if kind and claimed and kind != _ALIASES.get(claimed, claimed) and kind not in _ZIPPED:
        spans += _doubt(f"its bytes are {kind}")
    elif kind and not claimed:
        spans.append((f" · its bytes are {kind}", "muted"))
    for flaw in found.flaws:
        spans += _doubt(f"base64 {flaw}")
    return spans


def _declared(declared: Any) -> list[Span]:
    name = declared if isinstance(declared, str) and declared else "no type given"
    return shown(name[:200], "" if name == declared else "warning")


def _doubt(told: str) -> list[Span]:
    return [(" · ", "faint"), (f"▲ {told}", "warning")]
