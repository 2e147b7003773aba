"""A command of the person's own that prepares an answer to sampling: the params on stdin, the result on stdout.

It is run without a shell, in a process group of its own, and is killed with all that it started when its time is over
or nobody wants its answer any more. What it prepares is an answer like any other: whoever runs it decides whether it
is sent.
"""

import asyncio
import os
import shlex
import signal
import subprocess
from dataclasses import dataclass
from typing import Final

from inspector.config.executable import resolve_executable
from inspector.errors import InspectorError, UsageError
from inspector.wire.json import Json, NotJson, dumps, parse
from inspector.wire.text import visible, visible_bytes

TIME: Final = 120.0
"""Seconds for one answer, unless it is said otherwise."""

_MOST: Final = 64 * 1024 * 1024
_TAIL: Final = 5
_REAPING: Final = 2.0
_KEPT: Final = 1 << 16


class CommandFailed(InspectorError):
    """The person's command prepared no answer; `why` has the end of what it wrote to stderr."""

    kind = "command"


@dataclass(frozen=True, slots=True)
class SamplingCommand:
    """The command's words, and the seconds that it may take."""

    words: tuple[str, ...]
    time: float = TIME

    @classmethod
    def of(cls, line: str, time: float = TIME) -> "SamplingCommand":
        """The command of one line, by the rules of a POSIX shell and without one. Raises UsageError."""
        try:
            words = tuple(shlex.split(line))
        except ValueError as error:
            raise UsageError("The sampling command cannot be read.", why=f"{error}.") from None
        if not words:
            raise UsageError("The sampling command is empty.", hint="Name a program and its arguments.")
        resolution = resolve_executable(words[0], os.environ, None)
        if resolution.path is None:
            raise UsageError(f"The sampling command cannot be run: {resolution.message}")
        return cls(words, time)

    async def prepare(self, params: Json) -> dict[str, Json]:
        """The result that it prepares for a `sampling/createMessage` with these params. Raises CommandFailed."""
        given = dumps(params).encode("utf-8", "surrogatepass")
        try:
            transport, running = await asyncio.get_running_loop().subprocess_exec(
                _Running,
                *self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CommandFailed("The sampling command could not be started.", why=f"{reason}.") from None
        try:
            running.tell(given)
            async with asyncio.timeout(self.time):
                await running.over.wait()
        except TimeoutError:
            raise CommandFailed(f"The sampling command took longer than {self.time:g} s, and was ended.") from None
        finally:
            running.end()
            transport.close()
            await asyncio.shield(running.gone())
        code = transport.get_returncode()
        if code:
            raise CommandFailed(f"The sampling command {_ended(code)}.", why=_last(running.err))
        return _result(bytes(running.out), running.err)


class _Running(asyncio.SubprocessProtocol):
    """The command while it runs. `over` once it has ended and all that it wrote is here."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.err = b""
        self.over = asyncio.Event()
        self._process: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._process = transport

    def tell(self, data: bytes) -> None:
        """Write this to its stdin, and close that. One that does not want to know is not held to it."""
        pipe = self._process.get_pipe_transport(0) if self._process is not None else None
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.write(data)
            pipe.close()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It has written. What is beyond the limit is dropped, but for one byte that tells so."""
        if fd == 1:
            self.out += data[: _MOST + 1 - len(self.out)]
        else:
            self.err = (self.err + data)[-_KEPT:]

    def process_exited(self) -> None:
        """What it started and left behind would hold its pipes open."""
        self._kill()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended, and its pipes are closed."""
        self.over.set()

    def end(self) -> None:
        """Kill it with all that it started, unless it has ended."""
        if self._process is not None and self._process.get_returncode() is None:
            self._kill()

    async def gone(self) -> None:
        """Wait, for a while, until the system has told of its end: what hangs in a system call outlasts a kill."""
        try:
            async with asyncio.timeout(_REAPING):
                await self.over.wait()
        except TimeoutError:
            pass

    def _kill(self) -> None:
        assert self._process is not None
        try:
            os.killpg(self._process.get_pid(), signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # nothing of it is left


def _ended(code: int) -> str:
    return f"exited with code {code}" if code > 0 else f"was ended by signal {-code}"


def _last(stderr: bytes) -> str:
    lines = [line for line in stderr.splitlines() if line.strip()][-_TAIL:]
    if not lines:
        return "It wrote nothing to stderr."
    return f"Last on stderr: {' / '.join(visible_bytes(line)[:300] for line in lines)}"


def _result(stdout: bytes, stderr: bytes) -> dict[str, Json]:
    if len(stdout) > _MOST:
        raise CommandFailed("The sampling command wrote too much.", why=f"{_MOST:,} bytes are the most.")
    try:
        found = parse(stdout.decode("utf-8"))
    except UnicodeDecodeError as error:
        why = f"It is not UTF-8, at byte {error.start:,}. {_last(stderr)}"
        raise CommandFailed("What the sampling command wrote is not JSON.", why=why) from None
    except NotJson as error:
        why = f"{visible(error.reason)}, character {error.position + 1}. {_last(stderr)}"
        raise CommandFailed("What the sampling command wrote is not JSON.", why=why) from None
    if not isinstance(found, dict):
        raise CommandFailed("What the sampling command wrote is no JSON object.", why=_last(stderr))
    return found
