"""Rules about the bytes: what is a message at all, and how it is framed."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import NOTHING, WITHOUT_BATCHES, Check, Flaw, Hit, Memory, Rule
from inspector.analysis.words import brief, counted, short, short_bytes
from inspector.protocol.exchanges import Settled, Stray
from inspector.wire.events import Received
from inspector.wire.jsonrpc import Batch, Error, Malformed

_STDIO: Final = "2026-07-28 basic/transports/stdio"
_WITHOUT_ID: Final = "a result without an id"
"""Why decoding takes it for no message."""

_MESSAGES: Final = "2026-07-28 basic/index#messages"


def _noise(reading: Reading, stray: Stray, memory: Memory) -> Iterable[Hit]:
    event, message = reading.record.event, stray.message
    if not isinstance(message, Malformed) or message.reason in ("empty", _WITHOUT_ID):
        return NOTHING
    if not isinstance(event, Received) or event.http is not None:
        return NOTHING
    return ((f"a line on stdout is no message: {short_bytes(event.raw, 60)}", (reading.record.seq,)),)


def _no_message(reading: Reading, stray: Stray, memory: Memory) -> Iterable[Hit]:
    event, message = reading.record.event, stray.message
    if not isinstance(message, Malformed) or not isinstance(event, Received) or event.http is None:
        return NOTHING
    if message.reason == _WITHOUT_ID:
        return NOTHING
    return ((f"what stands in the place of a message is none: {short(message.reason)}", (reading.record.seq,)),)


def _without_id(reading: Reading, stray: Stray, memory: Memory) -> Iterable[Hit]:
    if not isinstance(stray.message, Malformed) or stray.message.reason != _WITHOUT_ID:
        return NOTHING
    return (("a result came without an id, as if a notification were answered", (reading.record.seq,)),)


def _unterminated(reading: Reading, event: Received, memory: Memory) -> Iterable[Hit]:
    if event.ended or event.http is not None:
        return NOTHING
    if event.cut:
        return (("a line is too long to be kept: its beginning stands here, and no message", (reading.record.seq,)),)
    return (("the last line has no line end", (reading.record.seq,)),)


def _batch(reading: Reading, event: Received, memory: Memory) -> Iterable[Hit]:
    if not event.raw[:80].lstrip().startswith(b"["):
        return NOTHING
    revision, message = reading.identity.revision, reading.message
    if revision is None or revision.receives_batches or not isinstance(message, Batch):
        return NOTHING
    parts = counted(len(message.messages), "message")
    return ((f"a batch of {parts}; {revision.name} has none", (reading.record.seq,)),)


def _without_message(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    error = change.answer.error if isinstance(change.answer, Error) else None
    if not isinstance(error, dict) or isinstance(error.get("message"), str):
        return NOTHING
    what = f"has {brief(error['message'], 40)} for its message" if "message" in error else "has no message"
    return ((f"the error in answer to {short(change.exchange.method)} {what}", (reading.record.seq,)),)


def flawed(*beginnings: str) -> Check:
    """The check that sees the flaws which begin so."""

    def check(reading: Reading, flaw: Flaw, memory: Memory) -> Iterable[Hit]:
        return ((flaw.text, flaw.records),) if flaw.text.startswith(beginnings) else NOTHING

    return check


def flawed_at_end(ending: str) -> Check:
    """The check that sees the flaws which end so."""

    def check(reading: Reading, flaw: Flaw, memory: Memory) -> Iterable[Hit]:
        return ((short(flaw.text), flaw.records),) if flaw.text.endswith(ending) else NOTHING

    return check


RULES: Final = (
    Rule(
        "stdout-noise",
        "Something else than messages on stdout",
        "warning",
        _STDIO,
        "Write nothing but messages to stdout; log to stderr.",
        (Stray,),
        _noise,
    ),
    Rule(
        "not-a-message",
        "What came in place of a message is none",
        "error",
        _MESSAGES,
        "Answer with a JSON-RPC message, or with a status and no JSON body.",
        (Stray,),
        _no_message,
    ),
    Rule(
        "result-without-id",
        "A result without an id",
        "error",
        "2026-07-28 basic/index#notifications",
        "Answer no notification at all, and each request with its id.",
        (Stray,),
        _without_id,
    ),
    Rule(
        "unterminated-line",
        "A message without its newline",
        "warning",
        _STDIO,
        "End each message with a newline, the last one too, and flush it; send what is huge in parts.",
        (Received,),
        _unterminated,
    ),
    Rule(
        "batch",
        "A batch in a revision that has none",
        "error",
        "2025-06-18 changelog",
        "Send each message by itself; batches exist in 2025-03-26 only.",
        (Received,),
        _batch,
        revisions=WITHOUT_BATCHES,
    ),
    Rule(
        "not-utf-8",
        "A message that is not UTF-8",
        "error",
        "2026-07-28 basic/transports/index",
        "Encode messages as UTF-8.",
        (Flaw,),
        flawed_at_end("is not UTF-8"),
    ),
    Rule(
        "byte-order-mark",
        "A byte order mark before a message",
        "warning",
        "RFC 8259#section-8.1",
        "Write no byte order mark before JSON.",
        (Flaw,),
        flawed("begins with a byte order mark"),
    ),
    Rule(
        "nested-too-deeply",
        "A message that is nested too deeply to be read whole",
        "warning",
        "RFC 8259#section-9",
        "Nest less deeply: readers of JSON set a limit, and many lose the whole message beyond it.",
        (Flaw,),
        flawed("is nested too deeply"),
    ),
    Rule(
        "no-number",
        "NaN or Infinity, which JSON does not have",
        "error",
        "RFC 8259#section-6",
        "NaN and Infinity are not JSON; send null or a string.",
        (Flaw,),
        flawed("holds NaN or Infinity"),
    ),
    Rule(
        "jsonrpc-member",
        'A message without "jsonrpc": "2.0"',
        "error",
        _MESSAGES,
        'Put "jsonrpc": "2.0" into every message.',
        (Flaw,),
        flawed("has no jsonrpc member", "jsonrpc is not"),
    ),
    Rule(
        "result-and-error",
        "A result and an error in one answer",
        "error",
        "2026-07-28 basic/index#responses",
        "Send a result or an error, never both.",
        (Flaw,),
        flawed("has both result and error", "has a null error beside its result"),
    ),
    Rule(
        "error-shape",
        "An error that is not of the shape of one",
        "error",
        "2026-07-28 basic/index#error-responses",
        "An error is an object with an integer code and a message.",
        (Flaw,),
        flawed("its error is no object", "its error code is no integer"),
    ),
    Rule(
        "error-message",
        "An error without a message",
        "error",
        "2026-07-28 basic/index#error-responses",
        "Say in the message of an error what went wrong.",
        (Error,),
        _without_message,
    ),
    Rule(
        "params-shape",
        "params that are no object",
        "error",
        _MESSAGES,
        "Leave params out, or make it an object.",
        (Flaw,),
        flawed("params is no object"),
    ),
    Rule(
        "notification-with-id",
        "A notification with an id",
        "error",
        "2026-07-28 basic/index#notifications",
        "A notification has no id.",
        (Flaw,),
        flawed("a notification with an id"),
    ),
)
