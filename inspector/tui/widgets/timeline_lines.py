"""Which lines the lanes have: calls with what is unfolded of them, the server's questions, and three lanes of moments.

Nothing is listed: a line is looked up by its number, so that a hundred thousand calls cost no more than ten.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from inspector.analysis.operations import Operation
from inspector.analysis.spans import Ask, Spans, Wait
from inspector.protocol.exchanges import Exchange

LaneName = Literal["news", "noise", "life"]
LANES: Final[tuple[LaneName, ...]] = ("news", "noise", "life")

MOST_PARTS: Final = 500
"""Parts of one call that are shown; of more, the newest."""
_LOOKED_AT: Final = 64


@dataclass(frozen=True, slots=True)
class Head:
    """What a group of lines is; `gap`: a blank line instead."""

    title: str = ""
    role: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call or a lone request, number `at` of all."""

    at: int
    head: Operation | Exchange


@dataclass(frozen=True, slots=True)
class Round:
    """A request within a call: `words` say which."""

    exchange: Exchange
    words: str


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane that shows moments, or the life of the connection."""

    name: LaneName


TimelineLine = Head | Call | Round | Wait | Ask | Lane


class TimelineLines:
    """The lines. `select` says which calls are shown; `fold` unfolds one of them, or folds it again."""

    def __init__(self, spans: Spans) -> None:
        self.spans = spans
        self._chosen: array[int] | None = None
        self._asked: array[int] | None = None
        self._parts: dict[int, tuple[int, list[TimelineLine]]] = {}  # by number of the call: at how many records
        self._starts: list[int] = []  # the lines of the unfolded calls, ascending, each with
        self._open: list[int] = []  # the number of the call, and
        self._before: list[int] = []  # how many lines of parts stand before it

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────

    def select(self, calls: "array[int] | None", asks: "array[int] | None" = None) -> None:
        """Show only these calls and questions, by their numbers, ascending; None: all."""
        self._chosen, self._asked = calls, asks
        self._place()

    def grown(self) -> None:
        """There is more in what is unfolded, perhaps."""
        for at in self._parts:
            self._unfold(at)
        if self._parts:
            self._place()

    @property
    def calls(self) -> Sequence[int]:
        """The numbers of the calls that are shown."""
        return range(len(self.spans.heads)) if self._chosen is None else self._chosen

    @property
    def asks(self) -> Sequence[int]:
        """The numbers of the questions that are shown."""
        return range(len(self.spans.asks)) if self._asked is None else self._asked

    def is_open(self, at: int) -> bool:
        """Whether a call is unfolded."""
        return at in self._parts

    def parts_in(self, at: int) -> int:
        """How many lines a call has been unfolded into; 0 if it is folded."""
        return len(self._parts[at][1]) if at in self._parts else 0

    def can_unfold(self, at: int) -> bool:
        """Whether a call consists of more than one request."""
        head = self.spans.heads[at]
        if isinstance(head, Exchange):
            return False
        if head.rounds > 1 or head.number in self.spans.waits:
            return True
        found = (seq for seq in islice(head.records, _LOOKED_AT) if self.spans.exchange(seq) is not None)
        return len(list(islice(found, 2))) > 1

    def fold(self, at: int) -> bool:
        """Unfolds a call, or folds it again; False if there is nothing in it."""
        if at in self._parts:
            del self._parts[at]
        elif self.can_unfold(at):
            self._unfold(at)
        else:
            return False
        self._place()
        return True

    # ── lines by number ──────────────────────────────────────────────────────────────────────────────────────────────

    def __len__(self) -> int:
        return 1 + self._call_lines + (2 + len(self.asks) if self.asks else 0) + 1 + len(LANES)

    def __getitem__(self, index: int) -> TimelineLine:
        if index == 0:
            return Head("you ask", "ours")
        index -= 1
        if index < self._call_lines:
            return self._call_line(index)
        index -= self._call_lines
        if self.asks:
            if index < 2:
                return Head("server asks", "theirs") if index else Head()
            index -= 2
            if index < len(self.asks):
                return self.spans.asks[self.asks[index]]
            index -= len(self.asks)
        return Lane(LANES[index - 1]) if index else Head()

    def key(self, index: int) -> Hashable:
        """What tells a line from the others while lines come."""
        line = self[index]
        if isinstance(line, Call):
            return "call", line.at
        if isinstance(line, Lane):
            return "lane", line.name
        asks = 1 + self._call_lines + 2
        if isinstance(line, Ask) and index >= asks:
            return "ask", self.asks[index - asks]
        return "part", id(line.exchange if isinstance(line, Round) else line)

    def line_of_call(self, at: int) -> int | None:
        """The line of a call; None if it is not shown."""
        calls = self.calls
        position = at if self._chosen is None else bisect_left(calls, at)
        if position >= len(calls) or calls[position] != at:
            return None
        return 1 + position + self._parts_before(position)

    def line_of_key(self, key: Hashable, near: int) -> int:
        """The line with a key, which stood at line `near`; if there is none any more, the one that stands there now."""
        kind, what = key if isinstance(key, tuple) else ("", None)
        found = None
        if kind == "call":
            found = self.line_of_call(what)
        elif kind == "lane":
            found = len(self) - len(LANES) + LANES.index(what)
        elif kind == "ask":
            position = bisect_left(self.asks, what)
            if position < len(self.asks) and self.asks[position] == what:
                found = 1 + self._call_lines + 2 + position
        elif kind == "part":
            found = next((line for line in self._part_lines() if self.key(line) == key), None)
        return min(max(near, 0), len(self) - 1) if found is None else found

    def call_of(self, index: int) -> int | None:
        """The number of the call that a line belongs to; None if it belongs to none."""
        if not 0 < index <= self._call_lines:
            return None
        line = self[index]
        if isinstance(line, Call):
            return line.at
        return self._open[bisect_right(self._starts, index - 1) - 1]

    def _part_lines(self) -> Iterator[int]:
        for start, at in zip(self._starts, self._open, strict=True):
            yield from range(start + 2, start + 2 + len(self._parts[at][1]))

    # ── within the calls ─────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _call_lines(self) -> int:
        return len(self.calls) + (self._before[-1] + len(self._parts[self._open[-1]][1]) if self._open else 0)

    def _call_line(self, index: int) -> TimelineLine:
        found = bisect_right(self._starts, index) - 1
        position = index
        if found >= 0:
            parts = self._parts[self._open[found]][1]
            within = index - self._starts[found]
            if 0 < within <= len(parts):
                return parts[within - 1]
            position -= self._before[found] + (len(parts) if within else 0)
        at = self.calls[position]
        return Call(at, self.spans.heads[at])

    def _parts_before(self, position: int) -> int:
        """How many lines of parts stand before the call at a position."""
        return sum(len(self._parts[at][1]) for at in self._open if self._position(at) < position)

    def _position(self, at: int) -> int:
        return at if self._chosen is None else bisect_left(self._chosen, at)

    def _place(self) -> None:
        shown = []
        for at in sorted(self._parts):
            position = self._position(at)
            if position < len(self.calls) and self.calls[position] == at:
                shown.append((position, at))
        self._starts, self._open, self._before = [], [], []
        before = 0
        for position, at in shown:
            self._starts.append(position + before)
            self._open.append(at)
            self._before.append(before)
            before += len(self._parts[at][1])

    def _unfold(self, at: int) -> None:
        head = self.spans.heads[at]
        if isinstance(head, Exchange):
            return
        waits = self.spans.waits.get(head.number, [])
        known, parts = self._parts.get(at, (-1, []))
        size = len(head.records) + len(waits)
        if known != size:
            parts = _parts_of(head, waits, self.spans)
            self._parts[at] = size, parts[-MOST_PARTS:]


def _parts_of(operation: Operation, waits: Sequence[Wait], spans: Spans) -> list[TimelineLine]:
    """Requests, questions and waits of a call, in the order of their beginning."""
    parts: list[tuple[float, int, TimelineLine]] = [(wait.since, 2, wait) for wait in waits]
    rounds = polls = 0
    for seq in operation.records:
        exchange = spans.exchange(seq)
        if exchange is not None:
            words = exchange.method
            if exchange.method == operation.method:
                rounds += 1
                words = f"round {rounds}"
            elif exchange.method == "tasks/get":
                polls += 1
                words = f"poll {polls}"
            parts.append((exchange.at, 0, Round(exchange, words)))
        elif spans.asked_in(seq) is not None:
            question = spans.asks[bisect_left(spans.asks, seq, key=lambda ask: ask.seq)]
            parts.append((question.at, 1, question))
    return [part for _, _, part in sorted(parts, key=lambda one: one[:2])]
