"""What a negotiation is given and what comes out of it, with the clauses that its decisions cite."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inspector.protocol.envelope import Speech
from inspector.protocol.steps import Step
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.versions import LATEST_LEGACY, LEGACY, Era

Mode = Literal["auto", "modern", "legacy"]

STDIO: Final = "2026-07-28 basic/transports/stdio#backward-compatibility"
HTTP: Final = "2026-07-28 basic/transports/streamable-http#backward-compatibility"
SSE: Final = "2026-07-28 basic/transports/streamable-http#http-sse-transport-2024-11-05"
VERSIONS: Final = "2026-07-28 basic/versioning#protocol-version-negotiation"
CODES: Final = "2026-07-28 basic/index#error-codes"


def lifecycle(section: str, version: str) -> str:
    """The clause on the handshake in the revision that it is about; in the newest for a name that is none."""
    return f"{version if version in LEGACY else LATEST_LEGACY} basic/lifecycle#{section}"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asked for. `transport` is the one that is open; `fixed` forbids a change to another.

    `any_version`: go on with what `initialize` is answered with, though we do not know it.
    """

    speaker: Speech
    mode: Mode = "auto"
    version: str | None = None
    transport: events.Transport = "stdio"
    fixed: bool = False
    probe_timeout: float = 10.0
    any_version: bool = False


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
"""A conversation that ends in an agreement, or raises."""
