"""What can be said of bytes that a server sent as base64: how many, what they are, and what they claim to be."""

import base64
import binascii
from typing import Any, Final

from inspector.tui.cells import Span, shown
from inspector.tui.numbers import size

_MAGIC: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"<svg", "image/svg+xml"),
)
_HEAD: Final = 4096
"""Characters of the text that are decoded to look at the beginning; a multiple of four."""


def media_spans(data: Any, declared: Any) -> list[Span]:
    """`image/png · 68 B · 1 × 1`; what is odd about it in `warning`. The bytes are neither opened nor run."""
    name = declared if isinstance(declared, str) and declared else "no type given"
    spans = [*shown(name, "" if name == declared else "warning")]
    if not isinstance(data, str):
        return [*spans, (" · ", "faint"), ("▲ its data is no text", "warning")]
    head = _decoded(data[:_HEAD])
    if head is None:
        return [*spans, (f" · {size(len(data))} as text", "muted"), (" · ", "faint"), ("▲ not base64", "warning")]
    count = len(data.rstrip("=")) * 3 // 4
    spans.append((f" · {size(count)}", "muted"))
    found = _sniffed(head)
    dimensions = _dimensions(head)
    if dimensions:
        spans.append((f" · {dimensions}", "muted"))
    seconds = _wave_seconds(head, count)
    if seconds is not None:
        spans.append((f" · {seconds:.1f} s", "muted"))
    if found and isinstance(declared, str) and found != declared.split(";")[0].strip().lower().replace("jpg", "jpeg"):
        spans += [(" · ", "faint"), (f"▲ its bytes are {found}", "warning")]
    return spans


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _sniffed(head: bytes) -> str:
    if head[:4] == b"RIFF" and len(head) >= 12:
        return {b"WAVE": "audio/wav", b"WEBP": "image/webp"}.get(head[8:12], "")
    return next((name for magic, name in _MAGIC if head.startswith(magic)), "")


def _dimensions(head: bytes) -> str:
    if head.startswith(b"\x89PNG") and len(head) >= 24:
        return f"{int.from_bytes(head[16:20])} × {int.from_bytes(head[20:24])}"
    if head.startswith(b"GIF8") and len(head) >= 10:
        return f"{int.from_bytes(head[6:8], 'little')} × {int.from_bytes(head[8:10], 'little')}"
    return ""


def _wave_seconds(head: bytes, count: int) -> float | None:
    """How long a WAVE sounds, by the byte rate in its head."""
    if head[:4] != b"RIFF" or head[8:12] != b"WAVE" or len(head) < 44:
        return None
    rate = int.from_bytes(head[28:32], "little")
    return (count - 44) / rate if rate else None
