"""What is wrong with the HTTP side of a message in the making: its method, its headers, what they say of the body."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from inspector.protocol.compose.composition import Around, Composition
from inspector.protocol.compose.wrongs import Repair, Wrong
from inspector.wire.text import visible

_HTTP: Final = "2026-07-28 basic/transports/streamable-http#sending-messages"
_MIRRORED: Final = "2026-07-28 basic/transports/streamable-http#request-metadata"
_SESSION: Final = "2025-11-25 basic/transports#session-management"
_ONCE: Final = ("content-type", "content-length", "host", "mcp-session-id", "authorization")


def header_faults(made: Composition, around: Around) -> Iterator[Wrong]:
    """All of it, in the order of the headers that the protocol asks for."""
    if made.verb != "POST":
        text = f"The method is {visible(made.verb)[:20]}: messages go by POST, a MUST."
        yield Wrong("error", text, _HTTP, lambda made: replace(made, verb="POST"))
    sent: dict[str, list[str]] = {}
    for name, value in made.headers(around):
        sent.setdefault(name.lower(), []).append(value)
    for name, value in made.auto_headers(around):
        yield from _one(name, value, sent.get(name.lower(), []), around)
    for name, values in sent.items():
        if len(values) > 1 and (name in _ONCE or name.startswith("mcp-")):
            said = visible(name)[:40]
            yield Wrong("error", f"{said} is there {len(values)} times, and means one value.", _MIRRORED, as_ours(name))


def _one(name: str, due: str, given: list[str], around: Around) -> Iterator[Wrong]:
    """What is wrong with a header that the protocol asks for."""
    key, repair = name.lower(), as_ours(name)
    modern = around.speech.era == "modern"
    if key == "accept":
        said = ", ".join(given)
        if not ("*/*" in said or ("application/json" in said and "text/event-stream" in said)):
            yield Wrong("error", "Accept does not list application/json and text/event-stream, a MUST.", _HTTP, repair)
    elif key == "content-type":
        if not any(one.partition(";")[0].strip().lower() == "application/json" for one in given):
            yield Wrong("error", "Content-Type is not application/json.", _HTTP, repair)
    elif key.startswith("mcp-") and not given:
        clause = _SESSION if key == "mcp-session-id" else _MIRRORED
        yield Wrong("error", f"{visible(name)[:40]} is missing, a MUST.", clause, repair)
    elif key.startswith("mcp-") and given[0] != due:
        level, why = ("error", "the body says") if modern else ("warning", "agreed was")
        text = f"{visible(name)[:40]} is “{visible(given[0])[:40]}”, {why} “{visible(due)[:40]}”."
        yield Wrong("error" if level == "error" else "warning", text, _MIRRORED, repair)


def as_ours(name: str) -> Repair:
    """Puts the header of the protocol in the place of all of that name."""
    key = name.lower()

    def repair(made: Composition) -> Composition:
        own = tuple(one for one in made.own if one[0].lower() != key)
        return replace(made, left_out=made.left_out - {key}, own=own)

    return repair
