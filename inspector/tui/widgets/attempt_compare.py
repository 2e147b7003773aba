"""Two attempts to connect beside each other: how the server gave itself in each, and what it offered.

A server may say one thing in `server/discover` and another in `initialize` (`2026-07-28 basic/versioning`): each
difference is a row of its own, what is equal is only counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from textual.strip import Strip

from inspector.analysis.differences import Difference
from inspector.analysis.offers import Comparison, Offered, compare_offers
from inspector.analysis.words import brief
from inspector.tui.cells import Line, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.handshake_page import HandshakeAttempt
from inspector.tui.widgets.page_text import prose, section
from inspector.wire.json import Json, Missing, dumps
from inspector.wire.text import visible

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
    offers = None if left.lists is None or right.lists is None else compare_offers(left.lists, right.lists)
    if offers is not None:
        strips += _offered(offers, right_at, width, roles)
    if not different and (offers is None or not offers.offered):
        strips += prose([("They are equal in all that was told.", "muted")], width, roles)
    elif len(rows) > len(different):
        strips += prose([(f"{counted(len(rows) - len(different), 'other')} alike.", "faint")], width, roles)
    return strips


def _offered(offers: Comparison, right_at: int, width: int, roles: Roles) -> list[Strip]:
    """What is not offered alike: an entry a row, and under a changed one each path with what stands there in both."""
    fact = f"{counted(offers.alike, 'entry', 'entries')} alike"
    strips = [section("Offered", width, roles, fact=fact)] if offers.offered or offers.alike else []
    for one in offers.offered:
        strips.append(_entry(one, width, roles))
        for path in one.paths:
            strips += _path(path, right_at, width, roles)
    if offers.unknown:
        names = ", ".join(f"{kind}s" for kind in offers.unknown)
        told = f"Not compared: {names}, which one of the two has not listed."
        strips += prose([(told, "muted")], width, roles)
    return strips


def _entry(one: Offered, width: int, roles: Roles) -> Strip:
    glyphs = roles.glyphs
    sign, role = {
        "added": (glyphs.success, "success"),
        "removed": (glyphs.error, "error"),
        "changed": (glyphs.warning, "warning"),
    }[one.how]
    line = Line(roles)
    line.write(f"  {sign} ", role)
    line.write(f"{one.how} {one.kind} ", "muted")
    line.foreign(one.name, width - 1 - line.cells, "bold")
    return line.strip(width)


def _path(path: Difference, right_at: int, width: int, roles: Roles) -> list[Strip]:
    """A path and its two values; a path that is too long for its column has a row of its own."""
    rows = []
    where = path.where.removeprefix("$.")
    line = Line(roles)
    line.fill_to(_NAME_AT + 2)
    if _NAME_AT + 2 + width_of(visible(where)) > _LEFT_AT - 2:
        line.foreign(where, width - 1 - line.cells, "json-key")
        rows.append(line.strip(width))
        line = Line(roles)
    else:
        line.foreign(where, _LEFT_AT - _NAME_AT - 4, "json-key")
    for at, value, end in ((_LEFT_AT, path.before, right_at - 2), (right_at, path.after, width - 1)):
        line.fill_to(at)
        if isinstance(value, Missing):
            line.write(in_glyphs("– not there", roles.glyphs), "faint")
        else:
            line.foreign(brief(value), end - line.cells)
    return [*rows, line.strip(width)]
