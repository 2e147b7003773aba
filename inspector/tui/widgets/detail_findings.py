"""The findings that rest on a record, as a page: what was seen, the clause, the remedy, and the other records."""

from collections.abc import Sequence
from typing import Final

from inspector.analysis.rules.finding import LEVELS, Finding
from inspector.tui.cells import Line
from inspector.tui.numbers import count
from inspector.tui.roles import Roles
from inspector.tui.widgets.detail_related import RowOf, related_strip
from inspector.tui.widgets.detail_tabs import LEVEL_ROLES
from inspector.tui.widgets.page_text import labelled, paragraph, prose
from inspector.tui.widgets.page_view import PageLine, block

_VALUE_AT: Final = 13
_MOST_RECORDS: Final = 12


def findings_page(
    findings: Sequence[Finding], here: int, row_of: RowOf, width: int, roles: Roles, *, airy: bool
) -> list[PageLine]:
    """The page, worst first. The other records of a finding are its stops: `(number of the finding, record)`."""
    empty = PageLine(Line(roles).strip(width))
    page: list[PageLine] = []
    for number, finding in enumerate(sorted(findings, key=lambda one: LEVELS.index(one.level))):
        if number or airy:
            page.append(empty)
        page += _finding(number, finding, here, row_of, width, roles)
    return page


def findings_text(findings: Sequence[Finding]) -> str:
    """The findings as text."""
    return "\n\n".join(
        "\n".join(filter(None, (f"{one.level}: {one.rule}", f"{one.message}.", one.clause, one.remedy)))
        for one in findings
    )


def _finding(number: int, finding: Finding, here: int, row_of: RowOf, width: int, roles: Roles) -> list[PageLine]:
    glyphs, role = roles.glyphs, LEVEL_ROLES[finding.level]
    sign = {"error": glyphs.error, "warning": glyphs.warning, "info": "i"}[finding.level]
    page = block(prose([(f"{sign} ", f"{role} bold"), (finding.rule, "bold")], width, roles))
    often = f" {count(finding.times)} times in the session." if finding.times > 1 else ""
    page += block(paragraph(f"{finding.message}.{often}", width, roles, at=4))
    if finding.clause:
        page += block(prose([(f"{glyphs.clause} {finding.clause}", "faint")], width, roles, at=4))
    page += block(labelled("Remedy", [(finding.remedy, "")], width, roles, at=4, value_at=_VALUE_AT))
    others = [seq for seq in finding.records if seq != here]
    for seq in others[:_MOST_RECORDS]:
        row = row_of(seq)
        if row is not None:
            strip = related_strip(row, width, roles, digits=len(str(max(finding.records))), here=False)
            page.append(PageLine(strip, (number, seq)))
    if len(others) > _MOST_RECORDS:
        more = f"and {count(len(others) - _MOST_RECORDS)} more records"
        page += block(paragraph(more, width, roles, at=4, role="muted"))
    return page
