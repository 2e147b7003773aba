"""`serve`: a recording becomes a mock server, and what it does a recording of its own."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from inspector import serving
from inspector.analysis.compare.answers import HIDDEN
from inspector.config.target import RecordingTarget
from inspector.errors import UsageError
from inspector.headless.output import Output
from inspector.journal import Journal
from inspector.recording import open_recording
from inspector.recording.plan import Plan, start
from inspector.recording.writing import Recorder
from inspector.serving.mock import Looseness, Manner, Mock, Script, script_of
from inspector.wire.events import Decision, Event, Opened, Sent
from inspector.wire.json import dumps
from inspector.wire.jsonrpc import Request, decode
from inspector.wire.text import visible

Where = tuple[Literal["stdio", "http", "sse"], int]
"""The transport, and its port."""
Spoken = Literal["modern", "legacy", "dual"]

_NAMED: Final = 5


def serve_mock(
    file: Path,
    where: Where,
    era: Literal["recorded", "modern", "legacy", "dual"],
    looseness: Looseness,
    plan: Plan,
    output: Output,
    *,
    pace: bool = False,
) -> int:
    """Serve until stdin ends or somebody interrupts; 0 then. Raises UsageError for what cannot be served.

    What is not as recorded (an unmatched request, a loose match) is said on stderr and stands in the recording of this
    session, which has the messages as a client of it would have them.
    """
    if not plan.redact and (plan.path or plan.folder):
        output.note("Warning: secrets are kept in the recording (--no-redact).")
    recording = open_recording(file)
    script = script_of(recording.records)
    spoken = _spoken(script, era, where, file)
    for note in (*recording.notes, *_lacks(script, where)):
        output.note(visible(note))
    journal = Journal()
    recorders: list[Recorder] = []
    strangers: list[Sent] = []

    def watch(event: Event) -> None:
        if isinstance(event, Opened):  # from here on there is something to record: the port is ours
            recorder = start(plan, RecordingTarget(file), journal, output.note)
            recorders.extend([] if recorder is None else [recorder])
            output.note(visible(_what(script, spoken, where, file)))
        journal.append(event)
        if spoken == "modern" and not strangers and isinstance(event, Sent) and _begins_legacy(event.raw):
            strangers.append(event)
            output.note("A client of the legacy era came (initialize), and this mock is modern: --era dual takes both.")

    def decide(decision: Decision) -> None:
        journal.append(decision)
        output.note(visible(decision.because))

    try:
        mock = Mock(script, looseness, Manner(pace, decide))
        status = serving.run(spoken, *where, served=mock, watch=watch)
    finally:
        journal.seal()
        for recorder in recorders:
            recorder.close()
    return 0 if status == 130 else status  # an interrupt is how one ends it


def _spoken(script: Script, era: Literal["recorded", "modern", "legacy", "dual"], where: Where, file: Path) -> Spoken:
    if not any(scene.is_whole for scene in script.scenes):
        raise UsageError(
            f"{file} holds nothing that could be served.",
            why="No request in it was answered, but for those that make a connection.",
            hint="Record a session in which something is asked, such as `inspector list all --record FILE TARGET`.",
        )
    spoken: Spoken = era if era != "recorded" else script.opening.era or "legacy"
    if where[0] == "sse" and spoken == "modern":
        why = "" if era == "modern" else "The recording is modern."
        raise UsageError("HTTP+SSE has no modern era.", why=why, hint="Take --era legacy or --http.")
    return "legacy" if where[0] == "sse" else spoken


def _begins_legacy(raw: bytes) -> bool:
    message = decode(raw)
    return isinstance(message, Request) and message.method == "initialize"


def _lacks(script: Script, where: Where) -> Iterator[str]:
    """What the recording does not have, in sentences; foreign text."""
    if script.opening.era is None:
        yield "The recording has no handshake: the server's name and capabilities are made up of what was asked."
    open_ = [scene for scene in script.scenes if not scene.is_whole]
    named = [f"{scene.method} {scene.name}".strip() + f" (record {scene.seq}): {scene.detail}" for scene in open_]
    for one in named[:_NAMED]:
        yield f"No answer was recorded to {one}."
    if len(named) > _NAMED:
        yield f"{len(named) - _NAMED:,} more have no answer."
    hidden = Counter(scene.method for scene in script.scenes if HIDDEN.search(dumps(scene.answer or {})))
    if hidden:
        yield f"In {hidden.total():,} answers a sign stands where a secret was redacted; they are served so."
    if script.authorized and where[0] != "stdio":
        yield "The recorded client sent a credential; this mock wants none, and gives everybody what that one got."
    if script.unread:
        yield f"{script.unread:,} of what the recorded client sent is no single request, and is not served."


def _what(script: Script, spoken: Spoken, where: Where, file: Path) -> str:
    whole = sum(scene.is_whole for scene in script.scenes)
    opening = script.opening
    server = f" of {opening.name}" if opening.name else ""
    recorded = f"{opening.era} {opening.version}".strip() if opening.era else "unknown era"
    as_ = "as recorded" if spoken == opening.era else spoken
    return f"Serving {whole:,} answers{server} ({recorded}) from {file}, {as_}, on {where[0]}."
