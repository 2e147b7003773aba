"""The usual wrong messages, each with what a right server does with it.

A template makes a composition out of a right request of where one is, by the same changes that a person would make.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from inspector.protocol.compose.additions import switched, with_header
from inspector.protocol.compose.composition import Around, Composition, of_bytes, of_request
from inspector.protocol.compose.text import laid_out, put
from inspector.protocol.envelope import PREFIX
from inspector.wire.json import dumps

_META: Final = ("params", "_meta")
_LIST: Final = "tools/list"
_FAR: Final = 987654321
"""An id that nobody has used."""


@dataclass(frozen=True, slots=True)
class Template:
    """One of them. `name` is what the command line calls it, `expects` what a right server does, as a sentence.

    `fits` says why it has no place here; empty where it has one.
    """

    name: str
    title: str
    expects: str
    clause: str
    make: Callable[[Around], Composition]
    fits: Callable[[Around], str] = lambda around: ""

    def composed(self, around: Around) -> Composition:
        """The message, right but for what it is about."""
        return replace(self.make(around), source=self.title)


# ── where they have a place ─────────────────────────────────────────────────────────────────────────────────────────


def _modern(around: Around) -> str:
    return "" if around.speech.era == "modern" else "for modern servers"


def _legacy(around: Around) -> str:
    return "" if around.speech.era == "legacy" else "for legacy servers"


def _http(around: Around) -> str:
    return "" if around.mirrors else "for Streamable HTTP"


def _stdio(around: Around) -> str:
    return "" if around.transport == "stdio" else "for stdio"


def _modern_http(around: Around) -> str:
    return _modern(around) or _http(around)


def _legacy_http(around: Around) -> str:
    return _legacy(around) or _http(around)


# ── how they are made ───────────────────────────────────────────────────────────────────────────────────────────────


def _listing(around: Around) -> Composition:
    return of_request(around, _LIST)


def _without(*names: str) -> Callable[[Around], Composition]:
    def make(around: Around) -> Composition:
        made = _listing(around)
        for name in names:
            made = switched(made, name, around)
        return made

    return make


def _with(path: tuple[str, ...], value: object, *, id: bool = False) -> Callable[[Around], Composition]:
    def make(around: Around) -> Composition:
        made = _listing(around)
        return replace(made, text=put(made.text, path, dumps(value)), id="" if id else made.id)

    return make


def _call(method: str, params: str) -> Callable[[Around], Composition]:
    return lambda around: of_request(around, method, params)


def _text(text: str) -> Callable[[Around], Composition]:
    return lambda around: Composition(laid_out(text), one_line="\n" not in text)


def _raw(raw: bytes) -> Callable[[Around], Composition]:
    return lambda around: of_bytes(raw)


def _headed(name: str, value: str) -> Callable[[Around], Composition]:
    return lambda around: with_header(_listing(around), f"header:{name}", name, value)


def _unheaded(name: str) -> Callable[[Around], Composition]:
    return lambda around: switched(_listing(around), f"header:{name}", around)


def _duplicate(around: Around) -> Composition:
    made = _listing(around)
    return replace(made, text=put(made.text, ("id",), around.last_id or str(around.next_id)), id="")


def _two(around: Around) -> Composition:
    first, second = (of_request(replace(around, next_id=around.next_id + more), _LIST).body for more in (0, 1))
    return Composition((first + second).decode(), id="")


def _batch(around: Around) -> Composition:
    bodies = [of_request(replace(around, next_id=around.next_id + more), _LIST).body.decode() for more in (0, 1)]
    return Composition(laid_out(f"[{','.join(bodies)}]"))


_INITIALIZE: Final = (
    '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"inspector","version":"0"}}'
)

TEMPLATES: Final = (
    Template(
        "no-meta",
        "no _meta",
        "−32602 Invalid params, over HTTP with status 400.",
        "2026-07-28 basic/index#meta",
        _without("version", "client", "capabilities", "log"),
        _modern,
    ),
    Template(
        "unknown-version",
        "a version that nobody speaks",
        "−32022 with the versions that it supports, over HTTP with status 400.",
        "2026-07-28 basic/versioning",
        _with((*_META, PREFIX + "protocolVersion"), "2099-01-01"),
        _modern,
    ),
    Template(
        "no-capabilities",
        "no clientCapabilities",
        "−32602 Invalid params, over HTTP with status 400.",
        "2026-07-28 basic/index#meta",
        _without("capabilities"),
        _modern,
    ),
    Template(
        "missing-capability",
        "a call that declares no capability",
        "−32021 with requiredCapabilities, if the tool needs one; else its result.",
        "2026-07-28 basic/index#meta",
        _with((*_META, PREFIX + "clientCapabilities"), {}),
        _modern,
    ),
    Template(
        "header-mismatch",
        "Mcp-Method says another method",
        "400 with −32020 HeaderMismatch.",
        "2026-07-28 basic/transports/streamable-http#server-validation",
        _headed("Mcp-Method", "prompts/list"),
        _modern_http,
    ),
    Template(
        "version-mismatch",
        "the version header says another version",
        "400 with −32020 HeaderMismatch; a legacy server: 400 for a version that it does not know.",
        "2026-07-28 basic/transports/streamable-http#protocol-version-header",
        _headed("MCP-Protocol-Version", "2099-01-01"),
        _http,
    ),
    Template(
        "no-method-header",
        "no Mcp-Method",
        "400 with −32020 HeaderMismatch.",
        "2026-07-28 basic/transports/streamable-http#server-validation",
        _unheaded("Mcp-Method"),
        _modern_http,
    ),
    Template(
        "unknown-method",
        "a method that is none",
        "−32601 Method not found; a modern server over HTTP with status 404.",
        "2026-07-28 basic/index#error-codes",
        _call("inspector/unknown", "{}"),
    ),
    Template(
        "unknown-tool",
        "a tool that is not there",
        "−32602 Invalid params.",
        "2026-07-28 server/tools#error-handling",
        _call("tools/call", '{"name":"inspector-unknown-tool","arguments":{}}'),
    ),
    Template(
        "unknown-resource",
        "a resource that is not there",
        "−32602 Invalid params; a legacy server −32002.",
        "2026-07-28 server/resources#error-handling",
        _call("resources/read", '{"uri":"inspector:unknown"}'),
    ),
    Template(
        "bad-cursor",
        "a cursor of nobody's",
        "−32602 Invalid params.",
        "2026-07-28 server/utilities/pagination#error-handling",
        _with(("params", "cursor"), "inspector-bad-cursor"),
    ),
    Template(
        "cancelled-unknown",
        "the cancellation of an unknown request",
        "Nothing: it is ignored; over HTTP 202.",
        "2026-07-28 basic/patterns/cancellation#error-handling",
        _text(f'{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{_FAR}}}}}'),
    ),
    Template(
        "duplicate-id",
        "an id that was used before",
        "−32600 if the other still waits; a server that keeps no record of ids answers.",
        "2026-07-28 basic/index#requests",
        _duplicate,
    ),
    Template(
        "null-id",
        "a request with the id null",
        "−32600 Invalid request, without an id.",
        "2026-07-28 basic/index#requests",
        _with(("id",), None, id=True),
    ),
    Template(
        "no-id",
        "a request without an id",
        "Nothing: it is a notification, and gets no answer.",
        "2026-07-28 basic/index#notifications",
        _without("id"),
    ),
    Template(
        "no-jsonrpc",
        "no jsonrpc",
        "−32600 Invalid request.",
        "2026-07-28 basic/index#messages",
        _without("jsonrpc"),
    ),
    Template(
        "params-array",
        "params that are an array",
        "−32600 or −32602.",
        "2026-07-28 basic/index#requests",
        _with(("params",), ["tools"]),
    ),
    Template(
        "batch",
        "a batch of two requests",
        "2025-03-26 answers both; others −32600, over HTTP with status 400.",
        "2025-03-26 basic/index#batching",
        _batch,
    ),
    Template(
        "empty-batch",
        "an empty batch",
        "−32600 Invalid request, without an id.",
        "2025-03-26 basic/index#batching",
        _text("[]"),
    ),
    Template(
        "not-json",
        "half a message, which is not JSON",
        "−32700 Parse error, without an id; over HTTP with status 400.",
        "2026-07-28 basic/index#error-codes",
        _text('{"jsonrpc":"2.0","id":1,"method":'),
    ),
    Template(
        "not-utf8",
        "a byte that is not UTF-8",
        "−32700 Parse error, or the broken text as it is; it stays alive.",
        "2026-07-28 basic/transports",
        _raw(b'{"jsonrpc":"2.0","id":"\xff","method":"tools/list"}'),
    ),
    Template(
        "answer-to-nothing",
        "an answer to nothing that was asked",
        "Nothing: it is ignored; a modern server over HTTP 400.",
        "2026-07-28 basic/index#responses",
        _text(f'{{"jsonrpc":"2.0","id":{_FAR},"result":{{}}}}'),
    ),
    Template(
        "progress-unknown",
        "progress of nothing",
        "Nothing: it is ignored; over HTTP 202.",
        "2026-07-28 basic/patterns/progress",
        _text('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"nobody","progress":1}}'),
    ),
    Template(
        "initialize",
        "initialize in the midst of it",
        "A legacy server −32600 or a new answer; a modern one −32601, −32602 or −32022.",
        "2025-11-25 basic/lifecycle#initialization",
        _call("initialize", _INITIALIZE),
    ),
    Template(
        "two-in-a-line",
        "two messages in one line",
        "−32700 Parse error, without an id.",
        "2026-07-28 basic/transports/stdio",
        _two,
        _stdio,
    ),
    Template(
        "crlf",
        "a line that ends in CR LF",
        "Its answer: CR is a blank to JSON.",
        "2026-07-28 basic/transports/stdio",
        lambda around: replace(_listing(around), end=b"\r\n"),
        _stdio,
    ),
    Template(
        "no-newline",
        "a line without its end",
        "Nothing, until the line is ended.",
        "2026-07-28 basic/transports/stdio",
        lambda around: replace(_listing(around), end=b""),
        _stdio,
    ),
    Template(
        "content-type",
        "a body that is called text/plain",
        "415 Unsupported Media Type, or 400.",
        "2026-07-28 basic/transports/streamable-http#sending-messages",
        _headed("Content-Type", "text/plain"),
        _http,
    ),
    Template(
        "no-accept",
        "no Accept",
        "406 Not Acceptable, or its answer.",
        "2026-07-28 basic/transports/streamable-http#sending-messages",
        _unheaded("Accept"),
        _http,
    ),
    Template(
        "get",
        "GET in place of POST",
        "405 Method Not Allowed; a legacy server may open a stream.",
        "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions",
        lambda around: replace(_headed("Accept", "text/event-stream")(around), text="", verb="GET", id=""),
        _http,
    ),
    Template(
        "unknown-session",
        "a session of nobody's",
        "404 Not Found; a server without sessions ignores it.",
        "2025-11-25 basic/transports#session-management",
        _headed("Mcp-Session-Id", "inspector-unknown-session"),
        _legacy_http,
    ),
    Template(
        "no-session",
        "no session",
        "400 Bad Request, if it has sessions.",
        "2025-11-25 basic/transports#session-management",
        _unheaded("Mcp-Session-Id"),
        _legacy_http,
    ),
)
"""Those that everybody needs first come first."""


def fitting(around: Around) -> list[Template]:
    """Those that have a place here."""
    return [one for one in TEMPLATES if not one.fits(around)]


def template(name: str) -> Template | None:
    """The one of this name."""
    return next((one for one in TEMPLATES if one.name == name), None)
