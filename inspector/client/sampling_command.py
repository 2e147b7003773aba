"""A command of the person's own that prepares an answer to sampling: the params on stdin, the result on stdout.

It is run without a shell, in a process group of its own, and is killed with all that it started when its time is over
or nobody wants its answer any more. What it prepares is an answer like any other: whoever runs it decides whether it
is sent.
"""

import asyncio
import os
import shlex
import signal
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
_CHUNK: Final = 1 << 16


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
        try:
            process = await asyncio.create_subprocess_exec(
                *self.words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CommandFailed("The sampling command could not be started.", why=f"{reason}.") from None
        try:
            async with asyncio.timeout(self.time):
                async with asyncio.TaskGroup() as group:
                    group.create_task(_write(process, dumps(params).encode("utf-8", "surrogatepass")))
                    out = group.create_task(_read(process.stdout, _MOST))
                    err = group.create_task(_read_tail(process.stderr))
                code = await process.wait()
        except TimeoutError:
            raise CommandFailed(f"The sampling command took longer than {self.time:g} s, and was ended.") from None
        finally:
            await asyncio.shield(_end(process))
        if code:
            raise CommandFailed(f"The sampling command {_ended(code)}.", why=_last(err.result()))
        return _result(out.result(), err.result())


async def _write(process: asyncio.subprocess.Process, data: bytes) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(data)
        await process.stdin.drain()
    except (BrokenPipeError, ConnectionResetError):
        pass  # it does not want to know: what it says counts
    finally:
        process.stdin.close()


async def _read(stream: asyncio.StreamReader | None, most: int) -> bytes:
    """All of it; what is beyond `most` is read and dropped, and one byte more than that tells so."""
    assert stream is not None
    data = bytearray()
    while chunk := await stream.read(_CHUNK):
        data += chunk[: most + 1 - len(data)]
    return bytes(data)


async def _read_tail(stream: asyncio.StreamReader | None) -> bytes:
    assert stream is not None
    data = b""
    while chunk := await stream.read(_CHUNK):
        data = (data + chunk)[-_CHUNK:]
    return data


async def _end(process: asyncio.subprocess.Process) -> None:
    """Nothing that it started stays, whether it has ended by itself or not."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    await process.wait()


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
