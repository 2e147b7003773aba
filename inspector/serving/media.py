"""A picture and a sound, made from nothing but arithmetic: a book's cover as PNG, a short tune as WAV."""

import array
import math
import struct
import sys
import zlib
from typing import Final

_RATE: Final = 8000  # samples a second


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def cover(seed: str, width: int, colour: tuple[int, int, int] | None = None) -> bytes:
    """A PNG of `width` by one and a half times that many pixels: cloth, a label and a spine.

    The colours follow from `seed` unless `colour` (red, green, blue, 0 to 255) is given.
    """
    height = width * 3 // 2
    mixed = zlib.crc32(seed.encode())
    cloth = colour or (60 + mixed % 120, 60 + (mixed >> 8) % 120, 60 + (mixed >> 16) % 120)
    dark = tuple(part * 2 // 3 for part in cloth)
    spine, margin = max(1, width // 10), max(1, width // 6)
    plain = bytes(dark) * spine + bytes(cloth) * (width - spine)
    label = bytearray(plain)
    label[(spine + margin) * 3 : (width - margin) * 3] = b"\xf3\xee\xdf" * (width - spine - 2 * margin)
    inked = bytearray(label)
    inked[(spine + 2 * margin) * 3 : (width - 2 * margin) * 3] = b"\x33\x30\x2b" * max(0, width - spine - 4 * margin)
    rows = bytearray()
    for y in range(height):
        inside = height // 5 <= y < height // 2
        line = inside and (y - height // 5) % max(4, height // 12) in (2, 3)
        rows += b"\0" + (inked if line else label if inside else plain)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    image = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + image


def tune(seed: str, seconds: float) -> bytes:
    """A WAV (8 kHz, 16 bit, mono) of `seconds` seconds: four notes of a scale, chosen by `seed`."""
    mixed = zlib.crc32(seed.encode())
    steps = [(0, 2, 4, 7, 9, 12)[(mixed >> shift) % 6] for shift in (0, 6, 12, 18)]
    total = int(_RATE * seconds)
    samples = array.array("h")
    for number in range(total):
        note = number * 4 // max(1, total)
        within = number * 4 / max(1, total) - note
        loudness = 9000 * min(1.0, within * 20) * (1 - within)
        samples.append(int(loudness * math.sin(math.tau * 330 * 2 ** (steps[note] / 12) * number / _RATE)))
    if sys.byteorder == "big":
        samples.byteswap()
    data = samples.tobytes()
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, _RATE, _RATE * 2, 2, 16)
    return (
        struct.pack("<4sI4s", b"RIFF", 36 + len(data), b"WAVE") + form + struct.pack("<4sI", b"data", len(data)) + data
    )
