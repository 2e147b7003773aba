"""Findings: what departed from the specification, worst first, and how the server's author can put it right."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.analysis.rules.finding import LEVELS, Finding, Level
from inspector.tui.cells import Line, Span
from inspector.tui.numbers import count, counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.facts_panel import Fact, Facts
from inspector.tui.widgets.list_place import ListPlace
from inspector.tui.widgets.pick_list import PickList

_ROLES: Final[dict[Level, str]] = {"error": "error", "warning": "warning", "info": "level-info"}
_MOST_RECORDS: Final = 12
_MOST_OTHERS: Final = 7


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One row: a finding, and how often it was seen, or its rule found something if the rows are by rule.

    `others` are what else the rule found, in other words.
    """

    finding: Finding
    times: int
    records: tuple[int, ...]
    others: tuple[Finding, ...] = ()


def finding_rows(findings: Sequence[Finding], *, by_rule: bool) -> list[FindingRow]:
    """Findings as rows, worst first, then in the order of their records; `by_rule`: one row for each rule."""
    ordered = sorted(findings, key=lambda one: (LEVELS.index(one.level), one.records[:1]))
    if not by_rule:
        return [FindingRow(one, one.times, one.records) for one in ordered]
    groups: dict[tuple[str, Level], list[Finding]] = {}
    for one in ordered:
        groups.setdefault((one.rule, one.level), []).append(one)
    return [
        FindingRow(
            group[0],
            sum(one.times for one in group),
            tuple(dict.fromkeys(record for one in group for record in one.records)),
            tuple(group[1:]),
        )
        for group in groups.values()
    ]


def level_sign(level: Level, roles: Roles) -> Span:
    """The sign of a level, in its role."""
    signs = {"error": roles.glyphs.error, "warning": roles.glyphs.warning, "info": "i"}
    return signs[level], f"{_ROLES[level]} bold" if level == "error" else _ROLES[level]


def finding_strip(row: FindingRow, width: int, roles: Roles) -> Strip:
    """The row: sign, rule, what was seen, how often, the last record."""
    finding = row.finding
    message_at = 34 if width >= 100 else 25
    line = Line(roles)
    line.fill_to(2)
    line.write(*level_sign(finding.level, roles))
    line.fill_to(4)
    line.foreign(finding.rule, message_at - 5, "bold")
    line.fill_to(message_at)
    times = f"{count(row.times)}{roles.glyphs.times}"
    record = f"{max(row.records)}" if row.records else ""
    end = width - 8
    line.foreign(finding.message, end - len(times) - 2 - line.cells, reference=False)
    line.right(times, end, "muted")
    line.right(record, width - 2, "accent" if record else "")
    return line.strip(width)


def _often(times: int) -> Span:
    return f" {count(times)} times." if times > 1 else "", "muted"


def _others(row: FindingRow) -> list[Fact]:
    """What else the rule found, each of the first few in its own words."""
    facts = [Fact("Also", [(one.message, ""), _often(one.times)]) for one in row.others[:_MOST_OTHERS]]
    more = len(row.others) - _MOST_OTHERS
    return [*facts, Fact("Also", [(f"{count(more)} more, in other words", "muted")])] if more > 0 else facts


def _which(row: FindingRow, more: int) -> str:
    """What the records that are named are of all; `more` is how many are not named."""
    if row.times > len(row.records):
        return " are the first and the last"
    return f" and {count(more)} more" if more > 0 else ""


class FindingsList(PickList[FindingRow]):
    """The rows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "records", id="findings.records"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="findings.filter"),
        Binding("t", "regroup", "by rule, one by one", id="findings.regroup"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="findings.clear"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.by_rule = True
        self.findings: Sequence[Finding] = ()
        self.rules = 0
        self.records = 0
        self.checked: int | None = None

    def regroup(self) -> None:
        """Makes the rows of the findings."""
        self.show_rows(finding_rows(self.findings, by_rule=self.by_rule))

    def key_of(self, row: FindingRow) -> Hashable:
        """By rule the rule, else where it was first seen too: where it was last seen changes."""
        finding = row.finding
        return (finding.rule, finding.level) if self.by_rule else (finding.rule, finding.records[:1], finding.message)

    def text_of(self, row: FindingRow) -> str:
        """Rule, message and clause."""
        return "\n".join((row.finding.rule, row.finding.message, row.finding.clause))

    def draw_row(self, row: FindingRow, width: int) -> Strip:
        """A row."""
        return finding_strip(row, width, self.roles)

    def nothing(self) -> Sequence[Span]:
        """How far the looking has come, or that nothing was found by how much of it."""
        if self.checked is not None:
            return [(f"checking {count(self.checked)} of {count(self.records)}", "muted")]
        return [(f"No findings · {looked(self.rules, self.records)}", "muted")]

    def action_open(self) -> None:
        """Asks for the records that the finding rests on."""
        row = self.selected
        if row is not None and row.records:
            self.post_message(Findings.RecordsWanted(row.records))

    def action_regroup(self) -> None:
        """By rule, or one by one."""
        self.by_rule = not self.by_rule
        self.regroup()


def looked(rules: int, records: int) -> str:
    """`61 rules looked at 147 records`."""
    return f"{counted(rules, 'rule')} looked at {counted(records, 'record')}"


class Findings(ListPlace):
    """The place. Takes findings by `show`."""

    @dataclass
    class RecordsWanted(Message):
        """These records are to be shown in the traffic."""

        records: tuple[int, ...]

    def __init__(self, *, digit: str = "6", id: str | None = None, classes: str | None = None) -> None:
        self.rows = FindingsList()
        super().__init__(digit, "Findings", self.rows, id=id, classes=classes)

    def show(self, findings: Sequence[Finding], *, rules: int, records: int, checked: int | None = None) -> None:
        """All findings so far, and how many rules looked at how many records.

        `checked`: how many of the records were looked at, while that is still going on.
        """
        rows = self.rows
        rows.findings, rows.rules, rows.records, rows.checked = findings, rules, records, checked
        rows.regroup()
        self.tell()

    def told(self) -> Sequence[Span]:
        """The counts by level, and what was looked at."""
        rows = self.rows
        if rows.checked is not None:
            return [(f"checking {count(rows.checked)} of {count(rows.records)}", "muted")]
        signs: list[Span] = []
        for level in LEVELS:
            number = sum(one.level == level for one in rows.findings)
            if number and self.is_mounted:
                sign, role = level_sign(level, rows.roles)
                signs.append((f"{sign}{count(number)}", role))
        return [(looked(rows.rules, rows.records), "muted"), *signs] if rows.rules else signs

    def facts_of(self, row: FindingRow) -> Facts:
        """What was seen, the remedy, the records."""
        finding = row.finding
        records = ", ".join(str(record) for record in row.records[:_MOST_RECORDS])
        more = len(row.records) - _MOST_RECORDS
        facts = [
            Fact("What we saw", [(finding.message, ""), _often(row.times - sum(one.times for one in row.others))]),
            Fact("Remedy", [(finding.remedy, "")]),
            Fact("Records", [(records, "accent"), (_which(row, more), "muted")]),
            *_others(row),
        ]
        return Facts(finding.rule, finding.clause, [one for one in facts if any(text for text, _ in one.spans)])
