"""Rules about the HTTP of legacy revisions: sessions, the GET stream, and what is answered to each verb.

Source: `2025-11-25 basic/transports#streamable-http`, whose words are those of 2025-03-26 and 2025-06-18 too.
"""

import re
from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import NOTHING, SESSIONS, SINCE_2025_06, Hit, Memory, Rule
from inspector.analysis.rules.life import Request
from inspector.analysis.words import short
from inspector.protocol.exchanges import Web, WebEnded
from inspector.wire.versions import REVISIONS

_PAGE: Final = "2025-11-25 basic/transports"
_SESSION: Final = _PAGE + "#session-management"
_VISIBLE: Final = re.compile(r"[\x21-\x7e]+", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_ELSEWHERE: Final = (401, 403, 407, 408, 421, 429, 502, 503, 504)
"""Statuses that tell of authorization, of load or of a proxy, whatever the request was."""


def _asked(reading: Reading, change: WebEnded, memory: Memory) -> Request | None:
    """Our request, where a legacy server on Streamable HTTP was spoken to."""
    known = reading.identity.era == "legacy" and reading.identity.transport == "streamable-http"
    return memory.life.requests.get(change.web.number) if known else None


def _succeeded(web: Web) -> bool:
    return web.status is not None and 200 <= web.status < 300


def _characters(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    named = next((value for key, value in change.web.headers if key.lower() == "mcp-session-id"), None)
    if named is None or _asked(reading, change, memory) is None or _VISIBLE.fullmatch(named):
        return NOTHING
    what = f"has characters beyond visible ASCII: {short(named, 60)}" if named else "is empty"
    return ((f"the session id {what}", (reading.record.seq,)),)


def _changed(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    request, named = _asked(reading, change, memory), change.web.header("mcp-session-id")
    if request is None or not named or not request.session or named == request.session:
        return NOTHING
    # A session may begin anew where the old one was not accepted any more.
    text = f"a request in the session {short(request.session, 40)} was answered with the session {short(named, 40)}"
    return ((text, (reading.record.seq,)),) if _succeeded(change.web) else NOTHING


def _get(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    request, web = _asked(reading, change, memory), change.web
    if request is None or request.verb != "GET" or web.status is None or "event-stream" not in request.header("accept"):
        return NOTHING
    if web.status in (405, *_ELSEWHERE) or (web.status == 404 and request.session):
        return NOTHING
    kind = web.header("content-type").partition(";")[0].strip().lower()
    if web.status == 200 and kind == "text/event-stream":
        return NOTHING
    if request.header("last-event-id") and not _succeeded(web):
        return NOTHING  # what cannot be resumed is refused
    came = f"{web.status}" + (f" and {short(kind, 40)}" if kind and _succeeded(web) else "")
    return ((f"the GET for a stream was answered with {came}, neither an event stream nor 405", (reading.record.seq,)),)


def _delete(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    request, web = _asked(reading, change, memory), change.web
    if request is None or request.verb != "DELETE" or web.status is None:
        return NOTHING
    if _succeeded(web) or web.status in (404, 405, 501, *_ELSEWHERE):
        return NOTHING
    return ((f"the DELETE of the session was answered with {web.status}", (reading.record.seq,)),)


def _gone(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    request, web = _asked(reading, change, memory), change.web
    if request is None or not request.session or web.status is None or web.status in (404, *_ELSEWHERE):
        return NOTHING
    here = (reading.record.seq,)
    if request.gone and request.verb != "DELETE":
        return ((f"a request in a session that was deleted was answered with {web.status}, not 404", here),)
    lost = web.status == 400 and request.session in memory.life.accepted and b"session" in web.body.lower()
    if not lost or request.verb == "DELETE":
        return NOTHING
    return ((f"a session that is gone was answered with {web.status}, not 404", here, "warning"),)


def _version_taken(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    request = _asked(reading, change, memory)
    sent = request.header("mcp-protocol-version") if request is not None else ""
    if not sent or sent in REVISIONS or _DATE.fullmatch(sent) or not _succeeded(change.web):
        return NOTHING
    text = f"the MCP-Protocol-Version {short(sent, 40)} was taken with {change.web.status}, and 400 belongs to it"
    return ((text, (reading.record.seq,)),)


RULES: Final = (
    Rule(
        "session-id-characters",
        "A session id of other than visible ASCII",
        "error",
        _SESSION,
        "Make the session id of the characters 0x21 to 0x7E alone, a UUID for example.",
        (WebEnded,),
        _characters,
        once=True,
        revisions=SESSIONS,
    ),
    Rule(
        "session-id-changed",
        "A session id that changes within the session",
        "warning",
        _SESSION,
        "Assign the session id with the answer to initialize, and keep it.",
        (WebEnded,),
        _changed,
        once=True,
        revisions=SESSIONS,
    ),
    Rule(
        "session-gone-status",
        "A session that is gone and not answered with 404",
        "error",
        _SESSION,
        "Answer 404 to a session id that is not known any more, so that clients begin anew.",
        (WebEnded,),
        _gone,
        once=True,
        revisions=SESSIONS,
    ),
    Rule(
        "get-answer",
        "A GET that is answered neither with an event stream nor with 405",
        "error",
        _PAGE + "#listening-for-messages-from-the-server",
        "Answer a GET with text/event-stream, or with 405 if there is no such stream.",
        (WebEnded,),
        _get,
        once=True,
        revisions=SESSIONS,
    ),
    Rule(
        "delete-answer",
        "A DELETE of the session that fails otherwise than with 405",
        "warning",
        _SESSION,
        "End the session with a 2xx, or answer 405 if clients may not end one.",
        (WebEnded,),
        _delete,
        once=True,
        revisions=SESSIONS,
    ),
    Rule(
        "version-header-taken",
        "A version header that is none, and was taken",
        "error",
        _PAGE + "#protocol-version-header",
        "Answer 400 to an MCP-Protocol-Version that is invalid or not supported.",
        (WebEnded,),
        _version_taken,
        once=True,
        revisions=tuple(name for name in SINCE_2025_06 if name in SESSIONS),
    ),
)
