"""Rules about how a session begins: which version the server agrees to."""

import re
from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import LEGACY_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.words import brief
from inspector.protocol.exchanges import Settled
from inspector.wire.jsonrpc import Result

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


RULES: Final = (
    Rule(
        "echoes-versions",
        "initialize agrees to a version that never was",
        "error",
        "2025-11-25 basic/lifecycle#version-negotiation",
        "Answer with the version that was offered only if the server speaks it, else with one that it does.",
        (Settled,),
        _echoes,
        revisions=LEGACY_ONLY,
    ),
)
