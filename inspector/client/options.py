"""How to connect and how long to wait, and what makes the transports."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from inspector.config.faults import FaultRule
from inspector.config.settings import Approve
from inspector.journal import Log
from inspector.protocol.negotiation import Mode
from inspector.transports import Transport
from inspector.transports.auth.wish import Wish
from inspector.wire import events
from inspector.wire.json import Json

CAPABILITIES: Mapping[str, Json] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {"tools": {}},
    "roots": {"listChanged": True},
    "extensions": {
        "io.modelcontextprotocol/tasks": {},
        "io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]},
    },
}
"""What we declare unless the person says otherwise: all that can be answered here.

Of the extensions, tasks are followed to their end, and the pages of MCP Apps are shown as the data that they are.
"""


class Connector(Protocol):
    """Makes transports to one target."""

    preferred: events.Transport
    fixed: bool

    def make(self, kind: events.Transport, journal: Log, attempt: int, numbers: Iterator[int]) -> Transport:
        """A transport that is not open yet. `numbers` counts the HTTP exchanges of the session."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to connect and how long to wait. Times in seconds; `capabilities` replaces what we declare.

    `log_level` asks for log messages, with each request or by `logging/setLevel`; `trace` (`traceparent`, `tracestate`,
    `baggage`) goes into the `_meta` of each request. Without them nothing of the kind is sent. `approve` says which
    calls wait for a yes before they go out, `faults` what is done on purpose to the messages on their way.
    `authorization` says how a token is got where the server wants one; None: none is.
    With `any_version` a legacy server may answer with a version that we do not know.
    """

    mode: Mode = "auto"
    version: str | None = None
    timeout: float = 60.0
    max_timeout: float = 600.0
    connect_timeout: float = 60.0
    probe_timeout: float = 10.0
    capabilities: Mapping[str, Json] = field(default_factory=lambda: CAPABILITIES)
    client_info: Mapping[str, Json] | None = None
    roots: tuple[str, ...] = ()
    max_rounds: int = 10
    log_level: str | None = None
    trace: Mapping[str, str] = field(default_factory=dict)
    approve: Approve = "none"
    faults: tuple[FaultRule, ...] = ()
    authorization: Wish | None = None
    any_version: bool = False
