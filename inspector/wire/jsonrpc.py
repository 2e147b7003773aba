"""JSON-RPC 2.0 messages as MCP uses them: decoding never raises, ids keep type and digits.

    decode(bytes) → Request | Notification | Result | Error | Batch | Malformed

What departs from the specification but can still be understood is decoded and carries its departures in `flaws`;
what cannot be understood is `Malformed` with the reason. Source: `2026-07-28 basic/index#messages`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from inspector.wire.frozen import frozen
from inspector.wire.json import DEEPEST, MISSING, Digits, Json, Missing, NotJson, constants, dumps, parse, parse_foreign

Id = int | str
"""A JSON-RPC id as the specification allows it: string or integer."""

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
RESOURCE_NOT_FOUND: Final = -32002
HEADER_MISMATCH: Final = -32020
MISSING_CAPABILITY: Final = -32021
UNSUPPORTED_VERSION: Final = -32022
URL_ELICITATION_REQUIRED: Final = -32042

MODERN_ERRORS: Final = frozenset({HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION})
"""The errors that only a modern server gives (`2026-07-28 basic/index#error-codes`)."""


@frozen
class Request:
    """A message with a method and an id. `id` is what was sent, even where the specification forbids it."""

    id: Any
    method: str
    params: Json | Missing = MISSING
    flaws: tuple[str, ...] = ()


@frozen
class Notification:
    """A message with a method and no (usable) id: it gets no answer."""

    method: str
    params: Json | Missing = MISSING
    flaws: tuple[str, ...] = ()


@frozen
class Result:
    """A successful answer."""

    id: Any
    result: Json
    flaws: tuple[str, ...] = ()


@frozen
class Error:
    """An error answer. `error` is the member as sent; `code`, `message` and `data` are read from it tolerantly."""

    id: Any
    error: Json
    flaws: tuple[str, ...] = ()

    @property
    def code(self) -> int | None:
        """The code as an integer, or None where the server sent something else."""
        return _integer(self.error.get("code")) if isinstance(self.error, dict) else None

    @property
    def message(self) -> str:
        """The message, or whatever stands in its place, as text."""
        if isinstance(self.error, dict):
            message = self.error.get("message", "")
            return message if isinstance(message, str) else dumps(message)
        return self.error if isinstance(self.error, str) else dumps(self.error)

    @property
    def data(self) -> Json | Missing:
        """The `data` member, or MISSING."""
        return self.error.get("data", MISSING) if isinstance(self.error, dict) else MISSING


@frozen
class Malformed:
    """Bytes that are no JSON-RPC message. `value` is the JSON they hold, if they hold any."""

    reason: str
    value: Json | Missing = MISSING
    flaws: tuple[str, ...] = ()


@frozen
class Batch:
    """An array of messages: allowed in 2025-03-26 only (`2025-03-26 basic/index#batching`)."""

    messages: tuple["Request | Notification | Result | Error | Malformed", ...]
    flaws: tuple[str, ...] = ()


Answer = Result | Error
Message = Request | Notification | Result | Error | Malformed | Batch


_NO_ID: Final = "has no id"
_NULL_ID: Final = "its id is null"
WITHOUT_ID: Final = (_NO_ID, _NULL_ID)
"""The flaws of an error that names no request."""


def _integer(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None


def is_id(value: object) -> TypeGuard[Id]:
    """Whether a value may be an id: a string or an integer, not a boolean and not null."""
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def id_key(value: object) -> tuple[str, str]:
    """A hashable key that tells `1` from `"1"` and from `1.0`."""
    if isinstance(value, str):
        return ("string", value)
    if isinstance(value, bool) or value is None:
        return ("literal", str(value))
    if isinstance(value, int):
        return ("integer", str(value))
    if isinstance(value, float):
        return ("number", value.text if isinstance(value, Digits) else repr(value))
    return ("other", dumps(value))


def loose_id(value: object) -> str | None:
    """The text under which ids that differ in type alone are alike: `1`, `"1"` and `1.0` all give `1`."""
    number = _integer(value)
    if number is not None:
        return str(number)
    return value if isinstance(value, str) else None


TOO_DEEP: Final = f"is nested too deeply to be read: what is below {DEEPEST} levels is left out"
"""The flaw of a message of which only the upper levels are decoded; its bytes are whole."""

MOST_IN_BATCH: Final = 10_000
"""Messages of one batch that are read: millions of the smallest would take gigabytes."""

_BOM: Final = b"\xef\xbb\xbf"


def decode(raw: bytes) -> Message:
    """The message that one line, one HTTP body or one SSE data field holds. Never raises."""
    flaws: tuple[str, ...] = ()
    if raw.startswith(_BOM):
        raw = raw[3:]
        flaws = ("begins with a byte order mark",)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        try:  # a text member with broken bytes is still an answer; the raw bytes stay in the record
            value, is_cut = parse_foreign(raw.decode("utf-8", "surrogateescape"))
        except NotJson:
            return Malformed(f"byte {error.start} is not UTF-8", flaws=flaws)
        flaws = (*flaws, f"byte {error.start} is not UTF-8", *((TOO_DEEP,) if is_cut else ()))
        return classify(value, flaws)
    if not text.strip(" \t\r\n"):
        return Malformed("empty", flaws=flaws)
    try:
        value, is_cut = parse_foreign(text)
    except NotJson as error:
        said = error.reason.removesuffix(" at")
        return Malformed(f"not JSON: {said} at character {error.position + 1}", flaws=flaws)
    if is_cut:
        flaws = (*flaws, TOO_DEEP)
    # The scan costs; only a text with these letters can hold the literals.
    if ("NaN" in text or "Infinity" in text) and constants(value):
        flaws = (*flaws, "holds NaN or Infinity, which JSON has not")
    return classify(value, flaws)


def classify(value: Json, flaws: tuple[str, ...] = ()) -> Message:
    """The message that a parsed value is; `flaws` are those found before."""
    if isinstance(value, list):
        if not value:
            return Malformed("an empty batch", value, flaws)
        if len(value) > MOST_IN_BATCH:
            return Malformed(
                f"a batch of {len(value):,}, of which no more than {MOST_IN_BATCH:,} are read", flaws=flaws
            )
        inner = tuple(classify(element) for element in value)
        flat = tuple(Malformed("a batch inside a batch") if isinstance(one, Batch) else one for one in inner)
        return Batch(flat, flaws)
    if not isinstance(value, dict):
        return Malformed("JSON, but no object", value, flaws)
    found = list(flaws)
    if "jsonrpc" not in value:
        found.append("has no jsonrpc member")
    elif value["jsonrpc"] != "2.0":
        found.append("jsonrpc is not “2.0”")
    if "method" in value:
        return _with_method(value, found)
    if "error" in value and value["error"] is not None:
        return _error(value, found)
    if "result" in value:
        if "error" in value:
            found.append("has a null error beside its result")
        if "id" not in value:
            return Malformed("a result without an id", value, tuple(found))
        _check_id(value["id"], found)
        return Result(value["id"], value["result"], tuple(found))
    if "jsonrpc" in value or "id" in value:
        return Malformed("neither method, nor result, nor error", value, tuple(found))
    return Malformed("JSON, but no JSON-RPC message", value, flaws)


def _check_id(value: object, found: list[str]) -> None:
    if not is_id(value):
        found.append(f"its id {dumps(value)} is neither string nor integer")


def _with_method(value: dict[str, Json], found: list[str]) -> Message:
    method = value["method"]
    if not isinstance(method, str):
        return Malformed("its method is no string", value, tuple(found))
    params = value.get("params", MISSING)
    if params is not MISSING and not isinstance(params, dict):
        found.append("params is no object")
    if "id" not in value:
        return Notification(method, params, tuple(found))
    if method.startswith("notifications/"):
        found.append("a notification with an id")
        return Notification(method, params, tuple(found))
    _check_id(value["id"], found)
    return Request(value["id"], method, params, tuple(found))


def _error(value: dict[str, Json], found: list[str]) -> Error:
    if "result" in value:
        found.append("has both result and error")
    error = value["error"]
    if "id" not in value:
        found.append(_NO_ID)
    elif value["id"] is None:
        found.append(_NULL_ID)
    else:
        _check_id(value["id"], found)
    if not isinstance(error, dict):
        found.append("its error is no object")
    elif not isinstance(error.get("code"), int) or isinstance(error.get("code"), bool):
        found.append("its error code is no integer")
    return Error(value.get("id"), error, tuple(found))


def request(id: Id, method: str, params: Mapping[str, Json] | None = None) -> bytes:
    """The bytes of a request, without a line end."""
    message: dict[str, Json] = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        message["params"] = params
    return dumps(message).encode()


_ASCII = r'"[ !#-\[\]-~]*"'
_WRITTEN = re.compile(
    rf'\{{"jsonrpc":"2\.0","id":(0|-?[1-9][0-9]{{0,17}}|{_ASCII}),"method":({_ASCII})(?:\}}$|,"params":)'.encode()
)


def written_request(raw: bytes) -> tuple[Id, str] | None:
    """Id and method of a message of ours, None if it is no request; what `request` wrote is not decoded for that."""
    found = _WRITTEN.match(raw)
    if found is not None:
        id, method = parse(found[1].decode()), parse(found[2].decode())
        assert isinstance(id, (int, str)) and isinstance(method, str)
        return id, method
    message = decode(raw)
    return (message.id, message.method) if isinstance(message, Request) else None


def notification(method: str, params: Mapping[str, Json] | None = None) -> bytes:
    """The bytes of a notification, without a line end."""
    message: dict[str, Json] = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return dumps(message).encode()


def result(id: Any, value: Json) -> bytes:
    """The bytes of a successful answer; the id goes back exactly as it came."""
    return dumps({"jsonrpc": "2.0", "id": id, "result": value}).encode()


def error(id: Any, code: int, message: str, data: Json | Missing = MISSING) -> bytes:
    """The bytes of an error answer."""
    body: dict[str, Json] = {"code": code, "message": message}
    if data is not MISSING:
        body["data"] = data
    return dumps({"jsonrpc": "2.0", "id": id, "error": body}).encode()
