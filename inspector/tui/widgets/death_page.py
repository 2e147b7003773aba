"""A death as a page: what ended, why, what it said last, what waited for it, how it was run, and the way on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from textual.strip import Strip

from inspector.analysis.death import Lost
from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import Button, button_rows, labelled, paragraph, prose
from inspector.tui.widgets.page_view import PageLine, block
from inspector.wire.text import visible

Reached = Literal["done", "failed", "ahead"]

_VALUE_AT: Final = 16
_MOST_STDERR: Final = 6
_MOST_IN_FLIGHT: Final = 4


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a connection (`proxy`, `name`, `connect`, `TLS`, `HTTP`, `MCP`), and how far it came."""

    name: str
    reached: Reached
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Invocation:
    """How the process was run. `note` says where in PATH the file was found; `redacted` are names of `env`."""

    command: str
    resolved: str = ""
    note: str = ""
    directory: str = ""
    env: Sequence[str] = ()
    redacted: Sequence[str] = ()
    path: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CardContent:
    """What ended, or never began. Texts of the server are as it wrote them.

    `title` is what happened, `moment` when (`3:51.804`), `record` its number. `sentence` says what was going on, `why`
    what it comes from and `hint` what to do. `stderr` are the last lines, `stderr_total` how many there were.
    `last_words` is what came last from the server (`res  tools/list  id 30  1.9 s before`).
    `stages` are those of a connection; a process has none. `records` is how many the journal holds.
    `repeats`: there is a call that can be sent again after a restart. `page` is the text of a web page that answered.
    `authorization` is the step at which that failed (`step 3 of 9, issuer`), empty where it is not what broke.
    """

    title: str
    moment: str = ""
    record: int = 0
    sentence: Sequence[Span] = ()
    why: str = ""
    hint: str = ""
    stderr: Sequence[str] = ()
    stderr_total: int = 0
    last_words: Sequence[Span] = ()
    in_flight: Sequence[Lost] = ()
    invocation: Invocation | None = None
    address: str = ""
    stages: Sequence[Stage] = ()
    page: str = ""
    records: int = 0
    repeats: bool = False
    authorization: str = ""


def death_buttons(death: CardContent, *, live: bool) -> list[Button]:
    """The ways on: a process is restarted, an address is tried again. `live` False greys them."""
    process = death.invocation is not None
    again = [Button("repeat", "Restart and call again" if process else "Connect and call again", "r", True, live)]
    return [
        *(again if death.repeats else []),
        Button("restart", "Restart" if process else "Try again", "R", not death.repeats, live),
        Button("edit", "Edit command" if process else "Edit address", "e", False, live),
        *([Button("authorization", "Authorization", "O")] if death.authorization else []),
    ]


def death_page(
    death: CardContent, width: int, roles: Roles, *, unfolded: bool, live: bool, airy: bool
) -> list[PageLine]:
    """The page; `unfolded` shows how the process was run, with PATH, or all of the page that answered."""
    empty = PageLine(Line(roles).strip(width))
    gap = [empty] if airy else []
    page = [*gap]
    if death.sentence:
        page += block(prose(death.sentence, width, roles))
    if death.why:
        why = [(roles.glyphs.why, "decision bold"), (f" {death.why}", "")]
        page += block(prose(why, width, roles, at=4, hanging=2))
    if death.hint:
        page += block(prose([(death.hint, "")], width, roles))
    if death.stages:
        page += [*gap, *block(stage_rows(death.stages, width, roles))]
    if death.authorization:
        broke = [(roles.glyphs.error, "error bold"), (f" authorization, at {death.authorization} · ", "")]
        page += block(prose([*broke, ("O", "accent bold"), (" shows it", "")], width, roles))
    evidence = [
        *_last_words(death, width, roles, _MOST_STDERR * 2 if airy else _MOST_STDERR),
        *_waiting(death, width, roles),
    ]
    page += [*(gap if evidence else []), *block(evidence)]
    how = _how(death, width, roles, unfolded=unfolded)
    page += [*(gap if how else []), *block(how, "how")]
    page.append(empty)
    page += [PageLine(strip, hits=hits) for strip, hits in button_rows(death_buttons(death, live=live), width, roles)]
    page.append(empty)
    if not live:
        page += block(prose([("needs a server: 0", "muted")], width, roles))
    return [*page, *block(_kept(death, width, roles))]


def stage_rows(stages: Sequence[Stage], width: int, roles: Roles) -> list[Strip]:
    """`✓ proxy none   ✗ name   ○ connect`: how far a connection came. A stage is not broken over two rows."""
    glyphs = roles.glyphs
    looks = {
        "done": (glyphs.success, "success", ""),
        "failed": (glyphs.error, "error bold", "error bold"),
        "ahead": (glyphs.off, "faint", "faint"),
    }
    rows: list[Strip] = []
    line = Line(roles)
    line.fill_to(2)
    for stage in stages:
        sign, role, name_role = looks[stage.reached]
        detail = f" {stage.detail}" if stage.detail else ""
        cells = 2 + width_of(visible(stage.name)) + width_of(visible(detail))
        if line.cells > 2 and line.cells + 3 + cells > width - 2:
            rows.append(line.strip(width))
            line = Line(roles)
            line.fill_to(2)
        elif line.cells > 2:
            line.write("   ")
        line.write(f"{sign} ", role)
        line.foreign(stage.name, width - 2 - line.cells, name_role, reference=False)
        line.foreign(detail, width - 2 - line.cells, "muted", reference=False)
    return [*rows, line.strip(width)]


def _last_words(death: CardContent, width: int, roles: Roles, most: int) -> list[Strip]:
    rows: list[Strip] = []
    shown = death.stderr[-most:]
    for number, text in enumerate(shown):
        line = Line(roles)
        line.fill_to(2)
        line.write("" if number else "last stderr", "muted")
        line.fill_to(_VALUE_AT)
        total = counted(death.stderr_total, "line") if not number and death.stderr_total > len(shown) else ""
        room = width - 2 - _VALUE_AT - (width_of(total) + 2 if total else 0)
        line.foreign(text.expandtabs(4), room, "error bold" if number == len(shown) - 1 else "", reference=False)
        if total:
            line.right(total, width - 2, "faint")
        rows.append(line.strip(width))
    if death.last_words:
        rows += labelled("last message", death.last_words, width, roles, value_at=_VALUE_AT, wrap=False)
    return rows


def _waiting(death: CardContent, width: int, roles: Roles) -> list[Strip]:
    rows: list[Strip] = []
    for number, request in enumerate(death.in_flight[:_MOST_IN_FLIGHT]):
        spans = [
            (f"{roles.glyphs.out} req", "ours"),
            (f"  {request.method}", "bold"),
            (f"  {request.name}" if request.name else "", ""),
            (f"  id {request.id_text}" if request.id_text else "", ""),
            ("  no answer will come", "muted"),
        ]
        rows += labelled("" if number else "in flight", spans, width, roles, value_at=_VALUE_AT, wrap=False)
    more = len(death.in_flight) - _MOST_IN_FLIGHT
    if more > 0:
        rows += labelled("", [(f"and {counted(more, 'more request')}", "muted")], width, roles, value_at=_VALUE_AT)
    return rows


def _how(death: CardContent, width: int, roles: Roles, *, unfolded: bool) -> list[Strip]:
    run = death.invocation
    if run is None:
        rows = labelled("address", [(death.address, "")], width, roles, value_at=_VALUE_AT) if death.address else []
        if death.page:
            text = paragraph(death.page, width, roles, at=_VALUE_AT, role="process", most=40 if unfolded else 2)
            rows += _under("its page", text, roles)
        return rows
    rest = "" if unfolded else f"resolved, cwd, env, PATH {roles.glyphs.closed}"
    line = Line(roles)
    line.fill_to(2)
    line.write("command", "muted")
    line.fill_to(_VALUE_AT)
    room = width - 2 - _VALUE_AT - (width_of(rest) + 2 if rest else 0)
    line.foreign(run.command, room, reference=False)
    line.right(rest, width - 2, "faint")
    rows = [line.strip(width)]
    if not unfolded:
        return rows
    environment: list[Span] = []
    for number, name in enumerate(run.env):
        environment.append((f"{', ' if number else ''}{name}", ""))
        if name in run.redacted:
            environment.append((" redacted", "redacted italic"))
    told: list[tuple[str, list[Span]]] = [
        ("resolved", [(run.resolved or "not found", "" if run.resolved else "error"), (f"  {run.note}", "muted")]),
        ("directory", [(run.directory, "")] if run.directory else []),
        ("environment", environment or [("as here", "muted")]),
        ("PATH", [(" : ".join(run.path), "")] if run.path else [("empty", "muted")]),
    ]
    for label, spans in told:
        if spans:
            rows += labelled(label, spans, width, roles, value_at=_VALUE_AT)
    return rows


def _under(label: str, rows: Sequence[Strip], roles: Roles) -> list[Strip]:
    """Rows that begin in the column of values, with a label before the first."""
    head = Line(roles)
    head.fill_to(2)
    head.write(label, "muted")
    return [Strip.join([head.strip(_VALUE_AT), rows[0].crop(_VALUE_AT)]), *rows[1:]]


def _kept(death: CardContent, width: int, roles: Roles) -> list[Strip]:
    spans: list[Span] = [
        (f"Nothing was cleared: {counted(death.records, 'record')} on disk, every place still works.", "muted")
    ]
    if death.stderr_total > len(death.stderr[-_MOST_STDERR:]):
        spans += [
            (f" All {counted(death.stderr_total, 'line')} of stderr are in Traffic: ", "muted"),
            ("3", "accent bold"),
        ]
    return prose(spans, width, roles)
