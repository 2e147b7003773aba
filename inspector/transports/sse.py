"""Server-sent events as bytes: where each block begins and ends, and what its fields say.

    chunks ──Splitter.feed──▶ Block, Block, …          at the end: Splitter.rest, Splitter.torn

The blocks, in order, with the rest, are the stream byte for byte: nothing is dropped, neither comments nor blank lines,
so that the journal can show what came. Lines end with CR, LF or CRLF, at whatever byte a chunk ends. A CR that is the
last byte of a chunk ends its line at once, because a server may say nothing more for hours; if the next chunk then
begins with the LF that belonged to it, this LF opens the next block and means nothing there.

Source: WHATWG HTML, 9.2.5 “Parsing an event stream” and 9.2.6 “Interpreting an event stream”.
"""

import re
from dataclasses import dataclass
from typing import Final

_END: Final = re.compile(rb"\r\n|\r|\n")
_BOM: Final = b"\xef\xbb\xbf"
_LF: Final = 0x0A


@dataclass(frozen=True, slots=True)
class Block:
    """The bytes up to and with a blank line. A blank line with nothing before it is a block of its own.

    `data` holds the values of the data lines, None if there is none; `id` and `retry` (milliseconds) are None where the
    block sets none, an `id` with NUL and a `retry` that is no number being none. With exactly one data line its value
    stands at `raw[span[0]:span[1]]`; otherwise `span` is None.
    """

    raw: bytes
    event: str = ""
    data: tuple[bytes, ...] | None = None
    id: bytes | None = None
    retry: int | None = None
    span: tuple[int, int] | None = None

    @property
    def text(self) -> bytes:
        """The data lines joined with LF."""
        return b"\n".join(self.data or ())

    @property
    def is_message(self) -> bool:
        """Whether it is an event of the default type `message` that holds data."""
        return self.event in ("", "message") and self.text != b""


class Splitter:
    """Takes the chunks of one stream and gives its blocks."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._lines: list[tuple[int, int]] = []  # the complete lines of the block that is not complete
        self._line = 0  # where the current line begins
        self._seen = 0  # up to here there is no further line end
        self._after_cr = False
        self._fresh = True  # no line has been read yet, so a BOM may come

    @property
    def pending(self) -> int:
        """How many bytes wait for the end of their block."""
        return len(self._buffer)

    @property
    def rest(self) -> bytes:
        """What came after the last complete block."""
        return bytes(self._buffer)

    @property
    def torn(self) -> bool:
        """Whether the rest holds a part of an event, which must not be dispatched, rather than stray line ends."""
        return bool(self._buffer.strip(b"\r\n"))

    def feed(self, chunk: bytes) -> list[Block]:
        """The blocks that this chunk completes. An empty chunk completes none."""
        buffer = self._buffer
        buffer += chunk
        blocks: list[Block] = []
        while True:
            if self._after_cr and self._line < len(buffer):
                self._after_cr = False
                if buffer[self._line] == _LF:
                    self._line += 1
            end = _END.search(buffer, max(self._seen, self._line))
            if end is None:
                self._seen = len(buffer)
                return blocks
            start = self._line
            if self._fresh:
                self._fresh = False
                start += len(_BOM) if buffer.startswith(_BOM) else 0
            self._line = self._seen = end.end()
            self._after_cr = end.group() == b"\r"
            if end.start() > start:
                self._lines.append((start, end.start()))
                continue
            blocks.append(_interpret(bytes(buffer[: self._line]), self._lines))
            del buffer[: self._line]
            self._lines, self._line, self._seen = [], 0, 0


def _interpret(raw: bytes, lines: list[tuple[int, int]]) -> Block:
    event = ""
    data: list[bytes] = []
    span: tuple[int, int] | None = None
    id: bytes | None = None
    retry: int | None = None
    for start, end in lines:
        colon = raw.find(b":", start, end)
        name = raw[start : end if colon < 0 else colon]
        begin = end if colon < 0 else colon + 1
        if raw[begin:end].startswith(b" "):
            begin += 1
        value = raw[begin:end]
        if name == b"data":
            data.append(value)
            span = (begin, end)
        elif name == b"event":
            event = value.decode("utf-8", "replace")
        elif name == b"id" and b"\0" not in value:
            id = value
        elif name == b"retry" and value.isdigit() and len(value) < 19:
            retry = int(value)
    return Block(raw, event, tuple(data) or None, id, retry, span if len(data) == 1 else None)


@dataclass(slots=True)
class Position:
    """Where a stream stands, for opening it again: the last event id, and the wait in seconds that the server asks."""

    last_id: bytes = b""
    retry: float | None = None

    def note(self, block: Block) -> bool:
        """Move on by one block; tells whether it set a new id."""
        if block.retry is not None:
            self.retry = block.retry / 1000
        if block.id is None or block.id == self.last_id:
            return False
        self.last_id = block.id
        return True
