"""Rules about how a session begins: which version the server agrees to, and what it says of itself."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import LEGACY_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.words import brief
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result
from inspector.wire.versions import LEGACY, era_of

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FIRST: Final = "2024-10-07"
"""The date of the oldest draft that servers still take."""


def _echoes(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """Nobody speaks a version that never was; a later date may be of a revision that we do not know."""
    if change.exchange.method != "initialize" or not isinstance(change.answer, Result):
        return NOTHING
    result, offered = change.answer.result, reading.params(change.exchange).get("protocolVersion")
    if not isinstance(offered, str) or not isinstance(result, dict) or result.get("protocolVersion") != offered:
        return NOTHING
    if _DATE.fullmatch(offered) and offered >= _FIRST:
        return NOTHING
    text = f"initialize agreed to {brief(offered, 40)}, which is no revision: the server echoes whatever is offered"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _initialized(change: Settled) -> dict[str, Json] | None:
    """The result of `initialize`, where it is one."""
    result = change.answer.result if isinstance(change.answer, Result) else None
    return result if change.exchange.method == "initialize" and isinstance(result, dict) else None


def _is_revision(version: str) -> bool:
    """Whether a legacy server may speak it; a later date may be of a revision that we do not know."""
    return version in LEGACY or (bool(_DATE.fullmatch(version)) and version >= _FIRST and era_of(version) != "modern")


def _made_up(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = _initialized(change)
    version = (result or {}).get("protocolVersion")
    if not isinstance(version, str) or _is_revision(version):
        return NOTHING
    if version == reading.params(change.exchange).get("protocolVersion") and era_of(version) is None:
        return NOTHING  # the rule about echoes says so
    why = "which has no initialize" if era_of(version) == "modern" else "which is no revision"
    text = f"initialize was answered with the version {brief(version, 40)}, {why}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _other_version(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """Known to be spoken is what the same server has agreed to before."""
    result = _initialized(change)
    answered, offered = (result or {}).get("protocolVersion"), reading.params(change.exchange).get("protocolVersion")
    if not isinstance(answered, str) or not isinstance(offered, str):
        return NOTHING
    agreed = memory.life.agreed.setdefault(reading.identity.target, set())
    known = offered in agreed
    agreed.add(answered)
    if answered == offered or not known:
        return NOTHING
    text = f"initialize offered {brief(offered, 40)}, which the server speaks, and it answered {brief(answered, 40)}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _says_who(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result, here = _initialized(change), (reading.record.seq,)
    if result is None:
        return
    info = result.get("serverInfo", MISSING)
    wanted: list[tuple[str, Json, type, str]] = [
        ("protocolVersion", result.get("protocolVersion", MISSING), str, "a string"),
        ("capabilities", result.get("capabilities", MISSING), dict, "an object"),
        ("serverInfo", info, dict, "an object"),
    ]
    if isinstance(info, dict):
        wanted += [(f"serverInfo.{one}", info.get(one, MISSING), str, "a string") for one in ("name", "version")]
    for name, value, kind, what in wanted:
        if value is MISSING:
            yield f"the result of initialize has no {name}", here
        elif not isinstance(value, kind):
            yield f"{name} in the result of initialize is {brief(value, 40)}, not {what}", here


RULES: Final = (
    Rule(
        "initialize-shape",
        "A result of initialize that does not say version, capabilities and server",
        "error",
        "2025-11-25 basic/lifecycle#initialization",
        "Answer with protocolVersion, capabilities (an object), and serverInfo with name and version.",
        (Settled,),
        _says_who,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "version-made-up",
        "initialize answered with a version that it cannot have",
        "error",
        "2025-11-25 basic/lifecycle#version-negotiation",
        "Answer with the version that was offered if the server speaks it, else with the latest legacy one it does.",
        (Settled,),
        _made_up,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "version-not-kept",
        "initialize answered with another version, though the server speaks the one that was offered",
        "error",
        "2025-11-25 basic/lifecycle#version-negotiation",
        "Answer with the version that was offered if the server speaks it.",
        (Settled,),
        _other_version,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "echoes-versions",
        "initialize agrees to a version that never was",
        "error",
        "2025-11-25 basic/lifecycle#version-negotiation",
        "Answer with the version that was offered only if the server speaks it, else with one that it does.",
        (Result,),
        _echoes,
        revisions=LEGACY_ONLY,
        methods=("initialize",),
    ),
)
