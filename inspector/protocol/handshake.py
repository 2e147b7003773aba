"""The legacy handshake: `initialize`, the version that comes of it, `notifications/initialized`, and HTTP+SSE."""

from collections.abc import Generator
from typing import Any, Final

from inspector.errors import ConnectError, NoCommonVersion, ProtocolBroken
from inspector.protocol.envelope import Speech
from inspector.protocol.extras import set_level
from inspector.protocol.refusals import authorization_needed, initialize_refused, modern_only, neither_way
from inspector.protocol.saying import Attempt, is_gateway_error, no_verdict, start_again
from inspector.protocol.steps import Call, Notify, Reopen, Reply, Step
from inspector.protocol.terms import SSE, STDIO, Agreed, Talk, Wish, lifecycle
from inspector.wire import events
from inspector.wire.json import dumps
from inspector.wire.jsonrpc import MODERN_ERRORS, Result
from inspector.wire.text import visible
from inspector.wire.versions import LATEST_LEGACY, LEGACY, MODERN, best_common, era_of


def handshake(wish: Wish, transport: events.Transport, endpoint: str = "", *, after_probe: bool = False) -> Talk:
    """Offer the newest handshake version over `transport`, which is open. Raises as `negotiate` does.

    `endpoint` tells how the address to POST to came out of the endpoint event of HTTP+SSE; `after_probe`: this server
    has heard a probe that it did not know what to do with.
    """
    version = wish.version if wish.version and era_of(wish.version) != "modern" else LATEST_LEGACY
    tried = {version}
    again = True
    while True:
        speech = wish.speaker.as_version("legacy", version)
        reply: Reply = yield Call("initialize", _params(speech), speech)
        attempt = Attempt("version", "initialize", version, reply)
        if isinstance(reply.answer, Result):
            return (yield from _initialized(wish, transport, attempt))
        other = yield from _other_version(wish, attempt, tried)
        if other is not None:
            tried.add(other)
            version = other
            continue
        yield from no_verdict(attempt, again=again)
        if again and is_gateway_error(reply):
            again = False
            continue
        if after_probe and transport == "stdio" and reply.failure in ("exited", "closed"):
            after_probe = False
            because = (
                "It may have been the probe that broke it, so now it hears initialize first, as with --mode legacy."
            )
            yield from attempt.say("starting again", because, STDIO)
            yield from start_again()
            continue
        if _may_be_sse(wish, transport, reply):
            proof = "endpoint" in reply.streamed
            last = "initialize was not answered either; the GET of HTTP+SSE is left."
            because = "An endpoint event came." if proof else last
            yield from attempt.say("try HTTP+SSE", because, SSE)
            return (yield from over_sse(wish, reply))
        yield from attempt.say("refused", "Neither way of beginning was accepted.", _clause(version))
        raise initialize_refused(reply, transport, endpoint)


def _clause(version: str) -> str:
    return lifecycle("version-negotiation", version)


def _params(speech: Speech) -> dict[str, Any]:
    return {
        "protocolVersion": speech.version,
        "capabilities": dict(speech.capabilities),
        "clientInfo": dict(speech.client_info or {"name": "inspector", "version": "0"}),
    }


def _other_version(wish: Wish, attempt: Attempt, tried: set[str]) -> Generator[Step, Any, str | None]:
    """The version that an error names and that was not offered yet, or None. Raises for an error that is modern."""
    error = attempt.reply.error
    if error is None:
        return None
    supported = error.data.get("supported") if isinstance(error.data, dict) else None
    other = best_common(supported, LEGACY)
    if other is not None and other not in tried and wish.version is None:
        because = f"The error names {other}, which we speak, so that is offered."
        yield from attempt.say("another version", because, _clause(other))
        return other
    if error.code in MODERN_ERRORS or best_common(supported, MODERN) is not None:
        because = "The error is one that only a modern server gives, or names its versions."
        yield from attempt.say("modern only", because, _clause(attempt.sent))
        raise modern_only(error, attempt.reply)
    return None


def _may_be_sse(wish: Wish, transport: events.Transport, reply: Reply) -> bool:
    if transport != "streamable-http" or wish.fixed:
        return False
    # A 202 is what the POST of HTTP+SSE gets; as the answer to a request it is none.
    return "endpoint" in reply.streamed or reply.status in (202, 400, 404, 405)


def over_sse(wish: Wish, before: Reply) -> Talk:
    """The last resort: the GET that must open with an `endpoint` event, and the handshake over that."""
    if wish.fixed:
        raise ConnectError(
            "The server speaks HTTP+SSE, and only Streamable HTTP was asked for.", hint="Leave --transport at auto."
        )
    opened: Reply = yield Reopen("http+sse")
    attempt = Attempt("transport", "GET", "", opened)
    if opened.status in (401, 403):
        because = "It has to be opened with a token, so this may well be an HTTP+SSE server."
        yield from attempt.say("authorization needed", because, SSE, f"HTTP {opened.status}")
        raise authorization_needed(opened)
    if opened.failure:
        named = "endpoint" in opened.streamed
        because = "So there is nowhere to post to." if named else "So this is no HTTP+SSE server either."
        verdict = "endpoint refused" if named else "no endpoint event"
        yield from attempt.say(verdict, because, SSE, opened.detail)
        if named and opened.fault is not None:
            raise opened.fault
        raise neither_way(before, opened.detail)
    yield from attempt.say("HTTP+SSE", "The first event names where to post.", SSE, "an endpoint event")
    return (yield from handshake(wish, "http+sse", opened.detail))


def _initialized(wish: Wish, transport: events.Transport, attempt: Attempt) -> Talk:
    result = attempt.reply.result
    version = result.get("protocolVersion")
    if not isinstance(version, str):
        it_is = f"is {visible(dumps(version))[:120]}, not a string" if "protocolVersion" in result else "is missing"
        yield from attempt.say("no usable answer", "protocolVersion is no string.", _clause(attempt.sent))
        raise ProtocolBroken(
            "The answer to initialize has no usable protocolVersion.",
            why=f"It {it_is}.",
            hint="The whole answer is in the recording.",
        )
    outcome = f"protocolVersion {visible(version)[:40]}"
    may_be_read = bool(version) and version not in MODERN  # a modern one would be spoken in another way
    if version not in LEGACY and not (wish.any_version and may_be_read):
        unknown = "is modern and cannot come out of initialize" if version in MODERN else "is none that we know"
        because = f"{visible(version)[:40] or 'An empty text'} {unknown}, so we disconnect."
        yield from attempt.say("no common version", because, _clause(attempt.sent), outcome)
        raise NoCommonVersion(
            "No common version.",
            why=f"We offered {attempt.sent}; the server answered “{visible(version)[:80]}”, which {unknown}.",
            hint=f"Offer another with --protocol-version{_GO_ON if may_be_read else ''}.",
        )
    same = "The server takes the version that we offered."
    because = same if version == attempt.sent else "A legacy server may answer with another revision; we speak it."
    if version not in LEGACY:
        because = "We do not know it; the person goes on with it all the same, in the legacy way."
    yield from attempt.say("accepted", because, _clause(version), outcome)
    speech = wish.speaker.as_version("legacy", version)
    yield from _ready(speech)
    declared, instructions = result.get("capabilities"), result.get("instructions")
    capabilities = declared if isinstance(declared, dict) else {}
    yield from set_level(speech, capabilities, wish.probe_timeout)
    return Agreed(
        "legacy",
        version,
        transport,
        result.get("serverInfo"),
        capabilities,
        instructions if isinstance(instructions, str) else None,
    )


_GO_ON: Final = ", or go on with this one by --any-version (Ctrl+P “any version” in the interface)"


def _ready(speech: Speech) -> Generator[Step, Any, None]:
    told: Reply = yield Notify("notifications/initialized", {}, speech)
    taken = told.failure in ("", "unanswered")
    because = "From here on the session is open." if taken else "The server did not take it; we go on and see."
    outcome = told.detail if told.status is None else f"HTTP {told.status}"
    yield from Attempt("version", "notifications/initialized", "", told).say(
        "ready" if taken else "not taken", because, lifecycle("initialization", speech.version), outcome
    )
