"""Rules about what a legacy server may say and when: before the opening is over, and what its revision has."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import LEGACY_ONLY, NOTHING, Hit, Level, Memory, Rule
from inspector.analysis.rules.life import event_id, keep
from inspector.analysis.words import brief, id_text, number, short
from inspector.protocol.exchanges import Asked, News, Settled
from inspector.wire.events import Received
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Error, Result, id_key
from inspector.wire.methods import METHODS, exists

_SHOULD_ONLY: Final = ("2024-11-05", "2025-03-26")
"""Revisions in which both sides only should, not must, respect the negotiated version (`2025-06-18 changelog`)."""


def _too_early(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    life, method = memory.life, asked.request.method
    if not life.opening or life.initialized or method == "ping":
        return NOTHING
    return ((f"{short(method)} came before notifications/initialized was sent", (reading.record.seq,)),)


def _level(version: str) -> Level:
    return "warning" if version in _SHOULD_ONLY else "error"


def _not_there(reading: Reading, thing: Asked | News, memory: Memory) -> Iterable[Hit]:
    method = thing.request.method if isinstance(thing, Asked) else thing.notification.method
    known, version = METHODS.get(method), reading.identity.version
    kind = "request" if isinstance(thing, Asked) else "notification"
    if known is None or reading.identity.era != "legacy" or known.kind != kind:
        return NOTHING
    here = (reading.record.seq,)
    if not exists(method, version):
        return ((f"{method} came, which {version} does not have", here, _level(version)),)
    return ((f"{method} came, which only clients send", here),) if known.sender == "client" else NOTHING


def _unknown(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    if asked.request.method in METHODS or reading.identity.era != "legacy":
        return NOTHING
    return ((f"{short(asked.request.method, 60)} came as a request, which no revision has", (reading.record.seq,)),)


def _cancelled(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    if news.notification.method != "notifications/cancelled" or reading.identity.era != "legacy":
        return NOTHING
    named = params_of(news.notification).get("requestId", MISSING)
    if named is MISSING:
        return (("notifications/cancelled names no request", (reading.record.seq,)),)
    if id_key(named) in memory.life.asked or id_key(named) in memory.life.spoilt:
        return NOTHING
    ours = reading.exchanges.open(named)
    whose = f", but we sent {short(ours.method)} with it" if ours is not None else ""
    text = f"notifications/cancelled names id {id_text(named)}, which no request of the server had{whose}"
    return ((text, (reading.record.seq,)),)


def _id_again(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    identity = reading.identity
    first = keep(memory.life.asked, id_key(asked.request.id), reading.record.seq)
    if first == reading.record.seq or asked.duplicate or identity.era != "legacy":
        return NOTHING  # while the first one is open, another rule says so
    if identity.on_http and not identity.http_session:
        return NOTHING  # nothing says how long an id must stay unused
    event = reading.record.event
    id = event_id(event) if isinstance(event, Received) else b""
    if id and memory.life.event_ids.get(id, (0, reading.record.seq))[1] != reading.record.seq:
        return NOTHING  # the same event, brought again on a stream that goes on
    text = f"{short(asked.request.method)} has id {id_text(asked.request.id)}, which an earlier request had too"
    return ((text, (first, reading.record.seq)),)


def _token(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    meta = params_of(asked.request).get("_meta")
    token = meta.get("progressToken", MISSING) if isinstance(meta, dict) else MISSING
    if token is MISSING:
        return NOTHING
    here = reading.record.seq
    if not isinstance(token, str | int) or isinstance(token, bool):
        return ((f"the progressToken of {short(asked.request.method)} is {brief(token, 40)}", (here,)),)
    key, known = id_key(token), memory.life.tokens
    before = reading.exchanges.theirs.get(known.pop(key, 0))
    keep(known, key, asked.exchange.seq)
    if before is None or before.seq == asked.exchange.seq or before.state != "open":
        return NOTHING
    return ((f"the progressToken {id_text(token)} belongs to another request that is open", (before.seq, here)),)


def _ping(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if change.exchange.method != "ping":
        return NOTHING
    where = (change.exchange.seq, reading.record.seq)
    if isinstance(change.answer, Error):
        code = number(change.answer.code) if change.answer.code is not None else "an error"
        return ((f"ping was answered with {code}", where),)
    result = change.answer.result if isinstance(change.answer, Result) else None
    if isinstance(result, dict) and set(result) - {"_meta", "resultType"}:
        return ((f"ping was answered with {brief(result, 60)}, not with an empty object", where, "warning"),)
    return NOTHING


RULES: Final = (
    Rule(
        "request-before-initialized",
        "A request before the client said that it is initialized",
        "warning",
        "2025-11-25 basic/lifecycle#initialization",
        "Wait for notifications/initialized before any request but ping.",
        (Asked,),
        _too_early,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "not-of-revision",
        "A message that the negotiated revision does not have, or that is a client's",
        "error",
        "2025-11-25 basic/lifecycle#operation",
        "Send only what the negotiated revision lets a server send.",
        (Asked, News),
        _not_there,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "unknown-request",
        "A request that no revision has",
        "info",
        "2025-11-25 basic/lifecycle#operation",
        "Clients will refuse it with −32601; declare under experimental what goes beyond the specification.",
        (Asked,),
        _unknown,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "cancelled-unknown",
        "The cancellation of a request that the server did not send",
        "error",
        "2025-11-25 basic/utilities/cancellation#behavior-requirements",
        "Cancel only requests of the server's own, by their id; answer those of the client.",
        (News,),
        _cancelled,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "request-id-again",
        "A request with the id of an earlier one of the session",
        "error",
        "2025-11-25 basic/index#requests",
        "Give each request of a session an id that none before it had.",
        (Asked,),
        _id_again,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "their-progress-token",
        "A progress token that is no string or integer, or belongs to another open request",
        "error",
        "2025-11-25 basic/utilities/progress#progress-flow",
        "Give each request that wants progress a token of its own, a string or an integer.",
        (Asked,),
        _token,
        revisions=LEGACY_ONLY,
    ),
    Rule(
        "ping-answer",
        "A ping that was not answered with an empty result",
        "error",
        "2025-11-25 basic/utilities/ping#behavior-requirements",
        "Answer ping with an empty result, always.",
        (Settled,),
        _ping,
        revisions=LEGACY_ONLY,
    ),
)
