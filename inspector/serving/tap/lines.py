"""One direction of a stdio tap: lines from one side to the other, into the journal on their way."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from inspector.journal import Journal
from inspector.serving.tap.lanes import Inlet, Outlet
from inspector.serving.tap.seam import Crossing, Interference, Outcome, Side
from inspector.transports.child import HEAD, LINE_LIMIT, REST_PATIENCE, Lines
from inspector.wire import events
from inspector.wire.text import visible_bytes

_SHOWN: Final = 2000  # bytes of a line without its end that are told


class Lane:
    """From descriptor `source` to descriptor `sink`; both are closed here. Call `start` to begin.

    Each piece goes on as it comes, after the lines that it completes have been recorded. `over` is called once, when
    nothing more will come: the source has ended, or nobody reads the sink any more and the source is closed for that.
    What waits for the sink then still goes out; `close` closes it behind that.
    """

    def __init__(
        self,
        journal: Journal,
        to: Side,
        source: int,
        sink: int,
        over: Callable[[], None],
        *,
        limit: int = LINE_LIMIT,
    ) -> None:
        self.to: Side = to
        self._journal = journal
        self._over = over
        self._lines = Lines(limit)
        self._limit = limit
        self._watch: asyncio.TimerHandle | None = None
        self.last = 0.0  # when something came last, by the loop's clock
        self.ended = asyncio.Event()  # the source has come to its end by itself
        self.inlet = Inlet(source, self._take, self._source_ended)
        self.outlet = Outlet(sink, self._drained, self._sink_broke)

    def start(self) -> None:
        """Begin to read."""
        self.inlet.start()
        self.outlet.watch()

    def say(self, raw: bytes, *, ended: bool = True) -> bool:
        """Record a message and put it on this lane, whoever it is from; False if nobody reads there any more."""
        if self.outlet.closed:
            return False
        self._record(raw, ended=ended)
        self._journal.flush()
        self.outlet.write(raw + b"\n" if ended else raw)
        return True

    def finish(self) -> None:
        """Take it that nothing more will come than what stands in the pipe, which may not have been read for long."""
        if not self.inlet.closed:
            if rest := self.inlet.rest():
                self._take(rest)
            self.inlet.close()
            self._source_ended()

    def close(self) -> None:
        """Close the source, and the sink when what waits for it has gone."""
        self._stop_watching()
        self.inlet.close()
        self.outlet.close()

    def _take(self, piece: bytes) -> None:
        self.last = asyncio.get_running_loop().time()
        done = self._lines.feed(piece)
        for head in self._lines.take_heads():
            self._record(head, ended=False, cut=True)
        for size in self._lines.take_dropped():
            done.remove(b"")  # it stands for the line
            self._left_out(size)
        for line in done:
            self._record(line)
        self._watch_rest(bool(done))
        self._journal.flush()  # should we die in the next moment, what has passed is with the recording
        self.outlet.write(piece)
        self._make_room()

    def _watch_rest(self, new: bool) -> None:
        """A line may stand there whose end was forgotten, and whoever waits for it does not see it either."""
        if self._watch is not None and (new or not self._lines.waiting):
            self._watch.cancel()
            self._watch = None
        if self._watch is None and self._lines.waiting:
            self._watch = asyncio.get_running_loop().call_later(REST_PATIENCE, self._tell_rest)

    def _tell_rest(self) -> None:
        if not self._journal.sealed:
            whose = "server" if self.to == "client" else "client"
            shown = visible_bytes(self._lines.beginning(_SHOWN))
            because = f"{self._lines.waiting:,} bytes of the {whose} have passed without a line end so far: {shown}"
            self._journal.append(events.Decision("protocol", "read a line", "waiting", because))
            self._journal.flush()

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()

    def _make_room(self) -> None:
        if self.outlet.full:
            self.inlet.pause()

    def _drained(self) -> None:
        self.inlet.start()

    def _source_ended(self) -> None:
        self.ended.set()
        self._record_rest()
        self._over()

    def _record_rest(self) -> None:
        self._stop_watching()
        if self._lines.skipped:
            self._left_out(self._lines.skipped)
        elif rest := self._lines.rest():
            self._record(rest, ended=False)
        self._journal.flush()

    def _sink_broke(self) -> None:
        if not self.inlet.closed:
            self.inlet.close()
            self._over()

    def _record(self, line: bytes, *, ended: bool = True, cut: bool = False) -> None:
        if self._journal.sealed:
            return
        if self.to == "client":
            self._journal.append(events.Received(line, ended=ended, cut=cut))
        elif ended and line.endswith(b"\r"):
            self._journal.append(events.Sent(line[:-1], end=b"\r\n"))
        else:
            self._journal.append(events.Sent(line, end=b"\n" if ended else b""))

    def _left_out(self, size: int) -> None:
        whose = "server" if self.to == "client" else "client"
        because = f"A line of the {whose} grew over {self._limit:,} bytes; its {size:,} passed, the beginning is kept."
        self._journal.append(events.Decision("recording", "keep a line", "cut", because))


class ConsideredLane(Lane):
    """A lane whose lines wait until they are whole and an interference has considered them; `serve` does that.

    While lines wait nothing more is read. A line that grows over the limit is passed unconsidered, and so are all while
    the interference is not active; a line that has begun to pass so does so to its end.
    """

    def __init__(
        self,
        journal: Journal,
        to: Side,
        source: int,
        sink: int,
        over: Callable[[], None],
        interference: Interference,
        cut: Callable[[], None],
        *,
        limit: int = LINE_LIMIT,
    ) -> None:
        super().__init__(journal, to, source, sink, over, limit=limit)
        self._interference = interference
        self._cut = cut
        self._back: Lane | None = None
        self._held = bytearray()
        self._long = 0  # so much of a line that is too long has passed
        self._whole: asyncio.Queue[tuple[bytes, bool] | None] = asyncio.Queue()
        self._considered = True  # nothing is under consideration
        self._meanwhile: list[tuple[bytes, bool]] = []  # what is to be said when a line that passes has ended

    def join(self, back: Lane) -> None:
        """The lane that goes the other way: what an interference gives back goes there."""
        self._back = back

    async def serve(self) -> None:
        """Consider line by line and pass what is to pass, until the source has ended."""
        while (whole := await self._whole.get()) is not None:
            raw, ended = whole
            self._considered = False
            crossing = Crossing(
                raw, self.to, "line", ended=ended, late=self.say, reply=partial(self._reply, raw, ended=ended)
            )
            outcome = await self._interference.consider(crossing)
            if outcome is not None and outcome.back and not outcome.onward:
                self._record(raw, ended=ended)  # what is answered in the server's stead
            self._carry_out(Outcome((raw,), ended=ended) if outcome is None else outcome)
            self._considered = True
            if self._whole.empty() and not self.outlet.full:
                self.inlet.start()
        self._over()

    def say(self, raw: bytes, *, ended: bool = True) -> bool:
        """As `Lane.say`; not in the midst of a line that passes, but behind it."""
        if self._lines.waiting and not self.outlet.closed and not self.ended.is_set():
            self._meanwhile.append((raw, ended))
            return True
        return super().say(raw, ended=ended)

    def _say_meanwhile(self) -> None:
        waiting, self._meanwhile = self._meanwhile, []
        for raw, ended in waiting:
            super().say(raw, ended=ended)

    def _reply(self, raw: bytes, answer: bytes, *, ended: bool) -> bool:
        self._record(raw, ended=ended)
        return self._back is not None and self._back.say(answer)

    def _carry_out(self, outcome: Outcome) -> None:
        for answer in outcome.back:
            if self._back is not None:
                self._back.say(answer)
        last = len(outcome.onward) - 1
        for at, raw in enumerate(outcome.onward):
            self.say(raw, ended=outcome.ended or at < last)
        if outcome.cut:
            self._cut()

    def _take(self, piece: bytes) -> None:
        idle = self._considered and self._whole.empty() and not self._held and not self._long
        considers = not idle or self._interference.active
        if self._lines.waiting and (considers or self._meanwhile):  # it has begun to pass
            begun, end, piece = piece.partition(b"\n")
            super()._take(begun + end)
            if end:
                self._say_meanwhile()
            if not piece:
                return
        if not considers:
            super()._take(piece)
            return
        self.last = asyncio.get_running_loop().time()
        *lines, rest = piece.split(b"\n")
        for line in lines:
            self._complete(line)
        self._held += rest
        if self._long:
            self._pass_held()
        elif len(self._held) > self._limit:
            self._record(bytes(self._held[:HEAD]), ended=False, cut=True)
            self._pass_held()
        if not self._whole.empty() or self.outlet.full:
            self.inlet.pause()

    def _complete(self, line: bytes) -> None:
        self._held += line
        if self._long:
            self._held += b"\n"
            self._pass_held()
            self._left_out(self._long - 1)
            self._long = 0
        else:
            self._whole.put_nowait((bytes(self._held), True))
            self._held.clear()

    def _pass_held(self) -> None:
        self._long += len(self._held)
        self.outlet.write(bytes(self._held))
        self._held.clear()

    def _drained(self) -> None:
        if self._whole.empty():
            super()._drained()

    def _source_ended(self) -> None:
        self.ended.set()
        if self._held:
            self._whole.put_nowait((bytes(self._held), False))
            self._held.clear()
        self._record_rest()
        self._say_meanwhile()
        self._whole.put_nowait(None)
        self._interference.ended(self.to)
