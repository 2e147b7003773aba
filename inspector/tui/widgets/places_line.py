"""The second row: where we are. Every place with its digit and its live counts; the present one in bold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.unscrolled import Unscrolled


@dataclass(frozen=True, slots=True)
class Place:
    """One place: its id, the digits that lead there, its name and what is to be told of it (`✗1`, `⚑2`).

    A badge in the role `waiting` is filled: a person is waited for.
    """

    id: str
    digits: str
    name: str
    badges: tuple[Span, ...] = ()


PLACES: Final = (
    Place("desk", "1-3", "Desk"),
    Place("handshake", "4", "Handshake"),
    Place("answers", "5", "Answers"),
    Place("findings", "6", "Findings"),
    Place("timeline", "7", "Timeline"),
    Place("sessions", "9", "Sessions"),
    Place("connect", "0", "Connect"),
)
"""The places that there are, with nothing to tell of them."""

HELD: Final = Place("held", "I", "Held")
"""One that is there while messages are held on their way, or may be."""


def places_strip(places: Sequence[Place], here: str, width: int, roles: Roles) -> Strip:
    """The row, `width` cells wide."""
    return _draw(places, here, width, roles)[0].strip(width)


def place_at(places: Sequence[Place], here: str, width: int, x: int, roles: Roles) -> str | None:
    """The id of the place at a cell."""
    return next((id for id, start, end in _draw(places, here, width, roles)[1] if start <= x < end), None)


def write_digits(line: Line, places: Sequence[Place], here: str, gap: int) -> list[tuple[str, int, int]]:
    """Adds the places to a row that is also for something else: digits and badges, no names.

    Gives where each stands, as `(id, start, end)`.
    """
    spots: list[tuple[str, int, int]] = []
    for number, place in enumerate(places):
        line.write(" " * gap if number else "")
        start = line.cells
        line.write(place.digits, "accent bold underline" if place.id == here else "muted")
        _badges(line, place, apart=False)
        spots.append((place.id, start, line.cells))
    return spots


def _badges(line: Line, place: Place, *, apart: bool) -> None:
    for text, role in place.badges:
        shown = in_glyphs(text, line.roles.glyphs)
        if role == "waiting":
            line.write(" " if apart else "")
            line.styled(f" {shown} " if apart else shown, line.roles.chip("waiting"))
        else:
            line.write(f" {shown}" if apart else shown, role)


def _draw(places: Sequence[Place], here: str, width: int, roles: Roles) -> tuple[Line, list[tuple[str, int, int]]]:
    gap = 3 if width >= 120 else 2
    # Names yield from the right, but never that of the place where one is, and no badge ever does.
    named = len(places)
    while named and _cells(places, here, named, gap) > width - 2:
        named -= 1
    line = Line(roles)
    line.write(" ")
    spots: list[tuple[str, int, int]] = []
    for number, place in enumerate(places):
        if number:
            line.write(" " * gap)
        start = line.cells
        at = place.id == here
        line.write(place.digits, "accent bold" if at else "muted")
        if number < named or at:
            line.write(" ")
            line.write(place.name, "bold underline" if at else "muted")
        _badges(line, place, apart=True)
        spots.append((place.id, start, line.cells))
    return line, spots


def _cells(places: Sequence[Place], here: str, named: int, gap: int) -> int:
    cells = gap * (len(places) - 1)
    for number, place in enumerate(places):
        cells += width_of(place.digits)
        if number < named or place.id == here:
            cells += 1 + width_of(place.name)
        cells += sum(1 + width_of(text) + (2 if role == "waiting" else 0) for text, role in place.badges)
    return cells


class PlacesLine(Unscrolled):
    """The row as a widget; a click goes to a place."""

    DEFAULT_CSS = """
    PlacesLine { height: 1; background: $panel; color: $foreground; }
    """

    places: reactive[tuple[Place, ...]] = reactive(())
    here: reactive[str] = reactive("")

    @dataclass
    class Wanted(Message):
        """A place was clicked."""

        place: str

    def render_line(self, y: int) -> Strip:
        """The one row."""
        return places_strip(self.places, self.here, self.size.width, roles_of(self)).apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Go there."""
        place = place_at(self.places, self.here, self.size.width, event.x, roles_of(self))
        if place is not None:
            self.post_message(self.Wanted(place))
