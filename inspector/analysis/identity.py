"""With whom we speak, and how: learnt from what crossed the wire, never from what the client decided.

A modern server says who it is in its DiscoverResult (`2026-07-28 server/discover`), a legacy one in its answer to
`initialize` (`2025-11-25 basic/lifecycle#initialization`). A recording made by somebody else may hold neither: then the
`_meta` of any request of ours names the modern version.
"""

from dataclasses import dataclass, field

from inspector.protocol.envelope import PREFIX, SERVER_INFO
from inspector.protocol.exchanges import Exchange
from inspector.wire.events import Opened, Transport
from inspector.wire.json import Json
from inspector.wire.jsonrpc import MODERN_ERRORS, Error, Result
from inspector.wire.versions import LEGACY, MODERN, REVISIONS, Era, Revision, best_common, era_of


@dataclass(slots=True)
class Identity:
    """What is known of the present attempt. `version` is empty until it is known; `declared` is what we declared.

    `supported` is the server's list of versions, None where it gave none. `server_info` is as it was sent.
    """

    attempt: int = 0
    transport: Transport | None = None
    target: str = ""
    era: Era | None = None
    version: str = ""
    supported: tuple[Json, ...] | None = None
    server_info: Json = None
    capabilities: dict[str, Json] = field(default_factory=dict)
    instructions: str | None = None
    declared: dict[str, Json] = field(default_factory=dict)
    http_session: str = ""

    @property
    def revision(self) -> Revision | None:
        """The row of the table of revisions, None while the version is unknown."""
        return REVISIONS.get(self.version)

    @property
    def on_http(self) -> bool:
        """Whether the messages travel over HTTP."""
        return self.transport is not None and self.transport != "stdio"

    @property
    def mirrors(self) -> bool:
        """Whether headers mirror what a message says: the modern era on HTTP."""
        return self.on_http and self.era == "modern"

    @property
    def name(self) -> str:
        """What the server calls itself, its title before its name; an empty text where neither is usable."""
        return server_name(self.server_info)

    @property
    def server_version(self) -> str:
        """The server's version as it says it, or an empty text."""
        return _member(self.server_info, "version")

    def opened(self, event: Opened) -> None:
        """A transport begins: nothing of the one before holds any more."""
        self.attempt, self.transport = event.attempt, event.transport
        self.target = event.url or " ".join(event.command)
        self.era, self.version, self.supported = None, "", None
        self.server_info, self.capabilities, self.instructions = None, {}, None
        self.declared, self.http_session = {}, ""

    def asked(self, exchange: Exchange, params: Json) -> None:
        """A request of ours left while the era was unknown; its params may tell it."""
        if not isinstance(params, dict):
            return
        if exchange.method == "initialize":
            capabilities = params.get("capabilities")
            self.declared = capabilities if isinstance(capabilities, dict) else {}
            return
        meta = params.get("_meta")
        version = meta.get(PREFIX + "protocolVersion") if isinstance(meta, dict) else None
        declared = meta.get(PREFIX + "clientCapabilities") if isinstance(meta, dict) else None
        self.declared = declared if isinstance(declared, dict) else self.declared
        if exchange.method != "server/discover" and isinstance(version, str) and era_of(version) == "modern":
            self.era, self.version = "modern", version

    def answered(self, exchange: Exchange, answer: Result | Error | None, asked: Json) -> None:
        """An answer to `server/discover` or `initialize`; `asked` are the request's params."""
        if exchange.method == "server/discover":
            self._discovered(answer, asked)
        elif isinstance(answer, Result) and isinstance(answer.result, dict):
            result = answer.result
            version = result.get("protocolVersion")
            if isinstance(version, str) and version in LEGACY:
                self.era, self.version = "legacy", version
            self._take(result, result.get("serverInfo"))

    def _discovered(self, answer: Result | Error | None, asked: Json) -> None:
        meta = asked.get("_meta") if isinstance(asked, dict) else None
        version = meta.get(PREFIX + "protocolVersion") if isinstance(meta, dict) else None
        wanted = version if isinstance(version, str) else MODERN[-1]
        if isinstance(answer, Error):
            if answer.code in MODERN_ERRORS:
                self.era, self.version = "modern", wanted
            return
        if answer is None or not isinstance(answer.result, dict):
            return
        result = answer.result
        supported = result.get("supportedVersions")
        if not isinstance(supported, list) or not supported or not all(isinstance(one, str) for one in supported):
            return
        self.era, self.supported = "modern", tuple(supported)
        self.version = wanted if wanted in supported else best_common(supported, MODERN) or ""
        inner = result.get("_meta")
        info = inner.get(SERVER_INFO) if isinstance(inner, dict) else None
        self._take(result, info if info is not None else result.get("serverInfo"))

    def _take(self, result: dict[str, Json], info: Json) -> None:
        capabilities, instructions = result.get("capabilities"), result.get("instructions")
        self.server_info = info
        self.capabilities = capabilities if isinstance(capabilities, dict) else {}
        self.instructions = instructions if isinstance(instructions, str) else None


def server_name(info: Json) -> str:
    """What a `serverInfo` says that the server is called, as `Identity.name`."""
    return _member(info, "title") or _member(info, "name")


def _member(info: Json, name: str) -> str:
    value = info.get(name) if isinstance(info, dict) else None
    return value if isinstance(value, str) and value.strip() else ""
