"""Every way of connecting to a target: each transport with each revision, newest first."""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.client.connector import TargetConnector
from inspector.client.options import Options
from inspector.wire.events import Transport
from inspector.wire.versions import REVISIONS, Era


@dataclass(frozen=True, slots=True)
class Asked:
    """One way: what is asked for. `version` is one of our revisions, and `era` its own."""

    transport: Transport
    era: Era
    version: str


def transports(connector: TargetConnector) -> tuple[Transport, ...]:
    """The transports that a target can be reached by, as far as none is pinned, the preferred one first."""
    if connector.fixed or connector.preferred == "stdio":
        return (connector.preferred,)
    return "streamable-http", "http+sse"


def ways(options: Options, connector: TargetConnector) -> Iterator[Asked]:
    """All that can be asked for, as far as mode, version and transport are not pinned."""
    for transport in transports(connector):
        for revision in reversed(REVISIONS.values()):
            if options.mode not in ("auto", revision.era) or options.version not in (None, revision.name):
                continue
            if transport == "http+sse" and revision.era == "modern":
                continue  # the transport ended before the era began
            yield Asked(transport, revision.era, revision.name)
