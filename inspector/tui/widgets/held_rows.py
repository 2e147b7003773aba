"""The rows of what is held, and of the rules of interference: plain data, and how they are drawn."""

from dataclasses import dataclass
from typing import Literal

from textual.strip import Strip

from inspector.tui.cells import Line
from inspector.tui.numbers import size, waited
from inspector.tui.roles import Roles


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A message that waits. Foreign texts as they came; `at` and `until` in seconds of the session, None: for a person.

    `kind` is that of a row of the traffic; `text` the message.
    """

    number: int
    at: float
    way: Literal["in", "out"]
    kind: str
    method: str
    name: str
    id: str
    text: str
    bytes: int
    because: str
    until: float | None = None

    @property
    def is_request(self) -> bool:
        """Whether it is a request of ours, so that it can be answered in the server's stead."""
        return self.kind == "req"


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A rule: what it does to what; how many have fitted it, and to how many it was applied."""

    number: int
    called: str
    action: str
    match: str
    direction: str
    on: bool
    seen: int
    applied: int


def clock_of(row: HeldRow, now: float) -> str:
    """How long it has been held, or in how long it goes on."""
    return f"in {waited(row.until - now)}" if row.until is not None else waited(now - row.at)


def held_strip(row: HeldRow, now: float, width: int, roles: Roles) -> Strip:
    """`⚑ → tools/call  echo  ~4   241 B  3.2 s`."""
    line, glyphs = Line(roles), roles.glyphs
    late = row.until is not None
    line.write("  ")
    line.write(f"{glyphs.off if late else glyphs.waiting} ", "muted" if late else "waiting")
    signs = {"req": glyphs.out, "res": glyphs.back, "ask": glyphs.asked, "ans": glyphs.answered}
    sign = signs.get(row.kind, glyphs.news if row.way == "in" else glyphs.told)
    theirs = row.kind in ("ask", "ans")
    news = row.kind.startswith("ntf")
    line.write(f"{sign} ", "theirs" if theirs else "notification" if news else "ours")
    tail = f"{size(row.bytes)}  {clock_of(row, now)}"
    room = width - len(tail) - 3
    line.foreign(row.method or "no message", min(28, room - line.cells), "bold")
    line.write("  ")
    line.foreign(row.name, max(0, min(30, room - line.cells)), "")
    line.write("  ")
    line.foreign(row.id, max(0, room - line.cells), "muted")
    line.right(tail, width - 1, "muted")
    return line.strip(width)


def fault_strip(row: FaultRow, width: int, roles: Roles) -> Strip:
    """`● delay  method:tools/call  in  “a slow tool”   2 of 5`."""
    line, glyphs = Line(roles), roles.glyphs
    line.write("  ")
    line.write(f"{glyphs.on if row.on else glyphs.off} ", "success" if row.on else "faint")
    line.write(row.action, "bold" if row.on else "muted")
    line.fill_to(20)
    counted = f"{row.applied} of {row.seen}" if row.seen else "–"
    room = width - len(counted) - 3
    line.foreign(row.match or "every message", max(0, min(40, room - line.cells)), "" if row.on else "muted")
    line.write(f"  {row.direction}  ", "muted")
    line.foreign(row.called, max(0, room - line.cells), "muted")
    line.right(counted, width - 1, "muted" if row.seen else "faint")
    return line.strip(width)
