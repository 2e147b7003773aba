"""How values of the peer are put into a row: one line, bounded, with nothing in it that could act.

The bounds keep a row cheap whatever the message is; the whole stands in the record.
"""

from typing import Final

from inspector.wire.json import Digits, Json, NotJson, dumps
from inspector.wire.jsonrpc import Error
from inspector.wire.text import visible, visible_bytes

LIMIT: Final = 240
"""Characters of foreign text that a row keeps."""

_SMALL: Final = 32


def short(text: str, limit: int = LIMIT) -> str:
    """Foreign text as a row may hold it; `…` where it was cut."""
    if len(text) <= limit:
        # Asked here too, since nearly all texts are harmless and this runs several times a record.
        return text if text.isascii() and text.isprintable() else visible(text)
    return visible(text[: limit - 1] + "…")


def short_bytes(raw: bytes, limit: int = LIMIT) -> str:
    """Foreign bytes as a row may hold them: bytes that are not UTF-8 as `\\xc3`."""
    shown = visible_bytes(raw[: limit * 4])
    return shown if len(raw) <= limit * 4 and len(shown) <= limit else shown[: limit - 1] + "…"


def id_text(value: Json) -> str:
    """An id as it is shown: `21`, `"a"` with its quotes, digits as they were sent."""
    if type(value) is int:
        return str(value)
    if isinstance(value, str):
        return f'"{short(value, 60)}"'
    return brief(value, 60)


def brief(value: Json, limit: int = LIMIT) -> str:
    """A JSON value in one line; a big one by its size, so that no value is costly: `{… 40 members}`."""
    if isinstance(value, str):
        return short(value, limit)
    if isinstance(value, dict) and not _small(value):
        return f"{{… {counted(len(value), 'member')}}}"
    if isinstance(value, list) and not _small(value):
        return f"[… {counted(len(value), 'item')}]"
    try:
        return short(dumps(value), limit)
    except NotJson:
        return "… nested too deeply to show"


def _small(value: Json) -> bool:
    """Whether writing the value out costs nothing to speak of."""
    stack, seen = [value], 0
    while stack:
        top = stack.pop()
        seen += 1
        if seen > _SMALL or (isinstance(top, str) and len(top) > LIMIT * 4):
            return False
        if isinstance(top, (dict, list)):
            if len(top) > _SMALL:
                return False
            stack.extend(top.values() if isinstance(top, dict) else top)
    return True


def number(value: Json) -> str:
    """A number with its digits and the sign that belongs to numbers: `−32602`, `0.10`."""
    text = value.text if isinstance(value, Digits) else str(value)
    return "−" + text[1:] if text.startswith("-") else text


def code(error: Error) -> str:
    """The code of an error as a status: `−32602`, or what stood in its place."""
    if error.code is not None:
        return number(error.code)
    value = error.error.get("code") if isinstance(error.error, dict) else None
    return "error" if value is None else f"error {brief(value, 40)}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun: `1 tool`, `3,000 tools`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
