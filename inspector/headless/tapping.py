"""`inspector tap`: a recording beside a client and a server that know nothing of it.

stdout is the client's alone. What is said is said on stderr: one line with the path of the recording, on HTTP one with
the address to give the client, and faults.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence

from inspector.config.faults import FaultRule
from inspector.config.places import places
from inspector.config.target import HttpTarget, StdioTarget, Target
from inspector.errors import ConnectError
from inspector.headless.output import Output
from inspector.journal import Journal
from inspector.recording.beside import Beside
from inspector.recording.plan import Plan, recorder_of
from inspector.secrets import mask_url
from inspector.serving.tap.door import door
from inspector.serving.tap.interfering import Interfering
from inspector.serving.tap.stdio import Ends, StdioTap
from inspector.serving.tap.upstream import Upstream
from inspector.serving.tap.web import WebTap
from inspector.serving.web import bind
from inspector.transports.http_options import HttpOptions
from inspector.transports.stdio import StdioOptions
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.text import visible


def tap_stdio(target: StdioTarget, plan: Plan, output: Output, rules: Sequence[FaultRule] = ()) -> int:
    """Stand in the place of this server, on our own stdin, stdout and stderr. Returns its exit status.

    `rules` are those of interference. Raises UsageError for one that cannot be read.
    """
    found, ends = target.resolve(), _ends()

    async def stand(journal: Journal, interference: Interfering) -> int:
        if found.reason != "found" or found.path is None:
            journal.append(events.Opened("stdio", 1, target.command, None, target.cwd, tuple(target.env)))
            journal.append(events.Closed(f"{found.message} {found.why}".strip()))
            raise ConnectError(found.message, why=found.why, hint=found.hint)
        options = StdioOptions(target.command, found.path, target.env, target.cwd)
        return await StdioTap(options, journal, ends, interference).run()

    because = f"A client started us in place of the server; it is process {os.getppid()}."
    return _recorded(target, plan, output, rules, stand, "stand between on stdio", because)


def tap_web(
    target: HttpTarget,
    plan: Plan,
    output: Output,
    where: tuple[str, int],
    rules: Sequence[FaultRule] = (),
    *,
    insecure: bool = False,
    rewrite_endpoint: bool = False,
    plain: bool = False,
) -> int:
    """Stand before this server at an address (host and port, 0 for a free one) until a signal comes.

    Returns 130 for Ctrl+C, else 0. Raises UsageError for an address that cannot be taken, or a rule that is none.
    """
    upstream = Upstream(HttpOptions(target.url, insecure=insecure, ca=target.ca, cert=target.cert, key=target.key))
    listening = bind(*where)
    host, port = listening.getsockname()[:2]
    ours = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    if insecure:
        output.note("Warning: certificates are not checked (--insecure).")
    if target.headers:
        output.note(f"{', '.join(visible(name) for name, _ in target.headers)}: headers are the client's to send.")
    output.note(f"inspector: listening on {ours}{visible(upstream.path)} for {visible(mask_url(target.url))}")

    async def stand(journal: Journal, interference: Interfering) -> int:
        tap = WebTap(
            upstream, journal, listening, output.note, interference, rewrite_endpoint=rewrite_endpoint, plain=plain
        )
        return await tap.run()

    because = f"A client is given {ours} in place of {upstream.origin}; Host is set to the server's, all else passes."
    return _recorded(target, plan, output, rules, stand, "stand between on HTTP", because)


class _Forgotten:
    """A store for records that nobody here asks for again: what is old leaves the memory of a tap."""

    def holds(self, seq: int) -> bool:
        """All of them."""
        return True

    def read(self, first: int, last: int) -> Iterator[Record]:
        """None of them."""
        return iter(())

    def saying(self, words: Sequence[bytes], first: int, last: int, *, heads: bool) -> Iterator[int]:
        """Any of them."""
        return iter(range(first, last + 1))


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
    rules: Sequence[FaultRule],
    stand: Callable[[Journal, Interfering], Awaitable[int]],
    action: str,
    because: str,
) -> int:
    # Passing comes before the thread that records: it is to give way at once, not after five milliseconds.
    sys.setswitchinterval(0.0001)
    journal = Journal()
    interfering = Interfering(rules, journal)
    journal.keep_in(_Forgotten())
    recorder = recorder_of(plan, target, output.complain, marks={"tap": True})
    beside = socket = None
    if recorder is not None:
        beside = Beside(recorder)
        journal.add_sink(beside)
        if not recorder.problem:
            output.recording = str(recorder.path)
            socket = places().tap_socket(recorder.path)
            output.note(f"inspector: recording to {visible(str(recorder.path))}")
    journal.append(events.Decision("tap", action, "everything passes as it comes, and is recorded", because))

    async def run() -> int:
        if socket is None:  # nobody can attach to what is not recorded
            return await stand(journal, interfering)
        async with door(socket, interfering, journal):
            return await stand(journal, interfering)

    try:
        return asyncio.run(run())
    finally:
        journal.seal()
        if beside is not None:
            beside.close()
