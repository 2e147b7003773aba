"""Ways through the traffic: to the other half, the next fault, the next mark; and what can be taken back."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial

from inspector.analysis.counterparts import counterpart
from inspector.analysis.folds import Folds
from inspector.analysis.rows import FAILED, Row
from inspector.analysis.timeline import failed
from inspector.tui.screens.traffic_groups import GROUPINGS, Grouping
from inspector.tui.screens.traffic_shown import ShownTraffic
from inspector.tui.screens.wishes import CompareWanted, ResendWanted, Said


class TrafficMoves(ShownTraffic):
    """The marks of a session, the jumps in it, and its undo."""

    def __init__(
        self, folds: Folds, *, started: float, clock: Callable[[], float] = lambda: 0.0, id: str | None = None
    ) -> None:
        super().__init__(folds, started=started, clock=clock, id=id)
        self._undo: list[Callable[[], object]] = []

    def clear_filter(self) -> bool:
        """Show everything again, which can be taken back; whether there was a filter."""
        text = self.bar.text
        cleared = super().clear_filter()
        if cleared:
            self._done(partial(self.start_filter, text, stay=False))
        return cleared

    def action_grouping(self) -> None:
        """By record, by exchange, by operation."""
        self.group(GROUPINGS[(GROUPINGS.index(self._grouping) + 1) % len(GROUPINGS)])

    def group(self, grouping: Grouping) -> None:
        """Gather the rows in another way; what was folded before cannot be folded back then."""
        self._undo.clear()
        super().group(grouping)

    def action_other_half(self) -> None:
        """From a request to its answer, and back."""
        selected = self.list.selected
        other = self._timeline.other_half(selected.seq) if selected is not None else None
        if other is not None:
            self.show_record(other)

    def action_next_fault(self, step: int) -> None:
        """To the next row with a finding or a fault, round the end."""
        if not self._jump(step, lambda row: bool(row.mark) or row.status_role in FAILED):
            self.post_message(Said("No row that is shown has a finding, and none tells of a fault."))

    def action_next_error(self) -> None:
        """To the next row that tells of something that went wrong, round the end."""
        if not self._jump(1, failed):
            self.post_message(Said("No row that is shown tells of an error."))

    def _jump(self, step: int, wanted: Callable[[Row], bool]) -> bool:
        """To the next row that is wanted, of those that are shown; False if there is none."""
        whole = self._matches is None or self._groups is not None  # a group is shown whole
        indices: Sequence[int] = self._every if whole else self._matches or ()
        selected = self.list.selected
        at = self._timeline.index_of(selected.seq) if selected is not None else None
        start = -1 if at is None else bisect_left(indices, at)
        if at is not None and step > 0 and (start == len(indices) or indices[start] != at):
            start -= 1  # the selected row is not among them: the first after it is the next
        for distance in range(1, len(indices) + 1):
            index = indices[(start + distance * step) % len(indices)]
            row = self._timeline.all[index]
            if wanted(row) and self._is_shown(index):
                self.show_record(row.seq)
                return True
        return False

    def action_fold_all(self) -> None:
        """Open all groups, or close them."""
        groups = self._groups
        if groups is not None:
            self._refold(lambda: groups.groups.fold(not groups.groups.folds[0]))

    def _refold(self, change: Callable[[], object]) -> None:
        groups = self._groups
        assert groups is not None
        before = groups.groups.folds
        self.list.rearrange(change)
        self._done(lambda: self.list.rearrange(partial(groups.groups.fold, *before)))

    # ── marks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def marked(self) -> Sequence[int]:
        """The marked records, in order."""
        return sorted(self._marked)

    def action_mark(self) -> None:
        """Mark the selected record, or take its mark away."""
        selected = self.list.selected
        if selected is not None:
            self._mark(selected.seq)
            self._done(partial(self._mark, selected.seq))

    def _mark(self, seq: int) -> None:
        self._marked ^= {seq}
        self.list.changed()
        self.refresh_bindings()

    def action_next_mark(self) -> None:
        """To the next marked record, round the end."""
        if not self._jump(1, lambda row: row.seq in self._marked):
            self.post_message(Said("No record that is shown is marked: m marks the selected one."))

    def action_next_note(self) -> None:
        """To the next record that has a note, round the end."""
        if not self._jump(1, lambda row: row.seq in self._timeline.notes.of):
            self.post_message(Said("No record that is shown has a note: a writes one on the selected record."))

    def action_compare(self) -> None:
        """The selected record beside the marked one before it, else the last marked, else one of its kind."""
        selected = self.list.selected
        if selected is not None:
            self.compare(selected.seq)

    def compare(self, seq: int) -> None:
        """A record beside what it is to be compared with, like with like: an answer with an answer."""
        others = [one for one in self.marked if one != seq]
        before = [one for one in others if one < seq]
        mark = (before or others)[-1] if others else None
        other = counterpart(seq, mark, self._timeline)
        if other is not None:
            self.post_message(CompareWanted(other, seq))
        else:
            self.post_message(Said("There is none before of its kind: mark one with m; c on another compares the two."))

    def action_resend(self) -> None:
        """The requests of the marked records, else of the selected one, are sent again."""
        selected = self.list.selected
        seqs = self.marked or ([selected.seq] if selected is not None else [])
        if seqs:
            self.post_message(ResendWanted(tuple(seqs)))

    # ── undo ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _done(self, undo: Callable[[], object]) -> None:
        self._undo.append(undo)
        self.refresh_bindings()

    def action_undo(self) -> None:
        """Take back the last mark, fold or cleared filter."""
        if self._undo:
            self._undo.pop()()
            self.refresh_bindings()
