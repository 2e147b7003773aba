"""What a tap and whoever is attached to it say to each other over its socket (`door`): one JSON object a line.

The tap says what is held and each change of it, in this order at first, and then as it comes:

    {"tap": 1}                                                                  the version of these words
    {"rules": [{"number", "called", "action", "match", "direction", "on", "seen", "applied"}, …], "holding": FILTER}
    {"held": {"number", "waited", "left", "way", "kind", "method", "name", "id", "text", "cut", "bytes", "because"}}
    {"gone": NUMBER}                                                            it is held no more
    {"fault": SENTENCE}                                                         of a command that could not be done

`waited` and `left` are seconds, `left` null for what waits until it is let go. `text` is the message as it is, with its
secrets: it goes to the person alone; `cut` if only its beginning is there. The other side says what is to be done:

    {"do": "let-go" | "drop" | "duplicate", "number": N}        {"do": "let-all-go"}
    {"do": "edit" | "answer", "number": N, "text": TEXT}        {"do": "hold", "match": FILTER, "in-order": false}
    {"do": "delay", "number": N, "seconds": S}                  {"do": "stop-holding"}
                                                                {"do": "rule", "number": N, "on": true}

A command about what has gone meanwhile does nothing. Members that are not known are passed over.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from inspector.analysis.interference.accounts import whose
from inspector.analysis.interference.holding import Held, Verdict
from inspector.analysis.interference.interference import HOLD, Interference
from inspector.errors import UsageError
from inspector.protocol.interference import Way
from inspector.wire.json import Json, NotJson, dumps, parse

VERSION: Final = 1

LINE: Final = 16 << 20
"""Bytes of the longest line that either side reads."""

_TEXT: Final = 1 << 20
_VERDICTS: Final[Mapping[str, Verdict]] = {
    "let-go": "pass",
    "edit": "edit",
    "drop": "drop",
    "delay": "delay",
    "duplicate": "duplicate",
    "answer": "answer",
}


@dataclass(frozen=True, slots=True)
class HeldThere:
    """A message that a tap holds; see above. Foreign texts as they came."""

    number: int
    waited: float
    left: float | None
    way: Way
    kind: str
    method: str
    name: str
    id: str
    text: str
    cut: bool
    bytes: int
    because: str


@dataclass(frozen=True, slots=True)
class RuleThere:
    """A rule of a tap; how many have fitted it, and to how many it was applied."""

    number: int
    called: str
    action: str
    match: str
    direction: str
    on: bool
    seen: int
    applied: int


@dataclass(frozen=True, slots=True)
class RulesThere:
    """All its rules in their order, and the hold filter; empty if there is none."""

    rules: tuple[RuleThere, ...] = ()
    holding: str = ""


# ── the tap says ─────────────────────────────────────────────────────────────────────────────────────────────────────


def held_there(held: Held, now: float) -> HeldThere:
    """What is told of a message that waits; `now` in seconds of the journal."""
    raw, row = held.passing.raw, held.row
    text = raw.decode("utf-8", "replace")
    return HeldThere(
        number=held.number,
        waited=now - held.since,
        left=None if held.until is None else max(0.0, held.until - now),
        way=held.passing.way,
        kind=row.kind,
        method=row.method,
        name=row.name,
        id=row.id_text,
        text=text[:_TEXT],
        cut=len(text) > _TEXT,
        bytes=len(raw),
        because=f"{whose(held.rule)} {'holds it' if held.for_person else 'delays it'}",
    )


def rules_there(interference: Interference) -> RulesThere:
    """The rules as they stand."""
    rules = (
        RuleThere(
            one.rule.number,
            one.rule.called,
            one.rule.action,
            one.rule.match,
            one.rule.direction,
            one.rule.enabled,
            one.seen,
            one.applied,
        )
        for one in interference.rules
        if one.rule.number != HOLD
    )
    return RulesThere(tuple(rules), interference.holding)


def line(document: Mapping[str, Json]) -> bytes:
    """A line."""
    return dumps(document).encode("utf-8", "replace") + b"\n"


def said_held(held: HeldThere) -> bytes:
    """The line that something is held."""
    return line({"held": asdict(held)})


def said_rules(rules: RulesThere) -> bytes:
    """The line of the rules."""
    return line({"rules": [asdict(one) for one in rules.rules], "holding": rules.holding})


# ── whoever is attached reads ────────────────────────────────────────────────────────────────────────────────────────


def read(raw: bytes) -> Mapping[str, Json]:
    """A line as an object; empty for what is none."""
    try:
        document = parse(raw.decode("utf-8", "replace"))
    except NotJson:
        return {}
    return document if isinstance(document, dict) else {}


def read_held(said: Json) -> HeldThere | None:
    """What is held; None where it cannot be read."""
    return HeldThere(**said) if _has(said, HeldThere) else None


def read_rules(said: Mapping[str, Json]) -> RulesThere:
    """The rules; those that cannot be read are passed over."""
    rules = said.get("rules")
    told = tuple(RuleThere(**one) for one in rules if _has(one, RuleThere)) if isinstance(rules, list) else ()
    return RulesThere(told, str(said.get("holding") or ""))


def _has(said: Json, kind: type[HeldThere | RuleThere]) -> bool:
    return isinstance(said, dict) and set(said) == set(kind.__dataclass_fields__)


# ── the tap does ─────────────────────────────────────────────────────────────────────────────────────────────────────


def carry_out(interference: Interference, command: Mapping[str, Json]) -> str:
    """Do what a command says; why not, as a sentence, or an empty text."""
    deed, number = command.get("do"), command.get("number")
    if deed == "let-all-go":
        interference.let_all_go()
    elif deed == "stop-holding":
        interference.hold("")
    elif deed == "hold":
        return _hold(interference, command)
    elif deed == "rule":
        if not isinstance(number, int) or not isinstance(command.get("on"), bool):
            return "A rule has a number, and is to be on or off."
        interference.switch(number, on=command["on"])
    elif isinstance(deed, str) and deed in _VERDICTS:
        held = next((one for one in interference.held if one.number == number), None)
        return "" if held is None else _let_go(interference, held, _VERDICTS[deed], command)
    else:
        return "There is no such command."
    return ""


def _hold(interference: Interference, command: Mapping[str, Json]) -> str:
    match = command.get("match")
    if not isinstance(match, str) or not match.strip():
        return "What is to be held is a filter."
    try:
        interference.hold(match, in_order=command.get("in-order") is True)
    except UsageError as fault:
        return f"{fault.message} {fault.why}".strip()
    return ""


def _let_go(interference: Interference, held: Held, verdict: Verdict, command: Mapping[str, Json]) -> str:
    text, seconds = command.get("text", ""), command.get("seconds", 0.0)
    if verdict in ("edit", "answer") and not isinstance(text, str):
        return "The text is to be a string."
    if verdict == "answer" and held.row.kind != "req":
        return "Only a request of the client can be answered in the server's stead."
    if verdict == "delay" and not (isinstance(seconds, int | float) and math.isfinite(seconds) and 0 < seconds < 1e6):
        return "The seconds are to be a number above nought."
    interference.let_go(held, verdict, text=text, seconds=seconds)
    return ""
