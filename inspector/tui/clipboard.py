"""Whether a copy reaches the clipboard: it is sent as OSC 52, and the terminal does with it what it likes. Pure."""

from collections.abc import Mapping
from typing import Final

_BETWEEN: Final = ("TMUX", "STY")
"""Set by what stands between us and the terminal, and passes copies on only where it was told to."""
_PROGRAMS: Final = frozenset({"ghostty", "kitty", "WezTerm", "rio", "vscode"})
_TERMS: Final = frozenset({"alacritty", "foot", "foot-extra", "xterm-ghostty", "xterm-kitty"})


def takes_copies(environ: Mapping[str, str]) -> bool:
    """Whether the terminal of this environment is known to take OSC 52 without being told to."""
    if any(environ.get(name) for name in _BETWEEN):
        return False
    known = environ.get("TERM_PROGRAM") in _PROGRAMS or environ.get("TERM") in _TERMS
    return known or bool(environ.get("WT_SESSION"))
