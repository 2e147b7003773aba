"""Rules about what a legacy client has asked for until it asks otherwise: the log level, and news of resources.

Source: `2025-11-25 server/utilities/logging#setting-log-level`, `2025-11-25 server/resources#subscriptions`.
"""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import LEGACY_ONLY, NOTHING, ON_ITS_WAY, Hit, Memory, Rule
from inspector.analysis.rules.told import LEVELS as SEVERITIES
from inspector.analysis.words import short
from inspector.protocol.exchanges import News, Settled
from inspector.protocol.news import UPDATED
from inspector.wire.jsonrpc import Result

_LOG: Final = "notifications/message"
_LEVEL: Final = "logging/setLevel"
_SUBSCRIBE: Final = "resources/subscribe"
_UNSUBSCRIBE: Final = "resources/unsubscribe"


def _level(reading: Reading, thing: Settled | News, memory: Memory) -> Iterable[Hit]:
    life, at = memory.life, reading.record.at
    if isinstance(thing, Settled):
        wanted = reading.params(thing.exchange).get("level")
        if isinstance(thing.answer, Result) and wanted in SEVERITIES:
            life.log_level, life.log_level_at = wanted, at
        return NOTHING
    level = params_of(thing.notification).get("level")
    # What was sent before the answer may come after it, on another stream.
    if level not in SEVERITIES or not life.log_level or at - life.log_level_at < ON_ITS_WAY:
        return NOTHING
    if SEVERITIES.index(level) >= SEVERITIES.index(life.log_level):
        return NOTHING
    return ((f"a log message of level {level} came, where {life.log_level} was set", (reading.record.seq,)),)


def _updated(reading: Reading, thing: Settled | News, memory: Memory) -> Iterable[Hit]:
    held, at = memory.life.subscribed, reading.record.at
    if isinstance(thing, Settled):
        uri = reading.params(thing.exchange).get("uri")
        if isinstance(uri, str) and thing.exchange.method == _SUBSCRIBE:
            held[uri] = None  # it may tell of it before it has answered
        elif isinstance(uri, str) and isinstance(thing.answer, Result):
            held[uri] = at
        return NOTHING
    subject = params_of(thing.notification).get("uri")
    if not isinstance(subject, str) or any(one.method == _SUBSCRIBE for one in reading.exchanges.waiting()):
        return NOTHING
    if any(_covers(uri, subject) and (until is None or at - until < ON_ITS_WAY) for uri, until in held.items()):
        return NOTHING
    return ((f"{UPDATED} is about {short(subject, 80)}, to which we did not subscribe", (reading.record.seq,)),)


def _covers(uri: str, subject: str) -> bool:
    """Whether the news may be of what was subscribed to: of the resource, or of a part of it."""
    return subject == uri or subject.startswith((uri.rstrip("/") + "/", uri + "#", uri + "?"))


RULES: Final = (
    Rule(
        "log-below-level",
        "A log message below the level that the client has set",
        "warning",
        "2025-11-25 server/utilities/logging#setting-log-level",
        "Send only log messages of the level that was set and above.",
        (Settled, News),
        _level,
        revisions=LEGACY_ONLY,
        methods=(_LOG, _LEVEL),
    ),
    Rule(
        "update-unsubscribed",
        "News of a resource to which the client did not subscribe",
        "warning",
        "2025-11-25 server/resources#subscriptions",
        "Tell only of resources that the client has subscribed to, until it unsubscribes.",
        (Settled, News),
        _updated,
        revisions=LEGACY_ONLY,
        methods=(UPDATED, _SUBSCRIBE, _UNSUBSCRIBE),
    ),
)
