"""Bytes from one file descriptor to another, in pieces as they come: an inlet, an outlet, and back pressure.

An inlet is read only while its outlet has room, so a side that does not read makes the other wait, as it would without
us, and memory holds one piece. Pipes, sockets and terminals are polled; a plain file, which cannot be, never blocks.
Descriptors that others may share are left as they are: into those a little is written at a time, and only when they
are ready for it.
"""

import asyncio
import os
import select
import stat
from collections.abc import Callable
from typing import Final

PIECE: Final = 64 * 1024
"""Bytes that are read at once, and that may wait in an outlet before its inlet is no longer read."""

_PIPE: Final = 1 << 20  # what a pipe may hold
_SAFE: Final = 4096  # a pipe that is ready takes so many without blocking (PIPE_BUF of Linux)


class Inlet:
    """Gives what comes to `take`, and calls `ended` once when no more will come."""

    def __init__(self, descriptor: int, take: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._take, self._ended = take, ended
        self._loop = asyncio.get_running_loop()
        self._reading = False
        self._polled = True
        self.closed = False

    def start(self) -> None:
        """Begin to read, or go on after `pause`."""
        if self.closed or self._reading:
            return
        self._reading = True
        try:
            if self._polled:
                self._loop.add_reader(self._descriptor, self._read)
        except PermissionError:  # a plain file: it is always ready
            self._polled = False
        if not self._polled:
            self._loop.call_soon(self._read)

    def pause(self) -> None:
        """Read no more for now."""
        if self._reading and self._polled:
            self._loop.remove_reader(self._descriptor)
        self._reading = False

    def _read(self) -> None:
        if not self._reading:
            return
        try:
            piece = os.read(self._descriptor, PIECE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # a terminal or a socket whose other side is gone
            piece = b""
        if not piece:
            self.close()
            self._ended()
            return
        self._take(piece)
        if self._reading and not self._polled:
            self._loop.call_soon(self._read)

    def rest(self) -> bytes:
        """What stands there already, for who will not wait for more: as much as a pipe holds."""
        found = bytearray()
        ready = select.poll()
        ready.register(self._descriptor, select.POLLIN)
        while self._polled and len(found) < _PIPE and ready.poll(0):
            try:
                piece = os.read(self._descriptor, PIECE)
            except OSError:
                break
            if not piece:
                break
            found += piece
        return bytes(found)

    def close(self) -> None:
        """Read no more, ever: whoever writes there learns it. `ended` is not called. May be called twice."""
        if not self.closed:
            self.pause()
            self.closed = True
            os.close(self._descriptor)


class Outlet:
    """Takes what is written and passes it on as fast as it goes.

    `drained` is called when what waited has gone; `broke` once, when nobody reads there any more. `shared`: the
    descriptor's flags are others' too, and stay as they are.
    """

    def __init__(
        self, descriptor: int, drained: Callable[[], None], broke: Callable[[], None], *, shared: bool = False
    ) -> None:
        self._descriptor = descriptor
        self._drained, self._broke = drained, broke
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._closing = False
        mode = os.fstat(descriptor).st_mode
        self._polled = not stat.S_ISREG(mode)
        self._piece = _SAFE
        self._watched = False
        if not shared and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            os.set_blocking(descriptor, False)
            self._piece = 1 << 20
        self.closed = False
        self.empty = asyncio.Event()
        self.empty.set()

    @property
    def full(self) -> bool:
        """Whether so much waits that no more should come."""
        return len(self._waiting) >= PIECE

    def watch(self) -> None:
        """Notice it when the other end is closed, though nothing is written: pipes and sockets tell so."""
        if not self.closed and self._polled:
            try:
                self._loop.add_reader(self._descriptor, self._told)
                self._watched = True
            except PermissionError:
                pass

    def _told(self) -> None:
        """Nothing is ever read from here: what is ready is the end, or a word that we do not wait for."""
        self._unwatch()
        mode = os.fstat(self._descriptor).st_mode
        if stat.S_ISFIFO(mode) or (stat.S_ISSOCK(mode) and self._ended()):
            self._break()

    def _ended(self) -> bool:
        import socket

        with socket.socket(fileno=os.dup(self._descriptor)) as end:
            try:
                return end.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
            except BlockingIOError:
                return False
            except OSError:
                return True

    def _unwatch(self) -> None:
        if self._watched:
            self._watched = False
            self._loop.remove_reader(self._descriptor)

    def write(self, data: bytes) -> None:
        """Pass it on, now or as soon as it can go. Once the other end is closed this does nothing."""
        if self.closed or self._closing or not data:
            return
        if self._waiting:
            self._waiting += data
            return
        rest = self._put(memoryview(data)) if self._piece > _SAFE or not self._polled else memoryview(data)
        if rest and not self.closed:
            self._waiting += rest
            self.empty.clear()
            self._poll()

    def _poll(self) -> None:
        try:
            self._loop.add_writer(self._descriptor, self._ready)
        except PermissionError:  # /dev/null and its like: always ready
            self._polled = False
            self._loop.call_soon(self._ready)

    def _put(self, data: memoryview) -> memoryview:
        try:
            while data:
                data = data[os.write(self._descriptor, data[: self._piece]) :]
                if self._piece <= _SAFE and self._polled:
                    break
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._break()
            return memoryview(b"")
        return data

    def _ready(self) -> None:
        rest = self._put(memoryview(bytes(self._waiting)))
        self._waiting[: len(self._waiting) - len(rest)] = b""
        if self.closed or rest:
            return
        self._loop.remove_writer(self._descriptor)
        self.empty.set()
        if self._closing:
            self._end()
        else:
            self._drained()

    def close(self) -> None:
        """Close the descriptor as soon as what waits has gone. May be called twice."""
        self._closing = True
        if not self._waiting:
            self._end()

    def _break(self) -> None:
        was_closing = self._closing
        self._end()
        if not was_closing:
            self._broke()

    def _end(self) -> None:
        if self.closed:
            return
        self.closed = True
        self._unwatch()
        self._loop.remove_writer(self._descriptor)
        self._waiting.clear()
        os.close(self._descriptor)
        self.empty.set()
