"""What a tap holds while its recording is shown, in the place of what our own client holds (`bridge_holding`)."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from textual.message import Message

from inspector.analysis.interference.holding import Verdict
from inspector.analysis.interference.ruling import at_work
from inspector.config.faults import FaultRule
from inspector.config.places import places
from inspector.journal import Journal
from inspector.recording import Recording
from inspector.serving.tap.attached import Attached
from inspector.tui.bridge_holding import HeldChanged, HoldRefused
from inspector.tui.widgets.held_rows import FaultRow, HeldRow

_TRIES: Final = 10  # the recording of a tap that has just begun is there before its socket
_TURN: Final = 0.3


class TapHolding:
    """As `BridgeHolding`, of the tap that writes this recording; nothing is held where none does, or it cannot be
    reached."""

    def __init__(self, recording: Recording, journal: Journal, post: Callable[[Message], Any]) -> None:
        self._recording = recording
        self._post = post
        self._attached = Attached(self._changed, journal.now)

    async def run(self) -> None:
        """Stay attached until the tap ends."""
        if self._recording.header.target.get("tap") is not True:
            return
        socket = places().tap_socket(self._recording.path)
        for _ in range(_TRIES):
            if await self._attached.run(socket):
                return
            await asyncio.sleep(_TURN)

    def _changed(self) -> None:
        self._post(HeldChanged())
        if self._attached.fault:
            self._post(HoldRefused(self._attached.fault))

    @property
    def possible(self) -> bool:
        """Whether something can be held: the tap is reached."""
        return self._attached.there

    @property
    def held(self) -> tuple[HeldRow, ...]:
        """What waits, oldest first."""
        return tuple(
            HeldRow(
                one.number,
                since,
                one.way,
                one.kind,
                one.method,
                one.name,
                one.id,
                one.text,
                one.bytes,
                one.because,
                None if one.left is None else since + one.waited + one.left,
            )
            for since, one in self._attached.held.values()
        )

    @property
    def rules(self) -> tuple[FaultRow, ...]:
        """The rules of the tap's file, in their order."""
        return tuple(
            FaultRow(one.number, one.called, one.action, one.match, one.direction, one.on, one.seen, one.applied)
            for one in self._attached.rules.rules
        )

    @property
    def holding(self) -> str:
        """The hold filter; empty if nothing is to be held."""
        return self._attached.rules.holding

    @property
    def waiting(self) -> int:
        """How many messages wait for the person."""
        return sum(one.left is None for _, one in self._attached.held.values())

    def holds_of(self, op: int) -> bool:
        """A tap records what has passed: there is no operation yet."""
        return False

    def hold(self, text: str) -> None:
        """Hold what fits this; empty: nothing more. Raises UsageError for what is no filter."""
        if text.strip():
            at_work(FaultRule("hold", text, where="your hold filter"))
            self._attached.tell("hold", match=text)
        else:
            self._attached.tell("stop-holding")

    def let_go(self, number: int, verdict: Verdict, text: str = "", seconds: float = 0.0) -> None:
        """Do that with what is held; nothing if it has gone."""
        deed = "let-go" if verdict == "pass" else verdict
        self._attached.tell(deed, number=number, text=text, seconds=seconds)

    def let_all_go(self) -> int:
        """Let everything go; how many."""
        self._attached.tell("let-all-go")
        return len(self._attached.held)

    def switch(self, number: int, *, on: bool) -> None:
        """Switch a rule on or off."""
        self._attached.tell("rule", number=number, on=on)
