"""The bridge's side of interference: what is held, the rules, and what the person does with them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from inspector.analysis.interference.accounts import whose
from inspector.analysis.interference.holding import Verdict
from inspector.analysis.interference.interference import HOLD, Interference
from inspector.tui.widgets.held_rows import FaultRow, HeldRow

if TYPE_CHECKING:
    from inspector.tui.bridge import Bridge


@dataclass
class HeldChanged(Message):
    """What is held, or a rule, is another."""

    def can_replace(self, message: Message) -> bool:
        """Whoever gets it looks at what there is then."""
        return isinstance(message, HeldChanged)


@dataclass
class HoldRefused(Message):
    """What was to be done with what is held could not be; `why` is a sentence."""

    why: str


class BridgeHolding:
    """Made by the bridge; without a client there is nothing held, and nothing can be."""

    def __init__(self, bridge: "Bridge") -> None:
        self._bridge = bridge

    @property
    def _interference(self) -> Interference | None:
        client = self._bridge.client
        return client.interference if client is not None else None

    @property
    def possible(self) -> bool:
        """Whether something can be held: there is a server."""
        return not self._bridge.is_replay

    @property
    def held(self) -> tuple[HeldRow, ...]:
        """What waits, oldest first."""
        found = self._interference
        return tuple(
            HeldRow(
                one.number,
                one.since,
                one.passing.way,
                one.row.kind,
                one.row.method,
                one.row.name,
                one.row.id_text,
                one.passing.raw.decode("utf-8", "replace"),
                len(one.passing.raw),
                f"{whose(one.rule)} {'holds it' if one.for_person else 'delays it'}",
                one.until,
            )
            for one in (found.held if found is not None else ())
        )

    @property
    def rules(self) -> tuple[FaultRow, ...]:
        """The rules of the file, in their order."""
        found = self._interference
        return tuple(
            FaultRow(
                one.rule.number,
                one.rule.called,
                one.rule.action,
                one.rule.match,
                one.rule.direction,
                one.rule.enabled,
                one.seen,
                one.applied,
            )
            for one in (found.rules if found is not None else ())
            if one.rule.number != HOLD
        )

    @property
    def holding(self) -> str:
        """The person's own filter; empty if nothing is to be held."""
        found = self._interference
        return found.holding if found is not None else ""

    @property
    def waiting(self) -> int:
        """How many messages wait for the person."""
        found = self._interference
        return sum(one.for_person for one in found.held) if found is not None else 0

    def holds_of(self, op: int) -> bool:
        """Whether a message of an operation waits for the person."""
        found = self._interference
        return found is not None and any(one.for_person and found.op_of(one.request) == op for one in found.held)

    def hold(self, text: str) -> None:
        """Hold what fits this; empty: nothing more. Raises UsageError for what is no filter."""
        found = self._interference
        if found is not None:
            found.hold(text)

    def let_go(self, number: int, verdict: Verdict, text: str = "", seconds: float = 0.0) -> None:
        """Do that with what is held; nothing if it has gone."""
        found = self._interference
        held = next((one for one in found.held if one.number == number), None) if found is not None else None
        if found is not None and held is not None:
            found.let_go(held, verdict, text=text, seconds=seconds)

    def let_all_go(self) -> int:
        """Let everything go; how many."""
        found = self._interference
        return found.let_all_go() if found is not None else 0

    def switch(self, number: int, *, on: bool) -> None:
        """Switch a rule on or off."""
        found = self._interference
        if found is not None:
            found.switch(number, on=on)
