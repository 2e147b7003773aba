"""JSON whose numbers keep their digits.

The standard library does the work; this module only adds what an inspector needs: a number that a Python float would
print differently keeps its text (`Digits`), integers have any size, text that is not quite JSON is said and not
refused, and nothing (depth, size, lone surrogates) makes a call raise anything but `NotJson`. What a peer sends is read
whatever its depth (`parse_foreign`).
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, Final

Json = Any
"""Anything `parse` returns: dict, list, str, int, float (or Digits), bool, None."""


class Missing:
    """The type of `MISSING`: a member that is not there, which is not the same as null."""

    _only: "Missing | None" = None

    def __new__(cls) -> "Missing":
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing()


class Digits(float):
    """A number that is written back exactly as it was read: `1.0`, `1e5`, `0.10`, `-0`, `NaN`, or beyond a double."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "Digits":
        try:
            value = float(text)
        except (OverflowError, ValueError):
            value = math.inf
        number = super().__new__(cls, value)
        number.text = text
        return number

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type["Digits"], tuple[str]]:
        return (Digits, (self.text,))


class Doubled(dict[str, Any]):
    """An object in which a name stands twice. It reads as other parsers read it, the last one counts; it is written
    with all its members, as somebody wrote it."""

    __slots__ = ("pairs",)
    pairs: list[tuple[str, Any]]

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


class NotJson(ValueError):
    """The text is not JSON. `position` is a character offset into the text, told from 1; `reason` a short sentence."""

    def __init__(self, reason: str, position: int = 0) -> None:
        super().__init__(f"{reason} (at character {position + 1})")
        self.reason = reason
        self.position = position


class TooDeep(NotJson):
    """The text may be JSON, but it is nested too deeply to be read as a whole."""

    def __init__(self) -> None:
        super().__init__("nested too deeply to read")


def _float(text: str) -> float:
    value = float(text)
    return value if repr(value) == text else Digits(text)


_MAX_INT_DIGITS: Final = 4000  # below the interpreter's own limit of 4300 for str ↔ int


def _int(text: str) -> int | float:
    if len(text) > _MAX_INT_DIGITS or text == "-0":
        return Digits(text)
    return int(text)


_decoder = json.JSONDecoder(parse_float=_float, parse_int=_int, parse_constant=Digits)
_plain_decoder = json.JSONDecoder(parse_float=_float, parse_constant=Digits)  # integers are read in C


def parse(text: str) -> Json:
    """The value that `text` holds. Raises `NotJson`; the literals NaN and Infinity come back as `Digits`."""
    if len(text) <= _MAX_INT_DIGITS and "-0" not in text:  # then each integer is one that `int` reads as it was sent
        try:
            value, end = _plain_decoder.raw_decode(text)
        except (json.JSONDecodeError, RecursionError):
            pass  # blanks before it, or a fault: both take the longer way, which says what it is
        else:
            if end == len(text) or not text[end:].strip(" \t\r\n"):
                return value
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, error.pos) from None
    except RecursionError:
        raise TooDeep() from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else Doubled(pairs)


_writers_decoder = json.JSONDecoder(
    parse_float=_float, parse_int=_int, parse_constant=Digits, object_pairs_hook=_members
)


def parse_written(text: str) -> Json:
    """The value of what a person wrote and is to go out as it is: doubled members stay. Raises `NotJson`."""
    try:
        return _writers_decoder.decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, error.pos) from None
    except RecursionError:
        raise TooDeep() from None


DEEPEST: Final = 320
"""Levels of a message that are kept where it has more than can be read: enough for a form to call a schema too deep."""

_BRACKETS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]]', re.DOTALL)
_CLOSES: Final = {"{": "}", "[": "]"}


def parse_foreign(text: str) -> tuple[Json, bool]:
    """The value of a peer's text, and whether something of it was nested too deeply and is left out.

    What is left out are the objects and arrays below `DEEPEST` levels: a string in angle quotes stands for each, saying
    so. They are looked through all the same: raises `NotJson` as `parse` does, but never for the depth.
    """
    try:
        return parse(text), False
    except TooDeep:
        return parse(_bounded(text)), True


def _bounded(text: str) -> str:
    """The text, with what is nested more deeply than `DEEPEST` replaced by strings. No recursion: depth costs nothing.

    It is read in pieces of so many levels, innermost first, each with strings in place of those below it.
    """
    opened: list[str] = []
    pieces: list[list[str]] = [[]]
    begins = [0]
    at = 0
    for found in _BRACKETS.finditer(text):
        sign = found.group()
        if sign in _CLOSES:
            if opened and len(opened) % DEEPEST == 0:
                pieces[-1].append(text[at : found.start()])
                pieces.append([])
                at = found.start()
                begins.append(at)
            opened.append(sign)
        elif sign[0] != '"':
            if not opened or _CLOSES[opened.pop()] != sign:
                raise NotJson("a bracket that closes none", found.start())
            if opened and len(opened) % DEEPEST == 0:
                begin = begins.pop()
                _read_through("".join((*pieces.pop(), text[at : found.end()])), begin)
                at = found.end()
                pieces[-1].append(f'"‹{at - begin:,} characters, nested too deeply to be read›"')
    if opened:
        raise NotJson("an object or array without its end", len(text))
    return "".join((*pieces[0], text[at:]))


def _read_through(piece: str, begin: int) -> None:
    try:
        parse(piece)
    except NotJson as error:
        raise NotJson(error.reason, begin) from None


Quote = Callable[[str], str]
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def _string(text: str) -> str:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:  # a lone surrogate can only be written as an escape
            return encode_basestring_ascii(text)
    return encode_basestring(text)


def _write(value: Json, out: list[str], item: str, key: str, quote: Quote) -> None:
    kind = type(value)
    if kind is str:
        out.append(quote(value))
    elif kind is dict:
        before = "{"
        for name, member in value.items():
            said = quote(name if isinstance(name, str) else str(name))
            if type(member) is str:  # most are: spare the call
                out.append(f"{before}{said}{key}{quote(member)}")
            else:
                out.append(f"{before}{said}{key}")
                _write(member, out, item, key, quote)
            before = item
        out.append("}" if value else "{}")
    elif kind is bool:
        out.append("true" if value else "false")
    elif value is None:
        out.append("null")
    elif kind is int:
        out.append(str(value))
    elif kind is Digits:
        out.append(value.text)
    elif kind is float:
        out.append(
            repr(value) if math.isfinite(value) else {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
        )
    elif kind is list or kind is tuple:
        out.append("[")
        for number, element in enumerate(value):
            if number:
                out.append(item)
            _write(element, out, item, key, quote)
        out.append("]")
    elif kind is Doubled:
        for number, (name, member) in enumerate(value.pairs):
            out.append(f"{item if number else '{'}{quote(name)}{key}")
            _write(member, out, item, key, quote)
        out.append("}")
    elif isinstance(value, Mapping):
        _write(dict(value), out, item, key, quote)
    elif isinstance(value, str):
        out.append(quote(value))
    elif isinstance(value, int):
        out.append(str(int(value)))
    else:
        raise TypeError(f"{kind.__name__} is not JSON")


def dumps(value: Json, *, spaced: bool = False) -> str:
    """One line of JSON, members in their order, every number with its digits.

    `spaced` puts a blank after `,` and `:`.
    """
    separators = (", ", ": ") if spaced else (",", ":")
    out: list[str] = []
    try:
        _write(value, out, *separators, encode_basestring)
        text = "".join(out)
        if not text.isascii() and _SURROGATE.search(text):  # looked for once, and not in each string
            out = []
            _write(value, out, *separators, _string)
            text = "".join(out)
    except RecursionError:
        raise NotJson("nested too deeply to write") from None
    return text


def _pretty(value: Json, out: list[str], margin: str) -> None:
    if isinstance(value, Mapping) and value:
        inner = margin + "  "
        separator = "{\n"
        for name, member in value.pairs if isinstance(value, Doubled) else value.items():
            out.append(f"{separator}{inner}{_string(str(name))}: ")
            _pretty(member, out, inner)
            separator = ",\n"
        out.append(f"\n{margin}}}")
    elif isinstance(value, (list, tuple)) and value:
        inner = margin + "  "
        separator = "[\n"
        for element in value:
            out.append(f"{separator}{inner}")
            _pretty(element, out, inner)
            separator = ",\n"
        out.append(f"\n{margin}]")
    else:
        _write(value, out, ",", ":", _string)


def pretty(value: Json) -> str:
    """JSON over several lines, two blanks a level, every number with its digits."""
    out: list[str] = []
    try:
        _pretty(value, out, "")
    except RecursionError:
        raise NotJson("nested too deeply to write") from None
    return "".join(out)


def constants(value: Json) -> bool:
    """Whether NaN or an infinity, which are not JSON, stand anywhere in a parsed value."""
    stack = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, Digits):
            if top.text in ("NaN", "Infinity", "-Infinity"):
                return True
        elif isinstance(top, dict):
            stack.extend(top.values())
        elif isinstance(top, list):
            stack.extend(top)
    return False


def exact(text: str) -> int | Digits | float | None:
    """The number that `text` spells by the JSON grammar, digits kept; None if it spells none."""
    try:
        value = parse(text.strip())
    except NotJson:
        return None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
