"""`inspector tap`: a recording beside a client and a server that know nothing of it.

stdout is the client's alone. What is said is said on stderr: one line with the path of the recording, on HTTP one with
the address to give the client, and faults.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable

from inspector.config.target import StdioTarget, Target
from inspector.errors import ConnectError
from inspector.headless.output import Output
from inspector.journal import Journal
from inspector.recording.beside import Beside
from inspector.recording.plan import Plan, recorder_of
from inspector.serving.tap.seam import Interference
from inspector.serving.tap.stdio import Ends, StdioTap
from inspector.transports.stdio import StdioOptions
from inspector.wire import events
from inspector.wire.text import visible

Disturb = Callable[[Journal], Interference | None]
"""Makes who considers each message; None: all of them pass."""


def _nobody(journal: Journal) -> None:
    """Nobody interferes."""


def tap_stdio(target: StdioTarget, plan: Plan, output: Output, disturb: Disturb = _nobody) -> int:
    """Stand in the place of this server, on our own stdin, stdout and stderr. Returns its exit status."""
    found = target.resolve()
    if found.reason != "found" or found.path is None:
        raise ConnectError(found.message, why=found.why, hint=found.hint)
    options = StdioOptions(target.command, found.path, target.env, target.cwd)
    ends = _ends()

    async def stand(journal: Journal) -> int:
        return await StdioTap(options, journal, ends, disturb(journal)).run()

    because = f"A client started us in place of the server; it is process {os.getppid()}."
    return _recorded(target, plan, output, stand, "stand between on stdio", because)


def _ends() -> Ends:
    """Our stdin, stdout and stderr under other numbers: whoever prints here by mistake must not reach the client."""
    ends = []
    for descriptor in (0, 1, 2):
        try:
            ends.append(os.dup(descriptor))
        except OSError:  # it was closed before we began
            ends.append(os.open(os.devnull, os.O_RDWR))
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(null, descriptor)
    os.close(null)
    return Ends(*ends)


def _recorded(
    target: Target,
    plan: Plan,
    output: Output,
    stand: Callable[[Journal], Awaitable[int]],
    action: str,
    because: str,
) -> int:
    journal = Journal()
    recorder = recorder_of(plan, target, output.complain, marks={"tap": True})
    beside = None
    if recorder is not None:
        beside = Beside(recorder)
        journal.add_sink(beside)
        if recorder.places is not None:
            journal.keep_in(recorder.places)
        if not recorder.problem:
            output.note(f"inspector: recording to {visible(str(recorder.path))}")
    journal.append(events.Decision("tap", action, "everything passes as it comes, and is recorded", because))

    async def run() -> int:
        return await stand(journal)

    try:
        return asyncio.run(run())
    finally:
        journal.seal()
        if beside is not None:
            beside.close()
