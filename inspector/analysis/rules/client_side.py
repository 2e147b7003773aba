"""Rules about what the client sends: ours, which conforms unless a person wills otherwise, or one that was recorded.

They are of level info, since a server is not to blame for them; they say why it refuses.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule
from inspector.analysis.words import brief, id_text, short
from inspector.wire.events import HttpRequest, Sent
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Malformed, Notification, Request, Result, is_id

_HTTP: Final = "2026-07-28 basic/transports/streamable-http"
_MRTR: Final = "2026-07-28 basic/patterns/mrtr#client-requirements-basic-workflow"
_REMEDY: Final = "This is for the client's author: "


def _meta(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    asking = memory.present
    if asking is None or not asking.missing:
        return NOTHING
    text = f"{short(asking.exchange.method, 60)} has no {' and no '.join(asking.missing)} in its _meta"
    return ((text, (reading.record.seq,)),)


def _id(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    asking = memory.present
    if asking is None:
        return NOTHING
    id, method = asking.exchange.id, short(asking.exchange.method, 60)
    if not is_id(id):
        return ((f"the id of {method} is {brief(id, 40)}, no string or integer", (reading.record.seq,)),)
    if not asking.same_id:
        return NOTHING
    text = f"{method} has the id {id_text(id)}, which a request that is open has too"
    return ((text, (asking.same_id, reading.record.seq)),)


def _answer(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    if memory.present is not None or reading.identity.era != "modern":
        return NOTHING
    if not isinstance(reading.message, Result | Error):
        return NOTHING
    return (("a client sent an answer, and this revision has none from clients", (reading.record.seq,)),)


def _message(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    """What is no message, or several in one; a request by itself is known to be one."""
    if reading.identity.era != "modern":
        return NOTHING
    if event.raw[:80].lstrip().startswith(b"["):
        return (("a client sent several messages in one, and this revision has no batches", (reading.record.seq,)),)
    message = reading.message if memory.present is None else None
    if not isinstance(message, Malformed):
        return NOTHING
    return ((f"what a client sent is no message: {short(message.reason, 80)}", (reading.record.seq,)),)


def _headers(reading: Reading, event: Sent, memory: Memory) -> Iterator[Hit]:
    for wrong in memory.present.disagreeing if memory.present is not None else ():
        yield wrong, (reading.record.seq,)


def _accept(reading: Reading, event: HttpRequest, memory: Memory) -> Iterable[Hit]:
    if event.verb != "POST" or reading.identity.era != "modern" or not _is_endpoint(reading, event):
        return NOTHING
    accept = next((value for name, value in event.headers if name.lower() == "accept"), "").lower()
    if "*/*" in accept or ("application/json" in accept and "text/event-stream" in accept):
        return NOTHING
    text = f"Accept is {short(accept, 60) or 'missing'}, and must list application/json and text/event-stream"
    return ((text, (reading.record.seq,)),)


def _is_endpoint(reading: Reading, event: HttpRequest) -> bool:
    return bool(reading.identity.target) and event.url.partition("?")[0] == reading.identity.target.partition("?")[0]


def _token_in_url(reading: Reading, event: HttpRequest, memory: Memory) -> Iterable[Hit]:
    query = event.url.partition("?")[2]
    if not any(part.partition("=")[0].lower() == "access_token" for part in query.split("&")):
        return NOTHING
    return (("an access token stands in the address of a request", (reading.record.seq,)),)


def _cancel(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    message = reading.message if memory.present is None else None
    if not isinstance(message, Notification) or message.method != "notifications/cancelled":
        return NOTHING
    id = params_of(message).get("requestId", MISSING)
    # What was answered meanwhile is nobody's fault.
    if id is not MISSING and reading.exchanges.latest(id) is not None:
        return NOTHING
    what = "no request" if id is MISSING else f"the request {id_text(id)}, which there never was"
    return ((f"notifications/cancelled names {what}", (reading.record.seq,)),)


def _token(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    asking = memory.present
    token = asking.exchange.token if asking is not None else MISSING
    if asking is None or token is MISSING:
        return NOTHING
    if not is_id(token):
        return ((f"the progressToken is {brief(token, 40)}, neither string nor integer", (reading.record.seq,)),)
    if not asking.same_token:
        return NOTHING
    text = f"the progressToken {id_text(token)} belongs to a request that is open"
    return ((text, (asking.same_token, reading.record.seq)),)


def _state(reading: Reading, event: Sent, memory: Memory) -> Iterable[Hit]:
    if b'"requestState"' not in event.raw or memory.present is None or not memory.states:
        return NOTHING
    state = reading.params(memory.present.exchange).get("requestState")
    if not isinstance(state, str) or hash(state) in memory.states:
        return NOTHING
    return (("a request has a requestState that the server did not give", (reading.record.seq,)),)


def _roots(reading: Reading, event: Sent, memory: Memory) -> Iterator[Hit]:
    message = reading.message if b'"roots"' in event.raw else None
    if isinstance(message, Result):
        answers: Iterable[Json] = (message.result,)
    elif isinstance(message, Request) and isinstance(params_of(message).get("inputResponses"), dict):
        answers = params_of(message)["inputResponses"].values()
    else:
        return
    for answer in answers:
        roots = answer.get("roots") if isinstance(answer, dict) else None
        for root in roots if isinstance(roots, list) else ():
            uri = root.get("uri") if isinstance(root, dict) else None
            if not isinstance(uri, str) or not uri.startswith("file://"):
                yield f"a root has the uri {brief(uri, 60)}, which is no file:// address", (reading.record.seq,)


RULES: Final = (
    Rule(
        "client-meta",
        "The client leaves out what _meta must have",
        "info",
        "2026-07-28 basic/index#meta",
        _REMEDY + "give protocolVersion and clientCapabilities with each request.",
        (Sent,),
        _meta,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-id",
        "The client's request has no proper id, or one in use",
        "info",
        "2026-07-28 basic/index#requests",
        _REMEDY + "give each request an id of its own, a string or an integer.",
        (Sent,),
        _id,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-message",
        "What the client sends is no message",
        "info",
        "2026-07-28 basic/index#messages",
        _REMEDY + "send one JSON-RPC message at a time.",
        (Sent,),
        _message,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-answer",
        "The client sends an answer",
        "info",
        "2026-07-28 basic/transports/stdio#sending-messages",
        _REMEDY + "answer by trying the request again with inputResponses.",
        (Sent,),
        _answer,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-headers",
        "The client's headers are missing or differ from the body",
        "info",
        _HTTP + "#request-metadata",
        _REMEDY + "mirror version, method and name in the headers.",
        (Sent,),
        _headers,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-accept",
        "The client does not accept both forms of an answer",
        "info",
        _HTTP + "#sending-messages",
        _REMEDY + "accept application/json and text/event-stream.",
        (HttpRequest,),
        _accept,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-token-in-url",
        "The client puts its access token into the address",
        "info",
        "2026-07-28 basic/authorization/index#token-requirements",
        _REMEDY + "send the token in the header Authorization.",
        (HttpRequest,),
        _token_in_url,
        binds="client",
    ),
    Rule(
        "client-cancel",
        "The client cancels what it never asked for",
        "info",
        "2026-07-28 basic/patterns/cancellation#behavior-requirements",
        _REMEDY + "cancel requests of your own that are open.",
        (Sent,),
        _cancel,
        binds="client",
    ),
    Rule(
        "client-progress-token",
        "The client's progress token is none, or is in use",
        "info",
        "2026-07-28 basic/patterns/progress#progress-flow",
        _REMEDY + "give each request a token of its own, a string or an integer.",
        (Sent,),
        _token,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-state",
        "The client gives back a state that it was not given",
        "info",
        _MRTR,
        _REMEDY + "give requestState back exactly as it came.",
        (Sent,),
        _state,
        revisions=MODERN_ONLY,
        binds="client",
    ),
    Rule(
        "client-root",
        "The client's root is no file address",
        "info",
        "2026-07-28 client/roots#root",
        _REMEDY + "give roots as file:// addresses.",
        (Sent,),
        _roots,
        binds="client",
    ),
)
