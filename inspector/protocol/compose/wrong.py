"""What is wrong with a message in the making, by whose rule, and what would put it right. Nothing is prevented."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from inspector.protocol.compose.composition import TOKEN, Around, Composition
from inspector.protocol.compose.text import LONGEST, doubled, put, value_at
from inspector.protocol.compose.wrong_headers import header_faults
from inspector.protocol.compose.wrongs import Repair, Wrong
from inspector.protocol.envelope import PREFIX
from inspector.wire.json import DEEPEST, MISSING, Json, NotJson, constants, dumps, parse_foreign
from inspector.wire.jsonrpc import is_id
from inspector.wire.methods import METHODS, exists
from inspector.wire.text import visible
from inspector.wire.versions import REVISIONS

__all__ = ["Repair", "Wrong", "faults", "repaired"]

_SENDING: Final = "2026-07-28 basic/transports/streamable-http#sending-messages"
_MESSAGES: Final = "2026-07-28 basic/index#messages"
_REQUESTS: Final = "2026-07-28 basic/index#requests"
_META: Final = "2026-07-28 basic/index#meta"
_STDIO: Final = "2026-07-28 basic/transports/stdio"
_BATCH: Final = "2025-03-26 basic/index#batching"
_CANCEL: Final = "2026-07-28 basic/patterns/cancellation"
_META_PATH: Final = ("params", "_meta")
_ROUNDS: Final = 12
"""Repairs after one another; each may uncover something else."""


def faults(made: Composition, around: Around) -> list[Wrong]:
    """All that is wrong with it as it stands, worst first."""
    found = [*_bytes(made, around)]
    value = made.value
    if isinstance(value, dict):
        found += _envelope(made, value, around)
        found += _body(made, value, around)
    elif value is not MISSING:
        found += _no_object(value, around)
    if around.is_http:
        found += header_faults(made, around)
    order = ("error", "warning", "info")
    return sorted(found, key=lambda one: order.index(one.level))


def repaired(made: Composition, around: Around) -> Composition:
    """The message with all put right that can be; what cannot be repaired stays."""
    for _ in range(_ROUNDS):
        repair = next((one.repair for one in faults(made, around) if one.repair is not None), None)
        if repair is None:
            break
        after = repair(made)
        if after == made:
            break
        made = after
    return made


def _put(path: tuple[str, ...], value: Json, *, first: bool = False) -> Repair:
    return lambda made: made.with_text(put(made.text, path, dumps(value), first=first))


def _bytes(made: Composition, around: Around) -> Iterator[Wrong]:
    body = made.body
    if not body and made.verb == "POST":
        yield Wrong("error", "There is no message.", _MESSAGES)
        return
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        yield Wrong("error", f"Byte {error.start} is not UTF-8, a MUST.", "2026-07-28 basic/transports")
        text = ""
    if text:
        try:
            value, is_cut = parse_foreign(text)
        except NotJson as error:
            said = visible(error.reason)
            yield Wrong("error", f"It is not JSON: {said}, character {error.position + 1}.", _MESSAGES)
        else:
            if constants(value):
                yield Wrong("error", "It holds NaN or Infinity, which JSON has not.", _MESSAGES)
            if is_cut:
                said = f"It is nested too deeply for many readers; what is below {DEEPEST} levels is not looked at."
                yield Wrong("warning", said, "RFC 8259#section-9")
            for name in doubled(text) if len(text) <= LONGEST else ():
                yield Wrong("warning", f"“{visible(name)[:60]}” stands twice in one object: most take the last.", "")
    if around.transport == "stdio":
        yield from _lines(made, body)


def _lines(made: Composition, body: bytes) -> Iterator[Wrong]:
    breaks = body.count(b"\n")
    if breaks:
        text = f"{breaks} line break{'s' if breaks > 1 else ''} in it: on stdio each line is a message, a MUST NOT."
        yield Wrong("error", text, _STDIO, None if made.as_bytes else lambda made: replace(made, one_line=True))
    if not made.end:
        text = "The line has no end: the server waits for the rest of it."
        yield Wrong("warning", text, _STDIO, lambda made: replace(made, end=b"\n"))
    elif made.end != b"\n":
        yield Wrong("info", "CR LF ends the line: CR is a blank to JSON.", _STDIO, lambda m: replace(m, end=b"\n"))


def _no_object(value: Json, around: Around) -> Iterator[Wrong]:
    if not isinstance(value, list):
        yield Wrong("error", "It is JSON, but no object: no message.", _MESSAGES)
        return
    if not value:
        yield Wrong("error", "An empty batch, which JSON-RPC has not.", _BATCH)
    revision = REVISIONS.get(around.speech.version)
    if revision is None or not revision.receives_batches:
        yield Wrong("error", f"A batch, which {around.speech.version} has not.", _BATCH)


def _envelope(made: Composition, value: dict[str, Json], around: Around) -> Iterator[Wrong]:
    if value.get("jsonrpc") != "2.0":
        text = "jsonrpc is missing, a MUST." if "jsonrpc" not in value else "jsonrpc is not “2.0”, a MUST."
        yield Wrong("error", text, _MESSAGES, _put(("jsonrpc",), "2.0", first=True))
    if "method" not in value:
        yield from _answer(value, around)
        return
    if not isinstance(value["method"], str):
        yield Wrong("error", "method is no string, a MUST.", _MESSAGES)
        return
    if "params" in value and not isinstance(value["params"], dict):
        yield Wrong("error", "params is no object, a MUST.", _MESSAGES)
    yield from _id(made, value, around)


def _answer(value: dict[str, Json], around: Around) -> Iterator[Wrong]:
    if "result" not in value and "error" not in value:
        yield Wrong("error", "There is neither method nor result nor error: no message.", _MESSAGES)
        return
    if around.speech.era == "modern":
        yield Wrong(
            "error",
            "An answer: modern clients send none, a MUST NOT.",
            "2026-07-28 basic/transports/streamable-http#sending-messages",
        )
    elif not around.is_asked(value.get("id")):
        yield Wrong("warning", "It answers nothing that the server asks now.", _MESSAGES)


def _id(made: Composition, value: dict[str, Json], around: Around) -> Iterator[Wrong]:
    method, fresh = made.method, _put(("id",), around.next_id)
    notice = method.startswith("notifications/")
    if "id" not in value:
        if not notice:
            said = visible(method)[:40]
            yield Wrong("error", f"id is missing, a MUST: {said} without it gets no answer.", _REQUESTS, fresh)
        return
    id = value["id"]
    if notice:
        yield Wrong("error", "A notification has an id, a MUST NOT.", "2026-07-28 basic/index#notifications")
    elif not is_id(id):
        yield Wrong(
            "error", f"id is {visible(dumps(id))[:40]}, where a string or an integer MUST be.", _REQUESTS, fresh
        )
    elif (bearer := around.bearer(id)) is not None:
        said, (record, waits) = visible(dumps(id))[:40], bearer
        if waits:
            text = f"id {said} is in use: record {record} waits, a MUST NOT."
            yield Wrong("error", text, _REQUESTS, fresh)
        else:
            text = f"id {said} was used by record {record}."
            yield Wrong("warning", text, "2025-11-25 basic/index#requests", fresh)


def _body(made: Composition, value: dict[str, Json], around: Around) -> Iterator[Wrong]:
    method, speech = made.method, around.speech
    if not method:
        return
    known = METHODS.get(method)
    if known is None:
        yield Wrong("warning", f"{visible(method)[:60]} is no method of the specification.", _MESSAGES)
    elif not exists(method, speech.version):
        yield Wrong("warning", f"{method} is not in {speech.version}.", _MESSAGES)
    elif known.sender == "server":
        yield Wrong("warning", f"{method} is for servers to send.", _MESSAGES)
    if speech.era == "modern" and not method.startswith("notifications/"):
        yield from _meta(made, around)
    token = value_at(value, (*_META_PATH, "progressToken"))
    if token is not None and not is_id(token):
        repair = _put((*_META_PATH, "progressToken"), f"{TOKEN}{around.next_id}")
        yield Wrong("error", "progressToken is neither string nor integer, a MUST.", "", repair)
    if method == "notifications/cancelled":
        id = made.params.get("requestId")
        if not (around.bearer(id) or (0, False))[1]:
            yield Wrong("info", f"No request with id {visible(dumps(id))[:40]} waits: it is to be ignored.", _CANCEL)
    if method == "tools/call" and isinstance(made.params.get("name"), str):
        for text in around.faults(made.params["name"], made.params.get("arguments", {})):
            yield Wrong("warning", text, "2026-07-28 server/tools#calling-tools")


def _meta(made: Composition, around: Around) -> Iterator[Wrong]:
    given = made.params.get("_meta")
    meta = given if isinstance(given, dict) else {}
    version = meta.get(PREFIX + "protocolVersion", MISSING)
    to_ours = _put((*_META_PATH, PREFIX + "protocolVersion"), around.speech.version)
    if version is MISSING:
        yield Wrong("error", "protocolVersion is missing in _meta, a MUST.", _META, to_ours)
    elif not isinstance(version, str):
        yield Wrong("error", "protocolVersion is no string, a MUST.", _META, to_ours)
    elif version != around.speech.version:
        known = REVISIONS.get(version)
        what = "no revision" if known is None else "legacy" if known.era == "legacy" else "not what was agreed"
        text = f"protocolVersion {visible(version)[:30]} is {what}; {around.speech.version} was agreed."
        yield Wrong("warning", text, "2026-07-28 basic/versioning", to_ours)
    capabilities = meta.get(PREFIX + "clientCapabilities", MISSING)
    to_declared = _put((*_META_PATH, PREFIX + "clientCapabilities"), dict(around.speech.capabilities))
    if capabilities is MISSING:
        yield Wrong("error", "clientCapabilities is missing in _meta, a MUST.", _META, to_declared)
    elif not isinstance(capabilities, dict):
        yield Wrong("error", "clientCapabilities is no object, a MUST.", _META, to_declared)
