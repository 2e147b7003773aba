"""Two attempts to connect beside each other: how the server gave itself in each, and what it offered.

A server may say one thing in `server/discover` and another in `initialize` (`2026-07-28 basic/versioning`): each
difference is a row of its own, what is equal is only counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from textual.strip import Strip

from inspector.tui.cells import Line
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.handshake_page import HandshakeAttempt
from inspector.tui.widgets.page_text import prose, section
from inspector.wire.json import Json, dumps

_DEEPEST: Final = 3
"""Levels of a capability that are told apart; what lies deeper is compared as one value."""

_NAME_AT, _LEFT_AT = 4, 30


@dataclass(frozen=True, slots=True)
class Compared:
    """One thing that both attempts may tell: what each said, None where it said nothing of it."""

    name: str
    left: str | None
    right: str | None

    @property
    def differs(self) -> bool:
        """Whether the two do not say the same."""
        return self.left != self.right


def compared(left: HandshakeAttempt, right: HandshakeAttempt) -> list[Compared]:
    """Identity first, then each capability, as `resources.subscribe`; names are as they were sent."""
    one, two = dict(_told(left)), dict(_told(right))
    return [Compared(name, one.get(name), two.get(name)) for name in dict.fromkeys((*one, *two))]


def _told(attempt: HandshakeAttempt) -> Iterator[tuple[str, str]]:
    if attempt.era is not None:
        yield "era", attempt.era
        yield "version", attempt.version
    info = attempt.server_info
    for name, value in info.items() if isinstance(info, dict) else ():
        yield f"server {name}", _words(value)
    if attempt.instructions is not None:
        yield "instructions", attempt.instructions
    yield from _leaves("", attempt.theirs or {}, _DEEPEST)


def _leaves(path: str, value: Mapping[str, Json], depth: int) -> Iterator[tuple[str, str]]:
    for name, inner in value.items():
        here = f"{path}.{name}" if path else name
        if isinstance(inner, dict) and depth > 1:
            yield here, ""
            yield from _leaves(here, inner, depth - 1)
        else:
            yield here, _words(inner)


def _words(value: Json) -> str:
    return value if isinstance(value, str) else dumps(value)


def compare_page(left: HandshakeAttempt, right: HandshakeAttempt, width: int, roles: Roles) -> list[Strip]:
    """The rows: a head, the differences, and how much is equal."""
    rows = compared(left, right)
    different = [row for row in rows if row.differs]
    right_at = _LEFT_AT + (width - _LEFT_AT) // 2
    head = Line(roles)
    for at, attempt, end in ((_LEFT_AT, left, right_at - 2), (right_at, right, width - 1)):
        head.fill_to(at)
        head.foreign(attempt.label or attempt.mode, end - head.cells, "bold", reference=False)
    strips = [section("Compared", width, roles, fact=counted(len(different), "difference")), head.strip(width)]
    for row in different:
        line = Line(roles)
        line.write(f"  {roles.glyphs.warning} ", "warning")
        line.foreign(row.name, _LEFT_AT - _NAME_AT - 2, "")
        for at, words, end in ((_LEFT_AT, row.left, right_at - 2), (right_at, row.right, width - 1)):
            line.fill_to(at)
            if words is None:
                line.write(in_glyphs("– not told", roles.glyphs), "faint")
            elif words:
                line.foreign(words, end - line.cells)
            else:
                line.write(roles.glyphs.success, "success")
        strips.append(line.strip(width))
    if not different:
        strips += prose([("They are equal in all that was told.", "muted")], width, roles)
    elif len(rows) > len(different):
        strips += prose([(f"{counted(len(rows) - len(different), 'other')} alike.", "faint")], width, roles)
    return strips
