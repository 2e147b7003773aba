"""The door of a tap: a Unix socket at which its owner, and nobody else, says what becomes of what is held.

It stands in a folder of his alone, is there as long as the tap, and asks the system who comes. What is said there:
`control`. As long as somebody is there, what is to be held is held.
"""

import asyncio
import os
import socket
import stat
import struct
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from inspector.journal import Journal
from inspector.serving.tap import control
from inspector.serving.tap.interfering import Interfering
from inspector.wire.events import Decision

_TURN: Final = 1 / 30  # seconds between two looks at what has changed
_UNREAD: Final = 64 << 20  # bytes that wait for somebody who does not read, before he is sent away
_STALE: Final = 86_400.0  # seconds after which a socket that nobody answers at is taken away


def uid_of(peer: socket.socket) -> int | None:
    """Who is at the other end of a Unix socket; None where the system does not tell."""
    try:
        if sys.platform == "linux":
            _, uid, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        elif sys.platform == "darwin":
            _, uid = struct.unpack_from("2I", peer.getsockopt(0, 1, 76))  # LOCAL_PEERCRED, struct xucred
        else:
            return None
    except OSError:
        return None
    return int(uid)


def is_ours(peer: socket.socket) -> bool:
    """Whether the other end is the same person's."""
    return uid_of(peer) in (None, os.geteuid())


@asynccontextmanager
async def door(path: Path, interfering: Interfering, journal: Journal) -> AsyncIterator[None]:
    """Open for the time of the block. Where it cannot be, a record says why, and the tap stands without."""
    opened = _Door(interfering, journal)
    try:
        await opened.open(path)
    except OSError as error:
        because = f"{error.strerror or error}: {path}"
        journal.append(Decision("tap", "open a socket", "nobody can attach: what is to be held passes", because))
    try:
        yield
    finally:
        await opened.close()


class _Door:
    def __init__(self, interfering: Interfering, journal: Journal) -> None:
        self._interfering = interfering
        self._journal = journal
        self._path: Path | None = None
        self._server: asyncio.Server | None = None
        self._there: set[_Visitor] = set()
        self._visits: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def open(self, path: Path) -> None:
        """Raises OSError."""
        self._server = await asyncio.start_unix_server(self._receive, sock=_bound(path), limit=control.LINE)
        self._path = path
        self._interfering.on_change = self._changed

    async def close(self) -> None:
        """Everybody leaves; nobody comes any more."""
        self._interfering.on_change = lambda: None
        if self._timer is not None:
            self._timer.cancel()
        if self._server is not None:
            self._server.close()
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        for visitor in self._there:
            visitor.send_away()
        await asyncio.gather(*self._visits, return_exceptions=True)

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not is_ours(writer.get_extra_info("socket")):
            writer.close()
            return
        visit = asyncio.current_task()
        assert visit is not None
        self._visits.add(visit)
        visitor = _Visitor(writer, self._interfering, self._journal)
        self._there.add(visitor)
        self._interfering.attach()
        try:
            visitor.greet()
            while raw := await reader.readuntil(b"\n"):
                fault = control.carry_out(self._interfering.interference, control.read(raw))
                if fault:
                    visitor.say(control.line({"fault": fault}))
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass  # he has left, or says what nobody would
        finally:
            self._visits.discard(visit)
            self._there.discard(visitor)
            self._interfering.detach()
            writer.close()

    def _changed(self) -> None:
        if self._timer is None and self._there:
            self._timer = asyncio.get_running_loop().call_later(_TURN, self._tell)

    def _tell(self) -> None:
        self._timer = None
        for visitor in self._there:
            visitor.tell()


class _Visitor:
    """Somebody who is attached, and what he has been told."""

    def __init__(self, writer: asyncio.StreamWriter, interfering: Interfering, journal: Journal) -> None:
        self._writer = writer
        self._interfering = interfering
        self._journal = journal
        self._rules: control.RulesThere | None = None
        self._held: set[int] = set()

    def greet(self) -> None:
        """The beginning, and all that there is."""
        self.say(control.line({"tap": control.VERSION}))
        self.tell()

    def tell(self) -> None:
        """What is other than he knows."""
        interference, now = self._interfering.interference, self._journal.now()
        rules = control.rules_there(interference)
        if rules != self._rules:
            self._rules = rules
            self.say(control.said_rules(rules))
        held = {one.number: one for one in interference.held}
        for number in sorted(self._held - held.keys()):
            self.say(control.line({"gone": number}))
        for number in sorted(held.keys() - self._held):
            self.say(control.said_held(control.held_there(held[number], now)))
        self._held = set(held)

    def say(self, raw: bytes) -> None:
        """A line; whoever does not read is sent away."""
        if self._writer.is_closing():
            return
        self._writer.write(raw)
        if self._writer.transport.get_write_buffer_size() > _UNREAD:
            self.send_away()

    def send_away(self) -> None:
        """The connection ends."""
        self._writer.transport.abort()


def _bound(path: Path) -> socket.socket:
    """A socket there, for nobody else. Raises OSError."""
    _private(path.parent)
    _sweep(path.parent)
    if path.is_socket():
        path.unlink()  # of a tap that was killed: who writes the recording is alone with it
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        path.chmod(0o600)
    except OSError:
        made.close()
        raise
    return made


def _private(folder: Path) -> None:
    """A folder that its owner alone can enter. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        raise PermissionError(1, "It is not a folder of one's own", str(folder))
    if stat.S_IMODE(status.st_mode) & 0o077:
        folder.chmod(0o700)


def _sweep(folder: Path) -> None:
    """Take away old sockets at which nobody answers: their taps were killed."""
    for path in folder.glob("*.sock"):
        with suppress(OSError):
            status = path.lstat()
            if stat.S_ISSOCK(status.st_mode) and time.time() - status.st_mtime > _STALE and not _answers(path):
                path.unlink()


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as asking:
        asking.setblocking(False)
        try:
            asking.connect(str(path))
        except ConnectionRefusedError:
            return False
        return True
