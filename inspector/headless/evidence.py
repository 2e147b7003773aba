"""What is told beside a fault: the steps that were tried, the last words of the server, and what was found."""

from collections.abc import Mapping, Sequence

from inspector.analysis.session import Session
from inspector.errors import ConnectError, InspectorError, ProtocolBroken, TimedOut
from inspector.headless.found import found_in
from inspector.headless.output import Output, findings_text
from inspector.journal import Journal
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.text import visible, visible_bytes

_LAST_LINES = 8
_MOST_FOUND = 5


def step_lines(steps: Sequence[Mapping[str, Json]]) -> list[str]:
    """Steps of a handshake as text: what was tried and what came of it, then why and by which clause."""
    lines = []
    for number, step in enumerate(steps, 1):
        took = "" if step["ms"] is None else f"  {step['ms']:.1f} ms"
        sent = f" {step['sent']}" if step["sent"] else ""
        answer = f" → {visible(str(step['outcome']))}" if step["outcome"] else ""
        lines.append(f"  {number} {step['action']}{sent}{answer}: {step['verdict']}{took}")
        lines.append(f"    ∴ {visible(str(step['because']))}" + (f"  § {step['clause']}" if step["clause"] else ""))
    return lines


def tell(error: InspectorError, journal: Journal, output: Output) -> None:
    """Say on stderr what the records have beside the fault, and give the fault what they know of its cause."""
    session = Session()
    session.feed(journal.records)
    if not output.as_json:
        if isinstance(error, ConnectError | TimedOut | ProtocolBroken):
            _tell_steps(session, output)
        if isinstance(error, TimedOut | ProtocolBroken) or session.death is not None:
            _tell_findings(journal, output)
    _tell_last_words(error, session, journal, output)
    death = session.death
    if death is None or not isinstance(error, ConnectError | ProtocolBroken | TimedOut):
        return
    if death.cause or (death.code is not None and not isinstance(error, TimedOut)):
        error.why = f"{error.why} {death.cause}".strip()
        error.hint = death.remedy or error.hint


def _tell_steps(session: Session, output: Output) -> None:
    """Where the last attempt to connect had more than one step, all of them: the fault tells of the last."""
    steps = [step.as_json() for handshake in session.handshakes[-1:] for step in handshake.steps]
    if len(steps) > 1 and not any(step["verdict"] in ("modern", "ready") for step in steps):
        output.note("\n".join(("What was tried:", *step_lines(steps))))


def _tell_findings(journal: Journal, output: Output) -> None:
    found = [one for one in found_in(journal) if one["level"] != "info" and one["rule"] != "no-answer"]
    if found:
        more = [f"  and {len(found) - _MOST_FOUND:,} more"] if len(found) > _MOST_FOUND else []
        output.note("\n".join(("What was found:", findings_text(found[:_MOST_FOUND]), *more)))


def _tell_last_words(error: InspectorError, session: Session, journal: Journal, output: Output) -> None:
    """The last lines of stderr, where a server died or kept us waiting: they usually say why."""
    death = session.death
    exited = death is not None and (death.code is not None or death.signal is not None)
    if not exited and not isinstance(error, TimedOut):
        return
    lines = [visible_bytes(line) for line in session.stderr[-_LAST_LINES:]]
    starts = sum(isinstance(one.event, events.Opened) for one in journal.records)
    times = f"The server was started {starts} times. " if exited and starts > 1 else ""
    if lines:
        said = "\n".join(f"  {line}" for line in lines)
        output.complain(f"{times}Last on stderr:\n{said}")
    elif exited:
        output.note(f"{times}It wrote nothing to stderr.")
