"""JSON Pointer (RFC 6901): `/user/name`, with `~1` for a slash and `~0` for a tilde in a name."""

import re
from collections.abc import Iterable
from typing import Any, Final

from inspector.wire.json import MISSING

_BAD_ESCAPE: Final = re.compile(r"~(?![01])")
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,8}")


class BadPointer(ValueError):
    """The text is not a JSON Pointer, or it points through a value that has no members; the message says which."""


def split(pointer: str) -> tuple[str, ...]:
    """The names of a pointer, unescaped: `/a~1b/0` → `("a/b", "0")`; the empty pointer has none."""
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise BadPointer(f"{pointer} is not a JSON Pointer: it does not begin with a slash")
    if _BAD_ESCAPE.search(pointer):
        raise BadPointer(f"{pointer} is not a JSON Pointer: a tilde stands for ~0 only, a slash in a name for ~1")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))


def join(names: Iterable[str | int]) -> str:
    """The pointer of these names: `("a/b", 0)` → `/a~1b/0`."""
    return "".join(f"/{escape(str(name))}" for name in names)


def escape(name: str) -> str:
    """One name as it stands in a pointer."""
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name


def index_of(name: str) -> int | None:
    """The array index that a name spells, or None."""
    return int(name) if _INDEX.fullmatch(name) else None


def get(value: Any, names: Iterable[str]) -> Any:
    """What stands at `names` in `value`, or `MISSING`."""
    for name in names:
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and (index := index_of(name)) is not None and index < len(value):
            value = value[index]
        else:
            return MISSING
    return value
