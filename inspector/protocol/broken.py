"""The id that an answer bears which is none: without result and error, torn, or nested too deeply to be read.

Its request would wait for nothing more, so it is looked for even where the text cannot be parsed. What looks like a
log line or like a request of the server's is left alone.
"""

import re
from typing import Final

from inspector.wire.json import MISSING, Json, Missing, NotJson, parse
from inspector.wire.jsonrpc import Malformed

_KEPT: Final = 1 << 20
"""Bytes that are looked at: an id is at the beginning of a message, or behind what is not read anyway."""

_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)
_OF_ANSWERS: Final = frozenset({"jsonrpc", "result", "error"})


def id_of(message: Malformed, raw: bytes) -> Json | Missing:
    """The id of the answer that `message`, read from `raw`, was to be; MISSING if it has none, or was to be none."""
    if message.value is MISSING:
        members = _members(raw[:_KEPT].decode("utf-8-sig", "replace"))
    elif isinstance(message.value, dict):
        members = message.value
    else:
        return MISSING
    if "method" in members or not _OF_ANSWERS & members.keys():
        return MISSING
    return members.get("id", MISSING)


def _members(text: str) -> dict[str, Json]:
    """The members of the object that `text` begins to be, as far as it goes; only simple values are read, others None.

    Whatever stands inside a member is passed over, right or wrong; a value that the text ends in may be torn itself.
    """
    found: dict[str, Json] = {}
    depth, key, value, behind = 0, "", None, False
    for token in (match.group() for match in _TOKEN.finditer(text)):
        if token in ("{", "["):
            depth += 1
            if depth == 1 and token == "[":
                break
        elif token in ("}", "]"):
            depth -= 1
            if depth <= 0:
                found[key] = value
                break
        elif depth == 0:
            break
        elif depth > 1:
            continue
        elif token == ":":
            behind = True
            found[key] = None
        elif token == ",":
            found[key] = value
            key, value, behind = "", None, False
        elif behind:
            value = _simple(token)
        else:
            key = str(_simple(token))
    return found


def _simple(token: str) -> Json:
    try:
        return parse(token)
    except NotJson:
        return None
