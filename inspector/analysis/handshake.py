"""How a connection came about: each thing that was tried, what came of it, and why we went on as we did."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.protocol.terms import Mode
from inspector.wire.events import Decision, Opened, Record, Transport
from inspector.wire.versions import Era

TOPICS: Final = frozenset({"era", "version", "transport"})
"""The topics of decisions that are steps of a handshake."""

CUT_SHORT: Final = "cut short"
"""The verdict of the decision that an attempt is given up before anything has come of it."""

_MODES: Final[dict[object, Mode]] = {"auto": "auto", "modern": "modern", "legacy": "legacy"}

_GOES_ON: Final = frozenset({"legacy, starting again", "starting again", "try HTTP+SSE", "HTTP+SSE"})
"""The verdicts after which the negotiation opens another transport itself (`protocol.negotiation`)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: record `seq` is the decision, `records` those that it rests on."""

    seq: int
    decision: Decision

    def as_json(self) -> dict[str, Any]:
        """The step as `probe --json` has it."""
        decision = self.decision
        return {
            "action": decision.action,
            "sent": decision.sent,
            "outcome": decision.outcome,
            "verdict": decision.verdict,
            "because": decision.because,
            "clause": decision.clause,
            "ms": None if decision.ms is None else round(decision.ms, 1),
            "records": list(decision.records),
        }


@dataclass(slots=True)
class Handshake:
    """One attempt to connect, over as many processes or connections as it took (`opened`, in order).

    `began` is in seconds of the session; `seq` the first record. `era` and `version` are what came out, None and empty
    while they are open. `over`: the connection that it led to has ended. `cut_short`: we gave it up before anything had
    come of it, which says nothing of the server.

    `observed` are the steps of a client that is not ours, as what crossed shows them, where no record tells of steps.

    `mode` and `version_asked` are how it was to be made, None and empty where the records do not tell or no version was
    asked for.
    """

    seq: int
    began: float
    opened: list[Opened] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    observed: list[Step] = field(default_factory=list)
    era: Era | None = None
    version: str = ""
    over: bool = False
    cut_short: bool = False
    mode: Mode | None = None
    version_asked: str = ""

    @property
    def transport(self) -> Transport:
        """The transport that it came to."""
        return self.opened[-1].transport

    @property
    def ms(self) -> float:
        """What its steps cost together."""
        return sum(step.decision.ms or 0.0 for step in self.steps)

    @property
    def goes_on(self) -> bool:
        """Whether the next transport that is opened still belongs to it."""
        last = self.steps[-1].decision if self.steps else None
        return self.era is None and last is not None and last.verdict in _GOES_ON and last.action != "GET"


def asked_for(decision: Decision) -> tuple[Mode | None, str]:
    """The mode and the version that a decision to connect names, as far as it is of the usual shape."""
    data = decision.data if isinstance(decision.data, dict) else {}
    mode, version = data.get("mode"), data.get("version")
    return _MODES.get(mode) if isinstance(mode, str) else None, version if isinstance(version, str) else ""


def steps_json(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The steps of all attempts among these records, in order."""
    return [
        Step(record.seq, record.event).as_json()
        for record in records
        if isinstance(record.event, Decision) and record.event.topic in TOPICS
    ]
