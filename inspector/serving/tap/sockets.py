"""A connection of the web tap: what was read and not taken stands in a buffer, so that its end can be waited for."""

import asyncio
from typing import Final

from inspector.serving.tap import head

_PIECE: Final = 64 * 1024


class Connection:
    """A stream to one side. `buffer` holds what was read and not taken; `ended`: no more will come."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer
        self.buffer = bytearray()
        self.ended = False

    @property
    def is_over(self) -> bool:
        """Whether the other side has closed it, or said something out of its turn."""
        return self.ended or self._reader.at_eof() or bool(self.buffer) or self.writer.is_closing()

    async def fill(self) -> bool:
        """Wait for more; False at the end. Raises OSError where the connection breaks."""
        if self.ended:
            return False
        piece = await self._reader.read(_PIECE)
        self.buffer += piece
        self.ended = not piece
        return not self.ended

    def take(self) -> bytes:
        """All that is there."""
        data = bytes(self.buffer)
        self.buffer.clear()
        return data

    def put_back(self, data: bytes) -> None:
        """What was taken too much."""
        self.buffer[:0] = data

    async def head(self) -> head.Head | None:
        """The next head; None if the connection ends before one begins. Raises NotHttp and OSError."""
        looked = 0
        while True:
            while self.buffer and self.buffer[0] in b"\r\n":  # blank lines before a start line mean nothing
                del self.buffer[:1]
            end = head.end_of(self.buffer, max(0, looked - 3))
            if end >= 0:
                raw = bytes(self.buffer[:end])
                del self.buffer[:end]
                return head.Head.parse(raw)
            looked = len(self.buffer)
            if looked > head.LIMIT:
                raise head.NotHttp(f"its head is longer than {head.LIMIT:,} bytes", bytes(self.buffer))
            if looked and not self.buffer[:1].isalnum():
                raise head.NotHttp("it is no text", bytes(self.buffer))
            if not await self.fill():
                if self.buffer:
                    raise head.NotHttp("it ends within a head", bytes(self.buffer))
                return None

    async def gone(self) -> None:
        """Wait until the other side has closed the connection; so long as it does not send ahead of its turn."""
        try:
            while len(self.buffer) < _PIECE and await self.fill():
                pass
        except OSError:
            return
        if not self.ended:
            await asyncio.Event().wait()

    async def write(self, data: bytes) -> None:
        """Pass it on, and wait while the other side does not take it. Raises OSError."""
        self.writer.write(data)
        await self.writer.drain()

    def close(self, *, abruptly: bool = False) -> None:
        """Close it; `abruptly` without what still waits, so that the other side knows that something is missing."""
        if abruptly:
            self.writer.transport.abort()
        else:
            self.writer.close()
