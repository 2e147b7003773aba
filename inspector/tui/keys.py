"""What the key line shows: the bindings that work now, those of the focus first."""

from typing import Any

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
}


def key_name(key: str) -> str:
    """A key as it is written for people: `^R`, `Enter`, `/`."""
    if key.startswith("ctrl+"):
        return f"^{key[5:].upper()}"
    return _SHOWN.get(key, key)


def keys_of(screen: Screen[Any]) -> tuple[Key, ...]:
    """The entries of the key line for the present focus, in the order in which widgets name their bindings."""
    fixed = {key.does for key in FIXED}
    seen: set[str] = set()
    keys: list[Key] = []
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.show or not active.enabled or binding.description in seen or binding.description in fixed:
            continue
        seen.add(binding.description)
        keys.append(Key(binding.key_display or key_name(binding.key), binding.description, binding.key))
    return tuple(keys)
