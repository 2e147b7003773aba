"""The lines of the lanes as rows: what it is, its bar on the axis, how long it took, and what became of it."""

from dataclasses import dataclass
from typing import Final

from textual.strip import Strip

from inspector.analysis.spans import Ask, SpanState, Wait
from inspector.analysis.words import id_text
from inspector.protocol.exchanges import Exchange
from inspector.tui.cells import Line, Span, cut_end, width_of
from inspector.tui.glyphs import Glyphs, in_glyphs
from inspector.tui.numbers import count, duration, length, ratio, waited
from inspector.tui.roles import Roles
from inspector.tui.widgets.timeline_axis import tick_cells
from inspector.tui.widgets.timeline_bars import Painted, write_cells
from inspector.tui.widgets.timeline_lines import Call, Head, Lane, Round, TimelineLine
from inspector.tui.widgets.timeline_view import View, painted_line, slowness, span_of, state_of

WIDE: Final = 120

_TITLES: Final = {
    "news": ("notifications", "notification"),
    "noise": ("stderr, stdout", "process"),
    "life": ("", "process"),
}


@dataclass(frozen=True, slots=True)
class Columns:
    """How a row of `width` cells is divided."""

    width: int

    @property
    def label(self) -> int:
        """Where the axis begins."""
        return 38 if self.width >= WIDE else max(self.width // 4, 16)

    @property
    def axis(self) -> int:
        """How many cells the axis has."""
        return max(self.width - self.label - (18 if self.width >= WIDE else 13), 1)

    @property
    def told(self) -> int:
        """Where what is told behind the axis ends; its sign stands two cells after that."""
        return self.width - (6 if self.width >= WIDE else 4)


def line_strip(line: TimelineLine, view: View, width: int, roles: Roles) -> Strip:
    """A row, its first cell blank."""
    row, columns = Line(roles), Columns(width)
    _label(row, line, view, columns)
    row.fill_to(columns.label)
    slow = slowness(line.head, view) if isinstance(line, Call) else None
    note = "" if slow is None else in_glyphs(f"slow: {ratio(slow, 1.0)}", roles.glyphs)
    _bar(row, painted_line(line, view, roles.glyphs), view, note)
    text, role, sign = told(line, view, roles.glyphs)
    room = columns.told - columns.label - columns.axis - 1
    row.right(cut_end(text, room, roles.glyphs.cut), columns.told, role or ("warning bold" if slow else ""))
    if sign[0]:
        row.fill_to(columns.told + 2)
        row.write(*((roles.glyphs.warning, "warning") if slow and sign[1] == "success" else sign))
    return row.strip(width)


def told(line: TimelineLine, view: View, glyphs: Glyphs) -> tuple[str, str, Span]:
    """How long it took or how many there are, in which role; and the sign of what became of it."""
    if isinstance(line, Head):
        return line.note, "muted", ("", "")
    if isinstance(line, Lane):
        return _told_lane(line, view, glyphs)
    span, state = span_of(line, view.spans), state_of(line, view.spans)
    assert span is not None and state is not None
    began, ended = span
    took = waited(view.now - began) if ended is None else duration(ended - began)
    return took, "muted" if ended is None else "", state_sign(state, glyphs)


def state_sign(state: SpanState, glyphs: Glyphs) -> Span:
    """The sign of a state, in its role."""
    if state == "complete":
        return glyphs.success, "success"
    if state == "waiting":
        return glyphs.waiting, "waiting"
    if state == "running":
        return glyphs.out, "ours"
    return (glyphs.cancelled, "muted") if state == "cancelled" else (glyphs.error, "error")


def _told_lane(line: Lane, view: View, glyphs: Glyphs) -> tuple[str, str, Span]:
    spans = view.spans
    if line.name == "news":
        return count(len(spans.news)), "", ("", "")
    if line.name == "noise":
        sign = (glyphs.warning, "warning") if spans.stray else ("", "")
        return count(len(spans.stderr) + len(spans.stray)), "", sign
    if not spans.lives:
        return "", "", ("", "")
    life = spans.lives[-1]
    if life.until is None:
        return f"up {length(view.now - life.at)}", "", ("", "")
    return (
        life.words.removeprefix("exited, "),
        "error" if life.died else "muted",
        (glyphs.error, "error") if life.died else ("", ""),
    )


def _label(row: Line, line: TimelineLine, view: View, columns: Columns) -> None:
    wide = columns.width >= WIDE
    end = columns.label - 2
    if isinstance(line, Head):
        row.write(" ")
        row.write(line.title, f"{line.role} bold" if line.role else "")
    elif isinstance(line, Lane):
        title, role = _TITLES[line.name]
        row.write(" ")
        row.write(title or _life_title(view), f"{role} bold")
    elif isinstance(line, Call):
        number = line.head.seq if isinstance(line.head, Exchange) else line.head.number
        row.write(" ")
        row.write("op" if not isinstance(line.head, Exchange) else "", "faint")
        row.right(f"{number}", 7, "faint")
        if view.lines.can_unfold(line.at):
            glyphs = row.roles.glyphs
            row.write(glyphs.open if view.lines.is_open(line.at) else glyphs.closed, "muted")
        row.fill_to(max(8, row.cells))
        _name(row, line, end)
    elif isinstance(line, Wait):
        row.fill_to(8)
        before, after = (in_glyphs(mark, row.roles.glyphs) for mark in ("you, “", "”"))
        row.write(before if line.words else "you", "muted")
        row.foreign(line.words, end - row.cells - 1, "muted", reference=False)
        row.write(after if line.words else "", "muted")
    elif isinstance(line, Round):
        row.right(f"{line.exchange.seq}", 7, "faint")
        row.fill_to(max(8, row.cells + 1))
        row.foreign(line.words, end - row.cells, "muted", reference=False)
        if wide:
            row.write("  ")
            row.foreign(f"id {id_text(line.exchange.id)}", end - row.cells, "faint", reference=False)
    elif isinstance(line, Ask):
        row.right(f"{line.seq}", 7, "faint")
        row.fill_to(max(8, row.cells + 1))
        row.foreign(line.method.partition("/")[0], end - row.cells, reference=False)
        row.write("  ")
        row.foreign(line.name, end - row.cells, "muted", reference=False)


def _name(row: Line, line: Call, end: int) -> None:
    """A tool is known by its name; what else is asked for, by its method and then its name."""
    method, name = line.head.method, line.head.name or ""
    if name and method in ("tools/call", "prompts/get"):
        row.foreign(name, end - row.cells, reference=False)
        return
    row.foreign(method, end - row.cells, reference=True)
    if name and end - row.cells > 4:
        row.write(" ")
        row.foreign(name, end - row.cells, "muted")


def _life_title(view: View) -> str:
    lives = view.spans.lives
    return "process" if not lives or lives[-1].transport == "stdio" else "connection"


def _bar(row: Line, painted: Painted, view: View, note: str) -> None:
    """The cells of the axis, with a note beside the bar where there is room, and signs of what lies outside."""
    glyphs, start, ticks = row.roles.glyphs, row.cells, tick_cells(view.window)
    first, last = painted.first, painted.last
    cells = list(painted.cells)
    if first is None or last is None:
        if painted.before:
            cells[0] = glyphs.before, "faint", 0
        if painted.after:
            cells[-1] = glyphs.after, "faint", 0
        note = ""
    elif note:
        size = width_of(note)
        at = first - size - 2 if first >= size + 2 else last + 2
        if at + size <= len(cells):
            cells[at : at + size] = [(letter, "warning", 0) for letter in note]
    write_cells(row, Painted(cells, False, False), ticks)
    row.fill_to(start + len(cells))
