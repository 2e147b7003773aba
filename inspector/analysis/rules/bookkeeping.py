"""What the rules remember of each record, kept for them before they look.

What a request of ours lacks is found from its bytes where they leave no doubt, so that hardly any is decoded again.
"""

from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.memory import Asking, Listen, Memory
from inspector.analysis.rules.mirrored import disagreements
from inspector.analysis.rules.shapes import meta_of, result_of
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Exchange, Settled
from inspector.protocol.news import LISTEN
from inspector.wire.events import Sent
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Error, Notification, Result, id_key, is_id

_NEEDED: Final = ("protocolVersion", "clientCapabilities")
_IN_BYTES: Final = tuple(f'"{PREFIX}{name}"'.encode() for name in _NEEDED)
_STATES_KEPT: Final = 10_000


def opened(memory: Memory) -> None:
    """A connection begins: what the last one said of itself holds no more, and its requests are gone."""
    memory.introduced, memory.modern_results = False, 0
    memory.ids.clear()
    memory.tokens.clear()
    memory.asking.clear()
    memory.tasks.clear()


def sent(reading: Reading, event: Sent, memory: Memory) -> bool:
    """A message of ours left. Whether there may be something to say about it: of a plain request there is not."""
    exchange = reading.exchanges.ours.get(reading.record.seq)
    memory.present = None
    if exchange is None:
        _told(reading, event, memory)
        return True
    if exchange.method == LISTEN:
        memory.listens[id_key(exchange.id)] = Listen(exchange)
    asking = _asking(reading, event, exchange)
    asking.same_id = _open(reading, memory.ids, id_key(exchange.id), exchange)
    if exchange.token is not MISSING:
        asking.same_token = _open(reading, memory.tokens, id_key(exchange.token), exchange)
    memory.present = asking
    odd = bool(asking.missing or asking.disagreeing or asking.version != reading.identity.version)
    if odd:
        memory.asking[exchange.seq] = asking
    return odd or bool(asking.same_id or asking.same_token) or _special(event, exchange)


def _special(event: Sent, exchange: Exchange) -> bool:
    """Whether a request has more in it than most: a state, answers, an odd id or token, company."""
    if not is_id(exchange.id) or not (exchange.token is MISSING or is_id(exchange.token)):
        return True
    return event.raw[:80].lstrip().startswith(b"[") or b'"requestState"' in event.raw or b'"roots"' in event.raw


def _open(reading: Reading, held: dict[tuple[str, str], int], key: tuple[str, str], exchange: Exchange) -> int:
    """The record of another open request with this id or token, 0 if there is none; the key is this one's from now."""
    other = reading.exchanges.ours.get(held.get(key, 0))
    held[key] = exchange.seq
    return other.seq if other is not None and other.state == "open" and other is not exchange else 0


def _asking(reading: Reading, event: Sent, exchange: Exchange) -> Asking:
    version = reading.identity.version
    missing: tuple[str, ...] = ()
    if reading.identity.era != "modern" or exchange.method == "initialize":
        return Asking(exchange, version)
    if not (all(name in event.raw for name in _IN_BYTES) and f'"{version}"'.encode() in event.raw):
        meta = meta_of(reading.params(exchange))
        missing = tuple(name for name in _NEEDED if PREFIX + name not in meta)
        given = meta.get(PREFIX + "protocolVersion")
        version = given if isinstance(given, str) else version
    asking = Asking(exchange, version, missing)
    web = reading.exchanges.webs.get(event.http) if event.http is not None else None
    if web is not None and web.sent and reading.identity.mirrors:
        asking.disagreeing = disagreements(web.sent, exchange.method, exchange.name, version)
    return asking


def _told(reading: Reading, event: Sent, memory: Memory) -> None:
    message = reading.message
    if event.http is not None and isinstance(message, (Notification, Result, Error)):
        memory.told[event.http] = reading.record.seq
    if not isinstance(message, Notification):
        return
    if message.method == "notifications/cancelled":
        cancelled = reading.exchanges.open(params_of(message).get("requestId"))
        if cancelled is not None:
            memory.cancelled.setdefault(cancelled.seq, reading.record.at)
            memory.last_cancelled = reading.record.at


def settled(reading: Reading, change: Settled, memory: Memory) -> None:
    """A request of ours has ended."""
    exchange, result = change.exchange, result_of(change)
    for held, value in ((memory.ids, exchange.id), (memory.tokens, exchange.token)):
        if value is not MISSING and held.get(id_key(value)) == exchange.seq:
            del held[id_key(value)]
    memory.present = memory.asking.pop(exchange.seq, None)
    if not result:
        return
    if exchange.method in ("server/discover", "initialize"):
        memory.introduced = isinstance(result.get("capabilities"), dict)
    elif not memory.modern_results and isinstance(result.get("resultType"), str):
        memory.modern_results = reading.record.seq
    state = result.get("requestState")
    if isinstance(state, str) and len(memory.states) < _STATES_KEPT:
        memory.states.add(hash(state))
