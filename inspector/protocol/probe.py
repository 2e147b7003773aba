"""The modern probe: `server/discover`, and what each answer to it says about the era."""

from collections.abc import Generator
from typing import Any, Literal

from inspector.errors import ConnectError
from inspector.protocol.envelope import SERVER_INFO
from inspector.protocol.handshake import over_sse
from inspector.protocol.refusals import no_common_version, not_modern, outcome_of, sentence, signed
from inspector.protocol.saying import Attempt, is_gateway_error, no_verdict, start_again
from inspector.protocol.steps import Call, Reply, Step
from inspector.protocol.terms import CODES, HTTP, SSE, STDIO, VERSIONS, Agreed, Mode, Wish
from inspector.wire import events
from inspector.wire.json import Json, dumps
from inspector.wire.jsonrpc import HEADER_MISMATCH, MODERN_ERRORS, UNSUPPORTED_VERSION, Error, Result
from inspector.wire.text import visible
from inspector.wire.versions import LATEST_MODERN, LEGACY, MODERN, best_common

Left = Literal["probed", "fresh"]
"""What `initialize` comes to, where that is next: a server that has heard the probe, or one that was started since."""


def probe(wish: Wish, mode: Mode) -> Generator[Step, Any, Agreed | Left]:
    """Find out whether the server is modern, else in what state it was left. Raises as `negotiate` does."""
    asked = _Probe(wish, mode)
    agreed = yield from asked.run()
    if agreed is not None:
        return agreed
    return "fresh" if asked.reopened else "probed"


Heard = Generator[Step, Any, Agreed | str | None]
"""What an answer comes to: an agreement, the version to ask for next, or None for the legacy way."""


class _Probe:
    """The questions so far; `tried` holds the versions and the remedies that were tried.

    `reopened`: the server was started again, and has not heard the probe.
    """

    def __init__(self, wish: Wish, mode: Mode) -> None:
        self._wish = wish
        self._mode = mode
        self.reopened = False
        self._tried: set[str] = set()
        self._clause = STDIO if wish.transport == "stdio" else HTTP

    def run(self) -> Generator[Step, Any, Agreed | None]:
        """Ask until the answer decides."""
        version = self._wish.version or LATEST_MODERN
        while True:
            speech = self._wish.speaker.as_version("modern", version)
            probe = Call("server/discover", {}, speech, timeout=self._wish.probe_timeout, patient=True)
            reply: Reply = yield probe
            heard = yield from self._hear(Attempt("era", "server/discover", version, reply))
            if isinstance(heard, Agreed):
                return heard
            if heard is None:
                if self._mode == "modern":
                    raise not_modern(reply, self._wish.version)
                return None
            version = heard

    def _hear(self, attempt: Attempt) -> Heard:
        reply = attempt.reply
        if isinstance(reply.answer, Result):
            return (yield from self._result(attempt))
        if reply.error is not None and reply.error.code in MODERN_ERRORS:
            return (yield from self._modern_error(attempt, reply.error))
        again = "gateway" not in self._tried
        yield from no_verdict(attempt, again=again)
        if again and is_gateway_error(reply):
            self._tried.add("gateway")
            return attempt.sent
        if reply.failure == "exited" or (reply.failure == "closed" and self._wish.transport == "stdio"):
            return (yield from self._died(attempt))
        if "endpoint" in reply.streamed:
            yield from attempt.say("HTTP+SSE", "An endpoint event came: this is the transport of 2024-11-05.", SSE)
            if self._mode == "modern":
                raise not_modern(reply, self._wish.version)
            return (yield from over_sse(self._wish, reply))
        yield from attempt.say("not modern", self._why_legacy(reply), self._clause)
        return None

    def _result(self, attempt: Attempt) -> Heard:
        reply, version = attempt.reply, attempt.sent
        supported = reply.result.get("supportedVersions")
        if not (isinstance(supported, list) and supported and all(isinstance(one, str) for one in supported)):
            reason = "The result has no usable supportedVersions, so it is no DiscoverResult"
            yield from attempt.say("not modern", f"{reason}; what it holds is in the record.", self._clause)
            return None
        chosen = version if version in supported else best_common(supported, MODERN)
        if chosen is None or self._wish.version not in (None, chosen):
            return (yield from self._not_common(attempt, supported))
        yield from attempt.say("modern", f"A DiscoverResult: the server is modern and has {chosen}.", self._clause)
        return _discovered(reply, chosen, self._wish.transport, supported)

    def _modern_error(self, attempt: Attempt, error: Error) -> Heard:
        if error.code == UNSUPPORTED_VERSION:
            return (yield from self._unsupported(attempt, error))
        if error.code == HEADER_MISMATCH:
            return (yield from self._headers_differ(attempt, error))
        yield from attempt.say("modern", f"{signed(error.code)} is given by modern servers only.", CODES)
        return Agreed("modern", attempt.sent, self._wish.transport)

    def _unsupported(self, attempt: Attempt, error: Error) -> Heard:
        supported = error.data.get("supported") if isinstance(error.data, dict) else None
        if not isinstance(supported, list) or not any(isinstance(one, str) for one in supported):
            because = "The error is a modern one, but names no version, so initialize is tried once."
            yield from attempt.say("modern error without a usable list", because, VERSIONS)
            return None
        other = best_common(supported, MODERN)
        if other is None or self._wish.version not in (None, other) or other in self._tried:
            return (yield from self._not_common(attempt, supported))
        asked = "the same is asked for again" if other == attempt.sent else "that is asked for"
        yield from attempt.say("modern", f"The server is modern and offers {other}, so {asked}.", VERSIONS)
        self._tried.add(other)
        return other

    def _headers_differ(self, attempt: Attempt, error: Error) -> Heard:
        if self._wish.transport != "stdio" and "headers" not in self._tried:
            self._tried.add("headers")
            because = "HeaderMismatch is a modern error; the request is sent once more."
            yield from attempt.say("modern", because, HTTP)
            return attempt.sent
        because = "HeaderMismatch again: something on the way changes headers."
        yield from attempt.say("modern, but refused", because, HTTP)
        raise ConnectError(
            "The server says that our headers do not match the body.",
            why=f"−32020 “{visible(error.message)}”; we sent MCP-Protocol-Version: {attempt.sent}, "
            "Mcp-Method: server/discover.",
            hint="A proxy may strip or rewrite headers; compare what is recorded with what arrives.",
        )

    def _died(self, attempt: Attempt) -> Heard:
        because = "The server died of the probe; older ones end on what they do not know."
        yield from attempt.say("legacy, starting again", because, self._clause)
        if self._mode == "modern":
            raise not_modern(attempt.reply, self._wish.version)
        self.reopened = True
        yield from start_again()
        return None

    def _not_common(self, attempt: Attempt, supported: list[Json]) -> Heard:
        legacy = best_common(supported, LEGACY)
        names = ", ".join(visible(one) if isinstance(one, str) else dumps(one) for one in supported)
        if legacy is not None and self._mode == "auto" and self._wish.version is None:
            because = f"The server offers {names}: none modern that we speak, but {legacy}."
            yield from attempt.say("legacy", because, VERSIONS)
            return None
        because = f"The server is modern and offers {names}; initialize is not for it."
        yield from attempt.say("no common version", because, VERSIONS)
        raise no_common_version(self._wish.version, names)

    def _why_legacy(self, reply: Reply) -> str:
        if reply.failure == "timeout":
            return f"Silence for {self._wish.probe_timeout:g} s; a modern server answers server/discover."
        if reply.error is None:
            if reply.failure == "unanswered":
                return f"{sentence(reply.detail)}; that is no recognised modern error, so initialize comes next."
            return f"The answer ({outcome_of(reply)}) holds no recognised modern error, so initialize comes next."
        return why_not_modern(reply.error.code)


def why_not_modern(code: int | None) -> str:
    """What an error that is no modern one says of the era."""
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
