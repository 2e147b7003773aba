"""Sessions beside each other: what compares the shown one with another, and what sends requests again.

`C` compares with a recording, `S` sends a recording again: from a recording to a server that is asked for, from a
session with a server a recording that is asked for. A place that has requests or recordings posts `ResendWanted`,
`SendAgain` or `CompareSessions`.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from inspector.errors import InspectorError
from inspector.tui.bridge_told import Connected
from inspector.tui.numbers import count
from inspector.tui.screens.twin_choosing import THIS, TwinChoosing
from inspector.tui.screens.wishes import CompareSessions, ResendWanted, Said, SendAgain
from inspector.tui.start import Again
from inspector.wire.json import Json
from inspector.wire.methods import LISTS

if TYPE_CHECKING:
    from inspector.analysis.compare.judging import Pair
    from inspector.analysis.compare.sessions import Comparison
    from inspector.analysis.compare.side import Side
    from inspector.client.replaying import Replaying
    from inspector.tui.screens.twins import TwinsPane
    from inspector.tui.screens.twins_shown import Names

_OFTEN: Final = 0.1
"""Seconds between two looks at the answers that came."""
_PATIENCE: Final = 20
"""How many times so long the lists of a server are waited for, before what it offers is compared."""


class TwinScreen(TwinChoosing):
    """A screen whose session can be held against another."""

    def __init__(self) -> None:
        super().__init__()
        self._last: CompareSessions | SendAgain | None = None
        self._run: Replaying | None = None
        self._fresh: list[Pair] = []
        self._waited = 0

    def on_connected(self, message: Connected) -> None:
        """The server is there for which something was kept to be sent again."""
        again = self.start.again
        if again is not None and message.agreed is not None and self._last is None:
            self.send_recorded(SendAgain(again.path, again.only))

    # ── two sessions ────────────────────────────────────────────────────────────────────────────────────────────────

    def on_compare_sessions(self, message: CompareSessions) -> None:
        """A place wants two compared."""
        message.stop()
        self.hold_against(message)

    def hold_against(self, message: CompareSessions) -> None:
        """Two sessions, the second the one that is shown unless another is named."""
        from inspector.tui.screens.twins_shown import Names

        names = Names(message.first.name, message.second.name if message.second else self._own, self._here(message))
        self._begin(message, names, lambda: self._compare(message))

    @property
    def _own(self) -> str:
        recording = self.recording
        return recording.name if self.is_replay and recording is not None else THIS

    def _here(self, message: CompareSessions) -> Literal["first", "second", ""]:
        shown = self.recording
        if message.second is None or message.second == shown:
            return "second"
        return "first" if message.first == shown else ""

    def _begin(
        self, message: CompareSessions | SendAgain, names: "Names", work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        self._last = message
        self._stop()
        self._come_from()

        def begin() -> None:
            self.twins.begin(names, "reading")
            self.run_worker(work(), group="twins", exclusive=True)

        self.go("twins", then=begin)

    async def _compare(self, message: CompareSessions) -> None:
        from inspector.tui.twin_rows import rows_of
        from inspector.tui.twin_work import called, compared, read_side

        try:
            first, one = await self._read_file(message.first, "A")
            if message.second is None:
                two = await read_side(self.model.records, self.twins.progress, "B")
                recording, own = self.recording, self.start.opened
                second = called(recording, own, two) if recording is not None and own is not None else THIS
            else:
                second, two = await self._read_file(message.second, "B")
        except InspectorError as fault:
            self.twins.fail(f"{fault.message} {fault.why}")
            return
        self.twins.call_them(first, second)
        rows = await asyncio.to_thread(rows_of, await compared(one, two, self.twins.progress))
        self.twins.show(rows, (one.catalog, two.catalog))

    async def _read_file(self, path: Path, what: str) -> "tuple[str, Side]":
        from inspector.tui.twin_work import called, opened, read_side

        self.twins.progress(f"reading {what}")
        recording = await opened(path)
        side = await read_side(recording.records, self.twins.progress, what)
        return called(path, recording, side), side

    # ── sending again ───────────────────────────────────────────────────────────────────────────────────────────────

    def on_resend_wanted(self, message: ResendWanted) -> None:
        """The requests that some records belong to."""
        message.stop()
        self.run_worker(self._resend(message.seqs), group="twins", exclusive=True)

    async def _resend(self, seqs: Sequence[int]) -> None:
        from inspector.tui.twin_work import read_side, requests_of

        if self.cannot_send:
            self.say_unsendable()
            return
        side = await read_side(self.model.records, lambda _: None, "")
        only = requests_of(seqs, side, self.model.timeline)
        if not only:
            self.say("No request of yours is among these records, only what the client sends of itself.")
        elif self.is_replay and self.recording is not None:
            self._ask_server(Again(self.recording, only))
        else:
            self.send_recorded(SendAgain(None, only))

    def on_send_again(self, message: SendAgain) -> None:
        """A place wants requests sent again."""
        message.stop()
        self.send_recorded(message)

    def send_recorded(self, message: SendAgain) -> None:
        """Recorded requests over this connection; a recording asks first where to."""
        if self.is_replay:
            path = message.path or self.recording
            assert path is not None
            self._ask_server(Again(path, message.only))
            return
        if self.cannot_send:
            self.say_unsendable()
            return
        first = message.path.name if message.path is not None else f"{THIS} before"
        from inspector.tui.screens.twins_shown import Names

        names = Names(first, f"{THIS}, now", "second", again=True)
        self._begin(message, names, lambda: self._send(message))

    async def _send(self, message: SendAgain) -> None:
        from inspector.tui.twin_work import read_side

        try:
            if message.path is None:
                side = await read_side(self.model.records, self.twins.progress, "what was asked")
            else:
                first, side = await self._read_file(message.path, "the recording")
                self.twins.call_them(first, self.twins.names.second)
        except InspectorError as fault:
            self.twins.fail(f"{fault.message} {fault.why}")
            return
        bridge = self.bridge
        assert bridge is not None
        self._fresh, self._waited = [], 0
        self._run = bridge.again.begin(
            side,
            message.only,
            self._schemas(),
            told=self._answer_came,
            ended=lambda run, whole: self.call_later(self._ended, run, whole, side, message),
        )
        if self._run is None:
            self.twins.fail("The connection is gone: R connects again.")
        else:
            self.twins.progress(f"0 of {count(len(self._run.asked))} sent")

    def _schemas(self) -> dict[str, Json]:
        tools = self.model.catalog.lists["tool"].items
        return {one.wire: one.raw.get("inputSchema") for one in tools if isinstance(one.raw, dict)}

    def _answer_came(self, pair: "Pair") -> None:
        self._fresh.append(pair)
        if len(self._fresh) == 1:
            self.set_timer(_OFTEN, self._show_answers)

    def _show_answers(self) -> None:
        run = self._run
        fresh, self._fresh = [one for one in self._fresh if one.first.method not in LISTS], []
        if run is not None and fresh:
            done = len(run.pairs) + len(run.not_sent)
            self.twins.add(fresh, f"{count(done)} of {count(len(run.asked))} sent")

    def _ended(self, run: "Replaying", whole: bool, side: "Side", message: SendAgain) -> None:
        from inspector.analysis.compare.offered import Offers, compare_offered
        from inspector.analysis.compare.sessions import Comparison

        if self._run is not run or not self.is_attached:
            return
        lists = self.model.catalog.lists.values()
        comes = any(one.declared and one.state in ("unasked", "loading") for one in lists)
        if whole and message.only is None and comes and self._waited < _PATIENCE:
            self._waited += 1
            self.set_timer(_OFTEN, lambda: self._ended(run, whole, side, message))
            return
        self._run = None
        offers = compare_offered(side.catalog, self.model.catalog) if whole and message.only is None else Offers()
        pairs = [one for one in run.pairs if message.only is not None or one.first.method not in LISTS]
        notes = [
            said for said in run.notes if not any(said.startswith(f"{one.asked.method} is") for one in run.not_sent)
        ]
        if not whole:
            notes.insert(0, f"It was stopped after {count(len(run.pairs))} of {count(len(run.asked))}.")
        found = Comparison(offers, pairs, not_sent=run.not_sent, notes=notes)
        some = message.only is not None or not whole
        self.run_worker(self._show_ended(found, side, some=some), group="twins", exclusive=True)

    async def _show_ended(self, found: "Comparison", side: "Side", *, some: bool) -> None:
        from inspector.tui.twin_rows import rows_of

        rows = await asyncio.to_thread(rows_of, found)
        self.twins.show(rows, (side.catalog, self.model.catalog), some=some)

    # ── the page ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _stop(self) -> bool:
        """Give up what goes on; whether there was anything."""
        run = self._run
        if run is not None and self.bridge is not None:
            return self.bridge.again.stop()
        self._run = None
        return False

    def on_twins_pane_cancelled(self, message: "TwinsPane.Cancelled") -> None:
        """Esc or x while something goes on."""
        message.stop()
        if not self._stop():
            self.workers.cancel_group(self, "twins")
            self.twins.fail("Cancelled: r begins once more.")

    def on_twins_pane_left(self, message: "TwinsPane.Left") -> None:
        """Esc: back to where one came from."""
        message.stop()
        self.go(self._twins_from)

    def on_twins_pane_again_wanted(self, message: "TwinsPane.AgainWanted") -> None:
        """r: the same once more."""
        message.stop()
        last = self._last
        if isinstance(last, CompareSessions):
            self.hold_against(last)
        elif isinstance(last, SendAgain):
            self.send_recorded(last)
        else:
            self.post_message(Said("Nothing was compared yet."))

    def on_twins_pane_other_wanted(self, message: "TwinsPane.OtherWanted") -> None:
        """C on the page."""
        message.stop()
        self.action_compare_with()
