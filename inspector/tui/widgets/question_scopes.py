"""For how long an answer is to be given always: the buttons that ask, and what they mean. Pure."""

from dataclasses import dataclass
from typing import Final, Literal

from inspector.protocol.questions import Answer, Question
from inspector.tui.widgets.buttons import Button

Scope = Literal["session", "server"]
"""For this session, or kept for this server."""

_NOT_NOW: Final = Button("always:no", "Not now", "Esc")
ALWAYS: Final = (
    Button("always:session", "Always so, this session", main=True, short="This session"),
    Button("always:server", "This server, always", short="This server"),
    _NOT_NOW,
)
SECRET: Final = (
    Button("always:session", "It holds a secret: this session only", main=True, short="Secret: this session"),
    Button("always:secret", "Write it to the disk", short="Write it"),
    _NOT_NOW,
)

_SCOPES: Final[dict[str, tuple[Scope, bool]]] = {
    "always:session": ("session", False),
    "always:server": ("server", False),
    "always:secret": ("server", True),
}


@dataclass(frozen=True, slots=True)
class ScopeAsked:
    """What it was asked for."""

    question: Question
    answer: Answer


def scope_of(button: str) -> tuple[Scope, bool] | None:
    """The scope that a button means, and whether a secret may be written; None for any other button."""
    return _SCOPES.get(button)
