"""One line of a document as rows of the screen, cut at the edge or in pieces: functions, tested without an app."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of, wrap_cells
from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import Roles

WIDEST: Final = 4000
"""Cells beyond which no line is drawn, however far one goes to the right."""

_OUR_ROLES: Final = frozenset({"faint", "warning"})
"""Roles of the signs that we put into a text; all else is the server's, whose letters stay."""


def body_strip(spans: Iterable[Span], roles: Roles) -> Strip:
    """The whole line, as long as it is, up to `WIDEST`."""
    line = Line(roles)
    for text, role in spans:
        if line.cells > WIDEST:
            break
        line.write(in_glyphs(text, roles.glyphs) if role in _OUR_ROLES else text, role)
    return line.strip(line.cells)


def with_hits(strip: Strip, query: str, roles: Roles) -> Strip:
    """The same, with every place of the query marked; capitals count if it has one."""
    text = strip.text.lower() if query == query.lower() else strip.text
    if len(text) != len(strip.text):
        return strip
    cuts: list[int] = []
    at = text.find(query)
    while at >= 0:
        cuts += [width_of(strip.text[:at]), width_of(strip.text[: at + len(query)])]
        at = text.find(query, at + len(query))
    if not cuts:
        return strip
    parts = strip.divide([*cuts, strip.cell_length])
    hit = roles["accent"] + roles["background"] + Style(reverse=True)
    marked = (Strip([Segment(segment.text, hit) for segment in part]) for part in parts[1::2])
    return Strip.join(part for pair in zip_longest(parts[::2], marked) for part in pair)


def window(strip: Strip, shift: int, room: int, roles: Roles) -> Strip:
    """What is seen of a line from the cell `shift` on, with a sign at the side where it goes on."""
    mark = Segment(roles.glyphs.cut, roles["faint"])
    before, after = shift > 0 and strip.cell_length > 0, strip.cell_length > shift + room
    seen = strip.crop(shift + (1 if before else 0), shift + room - (1 if after else 0))
    return Strip([*([mark] if before else []), *seen, *([mark] if after else [])])


def pieces(strip: Strip, room: int) -> list[Strip]:
    """A line in rows of at most `room` cells; at least one."""
    if strip.cell_length <= room or room <= 0:
        return [strip]
    cuts: list[int] = []
    for piece in wrap_cells(strip.text, room):
        cuts.append((cuts[-1] if cuts else 0) + width_of(piece))
    return list(strip.divide(cuts))
