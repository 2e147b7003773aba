"""The first row of the screen: who we talk to. State, era, version, server; at the right what is under way, and the
recording. In a narrow terminal also where we are: the digits of the places, with what is to be told of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import duration, length, waited
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.places_line import Place, PlacesLine, write_digits
from inspector.tui.widgets.unscrolled import Unscrolled
from inspector.wire.text import visible

State = Literal["none", "connecting", "connected", "disconnected", "failed", "replay", "followed"]


@dataclass(frozen=True, slots=True)
class StatusFacts:
    """All that the row shows; foreign text as it came.

    `word` says what a state without an era is about: what is awaited, how it ended, the recording's date and file.
    `waiting` is since when in seconds, for a clock; `recorded` the length of the recording in seconds, None if nothing
    is recorded, and `unrecorded` why not. `watch` says which files are watched, `asked` what a
    person is waited for to do.
    """

    state: State = "none"
    era: str = ""
    version: str = ""
    word: str = ""
    waiting: float | None = None
    server: str = ""
    server_version: str = ""
    transport: str = ""
    target: str = ""
    in_flight: int = 0
    median: float | None = None
    session: str = ""
    recorded: float | None = None
    unrecorded: str = ""
    watch: str = ""
    asked: str = ""


_SIGNS = {
    "none": ("off", "muted"),
    "connecting": ("off", "accent"),
    "connected": ("on", "success"),
    "disconnected": ("off", "muted"),
    "failed": ("error", "error"),
    "replay": ("replay", "muted"),
    "followed": ("on", "accent"),
}

# What yields first as room goes (the server's name, cut, comes last).
_YIELDS = ("median", "target", "session", "in_flight", "transport", "server_version")
_LEAST_NAME = 20

MERGED_BELOW: Final = 80
"""Columns below which there is no row of places: their digits and badges stand in this one."""


def status_strip(
    facts: StatusFacts, width: int, roles: Roles, *, places: Sequence[Place] = (), here: str = ""
) -> Strip:
    """The row, `width` cells wide. Below `MERGED_BELOW` it has digits and badges of `places`, that of `here` lit."""
    return _draw(facts, width, roles, places, here)[0].strip(width)


def _draw(
    facts: StatusFacts, width: int, roles: Roles, places: Sequence[Place], here: str
) -> tuple[Line, list[tuple[str, int, int]]]:
    """The row, and where the places in it are."""
    if width >= MERGED_BELOW:
        places = ()
    left, right = _left(facts, roles), _right(facts, roles)
    digits = _digits(places, here, roles, 2, right)
    for name in _YIELDS:
        if _least(facts, left, right) + digits <= width:
            break
        facts = _without(facts, name)
        left, right = _left(facts, roles), _right(facts, roles)
    gap = 2
    if places and _least(facts, left, right) + digits > width:
        gap, right = 1, _right(facts, roles, brief=True)
        digits = _digits(places, here, roles, gap, right)
        if _least(replace(facts, server=""), left, right) + digits > width:
            facts = replace(facts, version="")
            left = _left(facts, roles)
    line = Line(roles)
    name, role = _SIGNS[facts.state]
    line.write(" ")
    line.write(getattr(roles.glyphs, name), role)
    line.write(" ")
    if facts.era:
        line.styled(f" {facts.era} ", roles.chip(facts.era))
        line.write(" ")
    end = width - _cells(right) - 1 - digits
    line.spans(left, end - line.cells - 1 if places else _cells(left))
    room = end - line.cells - 2
    if facts.server and room > 3:
        line.write(f"{roles.glyphs.upright} ", "line")
        version = min(width_of(facts.server_version), 20) + 1 if facts.server_version else 0
        line.foreign(facts.server, room - 2 - version, "bold")
        if version and room - 2 - version > 0:
            line.write(" ")
            line.foreign(facts.server_version, 20, "muted")
    line.fill_to(end)
    spots = write_digits(line, places, here, gap)
    line.write("  " if places and right else "")
    for text, part in right:
        line.write(text, part)
    line.write(" ")
    return line, spots


def _digits(places: Sequence[Place], here: str, roles: Roles, gap: int, right: list[Span]) -> int:
    """The cells of the places, with the blanks that part them from what is to their right."""
    if not places:
        return 0
    line = Line(roles)
    write_digits(line, places, here, gap)
    return line.cells + (2 if right else 0)


def _least(facts: StatusFacts, left: list[Span], right: list[Span]) -> int:
    """The cells that all of it needs, the server's name cut as far as it may be."""
    chip = len(facts.era) + 3 if facts.era else 0
    version = width_of(facts.server_version) + 1 if facts.server_version else 0
    name = 2 + min(width_of(visible(facts.server)), _LEAST_NAME) + version if facts.server else 0
    return 3 + chip + _cells(left) + name + 2 + _cells(right) + 1


def _without(facts: StatusFacts, name: str) -> StatusFacts:
    if name == "median":
        return replace(facts, median=None)
    if name == "in_flight":
        return replace(facts, in_flight=0)
    changes: dict[str, Any] = {name: ""}
    return replace(facts, **changes)


def _cells(spans: list[Span]) -> int:
    return sum(width_of(text) for text, _ in spans)


def _left(facts: StatusFacts, roles: Roles) -> list[Span]:
    spans: list[Span] = []
    if facts.version:
        spans.append((f"{visible(facts.version)} ", facts.era or "muted"))
    if facts.asked:
        spans.append((f"{roles.glyphs.waiting} {facts.asked} ", "waiting"))
    if facts.word:
        clock = f" {waited(facts.waiting)}" if facts.waiting is not None else ""
        role = "error bold" if facts.state == "failed" else "muted"
        word, _, rest = facts.word.partition(" · ")
        tail = f" {roles.glyphs.dot} {visible(rest)}" if rest else ""
        spans.append((f"{visible(word)}{clock}{tail} ", role))
    return spans


def _right(facts: StatusFacts, roles: Roles, *, brief: bool = False) -> list[Span]:
    groups: list[list[Span]] = []
    if facts.in_flight:
        groups.append([(f"{facts.in_flight} in flight", "")])
    if facts.median is not None:
        groups.append([(duration(facts.median), "muted")])
    if facts.transport:
        groups.append([(facts.transport, "muted")])
    if facts.target:
        groups.append([(visible(facts.target), "muted")])
    if facts.session:
        groups.append([(f"session {visible(facts.session)}", "muted")])
    if facts.watch:
        words = "watch" if brief else visible(facts.watch)
        groups.append([(words, "accent")])
    if facts.recorded is not None:
        word = "" if brief else " rec"
        groups.append([(roles.glyphs.on, "error"), (f"{word} {length(facts.recorded)}", "muted")])
    elif facts.unrecorded:
        words = "no rec" if brief else f"not recorded: {visible(facts.unrecorded)}"
        groups.append([(f"{roles.glyphs.warning} {words}", "warning")])
    elif facts.state not in ("replay", "followed", "none"):
        groups.append([(f"{roles.glyphs.off} {'no rec' if brief else 'not recorded'}", "muted")])
    spans: list[Span] = []
    for group in groups:
        spans.extend([("  ", ""), *group] if spans else group)
    return spans


class StatusLine(Unscrolled):
    """The row as a widget. While something waits, its owner refreshes `facts` ten times a second."""

    DEFAULT_CSS = """
    StatusLine { height: 1; background: $panel; color: $foreground; }
    """

    facts: reactive[StatusFacts] = reactive(StatusFacts)
    places: reactive[tuple[Place, ...]] = reactive(())
    here: reactive[str] = reactive("")

    def render_line(self, y: int) -> Strip:
        """The one row."""
        strip = status_strip(self.facts, self.size.width, roles_of(self), places=self.places, here=self.here)
        return strip.apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Go to the place that stands there."""
        spots = _draw(self.facts, self.size.width, roles_of(self), self.places, self.here)[1]
        place = next((id for id, start, end in spots if start <= event.x < end), None)
        if place is not None:
            self.post_message(PlacesLine.Wanted(place))
