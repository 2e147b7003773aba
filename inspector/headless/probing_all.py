"""`probe --all`: every era, version and transport in turn, each on a connection of its own; one table."""

from dataclasses import dataclass, replace

from inspector.analysis.handshake import steps_json
from inspector.client import Client
from inspector.client.connector import TargetConnector
from inspector.client.ways import ways
from inspector.errors import InspectorError
from inspector.headless.asking import Asking
from inspector.headless.live import DONE, Ending, Setup
from inspector.headless.output import Output, table
from inspector.journal import Journal
from inspector.protocol.negotiation import Agreed
from inspector.wire.events import Transport
from inspector.wire.json import Json
from inspector.wire.versions import Era


@dataclass(frozen=True, slots=True)
class Way:
    """One way of connecting, and what came of it: `agreed` or `fault`; `ms` it took."""

    transport: Transport
    era: Era
    version: str
    agreed: Agreed | None = None
    fault: InspectorError | None = None
    ms: float = 0.0
    steps: tuple[Json, ...] = ()

    def as_json(self) -> dict[str, Json]:
        """An entry of the list: what was asked for, and what came out."""
        agreed, fault = self.agreed, self.fault
        return {
            "asked": {"transport": self.transport, "era": self.era, "protocolVersion": self.version},
            "connected": agreed is not None,
            "transport": agreed.transport if agreed else None,
            "era": agreed.era if agreed else None,
            "protocolVersion": agreed.version if agreed else None,
            "serverInfo": agreed.server_info if agreed and isinstance(agreed.server_info, dict) else None,
            "capabilities": agreed.capabilities if agreed else None,
            "error": None
            if fault is None
            else {"kind": fault.kind, "message": fault.account, "exitCode": fault.exit_code},
            "ms": round(self.ms, 3),
            "steps": list(self.steps),
        }

    def row(self) -> tuple[str, ...]:
        """A line of the table."""
        if self.agreed is None:
            said = f"✗ {self.fault.account if self.fault else ''}"
        elif self.agreed.version == self.version:
            said = "✓"
        else:
            said = f"✓ answered {self.agreed.version}"
        return self.transport, self.era, self.version, f"{self.ms:.0f} ms", said.rstrip()


async def probe_all(setup: Setup, output: Output, journal: Journal) -> Ending:
    """Try each way; print the table, or with `--json` a list. Raises the first fault if no way led to a connection."""
    connector = TargetConnector(setup.target, connect_timeout=setup.options.connect_timeout, insecure=setup.insecure)
    tried: list[Way] = []
    asked = Asking()
    async with Client(connector, setup.options, journal=journal, ask=asked, rules=setup.rules) as client:
        for asked_for in list(ways(setup.options, connector)):
            way = Way(asked_for.transport, asked_for.era, asked_for.version)
            connector.preferred, connector.fixed = way.transport, True
            tried.append(await _try(client, setup, way))
    rows = table([("transport", "era", "version", "took", "outcome"), *(one.row() for one in tried)])
    faults = [one.fault for one in tried if one.fault is not None]
    if faults and len(faults) == len(tried):
        output.complain(rows)
        raise faults[0]
    output.data([one.as_json() for one in tried], rows)
    return DONE


async def _try(client: Client, setup: Setup, way: Way) -> Way:
    began, here = client.journal.now(), len(client.journal)
    agreed: Agreed | None = None
    failed: InspectorError | None = None
    try:
        agreed = await client.connect(replace(setup.options, mode=way.era, version=way.version))
        await client.disconnect()
    except InspectorError as fault:
        failed = fault
    ms = (client.journal.now() - began) * 1000
    steps = tuple(steps_json(client.journal.records[here:]))
    return replace(way, agreed=agreed, fault=failed, ms=ms, steps=steps)
