"""Which era and version a server speaks, found out step by step.

The policy, in prose. In mode *auto* we first ask `server/discover` in the modern way.

- An answer that is a DiscoverResult means modern; the newest common version is taken, and if there is none, that is the
  end: `initialize` is not tried, for the server has said what it is.
- One of the three recognised modern errors means modern too. UnsupportedProtocolVersion names what the server has: a
  modern version of ours is asked for again, a legacy version of ours leads to `initialize`; without a usable list
  `initialize` is tried once, and the record says why. HeaderMismatch never leads to `initialize`.
- Any other error, whatever its code, means legacy. So does silence for the probe's time, and a stdio server that dies
  of the probe: it is started once more, and `initialize` is the first thing that it hears.
- On HTTP the body decides before the status does. A network that fails, a 401 or 403, and a 5xx say nothing about the
  era: a 502, 503 or 504 is tried once more, then the connection is given up without a verdict.

In the legacy way `initialize` offers the newest handshake version, never a modern one. The server may answer with an
older version of ours. Where it names a version in an error's `data.supported`, that one is tried, once. On HTTP a 400,
404 or 405 that carries no modern error leads to the last resort, the GET of HTTP+SSE, and an `endpoint` event, whenever
it comes, proves that transport at once.

A pinned version or transport and the modes *modern* and *legacy* only leave steps out.

Source: `2026-07-28 basic/versioning`, `basic/transports/stdio#backward-compatibility`,
`basic/transports/streamable-http#backward-compatibility`, `2025-11-25 basic/lifecycle#version-negotiation`.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NoReturn

from inspector.errors import (
    AuthorizationNeeded,
    ConnectError,
    InspectorError,
    NoCommonVersion,
    ProtocolBroken,
    TimedOut,
)
from inspector.protocol.envelope import SERVER_INFO, Speech
from inspector.protocol.steps import Call, Decide, Notify, Reopen, Reply, Step
from inspector.wire import events
from inspector.wire.json import Json, dumps
from inspector.wire.jsonrpc import HEADER_MISMATCH, MODERN_ERRORS, UNSUPPORTED_VERSION, Error, Result
from inspector.wire.text import visible
from inspector.wire.versions import LATEST_LEGACY, LATEST_MODERN, LEGACY, MODERN, Era, best_common, era_of

Mode = Literal["auto", "modern", "legacy"]

STDIO: Final = "2026-07-28 basic/transports/stdio#backward-compatibility"
HTTP: Final = "2026-07-28 basic/transports/streamable-http#backward-compatibility"
SSE: Final = "2026-07-28 basic/transports/streamable-http#http-sse-transport-2024-11-05"
VERSIONS: Final = "2026-07-28 basic/versioning#protocol-version-negotiation"
HANDSHAKE: Final = "2025-11-25 basic/lifecycle#version-negotiation"
CODES: Final = "2026-07-28 basic/index#error-codes"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asked for. `transport` is the one that is open; `fixed` forbids a change to another."""

    speaker: Speech
    mode: Mode = "auto"
    version: str | None = None
    transport: events.Transport = "stdio"
    fixed: bool = False
    probe_timeout: float = 10.0


@dataclass(frozen=True, slots=True)
class Agreed:
    """What came out. `supported` is the server's list, None where it gave none."""

    era: Era
    version: str
    transport: events.Transport
    server_info: Json = None
    capabilities: dict[str, Json] = field(default_factory=dict)
    instructions: str | None = None
    supported: tuple[Json, ...] | None = None


Talk = Generator[Step, Any, Agreed]
Part = Generator[Step, Any, Agreed | None]


def negotiate(wish: Wish) -> Talk:
    """The whole conversation. Raises NoCommonVersion, AuthorizationNeeded, ConnectError, TimedOut, ProtocolBroken."""
    mode = wish.mode
    if wish.version is not None and mode == "auto":
        mode = "legacy" if era_of(wish.version) == "legacy" else "modern"
    if wish.transport == "http+sse" and mode != "modern":
        return (yield from _handshake(wish, "http+sse"))
    if mode == "legacy":
        return (yield from _handshake(wish, wish.transport))
    agreed = yield from _probe(wish, mode)
    if agreed is not None:
        return agreed
    return (yield from _handshake(wish, wish.transport))


def _say(
    topic: str, reply: Reply, action: str, sent: str, outcome: str, verdict: str, because: str, clause: str
) -> Generator[Step, Any, None]:
    yield Decide(
        events.Decision(
            topic,
            action,
            verdict,
            because,
            sent=sent,
            outcome=outcome,
            clause=clause,
            ms=reply.ms,
            records=reply.records,
        )
    )


def _outcome(reply: Reply) -> str:
    """The answer in a few words: `HTTP 400, −32000 “No session”`."""
    web = f"HTTP {reply.status}, " if reply.status not in (None, 200) else ""
    if reply.error is not None:
        code = reply.error.code
        number = "error without a number" if code is None else str(code).replace("-", "−")
        return f"{web}{number} “{visible(reply.error.message)[:120]}”"
    if reply.answer is not None:
        return f"{web}a result"
    return visible(reply.detail)[:200] or reply.failure


# ── the modern probe ─────────────────────────────────────────────────────────────────────────────────────────────────


def _probe(wish: Wish, mode: Mode) -> Part:
    version = wish.version or LATEST_MODERN
    clause = STDIO if wish.transport == "stdio" else HTTP
    retried: set[str] = set()
    while True:
        reply: Reply = yield Call(
            "server/discover", {}, wish.speaker.as_version("modern", version), timeout=wish.probe_timeout
        )

        def say(
            verdict: str, because: str, where: str = clause, reply: Reply = reply, version: str = version
        ) -> Generator[Step, Any, None]:
            yield from _say("era", reply, "server/discover", version, _outcome(reply), verdict, because, where)

        if isinstance(reply.answer, Result):
            supported = reply.result.get("supportedVersions")
            if isinstance(supported, list) and supported and all(isinstance(one, str) for one in supported):
                chosen = version if version in supported else best_common(supported, MODERN)
                if wish.version is not None and chosen != wish.version:
                    chosen = None
                if chosen is not None:
                    yield from say("modern", f"A DiscoverResult: the server is modern and has {chosen}.")
                    return _discovered(reply, chosen, wish.transport, supported)
                return (yield from _not_common(wish, mode, reply, supported, version, say))
            reason = "The result has no usable supportedVersions, so it is no DiscoverResult"
            yield from say("not modern", f"{reason}; what it holds is in the record.")
            break
        error = reply.error
        if error is not None and error.code in MODERN_ERRORS:
            if error.code == UNSUPPORTED_VERSION:
                supported = error.data.get("supported") if isinstance(error.data, dict) else None
                if not isinstance(supported, list) or not any(isinstance(one, str) for one in supported):
                    yield from say(
                        "modern error without a usable list",
                        "The error is a modern one, but names no version, so initialize is tried once.",
                        VERSIONS,
                    )
                    break
                other = best_common(supported, MODERN)
                if other is not None and wish.version is None and other not in retried and other != version:
                    yield from say(
                        "modern", f"The server is modern and offers {other}, so that is asked for.", VERSIONS
                    )
                    retried.add(other)
                    version = other
                    continue
                return (yield from _not_common(wish, mode, reply, supported, version, say))
            if error.code == HEADER_MISMATCH:
                if wish.transport != "stdio" and "headers" not in retried:
                    yield from say("modern", "HeaderMismatch is a modern error; the request is sent once more.", HTTP)
                    retried.add("headers")
                    continue
                yield from say(
                    "modern, but refused", "HeaderMismatch again: something on the way changes headers.", HTTP
                )
                raise ConnectError(
                    "The server says that our headers do not match the body.",
                    why=f"−32020 “{visible(error.message)}”; we sent MCP-Protocol-Version: {version}, "
                    "Mcp-Method: server/discover.",
                    hint="A proxy may strip or rewrite headers; compare what is recorded with what arrives.",
                )
            yield from say("modern", f"{str(error.code).replace('-', '−')} is given by modern servers only.", CODES)
            return Agreed("modern", version, wish.transport)
        yield from _no_verdict(wish, reply, "server/discover", version, retried)
        if reply.failure == "http" and reply.status in (502, 503, 504):
            continue
        if reply.failure == "exited" or (reply.failure == "closed" and wish.transport == "stdio"):
            yield from say(
                "legacy, starting again", "The server died of the probe; older ones end on what they do not know."
            )
            if mode == "modern":
                _refuse_legacy(reply)
            again: Reply = yield Reopen()
            if again.failure:
                raise ConnectError("The server could not be started again.", why=again.detail)
            break
        if "endpoint" in reply.streamed:
            yield from say("HTTP+SSE", "An endpoint event came: this is the transport of 2024-11-05.", SSE)
            if mode == "modern":
                _refuse_legacy(reply)
            return (yield from _over_sse(wish, reply))
        because = _why_legacy(wish, reply)
        yield from say("not modern", because)
        break
    if mode == "modern":
        _refuse_legacy(reply)
    return None


def _why_legacy(wish: Wish, reply: Reply) -> str:
    if reply.failure == "timeout":
        return f"Silence for {wish.probe_timeout:g} s; a modern server answers server/discover."
    if reply.error is None:
        return "The answer holds no recognised modern error, so initialize comes next."
    code = reply.error.code
    if code is not None and -32019 <= code <= -32000:
        draft = " A draft-era server perhaps." if code in (-32001, -32003, -32004) else ""
        return f"−32000 to −32019 say nothing about the era, and this is no recognised modern error.{draft}"
    return "No modern server gives this error to server/discover; the code does not matter."


def _discovered(reply: Reply, version: str, transport: events.Transport, supported: list[Json]) -> Agreed:
    result = reply.result
    meta = result.get("_meta")
    info = meta.get(SERVER_INFO) if isinstance(meta, dict) else None
    capabilities = result.get("capabilities")
    instructions = result.get("instructions")
    return Agreed(
        "modern",
        version,
        transport,
        info if info is not None else result.get("serverInfo"),
        capabilities if isinstance(capabilities, dict) else {},
        instructions if isinstance(instructions, str) else None,
        tuple(supported),
    )


def _not_common(wish: Wish, mode: Mode, reply: Reply, supported: list[Json], version: str, say: Any) -> Part:
    legacy = best_common(supported, LEGACY)
    names = ", ".join(visible(one) if isinstance(one, str) else dumps(one) for one in supported)
    if legacy is not None and mode == "auto" and wish.version is None:
        yield from say("legacy", f"The server offers {names}: none modern that we speak, but {legacy}.", VERSIONS)
        return None
    yield from say("no common version", f"The server is modern and offers {names}; initialize is not for it.", VERSIONS)
    ours = wish.version or f"{LEGACY[0]} to {LATEST_MODERN}"
    raise NoCommonVersion(
        "No common version.",
        why=f"We speak {ours}; the server offers {names}.",
        hint="Update inspector, or send a version that you name with --protocol-version.",
    )


def _refuse_legacy(reply: Reply) -> NoReturn:
    raise NoCommonVersion(
        "The server is not modern, and only modern was asked for.",
        why=f"It answered server/discover with {_outcome(reply)}.",
        hint="--mode auto falls back to initialize.",
    )


def _no_verdict(wish: Wish, reply: Reply, action: str, version: str, retried: set[str]) -> Generator[Step, Any, None]:
    """Raise for what says nothing about the era, or return: a gateway's 5xx returns once, to be tried again."""
    if reply.status in (401, 403):
        because = "The server wants authorization before it says anything of its era."
        yield from _say("era", reply, action, version, f"HTTP {reply.status}", "no verdict", because, "")
        raise authorization_needed(reply)
    if reply.failure == "network":
        yield from _say("era", reply, action, version, reply.detail, "no verdict", "No connection came about.", "")
        raise ConnectError("Could not connect.", why=visible(reply.detail), hint="Check the address, and that it runs.")
    if reply.status is not None and reply.status >= 500:
        gateway = reply.status in (502, 503, 504) and "gateway" not in retried
        because = "A 5xx says that something is broken, not which era it is."
        verdict = "no verdict, tried again" if gateway else "no verdict"
        yield from _say("era", reply, action, version, _outcome(reply), verdict, because, HTTP)
        if not gateway:
            raise ConnectError(
                f"The server answered HTTP {reply.status}.",
                why=because + first_bytes(reply),
                hint="Try again when it is up; nothing was remembered about its era.",
            )
        retried.add("gateway")


def authorization_needed(reply: Reply) -> AuthorizationNeeded:
    """The fault for a 401 or 403: the challenges as the server sent them."""
    challenge = "; ".join(value for name, value in reply.headers if name.lower() == "www-authenticate")
    said = visible(challenge) if challenge else "without a challenge" + first_bytes(reply)
    if reply.status == 403:
        return AuthorizationNeeded(
            "The server refuses this.", why=f"403, {said}.", hint="Send other credentials with -H."
        )
    return AuthorizationNeeded(
        "The server wants authorization.",
        why=f"401, {said}.",
        hint="Send a token you have: -H 'Authorization: Bearer …'.",
    )


def first_bytes(reply: Reply) -> str:
    """The beginning of a body that is no message, for a sentence."""
    text = visible(reply.body[:160].decode("utf-8", "replace")).strip()
    return f" It began: {text}" if text else ""


# ── the legacy handshake ─────────────────────────────────────────────────────────────────────────────────────────────


def _handshake(wish: Wish, transport: events.Transport) -> Talk:
    version = wish.version if wish.version and (era_of(wish.version) != "modern") else LATEST_LEGACY
    tried = {version}
    retried: set[str] = set()
    while True:
        speech = wish.speaker.as_version("legacy", version)
        params = {
            "protocolVersion": version,
            "capabilities": dict(speech.capabilities),
            "clientInfo": dict(speech.client_info or {"name": "inspector", "version": "0"}),
        }
        reply: Reply = yield Call("initialize", params, speech)

        def say(
            verdict: str,
            because: str,
            outcome: str = "",
            clause: str = HANDSHAKE,
            reply: Reply = reply,
            v: str = version,
        ) -> Generator[Step, Any, None]:
            yield from _say("version", reply, "initialize", v, outcome or _outcome(reply), verdict, because, clause)

        if isinstance(reply.answer, Result):
            return (yield from _initialized(wish, transport, reply, version, say))
        error = reply.error
        if error is not None:
            supported = error.data.get("supported") if isinstance(error.data, dict) else None
            other = best_common(supported, LEGACY)
            if other is not None and other not in tried and wish.version is None:
                yield from say("another version", f"The error names {other}, which we speak, so that is offered.")
                tried.add(other)
                version = other
                continue
            modern = error.code in MODERN_ERRORS or best_common(supported, MODERN) is not None
            if modern:
                yield from say(
                    "modern only", "The error is one that only a modern server gives, or names its versions."
                )
                raise NoCommonVersion(
                    "This looks like a modern-only server.",
                    why=f"It answered initialize with {_outcome(reply)}" + _data(error) + ".",
                    hint="Connect with --mode auto or --mode modern.",
                )
        yield from _no_verdict(wish, reply, "initialize", version, retried)
        if reply.failure == "http" and reply.status in (502, 503, 504):
            continue
        if _may_be_sse(wish, transport, reply):
            proof = "endpoint" in reply.streamed
            because = "An endpoint event came." if proof else "initialize was refused too; the GET of HTTP+SSE is left."
            yield from say("try HTTP+SSE", because, clause=SSE)
            return (yield from _over_sse(wish, reply))
        yield from say("refused", "Neither way of beginning was accepted.")
        raise _refused(reply)


def _may_be_sse(wish: Wish, transport: events.Transport, reply: Reply) -> bool:
    if transport != "streamable-http" or wish.fixed:
        return False
    return "endpoint" in reply.streamed or reply.status in (400, 404, 405)


def _over_sse(wish: Wish, before: Reply) -> Talk:
    if wish.fixed:
        raise ConnectError(
            "The server speaks HTTP+SSE, and only Streamable HTTP was asked for.", hint="Leave --transport at auto."
        )
    opened: Reply = yield Reopen("http+sse")
    if opened.failure:
        yield from _say(
            "transport",
            opened,
            "GET",
            "",
            opened.detail,
            "no endpoint event",
            "So this is no HTTP+SSE server either.",
            SSE,
        )
        if opened.status in (401, 403):
            raise authorization_needed(opened)
        raise ConnectError(
            "No MCP server answered at this address.",
            why=f"server/discover or initialize came to {_outcome(before)}; a GET came to {visible(opened.detail)}.",
            hint="A path is missing, perhaps /mcp or /sse.",
        )
    yield from _say(
        "transport", opened, "GET", "", "an endpoint event", "HTTP+SSE", "The first event names where to post.", SSE
    )
    return (yield from _handshake(wish, "http+sse"))


def _initialized(wish: Wish, transport: events.Transport, reply: Reply, offered: str, say: Any) -> Talk:
    result = reply.result
    version = result.get("protocolVersion")
    if not isinstance(version, str):
        yield from say("no usable answer", "protocolVersion is no string.")
        raise ProtocolBroken(
            "The answer to initialize has no usable protocolVersion.",
            why=f"It is {visible(dumps(version))[:120]}, not a string.",
            hint="The whole answer is in the recording.",
        )
    outcome = f"protocolVersion {visible(version)[:40]}"
    if version not in LEGACY:
        unknown = "is modern and cannot come out of initialize" if version in MODERN else "is none that we know"
        yield from say("no common version", f"{visible(version)[:40]} {unknown}, so we disconnect.", outcome)
        raise NoCommonVersion(
            "No common version.",
            why=f"We offered {offered}; the server answered {visible(version)[:80]}, which {unknown}.",
            hint="Offer another with --protocol-version.",
        )
    same = "The server takes the version that we offered."
    because = same if version == offered else "A legacy server may answer with an older revision; we speak it."
    yield from say("accepted", because, outcome)
    capabilities = result.get("capabilities")
    instructions = result.get("instructions")
    speech = wish.speaker.as_version("legacy", version)
    told: Reply = yield Notify("notifications/initialized", {}, speech)
    outcome = "" if told.status is None else f"HTTP {told.status}"
    taken = told.failure in ("", "unanswered")
    because = "From here on the session is open." if taken else "The server did not take it; we go on and see."
    yield from _say(
        "version",
        told,
        "notifications/initialized",
        "",
        outcome or told.detail,
        "ready" if taken else "not taken",
        because,
        "2025-11-25 basic/lifecycle#initialization",
    )
    return Agreed(
        "legacy",
        version,
        transport,
        result.get("serverInfo"),
        capabilities if isinstance(capabilities, dict) else {},
        instructions if isinstance(instructions, str) else None,
    )


def _data(error: Error) -> str:
    return f", data {visible(dumps(error.data))[:200]}" if error.data else ""


def _refused(reply: Reply) -> InspectorError:
    if reply.failure == "timeout":
        return TimedOut(
            "The server did not answer initialize.",
            why=reply.detail,
            hint="Look at its stderr in the recording; it may be waiting for something, or be no MCP server.",
        )
    if reply.failure in ("exited", "closed"):
        return ConnectError(
            "The server ended before it answered.",
            why=visible(reply.detail),
            hint="Its last words are in the recording.",
        )
    if reply.error is not None:
        return ConnectError(
            "The server refused initialize.",
            why=f"It answered {_outcome(reply)}{_data(reply.error)}.",
            hint="Its own words say why.",
        )
    if b"<html" in reply.body[:2048].lower():
        return ConnectError(
            "A web page answered, not an MCP server.",
            why=f"HTTP {reply.status}, {reply.content_type or 'no content type'}.{first_bytes(reply)}",
            hint="A path is missing, perhaps /mcp, or a proxy wants a login.",
        )
    return ConnectError(
        "No MCP server answered.",
        why=visible(reply.detail) + "." + first_bytes(reply),
        hint="Check the address or the command.",
    )
