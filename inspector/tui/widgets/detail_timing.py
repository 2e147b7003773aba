"""Where the time of a record went, as a page: a bar for each phase."""

from collections.abc import Sequence
from typing import Final

from textual.strip import Strip

from inspector.analysis.http_parts import Phase
from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import duration
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import labelled, paragraph
from inspector.tui.widgets.page_view import PageLine, block

_BAR_AT: Final = 12
_WIDEST_BAR: Final = 48
_MEANING: Final = {
    "name": "its address was looked up",
    "connect": "TCP was connected",
    "tls": "TLS was agreed on",
    "send": "the request went out",
    "wait": "until the answer came",
    "other": "in none of these steps",
    "stream": "until the stream ended",
    "you": "a person was waited for",
}
"""What each phase is, for who does not know."""
_WIDEST_MEANING: Final = max(map(len, _MEANING.values())) + 2
_NUMBER: Final = 11
"""Cells of a duration behind its bar."""


def timing_page(phases: Sequence[Phase], moment: str, width: int, roles: Roles) -> list[PageLine]:
    """The page. `moment` is when the record came (`3:12.131`).

    Bars of machines share one scale. A person takes a thousand times as long, so theirs is cut at the edge, and told.
    """
    empty = PageLine(Line(roles).strip(width))
    page = [empty]
    scale = max((phase.ms for phase in phases if not phase.person), default=0.0) or max(
        (phase.ms for phase in phases), default=0.0
    )
    for phase in phases:
        page += block([phase_strip(phase, scale, width, roles)])
    page.append(empty)
    machine = [phase.ms for phase in phases if not phase.person]
    if len(machine) > 1:
        page += block(labelled("together", [(duration(sum(machine) / 1000), "")], width, roles, value_at=_BAR_AT))
    page += block(labelled("at", [(moment, ""), (" since the session began", "muted")], width, roles, value_at=_BAR_AT))
    if any(phase.person and phase.ms > scale for phase in phases):
        page.append(empty)
        page += block(paragraph("The bar of a person is not to scale.", width, roles, role="faint"))
    return page


def timing_text(phases: Sequence[Phase]) -> str:
    """The phases as text, one a line."""
    return "\n".join(f"{phase.name} {duration(phase.ms / 1000)}" for phase in phases)


def phase_strip(phase: Phase, scale: float, width: int, roles: Roles) -> Strip:
    """`wait   ██████ 148 ms`; `scale` is how many milliseconds the longest bar stands for."""
    glyphs = roles.glyphs
    line = Line(roles)
    line.write("  ")
    line.foreign("TLS" if phase.name == "tls" else phase.name, _BAR_AT - 3, "waiting" if phase.person else "muted")
    line.fill_to(_BAR_AT)
    room = min(max(width - _BAR_AT - _NUMBER - (_WIDEST_MEANING if width >= 70 else 0), 4), _WIDEST_BAR)
    cells = round(room * min(phase.ms / scale, 1.0)) if scale > 0 else 0
    beyond = phase.ms > scale
    if phase.person:
        line.write(glyphs.light * max(cells - (1 if beyond else 0), 1), "waiting")
        line.write(glyphs.cut if beyond else "", "waiting")
    else:
        line.write(glyphs.full * cells if cells else glyphs.sliver, "ours")
    line.write(f" {duration(phase.ms / 1000)}")
    meaning = _MEANING.get(phase.name, "")
    at = _BAR_AT + room + _NUMBER
    if meaning and at + width_of(meaning) < width:
        line.fill_to(at)
        line.write(meaning, "faint")
    return line.strip(width)
