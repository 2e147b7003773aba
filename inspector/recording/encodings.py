"""How a secret looks inside base64, base64 of base64, and hexadecimal digits, whatever stands around it there."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Final

_LEAST: Final = 8  # letters and digits of it that are looked for; fewer are there by chance
LEAST: Final = 8
"""Bytes of a secret from which on its encodings are looked for."""


def encoded(secret: str) -> set[str]:
    """Digits of which some stand in any text in which this secret is encoded so; none for a short secret."""
    raw = secret.encode("utf-8", "surrogateescape")
    if len(raw) < LEAST:
        return set()
    once = set(_base64(raw))
    twice = {again for text in once for again in _base64(text.encode())}
    return once | twice | {raw.hex(), raw.hex().upper()}


def _base64(raw: bytes) -> Iterator[str]:
    """The digits that these bytes alone decide, for each of the three places at which they may begin."""
    for before in range(3):
        bits = 8 * len(raw)
        skip = -(-8 * before // 6)  # digits that hold bits of what is before
        count = (8 * before + bits) // 6 - skip
        if count < _LEAST:
            continue
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(b"\0" * before + raw)[skip : skip + count].decode()
