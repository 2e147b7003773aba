"""Groups of the traffic: the head of each, and the rows that the list draws at its lines."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from inspector.analysis.belonging import Belonging
from inspector.analysis.folds import Folds
from inspector.analysis.grouped import Grouped, Place
from inspector.analysis.operations import ENDED, Operation
from inspector.analysis.rows import Row
from inspector.protocol.news import LISTEN
from inspector.tui.kinds import KINDS
from inspector.tui.numbers import counted, duration
from inspector.tui.screens.traffic_rows import shown_row
from inspector.tui.widgets.traffic_row import Fold, Outcome, TrafficRow
from inspector.wire.json import Json, dumps

Grouping = Literal["record", "exchange", "operation"]
GROUPINGS: Final[tuple[Grouping, ...]] = ("record", "exchange", "operation")

_OUTCOMES: Final[dict[str, Outcome]] = {
    "running": "muted",
    "waiting": "waiting",
    "complete": "success",
    "cancelled": "cancelled",
}
_REQUESTS: Final = frozenset({"req", "ask"})


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of the session: the indices of rows, and which of them a filter lets through (None: no filter)."""

    every: Sequence[int]
    matches: Sequence[int] | None = None


def keys_of(belonging: Belonging, grouping: Grouping) -> Sequence[int]:
    """The key of each row."""
    return belonging.by_exchange if grouping == "exchange" else belonging.by_operation


class GroupRows:
    """The lines of a grouping, as the list draws them. What came meanwhile is taken in by `update` alone."""

    def __init__(
        self, folds: Folds, grouping: Grouping, shown: Callable[[], Shown], marked: set[int], clock: Callable[[], float]
    ) -> None:
        self._folds = folds
        self.unit: str = grouping
        self._shown = shown
        self._marked = marked
        self._clock = clock
        self._since = 0
        rows = folds.timeline.all
        self.groups = Grouped(keys_of(folds.belonging, grouping), lambda index: rows[index].kind in _REQUESTS)
        self.update()

    def changed(self, since: int) -> None:
        """Something is another from an index on."""
        self._since = min(self._since, since)

    def update(self) -> None:
        """Take in what came, and what changed."""
        shown = self._shown()
        self.groups.update(shown.every, self._since, shown.matches)
        self._since = len(self._folds.timeline.all)

    def refilter(self) -> None:
        """Another filter."""
        self.groups.filter(self._shown().matches)

    def line_of(self, seq: int, *, head: bool = False) -> int:
        """The line of a record or of the head of its group; where it is not shown, the nearest before."""
        index = self._folds.timeline.index_of(seq) or 0
        line = self.groups.line_of(index, head=head)
        return self.groups.near(index) if line is None else line

    def toggle(self, seq: int) -> None:
        """Open the group of a record, or close it."""
        entry = self._entry(seq)
        if entry is not None:
            self.groups.toggle(entry)

    def reveal(self, seq: int) -> None:
        """Open the group of a record, if it is closed."""
        entry = self._entry(seq)
        if entry is not None and self.groups.has_head(entry) and not self.groups.is_open(entry):
            self.groups.toggle(entry)

    @property
    def newest(self) -> TrafficRow:
        """The row of the newest record."""
        return shown_row(self._folds.timeline.all[-1])

    def _entry(self, seq: int) -> int | None:
        index = self._folds.timeline.index_of(seq)
        return None if index is None else self.groups.entry_of(index)

    def __len__(self) -> int:
        return len(self.groups)

    def __getitem__(self, line: int, /) -> TrafficRow:
        place = self.groups.at(line)
        row = self._folds.timeline.all[place.row]
        if place.is_head:
            return self._head(place, row)
        note = self._folds.timeline.notes.of.get(row.seq, "")
        return replace(shown_row(row, row.seq in self._marked, note), indent=int(place.is_inside))

    def _head(self, place: Place, first: Row) -> TrafficRow:
        groups, key = self.groups, self.groups.key(place.entry)
        count = groups.count(place.entry)
        fold: Fold = "open" if groups.is_open(place.entry) else "closed"
        operation = self._folds.operations.all.get(-key) if key < 0 else None
        head = (
            self._operation(first, operation, count)
            if operation is not None
            else self._exchange(place, first, key, count)
        )
        return replace(
            head,
            size=count,
            fold=fold,
            finding=self._folds.belonging.marks.get(key, ""),
            marked=bool(self._marked) and self._has_mark(place.entry),
        )

    def _has_mark(self, entry: int) -> bool:
        return any(self._entry(seq) == entry for seq in self._marked)

    def _operation(self, first: Row, operation: Operation, count: int) -> TrafficRow:
        over = operation.state in ENDED
        took = operation.took_ms
        if took is None:
            began = operation.began if operation.since is None else operation.since
            took = math.floor(max(self._clock() - began, 0.0) * 10) * 100.0  # what goes on is told in tenths
        listens = operation.method == LISTEN
        return TrafficRow(
            seq=first.seq,
            at=first.at,
            method=operation.method,
            what=operation.name,
            detail=_news(count, over) if listens else notes_of(operation),
            status=(operation.outcome if over else "open" if listens else "") or operation.state,
            outcome=_OUTCOMES.get(operation.state, "error"),
            took=None if listens else took / 1000,
            took_role="waiting" if operation.state == "waiting" else "muted",
            number=operation.number,
        )

    def _exchange(self, place: Place, first: Row, key: int, count: int) -> TrafficRow:
        timeline = self._folds.timeline
        half = timeline.other_half(key)
        last = timeline.all[self.groups.last(place.entry)]
        answer = timeline.row(half) if half is not None else None
        if answer is None:
            answer = last if last.kind == "web-in" else first
        says = answer.what or (last.what if last.kind == "ntf-in" else "")
        took, status = answer.took_ms, answer.status_text
        outcome: Outcome = answer.status_role
        if first.method == LISTEN:
            says = _news(count, answer is not first)
            took = None
        if answer is first and not status and first.kind in _REQUESTS:
            status, outcome = ("open" if first.method == LISTEN else "no answer yet"), "muted"
        return TrafficRow(
            seq=first.seq,
            at=first.at,
            kind=first.kind,
            method=first.method,
            what=first.name,
            detail=says,
            id=first.id_text,
            status=status,
            outcome=outcome,
            took=None if took is None else took / 1000,
            word=KINDS[first.kind].word,
            number=key,
        )


def _news(count: int, over: bool) -> str:
    """What came on a subscription of so many records: all but the request, and what ended it."""
    return counted(max(count - 1 - over, 0), "notification")


def notes_of(operation: Operation) -> str:
    """What an operation took beside one answer: `2 rounds · you 4.2 s · server 41 ms`, or what its answer said."""
    notes = []
    if operation.rounds > 1:
        notes.append(counted(operation.rounds, "round"))
    for ms, who in ((operation.human_ms, "you"), (operation.ruled_ms, "rules")):
        if ms > 0:
            notes.append(f"{who} {duration(ms / 1000)}")
    if operation.asked_ms > 0 and operation.server_ms > 0:
        notes.append(f"server {duration(operation.server_ms / 1000)}")
    progress = operation.progress
    if progress is not None:
        notes.append(f"progress {_digits(progress.done)}" + (f" / {_digits(progress.total)}" if progress.total else ""))
    if operation.log_messages:
        notes.append(counted(operation.log_messages, "log message"))
    if operation.detail and operation.state not in ("complete", "waiting", "running"):
        notes.insert(0, f"“{operation.detail}”" if operation.state == "isError" else operation.detail)
    return " · ".join(notes)


def _digits(value: Json) -> str:
    return dumps(value)[:16]
