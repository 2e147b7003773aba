"""Rules about subscriptions: how they begin and end, and what may come on which stream."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule, Unanswered
from inspector.analysis.rules.shapes import meta_of, result_of
from inspector.analysis.words import brief, id_text, short
from inspector.protocol.envelope import SUBSCRIPTION_ID
from inspector.protocol.exchanges import News, Progressed, Settled
from inspector.protocol.news import ACKNOWLEDGED, FILTER_OF, LISTEN, SUBSCRIBED, not_granted, subscription_id
from inspector.wire.events import Received
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result, id_key

_SUBSCRIPTIONS: Final = "2026-07-28 basic/patterns/subscriptions"
_HTTP: Final = "2026-07-28 basic/transports/streamable-http"
_CANCELLED: Final = "notifications/cancelled"


def _server_cancels(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern":
        return NOTHING
    id = params_of(news.notification).get("requestId", MISSING)
    listen = memory.listens.get(id_key(None if id is MISSING else id))
    if id is not MISSING and listen is not None:
        return NOTHING
    what = "no request" if id is MISSING else f"the request {id_text(id)}, which is no subscription of ours"
    return ((f"notifications/cancelled names {what}", (reading.record.seq,)),)


def _ended_unacknowledged(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    listen = memory.listens.get(id_key(change.exchange.id))
    if listen is None or listen.acknowledged or reading.identity.era != "modern":
        return NOTHING
    text = "a subscription was answered before it was acknowledged"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _end_unnamed(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern" or not isinstance(change.answer, Result):
        return NOTHING
    named = meta_of(result_of(change)).get(SUBSCRIPTION_ID, MISSING)
    if named is not MISSING and id_key(named) == id_key(change.exchange.id):
        return NOTHING
    what = "does not name it" if named is MISSING else f"names {id_text(named)}, not {id_text(change.exchange.id)}"
    return ((f"the result that ends a subscription {what}", (change.exchange.seq, reading.record.seq)),)


def _end_unsaid(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """A stream that the server closed without a word; one that we closed, or that broke, is another matter."""
    web = change.web
    if change.answer is not None or web is None or web.failure or change.exchange.failure != "unanswered":
        return NOTHING
    if change.exchange.cancelled or web.status != 200:
        return NOTHING
    text = "the stream of a subscription ended without the result that says so"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _granted_more(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    named = subscription_id(params_of(news.notification))
    listen = memory.listens.get(id_key(named)) if named is not MISSING else None
    if listen is None or reading.identity.era != "modern":
        return NOTHING
    granted = params_of(news.notification).get("notifications", MISSING)
    where = (listen.exchange.seq, reading.record.seq)
    if not isinstance(granted, dict):
        what = "missing" if granted is MISSING else f"{brief(granted, 40)}, not an object"
        return ((f"in the acknowledgement notifications is {what}", where),)
    more = not_granted(granted, reading.params(listen.exchange).get("notifications"))
    if not more:
        return NOTHING
    return ((f"the acknowledgement grants {short(', '.join(more), 200)}, which was not asked for", where),)


def _again(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    named = subscription_id(params_of(news.notification))
    listen = memory.listens.get(id_key(named)) if named is not MISSING else None
    if listen is None:
        return NOTHING
    listen.acknowledgements += 1
    if listen.acknowledgements != 2:
        return NOTHING
    return (("a subscription was acknowledged twice", (listen.exchange.seq, reading.record.seq)),)


def _stream(reading: Reading) -> int | None:
    event = reading.record.event
    return event.http if isinstance(event, Received) else None


def _off_stream(reading: Reading, news: News, memory: Memory) -> Iterator[Hit]:
    """News that came on the stream of another request than the one that they belong to."""
    http, method = _stream(reading), news.notification.method
    if http is None or reading.identity.era != "modern":
        return
    here = reading.record.seq
    if method in SUBSCRIBED:
        named = subscription_id(params_of(news.notification))
        listen = memory.listens.get(id_key(named)) if named is not MISSING else None
        if listen is not None and listen.exchange.http not in (None, http):
            yield f"{method} came on another stream than that of its subscription", (listen.exchange.seq, here)
    elif method == "notifications/message":
        on = next((one.exchange for one in memory.listens.values() if one.exchange.http == http), None)
        if on is not None:
            yield "a log message came on the stream of a subscription", (on.seq, here)


def _progress_off_stream(reading: Reading, change: Progressed, memory: Memory) -> Iterable[Hit]:
    http, exchange = _stream(reading), change.exchange
    if http is None or exchange is None or exchange.http in (None, http) or reading.identity.era != "modern":
        return NOTHING
    text = f"progress of {short(exchange.name or exchange.method)} came on the stream of another request"
    return ((text, (exchange.seq, reading.record.seq)),)


def _not_granted(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    """News of a kind that was asked for, and that the server itself said it would not send."""
    method = news.notification.method
    named = subscription_id(params_of(news.notification))
    listen = memory.listens.get(id_key(named)) if named is not MISSING else None
    if reading.identity.era != "modern" or listen is None or listen.granted is None:
        return NOTHING
    wanted = reading.params(listen.exchange).get("notifications")
    kind = FILTER_OF[method]
    if listen.granted.get(kind) or not (isinstance(wanted, dict) and wanted.get(kind)):
        return NOTHING
    text = f"{method} came, which the acknowledgement had left out"
    return ((text, (listen.exchange.seq, reading.record.seq)),)


def grant(params: dict[str, Json], memory: Memory) -> None:
    """Keep what an acknowledgement grants."""
    named = subscription_id(params)
    listen = memory.listens.get(id_key(named)) if named is not MISSING else None
    granted = params.get("notifications")
    if listen is not None and isinstance(granted, dict):
        listen.granted = granted


RULES: Final = (
    Rule(
        "server-cancels",
        "A server that cancels what is no subscription",
        "error",
        "2026-07-28 basic/patterns/cancellation#behavior-requirements",
        "Send notifications/cancelled only to end a subscriptions/listen, and name its id.",
        (News,),
        _server_cancels,
        revisions=MODERN_ONLY,
        methods=(_CANCELLED,),
    ),
    Rule(
        "subscription-unacknowledged",
        "A subscription that is answered and was not acknowledged",
        "error",
        _SUBSCRIPTIONS + "#acknowledgment",
        "Send notifications/subscriptions/acknowledged first.",
        (Result,),
        _ended_unacknowledged,
        revisions=MODERN_ONLY,
        methods=(LISTEN,),
    ),
    Rule(
        "subscription-end-unnamed",
        "The result that ends a subscription does not name it",
        "error",
        _SUBSCRIPTIONS + "#graceful-closure",
        "Put the id of the subscriptions/listen request into the result's _meta too.",
        (Result,),
        _end_unnamed,
        revisions=MODERN_ONLY,
        methods=(LISTEN,),
    ),
    Rule(
        "subscription-end-unsaid",
        "A subscription that ends without its result",
        "warning",
        _SUBSCRIPTIONS + "#graceful-closure",
        "Answer the subscriptions/listen before its stream is closed.",
        (Unanswered,),
        _end_unsaid,
        revisions=MODERN_ONLY,
        methods=(LISTEN,),
    ),
    Rule(
        "acknowledgement-shape",
        "An acknowledgement that grants what was not asked for, or nothing at all",
        "error",
        _SUBSCRIPTIONS + "#acknowledgment",
        "Repeat in notifications what was asked for and will be sent, and no more.",
        (News,),
        _granted_more,
        revisions=MODERN_ONLY,
        methods=(ACKNOWLEDGED,),
    ),
    Rule(
        "acknowledged-twice",
        "A subscription that is acknowledged twice",
        "warning",
        _SUBSCRIPTIONS + "#acknowledgment",
        "Send one acknowledgement, as the first message of the subscription.",
        (News,),
        _again,
        revisions=MODERN_ONLY,
        methods=(ACKNOWLEDGED,),
    ),
    Rule(
        "news-not-granted",
        "News of a kind that the acknowledgement left out",
        "warning",
        _SUBSCRIPTIONS + "#acknowledgment",
        "Name in the acknowledgement all that will be sent.",
        (News,),
        _not_granted,
        revisions=MODERN_ONLY,
        methods=tuple(FILTER_OF),
    ),
    Rule(
        "news-off-stream",
        "News on the stream of another request than the one they belong to",
        "error",
        _HTTP + "#receiving-messages",
        "Send news on the stream of their subscription, and log messages on that of the request they are about.",
        (News,),
        _off_stream,
        revisions=MODERN_ONLY,
        methods=(*SUBSCRIBED, "notifications/message"),
        http=True,
    ),
    Rule(
        "progress-off-stream",
        "Progress on the stream of another request",
        "error",
        _HTTP + "#receiving-messages",
        "Send progress on the response stream of the request that it is about.",
        (Progressed,),
        _progress_off_stream,
        revisions=MODERN_ONLY,
        http=True,
    ),
)
