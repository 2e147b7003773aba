"""Rules about requests that a server should have refused: it accepts what it must reject.

Such requests are sent on purpose, or by a client that is recorded: ours has all that it must have.
"""

from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.words import number, short
from inspector.protocol.exchanges import Settled
from inspector.wire.jsonrpc import HEADER_MISMATCH, UNSUPPORTED_VERSION, Error, Result
from inspector.wire.versions import LEGACY

_HTTP: Final = "2026-07-28 basic/transports/streamable-http"
_INVALID_PARAMS: Final = -32602
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


def _speaks_both(reading: Reading) -> bool:
    """Whether what lacks the marks of the modern era may be meant for the server's other one."""
    return any(version in LEGACY for version in reading.identity.supported or ())


def _where(reading: Reading, change: Settled) -> tuple[int, ...]:
    return change.exchange.seq, reading.record.seq


def _without_meta(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if reading.identity.era != "modern" or change.exchange.method == "initialize" or _speaks_both(reading):
        return NOTHING
    missing = memory.present.missing if memory.present is not None else ()
    if not missing:
        return NOTHING
    what = f"{short(change.exchange.method)} had no {' and no '.join(missing)} in its _meta"
    answer, web = change.answer, change.web
    bare = len(missing) == 2  # then nothing says its era, and a server of both may take it for a legacy one
    if isinstance(answer, Result):
        text = f"{what}, and was answered with a result"
        return ((text, _where(reading, change), "warning"),) if bare else ((text, _where(reading, change)),)
    if bare:
        return NOTHING
    if not isinstance(answer, Error) or answer.code in (HEADER_MISMATCH, UNSUPPORTED_VERSION, None):
        return NOTHING
    if answer.code != _INVALID_PARAMS:
        text = f"{what}, and was refused with {number(answer.code)}, where −32602 belongs"
        return ((text, _where(reading, change), "warning"),)
    if web is not None and web.status is not None and web.status != 400 and not web.events:
        return ((f"{what}; −32602 came with HTTP {web.status}, and 400 belongs to it", _where(reading, change)),)
    return NOTHING


def _unsupported(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    supported = reading.identity.supported
    asked = memory.present.version if memory.present is not None else reading.identity.version
    if (
        reading.identity.era != "modern"
        or not supported
        or asked in supported
        or change.exchange.method == "initialize"
    ):
        return NOTHING
    text = f"{short(change.exchange.method)} asked for version {short(asked, 40)}, which the server does not list"
    return ((f"{text}, and was answered with a result", _where(reading, change)),)


def _disagreeing(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    wrong = memory.present.disagreeing if memory.present is not None else []
    if not wrong or _speaks_both(reading):
        return
    if isinstance(change.answer, Result):
        text = f"{short(change.exchange.method)} was answered with a result, though {wrong[0]}"
        yield text, _where(reading, change)
    elif isinstance(change.answer, Error) and change.answer.code in (-32603, None):
        text = f"{short(change.exchange.method)} was refused, but not with −32020, though {wrong[0]}"
        yield text, _where(reading, change), "warning"


def _foreign_origin(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    web = change.web
    origin = next((value for name, value in web.sent if name.lower() == "origin"), "") if web is not None else ""
    if not origin or _host(origin) == _host(reading.identity.target):
        return NOTHING
    if _host(origin) in _LOOPBACK and _host(reading.identity.target) in _LOOPBACK:
        return NOTHING
    text = f"a request with the Origin {short(origin, 80)} was answered with a result"
    return ((text, _where(reading, change)),)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


RULES: Final = (
    Rule(
        "missing-meta-accepted",
        "A request without what its _meta must have is not refused as it must be",
        "error",
        "2026-07-28 basic/index#meta",
        "Refuse a request without protocolVersion or clientCapabilities in its _meta: −32602, and over HTTP 400.",
        (Result, Error),
        _without_meta,
        revisions=MODERN_ONLY,
        odd=True,
    ),
    Rule(
        "version-accepted",
        "A request of a version that the server does not list is answered",
        "error",
        "2026-07-28 basic/versioning#protocol-version-negotiation",
        "Answer a version that you do not speak with −32022, or list it in supportedVersions.",
        (Result,),
        _unsupported,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "headers-accepted",
        "A request whose headers and body disagree is answered",
        "error",
        _HTTP + "#server-validation",
        "Compare the headers with the body, names without case, and refuse what differs with 400 and −32020.",
        (Result, Error),
        _disagreeing,
        revisions=MODERN_ONLY,
        http=True,
        odd=True,
    ),
    Rule(
        "origin-accepted",
        "A request from a foreign origin is answered",
        "warning",
        _HTTP + "#security-endpoint",
        "Refuse an Origin that you do not know with 403, so that no web page reaches the server by DNS rebinding.",
        (Result,),
        _foreign_origin,
        http=True,
    ),
)
