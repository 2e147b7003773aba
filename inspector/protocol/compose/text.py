"""Changes of JSON text that leave all else as it was written: digits, blanks, doubled members, the order.

A place is a path of member names from the root. Text that is no JSON object has no places: such calls change nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inspector.wire.json import Json, NotJson, dumps, parse, parse_foreign

_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]++', re.DOTALL)
_NESTED: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]]', re.DOTALL)
_BREAK: Final = re.compile(r"\n[ \t]*")
_SHORT: Final = 40
"""Characters up to which an object or array stays on one line when a text is laid out."""
LONGEST: Final = 1_000_000
"""Characters up to which a text is laid out, and looked through member by member."""


@dataclass(frozen=True, slots=True)
class Member:
    """Where one member of an object stands in a text."""

    name: str
    begin: int
    value: int
    end: int


def is_object(text: str) -> bool:
    """Whether the text is a JSON object, and can be changed by its places."""
    try:
        return isinstance(parse_foreign(text)[0], dict)
    except NotJson:
        return False


@lru_cache(maxsize=8)
def members(text: str, at: int) -> tuple[Member, ...]:
    """The members of the object that begins at or after `at`, doubled ones included; none where there is no object."""
    found: list[Member] = []
    opening = _TOKEN.search(text, at)
    if opening is None or opening.group() != "{":
        return ()
    state, name, begin, value, last, end = "name", "", 0, 0, 0, opening.end()
    while (token := _TOKEN.search(text, end)) is not None:
        sign, end = token.group(), token.end()
        if sign in (",", "}"):
            if state == "in":
                found.append(Member(name, begin, value, last))
            if sign == "}":
                break
            state = "name"
        elif state == "name":
            name, begin, state = _name(sign), token.start(), "colon"
        elif state == "colon":
            state = "value"
        else:
            if state == "value":
                value, state = token.start(), "in"
            last = end = _closed(text, end) if sign in ("{", "[") else end
    return tuple(found)


def _closed(text: str, at: int) -> int:
    """Where that ends which was opened before `at`."""
    depth = 1
    for token in _NESTED.finditer(text, at):
        sign = text[token.start()]
        depth += (sign in "{[") - (sign in "}]")
        if not depth:
            return token.end()
    return len(text)


def _name(sign: str) -> str:
    try:
        name = parse(sign)
    except NotJson:
        return sign
    return name if isinstance(name, str) else sign


def find(text: str, path: Sequence[str]) -> Member | None:
    """The member at a place; of doubled ones the last, for that is what parsers take."""
    at, found = 0, None
    for name in path:
        found = next((one for one in reversed(members(text, at)) if one.name == name), None)
        if found is None:
            return None
        at = found.value
    return found


def written(text: str, path: Sequence[str]) -> str:
    """The text of the value at a place; empty where there is none."""
    found = find(text, path)
    return "" if found is None else text[found.value : found.end]


def put(text: str, path: Sequence[str], value: str, *, first: bool = False) -> str:
    """The text with `value` (JSON) at a place: in place of what stands there, else as a new member.

    `first`: before the other members. Objects that are missing on the way are made; if something else stands in the
    way, nothing changes.
    """
    if not is_object(text):
        return text
    there = find(text, path)
    if there is not None:
        return text[: there.value] + value + text[there.end :]
    at = depth = 0
    while (inner := find(text, path[: depth + 1])) is not None:
        if text[inner.value] != "{":
            return text
        at, depth = inner.value, depth + 1
    for name in reversed(path[depth + 1 :]):
        value = f"{{{dumps(name)}:{value}}}"
    return _insert(text, text.index("{", at), f"{dumps(path[depth])}:{value}", first=first)


def _insert(text: str, at: int, member: str, *, first: bool) -> str:
    there = members(text, at)
    if not there:
        return text[: at + 1] + member + text[text.index("}", at) :]
    if first:
        return text[: there[0].begin] + member + "," + text[at + 1 : there[0].begin] + text[there[0].begin :]
    before = text[there[-2].end : there[-1].begin] if len(there) > 1 else "," + text[at + 1 : there[-1].begin]
    return text[: there[-1].end] + before + member + text[there[-1].end :]


def drop(text: str, path: Sequence[str]) -> str:
    """The text without the member at a place, and without those of the same name beside it."""
    if not is_object(text):
        return text
    above = find(text, path[:-1]) if len(path) > 1 else None
    if len(path) > 1 and above is None:
        return text
    start = above.value if above is not None else 0
    while True:
        there = members(text, start)
        at = next((number for number, one in enumerate(there) if one.name == path[-1]), None)
        if at is None:
            return text
        if at + 1 < len(there):
            text = text[: there[at].begin] + text[there[at + 1].begin :]
        elif at:
            text = text[: there[at - 1].end] + text[there[at].end :]
        else:
            begin = text.index("{", start)
            text = text[: begin + 1] + text[text.index("}", there[0].end) :]


def doubled(text: str) -> Iterator[str]:
    """The names of members that stand twice in one object, as they come, at any depth."""
    seen: list[set[str]] = []
    before = ""
    for token in _TOKEN.finditer(text):
        sign = token.group()
        if sign in ("{", "["):
            seen.append(set())
        elif not seen:
            return  # no object, or no JSON
        elif sign in ("}", "]"):
            seen.pop()
        elif sign == ":":
            name = _name(before)
            if name in seen[-1]:
                yield name
            seen[-1].add(name)
        before = sign


def laid_out(text: str) -> str:
    """The text over several lines, if it is JSON on one: only line breaks and blanks are put in, and `joined` takes
    just these out again. One that is too long to be read and typed in stays as it is."""
    if "\n" in text or not _SHORT < len(text) <= LONGEST:
        return text
    try:
        parse(text)
    except NotJson:
        return text
    tokens = [(token.start(), token.end(), token.group()) for token in _TOKEN.finditer(text)]
    ends = _ends(tokens)
    out: list[str] = []
    broken: list[bool] = []
    last = length = 0
    for number, (begin, end, sign) in enumerate(tokens):
        if length > LONGEST:
            return text  # a little, far down, is more margin than text
        if sign in "}]" and broken and broken.pop():
            out.append(text[last:begin] + _margin(broken))
            last = begin
        out.append(text[last:end])
        last = end
        if sign in "{[":
            broken.append(number == 0 or ends[number] - begin > _SHORT)
            if broken[-1]:
                out.append(_margin(broken))
                length += len(out[-1])
        elif sign == "," and broken and broken[-1]:
            blanks = re.compile(r"[ \t]*").match(text, end)
            last = blanks.end() if blanks is not None else end
            out.append(text[end:last] + _margin(broken))
            length += len(out[-1])
    return "".join(out) + text[last:]


def _ends(tokens: list[tuple[int, int, str]]) -> dict[int, int]:
    opened: list[int] = []
    ends: dict[int, int] = {}
    for number, (_, end, sign) in enumerate(tokens):
        if sign in "{[":
            opened.append(number)
        elif sign in "}]" and opened:
            ends[opened.pop()] = end
    return ends


def _margin(broken: list[bool]) -> str:
    return "\n" + "  " * sum(broken)


def joined(text: str) -> str:
    """The text on one line: each line end goes, with the blanks that begin the next line."""
    return _BREAK.sub("", text)


def value_at(value: Json, path: Sequence[str]) -> Json:
    """The parsed value at a place; None where there is none, or null."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
