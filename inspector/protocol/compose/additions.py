"""What a form or the protocol would have added to a message: each by itself, on where it is there, and switched."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from inspector.protocol.compose.composition import TOKEN, Around, Composition
from inspector.protocol.compose.text import drop, is_object, put, written
from inspector.protocol.envelope import PREFIX
from inspector.wire.json import Json, dumps

Kind = Literal["member", "header", "own", "verb", "frame"]
"""A member of the message, a header of the protocol's, one of the person's, the HTTP method, how it ends on stdio."""

_META: Final = ("params", "_meta")
VERBS: Final = ("POST", "GET", "DELETE", "PUT", "PATCH", "OPTIONS")
ENDS: Final[dict[bytes, str]] = {b"\n": "\\n", b"\r\n": "\\r\\n", b"": "none"}


@dataclass(frozen=True, slots=True)
class Addition:
    """One thing that is added. `value` is what it is, or would be, as text that may be foreign.

    `enabled` is False where it cannot be switched: there is no JSON object that could take it.
    """

    id: str
    label: str
    value: str
    on: bool
    kind: Kind
    enabled: bool = True


def additions(made: Composition, around: Around) -> list[Addition]:
    """All of them, in the order in which they go out."""
    rows = _members(made, around)
    if around.is_http:
        rows.append(Addition("verb", "method", made.verb, True, "verb"))
        for name, value in made.auto_headers(around):
            rows.append(Addition(f"header:{name}", name, value, name.lower() not in made.left_out, "header"))
        rows += [Addition(f"own:{at}", name, value, True, "own") for at, (name, value) in enumerate(made.own)]
    else:
        rows.append(Addition("end", "newline", ENDS[made.end], made.end != b"", "frame"))
    if not made.as_bytes and "\n" in made.text:
        breaks = made.text.count("\n")
        said = f"{breaks} line break{'s' if breaks != 1 else ''} left out" if made.one_line else "line breaks go out"
        rows.append(Addition("one-line", "one line", said, made.one_line, "frame"))
    return rows


def _values(made: Composition, around: Around) -> dict[str, tuple[str, tuple[str, ...], str]]:
    """What each member would be: its label, its place, and its value as JSON."""
    speech, is_call = around.speech, not made.method.startswith("notifications/")
    found: dict[str, tuple[str, tuple[str, ...], str]] = {"jsonrpc": ("jsonrpc", ("jsonrpc",), '"2.0"')}
    if is_call:
        found["id"] = ("id", ("id",), str(around.next_id))
    if speech.era == "modern" and is_call:
        meta: Sequence[tuple[str, str, Json]] = (
            ("version", "protocolVersion", speech.version),
            ("client", "clientInfo", speech.client_info),
            ("capabilities", "clientCapabilities", dict(speech.capabilities)),
            ("log", "logLevel", speech.log_level),
        )
        for name, member, value in meta:
            if value is not None:
                found[name] = (f"_meta {name}", (*_META, PREFIX + member), dumps(value))
    if is_call:
        id = made.message.get("id", around.next_id)
        found["token"] = ("progress token", (*_META, "progressToken"), dumps(f"{TOKEN}{id}"))
    return found


def _members(made: Composition, around: Around) -> list[Addition]:
    can = not made.as_bytes and is_object(made.text)
    rows = []
    for name, (label, place, value) in _values(made, around).items():
        there = written(made.text, place) if can else ""
        rows.append(Addition(name, label, there or value, bool(there), "member", can))
    return rows


def switched(made: Composition, id: str, around: Around) -> Composition:
    """With one of them there, or not; an HTTP method or a line end gives way to the next one."""
    if id == "verb":
        at = VERBS.index(made.verb) if made.verb in VERBS else -1
        return replace(made, verb=VERBS[(at + 1) % len(VERBS)])
    if id == "end":
        ends = list(ENDS)
        return replace(made, end=ends[(ends.index(made.end) + 1) % len(ends)])
    if id == "one-line":
        return replace(made, one_line=not made.one_line)
    if id.startswith("header:"):
        return replace(made, left_out=made.left_out ^ {id[len("header:") :].lower()})
    if id.startswith("own:"):
        at = int(id[len("own:") :])
        return replace(made, own=(*made.own[:at], *made.own[at + 1 :]))
    found = _values(made, around).get(id)
    if found is None or made.as_bytes or not is_object(made.text):
        return made
    _, place, value = found
    if written(made.text, place):
        text = drop(made.text, place)
        if place[:2] == _META and written(text, _META).strip("{} \n\t") == "":
            text = drop(text, _META)  # an empty `_meta` is nothing that we would have sent
            text = drop(text, ("params",)) if written(text, ("params",)).strip("{} \n\t") == "" else text
        return made.with_text(text)
    text = put(made.text, place, value, first=id in ("id", "jsonrpc"))
    return replace(made, text=text, id=value if id == "id" else made.id)


def with_header(made: Composition, id: str, name: str, value: str) -> Composition:
    """With a header changed: one of the protocol's is left out, and the person's own stands in its place.

    `id` is of the addition that is changed; empty to add one, whatever others of that name there are.
    """
    if id.startswith("own:"):
        at = int(id[len("own:") :])
        return replace(made, own=(*made.own[:at], (name, value), *made.own[at + 1 :]))
    left_out = made.left_out | {id[len("header:") :].lower()} if id.startswith("header:") else made.left_out
    return replace(made, left_out=left_out, own=(*made.own, (name, value)))


def leave_out(made: Composition, name: str, around: Around) -> Composition | None:
    """Without what has this name: an addition, or a header; None if there is no such thing."""
    wanted = name.lower()
    for one in additions(made, around):
        if wanted in (one.id.lower(), one.label.lower(), one.id.partition(":")[2].lower()):
            if one.id == "end":
                return replace(made, end=b"")
            return switched(made, one.id, around) if one.on else made
    return None
