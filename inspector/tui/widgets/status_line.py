"""The first row of the screen: who we talk to. State, era, version, server; at the right what is under way, and the
recording."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import duration, length, waited
from inspector.tui.roles import Roles, roles_of
from inspector.wire.text import visible

State = Literal["none", "connecting", "connected", "disconnected", "failed", "replay"]


@dataclass(frozen=True, slots=True)
class StatusFacts:
    """All that the row shows; foreign text as it came.

    `word` says what a state without an era is about: what is awaited, how it ended, the recording's date and file.
    `waiting` is since when in seconds, for a clock; `recorded` the length of the recording in seconds, None if nothing
    is recorded, and `unrecorded` why not.
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
    questions: int = 0


_SIGNS = {
    "none": ("off", "muted"),
    "connecting": ("off", "accent"),
    "connected": ("on", "success"),
    "disconnected": ("off", "muted"),
    "failed": ("error", "error"),
    "replay": ("replay", "muted"),
}

# What yields first as room goes (the server's name, cut, comes last).
_YIELDS = ("median", "target", "session", "in_flight", "transport", "server_version")
_LEAST_NAME = 20


def status_strip(facts: StatusFacts, width: int, roles: Roles) -> Strip:
    """The row, `width` cells wide."""
    left, right = _left(facts, roles), _right(facts, roles)
    for name in _YIELDS:
        if _least(facts, left, right) <= width:
            break
        facts = _without(facts, name)
        left, right = _left(facts, roles), _right(facts, roles)
    line = Line(roles)
    name, role = _SIGNS[facts.state]
    line.write(" ")
    line.write(getattr(roles.glyphs, name), role)
    line.write(" ")
    if facts.era:
        line.styled(f" {facts.era} ", roles.chip(facts.era))
        line.write(" ")
    for text, part in left:
        line.write(text, part)
    room = width - line.cells - _cells(right) - 3
    if facts.server and room > 3:
        line.write(f"{roles.glyphs.upright} ", "line")
        version = min(width_of(facts.server_version), 20) + 1 if facts.server_version else 0
        line.foreign(facts.server, room - 2 - version, "bold")
        if version and room - 2 - version > 0:
            line.write(" ")
            line.foreign(facts.server_version, 20, "muted")
    line.fill_to(width - _cells(right) - 1)
    for text, part in right:
        line.write(text, part)
    line.write(" ")
    return line.strip(width)


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
    if facts.word:
        clock = f" {waited(facts.waiting)}" if facts.waiting is not None else ""
        role = "error bold" if facts.state == "failed" else "muted"
        word, _, rest = facts.word.partition(" · ")
        tail = f" {roles.glyphs.dot} {visible(rest)}" if rest else ""
        spans.append((f"{visible(word)}{clock}{tail} ", role))
    return spans


def _right(facts: StatusFacts, roles: Roles) -> list[Span]:
    groups: list[list[Span]] = []
    if facts.questions:
        groups.append([(f" {roles.glyphs.waiting}{facts.questions} ", "waiting bold")])
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
    if facts.recorded is not None:
        groups.append([(roles.glyphs.on, "error"), (f" rec {length(facts.recorded)}", "muted")])
    elif facts.unrecorded:
        groups.append([(f"{roles.glyphs.warning} not recorded: {visible(facts.unrecorded)}", "warning")])
    elif facts.state not in ("replay", "none"):
        groups.append([(f"{roles.glyphs.off} not recorded", "muted")])
    spans: list[Span] = []
    for group in groups:
        spans.extend([("  ", ""), *group] if spans else group)
    return spans


class StatusLine(Widget):
    """The row as a widget. While something waits, its owner refreshes `facts` ten times a second."""

    DEFAULT_CSS = """
    StatusLine { height: 1; background: $panel; color: $foreground; }
    """

    facts: reactive[StatusFacts] = reactive(StatusFacts)

    def render_line(self, y: int) -> Strip:
        """The one row."""
        return status_strip(self.facts, self.size.width, roles_of(self)).apply_style(self.rich_style)
