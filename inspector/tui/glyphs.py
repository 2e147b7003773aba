"""The signs of the interface, each one cell wide, with an ASCII stand-in for terminals that cannot show them.

The set is chosen once, when the app is made, from the setting or the locale; what draws takes it from `Roles.glyphs`.
The words `req res ask ans ntf` beside an arrow tell what the stand-in alone would not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs; every field is one character that takes one cell."""

    out: str = "→"
    """Our request, and HTTP that we send."""
    back: str = "←"
    """The answer to it, and HTTP that comes back."""
    asked: str = "⇐"
    """The server's request."""
    answered: str = "⇒"
    """Our answer to it."""
    news: str = "⇠"
    """A notification of the server."""
    told: str = "⇢"
    """A notification of ours."""
    why: str = "∴"
    """A decision and its reason."""
    clause: str = "§"
    success: str = "✓"
    error: str = "✗"
    warning: str = "▲"
    waiting: str = "⚑"
    """A person is waited for."""
    on: str = "●"
    off: str = "○"
    replay: str = "▪"
    closed: str = "▸"
    open: str = "▾"
    before: str = "‹"
    after: str = "›"
    cancelled: str = "⊘"
    event: str = "◆"
    """Something happened to the process."""
    cursor: str = "▌"
    heavy: str = "━"
    thin: str = "─"
    upright: str = "│"
    cut: str = "…"
    full: str = "█"
    sliver: str = "▏"
    light: str = "░"
    shade: str = "▒"
    dot: str = "·"
    times: str = "×"
    part: str = "▍"
    """A bar that does not fill its cell."""
    dead: str = "╳"
    """Here a death ended it."""
    marked: str = "▪"
    """A person marked it."""
    note: str = "✎"
    """A person wrote something about it."""


UNICODE: Final = Glyphs()
ASCII: Final = Glyphs(*"><<><>*S+x!?@o#>v<>/$|=-|~#|.:.x|X#%")

_TO_ASCII: Final[Mapping[int, str]] = str.maketrans(
    {getattr(UNICODE, field.name): getattr(ASCII, field.name) for field in fields(Glyphs)}
    | {"▼": "v", "“": '"', "”": '"', "–": "-", "−": "-"}
)


def choose_glyphs(encoding: str | None, *, ascii_only: bool = False) -> Glyphs:
    """The set for a terminal: `ascii_only` is the setting, `encoding` that of the locale (None: not known)."""
    utf8 = (encoding or "").lower().replace("-", "").replace("_", "") == "utf8"
    return UNICODE if utf8 and not ascii_only else ASCII


def in_glyphs(text: str, glyphs: Glyphs) -> str:
    """A sentence of ours, with our signs in it, as the set can show it. Not for text of a server."""
    return text if glyphs is UNICODE else text.translate(_TO_ASCII)
