"""Rules about what HTTP carries: statuses, sessions, and the form of event streams."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.words import short
from inspector.protocol.exchanges import Settled, WebEnded
from inspector.wire.events import HttpResponse, SseBlock
from inspector.wire.jsonrpc import Result

_HTTP: Final = "2026-07-28 basic/transports/streamable-http"


def _result_status(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    web = change.web
    if web is None or web.status in (None, 200, 202) or web.verb != "POST" or reading.identity.transport == "http+sse":
        return NOTHING  # that 202 is for notifications, another rule says
    text = f"the result of {short(change.exchange.method)} came with HTTP {web.status}, and 200 belongs to it"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _session(reading: Reading, event: HttpResponse, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern" or not any(name.lower() == "mcp-session-id" for name, _ in event.headers):
        return NOTHING
    return (("an answer gives an Mcp-Session-Id, and this revision has no sessions", (reading.record.seq,)),)


def _buffering(reading: Reading, event: HttpResponse, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern":
        return NOTHING
    headers = {name.lower(): value for name, value in event.headers}
    if "text/event-stream" not in headers.get("content-type", "").lower():
        return NOTHING
    if headers.get("x-accel-buffering", "").strip().lower() == "no":
        return NOTHING
    return (("an event stream comes without X-Accel-Buffering: no", (reading.record.seq,)),)


def _other_event(reading: Reading, event: SseBlock, memory: Memory) -> Iterable[Hit]:
    """A message under a name of its own, which clients pass over."""
    if event.event in ("", "message", "endpoint") or '"jsonrpc"' not in event.data[:10_000]:
        return NOTHING
    return ((f"a message came as an event {short(event.event, 40)}, which clients pass over", (reading.record.seq,)),)


def _body_of_202(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    web = change.web
    if web.verb != "POST" or web.status != 202 or reading.identity.transport == "http+sse":
        return NOTHING
    if not (web.body.strip() or web.messages):
        return NOTHING
    return (("a 202 came with a body", (reading.record.seq,)),)


RULES: Final = (
    Rule(
        "result-status",
        "A result with another status than 200",
        "error",
        _HTTP + "#sending-messages",
        "Send results with the status 200; errors of HTTP are for requests that failed.",
        (Result,),
        _result_status,
        http=True,
    ),
    Rule(
        "session-id",
        "A session id in a revision without sessions",
        "warning",
        _HTTP + "#earlier-streamable-http-revisions",
        "Give no Mcp-Session-Id in answer to a modern request.",
        (HttpResponse,),
        _session,
        once=True,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "stream-buffering",
        "An event stream that proxies may hold back",
        "info",
        _HTTP + "#receiving-messages",
        "Send X-Accel-Buffering: no with event streams.",
        (HttpResponse,),
        _buffering,
        once=True,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "event-name",
        "A message under an event name of its own",
        "error",
        _HTTP + "#receiving-messages",
        "Send messages as events without a name, or with the name message.",
        (SseBlock,),
        _other_event,
    ),
    Rule(
        "accepted-body",
        "A 202 with a body",
        "error",
        _HTTP + "#sending-messages",
        "Answer a notification with 202 and no body.",
        (WebEnded,),
        _body_of_202,
    ),
)
