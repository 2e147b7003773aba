"""`probe --all`: every era, version and transport in turn, each on a connection of its own; one table.

A server with legacy versions is offered one that nobody speaks as well, to see whether it negotiates.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspector.analysis.handshake import steps_json
from inspector.client import Client
from inspector.client.authorizing import connector_of
from inspector.client.connector import TargetConnector
from inspector.client.ways import UNKNOWN, Asked, unknown, ways
from inspector.errors import AuthorizationNeeded, InspectorError, NoCommonVersion, TimedOut
from inspector.headless.asking import Asking
from inspector.headless.live import DONE, Ending, Setup
from inspector.headless.output import Output, table
from inspector.headless.signing_in import person
from inspector.journal import Journal
from inspector.protocol.negotiation import Agreed
from inspector.wire.json import Json

AFTER_SILENCE: Final = 5.0
"""Seconds that each further way is given, once the server has let all of the time pass in one: else a server that says
nothing would be waited for once a version."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of connecting, and what came of it: `agreed` or `fault`; `ms` it took."""

    asked: Asked
    agreed: Agreed | None = None
    fault: InspectorError | None = None
    ms: float = 0.0
    steps: tuple[dict[str, Json], ...] = ()

    @property
    def answered(self) -> str:
        """What `initialize` came to when a version that nobody speaks was offered; empty for the other ways.

        `negotiates`: a version of ours; `echoes`: the one that was offered; `another`: one that we do not know;
        `refuses`: an error; `nothing`: no answer.
        """
        if self.asked.version != UNKNOWN:
            return ""
        if self.agreed is not None:
            return "negotiates"
        step = next((one for one in self.steps if one["action"] == "initialize"), None)
        if isinstance(self.fault, NoCommonVersion) and step is not None and step["verdict"] == "no common version":
            return "echoes" if step["outcome"] == f"protocolVersion {UNKNOWN}" else "another"
        return "refuses" if step is not None and step["verdict"] in ("refused", "modern only") else "nothing"

    def as_json(self) -> dict[str, Json]:
        """An entry of the list: what was asked for, and what came out."""
        agreed, fault = self.agreed, self.fault
        return {
            "asked": {
                "transport": self.asked.transport,
                "era": self.asked.era,
                "protocolVersion": self.asked.version,
            },
            "connected": agreed is not None,
            "transport": agreed.transport if agreed else None,
            "era": agreed.era if agreed else None,
            "protocolVersion": agreed.version if agreed else None,
            "serverInfo": agreed.server_info if agreed and isinstance(agreed.server_info, dict) else None,
            "capabilities": agreed.capabilities if agreed else None,
            "error": None
            if fault is None
            else {"kind": fault.kind, "message": fault.account, "exitCode": fault.exit_code},
            "followsNegotiation": _FOLLOWS.get(self.answered),
            "ms": round(self.ms, 3),
            "steps": list(self.steps),
        }

    def row(self) -> tuple[str, ...]:
        """A line of the table."""
        if self.answered in _MEANS:
            said = _MEANS[self.answered]
        elif self.agreed is None:
            said = f"✗ {_told(self.fault)}"
        elif self.answered:
            said = f"✓ no such version: it answered {self.agreed.version}, as it must"
        elif self.agreed.version == self.asked.version:
            said = "✓"
        else:
            said = f"✓ answered {self.agreed.version}"
        return self.asked.transport, self.asked.era, self.asked.version, f"{self.ms:.0f} ms", said.rstrip()


def _told(fault: InspectorError | None) -> str:
    """What became of a way. That of an authorization is the same for all of them, and told once below the table."""
    if fault is None:
        return ""
    return fault.message if isinstance(fault, AuthorizationNeeded) else fault.account


_MEANS: Final = {
    "echoes": "✗ no such version, and it agreed to it: it must answer with one that it speaks",
    "another": "✗ no such version, and it answered with one that we do not know either",
}
_FOLLOWS: Final = {"negotiates": True, "echoes": False}


async def probe_all(setup: Setup, output: Output, journal: Journal) -> Ending:
    """Try each way; print the table, or with `--json` a list. Raises the most telling fault if no way led to a
    connection."""
    connector, authorizer = connector_of(setup.target, setup.options, journal, insecure=setup.insecure, person=person())
    asked = Asking()
    async with Client(connector, setup.options, journal=journal, ask=asked, rules=setup.rules) as client:
        if authorizer is not None:
            authorizer.waits = client.wait_outside
        tried: list[Way] = []
        for one in tuple(ways(setup.options, connector)):
            tried.append(await _try(client, connector, setup, one, silent=_is_silent(tried)))
        spoken = next((one.asked.transport for one in tried if one.agreed and one.agreed.era == "legacy"), None)
        another = unknown(setup.options, spoken) if spoken is not None else None
        if another is not None:
            tried.append(await _try(client, connector, setup, another))
    rows = table([("transport", "era", "version", "took", "outcome"), *(one.row() for one in tried)])
    faults = [one.fault for one in tried if one.fault is not None]
    if faults and len(faults) == len(tried):
        output.complain(rows)
        raise _telling(faults)
    output.data([one.as_json() for one in tried], rows)
    return DONE


def _telling(faults: Sequence[InspectorError]) -> InspectorError:
    """The fault that stands for all: the first of an authorization, else the first that is more than that the server
    does not speak what one way asked for."""
    wanted = (fault for fault in faults if isinstance(fault, AuthorizationNeeded))
    broken = (fault for fault in faults if not isinstance(fault, NoCommonVersion))
    return next(wanted, None) or next(broken, None) or faults[0]


def _is_silent(tried: Sequence[Way]) -> bool:
    """Whether the server has let all of the time pass in some way."""
    return any(isinstance(one.fault, TimedOut) for one in tried)


async def _try(client: Client, connector: TargetConnector, setup: Setup, way: Asked, *, silent: bool = False) -> Way:
    patience = min(setup.options.connect_timeout, AFTER_SILENCE) if silent else setup.options.connect_timeout
    connector.preferred, connector.fixed = way.transport, True
    began, here = client.journal.now(), len(client.journal)
    agreed: Agreed | None = None
    failed: InspectorError | None = None
    try:
        asked = replace(setup.options, mode=way.era, version=way.version, connect_timeout=patience)
        agreed = await client.connect(asked)
        await client.disconnect()
    except InspectorError as fault:
        failed = fault
    ms = (client.journal.now() - began) * 1000
    steps = tuple(steps_json(client.journal.records[here:]))
    return Way(way, agreed, failed, ms, steps)
