"""How a recorded server presented itself, and how it presents itself in either era.

Source: `2026-07-28 server/discover`, `2026-07-28 basic/versioning`, `2025-11-25 basic/lifecycle#initialization`.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inspector.analysis.identity import Identity, server_name
from inspector.protocol.envelope import SERVER_INFO
from inspector.wire.json import Json
from inspector.wire.versions import LATEST_LEGACY, LEGACY, MODERN, Era

_NEEDED: Final = {
    "tools/list": "tools",
    "tools/call": "tools",
    "resources/list": "resources",
    "resources/read": "resources",
    "resources/templates/list": "resources",
    "prompts/list": "prompts",
    "prompts/get": "prompts",
    "completion/complete": "completions",
    "logging/setLevel": "logging",
}
"""The capability without which a client does not use a method."""

_OF_ONE_ERA: Final = frozenset({"tasks", "extensions"})
"""Capabilities that mean something else, or nothing, in the other era."""


@dataclass(slots=True)
class Opening:
    """What is known; `era` is None while no server was met. `discover` and `initialize` are results as recorded."""

    era: Era | None = None
    version: str = ""
    info: Json = None
    capabilities: Mapping[str, Json] = field(default_factory=dict)
    instructions: str | None = None
    discover: dict[str, Json] | None = None
    initialize: dict[str, Json] | None = None

    def learn(self, identity: Identity) -> None:
        """Take in what the session has come to know; a later attempt that comes to nothing changes nothing."""
        if identity.era is None:
            return
        self.era, self.version = identity.era, identity.version
        if identity.server_info is not None or identity.capabilities:
            self.info, self.capabilities = identity.server_info, identity.capabilities
            self.instructions = identity.instructions

    def answered(self, method: str, result: Json) -> None:
        """Keep the recorded answer to `server/discover` or `initialize`."""
        if isinstance(result, dict) and method == "initialize":
            self.initialize = result
        elif isinstance(result, dict) and "supportedVersions" in result:
            self.discover = result

    def completed(self, methods: AbstractSet[str]) -> "Opening":
        """With the capabilities that these methods need, where the recording has no handshake."""
        if self.capabilities:
            return self
        needed: dict[str, Json] = {_NEEDED[method]: {} for method in sorted(methods) if method in _NEEDED}
        return replace(self, capabilities=needed)

    @property
    def name(self) -> str:
        """What the server calls itself; an empty text where it says nothing usable. Foreign text."""
        return server_name(self.info)

    def offers(self, capability: str, feature: str = "") -> bool:
        """Whether a capability, and a feature of it, was declared."""
        declared = self.capabilities.get(capability)
        return isinstance(declared, dict) and (not feature or declared.get(feature) is True)

    def discovered(self) -> dict[str, Any]:
        """A DiscoverResult: as recorded, or made of what `initialize` told."""
        if self.era == "modern" and self.discover is not None:
            return {**self.discover, "supportedVersions": list(MODERN)}
        result: dict[str, Any] = {
            "resultType": "complete",
            "supportedVersions": list(MODERN),
            "capabilities": self._capabilities("modern"),
            "ttlMs": 0,
            "cacheScope": "private",
        }
        if self.instructions is not None:
            result["instructions"] = self.instructions
        return {**result, "_meta": {SERVER_INFO: self._info()}}

    def initialized(self, asked: str) -> dict[str, Any]:
        """An InitializeResult: as recorded if the recorded version is asked for, else in the version that is asked."""
        version = asked if asked in LEGACY else self.version if self.version in LEGACY else LATEST_LEGACY
        if self.era == "legacy" and self.initialize is not None:
            return {**self.initialize, "protocolVersion": version}
        result: dict[str, Any] = {
            "protocolVersion": version,
            "capabilities": self._capabilities("legacy"),
            "serverInfo": self._info(),
        }
        return result if self.instructions is None else {**result, "instructions": self.instructions}

    def _capabilities(self, era: Era) -> dict[str, Json]:
        if era == self.era:
            return dict(self.capabilities)
        return {name: value for name, value in self.capabilities.items() if name not in _OF_ONE_ERA}

    def _info(self) -> Json:
        return self.info if isinstance(self.info, dict) else {"name": "recording", "version": "0"}
