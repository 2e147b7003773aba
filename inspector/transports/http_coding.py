"""What a content coding has packed, unpacked in pieces of bounded size (`RFC 9110#section-8.4`).

A few bytes of gzip can stand for gigabytes. So nothing is unpacked in one go, whoever takes the pieces may stop, and a
body that unpacks to far more than it is, layer by layer, is not unpacked to its end.
"""

import zlib
from collections.abc import Iterator
from typing import Final

OFFERED: Final = ("gzip", "deflate")
"""The codings that we say we can read."""

PIECE: Final = 256 * 1024
"""Bytes of one unpacked piece, at most."""

FREE: Final = 64 * 1024 * 1024
"""Bytes that a body may unpack to, whatever its ratio."""

RATIO: Final = 100
"""How many times its size a body may unpack to beyond that; text packs by ten or twenty."""

LAYERS: Final = 3
"""How many codings, one over the other, are undone."""

_GZIP: Final = b"\x1f\x8b"


class CannotUnpack(Exception):
    """It is not in that coding; `rest` holds the packed bytes from where that was found, those behind them not."""

    def __init__(self, reason: str, rest: bytes = b"") -> None:
        super().__init__(reason)
        self.rest = rest


class Inflating(Exception):
    """It unpacks to too much; the text says to how much."""


def layers(header: str) -> tuple[tuple[str, ...], str]:
    """The codings of a Content-Encoding header in the order in which they were applied, and the first we cannot undo.

    Without one of those, the second is empty.
    """
    named = [one.strip().lower() for one in header.split(",")]
    codings = tuple(one.removeprefix("x-") for one in named if one not in ("", "identity"))
    strange = next((one for one in codings if one not in OFFERED), "")
    if not strange and len(codings) > LAYERS:
        strange = ", ".join(codings)
    return codings, strange


class Unpacker:
    """Undoes these codings, the last one first."""

    def __init__(self, codings: tuple[str, ...]) -> None:
        self._layers = [_Layer(coding) for coding in reversed(codings)]

    def feed(self, packed: bytes) -> Iterator[bytes]:
        """The pieces that these bytes unpack to. Raises CannotUnpack and Inflating, after the pieces before that."""
        return self._through(0, packed)

    def _through(self, number: int, packed: bytes) -> Iterator[bytes]:
        if number == len(self._layers):
            yield packed
            return
        for piece in self._layers[number].feed(packed):
            yield from self._through(number + 1, piece)

    def finish(self) -> None:
        """Raise CannotUnpack if the body ended before the coding did."""
        for layer in self._layers:
            layer.finish()


class _Layer:
    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._inflate: zlib._Decompress | None = None
        self._start = b""
        self._members = 0
        self._came = self._gave = 0

    def feed(self, packed: bytes) -> Iterator[bytes]:
        self._came += len(packed)
        while packed:
            if self._inflate is None:
                packed, self._start = self._start + packed, b""
                if len(packed) < 2:  # the first two bytes tell what it is
                    self._start = packed
                    return
                self._inflate = self._begin(packed)
            inflate = self._inflate
            yield from self._inflated(inflate, packed)
            packed = inflate.unused_data
            if inflate.eof:
                self._members += 1
                self._inflate = None  # what follows is a further member (`RFC 1952#section-2.2`)

    def _inflated(self, inflate: "zlib._Decompress", packed: bytes) -> Iterator[bytes]:
        full = True
        while full or packed:
            try:
                piece = inflate.decompress(packed, PIECE)
            except zlib.error as error:
                raise CannotUnpack(f"it is no {self._coding} ({error})", packed) from None
            packed, full = inflate.unconsumed_tail, len(piece) == PIECE
            self._gave += len(piece)
            if piece:
                yield piece
            if self._gave > max(FREE, RATIO * self._came):
                raise Inflating(
                    f"{self._came:,} bytes of {self._coding} unpack to more than {RATIO} times as many; "
                    f"what comes after {self._gave:,} was not read"
                )

    def _begin(self, packed: bytes) -> "zlib._Decompress":
        if self._members and self._coding != "gzip":
            raise CannotUnpack(f"bytes follow the end of its {self._coding}", packed)
        if self._coding == "gzip":
            if not packed.startswith(_GZIP):
                raise CannotUnpack("it is no gzip (it does not begin with 1f 8b)", packed)
            return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        wrapped = packed[0] & 0x0F == 8 and int.from_bytes(packed[:2]) % 31 == 0
        return zlib.decompressobj(wbits=zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)  # many send it bare

    def finish(self) -> None:
        if self._start or self._inflate is not None:
            raise CannotUnpack(f"it ends in the middle of its {self._coding}", self._start)
