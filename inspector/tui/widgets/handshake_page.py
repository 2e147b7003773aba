"""The handshake as a page: what came out and why, each step with its reason, and what was declared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import count, duration, waited
from inspector.tui.roles import Roles
from inspector.tui.widgets.capability_rows import capability_rows
from inspector.tui.widgets.era_matrix import Mode, matrix_note, matrix_rows, server_kind
from inspector.tui.widgets.page_text import (
    LONGEST_TEXT,
    Button,
    beside,
    button_rows,
    paragraph,
    prose,
    section,
)
from inspector.tui.widgets.page_view import PageLine, block
from inspector.wire.events import Decision
from inspector.wire.json import Json
from inspector.wire.text import visible
from inspector.wire.versions import Era

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


@dataclass(frozen=True, slots=True)
class HandshakeAttempt:
    """One attempt to connect. Texts of the server are as sent.

    `problem` and `hint` are what happened and what to do, where no connection came about; `sentence` is why it came
    out as it did (by default the reason of the step that decided), `remark` what else is worth knowing. `ours` and
    `theirs` are the capabilities that were declared, None while unknown. `supported` is the server's list of versions.
    """

    id: str
    mode: Mode = "auto"
    steps: Sequence[HandshakeStep] = ()
    era: Era | None = None
    version: str = ""
    problem: str = ""
    hint: str = ""
    sentence: str = ""
    remark: str = ""
    supported: Sequence[Json] | None = None
    ours: Mapping[str, Json] | None = None
    theirs: Mapping[str, Json] | None = None
    instructions: str | None = None
    label: str = ""
    """Of its tab; empty: the mode."""


CONNECT_AS: Final = {
    "auto": Button("auto", "auto", "A"),
    "modern": Button("modern", "modern only", "M"),
    "legacy": Button("legacy", "legacy only", "L"),
    "version": Button("version", "another version", "V"),
    "transport": Button("transport", "another transport", "T"),
    "all": Button("all", "try them all", "B"),
}
"""The ways to connect again; the keys of this table are what `ConnectAs` names."""


_SHORT: Final = {"version": "version", "transport": "transport", "all": "all"}


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


def attempt_page(
    attempt: HandshakeAttempt, width: int, roles: Roles, *, offered: Sequence[str], live: bool, airy: bool
) -> list[PageLine]:
    """The page of an attempt. `offered` are the ways of `CONNECT_AS`; `live` False greys them: there is no server."""
    empty = PageLine(Line(roles).strip(width))
    gap = [empty] if airy else []
    page = [*gap, *block(_headline(attempt, width, roles)), *gap]
    if airy and width >= 120 and attempt.steps:
        page.append(PageLine(_heads(width, roles)))
    for number, step in enumerate(attempt.steps):
        page += [*block(step_rows(step, number + 1, width, roles), number), *gap]
    if not airy:
        page.append(empty)
    server = server_kind(attempt.mode, attempt.era, attempt.supported)
    note = matrix_note(attempt.mode, attempt.era, attempt.supported)
    declared = [] if attempt.ours is None and attempt.theirs is None else _declared(attempt, width, roles)
    if width >= 120:
        left_width = width // 2
        left = [section("Who can talk to whom", left_width - 2, roles)]
        left += matrix_rows(attempt.mode, server, left_width - 2, roles, airy=airy)
        left += [Line(roles).strip(width)] if note and airy else []
        left += prose([(note, "muted")], left_width - 3, roles) if note else []
        right_width = width - left_width
        right = [section("What was declared", right_width, roles), *_declared(attempt, right_width, roles)]
        page += block(beside(left, right if declared else [], left_width, width, roles))
    else:
        page += block(matrix_rows(attempt.mode, server, width, roles, airy=False))
        page += block(prose([(note, "muted")], width, roles)) if note else []
    page.append(empty)
    page += _connect_as(attempt, width, roles, offered, live)
    if declared and width < 120:
        page += [empty, PageLine(section("What was declared", width, roles)), *block(declared)]
    if attempt.instructions is not None:
        page += [empty, *block(_instructions(attempt.instructions, width, roles))]
    return page


def _headline(attempt: HandshakeAttempt, width: int, roles: Roles) -> list[Strip]:
    spans: list[Span]
    sentence = attempt.sentence or next((step.because for step in reversed(attempt.steps) if step.because), "")
    if attempt.problem:
        spans = [(attempt.problem, "error bold"), (f" {sentence}", "")]
    elif attempt.era is not None:
        spans = [(f"{attempt.era.capitalize()}, {attempt.version}.", f"{attempt.era} bold"), (f" {sentence}", "")]
    elif attempt.steps:
        spans = [("Not settled yet.", "bold"), (f" {sentence}", "muted")]
    else:
        spans = [("Nothing was sent yet.", "muted")]
    rows = prose(spans, width, roles)
    for text in (attempt.remark, attempt.hint):
        rows += prose([(text, "muted")], width, roles) if text else []
    return rows


def _heads(width: int, roles: Roles) -> Strip:
    at = step_columns(width)
    line = Line(roles)
    for column, head in ((at.action, "step"), (at.sent, "we sent"), (at.answer, "answer"), (at.verdict, "verdict")):
        line.fill_to(column)
        line.write(head, "faint")
    line.right("took", at.took, "faint")
    line.right("records", at.records, "faint")
    return line.strip(width)


def step_rows(step: HandshakeStep, number: int, width: int, roles: Roles) -> list[Strip]:
    """A step: what was sent and came back in one row, then why that means what it means, then the clause."""
    at, glyphs = step_columns(width), roles.glyphs
    took, cut = "" if step.ms is None else duration(step.ms / 1000), False
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
    elif step.outcome:
        line.fill_to(at.answer)
        line.write(f"{glyphs.back} ", "ours bold")
        room = at.verdict - line.cells - 1
        cut = width_of(visible(step.outcome)) > room
        line.foreign(step.outcome, room, reference=False)
    if step.verdict:
        line.fill_to(at.verdict)
        sign, role = verdict_look(step.verdict, roles)
        line.write(f"{sign} " if sign else "", f"{role} bold" if role == "error" else role)
        end = at.took - width_of(took) if at.took else at.records - 5
        line.foreign(step.verdict, end - line.cells - 1, role, reference=False)
    if at.took:
        line.right(took, at.took)
    if step.records:
        line.right(records_text(step.records), at.records, "accent underline")
    rows = [line.strip(width)]
    if cut:
        whole = [(glyphs.back, "ours bold"), (f" {step.outcome}", "muted")]
        rows += prose(whole, width, roles, at=at.action + 2, hanging=2)
    if step.because:
        rows += prose(
            [(glyphs.why, "decision bold"), (f" {step.because}", "")], width, roles, at=at.action + 2, hanging=2
        )
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


def _declared(attempt: HandshakeAttempt, width: int, roles: Roles) -> list[Strip]:
    ours_at = 20
    theirs_at = ours_at + (width - ours_at) // 2
    line = Line(roles)
    line.fill_to(ours_at)
    line.write("we", "faint")
    line.fill_to(theirs_at)
    line.write("server", "faint")
    rows = [line.strip(width)]
    for row in capability_rows(attempt.ours or {}, attempt.theirs or {}):
        line = Line(roles)
        line.fill_to(2)
        line.foreign(row.name, ours_at - 3, "muted")
        line.fill_to(ours_at)
        _said(line, row.ours, theirs_at - 2, "")
        line.fill_to(theirs_at)
        if attempt.theirs is not None:
            _said(line, row.theirs, width - 1, "not offered" if row.offered_by_server else "")
        rows.append(line.strip(width))
    return rows


def _said(line: Line, words: str | None, end: int, absent: str) -> None:
    if words is None:
        line.write(f"– {absent}", "faint")
        return
    line.write(f"{line.roles.glyphs.success} ", "success")
    line.foreign(words, end - line.cells)


def _connect_as(
    attempt: HandshakeAttempt, width: int, roles: Roles, offered: Sequence[str], live: bool
) -> list[PageLine]:
    def label_of(button: Button) -> str:
        label = button.label if width >= 120 else _SHORT.get(button.action, button.label)
        return label.capitalize() if button.action == attempt.mode else label

    page: list[PageLine] = []
    buttons = [
        Button(one.action, label_of(one), one.key, main=one.action == attempt.mode, enabled=live)
        for name, one in CONNECT_AS.items()
        if name in offered
    ]
    if not buttons:
        return page
    if width >= 120:
        page.append(PageLine(section("Connect as", width, roles)))
    page += [PageLine(strip, hits=hits) for strip, hits in button_rows(buttons, width, roles, key_first=True)]
    told = "Each opens a new attempt beside this one; nothing here is cleared." if live else "needs a server: 0"
    return [*page, *block(prose([(told, "muted")], width, roles))]


def _instructions(text: str, width: int, roles: Roles) -> list[Strip]:
    fact = f"{count(len(text))} characters"
    rows = [section("Instructions of the server", width, roles, fact=fact)]
    if not text:
        return [*rows, *prose([("They are empty.", "muted")], width, roles)]
    rows += paragraph(text, width, roles)
    if len(text) > LONGEST_TEXT:
        rest = f"The first {count(LONGEST_TEXT)} characters; the record has them all."
        rows += prose([(rest, "muted")], width, roles)
    return rows
