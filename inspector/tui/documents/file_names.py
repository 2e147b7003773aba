"""Names for files of what a server sent: safe ones, whatever the server calls it."""

import re
from typing import Final

from inspector.tui.documents.media import sniffed

_LONGEST: Final = 80
_ENDINGS: Final = {
    "application/gzip": ".gz",
    "application/json": ".json",
    "application/pdf": ".pdf",
    "application/xml": ".xml",
    "application/zip": ".zip",
    "audio/flac": ".flac",
    "audio/mpeg": ".mp3",
    "audio/ogg": ".ogg",
    "audio/wav": ".wav",
    "image/bmp": ".bmp",
    "image/gif": ".gif",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/svg+xml": ".svg",
    "image/tiff": ".tiff",
    "image/webp": ".webp",
    "text/csv": ".csv",
    "text/html": ".html",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "text/xml": ".xml",
}
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_UNSAFE: Final = re.compile(r"[^\w.+-]+")
_ENDING: Final = re.compile(r"\.[A-Za-z0-9]{1,8}$")


def safe_name(called: str, kind: str = "", head: bytes = b"") -> str:
    """A name without a directory from what a server calls something, a URI or a title.

    It does not begin with a dot or a dash, has none but letters, digits and `._+-`, and is no device of any system.
    `kind`, or what the first bytes tell, gives the ending if the name has none.
    """
    last = re.split(r"[?#]", called)[0].rstrip("/\\")
    last = re.split(r"[/\\:]", last)[-1]
    name = _UNSAFE.sub("_", last)[:_LONGEST].strip("._-+ ")
    if not name or _DEVICES.fullmatch(name):
        name = f"result_{name}" if name else "result"
    ending = _ENDINGS.get(sniffed(head)) or _ENDINGS.get(kind.split(";")[0].strip().lower(), "")
    return name if not ending or _ENDING.search(name) else f"{name}{ending}"
