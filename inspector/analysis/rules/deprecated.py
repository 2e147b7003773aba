"""Rules about features that the specification means to remove: worth knowing, wrong for nobody.

Source: `2026-07-28 deprecated`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule, Unfinished
from inspector.analysis.rules.shapes import questions_of
from inspector.protocol.exchanges import News, Settled
from inspector.wire.events import Opened

_REGISTRY: Final = "2026-07-28 deprecated"
_ASKED: Final = {"sampling/createMessage": "sampling", "roots/list": "roots"}


def _logged(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    if not reading.identity.version:
        return NOTHING  # it may be of a revision that has them: what comes before the handshake is done is of none yet
    return (("the server sends log messages, which are deprecated", (reading.record.seq,)),)


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
        "deprecated-logging",
        "Log messages, which are deprecated",
        "info",
        _REGISTRY,
        "Log to stderr, or use OpenTelemetry; logging remains for a year at least.",
        (News,),
        _logged,
        once=True,
        revisions=MODERN_ONLY,
        methods=("notifications/message",),
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
