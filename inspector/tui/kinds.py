"""What can stand in the traffic: each kind of record with its sign, its word and the role that colours both."""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal[
    "req", "res", "ask", "ans", "ntf-in", "ntf-out", "err", "run", "web-out", "web-in", "sse", "why", "out", "jot"
]
"""Our request, its answer, the server's request, our answer to it, notifications, stderr, process events, HTTP out and
in, other parts of an event stream, decisions, stray output that is no message, and what a person noted."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind is shown. `glyph` is the name of a field of `Glyphs`, or the character itself."""

    glyph: str
    word: str
    role: str


KINDS: Final[dict[Kind, Look]] = {
    "req": Look("out", "req", "ours"),
    "res": Look("back", "res", "ours"),
    "ask": Look("asked", "ask", "theirs"),
    "ans": Look("answered", "ans", "theirs"),
    "ntf-in": Look("news", "ntf", "notification"),
    "ntf-out": Look("told", "ntf", "notification"),
    "err": Look("dot", "err", "process"),
    "run": Look("event", "run", "process"),
    "web-out": Look("out", "web", "process"),
    "web-in": Look("back", "web", "process"),
    "sse": Look(":", "sse", "process"),
    "why": Look("why", "why", "decision"),
    "out": Look("!", "out", "invalid"),
    "jot": Look("note", "jot", "waiting"),
}
