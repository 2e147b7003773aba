"""The steps of a handshake as rows: what was sent, what came back, the verdict, the reason and the clause."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import duration, waited
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import prose
from inspector.wire.events import Decision
from inspector.wire.text import visible

StepState = Literal["done", "running", "ahead"]
"""It has its answer or its failure; the answer is awaited; it was not come to."""


@dataclass(frozen=True, slots=True)
class HandshakeStep:
    """One step. Fields are those of `wire.events.Decision`; `elapsed` is in seconds, of a step that runs."""

    action: str
    sent: str = ""
    outcome: str = ""
    verdict: str = ""
    because: str = ""
    clause: str = ""
    ms: float | None = None
    records: tuple[int, ...] = ()
    state: StepState = "done"
    elapsed: float = 0.0
    awaited: str = "an answer"
    """What a step that runs waits for."""


def step_of(decision: Decision) -> HandshakeStep:
    """The step that a decision tells of."""
    return HandshakeStep(
        decision.action,
        decision.sent,
        decision.outcome,
        decision.verdict,
        decision.because,
        decision.clause,
        decision.ms,
        decision.records,
    )


class _Columns(NamedTuple):
    action: int
    sent: int
    answer: int
    verdict: int
    took: int
    records: int


def step_columns(width: int) -> _Columns:
    """Where the columns of the steps begin; `took` and `records` are where they end. `took` 0: not shown."""
    if width >= 120:
        return _Columns(5, 33, 46, width - 48, width - 16, width - 4)
    if width >= 80:
        return _Columns(4, 22, 34, width - 28, width - 8, width - 2)
    return _Columns(4, 0, 22, width - 21, 0, width - 2)


def records_text(records: Sequence[int]) -> str:
    """`4–6`, `7`, or nothing."""
    if not records:
        return ""
    first, last = min(records), max(records)
    return f"{first}" if first == last else f"{first}–{last}"


def heads_strip(width: int, roles: Roles, *, client: bool = False) -> Strip:
    """The names of the columns; `client`: what was sent was not sent by us."""
    at = step_columns(width)
    line = Line(roles)
    sent = "client sent" if client else "we sent"
    for column, head in ((at.action, "step"), (at.sent, sent), (at.answer, "answer"), (at.verdict, "verdict")):
        line.fill_to(column)
        line.write(head, "faint")
    line.right("took", at.took, "faint")
    line.right("records", at.records, "faint")
    return line.strip(width)


def step_rows(step: HandshakeStep, number: int, width: int, roles: Roles) -> list[Strip]:
    """A step: what was sent and came back in one row, then why that means what it means, then the clause."""
    at, glyphs = step_columns(width), roles.glyphs
    took, cut = "" if step.ms is None else duration(step.ms / 1000), False
    outcome, because = in_glyphs(step.outcome, glyphs), in_glyphs(step.because, glyphs)
    line = Line(roles)
    ahead = step.state == "ahead"
    line.right(f"{number}", 3, "faint" if ahead else "muted")
    line.fill_to(at.action)
    line.write(f"{glyphs.off if ahead else glyphs.out} ", "faint" if ahead else "ours bold")
    until = at.answer if not (step.sent and at.sent) else at.sent
    line.foreign(step.action, until - line.cells - 1, "faint" if ahead else "bold")
    if step.sent and at.sent:
        line.fill_to(at.sent)
        line.foreign(step.sent, at.answer - at.sent - 1, "faint" if ahead else "")
    if step.state == "running":
        line.fill_to(at.answer)
        end = at.took or at.records
        line.foreign(f"waiting for {step.awaited}", end - 7 - at.answer, "muted", reference=False)
        line.right(waited(step.elapsed), end)
    elif outcome:
        line.fill_to(at.answer)
        line.write(f"{glyphs.back} ", "ours bold")
        room = at.verdict - line.cells - 1
        # In a narrow column the words that say what it is yield to what it says; the row below has them, if it is cut.
        brief = outcome if width >= 120 else outcome.removeprefix("protocolVersion ").removeprefix("HTTP ")
        cut = width_of(visible(brief)) > room
        line.foreign(brief, room, reference=False)
    if step.verdict:
        line.fill_to(at.verdict)
        sign, role = verdict_look(step.verdict, roles)
        line.write(f"{sign} " if sign else "", f"{role} bold" if role == "error" else role)
        end = at.took - width_of(took) if at.took else at.records - 5
        line.foreign(step.verdict, end - line.cells - 1, role, reference=False)
    if at.took:
        line.right(took, at.took)
    if step.records:
        line.right(in_glyphs(records_text(step.records), glyphs), at.records, "accent underline")
    rows = [line.strip(width)]
    if cut:
        whole = [(glyphs.back, "ours bold"), (f" {outcome}", "muted")]
        rows += prose(whole, width, roles, at=at.action + 2, hanging=2)
    if because:
        rows += prose([(glyphs.why, "decision bold"), (f" {because}", "")], width, roles, at=at.action + 2, hanging=2)
    if step.clause:
        line = Line(roles)
        line.fill_to(at.action)
        line.write(f"{glyphs.clause} ", "faint")
        line.foreign(step.clause, width - line.cells - 1, "faint", reference=False)
        rows.append(line.strip(width))
    return rows


def verdict_look(verdict: str, roles: Roles) -> tuple[str, str]:
    """The sign and the role of a verdict; one that we do not know is shown plainly."""
    if verdict in ("accepted", "modern", "ready", "legacy", "HTTP+SSE"):
        return roles.glyphs.success, "success"
    if verdict in ("refused", "no common version", "modern only", "no usable answer", "modern, but refused"):
        return roles.glyphs.error, "error"
    if verdict.startswith(("not modern", "legacy")):
        return "", "legacy"
    return "", "muted"
