"""Rules about which answer belongs to which request, and about when it came."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import NOTHING, ON_ITS_WAY, Flaw, Hit, Memory, Rule, Unanswered, was_cancelled
from inspector.analysis.rules.framing import flawed, flawed_at_end
from inspector.analysis.words import id_text, short
from inspector.protocol.exchanges import Settled, Stray
from inspector.wire.jsonrpc import WITHOUT_ID, Error, Malformed, Result

_RESPONSES: Final = "2026-07-28 basic/index#responses"
_CANCELLATION: Final = "2026-07-28 basic/patterns/cancellation"


def _to_nothing(reading: Reading, stray: Stray, memory: Memory) -> Iterable[Hit]:
    message = stray.message
    if not isinstance(message, (Result, Error)) or stray.exchange is not None or stray.answers is not None:
        return NOTHING
    if stray.refusal:
        # The body may be an error without an id (`2025-11-25 basic/transports#sending-messages-to-the-server`).
        if message.id is None:
            return NOTHING
        text = f"an error in the body of a refused HTTP request names id {id_text(message.id)}, where none belongs"
        return ((text, (reading.record.seq,), "warning"),)
    waiting = ", ".join(f"{one.method} (id {id_text(one.id)})" for one in reading.exchanges.waiting()[:3])
    beside = f" while {short(waiting)} waits" if waiting else ""
    return ((f"an answer with id {id_text(message.id)}, which no request of ours has{beside}", (reading.record.seq,)),)


def _after_cancel(reading: Reading, change: Settled | Stray, memory: Memory) -> Iterable[Hit]:
    exchange = change.exchange
    if exchange is None or not was_cancelled(exchange):
        return NOTHING
    if exchange.method == "subscriptions/listen":
        return NOTHING  # a result is how the server ends one, whoever wished it
    since = memory.cancelled.get(exchange.seq, exchange.ended_at)
    if since is not None and reading.record.at - since < ON_ITS_WAY:
        return NOTHING
    answered = change.answer if isinstance(change, Settled) else change.message
    if not isinstance(answered, (Result, Error)):
        return NOTHING
    return ((f"{short(exchange.method)} was answered after it was cancelled", (exchange.seq, reading.record.seq)),)


def _late(reading: Reading, stray: Stray, memory: Memory) -> Iterable[Hit]:
    exchange = stray.exchange
    if exchange is None or exchange.state == "answered" or was_cancelled(exchange):
        return NOTHING
    waited = reading.record.at - exchange.at
    text = f"{short(exchange.method)} was answered after {waited:.1f} s, when we no longer waited"
    return ((text, (exchange.seq, reading.record.seq)),)


def _without_id(reading: Reading, flaw: Flaw, memory: Memory) -> Iterable[Hit]:
    if flaw.text not in WITHOUT_ID:
        return NOTHING
    change = next((one for one in reading.changes if isinstance(one, Settled)), None)
    to = f"the error in answer to {short(change.exchange.method)}" if change is not None else "an error"
    return ((f"{to} has {'the id null' if 'null' in flaw.text else 'no id'}", flaw.records),)


def _twice(reading: Reading, stray: Stray, memory: Memory) -> Iterable[Hit]:
    exchange = stray.exchange
    if exchange is None or exchange.state != "answered" or was_cancelled(exchange):
        return NOTHING
    records = (exchange.seq, exchange.answer_seq or exchange.seq, reading.record.seq)
    return ((f"{short(exchange.method)} was answered twice", records),)


def _wrong_id(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if not isinstance(change.instead, (Result, Error)):
        return NOTHING
    text, where = short(change.exchange.detail), (change.exchange.seq, reading.record.seq)
    # A legacy server that refuses the probe does not know the request, nor need it: it need only be heard.
    probing = change.exchange.method == "server/discover" and reading.identity.era is None
    status = change.web.status if change.web is not None else None
    refused = isinstance(change.instead, Error) and status is not None and not 200 <= status < 300
    return ((text, where, "warning"),) if probing and refused else ((text, where),)


def _no_answer(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if not isinstance(change.instead, Malformed):
        return NOTHING
    text = f"what came with the id of {short(change.exchange.method)} is no answer: {short(change.instead.reason)}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


RULES: Final = (
    Rule(
        "answer-to-nothing",
        "An answer to no request",
        "error",
        _RESPONSES,
        "Answer with the id of the request, exactly as it came.",
        (Stray,),
        _to_nothing,
    ),
    Rule(
        "wrong-id",
        "An answer in the body of a POST with the id of another request",
        "error",
        _RESPONSES,
        "The body of a POST answers the request in that POST, with its id.",
        (Unanswered,),
        _wrong_id,
    ),
    Rule(
        "no-answer",
        "An answer without a result or an error",
        "error",
        _RESPONSES,
        "Answer with either a result or an error, as one whole JSON text that is not nested without end.",
        (Unanswered,),
        _no_answer,
    ),
    Rule(
        "id-type-changed",
        "An answer whose id has another type than the request's",
        "error",
        _RESPONSES,
        "Keep the id as it is: a number stays a number, a string a string.",
        (Flaw,),
        flawed("the answer's id has another type"),
    ),
    Rule(
        "id-type",
        "An id that is no string and no integer",
        "error",
        "2026-07-28 basic/index#requests",
        "An id is a string or an integer.",
        (Flaw,),
        flawed_at_end("is neither string nor integer"),
    ),
    Rule(
        "error-without-id",
        "An error without the id of its request",
        "warning",
        "2026-07-28 basic/index#error-responses",
        "Give an error the id of its request; leave it out only if the request could not be read.",
        (Flaw,),
        _without_id,
    ),
    Rule(
        "answered-twice",
        "A second answer to a request",
        "error",
        _RESPONSES,
        "Answer each request once.",
        (Stray,),
        _twice,
    ),
    Rule(
        "answer-after-cancel",
        "An answer to a request that was cancelled",
        "warning",
        _CANCELLATION,
        "Drop the result of a cancelled request; do not send it.",
        (Settled, Stray),
        _after_cancel,
    ),
    Rule(
        "late-answer",
        "An answer after the client had given up",
        "info",
        _CANCELLATION + "#timeouts",
        "Send progress while a request takes long, so that clients go on waiting.",
        (Stray,),
        _late,
    ),
)
