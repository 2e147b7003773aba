"""stdio: a child process whose stdout is lines of messages and whose stderr is lines of text.

Lines are split here and not by StreamReader, which refuses long ones: only LF ends a line, whatever else a string
holds (`2026-07-28 basic/transports/stdio`). The child gets a process group of its own, so that what it started goes
when it goes. Shutdown is in stages: stdin is closed, then SIGTERM, then SIGKILL, to the whole group.
"""

import asyncio
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.errors import ConnectError
from inspector.journal import Journal
from inspector.transports import Spawn
from inspector.wire import events
from inspector.wire.versions import Era

LINE_LIMIT: Final = 256 * 1024 * 1024
"""Bytes that a line without end may grow to; what is beyond is dropped up to the next LF, and that is recorded."""

_CHUNK: Final = 256 * 1024
_STDERR_LINE: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class StdioOptions:
    """How the child is started. `resolved` is the executable; `env` is added to our own environment.

    `graces` are the seconds to wait after closing stdin, and after SIGTERM.
    """

    command: tuple[str, ...]
    resolved: str
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    graces: tuple[float, float] = (1.0, 2.0)
    line_limit: int = LINE_LIMIT


class StdioTransport:
    """One child process. A second `open` is a mistake: a restart is a new transport."""

    kind: events.Transport = "stdio"

    def __init__(self, options: StdioOptions, journal: Journal, attempt: int = 1) -> None:
        self._options = options
        self._journal = journal
        self._attempt = attempt
        self._process: asyncio.subprocess.Process | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._closing = False
        self._gone = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """The child's process id, once it runs."""
        return self._process.pid if self._process else None

    async def open(self, spawn: Spawn) -> None:
        """Start the child. Raises ConnectError with the system's reason if that is not possible."""
        options = self._options
        environment = {**os.environ, **options.env}
        try:
            process = await asyncio.create_subprocess_exec(
                options.resolved,
                *options.command[1:],
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=environment,
                cwd=options.cwd,
                start_new_session=True,
                limit=_CHUNK,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self._opened(None, environment)
            self._journal.append(events.Closed(f"{options.command[0]} could not be started: {reason}"))
            raise ConnectError(
                f"{options.command[0]} could not be started.",
                why=f"{reason}: {options.resolved}" + (f", in {options.cwd}" if options.cwd else "") + ".",
                hint="Check the command, that it may be executed, and --cwd.",
            ) from None
        self._process = process
        self._opened(process.pid, environment)
        spawn(self._live(process))

    def _opened(self, pid: int | None, environment: Mapping[str, str]) -> None:
        options = self._options
        self._journal.append(
            events.Opened(
                "stdio",
                self._attempt,
                options.command,
                options.resolved,
                options.cwd or os.getcwd(),
                tuple(options.env),
                environment.get("PATH"),
                pid,
            )
        )

    async def send(self, raw: bytes, headers: Mapping[str, str], *, op: int | None = None) -> None:
        """Write one line. The record stands before the bytes go, so nothing that crossed can be missing."""
        process = self._process
        if process is None or process.stdin is None or self._closing or self._gone.is_set():
            raise ConnectError("The server is gone.", why="Its process has ended.", hint="Restart it.")
        self._journal.append(events.Sent(raw, op=op))
        try:
            process.stdin.write(raw + b"\n")
            if process.stdin.transport.get_write_buffer_size() > _CHUNK:
                await process.stdin.drain()
        except (ConnectionError, RuntimeError):
            pass  # the end of the process says why, in a record of its own

    def settle(self, era: Era, version: str) -> None:
        """Nothing on stdio depends on what was negotiated."""

    async def listen(self) -> None:
        """Everything comes on one stream."""

    async def abandon(self, http: int) -> None:
        """There is no stream of one request on stdio; cancelling is a message."""

    async def close(self) -> None:
        """Close stdin, wait, SIGTERM, wait, SIGKILL; always the whole group. Returns when the child is gone."""
        process = self._process
        if process is None:
            return
        first = not self._closing
        self._closing = True
        try:
            if process.stdin is not None and first:
                process.stdin.close()
            for grace, next_signal in zip(self._options.graces, (signal.SIGTERM, signal.SIGKILL), strict=True):
                if await self._ended_within(grace):
                    break
                self._signal(next_signal)
            await self._ended_within(5.0)
        finally:
            self._signal(signal.SIGKILL)  # what the child left behind in its group

    async def _ended_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._gone.wait()
        except TimeoutError:
            return False
        return True

    def kill(self) -> None:
        """SIGKILL to the group at once: for an end in which nothing can be awaited any more."""
        self._closing = True
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            try:
                os.killpg(self._process.pid, number)
            except (ProcessLookupError, PermissionError):
                pass

    async def _live(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None and process.stderr is not None
        try:
            async with asyncio.TaskGroup() as readers:
                out = readers.create_task(self._read_stdout(process.stdout))
                err = readers.create_task(self._read_stderr(process.stderr))
                exit_ = readers.create_task(process.wait())
                await asyncio.wait((out, exit_), return_when=asyncio.FIRST_COMPLETED)
                if not exit_.done() and not (await asyncio.wait((exit_,), timeout=1.0))[0] and not self._closing:
                    self._journal.append(events.Closed("the server closed its stdout, though it still runs"))
                code = await exit_
                # A grandchild may hold the pipes open for ever; the child's own words are in them by now.
                try:
                    async with asyncio.timeout(0.5):
                        await asyncio.wait((out, err))
                except TimeoutError:
                    pass
                out.cancel()
                err.cancel()
            self._journal.append(
                events.Exited(code if code >= 0 else None, -code if code < 0 else None, asked=self._closing)
            )
            self._journal.append(events.Closed(_how(code), asked=self._closing))
        finally:
            self._signal(signal.SIGKILL)
            self._gone.set()
            if process.stdin is not None:
                process.stdin.close()

    async def _read_stdout(self, stream: asyncio.StreamReader) -> None:
        lines = Lines(self._options.line_limit)
        append = self._journal.append
        try:
            while chunk := await stream.read(_CHUNK):
                for line in lines.feed(chunk):
                    if line.strip():
                        append(events.Received(line))
                for size in lines.take_dropped():
                    self._dropped(size)
        finally:
            rest = lines.rest()
            if rest.strip():
                append(events.Received(rest, ended=False))

    def _dropped(self, size: int) -> None:
        self._journal.append(
            events.Decision(
                "protocol",
                "read a line",
                "dropped",
                f"A line on stdout grew over {self._options.line_limit:,} bytes; its {size:,} bytes are left out.",
            )
        )

    async def _read_stderr(self, stream: asyncio.StreamReader) -> None:
        pending = b""
        while chunk := await stream.read(_CHUNK):
            *lines, pending = (pending + chunk).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
            if len(pending) > _STDERR_LINE:
                lines, pending = [*lines, pending], b""
            for line in lines:
                self._journal.append(events.Stderr(line))
        if pending:
            self._journal.append(events.Stderr(pending))


def _how(code: int) -> str:
    if code >= 0:
        return f"the server exited with code {code}"
    try:
        name = f", {signal.Signals(-code).name}"
    except ValueError:
        name = ""
    return f"the server exited with signal {-code}{name}"


class Lines:
    """Splits a byte stream at LF; linear in its length, whatever the chunks are."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pieces: list[bytes] = []
        self._size = 0
        self._skipping = 0
        self._dropped: list[int] = []

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that `chunk` completes, without their LF (a CR before it stays)."""
        head, *rest = chunk.split(b"\n")
        if not rest:
            self._keep(head)
            return []
        self._keep(head)
        done = [*self._take(), *rest[:-1]]
        self._keep(rest[-1])
        return done

    def _keep(self, piece: bytes) -> None:
        if self._skipping:
            self._skipping += len(piece)
        elif self._size + len(piece) > self._limit:
            self._skipping = self._size + len(piece)
            self._pieces, self._size = [], 0
        elif piece:
            self._pieces.append(piece)
            self._size += len(piece)

    def _take(self) -> list[bytes]:
        if self._skipping:
            self._dropped.append(self._skipping)
            self._skipping = 0
            return []
        line = b"".join(self._pieces)
        self._pieces, self._size = [], 0
        return [line]

    def take_dropped(self) -> list[int]:
        """The sizes of the lines that were over the limit, since last asked."""
        dropped, self._dropped = self._dropped, []
        return dropped

    def rest(self) -> bytes:
        """What came after the last LF."""
        return b"".join(self._pieces)
