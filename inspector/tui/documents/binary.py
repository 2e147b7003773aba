"""Bytes that a server sent as base64: what they are, and in what its text departs from the alphabet that is asked for.

Servers write base64 in other ways than `2026-07-28 schema#blobresourcecontents` has it: in the alphabet for URLs, in
lines, without its padding, with a `data:` prefix. What can be understood is decoded, and the departure is named.
"""

import binascii
import re
from dataclasses import dataclass
from typing import Final

WHOLE: Final = 1_000_000
"""Characters up to which a text is read whole to be looked at; some thousandths of a second."""
_HEAD: Final = 98_304
"""Of a longer text the characters at its beginning and end that are; a multiple of four."""

_PREFIX: Final = re.compile(r"data:[^,]{0,200},", re.IGNORECASE)
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_SIGNS: Final = re.compile(r"[A-Za-z0-9+/]*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """`data` is None where the text is not base64 however one reads it; `flaws` are phrases: `without padding`."""

    data: bytes | None
    flaws: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What can be known of a text without reading more than its ends, if it is long.

    `size` in bytes, `head` and `tail` of them; `exact`: all was read. `head` is None where it is not base64.
    """

    size: int
    head: bytes | None
    tail: bytes = b""
    flaws: tuple[str, ...] = ()
    exact: bool = True


def decoded(text: str) -> Decoded:
    """The bytes of a whole text."""
    try:
        return Decoded(binascii.a2b_base64(text, strict_mode=True), () if text else ("empty",))
    except ValueError:
        pass
    flaws: list[str] = []
    prefix = _PREFIX.match(text)
    if prefix:
        text = text[prefix.end() :]
        flaws.append("after a data: prefix")
    if _BLANKS.search(text):
        text = _BLANKS.sub("", text)
        flaws.append("with blanks or line ends in it")
    if "-" in text or "_" in text:
        text = text.replace("-", "+").replace("_", "/")
        flaws.append("in the alphabet for URLs")
    bare = text.rstrip("=")
    if len(text) % 4 or len(text) - len(bare) > 2:
        flaws.append("without its padding" if len(text) == len(bare) else "with other padding")
    signs = _SIGNS.match(bare)
    if len(bare) % 4 == 1 or signs is None or signs.end() != len(bare):
        return Decoded(None, ("not base64",))
    data = binascii.a2b_base64(bare + "=" * (-len(bare) % 4))
    return Decoded(data, tuple(flaws))


def glimpse(text: str) -> Glimpse:
    """The ends of a text, and how many bytes it is; of one that is not base64, how many characters."""
    if len(text) <= WHOLE:
        found = decoded(text)
        if found.data is None:
            return Glimpse(len(text), None, flaws=found.flaws)
        return Glimpse(len(found.data), found.data[:_HEAD], found.data[-_HEAD:], found.flaws)
    prefix = _PREFIX.match(text)
    begin = prefix.end() if prefix else 0
    first = decoded(text[begin : begin + _HEAD])
    if first.data is None:
        return Glimpse(len(text), None, flaws=first.flaws, exact=False)
    flaws = (("after a data: prefix",) if prefix else ()) + tuple(one for one in first.flaws if "padding" not in one)
    bare = len(text) - begin - (len(text) - len(text.rstrip("=\r\n ")))
    # Where a group begins can be told from the start only if nothing but the alphabet stands before it.
    end = begin + bare // 4 * 4
    last = decoded(text[end - _HEAD :]).data if not first.flaws else None
    return Glimpse(bare * 3 // 4, first.data, last or b"", flaws, exact=False)
