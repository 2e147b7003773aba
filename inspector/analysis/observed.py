"""What a client and a server agreed on, read from what crossed between them.

Our own client says why it takes a server for what it is (`handshake`). Of somebody else's, which a tap stood by, or of
a recording of another program, nobody tells: here the same steps are read from the requests and the answers.
"""

from typing import Final

from inspector.analysis.handshake import Step
from inspector.analysis.reading import Reading
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Settled
from inspector.protocol.probe import why_not_modern
from inspector.protocol.refusals import outcome_of, signed
from inspector.protocol.steps import Reply
from inspector.protocol.terms import CODES, HTTP, STDIO, VERSIONS, lifecycle
from inspector.wire.events import Decision, Sent
from inspector.wire.json import Json
from inspector.wire.jsonrpc import MODERN_ERRORS, Error, Notification, Result
from inspector.wire.text import visible
from inspector.wire.versions import LEGACY

_READY: Final = "notifications/initialized"
_VERSION: Final = "protocolVersion "
_RESULT: Final = "a result"


def observe(reading: Reading, steps: list[Step]) -> None:
    """What a record adds to the steps of a handshake that nobody tells of. Who begins anew begins the steps anew."""
    if isinstance(reading.record.event, Sent):
        if steps and steps[-1].decision.verdict == "accepted" and _is_ready(reading):
            steps.append(_ready(reading, steps[-1].decision.outcome.removeprefix(_VERSION)))
        return
    for change in reading.changes:
        if not isinstance(change, Settled) or change.exchange.op is not None:
            continue  # what a person sends by hand agrees on nothing
        decision = _decision(reading, change, bool(steps))
        if decision is None:
            continue
        if steps and _is_agreed(steps[-1].decision):
            steps.clear()
        steps.append(Step(reading.record.seq, decision))


def _decision(reading: Reading, change: Settled, begun: bool) -> Decision | None:
    exchange = change.exchange
    if exchange.method == "server/discover":
        return _step(reading, change, "era", _asked_modern(reading.params(exchange)), *_discovered(reading, change))
    if exchange.method == "initialize":
        offered = reading.params(exchange).get("protocolVersion")
        sent = offered if isinstance(offered, str) else ""
        return _step(reading, change, "version", sent, *_initialized(change.answer, sent))
    if begun or reading.identity.era != "modern" or not isinstance(change.answer, Result):
        return None
    because = "Each request says its version itself; the client asked for none before it."
    return _step(reading, change, "era", _asked_modern(reading.params(exchange)), "modern", because, VERSIONS)


def _is_agreed(decision: Decision) -> bool:
    """Whether client and server go on from here: an error tells what a server is, and is no agreement."""
    return decision.verdict in ("accepted", "ready") or (decision.verdict == "modern" and decision.outcome == _RESULT)


def _step(
    reading: Reading, change: Settled, topic: str, sent: str, verdict: str, because: str, clause: str, outcome: str = ""
) -> Decision:
    exchange, record = change.exchange, reading.record
    status = change.web.status if change.web is not None else None
    reply = Reply(change.answer, exchange.failure, exchange.detail, status)
    records = (exchange.seq, record.seq) if change.answer is not None else (exchange.seq,)
    return Decision(
        topic,
        exchange.method,
        verdict,
        because,
        sent=sent,
        outcome=outcome or (_RESULT if isinstance(change.answer, Result) else outcome_of(reply)),
        clause=clause,
        ms=(record.at - exchange.at) * 1000,
        records=records,
    )


def _asked_modern(params: dict[str, Json]) -> str:
    meta = params.get("_meta")
    version = meta.get(PREFIX + "protocolVersion") if isinstance(meta, dict) else None
    return version if isinstance(version, str) else ""


def _discovered(reading: Reading, change: Settled) -> tuple[str, str, str]:
    """The verdict on an answer to `server/discover`, the reason and the clause."""
    identity, answer = reading.identity, change.answer
    clause = HTTP if identity.on_http else STDIO
    if answer is None:
        return "no answer", "", clause
    if isinstance(answer, Error):
        if answer.code in MODERN_ERRORS:
            return "modern", f"{signed(answer.code)} is given by modern servers only.", CODES
        return "not modern", why_not_modern(answer.code), clause
    if identity.supported is None:
        return "not modern", "The result has no usable supportedVersions, so it is no DiscoverResult.", clause
    if not identity.version:
        names = ", ".join(visible(one) for one in identity.supported if isinstance(one, str))
        return "no common version", f"The server is modern and offers {names}.", VERSIONS
    return "modern", f"A DiscoverResult: the server is modern and has {identity.version}.", clause


def _initialized(answer: Result | Error | None, sent: str) -> tuple[str, str, str, str]:
    """The verdict on an answer to `initialize`, the reason, the clause, and the answer in words."""
    clause = lifecycle("version-negotiation", sent)
    if answer is None:
        return "no answer", "", clause, ""
    if isinstance(answer, Error):
        if answer.code in MODERN_ERRORS:
            return "modern only", "The error is one that only a modern server gives.", clause, ""
        return "refused", "The server answered with an error.", clause, ""
    version = answer.result.get("protocolVersion") if isinstance(answer.result, dict) else None
    if not isinstance(version, str):
        return "no usable answer", "protocolVersion is no string.", clause, ""
    outcome = f"{_VERSION}{visible(version)[:40]}"
    if version not in LEGACY:
        return "unknown version", f"{visible(version)[:40] or 'An empty text'} is none that we know.", clause, outcome
    because = "The server takes the version that the client offered."
    if version != sent:
        because = "A legacy server may answer with another revision; a client that does not speak it disconnects."
    return "accepted", because, lifecycle("version-negotiation", version), outcome


def _is_ready(reading: Reading) -> bool:
    event = reading.record.event
    assert isinstance(event, Sent)
    if _READY.encode() not in event.raw:
        return False
    message = reading.message
    return isinstance(message, Notification) and message.method == _READY


def _ready(reading: Reading, version: str) -> Step:
    seq, because = reading.record.seq, "From here on the session is open."
    clause = lifecycle("initialization", version)
    return Step(seq, Decision("version", _READY, "ready", because, clause=clause, records=(seq,)))
