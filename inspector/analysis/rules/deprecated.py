"""Rules about features that the specification means to remove: worth knowing, wrong for nobody.

Source: `2026-07-28 deprecated`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule, Unfinished
from inspector.analysis.rules.shapes import questions_of, result_of
from inspector.protocol.exchanges import Settled
from inspector.wire.events import Opened
from inspector.wire.jsonrpc import Result

_REGISTRY: Final = "2026-07-28 deprecated"
_ASKED: Final = {"sampling/createMessage": "sampling", "roots/list": "roots"}


def _declared(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    capabilities = result_of(change).get("capabilities")
    if not isinstance(capabilities, dict) or "logging" not in capabilities:
        return NOTHING
    return (("the server declares logging, which is deprecated", (reading.record.seq,)),)


def _asked(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    for _, method, _ in questions_of(change):
        feature = _ASKED.get(method)
        if feature is not None:
            yield f"the server asks for {feature}, which is deprecated", (change.exchange.seq, reading.record.seq)


def _transport(reading: Reading, event: Opened, memory: Memory) -> Iterable[Hit]:
    if event.transport != "http+sse":
        return NOTHING
    return (("the server speaks HTTP+SSE, which is deprecated", (reading.record.seq,)),)


RULES: Final = (
    Rule(
        "deprecated-capability",
        "A capability that is deprecated",
        "info",
        _REGISTRY,
        "Log to stderr, or use OpenTelemetry; logging remains for a year at least.",
        (Result,),
        _declared,
        once=True,
        revisions=MODERN_ONLY,
        methods=("server/discover",),
    ),
    Rule(
        "deprecated-question",
        "A question of a kind that is deprecated",
        "info",
        _REGISTRY,
        "Call the provider of the model yourself; take directories as arguments of tools or from the configuration.",
        (Unfinished,),
        _asked,
        once=True,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "deprecated-transport",
        "A transport that is deprecated",
        "info",
        _REGISTRY,
        "Serve Streamable HTTP; HTTP+SSE may be removed at any time.",
        (Opened,),
        _transport,
        once=True,
    ),
)
