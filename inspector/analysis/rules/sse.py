"""Rules about the event streams of legacy revisions: what stands on which, and the ids of their events."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urljoin, urlsplit

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import LEGACY_ONLY, NOTHING, SESSIONS, Hit, Memory, Rule
from inspector.analysis.rules.life import event_id, keep
from inspector.analysis.words import short, short_bytes
from inspector.protocol.exchanges import Settled
from inspector.wire.events import Received, SseBlock
from inspector.wire.jsonrpc import Error, Result

_PAGE: Final = "2025-11-25 basic/transports"


def _id_twice(reading: Reading, event: Received | SseBlock, memory: Memory) -> Iterable[Hit]:
    if event.http is None or reading.identity.transport != "streamable-http" or reading.identity.era == "modern":
        return NOTHING
    id = event_id(event)
    if not id:
        return NOTHING
    first = keep(memory.life.event_ids, id, (event.http, reading.record.seq))
    request = memory.life.requests.get(event.http)
    if first[1] == reading.record.seq:
        return NOTHING
    life = memory.life
    if request is not None and request.header("last-event-id"):
        # A stream that goes on may bring again what was on its way on it; answers of another one are another rule's.
        own = event.http not in life.roots or life.root(event.http) == life.root(first[0])
        if own or isinstance(reading.message, Result | Error):
            return NOTHING
        text = f"the event {short_bytes(id, 40)} of another stream came again on a resumed one"
        return ((text, (first[1], reading.record.seq)),)
    where = "twice on one stream" if first[0] == event.http else "on two streams"
    return ((f"the event id {short_bytes(id, 40)} stands {where}", (first[1], reading.record.seq)),)


def _other_stream(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    event = reading.record.event
    if not isinstance(change.answer, (Result, Error)) or not isinstance(event, Received) or event.http is None:
        return NOTHING
    life, own = memory.life, change.exchange.http
    request = life.requests.get(event.http)
    if reading.identity.transport != "streamable-http" or own is None or own == event.http or request is None:
        return NOTHING
    if life.root(event.http) == own:
        return NOTHING
    if request.header("last-event-id"):
        if event.http not in life.roots:
            return NOTHING  # which stream it continues is not known
        where = "on the resumed stream of another request"
    else:
        where = "on the GET stream" if request.verb == "GET" else "on the stream of another request"
    text = f"{short(change.exchange.method)} was answered {where}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _endpoint(reading: Reading, event: Received | SseBlock, memory: Memory) -> Iterable[Hit]:
    request = memory.life.requests.get(event.http) if event.http is not None else None
    if reading.identity.transport != "http+sse" or request is None or request.verb != "GET":
        return NOTHING
    if not 200 <= (request.status or 0) < 300:
        return NOTHING  # no stream at all: a server of another transport refuses it, with a message perhaps
    here = (reading.record.seq,)
    if isinstance(event, SseBlock) and event.event == "endpoint":
        try:
            there = urlsplit(urljoin(request.url, event.data.strip()))
        except ValueError:
            return ((f"the endpoint event names {short(event.data, 60)}, which is no URI", here),)
        own = urlsplit(request.url)
        if event.data.strip() and (there.scheme, there.netloc) == (own.scheme, own.netloc):
            return NOTHING
        what = f"{short(event.data, 60)}, which is on another origin" if event.data.strip() else "no URI"
        return ((f"the endpoint event names {what}", here),)
    web = reading.exchanges.webs.get(event.http) if event.http is not None else None
    if isinstance(event, Received) and web is not None and "endpoint" not in web.streamed:
        return (("a message came before the endpoint event", here),)
    return NOTHING


RULES: Final = (
    Rule(
        "event-id-twice",
        "An event id that is not its event's own",
        "error",
        _PAGE + "#resumability-and-redelivery",
        "Give each event of the session an id of its own, over all streams.",
        (Received, SseBlock),
        _id_twice,
        revisions=SESSIONS,
    ),
    Rule(
        "answer-on-other-stream",
        "An answer on the stream of something else",
        "error",
        _PAGE + "#listening-for-messages-from-the-server",
        "Answer a request on the stream of its own POST, or of a GET that resumes that one.",
        (Settled,),
        _other_stream,
        revisions=SESSIONS,
        http=True,
    ),
    Rule(
        "endpoint-event",
        "A stream of HTTP+SSE that does not begin with its endpoint",
        "error",
        "2024-11-05 basic/transports#http-with-sse",
        "Send an endpoint event first, with a URI on the same origin.",
        (Received, SseBlock),
        _endpoint,
        revisions=LEGACY_ONLY,
    ),
)
