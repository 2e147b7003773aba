"""Our signs in a terminal that cannot show them."""

from collections.abc import Iterable

from textual.strip import Strip

from inspector.tui.cells import Span
from inspector.tui.glyphs import UNICODE, in_glyphs
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import prose


def in_signs(spans: Iterable[Span], roles: Roles) -> list[Span]:
    """Spans with the signs of the set in use. Such a terminal could not show them in words of a server either."""
    if roles.glyphs is UNICODE:
        return list(spans)
    return [(in_glyphs(text, roles.glyphs), role) for text, role in spans]


def sentence(spans: Iterable[Span], width: int, roles: Roles, *, at: int = 2, hanging: int = 0) -> list[Strip]:
    """`prose`, with the signs of the set in use."""
    return prose(in_signs(spans, roles), width, roles, at=at, hanging=hanging)
