"""The steps of an authorization as rows: what came of each, what was checked, why it failed and what helps."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from textual.strip import Strip

from inspector.analysis.authorization import Check, State, Step, Web
from inspector.tui.cells import Line, Span, shown, width_of
from inspector.tui.glyphs import Glyphs, in_glyphs
from inspector.tui.numbers import duration, waited
from inspector.tui.roles import Roles
from inspector.tui.widgets.json_spans import json_strips
from inspector.tui.widgets.page_text import Hit, labelled, paragraph, prose
from inspector.tui.widgets.page_view import PageLine, block
from inspector.wire.json import NotJson, parse, pretty

RECORD: Final = "record:"
"""What the actions of record numbers begin with; the number follows."""

_NAME_AT, _SAID_AT, _DETAIL_AT = 6, 17, 6
_LONGEST: Final = 14
"""Rows of a body that are shown; the record has the rest."""


def sign_of(state: State, glyphs: Glyphs) -> tuple[str, str]:
    """The sign of a state, and its role."""
    signs = {
        "done": (glyphs.success, "success"),
        "failed": (glyphs.error, "error bold"),
        "going": (glyphs.on, "accent"),
        "waiting": (glyphs.waiting, "waiting bold"),
        "coming": (glyphs.off, "faint"),
    }
    return signs[state]


def step_line(step: Step, number: int, width: int, roles: Roles, *, clock: float | None = None) -> PageLine:
    """One row: sign, number, name, what came of it, how long that took, where it begins in the records.

    `clock`: for how many seconds it has been under way.
    """
    line, hits = Line(roles), []
    sign, role = sign_of(step.state, roles.glyphs)
    ahead = step.state == "coming"
    line.fill_to(2)
    line.write(sign, role)
    line.right(f"{number}", 5, "faint" if ahead else "muted")
    line.fill_to(_NAME_AT)
    line.write(step.id, "faint" if ahead else "bold")
    line.fill_to(_SAID_AT)
    record = f"{step.record}" if step.record else ""
    took = waited(clock) if clock is not None else "" if step.ms is None else duration(step.ms / 1000)
    end = width - 2
    room = _room(width)
    text = {"failed": "error", "waiting": "waiting", "coming": "faint"}.get(step.state, "")
    said = "failed" if _is_cut(step, room) else in_glyphs(step.said, roles.glyphs)
    line.foreign(said, room, text, reference=step.id in ("resource", "issuer") and not step.message)
    if width >= 72:
        line.right(took, end - 7, "" if clock is not None else "muted")
    if record:
        line.right(record, end, "accent underline")
        hits.append(Hit(line.cells - width_of(record), line.cells, f"{RECORD}{step.record}"))
    return PageLine(line.strip(width), hits=tuple(hits))


def _room(width: int) -> int:
    """The cells that what came of a step has in its row."""
    return width - 2 - 7 - (10 if width >= 72 else 0) - _SAID_AT


def _is_cut(step: Step, room: int) -> bool:
    """Whether a message is too long for its row, so that it stands below, whole."""
    return bool(step.message) and width_of(step.message) > room


def coming_strips(steps: Sequence[tuple[int, Step]], width: int, roles: Roles) -> list[Strip]:
    """The steps that were not come to, side by side."""
    spans: list[Span] = []
    for number, step in steps:
        spans.append((f"{roles.glyphs.off}\u00a0{number}\u00a0{step.id}  ", "faint"))
    return prose(spans, width, roles, at=2) if spans else []


def detail_strips(step: Step, width: int, roles: Roles) -> list[Strip]:
    """What was checked and why; of a step that failed the reason and the remedy before all else."""
    rows: list[Strip] = []
    at, glyphs = _DETAIL_AT, roles.glyphs
    if step.message:
        if _is_cut(step, _room(width)):
            rows += prose([(step.message, "error")], width, roles, at=at)
        if step.why:
            why: list[Span] = [(glyphs.why, "decision bold"), (f" {in_glyphs(step.why, glyphs)}", "")]
            rows += prose(why, width, roles, at=at + 2, hanging=2)
        if step.remedy:
            remedy: list[Span] = [("Remedy: ", "bold"), (in_glyphs(step.remedy, glyphs), "")]
            rows += prose(remedy, width, roles, at=at + 2, hanging=2)
    elif not any(token.kind for token in step.decoded):  # which tells it all
        for check in step.checks:
            rows += _check_strips(check, width, roles)
    if step.clause:
        line = Line(roles)
        line.fill_to(at)
        line.write(f"{glyphs.clause} ", "faint")
        line.foreign(step.clause, width - line.cells - 1, "faint", reference=False)
        rows.append(line.strip(width))
    return rows


def _check_strips(check: Check, width: int, roles: Roles) -> list[Strip]:
    glyphs = roles.glyphs
    sign = (glyphs.why, "decision bold")
    if check.good is False:
        sign = (glyphs.error, "error bold")
    spans: list[Span] = [sign, (f" {check.action}", "muted"), (f" {glyphs.dot} {check.verdict}", "")]
    if check.outcome:
        spans.append((f" {glyphs.dot} {in_glyphs(check.outcome, glyphs)}", "muted"))
    spans.append((f" {glyphs.dot} {in_glyphs(check.because, glyphs)}", ""))
    return prose(spans, width, roles, at=_DETAIL_AT + 2, hanging=2)


# ── requests and answers ────────────────────────────────────────────────────────────────────────────────────────────


def web_lines(step: Step, width: int, roles: Roles, *, at: int, bodies: bool) -> list[PageLine]:
    """The requests of a step and their answers; with their `bodies`, where there is room for them."""
    page: list[PageLine] = []
    for web in step.webs:
        page.append(_request_line(web, width, roles, at))
        if bodies:
            page += block(_form_strips(web.sent, width, roles, at + 2))
        page.append(_answer_line(web, width, roles, at))
        if bodies:
            page += block(_body_strips(web.got, width, roles, at + 2))
    return page


def _request_line(web: Web, width: int, roles: Roles, at: int) -> PageLine:
    line = Line(roles)
    line.fill_to(at)
    line.write(f"{roles.glyphs.out} ", "ours bold")
    line.foreign(web.verb, 10, "bold", reference=False)
    line.write(" ")
    line.foreign(web.url, width - 8 - line.cells, "")
    return _with_record(line, web.request, width)


def _answer_line(web: Web, width: int, roles: Roles, at: int) -> PageLine:
    line = Line(roles)
    line.fill_to(at)
    line.write(f"{roles.glyphs.back} ", "ours bold")
    if web.status is not None:
        good = web.status < 400
        line.write(f"HTTP {web.status}", "" if good else "warning")
    elif web.failure:
        line.foreign(web.failure, width - 20 - line.cells, "error", reference=False)
    else:
        line.write("no answer yet", "muted")
    if web.ms is not None:
        line.write(f" {roles.glyphs.dot} {duration(web.ms / 1000)}", "muted")
    return _with_record(line, web.body or web.answer, width)


def _with_record(line: Line, seq: int, width: int) -> PageLine:
    if not seq:
        return PageLine(line.strip(width))
    line.right(f"{seq}", width - 2, "accent underline")
    return PageLine(line.strip(width), hits=(Hit(line.cells - len(f"{seq}"), line.cells, f"{RECORD}{seq}"),))


def _form_strips(body: bytes, width: int, roles: Roles, at: int) -> list[Strip]:
    """A form as names and values; anything else as an answer is shown."""
    text = body.decode("utf-8", "replace")
    if not text or text.lstrip().startswith(("{", "[")):
        return _body_strips(body, width, roles, at)
    rows: list[Strip] = []
    for name, value in parse_qsl(text, keep_blank_values=True)[:40]:
        rows += labelled(name[:60], shown(value[:1000]), width, roles, at=at, value_at=at + 20)
    return rows


def _body_strips(body: bytes, width: int, roles: Roles, at: int) -> list[Strip]:
    text = body.decode("utf-8", "replace")
    if not text:
        return []
    try:
        lines = pretty(parse(text)).split("\n")
        rows = [strip for line in lines[: _LONGEST + 1] for strip in json_strips(line, width, roles, at=at)]
    except NotJson:
        rows = paragraph(text, width, roles, at=at, role="invalid", most=_LONGEST)
    if len(rows) > _LONGEST:
        rows = [*rows[:_LONGEST], *prose([("The record has the rest.", "faint")], width, roles, at=at)]
    return rows
