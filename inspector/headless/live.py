"""One live session of a command: the client, the recording, who answers, and how it all ends."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from inspector.analysis.handshake import TOPICS, Step
from inspector.analysis.rules import Findings, findings_json
from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import Target
from inspector.errors import InspectorError
from inspector.headless.asking import Asking
from inspector.headless.output import Output, findings_text
from inspector.journal import Journal
from inspector.protocol.negotiation import Agreed
from inspector.protocol.questions import Rule
from inspector.recording.plan import Plan, start
from inspector.recording.writing import Recorder
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.json import Json


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a command which connects was told."""

    target: Target
    options: Options
    recording: Plan
    rules: tuple[Rule, ...] = ()
    strict: bool = False
    insecure: bool = False


@dataclass(slots=True)
class Live:
    """What a command's body works with."""

    client: Client
    agreed: Agreed
    asking: Asking
    output: Output

    def findings(self) -> list[Json]:
        """What was found so far, in the shape of the contract."""
        return _found(self.client.journal)


def steps_json(records: Sequence[Record]) -> list[Json]:
    """The steps of every negotiation in a journal, as `probe` prints them."""
    return [
        Step(record.seq, record.event).as_json()
        for record in records
        if isinstance(record.event, events.Decision) and record.event.topic in TOPICS
    ]


async def _session(setup: Setup, output: Output, journal: Journal, body: Callable[[Live], Awaitable[int]]) -> int:
    asking = Asking(setup.rules)
    connector = TargetConnector(setup.target, connect_timeout=setup.options.connect_timeout, insecure=setup.insecure)
    async with Client(connector, setup.options, journal=journal, ask=asking) as client:
        agreed = await client.connect()
        return await body(Live(client, agreed, asking, output))


async def _with_signals(work: Awaitable[int]) -> int:
    """SIGTERM ends a command as Ctrl+C does: in order."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


def run_live(setup: Setup, output: Output, body: Callable[[Live], Awaitable[int]]) -> int:
    """Connect, carry out `body`, close; the exit code. Faults are said, never raised; Ctrl+C is 130."""
    journal = Journal()
    recorder: Recorder | None = None
    try:
        recorder = start(setup.recording, setup.target, journal, output.note)
        if recorder is not None and not recorder.problem:
            output.recording = str(recorder.path)
        try:
            code = asyncio.run(_with_signals(_session(setup, output, journal, body)))
        except* InspectorError as group:
            raise _first(group) from None
        if setup.strict and code == 0 and any(one["level"] == "error" for one in _findings(journal, output)):
            output.note("Findings of level error:\n" + findings_text(output.findings))
            return 1
        return code
    except InspectorError as error:
        output.steps = steps_json(journal.records)
        _findings(journal, output)
        _last_words(journal, output)
        output.fault(error)
        return error.exit_code
    except (KeyboardInterrupt, asyncio.CancelledError):
        output.note("Interrupted.")
        output.steps = steps_json(journal.records)
        output.error_object("interrupted", "Interrupted.", "", "", 130)
        return 130
    finally:
        journal.seal()
        if recorder is not None:
            recorder.close()


def _first(group: BaseExceptionGroup[InspectorError]) -> InspectorError:
    for error in group.exceptions:
        return _first(error) if isinstance(error, BaseExceptionGroup) else error
    raise AssertionError("a group is never empty")


def _found(journal: Journal) -> list[Json]:
    fold = Findings()
    fold.feed(journal.records)
    return list(findings_json(fold.worst_first()))


def _findings(journal: Journal, output: Output) -> list[Json]:
    output.findings = _found(journal)
    return output.findings


def _last_words(journal: Journal, output: Output) -> None:
    """The last lines of stderr, where a server died: they usually say why."""
    from inspector.wire.text import visible_bytes

    if not any(isinstance(record.event, events.Exited) and not record.event.asked for record in journal.records):
        return
    lines = [record.event.raw for record in journal.records if isinstance(record.event, events.Stderr)]
    if lines:
        output.note("Last on stderr:\n" + "\n".join(f"  {visible_bytes(line)}" for line in lines[-8:]))
