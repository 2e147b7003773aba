"""Which sides of a record can be looked at, and what it is called: functions of its detail."""

from collections.abc import Sequence
from typing import Final, Literal

from inspector.analysis.detail import Detail
from inspector.analysis.rules.finding import LEVELS, Level
from inspector.tui.glyphs import Glyphs
from inspector.tui.kinds import KINDS
from inspector.tui.numbers import count
from inspector.tui.widgets.rule import Tab

Side = Literal["json", "raw", "http", "timing", "related", "findings"]
"""One tab of the detail of a record."""

LEVEL_ROLES: Final[dict[Level, str]] = {"error": "error", "warning": "warning", "info": "level-info"}
"""The role that the level of a finding is shown in."""


def related_to(detail: Detail) -> tuple[int, ...]:
    """The records of its exchange and operation, those that its facts lead to, and itself; ascending."""
    led_to = {fact.seq for fact in detail.facts if fact.seq is not None}
    return tuple(sorted({*detail.related, *led_to, detail.seq}))


def sides_of(detail: Detail) -> tuple[Side, ...]:
    """The tabs that have something to show, in their order; at least one."""
    has: dict[Side, bool] = {
        "json": detail.document is not None,
        "raw": bool(detail.raw) or detail.document is None,
        "http": detail.http is not None,
        "timing": bool(detail.timing),
        "related": len(related_to(detail)) > 1,
        "findings": bool(detail.findings),
    }
    return tuple(side for side, something in has.items() if something)


def tabs_of(detail: Detail) -> list[Tab]:
    """The same as tabs of a rule."""
    return [_tab(side, detail) for side in sides_of(detail)]


def _tab(side: Side, detail: Detail) -> Tab:
    if side == "related":
        return Tab(side, "Related", (count(len(related_to(detail))), "muted"))
    if side == "findings":
        worst = min((one.level for one in detail.findings), key=LEVELS.index)
        return Tab(side, "Findings", (count(len(detail.findings)), LEVEL_ROLES[worst]))
    return Tab(side, {"json": "JSON", "raw": "Raw", "http": "HTTP"}.get(side, side.capitalize()))


def title_of(detail: Detail, glyphs: Glyphs) -> str:
    """`139  ← res  tools/call reserve_book`."""
    row = detail.row
    look = KINDS[row.kind]
    sign = getattr(glyphs, look.glyph, look.glyph)
    named = " ".join(filter(None, (row.method, row.name)))
    return "  ".join(filter(None, (str(detail.seq), f"{sign} {look.word}", named)))


def opened_at(wanted: Side, sides: Sequence[Side]) -> Side:
    """The tab to open: the one that was open before if the record has it, else the first."""
    return wanted if wanted in sides else sides[0]
