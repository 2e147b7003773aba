"""The tap on stdio: the client has started us in place of the server, and we start the server.

    client ──stdin──▶ lane ──▶ stdin of the server          stderr of the server ──▶ our stderr, and a record a line
    client ◀─stdout── lane ◀── stdout of the server

It outlives neither side. The server ends: what it wrote is passed to its last byte, and we end with its exit status.
The client closes our stdin: the server's is closed; it may finish what it is at, and is then ended as MCP's shutdown
has it (`2026-07-28 basic/transports/stdio#shutdown`). A pipe that one side closes is closed on the other side too.
Signals that ask us to end go to the server, which ends or does not, as it would without us.
"""

import asyncio
import os
import signal
import subprocess
from dataclasses import dataclass
from typing import Final

from inspector.errors import ConnectError
from inspector.journal import Journal
from inspector.serving.tap.errors_lane import ErrorsLane
from inspector.serving.tap.lines import ConsideredLane, Lane
from inspector.serving.tap.seam import Interference
from inspector.transports.stdio import StdioOptions, how_it_ended, opened
from inspector.wire import events

_FORWARDED: Final = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGUSR1,
    signal.SIGUSR2,
)

_PATIENCE: Final = 10.0
"""Seconds for which a server whose stdin is closed may say nothing, while somebody still reads what it says."""

_GONE: Final = 2.0
"""The same where nobody does."""

_TERMINATED: Final = 1.5
"""Seconds between SIGTERM and SIGKILL: clients wait two before they kill us, and then nobody is left to do it."""

_DRAIN: Final = 0.5
"""Seconds for what stands in the pipes of a dead server; something that it started may hold them open for ever."""

_TURN: Final = 0.1  # seconds between looks at a server that is to end


@dataclass(frozen=True, slots=True)
class Ends:
    """The client's ends: descriptors that are the tap's to close."""

    stdin: int
    stdout: int
    stderr: int


class _Process(asyncio.SubprocessProtocol):
    def __init__(self) -> None:
        self.exited = asyncio.Event()

    def process_exited(self) -> None:
        self.exited.set()


class StdioTap:
    """One run of a server behind a tap. `interference`: see `seam`."""

    def __init__(
        self, options: StdioOptions, journal: Journal, ends: Ends, interference: Interference | None = None
    ) -> None:
        self._options = options
        self._journal = journal
        self._ends = ends
        self._interference = interference
        self._protocol = _Process()
        self._onward_over = asyncio.Event()
        self._back_over = asyncio.Event()
        self._errors_over = asyncio.Event()
        self._hurry = asyncio.Event()
        self._lanes: tuple[Lane, Lane] | None = None
        self._asked = False
        self._terminated: float | None = None

    async def run(self) -> int:
        """Stand between until the server has ended; its exit status, or 128 and the number of the signal that ended it.

        Raises ConnectError if the server cannot be started.
        """
        loop = asyncio.get_running_loop()
        process, pipes = await self._start()
        for number in _FORWARDED:
            loop.add_signal_handler(number, self._forward, process, number)
        try:
            async with asyncio.TaskGroup() as group:
                onward, back, errors = self._open(pipes)
                serving = [
                    group.create_task(lane.serve()) for lane in (onward, back) if isinstance(lane, ConsideredLane)
                ]
                for one in (onward, back, errors):
                    one.start()
                retiring = group.create_task(self._retire(process, onward, back))
                await self._protocol.exited.wait()
                retiring.cancel()
                await self._drain(back, errors)
                for task in serving:
                    task.cancel()
        finally:
            for number in _FORWARDED:
                loop.remove_signal_handler(number)
            if not self._protocol.exited.is_set():  # we are cancelled, or broken: nobody else would end it
                self._signal(process, signal.SIGKILL)
            process.close()
            self._onward_ended()
        return self._ended(process.get_returncode() or 0)

    # ── start and end ────────────────────────────────────────────────────────────────────────────────────────────────

    async def _start(self) -> tuple[asyncio.SubprocessTransport, Ends]:
        options, loop = self._options, asyncio.get_running_loop()
        environment = {**os.environ, **options.env}
        stdin, stdout, stderr = os.pipe(), os.pipe(), os.pipe()
        theirs, ours = (stdin[0], stdout[1], stderr[1]), Ends(stdin[1], stdout[0], stderr[0])
        try:
            process, _ = await loop.subprocess_exec(
                lambda: self._protocol,
                options.resolved,
                *options.command[1:],
                stdin=theirs[0],
                stdout=theirs[1],
                stderr=theirs[2],
                env=environment,
                cwd=options.cwd,
                start_new_session=True,
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            for descriptor in (ours.stdin, ours.stdout, ours.stderr):
                os.close(descriptor)
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            self._journal.append(opened(options, environment, 1, None))
            self._journal.append(events.Closed(f"{options.command[0]} could not be started: {reason}"))
            raise ConnectError(
                f"{options.command[0]} could not be started.",
                why=f"{reason}: {options.resolved}" + (f", in {options.cwd}" if options.cwd else "") + ".",
                hint="Check the command, that it may be executed, and --cwd.",
            ) from None
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        self._journal.append(opened(options, environment, 1, process.get_pid()))
        return process, ours

    def _open(self, pipes: Ends) -> tuple[Lane, Lane, ErrorsLane]:
        journal, ends, limit = self._journal, self._ends, self._options.line_limit
        errors = ErrorsLane(journal, pipes.stderr, ends.stderr, self._errors_over.set)
        there: Lane
        here: Lane
        if self._interference is None:
            there = Lane(journal, "server", ends.stdin, pipes.stdin, self._onward_ended, limit=limit)
            here = Lane(journal, "client", pipes.stdout, ends.stdout, self._back_ended, limit=limit)
        else:
            by = self._interference
            there = ConsideredLane(
                journal, "server", ends.stdin, pipes.stdin, self._onward_ended, by, self._cut, limit=limit
            )
            here = ConsideredLane(
                journal, "client", pipes.stdout, ends.stdout, self._back_ended, by, self._cut, limit=limit
            )
            there.join(here)
            here.join(there)
        self._lanes = (there, here)
        return there, here, errors

    def _onward_ended(self) -> None:
        """The client will say nothing more, or the server read nothing more: let the other one see it."""
        if self._lanes is not None:
            self._lanes[0].close()
            self._asked = self._asked or self._lanes[0].ended.is_set()  # closing its stdin asks a server to end
        self._onward_over.set()

    def _back_ended(self) -> None:
        if self._lanes is not None:
            self._lanes[1].close()
        self._back_over.set()

    def _cut(self) -> None:
        self._onward_ended()
        self._back_ended()

    async def _retire(self, process: asyncio.SubprocessTransport, onward: Lane, back: Lane) -> None:
        """Once the client has gone, or has closed our stdin: let the server end, and see that it does."""
        loop = asyncio.get_running_loop()
        await _first(onward.ended, self._onward_over)
        await (_first(self._onward_over, self._back_over) if onward.ended.is_set() else self._back_over.wait())
        began = loop.time()
        while self._terminated is None:
            quiet = loop.time() - max(began, back.last)
            if not back.outlet.full and quiet > (_GONE if back.outlet.closed else _PATIENCE):
                self._say("close the server's stdin, and wait", "SIGTERM", "It has said nothing since and still runs.")
                self._asked = True
                self._terminated = loop.time()
                self._signal(process, signal.SIGTERM)
            await asyncio.sleep(_TURN)
        await asyncio.sleep(max(began, self._terminated) + _TERMINATED - loop.time())
        self._say("send SIGTERM, and wait", "SIGKILL", "It still runs, and its client has left it.")
        self._asked = True
        self._signal(process, signal.SIGKILL)

    def _say(self, action: str, verdict: str, because: str) -> None:
        clause = "2026-07-28 basic/transports/stdio#shutdown"
        self._journal.append(events.Decision("tap", action, verdict, because, clause=clause))

    def _forward(self, process: asyncio.SubprocessTransport, number: signal.Signals) -> None:
        if self._protocol.exited.is_set():
            self._hurry.set()
            return
        because = "Whoever signals the tap means the server in whose place it stands."
        self._journal.append(events.Decision("tap", f"receive {number.name}", "passed to the server", because))
        self._journal.flush()
        if number not in (signal.SIGUSR1, signal.SIGUSR2):
            self._asked = True
            self._terminated = asyncio.get_running_loop().time()
        self._signal(process, number)

    @staticmethod
    def _signal(process: asyncio.SubprocessTransport, number: signal.Signals) -> None:
        try:
            os.killpg(process.get_pid(), number)
        except (ProcessLookupError, PermissionError):
            pass

    async def _drain(self, back: Lane, errors: ErrorsLane) -> None:
        """The server is dead: pass what it still said, however slowly the client reads, unless we are to hurry."""
        loop = asyncio.get_running_loop()
        died = loop.time()
        while not (self._back_over.is_set() and self._errors_over.is_set()) and not self._hurry.is_set():
            if not back.outlet.full and loop.time() - max(died, back.last) > _DRAIN:
                back.finish()
                errors.finish()
                break
            await asyncio.sleep(_TURN / 10)
        for happened in (self._back_over, back.outlet.empty):
            await _first(happened, self._hurry)
        await _first(errors.outlet.empty, self._hurry, within=_DRAIN)
        for lane in (back, errors):
            lane.close()

    def _ended(self, code: int) -> int:
        journal = self._journal
        journal.append(events.Exited(code if code >= 0 else None, -code if code < 0 else None, asked=self._asked))
        journal.append(events.Closed(how_it_ended(code), asked=self._asked))
        return code if code >= 0 else 128 - code


async def _first(*happened: asyncio.Event, within: float | None = None) -> None:
    """Wait for the first of these."""
    tasks = []
    try:
        async with asyncio.timeout(within), asyncio.TaskGroup() as group:
            tasks = [group.create_task(one.wait()) for one in happened]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
    except TimeoutError:
        pass
