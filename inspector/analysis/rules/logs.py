"""Rules about log messages in the modern era: only for a request that asks, on its stream, at its level or above.

Source: `2026-07-28 server/utilities/logging#per-request-log-level`.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, ON_ITS_WAY, Hit, Memory, Rule
from inspector.analysis.rules.told import LEVELS as SEVERITIES
from inspector.analysis.words import short
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Exchange, News
from inspector.protocol.news import LISTEN
from inspector.wire.events import Received

_LOGGING: Final = "2026-07-28 server/utilities/logging#per-request-log-level"
_LOG: Final = "notifications/message"


def _wished(reading: Reading, exchange: Exchange, memory: Memory) -> str | None:
    """The level that a request asked for, None where it asked for no log messages."""
    if exchange.seq not in memory.levels:
        meta = reading.params(exchange).get("_meta")
        level = meta.get(PREFIX + "logLevel") if isinstance(meta, dict) else None
        memory.levels[exchange.seq] = level if isinstance(level, str) else None
    return memory.levels[exchange.seq]


def _about(reading: Reading) -> Sequence[Exchange]:
    """The requests of ours that a log message may be about: over HTTP the one on whose stream it came."""
    event, waiting = reading.record.event, reading.exchanges.waiting()
    http = event.http if isinstance(event, Received) else None
    return waiting if http is None else [one for one in waiting if one.http == http]


def _unasked(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern":
        return NOTHING
    about, here = _about(reading), (reading.record.seq,)
    for one in about:
        if _wished(reading, one, memory) is not None:
            return NOTHING
    if len(about) == 1 and about[0].method == LISTEN and about[0].http is not None:
        return NOTHING  # another rule says that it is on the wrong stream
    if reading.record.at - memory.last_cancelled < ON_ITS_WAY:
        return NOTHING  # it may have been on its way
    return (("a log message came, though no open request asked for any", here),)


def _below(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern":
        return NOTHING
    level = params_of(news.notification).get("level")
    asked = [wish for one in _about(reading) if (wish := _wished(reading, one, memory)) in SEVERITIES]
    if not asked or level not in SEVERITIES or any(SEVERITIES.index(level) >= SEVERITIES.index(one) for one in asked):
        return NOTHING
    text = f"a log message of level {level} came, where {short(min(asked, key=SEVERITIES.index), 20)} was asked for"
    return ((text, (reading.record.seq,)),)


RULES: Final = (
    Rule(
        "log-unasked",
        "Log messages that no request asked for",
        "error",
        _LOGGING,
        "Send log messages only for requests with logLevel in their _meta, on the stream of that request.",
        (News,),
        _unasked,
        revisions=MODERN_ONLY,
        methods=(_LOG,),
    ),
    Rule(
        "log-level",
        "Log messages below the level that was asked for",
        "warning",
        _LOGGING,
        "Send log messages at the level that the request asks for, or above.",
        (News,),
        _below,
        revisions=MODERN_ONLY,
        methods=(_LOG,),
    ),
)
