"""The handshake as a page: what came out and why, each step with its reason, and what was declared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from textual.strip import Strip

from inspector.analysis.offers import Lists
from inspector.tui.cells import Line, Span
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count
from inspector.tui.roles import Roles
from inspector.tui.widgets.capability_rows import capability_rows
from inspector.tui.widgets.era_matrix import Mode, acting_as, matrix_note, matrix_rows, server_kind
from inspector.tui.widgets.handshake_steps import HandshakeStep, heads_strip, step_of, step_rows
from inspector.tui.widgets.marked_text import marked
from inspector.tui.widgets.page_text import (
    LONGEST_TEXT,
    Button,
    beside,
    button_rows,
    prose,
    section,
)
from inspector.tui.widgets.page_view import PageLine, block
from inspector.wire.json import Json
from inspector.wire.versions import Era

__all__ = ["CONNECT_AS", "HandshakeAttempt", "HandshakeStep", "attempt_page", "step_of"]


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
    observed: bool = False
    """Whether it was somebody else's client, and the steps are read from what crossed."""
    problem: str = ""
    hint: str = ""
    sentence: str = ""
    remark: str = ""
    supported: Sequence[Json] | None = None
    ours: Mapping[str, Json] | None = None
    theirs: Mapping[str, Json] | None = None
    server_info: Json = None
    """How the server calls itself, as it was sent; None while unknown."""
    kept: Sequence[tuple[str, str]] = ()
    """How long which list may be held to be fresh, as the server's hints say: the method, and that in words."""
    instructions: str | None = None
    asked: str = ""
    """The version that was asked for; empty: any."""
    label: str = ""
    """Of its tab; empty: the mode."""
    lists: Lists | None = field(default=None, compare=False, repr=False)
    """What it was offered, as far as that was asked for."""
    listed: int = 0
    """How many answers the lists rest on, by which one knows whether they have grown."""


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


def attempt_page(
    attempt: HandshakeAttempt, width: int, roles: Roles, *, offered: Sequence[str], live: bool, airy: bool
) -> list[PageLine]:
    """The page of an attempt. `offered` are the ways of `CONNECT_AS`; `live` False greys them: there is no server."""
    empty = PageLine(Line(roles).strip(width))
    gap = [empty] if airy else []
    page = [*gap, *block(_headline(attempt, width, roles)), *gap]
    if airy and width >= 120 and attempt.steps:
        page.append(PageLine(heads_strip(width, roles, client=attempt.observed)))
    for number, step in enumerate(attempt.steps):
        page += [*block(step_rows(step, number + 1, width, roles), number), *gap]
    if not airy:
        page.append(empty)
    mode = acting_as(attempt.mode, attempt.asked, attempt.steps[0].action if attempt.steps else "")
    server = server_kind(mode, attempt.era, attempt.supported, [step.verdict for step in attempt.steps])
    note = "" if attempt.observed else matrix_note(mode, attempt.era, attempt.supported, server)
    declared = [] if attempt.ours is None and attempt.theirs is None else _declared(attempt, width, roles)
    if width >= 120:
        left_width = width // 2
        left = [section("Who can talk to whom", left_width - 2, roles)]
        left += matrix_rows(mode, server, left_width - 2, roles, airy=airy)
        left += [Line(roles).strip(width)] if note and airy else []
        left += prose([(note, "muted")], left_width - 3, roles) if note else []
        right_width = width - left_width
        right = [section("What was declared", right_width, roles), *_declared(attempt, right_width, roles)]
        page += block(beside(left, right if declared else [], left_width, width, roles))
    else:
        page += block(matrix_rows(mode, server, width, roles, airy=False))
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
    sentence = in_glyphs(sentence, roles.glyphs)
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
        rows += prose([(in_glyphs(text, roles.glyphs), "muted")], width, roles) if text else []
    return rows


def _declared(attempt: HandshakeAttempt, width: int, roles: Roles) -> list[Strip]:
    ours_at = 20
    theirs_at = ours_at + (width - ours_at) // 2
    line = Line(roles)
    line.fill_to(ours_at)
    line.write("client" if attempt.observed else "we", "faint")
    line.fill_to(theirs_at)
    line.write("server", "faint")
    rows = [line.strip(width)]
    for row in capability_rows(attempt.ours or {}, attempt.theirs or {}):
        line = Line(roles)
        line.fill_to(2)
        line.foreign(row.name, ours_at - 3, "muted", reference=False)
        line.fill_to(ours_at)
        _said(line, row.ours, theirs_at - 2, "")
        line.fill_to(theirs_at)
        if attempt.theirs is not None:
            _said(line, row.theirs, width - 1, "not offered" if row.offered_by_server else "")
        rows.append(line.strip(width))
    for method, words in attempt.kept:
        line = Line(roles)
        line.fill_to(2)
        line.foreign(method, theirs_at - 4, "muted")
        line.fill_to(theirs_at)
        line.foreign(in_glyphs(words, roles.glyphs), width - 1 - theirs_at, "", reference=False)
        rows.append(line.strip(width))
    return rows


def _said(line: Line, words: str | None, end: int, absent: str) -> None:
    if words is None:
        line.write(in_glyphs(f"– {absent}", line.roles.glyphs), "faint")
        return
    line.write(f"{line.roles.glyphs.success} ", "success")
    line.foreign(words, end - line.cells)


def _connect_as(
    attempt: HandshakeAttempt, width: int, roles: Roles, offered: Sequence[str], live: bool
) -> list[PageLine]:
    way = "" if attempt.observed else "version" if attempt.asked else attempt.mode

    def label_of(button: Button) -> str:
        label = button.label if width >= 120 else _SHORT.get(button.action, button.label)
        return label.capitalize() if button.action == way else label

    page: list[PageLine] = []
    buttons = [
        Button(one.action, label_of(one), one.key, main=one.action == way, enabled=live)
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
    rows += marked(text, width, roles)
    if len(text) > LONGEST_TEXT:
        rest = f"The first {count(LONGEST_TEXT)} characters; the record has them all."
        rows += prose([(rest, "muted")], width, roles)
    return rows
