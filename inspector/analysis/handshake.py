"""How a connection came about: each thing that was tried, what came of it, and why we went on as we did."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.wire.events import Decision, Opened, Transport
from inspector.wire.versions import Era

TOPICS: Final = frozenset({"era", "version", "transport"})
"""The topics of decisions that are steps of a handshake."""

_GOES_ON: Final = frozenset({"legacy, starting again", "try HTTP+SSE", "HTTP+SSE"})
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
    while they are open. `over`: the connection that it led to has ended.
    """

    seq: int
    began: float
    opened: list[Opened] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    era: Era | None = None
    version: str = ""
    over: bool = False

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


def steps_json(handshakes: Iterable[Handshake]) -> list[dict[str, Any]]:
    """The steps of these handshakes, in order."""
    return [step.as_json() for handshake in handshakes for step in handshake.steps]
