"""Every way of connecting to a target: each transport with each revision, newest first."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.client.connector import TargetConnector
from inspector.client.options import Options
from inspector.wire.events import Transport
from inspector.wire.versions import REVISIONS, Era

UNKNOWN: Final = "1999-12-31"
"""A version that nobody speaks: what a server answers to it shows whether it negotiates or echoes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One way: what is asked for. `version` is one of our revisions and `era` its own, or it is `UNKNOWN`."""

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


def unknown(options: Options, transport: Transport) -> Asked | None:
    """The way that offers a version that nobody speaks; None where mode or version is pinned to something else.

    `2025-11-25 basic/lifecycle#version-negotiation`: a server answers it with a version that it does speak.
    """
    return Asked(transport, "legacy", UNKNOWN) if options.mode != "modern" and options.version is None else None
