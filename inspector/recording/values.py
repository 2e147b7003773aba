"""How the values of a record's fields are written as members of a line, and read from them.

A writer returns the whole member, `, "name": value`, or nothing for a value that JSON cannot say. A reader raises
`Unfit` for a value that is not of its field's type.
"""

import math
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, Final

from inspector.wire import events, json

LARGEST: Final = 2**53  # what every JSON reader keeps exactly


class Unfit(Exception):
    """A member whose value is not of its field's type."""


def quoted(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, as in an argument that is not UTF-8, survives only as an escape
        return encode_basestring_ascii(text)
    return encode_basestring(text)


def _finite(value: Any) -> Any:
    """`value` with what JSON cannot say (NaN, infinities, other types) as text: a recording is valid JSON."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if isinstance(value, json.Digits):
        return value.text if value.text.lstrip("-")[:1] in ("N", "I") else value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(name): _finite(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(element) for element in value]
    return str(value)


def write_any(name: str, value: Any) -> str:
    try:
        written = json.dumps(_finite(value), spaced=True)
    except (json.NotJson, RecursionError):
        written = '"nested too deeply to keep"'
    return f', "{name}": {written}'


def _write_str(name: str, value: str) -> str:
    return f', "{name}": {quoted(value)}'


def _write_int(name: str, value: int | None) -> str:
    return f', "{name}": {"null" if value is None else int(value)}'


def _write_float(name: str, value: float) -> str:
    return f', "{name}": {float(value)!r}' if math.isfinite(value) else ""


def _write_bool(name: str, value: bool) -> str:
    return f', "{name}": {"true" if value else "false"}'


def text_names(name: str) -> tuple[str, str]:
    return ("text", "base64") if name in ("raw", "body") else (name, f"{name}Base64")


def _write_bytes(name: str, value: bytes) -> str:
    text, base64 = text_names(name)
    try:
        return f', "{text}": {encode_basestring(value.decode())}'
    except UnicodeDecodeError:
        return f', "{base64}": "{b64encode(value).decode()}"'


def _read_any(value: Any) -> Any:
    return value


def _read_str(value: Any) -> str:
    if type(value) is not str:
        raise Unfit
    return value


def _read_int(value: Any) -> int:
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise Unfit
    return value


def read_float(value: Any) -> float:
    if type(value) is bool or not isinstance(value, int | float):
        raise Unfit
    try:
        number = float(value)
    except OverflowError:
        raise Unfit from None
    if not math.isfinite(number):
        raise Unfit
    return number


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise Unfit
    return value


def read_text(value: Any) -> bytes:
    try:
        return _read_str(value).encode()
    except UnicodeEncodeError:
        raise Unfit from None


def read_base64(value: Any) -> bytes:
    try:
        return b64decode(_read_str(value), validate=True)
    except ValueError:
        raise Unfit from None


def _read_headers(value: Any) -> events.Headers:
    if type(value) is not list or not all(type(pair) is list and len(pair) == 2 for pair in value):
        raise Unfit
    return tuple((_read_str(name), _read_str(text)) for name, text in value)


def _read_phases(value: Any) -> dict[str, float]:
    if type(value) is not dict:
        raise Unfit
    return {name: read_float(number) for name, number in value.items()}


def _read_transport(value: Any) -> str:
    if value not in ("stdio", "streamable-http", "http+sse"):
        raise Unfit
    return _read_str(value)


def _optional(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _tuple(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read_tuple(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise Unfit
        return tuple(read(element) for element in value)

    return read_tuple


Write = Callable[[str, Any], str]
Read = Callable[[Any], Any]

CODECS: Final[dict[Any, tuple[Write, Read]]] = {
    str: (_write_str, _read_str),
    str | None: (_write_str, _optional(_read_str)),
    int: (_write_int, _read_int),
    int | None: (_write_int, _optional(_read_int)),
    float: (_write_float, read_float),
    float | None: (_write_float, _optional(read_float)),
    bool: (_write_bool, _read_bool),
    bytes: (_write_bytes, read_text),
    tuple[str, ...]: (write_any, _tuple(_read_str)),
    tuple[int, ...]: (write_any, _tuple(_read_int)),
    events.Headers: (write_any, _read_headers),
    events.Transport: (_write_str, _read_transport),
    Mapping[str, float]: (write_any, _read_phases),
    Any: (write_any, _read_any),
}
