"""From the timeline to the rows that the list draws, one at a time and only when it is seen."""

from collections.abc import Collection, Sequence
from typing import overload

from inspector.analysis.rows import Row
from inspector.analysis.timeline import Timeline
from inspector.tui.widgets.traffic_row import TrafficRow

_SAID = frozenset({"accept", "decline", "cancel", "answered", "refused"})
"""The verdicts of decisions whose time is that of a person."""


def shown_row(row: Row, marked: bool = False, note: str = "") -> TrafficRow:
    """A row of the timeline as the list draws it; a sentence stands in the place of a name that is not there."""
    nameless = not row.method and not row.name
    return TrafficRow(
        seq=row.seq,
        at=row.at,
        kind=row.kind,
        method=row.method,
        what=row.what if nameless else row.name,
        detail="" if nameless else row.what,
        id=row.id_text,
        status=row.status_text,
        outcome=row.status_role,
        took=None if row.took_ms is None else row.took_ms / 1000,
        took_role="waiting" if row.kind == "why" and row.status_text in _SAID else "muted",
        size=row.size,
        finding=row.mark,
        marked=marked,
        note=note,
    )


class Selected:
    """The rows of the timeline that are shown: all that stand alone, or those that a filter lets through."""

    def __init__(self, timeline: Timeline, indices: Sequence[int], marked: Collection[int] = ()) -> None:
        self._timeline = timeline
        self._marked = marked
        self.indices = indices

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, index: int, /) -> TrafficRow:
        row = self._timeline.all[self.indices[index]]
        return shown_row(row, row.seq in self._marked, self._timeline.notes.of.get(row.seq, ""))


class EveryIndex(Sequence[int]):
    """The indices of all rows of a timeline, also of those that come later."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline

    def __len__(self) -> int:
        return len(self._timeline.all)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...

    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        return range(len(self))[index]

    def __contains__(self, index: object) -> bool:
        return isinstance(index, int) and 0 <= index < len(self)
