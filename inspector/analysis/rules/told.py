"""Rules about what a notification must say by itself. Source: `schema/<revision>/schema.ts`, the params of each."""

from collections.abc import Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import Hit, Memory, Rule
from inspector.analysis.words import brief
from inspector.protocol.exchanges import News
from inspector.wire.json import MISSING

LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The levels of log messages, the least severe first."""

_TEXT_OF: Final = {
    "notifications/resources/updated": "uri",
    "notifications/elicitation/complete": "elicitationId",
}


def _log(reading: Reading, news: News, memory: Memory) -> Iterator[Hit]:
    if news.notification.method != "notifications/message":
        return
    params, here = params_of(news.notification), (reading.record.seq,)
    level = params.get("level", MISSING)
    if level is MISSING:
        yield "a log message has no level", here
    elif level not in LEVELS:
        yield f"the level of a log message is {brief(level, 40)}, none of those that there are", here
    if "data" not in params:
        yield "a log message has no data", here


def _subject(reading: Reading, news: News, memory: Memory) -> Iterator[Hit]:
    member = _TEXT_OF.get(news.notification.method)
    if member is None:
        return
    value = params_of(news.notification).get(member, MISSING)
    if not isinstance(value, str):
        what = f"has no {member}" if value is MISSING else f"has {brief(value, 40)} for its {member}, which is no text"
        yield f"{news.notification.method} {what}", (reading.record.seq,)


RULES: Final = (
    Rule(
        "log-shape",
        "A log message without data or with an unknown level",
        "error",
        "2026-07-28 server/utilities/logging#log-message-notifications",
        f"Give each log message its data, and one of the levels {', '.join(LEVELS)}.",
        (News,),
        _log,
        methods=("notifications/message",),
    ),
    Rule(
        "notification-shape",
        "A notification that does not say what it is about",
        "error",
        "2026-07-28 basic/index#notifications",
        "Say what it is about: the uri of the resource, the elicitationId of the elicitation.",
        (News,),
        _subject,
        methods=tuple(_TEXT_OF),
    ),
)
