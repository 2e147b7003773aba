"""Rules about the answers over HTTP that do not come, or not whole."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.answers import NOT_THEIRS
from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import NOTHING, Hit, Memory, Rule, Unanswered
from inspector.analysis.words import short
from inspector.protocol.exchanges import Settled, Web, WebEnded
from inspector.wire.events import HttpEnd

_HTTP: Final = "2026-07-28 basic/transports/streamable-http"
_JSON, _STREAM = "application/json", "text/event-stream"


def _kind(web: Web) -> str:
    """What a taken request is answered with; empty for a refusal, and for a 202, which other rules are about."""
    if web.status is None or not 200 <= web.status < 300 or web.status == 202 or web.failure in NOT_THEIRS:
        return ""
    return web.header("content-type").partition(";")[0].strip().lower()


def _without_answer(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    web, exchange = change.web, change.exchange
    # What was given up, or ended with the whole connection, has no HttpEnd for its last record
    if web is None or not isinstance(reading.record.event, HttpEnd) or exchange.failure != "unanswered":
        return NOTHING
    if reading.identity.transport != "streamable-http" or exchange.method == "subscriptions/listen":
        return NOTHING  # a subscription lives as long as its stream, and a stream may break
    records, method, kind = (exchange.seq, reading.record.seq), short(exchange.method), _kind(web)
    if kind not in (_JSON, _STREAM):
        return NOTHING
    if any(http == web.number for http, _ in memory.life.event_ids.values()):
        return NOTHING  # `2025-11-25 basic/transports`: what has ids may end and be resumed, which a tap cannot tell
    if web.failure and not web.messages:
        return ((f"the answer to {method} did not come whole: {short(web.failure)}", records, "warning"),)
    if kind == _STREAM:
        how = f" broke off without the answer: {short(web.failure)}" if web.failure else " ended without the answer"
        return ((f"the event stream of {method}{how}", records, "warning"),)
    if web.messages:
        return NOTHING  # which other rules are about
    return ((f"{method} was answered with {web.status}, {_JSON} and nothing in it", records),)


def _torn(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    web = change.web
    if web.verb != "POST" or not (web.failure and web.messages) or _kind(web) != _JSON:
        return NOTHING
    return ((f"the body around a message did not come whole: {short(web.failure)}", (reading.record.seq,)),)


RULES: Final = (
    Rule(
        "without-answer",
        "A request that was taken, and got no answer",
        "error",
        _HTTP + "#sending-messages",
        "Answer each request with its result or error, whole, whatever happens inside; "
        "where the server did, look for what breaks its answers off on the way.",
        (Unanswered,),
        _without_answer,
        http=True,
    ),
    Rule(
        "torn-body",
        "A body that ends before it is whole",
        "warning",
        "RFC 9112#section-8",
        "Send the body to its end: as many bytes as Content-Length says, the last chunk of a chunked one; "
        "many clients drop what ends early, the message with it.",
        (WebEnded,),
        _torn,
    ),
)
