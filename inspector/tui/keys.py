"""What the key line shows: the bindings that work now, those of the focus first."""

from typing import Any, Final

from textual.binding import ActiveBinding
from textual.screen import Screen

from inspector.tui.widgets.key_line import FIXED, Key

_SHOWN = {
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "tab": "Tab",
    "delete": "Del",
    "slash": "/",
    "full_stop": ".",
    "comma": ",",
    "question_mark": "?",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "colon": ":",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "shift+tab": "Shift+Tab",
}

NEEDS_SERVER: Final = frozenset(
    {
        "answers.accept",
        "answers.cancel",
        "answers.decline",
        "authorization.anew",
        "authorization.forget",
        "authorization.pause",
        "catalogue.again",
        "compose.send",
        "connect.again",
        "connect.all",
        "connect.auto",
        "connect.end",
        "connect.legacy",
        "connect.modern",
        "connect.transport",
        "connect.version",
        "death.edit",
        "death.repeat",
        "death.restart",
        "editor.call",
        "field.call",
        "form.call",
        "form.send-anyway",
        "handshake.all",
        "handshake.auto",
        "handshake.legacy",
        "handshake.modern",
        "handshake.transport",
        "handshake.version",
        "result.again",
        "result.cancel",
        "screen.run",
        "session.approve",
        "session.held",
        "workbench.again",
        "workbench.cancel",
    }
)
"""The bindings that do nothing in a recording but say that it has no server."""


_EARLY: Final = ("screen.run", "screen.end-zoom")


def is_in_vain(screen: Screen[Any], active: ActiveBinding) -> bool:
    """Whether a key needs a server where there can be none."""
    return getattr(screen, "is_replay", False) and active.binding.id in NEEDS_SERVER


def key_name(key: str) -> str:
    """A key as it is written for people: `^R`, `Enter`, `/`."""
    if key.startswith("ctrl+"):
        return f"^{key[5:].upper()}"
    return _SHOWN.get(key, key)


def words_of(active: ActiveBinding) -> str:
    """What a key does, said by the place if that knows better: the form of an answer accepts, that of a tool calls.

    Empty: nothing that is worth a word, though the key may say why.
    """
    for place in active.node.ancestors_with_self:
        words = getattr(place, "key_words", None)
        if words and active.binding.description in words:
            return str(words[active.binding.description])
    return active.binding.description


def keys_of(screen: Screen[Any]) -> tuple[Key, ...]:
    """The entries of the key line for the present focus, in the order in which widgets name their bindings.

    Ctrl+R of the whole screen is the second of them: it works everywhere and is what one came for. So does what ends a
    zoom, for it is the way out. In a recording what needs a server comes last, grey.
    """
    fixed = {key.does for key in FIXED}
    seen: set[str] = set()
    keys: list[Key] = []
    in_vain: list[Key] = []
    for active in screen.active_bindings.values():
        binding, grey = active.binding, is_in_vain(screen, active)
        does = words_of(active)
        if not binding.show or not (active.enabled or grey) or not does or does in seen or does in fixed:
            continue
        seen.add(does)
        key = Key(binding.key_display or key_name(binding.key), does, binding.key, grey)
        if grey:
            in_vain.append(key)
        else:
            keys.insert(1 if binding.id in _EARLY else len(keys), key)
    return (*keys, *in_vain)
