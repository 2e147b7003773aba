"""What bytes are by their first ones, however they were declared: the type, a picture's size, the length of a sound.

Only heads are read, and every number in them is a server's: what does not fit gives None, never an exception.
"""

import re
import struct
from collections.abc import Callable
from typing import Final

_MAGIC: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
)
_SVG: Final = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,500}?-->\s*|<!DOCTYPE svg[^>]{0,300}>\s*)*<svg[\s>]", re.S
)
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of JPEG that begin with the size of the picture."""

_RATES: Final = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_KILOBITS_1: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KILOBITS_2: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)


def sniffed(head: bytes) -> str:
    """The type that the first bytes tell; empty where they tell none."""
    if head[:4] == b"RIFF" and len(head) >= 12:
        return {b"WAVE": "audio/wav", b"WEBP": "image/webp"}.get(head[8:12], "")
    if _mpeg(head, 0) is not None:
        return "audio/mpeg"
    if _SVG.match(head[:2000]):
        return "image/svg+xml"
    return next((name for magic, name in _MAGIC if head.startswith(magic)), "")


def dimensions(head: bytes) -> tuple[int, int] | None:
    """Width and height of a picture in pixels, as it claims."""
    reader = _SIZES.get(sniffed(head))
    try:
        return reader(head) if reader else None
    except (struct.error, IndexError):
        return None


def seconds(head: bytes, tail: bytes, size: int) -> tuple[float, bool] | None:
    """How long a sound of `size` bytes is, and whether that is sure; without a sure sign it is told by its rate."""
    reader = _LENGTHS.get(sniffed(head))
    try:
        found = reader(head, tail, size) if reader else None
    except (struct.error, IndexError, ZeroDivisionError):
        return None
    return found if found is not None and 0 <= found[0] < 1e7 else None


# Pictures.


def _png(head: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", head, 16)
    return width, height


def _gif(head: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", head, 6)
    return width, height


def _bmp(head: bytes) -> tuple[int, int]:
    old = struct.unpack_from("<I", head, 14)[0] == 12
    width, height = struct.unpack_from("<HH" if old else "<ii", head, 18)
    return abs(width), abs(height)


def _webp(head: bytes) -> tuple[int, int] | None:
    kind = head[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(head[24:27], "little"), 1 + int.from_bytes(head[27:30], "little")
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", head, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", head, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


def _jpeg(head: bytes) -> tuple[int, int] | None:
    at = 2
    while head[at] == 0xFF:
        marker = head[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", head, at + 5)
            return width, height
        at += 2 + (0 if marker == 1 or 0xD0 <= marker <= 0xD8 else struct.unpack_from(">H", head, at + 2)[0])
    return None


_SIZES: Final[dict[str, Callable[[bytes], tuple[int, int] | None]]] = {
    "image/png": _png,
    "image/gif": _gif,
    "image/bmp": _bmp,
    "image/webp": _webp,
    "image/jpeg": _jpeg,
}

# Sounds.


def _wave(head: bytes, tail: bytes, size: int) -> tuple[float, bool] | None:
    at, rate = 12, 0
    while at + 8 <= len(head):
        name, length = struct.unpack_from("<4sI", head, at)
        if name == b"fmt ":
            rate = struct.unpack_from("<I", head, at + 16)[0]
        elif name == b"data":
            there = size - at - 8
            if length in (0, 0xFFFF_FFFF):  # it was sent as it was made, before its length was known
                return there / rate, True
            return min(length, there) / rate, length <= there
        at += 8 + length + length % 2
    return None


def _mpeg(data: bytes, at: int) -> tuple[int, int, int, int] | None:
    """Version, kilobits and samples a second, samples of the frame of MPEG audio, layer III, that begins at a place."""
    if len(data) < at + 4 or data[at] != 0xFF or data[at + 1] & 0xE6 != 0xE2:
        return None
    version, bitrate, rate = data[at + 1] >> 3 & 3, data[at + 2] >> 4, data[at + 2] >> 2 & 3
    if version not in _RATES or bitrate in (0, 15) or rate == 3:
        return None
    kilobits = (_KILOBITS_1 if version == 3 else _KILOBITS_2)[bitrate]
    return version, kilobits, _RATES[version][rate], 1152 if version == 3 else 576


def _mp3(head: bytes, tail: bytes, size: int) -> tuple[float, bool] | None:
    at = 0
    if head[:3] == b"ID3":
        at = 10 + sum((head[6 + place] & 0x7F) << 7 * (3 - place) for place in range(4))
    frame = _mpeg(head, at)
    if frame is None:
        return None
    version, kilobits, rate, samples = frame
    mono = head[at + 3] >> 6 == 3
    side = at + 4 + ((17 if mono else 32) if version == 3 else (9 if mono else 17))
    if head[side : side + 4] in (b"Xing", b"Info") and head[side + 7] & 1:
        return struct.unpack_from(">I", head, side + 8)[0] * samples / rate, True
    return (size - at) / (kilobits * 125), False


def _ogg(head: bytes, tail: bytes, size: int) -> tuple[float, bool] | None:
    skipped = 0
    if (at := head.find(b"OpusHead", 0, 300)) >= 0:
        rate, skipped = 48000, struct.unpack_from("<H", head, at + 10)[0]
    elif (at := head.find(b"\x01vorbis", 0, 300)) >= 0:
        rate = struct.unpack_from("<I", head, at + 12)[0]
    else:
        return None
    last = tail.rfind(b"OggS")
    if last < 0:
        return None
    return max(struct.unpack_from("<q", tail, last + 6)[0] - skipped, 0) / rate, True


def _flac(head: bytes, tail: bytes, size: int) -> tuple[float, bool] | None:
    bits = int.from_bytes(head[18:26], "big")
    rate, samples = bits >> 44, bits & 0xF_FFFF_FFFF
    return (samples / rate, True) if len(head) >= 26 and samples else None


_LENGTHS: Final[dict[str, Callable[[bytes, bytes, int], tuple[float, bool] | None]]] = {
    "audio/wav": _wave,
    "audio/mpeg": _mp3,
    "audio/ogg": _ogg,
    "audio/flac": _flac,
}
