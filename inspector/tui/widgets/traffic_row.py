"""One row of the traffic, and the columns it is laid out in: functions of the row and the width, tested without an app.

Which columns there are depends on the width alone. As it shrinks they go in this order: size, id, the words of the
status; its sign and the finding mark stay.
"""

from dataclasses import dataclass
from typing import Final, Literal

from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.glyphs import Glyphs, in_glyphs
from inspector.tui.kinds import KINDS, Kind
from inspector.tui.numbers import duration, size
from inspector.tui.roles import Roles

Outcome = Literal["success", "error", "warning", "waiting", "cancelled", "invalid", "decision", "muted", ""]
"""What a status means; the first four and `cancelled` have a sign of their own."""

Fold = Literal["open", "closed"]


@dataclass(frozen=True, slots=True)
class TrafficRow:
    """What one row of the traffic shows; plain data, in the words of the server where they are its own.

    A row with a `fold` is the head of an exchange or operation: it has a `number` of its own, and its rows come
    after it, each with `indent` 1.
    """

    seq: int
    """The record it stands for; of a group, the first."""
    at: float = 0.0
    """Seconds since the session began."""
    kind: Kind = "req"
    method: str = ""
    """The name one looks for, in bold; the first words of a line that is no message."""
    what: str = ""
    """The tool, URI or sentence that follows."""
    detail: str = ""
    """What else is known, muted: `retry of 21`, `2 rounds`."""
    id: str = ""
    """As it is shown: a string in its quotes, `~20` for the request that a notification belongs to."""
    status: str = ""
    outcome: Outcome = ""
    took: float | None = None
    """Seconds."""
    took_role: str = "muted"
    """`waiting` where the time was a person's."""
    size: int | None = None
    """Bytes; of a group, how many records it has."""
    finding: Literal["error", "warning", "info", ""] = ""
    """The worst finding that rests on it."""
    marked: bool = False
    note: str = ""
    """What a person wrote about it."""
    fold: Fold | None = None
    number: int = 0
    word: str = "op"
    """What a group is called."""
    indent: int = 0


NAMES: Final = ("number", "time", "kind", "method", "name", "id", "status", "took", "size", "mark")
"""What can be shown of a row, from left to right; `name` has what else is known of it, `mark` that of a finding."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things stand at one width, in cells from the left; a column that is not shown has no cells."""

    width: int
    digits: int
    """Of the highest record number."""
    grouped: bool
    number_end: int
    time_end: int
    kind_at: int
    id_at: int
    id_cells: int
    status_at: int
    status_cells: int
    took_end: int
    size_end: int
    """0 where sizes are not shown."""
    mark_at: int
    shown: frozenset[str] = frozenset(NAMES)

    @property
    def text_end(self) -> int:
        """Where the text of a row has to end."""
        return (self.id_at if self.id_cells else self.status_at) - (2 if self.id_cells else 1)


def by_width(width: int) -> frozenset[str]:
    """The columns that are shown as long as nobody chose."""
    return frozenset(NAMES) - ({"size"} if width < 120 else set()) - ({"id"} if width < 100 else set())


def columns(
    width: int, *, digits: int = 3, clock: int = 8, grouped: bool = False, shown: frozenset[str] | None = None
) -> Columns:
    """The columns of a list `width` cells wide; `digits` of the highest number, `clock` cells of the longest time.

    `shown` are those that a person chose, of `NAMES`; None where the width decides.
    """
    shown = by_width(width) if shown is None else shown
    digits, clock = max(digits, 3), max(clock, 8)
    wide, roomy = width >= 120, width >= 180
    lead = (9 if wide else 6) if grouped else (1 if wide else 2)
    number_end = lead + digits if "number" in shown else lead
    gap = 3 if wide and not grouped else 2 if wide else 1
    time_end = number_end + (clock + gap if "time" in shown else 0)
    mark_at = width - 2  # the last cell is the scroll bar's
    size_end = mark_at - 1 if "size" in shown else 0
    took_end = size_end - (12 if roomy else 9) if size_end else mark_at - 1
    if "status" not in shown:
        status_cells = 0
    elif wide:
        status_cells = 30 if roomy else 22 if width >= 132 else 18
    else:
        status_cells = 2 if width < 80 else 17 if grouped or width >= 90 else 12
    status_at = took_end - ((9 if wide else 7) if "took" in shown else 0) - status_cells
    id_cells = (12 if roomy else 5) if "id" in shown else 0
    return Columns(
        width=width,
        digits=digits,
        grouped=grouped,
        number_end=number_end,
        time_end=time_end,
        kind_at=time_end + (2 if wide else 1),
        id_at=status_at - 1 - id_cells,
        id_cells=id_cells,
        status_at=status_at,
        status_cells=status_cells,
        took_end=took_end,
        size_end=size_end,
        mark_at=mark_at,
        shown=shown,
    )


def traffic_strip(row: TrafficRow, at: Columns, time: str, roles: Roles) -> Strip:
    """A row, `at.width` cells wide. `time` is already written, since it may depend on the row before."""
    line = Line(roles)
    if row.fold:
        _write_group_head(line, row, at)
    else:
        _write_record_head(line, row, at, time)
    if at.id_cells and row.id:
        line.fill_to(at.id_at)
        line.foreign(row.id, at.id_cells, "muted", reference=True)
    _write_status(line, row, at)
    if row.took is not None and "took" in at.shown:
        line.right(duration(row.took), at.took_end, row.took_role if not row.fold or row.took_role != "muted" else "")
    if at.size_end and row.size is not None:
        line.right(f"{row.size:,}" if row.fold else size(row.size), at.size_end, "muted")
    if row.finding and "mark" in at.shown:
        line.fill_to(at.mark_at)
        role = "level-info" if row.finding == "info" else row.finding
        line.write(_sign(row.finding, roles.glyphs), f"{role} bold" if role == "error" else role)
    return line.strip(at.width)


def heads_strip(at: Columns, time: str, roles: Roles, unit: str = "") -> Strip:
    """The names of the columns, over them. `time` says how times are shown, `unit` what a group is.

    An operation lasts from its first record to its last, with all that was waited for in between: that is told.
    """
    line = Line(roles)
    if at.grouped:
        line.fill_to(4)
        line.write(unit or "group", "faint")
    else:
        if "number" in at.shown:
            line.right("#", at.number_end, "faint")
        if "time" in at.shown:
            line.right(time, at.time_end, "faint")
        line.fill_to(at.kind_at)
        texts = " · ".join(word for name, word in (("method", "method"), ("name", "what")) if name in at.shown)
        line.write(in_glyphs(f"kind  {texts}" if "kind" in at.shown else texts, roles.glyphs), "faint")
    if at.id_cells:
        line.fill_to(at.id_at)
        line.write("id", "faint")
    if at.status_cells > 2:
        line.fill_to(at.status_at)
        line.write("outcome" if at.grouped else "status", "faint")
    if "took" in at.shown:
        line.right("in all" if unit == "operation" else "took", at.took_end, "faint")
    if at.size_end:
        line.right("records" if at.grouped else "size", at.size_end, "faint")
    return line.strip(at.width)


def column_at(at: Columns, x: int) -> Literal["number", "time", "text", "id", "status", "took", "size"]:
    """The column that a cell belongs to."""
    if x < at.number_end:
        return "number"
    if x < at.time_end:
        return "time"
    if x >= at.took_end:
        return "size" if at.size_end else "took"
    if x >= at.status_at + at.status_cells:
        return "took"
    if x >= at.status_at:
        return "status"
    return "id" if at.id_cells and x >= at.id_at else "text"


def _write_group_head(line: Line, row: TrafficRow, at: Columns) -> None:
    glyphs = line.roles.glyphs
    line.fill_to(2)
    line.write(glyphs.open if row.fold == "open" else glyphs.closed, "accent")
    line.write(f" {row.word} {row.number:>{max(2, at.digits - 1)}}", "muted")
    line.write(glyphs.marked if row.marked else " ", "waiting")
    line.write(" ")
    names = [row.method, row.what] if at.width >= 120 else [row.what or row.method]
    for name in filter(None, names):
        line.foreign(name, at.text_end - line.cells, "bold")
        line.write(" ")
    _write_rest(line, row.detail, at.text_end, gap=1)


def _write_record_head(line: Line, row: TrafficRow, at: Columns, time: str) -> None:
    roles, look = line.roles, KINDS[row.kind]
    if at.grouped and row.indent:
        line.fill_to(4 if at.width >= 120 else 3)
        line.write(roles.glyphs.upright, "line")
    if "number" in at.shown:
        line.right(f"{row.seq}", at.number_end, "waiting bold" if row.marked else "faint")
    if row.marked:
        line.fill_to(at.number_end)
        line.write(roles.glyphs.marked, "waiting")
    if "time" in at.shown:
        line.right(time, at.time_end, "muted")
    if row.note:
        line.fill_to(at.kind_at - 1)
        line.write(roles.glyphs.note, "waiting")
    line.fill_to(at.kind_at)
    if "kind" in at.shown:
        line.write(getattr(roles.glyphs, look.glyph, look.glyph), f"{look.role} bold")
        line.write(f" {look.word} ", look.role)
    name_role = _NAME_ROLES.get(row.kind, "bold")
    room = at.text_end - line.cells
    # Free text of any length would leave no room for what we say about it.
    method = row.method if "method" in at.shown else ""
    line.foreign(method, room * 3 // 5 if row.detail and row.kind in ("out", "err") else room, name_role)
    if "name" not in at.shown:
        return
    if method and row.what:
        line.write(" ")
    note_cells = min(width_of(row.note) + 3, (at.text_end - line.cells) // 2) if row.note else 0
    line.foreign(row.what, at.text_end - note_cells - line.cells, "process" if row.kind == "err" else "")
    if row.note:
        _write_rest(line, f"“{row.note}”", at.text_end, gap=1, role="waiting")
    _write_rest(line, row.detail, at.text_end, gap=1)


def _write_rest(line: Line, text: str, end: int, *, gap: int, role: str = "muted") -> None:
    """What may be left out: it is written only if enough of it can be seen."""
    room = end - line.cells - gap
    if text and room >= min(width_of(text), 4):
        line.write(" " * gap)
        line.foreign(text, room, role)


def _write_status(line: Line, row: TrafficRow, at: Columns) -> None:
    if not row.status or not at.status_cells:
        return
    line.fill_to(at.status_at)
    sign = _sign(row.outcome, line.roles.glyphs)
    role = _OUTCOME_ROLES.get(row.outcome, row.outcome)
    if sign:
        line.write(sign, f"{role} bold" if row.outcome == "error" else role)
    if at.status_cells > 2:
        if sign:
            line.write(" ")
        line.foreign(row.status, at.status_at + at.status_cells - 1 - line.cells, role, reference=False)


def _sign(outcome: str, glyphs: Glyphs) -> str:
    field = _SIGNS.get(outcome)
    return getattr(glyphs, field) if field else "i" if outcome == "info" else ""


_SIGNS: Final = {
    "success": "success",
    "error": "error",
    "warning": "warning",
    "waiting": "waiting",
    "cancelled": "cancelled",
    "invalid": "error",
}
_OUTCOME_ROLES: Final = {"cancelled": "muted"}
_NAME_ROLES: Final[dict[Kind, str]] = {
    "ntf-in": "",
    "ntf-out": "",
    "why": "",
    "err": "process",
    "out": "invalid",
    "web-out": "process",
    "web-in": "process",
    "sse": "process",
    "run": "process",
}
