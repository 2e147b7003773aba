"""A picture of a server as coloured cells. The one module that decodes pictures; it is run in a thread of its owner.

Pillow does it, for reading a dozen formats of compressed pixels is outside of what this project exists for. It is
imported when the first picture is drawn. What it may read is bounded beforehand, by what the picture's own head claims:
such heads can ask for any amount of memory.
"""

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from inspector.tui.documents.binary import decoded
from inspector.tui.documents.media import dimensions, sniffed

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS: Final = 40_000_000
"""Pixels of the largest picture that is decoded: more than a camera of a telephone takes, and some 160 MB."""
MOST_CHARACTERS: Final = 48_000_000
"""Characters of base64 of the longest one."""

_FORMATS: Final = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/gif": "GIF",
    "image/webp": "WEBP",
    "image/bmp": "BMP",
}
"""What is decoded. Other formats, some of which start programs, are not tried."""
_NEEDED: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_GROWS_TO: Final = 32
"""Pixels to which a tiny picture is enlarged, by whole numbers up to 4."""
_READ: Final = 4096
"""Bytes that are decoded in one go, so that others have their turn."""


@dataclass(frozen=True, slots=True)
class Picture:
    """`pixels`: four bytes each (red, green, blue, opacity), row by row; two rows of pixels make one row of cells."""

    columns: int
    lines: int
    pixels: bytes

    def pixel(self, x: int, y: int) -> tuple[int, int, int] | None:
        """The colour at a place; None where one sees through, and beyond the last row."""
        at = 4 * (y * self.columns + x)
        if y >= self.lines or self.pixels[at + 3] < 128:
            return None
        return self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]

    @property
    def rows(self) -> int:
        """How many rows of cells it takes."""
        return (self.lines + 1) // 2


def why_not(head: bytes) -> str:
    """Why the bytes that begin so are not drawn, as a phrase; empty if they are."""
    kind = sniffed(head)
    if kind not in _FORMATS:
        return f"{kind} is not drawn here" if kind else "its bytes are no picture that is known here"
    size = dimensions(head)
    if size is None:
        return "it has no size that can be found"
    if not size[0] or not size[1]:
        return "it has no pixels"
    if size[0] * size[1] > MOST_PIXELS:
        return f"more than the {MOST_PIXELS // 1_000_000} million pixels that are drawn here"
    return ""


def drawn(text: str, columns: int, rows: int) -> Picture | str:
    """The picture that a text is in base64, within so many cells; or why there is none, as a phrase."""
    if len(text) > MOST_CHARACTERS:
        return "too large to be drawn here"
    data = decoded(text).data
    if data is None:
        return "not base64"
    reason = why_not(data)
    if reason:
        return reason
    kind = sniffed(data)
    try:
        return _decode(_bare(data) if kind == "image/png" else data, _FORMATS[kind], columns, 2 * rows)
    except Exception as fault:  # what a decoder raises on the bytes of a stranger is any exception at all
        # Some of its words have an address of memory in them.
        told = str(fault)
        return f"its bytes could not be decoded: {kind} that is broken or torn" + (
            f" ({told[:160]})" if told and " at 0x" not in told else ""
        )


def _bare(png: bytes) -> bytes:
    """A PNG without what its colours do not need: texts and profiles are often broken, and may unpack to anything."""
    kept, at = [png[:8]], 8
    while at + 12 <= len(png):
        end = at + 12 + int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] in _NEEDED:
            kept.append(png[at:end])
        at = end
    return b"".join([*kept, png[at:]])


@lru_cache(maxsize=1)
def _refuse_liars() -> None:
    import warnings

    from PIL import Image

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    warnings.simplefilter("error", Image.DecompressionBombWarning)


def _decode(data: bytes, form: str, columns: int, lines: int) -> Picture:
    from PIL import Image

    _refuse_liars()
    with Image.open(io.BytesIO(data), formats=[form]) as opened:
        if opened.width * opened.height > MOST_PIXELS:
            raise ValueError("it is larger than its head says")
        if hasattr(opened, "decodermaxblock"):
            opened.decodermaxblock = _READ
        width, height = fitted(opened.width, opened.height, columns, lines)
        opened.draft("RGB", (width, height))
        small = _colours(opened)
        if small.size != (width, height):
            grows = width > small.width
            how = Image.Resampling.NEAREST if grows else Image.Resampling.BOX
            small = small.resize((width, height), how)
        return Picture(width, height, small.convert("RGBA").tobytes())


def _colours(image: "Image") -> "Image":
    """A picture whose pixels can be mixed with their neighbours."""
    if image.mode.startswith(("I", "F")):
        image = image.convert("I").point([value >> 8 for value in range(65536)], "L")  # 16 bits of grey
    if image.mode in ("RGB", "L"):
        return image if "transparency" not in image.info else image.convert("RGBA")
    return image.convert("RGBA")


def fitted(width: int, height: int, columns: int, lines: int) -> tuple[int, int]:
    """The size in which all of it is seen, with its own proportions."""
    times = max(min(4, _GROWS_TO // max(width, height), columns // width, lines // height), 1)
    if times > 1:
        return width * times, height * times
    scale = min(1.0, columns / width, lines / height)
    return max(round(width * scale), 1), max(round(height * scale), 1)
