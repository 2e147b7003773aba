"""Recordings as rows: plain data, how they are folded by month, and how a row looks."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count, counted, length, size
from inspector.tui.roles import Roles
from inspector.tui.widgets.facts_panel import Fact, Facts
from inspector.wire.versions import Era

_END: Final = 7

Ending = Literal["success", "error", "warning", "muted"]
"""How it ended: as was wished, by a death, torn, or not known."""

FOLDED_FROM: Final = 100
"""Recordings from which on they are folded by month."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A recording. What is not known yet is None, or an empty text; its header is read first, the rest follows.

    `path` is its identity, `file` how the path is shown. `when` and `month` are written out (`12:04:31`,
    `November 2026`). `length` in seconds, `size` in bytes. `ended` says how (`exited 1`, `closed`), `ending` what that
    means. `problem` is why it cannot be read. `here`: it is the one that is open. `deleted`: until the end of this run
    it can be brought back. `facts` are further lines about how it went.

    `name` is one that a person gave, `note` theirs on the session, `notes` those on records. `live`: somebody is
    writing it. `at` in seconds since 1970 is when it began. `target` is what was connected to, in one line, `web`
    whether over HTTP, as far as is known.
    """

    path: str
    file: str
    server: str = ""
    era: Era | None = None
    version: str = ""
    when: str = ""
    month: str = ""
    length: float | None = None
    records: int | None = None
    size: int | None = None
    ended: str = ""
    ending: Ending = "muted"
    errors: int = 0
    warnings: int = 0
    problem: str = ""
    here: bool = False
    deleted: bool = False
    facts: Sequence[tuple[str, str]] = ()
    infos: int = 0
    name: str = ""
    note: str = ""
    notes: tuple[str, ...] = ()
    live: bool = False
    at: float = 0.0
    target: str = ""
    web: bool = True


class Month(NamedTuple):
    """The head over the recordings of a month."""

    name: str
    number: int
    folded: bool


def by_month(rows: Sequence[SessionRow], folded: Collection[str]) -> list[SessionRow | Month]:
    """The rows under the heads of their months; those of a folded month are left out."""
    numbers: dict[str, int] = {}
    for row in rows:
        numbers[row.month] = numbers.get(row.month, 0) + 1
    shown: list[SessionRow | Month] = []
    for month, number in numbers.items():
        shown.append(Month(month, number, month in folded))
        if month not in folded:
            shown += [row for row in rows if row.month == month]
    return shown


def month_strip(month: Month, width: int, roles: Roles) -> Strip:
    """The head of a month."""
    line = Line(roles)
    line.write(f" {roles.glyphs.closed if month.folded else roles.glyphs.open} ", "muted")
    line.write(month.name or "no date", "bold")
    line.right(count(month.number), width - 2, "faint")
    return line.strip(width)


Sort = Literal["newest", "longest", "most records", "largest", "most findings", "server"]
"""By what the rows are ordered; those that are being written stand before the others."""

SORTS: Final[tuple[Sort, ...]] = get_args(Sort)

_ORDER: Final[dict[Sort, Callable[[SessionRow], Any]]] = {
    "newest": lambda row: -row.at,
    "longest": lambda row: -(row.length or 0),
    "most records": lambda row: -(row.records or 0),
    "largest": lambda row: -(row.size or 0),
    "most findings": lambda row: (-row.errors, -row.warnings, -row.infos),
    "server": lambda row: (row.name or row.server or row.file).casefold(),
}


def in_order(rows: Sequence[SessionRow], sort: Sort) -> list[SessionRow]:
    """The rows, ordered; where they are alike they stay as they were."""
    return sorted(rows, key=lambda row: (not row.live, _ORDER[sort](row)))


def alike(rows: Sequence[SessionRow]) -> Mapping[str, str]:
    """For the paths of those that began at one moment with one server, the ends of their names, which differ."""
    together: dict[tuple[str, str], list[SessionRow]] = {}
    for row in rows:
        together.setdefault((row.name or row.server or row.file, row.when), []).append(row)
    return {row.path: _end_of(row.file) for same in together.values() if len(same) > 1 for row in same}


def _end_of(file: str) -> str:
    """The number of the process in a name that a recorder gave."""
    return file.rpartition("/")[2].partition(".jsonl")[0].rpartition("-")[2][-_END:]


def session_strip(row: SessionRow, width: int, roles: Roles, *, marked: bool = False, end: str = "") -> Strip:
    """A recording: server, era, when, how long, how many records, how it ended, what was found. `end` tells it from
    those that look alike."""
    glyphs = roles.glyphs
    roomy = width >= 76
    line = Line(roles)
    line.fill_to(1)
    line.write(glyphs.marked if marked else " ", "waiting")
    line.fill_to(2)
    if row.problem:
        line.write(glyphs.error, "error bold")
    elif row.here:
        line.write(glyphs.replay, "accent")
    elif row.live:
        line.write(glyphs.on, "success")
    line.fill_to(4)
    name = row.name or row.server or row.file
    when_at = 33 if roomy else 24
    if row.problem or row.deleted:
        line.foreign(name, when_at - 5, "faint strike" if row.deleted else "")
        line.fill_to(when_at)
        said = in_glyphs("deleted · u brings it back", glyphs) if row.deleted else row.problem
        line.foreign(said, width - 2 - line.cells, "muted", reference=False)
        return line.strip(width)
    noted = bool(row.note or row.notes)
    room = (23 if roomy else when_at) - 5 - (0 if roomy or not noted else 2)
    aside = f" {end}" if end else ""
    line.foreign(name, room - width_of(aside), "bold" if row.name else "" if row.server else "muted")
    line.foreign(aside, width_of(aside), "faint", reference=False)
    if roomy:
        line.fill_to(24)
        line.write(row.era or "", row.era or "")
    if noted:
        line.fill_to(when_at - 2)
        line.write(glyphs.note, "waiting")
    line.fill_to(when_at)
    line.foreign(row.when, 12, "muted", reference=False)
    ended_at = when_at + 14
    if roomy:
        unknown = glyphs.cut
        line.right(unknown if row.length is None else length(row.length), when_at + 20, "muted")
        line.right(unknown if row.records is None else count(row.records), when_at + 27, "muted")
        ended_at = when_at + 29
    found: list[Span] = []
    if row.errors:
        found.append((f"{glyphs.error}{count(row.errors)}", "error bold"))
    if row.warnings:
        found.append((f"{glyphs.warning}{count(row.warnings)}", "warning"))
    if row.infos and not found:
        found.append((f"i{count(row.infos)}", "level-info"))
    cells = sum(width_of(text) for text, _ in found) + max(len(found) - 1, 0)
    if row.ended:
        line.fill_to(ended_at)
        signs = {"success": glyphs.success, "error": glyphs.error, "warning": glyphs.warning}
        sign = glyphs.on if row.live else signs.get(row.ending, "")
        line.write(f"{sign} " if sign else "", f"{row.ending} bold" if row.ending == "error" else row.ending)
        line.foreign(row.ended, width - 3 - cells - line.cells, row.ending, reference=False)
    line.fill_to(width - 2 - cells)
    for number, (text, role) in enumerate(found):
        line.write(" " if number else "")
        line.write(text, role)
    return line.strip(width)


def found_words(row: SessionRow) -> str:
    """What was found, in words; empty where that is nothing, or not known."""
    levels = ((row.errors, "error"), (row.warnings, "warning"), (row.infos, "info"))
    return ", ".join(counted(number, word, word if word == "info" else None) for number, word in levels if number)


def session_facts(row: SessionRow) -> Facts:
    """What is known of a recording."""
    spoken = " ".join(filter(None, (row.era, row.version)))
    told: list[tuple[str, list[Span]]] = [
        ("problem", [(row.problem, "error")]),
        ("note", [(row.note, "waiting")]),
        ("server", [(row.server if row.name else "", "")]),
        ("target", [(row.target, "")]),
        ("spoke", [(spoken, row.era or "")]),
        ("began", [(row.when, "")]),
        ("lasted", [("" if row.length is None else length(row.length), "")]),
        ("records", [("" if row.records is None else count(row.records), "")]),
        ("ended", [(row.ended, row.ending)]),
        ("findings", [(found_words(row), "")]),
        ("notes", [(f"{count(len(row.notes))}: {'; '.join(row.notes)}"[:400] if row.notes else "", "waiting")]),
        ("size", [("" if row.size is None else size(row.size), "")]),
        *((label, [(text, "")]) for label, text in row.facts),
        ("file", [(row.file, "")]),
    ]
    return _facts_of(row, told)


def facts_under(row: SessionRow) -> Facts:
    """What tells a recording from the others and has no room in its row."""
    told: list[tuple[str, list[Span]]] = [
        ("problem", [(row.problem, "error")]),
        ("note", [(row.note, "waiting")]),
        ("server", [(row.server if row.name else "", "")]),
        ("target", [(row.target, "")]),
        ("file", [(row.file.rpartition("/")[2], "")]),
    ]
    return _facts_of(row, told)


def _facts_of(row: SessionRow, told: Sequence[tuple[str, list[Span]]]) -> Facts:
    return Facts(row.name or row.server or row.file, "", [Fact(label, spans) for label, spans in told if spans[0][0]])
