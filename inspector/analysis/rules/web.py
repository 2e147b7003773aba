"""Rules about HTTP: the status and the content type of what answers a POST."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule, Unanswered
from inspector.analysis.words import number, short
from inspector.protocol.exchanges import Settled, WebEnded
from inspector.wire.jsonrpc import (
    HEADER_MISMATCH,
    METHOD_NOT_FOUND,
    MISSING_CAPABILITY,
    UNSUPPORTED_VERSION,
    Error,
)

_HTTP: Final = "2026-07-28 basic/transports/streamable-http"
_STATUS_OF: Final = {METHOD_NOT_FOUND: 404, HEADER_MISMATCH: 400, MISSING_CAPABILITY: 400, UNSUPPORTED_VERSION: 400}


def _content_type(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    web = change.web
    if not web.messages or web.status is None or web.verb != "POST":
        return NOTHING
    sent = web.header("content-type")
    kind = sent.partition(";")[0].strip().lower()
    if kind == ("text/event-stream" if web.events else "application/json"):
        return NOTHING
    if kind in ("application/json", "text/event-stream"):
        came = "as an event" if web.events else "as plain JSON"
        return ((f"a message came {came} with the content type {short(sent, 60)}", (reading.record.seq,)),)
    what = f"the content type {short(sent, 60)}" if sent else "no content type"
    return ((f"a message came with {what}", (reading.record.seq,)),)


def _accepted(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    web = change.web
    if change.answer is not None or web is None or web.status != 202 or change.exchange.failure != "unanswered":
        return NOTHING
    if reading.identity.transport == "http+sse":
        return NOTHING  # there each message is taken with 202, and its answer comes on the stream
    text = f"{short(change.exchange.method)} was answered with 202, which is for notifications"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _other_type(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    web = change.web
    if change.answer is not None or web is None or web.messages or reading.identity.transport != "streamable-http":
        return NOTHING
    if web.status is None or not 200 <= web.status < 300 or web.status == 202 or change.exchange.failure == "cancelled":
        return NOTHING
    sent = web.header("content-type")
    if sent.partition(";")[0].strip().lower() in ("application/json", "text/event-stream"):
        return NOTHING
    what = f"and {short(sent, 60)}" if sent else "and no content type"
    text = f"{short(change.exchange.method)} was answered with {web.status} {what}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _status(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    answer, web = change.answer, change.web
    if not isinstance(answer, Error) or web is None or web.status is None or reading.identity.era != "modern":
        return NOTHING
    # On an event stream the status was sent before the error was known.
    if "text/event-stream" in web.header("content-type").lower() or answer.code is None:
        return NOTHING
    due = _STATUS_OF.get(answer.code)
    if due is None or web.status == due:
        return NOTHING
    text = f"{number(answer.code)} came with HTTP {web.status}, and {due} belongs to it"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _not_202(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    web = change.web
    seq = memory.told.pop(web.number, None)
    if seq is None or web.status is None or not 200 <= web.status < 300 or web.status == 202:
        return NOTHING
    if reading.identity.transport == "http+sse":
        return NOTHING  # which says nothing of statuses
    text = f"a notification, or an answer of ours, was answered with {web.status}, and 202 belongs to it"
    return ((text, (seq, reading.record.seq)),)


RULES: Final = (
    Rule(
        "content-type",
        "A content type that does not fit the body",
        "error",
        _HTTP + "#sending-messages",
        "Send application/json, or text/event-stream for a stream.",
        (WebEnded,),
        _content_type,
    ),
    Rule(
        "answer-type",
        "A request that is answered with neither JSON nor an event stream",
        "error",
        _HTTP + "#sending-messages",
        "Answer a request with application/json or text/event-stream, and a refusal with an HTTP error status.",
        (Unanswered,),
        _other_type,
        http=True,
    ),
    Rule(
        "accepted-request",
        "202 in answer to a request",
        "error",
        _HTTP + "#sending-messages",
        "Answer a request with its result or error; 202 is for notifications.",
        (Unanswered,),
        _accepted,
        http=True,
    ),
    Rule(
        "error-status",
        "An HTTP status that does not fit the error",
        "error",
        _HTTP + "#request-metadata",
        "Give −32601 the status 404, and the errors of version, headers and capabilities 400.",
        (Error,),
        _status,
        revisions=MODERN_ONLY,
        http=True,
    ),
    Rule(
        "notification-status",
        "A notification or an answer of the client that was not answered with 202",
        "error",
        _HTTP + "#sending-messages",
        "Answer a notification, and an answer of the client, with 202 and no body.",
        (WebEnded,),
        _not_202,
    ),
)
