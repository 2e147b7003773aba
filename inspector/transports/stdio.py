"""stdio: a child process whose stdout is lines of messages and whose stderr is lines of text.

What it writes goes into the journal line by line (`child`). It gets a process group of its own, so that what it started
goes when it goes. Shutdown is in stages: stdin is closed, then SIGTERM, then SIGKILL, to the whole group.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.errors import ConnectError
from inspector.journal import Log
from inspector.protocol.interference import Outward
from inspector.transports import Spawn
from inspector.transports.child import LINE_LIMIT, Child, in_pipe
from inspector.wire import events
from inspector.wire.parcel import Parcel
from inspector.wire.versions import Era

_REAPING: Final = 2.0
"""Seconds for the system to tell the end of a child that was killed; one that hangs in a system call may outlast it."""


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


def opened(options: StdioOptions, environment: Mapping[str, str], attempt: int, pid: int | None) -> events.Opened:
    """The record of a start: `environment` is the child's, `pid` None where it did not come to one."""
    return events.Opened(
        "stdio",
        attempt,
        options.command,
        options.resolved,
        options.cwd or os.getcwd(),
        tuple(options.env),
        environment.get("PATH"),
        pid,
    )


class StdioTransport:
    """One child process. A second `open` is a mistake: a restart is a new transport."""

    kind: events.Transport = "stdio"

    def __init__(self, options: StdioOptions, journal: Log, attempt: int = 1) -> None:
        self._options = options
        self._journal = journal
        self._attempt = attempt
        self._process: asyncio.SubprocessTransport | None = None
        self._stdin: asyncio.WriteTransport | None = None
        self._child = Child(journal, options.line_limit)
        self._closing = False
        self._line_open = False  # the person sent a line without its end
        self._gone = asyncio.Event()
        self.outward: Outward | None = None

    @property
    def pid(self) -> int | None:
        """The child's process id, once it runs."""
        return self._process.get_pid() if self._process else None

    async def open(self, spawn: Spawn) -> None:
        """Start the child. Raises ConnectError with the system's reason if that is not possible."""
        options = self._options
        environment = {**os.environ, **options.env}
        try:
            process = await self._start(environment)
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
        pipe = process.get_pipe_transport(0)
        self._stdin = pipe if isinstance(pipe, asyncio.WriteTransport) else None
        self._opened(process.get_pid(), environment)
        self._child.stdout.listen()
        self._child.stderr.listen()
        spawn(self._live(process))

    async def _start(self, environment: Mapping[str, str]) -> asyncio.SubprocessTransport:
        options, child = self._options, self._child
        theirs: list[int] = []
        try:
            theirs.append(child.stdout.open())
            theirs.append(child.stderr.open())
            process, _ = await asyncio.get_running_loop().subprocess_exec(
                lambda: child,
                options.resolved,
                *options.command[1:],
                stdin=subprocess.PIPE,
                stdout=theirs[0],
                stderr=theirs[1],
                env=environment,
                cwd=options.cwd,
                start_new_session=True,
            )
        except asyncio.CancelledError:
            child.finish()
            await _reaped(child.exited)  # it is killed by now, but whoever cancels twice does not wait for its end
            raise
        except BaseException:
            child.finish()
            raise
        finally:
            for end in theirs:
                os.close(end)
        return process

    def _opened(self, pid: int | None, environment: Mapping[str, str]) -> None:
        self._journal.append(opened(self._options, environment, self._attempt, pid))

    async def send(self, raw: bytes, headers: Mapping[str, str], *, op: int | None = None) -> None:
        """Write one line. The record stands before the bytes go, so nothing that crossed can be missing.

        Waits while the pipe is full: a server that does not read its stdin is waited for, as long as the caller does.
        """
        stdin = self._open_stdin()
        self._child.mention_rest()
        begin = self._end_open_line()
        seq = self._journal.append(events.Sent(raw, op=op)).seq
        await self._carry(stdin, begin, raw, b"\n", seq)

    def headers_of(self, mirrored: Mapping[str, str]) -> events.Headers:
        """There are none."""
        return ()

    async def put(self, parcel: Parcel, *, op: int | None = None) -> None:
        """Write exactly these bytes. A line that is left open goes on with the next `put`; `send` ends it first."""
        stdin = self._open_stdin()
        self._child.mention_rest()
        lines = [(raw, end, self._journal.append(events.Sent(raw, op=op, end=end)).seq) for raw, end in parcel.lines]
        if lines:
            self._line_open = not lines[-1][1]
        if self.outward is None:
            await self._write(stdin, parcel.raw + parcel.end)
            return
        for line in lines:
            await self._carry(stdin, b"", *line)

    async def _carry(self, stdin: asyncio.WriteTransport, before: bytes, raw: bytes, end: bytes, seq: int) -> None:
        """Write one line, or what becomes of it."""
        waiting = self.outward(raw, seq, None) if self.outward is not None else None
        if waiting is None:
            await self._write(stdin, before + raw + end)
            return
        outcome = await waiting
        if self._gone.is_set() or self._closing:
            return
        if outcome.end == "cut":
            await self._write(stdin, before + b"".join(outcome.forms))
            self.sever()
        elif outcome.forms:
            await self._write(stdin, before + b"".join(form + end for form in outcome.forms))
        if outcome.stead is not None:
            self._journal.append(events.Received(outcome.stead.raw))
            self._journal.flush()

    def _open_stdin(self) -> asyncio.WriteTransport:
        stdin = self._stdin
        if stdin is None or self._closing or self._gone.is_set():
            raise ConnectError("The server is gone.", why="Its process has ended.", hint="Restart it.")
        return stdin

    def _end_open_line(self) -> bytes:
        """What must go first, so that a message of our own is no part of a line that the person left open."""
        if not self._line_open:
            return b""
        self._line_open = False
        because = "A message of our own would be read as the rest of the line that was left open."
        self._journal.append(
            events.Decision("send", "a message after an open line", "the line is ended first", because)
        )
        self._journal.append(events.Sent(b""))
        return b"\n"

    async def _write(self, stdin: asyncio.WriteTransport, data: bytes) -> None:
        self._journal.flush()  # the pipe takes the bytes at once, and the recording must not know less than the server
        stdin.write(data)  # a pipe that has just broken is silent: the end of the process says why
        if not self._child.writable.is_set():
            await self._child.writable.wait()

    def unread(self) -> bool:
        """Whether something of ours is still in the pipe: a package runner that fetches the server reads nothing."""
        stdin = self._stdin
        if stdin is None or self._gone.is_set():
            return False
        return stdin.get_write_buffer_size() > 0 or in_pipe(stdin.get_extra_info("pipe")) > 0

    def settle(self, era: Era, version: str) -> None:
        """Nothing on stdio depends on what was negotiated."""

    async def listen(self) -> None:
        """Everything comes on one stream."""

    def untaken(self, http: int) -> bool:
        """Nothing is refused on stdio."""
        return False

    async def abandon(self, http: int) -> None:
        """There is no stream of one request on stdio; cancelling is a message."""

    def sever(self) -> None:
        """Kill the child and all of its group, as something else on this machine might have."""
        self._signal(signal.SIGKILL)

    async def close(self) -> None:
        """Close stdin, wait, SIGTERM, wait, SIGKILL; always the whole group. Returns when the child is gone."""
        if self._process is None:
            return
        first = not self._closing
        self._closing = True
        try:
            if self._stdin is not None and first:
                self._stdin.close()
            for grace, next_signal in zip(self._options.graces, (signal.SIGTERM, signal.SIGKILL), strict=True):
                if await _within(grace, self._gone):
                    break
                self._signal(next_signal)
            await _within(5.0, self._gone)
        finally:
            self._signal(signal.SIGKILL)  # what the child left behind in its group

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            try:
                os.killpg(self._process.get_pid(), number)
            except (ProcessLookupError, PermissionError):
                pass

    async def _live(self, process: asyncio.SubprocessTransport) -> None:
        child = self._child
        try:
            async with asyncio.TaskGroup() as waiting:
                out = waiting.create_task(child.stdout.ended.wait())
                exited = waiting.create_task(child.exited.wait())
                await asyncio.wait((out, exited), return_when=asyncio.FIRST_COMPLETED)
                if not exited.done() and not await _within(1.0, child.exited) and not self._closing:
                    self._journal.append(events.Closed("the server closed its stdout, though it still runs"))
                await exited
                out.cancel()
            # A grandchild may hold the pipes open for ever; the child's own words are in them by now.
            await _within(0.5, child.stdout.ended, child.stderr.ended)
            child.finish()
            code = process.get_returncode() or 0
            self._journal.append(
                events.Exited(code if code >= 0 else None, -code if code < 0 else None, asked=self._closing)
            )
            self._journal.append(events.Closed(how_it_ended(code), asked=self._closing))
        except asyncio.CancelledError:
            if not self._journal.sealed:
                self._journal.append(events.Closed("the client went down and killed the server", asked=True))
            raise
        finally:
            self._signal(signal.SIGKILL)
            child.finish()
            try:
                await _reaped(child.exited)
            finally:
                process.close()
                self._gone.set()


async def _reaped(exited: asyncio.Event) -> None:
    """Wait for a killed child's end, whatever is cancelled meanwhile: its watcher must find the loop still open."""
    deadline = asyncio.get_running_loop().time() + _REAPING
    cancelled: asyncio.CancelledError | None = None
    while not exited.is_set():
        try:
            async with asyncio.timeout_at(deadline):
                await exited.wait()
        except TimeoutError:
            break
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


async def _within(seconds: float, *happened: asyncio.Event) -> bool:
    """Wait so long at most for all of these."""
    try:
        async with asyncio.timeout(seconds):
            for one in happened:
                await one.wait()
    except TimeoutError:
        return False
    return True


def how_it_ended(code: int) -> str:
    """The end of a server's process in a few words; `code` is negative for a signal."""
    if code >= 0:
        return f"the server exited with code {code}"
    try:
        name = f", {signal.Signals(-code).name}"
    except ValueError:
        name = ""
    return f"the server exited with signal {-code}{name}"
