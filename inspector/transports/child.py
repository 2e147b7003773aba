"""What a child process writes: its stdout in lines of messages, its stderr in lines of text; and when it ends.

Lines are split here and not by StreamReader, which refuses long ones: only LF ends a message, whatever else a string
holds (`2026-07-28 basic/transports/stdio`).
"""

import asyncio
import fcntl
import os
import sys
import termios
from collections.abc import Callable
from functools import partial
from typing import IO, Final

from inspector.journal import Log
from inspector.wire import events
from inspector.wire.text import visible_bytes

LINE_LIMIT: Final = 256 * 1024 * 1024
"""Bytes that a line may grow to. Of one that grows beyond, the beginning is kept, and how long it was is recorded."""

HEAD: Final = 64 * 1024
"""Bytes that are kept of a line that is over the limit."""

REST_PATIENCE: Final = 2.0
"""Seconds after which a line that has begun and does not end is told of."""

STANDING: Final = 0.05
"""Seconds without a further byte after which a line that has begun stands rather than comes."""

_SHOWN_OF_REST: Final = 2000

_STDERR_LINE: Final = 16 * 1024
_PIECE: Final = 4 * 1024  # read in one turn of the loop: some thirty messages, and then keys have theirs
_LONG_PIECE: Final = 64 * 1024  # within a long line, which costs nothing until it ends


def in_pipe(pipe: IO[bytes]) -> int:
    """How many bytes of a pipe that we write to nobody has read yet; 0 where the system does not tell (Linux does)."""
    count = bytearray(4)
    try:
        fcntl.ioctl(pipe, termios.FIONREAD, count)
    except (OSError, ValueError):
        return 0
    return int.from_bytes(count, sys.byteorder)


class Child(asyncio.SubprocessProtocol):
    """What the child writes, into the journal as it comes; and when its pipes and itself end, each by itself.

    asyncio's own streams tell the end of a process only when its pipes have ended, which a grandchild can put off.
    """

    def __init__(self, journal: Log, line_limit: int) -> None:
        self._journal = journal
        self._limit = line_limit
        self._lines = Lines(line_limit)
        self._watch: asyncio.TimerHandle | None = None
        self._came = 0.0  # when the last piece of stdout came
        self._told = 0  # the size of the rest that was told of
        self._errors = StderrLines()
        self._finished = False
        self.stdout = Pipe(partial(self.pipe_data_received, 1))
        self.stderr = Pipe(partial(self.pipe_data_received, 2))
        self.exited = asyncio.Event()
        self.writable = asyncio.Event()
        self.writable.set()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """A piece of stdout or stderr."""
        if fd == 1:
            self._from_stdout(data)
        else:
            self._from_stderr(data)
        self._journal.flush()

    def _from_stdout(self, data: bytes) -> None:
        done = self._lines.feed(data)
        self._came = asyncio.get_running_loop().time()
        if done:
            self._told = 0
            if self._watch is not None:
                self._watch.cancel()
                self._watch = None
        for head in self._lines.take_heads():
            self._journal.append(events.Received(head, ended=False, cut=True))
        for line in done:
            if line.strip():
                self._journal.append(events.Received(line))
        for size in self._lines.take_dropped():
            self._left_out(size)
        if self._watch is None and self._lines.waiting:
            self._watch = asyncio.get_running_loop().call_later(REST_PATIENCE, self._tell_of_rest)

    def _left_out(self, size: int) -> None:
        because = (
            f"A line on stdout grew over {self._limit:,} bytes; its {size:,} bytes are left out, but for the beginning."
        )
        self._journal.append(events.Decision("protocol", "read a line", "dropped", because))

    def mention_rest(self) -> None:
        """Tell of a line that stands without its end, if that was not told: we are about to say something.

        A request that is given up is cancelled by a message, and then it must be seen what had come in its place.
        """
        if asyncio.get_running_loop().time() - self._came >= STANDING:
            self._tell_of_rest()

    def _tell_of_rest(self) -> None:
        """A message may stand there whose LF the server forgot, or holds in a buffer: till then nobody sees it."""
        size = self._lines.waiting
        if self._journal.sealed or size == self._told:
            return
        self._told = size
        beginning = visible_bytes(self._lines.beginning(_SHOWN_OF_REST)) + ("…" if size > _SHOWN_OF_REST else "")
        because = f"{size:,} bytes without a line end so far: {beginning}"
        self._journal.append(events.Decision("protocol", "read a line", "waiting", because))
        self._journal.flush()

    def _from_stderr(self, data: bytes) -> None:
        for line in self._errors.feed(data):
            self._journal.append(events.Stderr(line))

    def finish(self) -> None:
        """Nothing more is read; what came without a line end is a last line."""
        if self._finished:
            return
        self._finished = True
        self.stdout.close()
        self.stderr.close()
        if self._watch is not None:
            self._watch.cancel()
        skipped = self._lines.skipped
        if skipped:
            self._left_out(skipped)
        rest = self._lines.rest()
        if rest.strip():
            self._journal.append(events.Received(rest, ended=False))
        if last := self._errors.rest():
            self._journal.append(events.Stderr(last))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """The pipe to the child has ended."""
        self.writable.set()

    def process_exited(self) -> None:
        """The child has ended, whoever may hold its pipes."""
        self.exited.set()
        self.writable.set()

    def pause_writing(self) -> None:
        """The pipe to the child is full."""
        self.writable.clear()

    def resume_writing(self) -> None:
        """It has read some of it."""
        self.writable.set()


class Pipe:
    """A pipe to which the child writes: what comes is given to `take` as it comes; `ended` is set when no more will.

    asyncio's own pipes give a piece to a child's protocol one turn of the loop later, and have the system map and unmap
    a quarter of a megabyte for each.
    """

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ours = -1
        self._piece = _PIECE
        self.ended = asyncio.Event()

    def open(self) -> int:
        """Make the pipe. Returns the end that is the child's, to be closed here once the child has it."""
        self._ours, theirs = os.pipe()
        os.set_blocking(self._ours, False)
        self._loop = asyncio.get_running_loop()
        return theirs

    def listen(self) -> None:
        """Begin to read: not before the record of the child's start stands, for a child may speak at once."""
        if self._loop is not None:
            self._loop.add_reader(self._ours, self._read)

    def _read(self) -> None:
        try:
            piece = os.read(self._ours, self._piece)
        except (BlockingIOError, InterruptedError):
            return
        self._piece = _PIECE if b"\n" in piece else _LONG_PIECE
        if piece:
            self._take(piece)
        else:
            self.close()

    def close(self) -> None:
        """Read no more. May be called twice."""
        if self._loop is not None:
            self._loop.remove_reader(self._ours)
            os.close(self._ours)
            self._loop = None
        self.ended.set()


class StderrLines:
    """Splits what is written to stderr at LF, CR LF or CR; a line that grows very long is given in pieces."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete with this, without their ends."""
        text = self._begun + data
        held = b"\r" if text.endswith(b"\r") else b""  # its LF may be in the next piece
        text = text.removesuffix(held)
        *lines, pending = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        if len(pending) > _STDERR_LINE:
            lines, pending = [*lines, pending], b""
        self._begun = pending + held
        return lines

    def rest(self) -> bytes:
        """The last line, if it has no end."""
        return self._begun.removesuffix(b"\r")


class Lines:
    """Splits a byte stream at LF; linear in its length, whatever the chunks are."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pieces: list[bytes] = []
        self._size = 0
        self._skipping = 0
        self._head = b""
        self._heads: list[bytes] = []
        self._dropped: list[int] = []

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that `chunk` completes, without their LF (a CR before it stays); empty for one over the limit."""
        head, *rest = chunk.split(b"\n")
        if not rest:
            self._keep(head)
            return []
        self._keep(head)
        done = [self._take(), *rest[:-1]]
        self._keep(rest[-1])
        return done

    def _keep(self, piece: bytes) -> None:
        if self._skipping:
            self._skipping += len(piece)
        elif self._size + len(piece) > self._limit:
            self._skipping = self._size + len(piece)
            self._head = b"".join((*self._pieces, piece))[: min(HEAD, self._limit)]
            self._heads.append(self._head)
            self._pieces, self._size = [], 0
        elif piece:
            self._pieces.append(piece)
            self._size += len(piece)

    def _take(self) -> bytes:
        if self._skipping:
            self._dropped.append(self._skipping)
            self._skipping = 0
            return b""
        line = b"".join(self._pieces)
        self._pieces, self._size = [], 0
        return line

    def take_heads(self) -> list[bytes]:
        """The beginnings of the lines that have grown over the limit, since last asked."""
        heads, self._heads = self._heads, []
        return heads

    def take_dropped(self) -> list[int]:
        """The sizes of the lines over the limit that have ended, since last asked."""
        dropped, self._dropped = self._dropped, []
        return dropped

    @property
    def skipped(self) -> int:
        """The size so far of a line over the limit that has not ended; 0 if there is none."""
        return self._skipping

    @property
    def waiting(self) -> int:
        """The size of what came after the last LF."""
        return self._skipping or self._size

    def beginning(self, size: int) -> bytes:
        """So many bytes of what came after the last LF, from its beginning."""
        if self._skipping:
            return self._head[:size]
        found = bytearray()
        for piece in self._pieces:
            found += piece[: size - len(found)]
            if len(found) == size:
                break
        return bytes(found)

    def rest(self) -> bytes:
        """What came after the last LF; empty where that is over the limit."""
        return b"".join(self._pieces)
