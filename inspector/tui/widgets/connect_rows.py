"""What one can connect to, as rows: plain data, and how a row looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from textual.strip import Strip

from inspector.tui.cells import Line, Span
from inspector.tui.roles import Roles
from inspector.tui.widgets.facts_panel import Fact, Facts
from inspector.wire.text import visible
from inspector.wire.versions import Era

VALUE_AT = 19
"""Where names end and targets begin, in the line as in the list."""

_WIDE = 100
_LABEL, _WIDE_LABEL = 12, 24
"""Cells of the name of a recent target; more of them where rows are so wide."""


@dataclass(frozen=True, slots=True)
class ConnectRow:
    """One target, or a `problem` where one should be. Texts may come from a file of somebody else.

    `key` is the owner's; no two rows share one. `target` is the command or address as it is shown, without secrets;
    `label` names a recent one. `when` is when it was last used, `line` where in its file a problem is. `facts` are
    labels and texts for the panel: command, environment, headers, roots, what we declare.
    """

    key: str
    name: str
    target: str = ""
    label: str = ""
    era: Era | None = None
    when: str = ""
    problem: str = ""
    line: int | None = None
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class ConnectGroup:
    """Rows under a head: the path of the file that names them; no title: without a head. `note` is whose file it is."""

    rows: Sequence[ConnectRow]
    title: str = ""
    note: str = ""


class Head(NamedTuple):
    """The head of a group as a row of the list."""

    title: str
    note: str
    number: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How the line is read: a sentence, and whether it is good, doubtful or cannot be used."""

    text: str = ""
    tone: Literal["", "success", "warning", "error"] = ""


def listed(groups: Sequence[ConnectGroup]) -> list[ConnectRow | Head]:
    """All rows, with the heads of their groups."""
    rows: list[ConnectRow | Head] = []
    for number, group in enumerate(groups):
        if group.title:
            rows.append(Head(group.title, group.note, number))
        rows += group.rows
    return rows


def head_strip(head: Head, width: int, roles: Roles) -> Strip:
    """The path of a file, and whose it is."""
    line = Line(roles)
    line.fill_to(2)
    line.foreign(head.title, width - 4 - (len(head.note) + 2 if head.note else 0), "muted", reference=True)
    if head.note:
        line.write("  ")
        line.foreign(head.note, width - 2 - line.cells, "faint")
    return line.strip(width)


def connect_strip(row: ConnectRow, width: int, roles: Roles) -> Strip:
    """A target: its name, what it is, and which era it had when."""
    line = Line(roles)
    line.fill_to(2)
    line.foreign(row.name, VALUE_AT - 3, "" if row.target or row.problem else "muted", reference=False)
    line.fill_to(VALUE_AT)
    if row.problem:
        place = f"{roles.glyphs.warning} line {row.line}" if row.line is not None else roles.glyphs.warning
        line.foreign(row.problem, width - 4 - len(place) - line.cells, "muted", reference=False)
        line.right(place, width - 2, "warning")
        return line.strip(width)
    roomy = width >= 76
    end = width - (3 if not (row.era or row.when) else 25 if roomy else 11)
    if row.label:
        # Names and commands differ at their ends, so both are cut in the middle.
        label = _WIDE_LABEL if width >= _WIDE else _LABEL
        line.foreign(row.label, min(label, end - line.cells), "bold", reference=True)
        line.fill_to(VALUE_AT + label + 1)
    line.foreign(row.target, end - line.cells, "muted" if row.label else "", reference=True)
    if row.era:
        line.fill_to(width - (23 if roomy else 9))
        line.write(row.era, row.era)
    if roomy:
        line.right(visible(row.when), width - 2, "muted")
    return line.strip(width)


def connect_facts(row: ConnectRow) -> Facts:
    """What is known of a target."""
    problem: list[Span] = [(row.problem, "warning"), (f" Line {row.line}." if row.line is not None else "", "muted")]
    facts = [Fact("problem", problem)] if row.problem else []
    facts += [Fact(label, [(text, "")]) for label, text in row.facts]
    if row.target and not row.facts:
        facts.append(Fact("target", [(row.target, "")]))
    return Facts(row.label or row.name, "", facts)
