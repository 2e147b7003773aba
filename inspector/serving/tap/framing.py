"""Where an HTTP body ends, told while its bytes pass as they are (`RFC 9112#section-6`)."""

import re
from typing import Final, Protocol

from inspector.serving.tap.head import Head
from inspector.wire.text import visible_bytes

_SIZE: Final = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?\r?\n", re.DOTALL)
_LONGEST_LINE: Final = 64 * 1024
_SHOWN: Final = 60  # bytes of a line that should have told a size


class BadFraming(Exception):
    """The body is not framed as its head says; nobody can tell where it ends. `payload`: what it held before that."""

    payload = b""


class Framing(Protocol):
    """`open_end`: only the end of the connection ends it."""

    open_end: bool

    def over(self) -> bool:
        """Whether the body has ended."""

    def feed(self, data: bytes) -> tuple[int, bytes]:
        """How many of these bytes belong to the body, and what they hold without the framing. Raises BadFraming."""


class Length:
    """So many bytes."""

    open_end = False

    def __init__(self, size: int) -> None:
        self._left = size

    def over(self) -> bool:
        """See `Framing`."""
        return self._left == 0

    def feed(self, data: bytes) -> tuple[int, bytes]:
        """See `Framing`."""
        taken = data[: self._left]
        self._left -= len(taken)
        return len(taken), taken


class UntilClosed:
    """All that comes."""

    open_end = True

    def over(self) -> bool:
        """See `Framing`."""
        return False

    def feed(self, data: bytes) -> tuple[int, bytes]:
        """See `Framing`."""
        return len(data), data


class Chunked:
    """Chunks, each with its size before it, and a trailer (`RFC 9112#section-7.1`)."""

    open_end = False

    def __init__(self) -> None:
        self._over = False
        self._line = bytearray()  # what came of a size, of the end of a chunk, or of a line of the trailer
        self._left = 0
        self._in_trailer = False
        self._behind_chunk = False

    def over(self) -> bool:
        """See `Framing`."""
        return self._over

    def feed(self, data: bytes) -> tuple[int, bytes]:
        """See `Framing`."""
        payload: list[bytes] = []
        try:
            at = self._feed(data, payload)
        except BadFraming as error:
            error.payload = b"".join(payload)
            raise
        return at, b"".join(payload)

    def _feed(self, data: bytes, payload: list[bytes]) -> int:
        at = 0
        while at < len(data) and not self._over:
            if self._left:
                piece = data[at : at + self._left]
                payload.append(piece)
                at += len(piece)
                self._left -= len(piece)
                self._behind_chunk = self._left == 0
                continue
            end = data.find(b"\n", at)
            self._line += data[at:] if end < 0 else data[at : end + 1]
            at = len(data) if end < 0 else end + 1
            if len(self._line) > _LONGEST_LINE:
                raise BadFraming("a line between the chunks has no end")
            if end >= 0:
                self._read_line(bytes(self._line))
                self._line.clear()
        return at

    def _read_line(self, line: bytes) -> None:
        blank = not line.strip(b"\r\n")
        if self._in_trailer:
            self._over = blank
        elif self._behind_chunk:
            if not blank:
                raise BadFraming(f"a chunk is longer than its size: {_shown(line)}")
            self._behind_chunk = False
        else:
            found = _SIZE.fullmatch(line)
            if found is None:
                raise BadFraming(f"a chunk has no size: {_shown(line)}")
            self._left = int(found[1], 16)
            self._in_trailer = self._left == 0


def _shown(line: bytes) -> str:
    return visible_bytes(line.strip(b"\r\n")[:_SHOWN])


def of_request(head: Head) -> Framing:
    """How the body of a request is framed. Raises BadFraming."""
    coding = head.value(b"transfer-encoding").lower()
    if coding:
        if coding.rpartition(b",")[2].strip() != b"chunked":
            raise BadFraming("the transfer coding of a request must end in chunked")
        return Chunked()
    return Length(_length(head) or 0)


def of_answer(head: Head, verb: str, status: int) -> Framing:
    """How the body of an answer is framed. Raises BadFraming."""
    if verb == "HEAD" or status in (204, 304) or 100 <= status < 200:
        return Length(0)
    coding = head.value(b"transfer-encoding").lower()
    if coding:
        return Chunked() if coding.rpartition(b",")[2].strip() == b"chunked" else UntilClosed()
    length = _length(head)
    return UntilClosed() if length is None else Length(length)


def _length(head: Head) -> int | None:
    lengths = {one.strip() for value in head.all(b"content-length") for one in value.split(b",")}
    if not lengths:
        return None
    text = lengths.pop()
    if lengths or not text.isdigit() or len(text) > 18:
        raise BadFraming("its Content-Length is no number, or two")
    return int(text)
