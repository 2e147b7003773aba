"""The one sanitiser: what a peer wrote, made safe to show.

Foreign text may hold escape sequences that drive a terminal, controls that reorder a line, and characters that cannot
be seen. `visible` turns each of them into something one can read; it never changes what is stored or copied.
"""

import re
from typing import Final

# Bidirectional controls and marks, zero-width and other invisible characters, tags, variation selectors 17 and up.
_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff"
)
_HOSTILE: Final = re.compile(f"[\x00-\x1f\x7f-\x9f{_INVISIBLE}]")
_HOSTILE_BUT_NEWLINES: Final = re.compile(f"[\x00-\x09\x0b-\x1f\x7f-\x9f{_INVISIBLE}]")


def _shown(found: re.Match[str]) -> str:
    character = found.group()
    point = ord(character)
    if point < 0x20:
        return chr(0x2400 + point)
    if point == 0x7F:
        return "\u2421"
    if point < 0xA0:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def visible(text: str, *, keep_newlines: bool = False, tab_size: int = 0) -> str:
    """`text` with every character that could act or hide shown instead: `␛`, `\\x9b`, `\\u202e`.

    One line unless `keep_newlines`; tabs become blanks to the next multiple of `tab_size` if that is given, else `␉`.
    """
    if tab_size and "\t" in text:
        text = text.expandtabs(tab_size)
    if text.isascii() and text.isprintable():
        return text
    return (_HOSTILE_BUT_NEWLINES if keep_newlines else _HOSTILE).sub(_shown, text)


def visible_bytes(raw: bytes, *, keep_newlines: bool = False) -> str:
    """Bytes as text: valid UTF-8 as `visible` shows it, other bytes as `\\xc3`."""
    return visible(raw.decode("utf-8", "backslashreplace"), keep_newlines=keep_newlines)


def is_hostile(text: str) -> bool:
    """Whether `visible` would change the text beyond its newlines and tabs."""
    return any(found.group() not in "\n\t" for found in _HOSTILE.finditer(text))
