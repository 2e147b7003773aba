"""What is to be recorded of a session, and where: the decision of the command line and the settings, as data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.config.settings import RecordingLimits
from inspector.config.target import HttpTarget, StdioTarget, Target
from inspector.config.target_json import to_json
from inspector.journal import Journal

if TYPE_CHECKING:
    from inspector.recording.redaction import Redactor
    from inspector.recording.writing import Recorder


@dataclass(frozen=True, slots=True)
class Plan:
    """`path` if the person named a file, else a new one in `folder`; nothing is recorded if neither is given.

    `own` are the person's rules of what to redact (`config.own_redaction`).
    """

    path: Path | None = None
    folder: Path | None = None
    redact: bool = True
    limits: RecordingLimits = field(default_factory=RecordingLimits)
    own: tuple[str, ...] = ()


def redactor_of(target: Target, own: Sequence[str] = (), confided: Sequence[str] = ()) -> "Redactor":
    """A redactor that knows the target's headers and variables by value, and the person's `own` rules; and what is
    `confided` to the journal of its session."""
    from inspector.recording.own_rules import OwnRules
    from inspector.recording.redaction import Redactor

    headers = target.headers if isinstance(target, HttpTarget) else ()
    return Redactor(headers, target.env if isinstance(target, StdioTarget) else {}, OwnRules(own), confided=confided)


def recorder_of(
    plan: Plan,
    target: Target,
    on_problem: Callable[[str], None],
    redactor: "Redactor | None" = None,
    marks: Mapping[str, Any] | None = None,
    confided: Sequence[str] = (),
) -> "Recorder | None":
    """A recorder into a new file, before its first record; None if nothing is to be recorded.

    `redactor` is used if the plan redacts, so that others can show the same placeholders; else it has one of its own.
    `marks` are members of the header's target beside its own.

    Raises UsageError for a file that the person named and that cannot be made; what happens to the folder is said
    through `on_problem`. Then older recordings are pruned; the new one counts among them, and stays.
    """
    if plan.path is None and plan.folder is None:
        return None
    # Loaded late: who records nothing needs none of it.
    from inspector.recording.store import prune
    from inspector.recording.writing import record_in, record_to

    redactor = (redactor or redactor_of(target, plan.own, confided)) if plan.redact else None
    shape = {**to_json(target), **(marks or {})}
    if plan.path is not None:
        return record_to(plan.path, shape, redactor=redactor, on_problem=on_problem)
    assert plan.folder is not None
    recorder = record_in(plan.folder, shape, redactor=redactor, on_problem=on_problem)
    prune(plan.folder, plan.limits.max_count, plan.limits.max_bytes)
    return recorder


def start(
    plan: Plan,
    target: Target,
    journal: Journal,
    on_problem: Callable[[str], None],
    redactor: "Redactor | None" = None,
) -> "Recorder | None":
    """The same, and it is a sink of the journal already, which reads back from its file."""
    recorder = recorder_of(plan, target, on_problem, redactor, confided=journal.confided)
    if recorder is not None:
        journal.add_sink(recorder)
        if recorder.places is not None:
            journal.keep_in(recorder.places)
    return recorder


def concealing(
    plan: Plan, target: Target, redactor: "Redactor | None" = None, confided: Sequence[str] = ()
) -> Callable[[str], str]:
    """What takes the secrets of a session out of a remark on it: as the plan redacts, with `redactor` if there is one.

    It makes one when there is something to say, so that a session without remarks loads none.
    """

    def conceal(text: str) -> str:
        nonlocal redactor
        if redactor is None:
            redactor = redactor_of(target, plan.own, confided)
        return redactor.redact_remark(text)

    return conceal if plan.redact else str
