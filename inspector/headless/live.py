"""One live session of a command: the client, the recording, who answers, and how it all ends."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.analysis.handshake import steps_json
from inspector.client import Client, Options
from inspector.client.authorizing import connector_of
from inspector.config.target import Target
from inspector.errors import InspectorError
from inspector.headless.asking import Asking
from inspector.headless.evidence import tell
from inspector.headless.found import fold_of, found_in, told
from inspector.headless.interfered import HINT, say_interfered
from inspector.headless.output import Output, findings_text
from inspector.headless.signing_in import person
from inspector.journal import Journal
from inspector.protocol.negotiation import Agreed
from inspector.protocol.questions import Rule
from inspector.recording.plan import Plan, concealing, redactor_of, start
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.client.sampling_command import SamplingCommand
    from inspector.recording.writing import Recorder


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a command which connects was told. `signs_in`: to sign in is what it is for."""

    target: Target
    options: Options
    recording: Plan
    rules: tuple[Rule, ...] = ()
    strict: bool = False
    insecure: bool = False
    command: "SamplingCommand | None" = None
    signs_in: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command's body ended: its exit code, and what the error object says where that is not 0."""

    exit_code: int = 0
    kind: str = ""
    message: str = ""
    hint: str = ""


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


def client_of(setup: Setup, journal: Journal) -> tuple[Client, Asking]:
    """The client of a command, not entered yet, and who it asks."""
    asking = Asking()
    connector, authorizer = connector_of(
        setup.target, setup.options, journal, insecure=setup.insecure, person=person(always=setup.signs_in)
    )
    client = Client(connector, setup.options, journal=journal, ask=asking, rules=setup.rules, command=setup.command)
    if authorizer is not None:
        authorizer.waits = client.wait_outside
    asking.client = client
    if setup.command is not None:
        asking.prepare = client.prepare
    return client, asking


async def _session(setup: Setup, output: Output, journal: Journal, body: Body) -> Ending:
    client, asking = client_of(setup, journal)
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
        plan = setup.recording
        kept = plan.redact and (plan.path or plan.folder)
        redactor = redactor_of(setup.target, plan.own, journal.confided) if kept else None
        output.conceal = concealing(plan, setup.target, redactor, journal.confided)
        recorder = start(plan, setup.target, journal, output.note, redactor)
        if recorder is not None and not recorder.problem:
            output.recording = str(recorder.path)
        try:
            ending = asyncio.run(session(setup, output, journal))
        except* InspectorError as group:
            raise _first(group) from None
        return _ended(setup, output, journal, ending)
    except InspectorError as error:
        _evidence(journal, output)
        tell(error, journal, output)
        if setup.options.faults and say_interfered(journal, output):
            error.hint = HINT
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
    if setup.options.faults:
        say_interfered(journal, output)
    if setup.strict and ending.exit_code == 0:
        found = fold_of(journal.records)
        count = found.counts()["error"]
        if count:
            errors = [one for one in told(found) if one["level"] == "error"]
            output.complain("Findings of level error (--strict):\n" + findings_text(errors))
            ending = Ending(1, "findings", f"Findings of level error: {count:,}.")
    if ending.exit_code and output.as_json:
        _evidence(journal, output)
        output.error_object(ending.kind, ending.message, ending.hint, ending.exit_code)
    return ending.exit_code


def _first(group: BaseExceptionGroup[InspectorError]) -> InspectorError:
    for error in group.exceptions:
        return _first(error) if isinstance(error, BaseExceptionGroup) else error
    raise AssertionError("a group is never empty")


def _evidence(journal: Journal, output: Output) -> None:
    """Give the error object what it tells beside the fault itself."""
    if output.as_json:
        output.steps = steps_json(journal.records)
        output.findings = found_in(journal)
