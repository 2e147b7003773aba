"""One live session of a command: the client, the recording, who answers, and how it all ends."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from inspector.analysis.handshake import steps_json
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
from inspector.wire import events
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.analysis.rules import Findings
    from inspector.client.sampling_command import SamplingCommand
    from inspector.recording.writing import Recorder

MOST_OF_A_RULE: Final = 50
"""Findings of one rule and level that are told one by one."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a command which connects was told."""

    target: Target
    options: Options
    recording: Plan
    rules: tuple[Rule, ...] = ()
    strict: bool = False
    insecure: bool = False
    command: "SamplingCommand | None" = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command's body ended: its exit code, and what the error object says where that is not 0."""

    exit_code: int = 0
    kind: str = ""
    message: str = ""


DONE = Ending()


@dataclass(slots=True)
class Live:
    """What a command's body works with."""

    client: Client
    agreed: Agreed
    asking: Asking
    output: Output

    def findings(self) -> list[Json]:
        """What was found so far, in the shape of the contract; none where only text is printed."""
        return found_in(self.client.journal) if self.output.as_json else []


Body = Callable[[Live], Awaitable[Ending]]
"""What a command does once it is connected."""


Session = Callable[[Setup, Output, Journal], Coroutine[Any, Any, Ending]]
"""A command from its first connection to its last."""


async def _session(setup: Setup, output: Output, journal: Journal, body: Body) -> Ending:
    asking = Asking()
    connector = TargetConnector(setup.target, connect_timeout=setup.options.connect_timeout, insecure=setup.insecure)
    client = Client(connector, setup.options, journal=journal, ask=asking, rules=setup.rules, command=setup.command)
    asking.client = client
    if setup.command is not None:
        asking.prepare = client.prepare
    async with client:
        agreed = await client.connect()
        return await body(Live(client, agreed, asking, output))


def run_live(setup: Setup, output: Output, body: Body) -> int:
    """Connect, carry out `body`, close; the exit code. Faults are said, never raised; an interrupt is 130."""
    return run_session(setup, output, lambda setup, output, journal: _session(setup, output, journal, body))


def run_session(setup: Setup, output: Output, session: Session) -> int:
    """The same for a command that makes its connections itself."""
    journal = Journal()
    recorder: Recorder | None = None
    try:
        recorder = start(setup.recording, setup.target, journal, output.note)
        if recorder is not None and not recorder.problem:
            output.recording = str(recorder.path)
        try:
            ending = asyncio.run(session(setup, output, journal))
        except* InspectorError as group:
            raise _first(group) from None
        return _ended(setup, output, journal, ending)
    except InspectorError as error:
        _evidence(journal, output)
        _last_words(journal, output)
        output.fault(error)
        return error.exit_code
    except (KeyboardInterrupt, asyncio.CancelledError):
        _evidence(journal, output)
        output.interrupted()
        return 130
    finally:
        journal.seal()
        if recorder is not None:
            recorder.close()


def _ended(setup: Setup, output: Output, journal: Journal, ending: Ending) -> int:
    if setup.strict and ending.exit_code == 0:
        found = _found(journal)
        count = found.counts()["error"]
        if count:
            errors = [one for one in _told(found) if one["level"] == "error"]
            output.complain("Findings of level error (--strict):\n" + findings_text(errors))
            ending = Ending(1, "findings", f"Findings of level error: {count:,}.")
    if ending.exit_code and output.as_json:
        _evidence(journal, output)
        output.error_object(ending.kind, ending.message, "", ending.exit_code)
    return ending.exit_code


def _first(group: BaseExceptionGroup[InspectorError]) -> InspectorError:
    for error in group.exceptions:
        return _first(error) if isinstance(error, BaseExceptionGroup) else error
    raise AssertionError("a group is never empty")


def found_in(journal: Journal) -> list[Json]:
    """The findings of a journal, worst first, in the shape of the contract; of a rule no more than anybody reads."""
    return _told(_found(journal))


def told_of(records: Sequence[events.Record]) -> list[Json]:
    """The same for any records."""
    from inspector.analysis.rules import Findings

    fold = Findings()
    fold.feed(records)
    return _told(fold)


def _found(journal: Journal) -> "Findings":
    # The rules are loaded late: plain text without --strict, the quickest use, needs none of them.
    from inspector.analysis.rules import Findings

    fold = Findings()
    fold.feed(journal.records)
    return fold


def _told(found: "Findings") -> list[Json]:
    """`MOST_OF_A_RULE` findings of each rule and level, then one that counts the rest and rests on their first."""
    told: list[Json] = []
    counts: Counter[tuple[str, str]] = Counter()
    rests: dict[tuple[str, str], dict[str, Json]] = {}
    for one in found.worst_first():
        kind = one.rule, one.level
        counts[kind] += 1
        if counts[kind] <= MOST_OF_A_RULE:
            told.append(one.as_json())
        elif kind not in rests:
            rests[kind] = one.as_json()
            told.append(rests[kind])
    for (rule, level), rest in rests.items():
        rest["message"] = f"and {counts[rule, level] - MOST_OF_A_RULE:,} more of this rule"
    return told


def _evidence(journal: Journal, output: Output) -> None:
    """Give the error object what it tells beside the fault itself."""
    if output.as_json:
        output.steps = steps_json(journal.records)
        output.findings = found_in(journal)


def _last_words(journal: Journal, output: Output) -> None:
    """The last lines of stderr, where a server died: they usually say why. Only those of the last process."""
    from inspector.wire.text import visible_bytes

    starts, died, lines = 0, False, list[bytes]()
    for record in journal.records:
        event = record.event
        if isinstance(event, events.Opened):
            starts, died, lines = starts + 1, False, []
        elif isinstance(event, events.Exited):
            died = not event.asked
        elif isinstance(event, events.Stderr):
            lines.append(event.raw)
    if not died:
        return
    times = f"The server was started {starts} times. " if starts > 1 else ""
    if lines:
        said = "\n".join(f"  {visible_bytes(line)}" for line in lines[-8:])
        output.complain(f"{times}Last on stderr:\n{said}")
    else:
        output.note(f"{times}It wrote nothing to stderr.")
