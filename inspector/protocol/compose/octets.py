r"""Bytes as a text that can be typed: ASCII as it is, each other byte as `\xNN`, a backslash as `\\`.

The text of a message holds any JSON; what no text holds (bytes that are not UTF-8, carriage returns, NUL) is written
so. A line end stands for itself.
"""

import re
from typing import Final

_NAMED: Final = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|([nrt0\\]))")
_PLAIN: Final = re.compile("[\n\t\x20-\x7e\xa0-\u2027\u202f-\u2065\u2070-\ud7ff\ue000-\ufefe\uff00-\U0010ffff]*")


def escaped(raw: bytes) -> str:
    r"""The bytes as text: `{"a":"\xc3\xa9"}`."""
    return "".join(chr(one) if 32 <= one < 127 and one != 92 else _sign(one) for one in raw)


def _sign(one: int) -> str:
    return {10: "\n", 13: "\\r", 9: "\\t", 92: "\\\\"}.get(one, f"\\x{one:02x}")


def unescaped(text: str) -> bytes:
    """The bytes that a text stands for; what is no escape stands for itself, in UTF-8."""
    out: list[bytes] = []
    at = 0
    for found in _ESCAPE.finditer(text):
        out.append(text[at : found.start()].encode("utf-8", "surrogatepass"))
        out.append(bytes([int(found[1], 16)]) if found[1] else _NAMED[found[2]])
        at = found.end()
    return b"".join(out) + text[at:].encode("utf-8", "surrogatepass")


def as_text(raw: bytes) -> str | None:
    """The bytes as plain text; None where an editor could not hold them as they are: not UTF-8, control characters,
    line ends other than LF, characters that change the direction of the text."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    return text if _PLAIN.fullmatch(text) else None
