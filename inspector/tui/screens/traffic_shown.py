"""The rows of the traffic that are shown: under a filter, in groups, with what repeats folded away."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from inspector.analysis.folds import Folds
from inspector.analysis.looking import Looking
from inspector.analysis.query import QueryError, parse_query, without_unfinished
from inspector.analysis.query_completion import Suggestion
from inspector.config.filter_history import FilterHistory
from inspector.config.places import places
from inspector.config.saved_filters import FilterStore
from inspector.tui.cells import Line
from inspector.tui.numbers import count, counted
from inspector.tui.screens.traffic_groups import GROUPINGS, Grouping, GroupRows, Shown
from inspector.tui.screens.traffic_hints import elsewhere, offers
from inspector.tui.screens.traffic_rows import EveryIndex, Selected
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.query_bar import QueryBar
from inspector.tui.widgets.rule import Tab
from inspector.tui.widgets.traffic_heads import TrafficHeads
from inspector.tui.widgets.traffic_list import TrafficList

_FRAME: Final = 1 / 30
_FEW: Final = 1_000
"""Records that one is behind by without a word: a moment's."""

_LANGUAGE: Final = "words method: name: id: kind: dir:in status: op: body: error not or ( )"


class TrafficRows(TrafficList):
    """The list, which says that nothing has crossed yet."""

    def draw_beyond(self, y: int, width: int) -> Strip:
        """One sentence where there is no row."""
        if self.line_count or y or self.ending:
            return super().draw_beyond(y, width)
        line = Line(self.roles)
        line.write(" Nothing has crossed yet.", "muted")
        return line.strip(width)


class ShownTraffic(PlacePane):
    """The list, and what it shows of the records that `folds` have taken in."""

    def __init__(
        self, folds: Folds, *, started: float, clock: Callable[[], float] = lambda: 0.0, id: str | None = None
    ) -> None:
        """`started`: when the session began, in seconds since 1970; `clock` gives its seconds."""
        super().__init__("3", "Traffic", handle=True, id=id)
        self._folds = folds
        self._timeline = folds.timeline
        self._clock = clock
        self._looking: Looking | None = None
        self._goes_on: Timer | None = None
        self._unfolded = False
        self._grouping: Grouping = "record"
        self._groups: GroupRows | None = None
        self._marked: set[int] = set()
        self.behind = 0
        """Records that came and are not taken in yet: the list ends before them."""
        self._filters = FilterStore(places().filters_file)
        self._meant = FilterHistory(places().filter_history)
        self.bar = QueryBar(
            language=_LANGUAGE,
            suggest=self._suggest,
            kept=lambda: tuple(self.kept_filters().items()),
            past=self._meant.all,
        )
        self.list = TrafficRows(Selected(folds.timeline, folds.timeline.visible), started=started)
        self.heads = TrafficHeads(self.list)

    @property
    def keyboard(self) -> Widget:
        """The list."""
        return self.list

    # ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────────

    def fed(self) -> None:
        """The timeline has grown."""
        timeline, belonging = self._timeline, self._folds.belonging
        changed = min(timeline.changed_from, belonging.changed_from)
        timeline.changed_from = belonging.changed_from = len(timeline.all)
        if self._looking is not None:
            changed = min(changed, self._look(self._looking, changed))
        if self._groups is not None:
            self._groups.changed(changed)
        self.list.grown()
        self.list.refresh()
        self.tell()

    def tick(self) -> None:
        """The clock has moved: the heads of groups tell how long they have been under way."""
        if self._groups is not None and self._folds.operations.under_way:
            self.list.changed()

    def _look(self, looking: Looking, changed: int) -> int:
        """Filter for a moment, and go on in the next frame if that was not enough: a key comes in between."""
        first = looking.look(changed)
        if not looking.done and self._goes_on is None:
            self._goes_on = self.set_timer(_FRAME, self._look_on)
        self._tell_found()
        return first

    def _look_on(self) -> None:
        self._goes_on = None
        self.fed()

    @property
    def _matches(self) -> "array[int] | None":
        """The indices of the rows that the filter has let through so far; None without a filter."""
        return None if self._looking is None else self._looking.matches

    def _shown(self) -> Shown:
        return Shown(self._every, self._matches)

    def _show(self) -> None:
        """The list shows what is to be shown now, under the present filter and grouping."""
        if self._grouping == "record":
            self._groups = None
            found: Sequence[int] = self._every if self._matches is None else self._matches
            self.list.show(Selected(self._timeline, found, self._marked))
        else:
            self._groups = GroupRows(self._folds, self._grouping, self._shown, self._marked, self._clock)
            self.list.show(self._groups, groups=self._groups)
        self.heads.refresh()
        self.tell()

    def tell(self) -> None:
        """The rule's facts: how many records, how many of them are folded away, and whether the end is followed."""
        total = count(len(self._timeline.all))
        if self.behind >= _FEW:
            total = f"{total} of {count(len(self._timeline.all) + self.behind)}"
        folded = len(self._timeline.all) - len(self._timeline.visible)
        many = f"{total} records" if self.size.width >= 100 else total
        if self.list.following:
            follow = ("follow", "success")
        else:
            new = self.list.new_below
            follow = (f"{count(new)} new ↓", "accent") if new else ("not following", "muted")
        hidden = (("all rows · w" if self._unfolded else f"{count(folded)} folded · w", "muted"),) if folded else ()
        if self._groups is not None:
            hidden = ()
        wide = self.size.width >= 100 and (self.has_class("-whole") or self._groups is not None)
        ways = GROUPINGS if wide else (self._grouping,) if self._groups is not None else ()
        tabs = [Tab(one, f"by {one}") for one in ways]
        self.change_rule(facts=((many, "muted"), *hidden, follow), tabs=tabs, active=self._grouping)

    def on_traffic_list_follow_changed(self, message: TrafficList.FollowChanged) -> None:
        """Following began, ended, or something new is below."""
        self.tell()

    # ── filter and grouping ──────────────────────────────────────────────────────────────────────────────────────────

    def start_filter(self, text: str, *, stay: bool = True) -> None:
        """Filter by a text, and stay in the line."""
        if text:
            self.bar.input.value = text
        self.add_class("-filtering")
        if stay:
            self.bar.start()

    def clear_filter(self) -> bool:
        """Show everything again; whether there was a filter."""
        if self._looking is None:
            return False
        self.bar.clear()
        self.remove_class("-filtering")
        return True

    def kept_filters(self) -> Mapping[str, str]:
        """The filters that are kept under names."""
        return self._filters.all()

    def _suggest(self, text: str, cursor: int) -> Sequence[Suggestion]:
        """What could be typed at the cursor."""
        return offers(text, cursor, self._timeline.all)

    def filter(self, text: str) -> None:
        """Show only what fits; an empty text shows everything, and so does a field that waits for its value."""
        text = without_unfinished(text)
        if not text.strip():
            self._looking = None
            self.list.ending = ""
            self.bar.tell("")
            self._refilter()
            return
        try:
            query = parse_query(text)
        except QueryError:
            self.bar.tell("")
            return
        self._looking = Looking(self._timeline, query, folded=self._unfolded)
        self._look(self._looking, 0)
        self._refilter()
        self._tell_found()
        self.list.refresh()

    def _refilter(self) -> None:
        if self._groups is not None:
            self.list.rearrange(self._groups.refilter)
            self.tell()
        else:
            self._show()

    @property
    def _every(self) -> Sequence[int]:
        """The indices of the rows without a filter."""
        return EveryIndex(self._timeline) if self._unfolded else self._timeline.visible

    def _tell_found(self) -> None:
        """In the filter line how much fits; below the rows what is hidden, or where else one can look."""
        found, of = len(self._matches or ()), len(self._every)
        told, hidden = f"{count(found)} of {count(of)} rows", counted(of - found, "row") if of > found else ""
        if self._groups is not None:
            shown, there = self._groups.groups.counts
            hidden = counted(there - shown, "group") if there > shown else ""
            told += f" · {count(shown)} of {counted(there, 'group')}" if self.size.width >= 100 else ""
        if self._looking is not None and not self._looking.done:
            part = self._looking.looked_at * 100 // len(self._timeline.all)
            self.bar.tell(f"{count(found)} found so far · {part}% looked through")
            self.list.ending = ""
            return
        self.bar.tell(told)
        self.list.ending = f"{hidden} hidden by the filter · Esc clears" if hidden else ""
        if not found and of and "body:" not in self.bar.text and self.bar.unclear is None:
            self.list.ending = f"0 of {count(of)} · {elsewhere(self.bar.text, self._timeline.all, self._every)}"

    def action_folded(self) -> None:
        """Show the rows that only repeat what others show, or fold them away again."""
        self._unfolded = not self._unfolded
        self.filter(self.bar.text)
        self._show()

    @property
    def grouping(self) -> Grouping:
        """How the rows are gathered."""
        return self._grouping

    def group(self, grouping: Grouping) -> None:
        """Gather the rows in this way; the group of the selected row is open, unless the end is followed."""
        selected = self.list.selected
        self._grouping = grouping
        self._show()
        self.refresh_bindings()
        if selected is not None and not self.list.following:
            self.show_record(selected.seq)

    def show_record(self, seq: int) -> bool:
        """Put the cursor on a record. A filter that hides it is cleared; True if one was."""
        cleared = False
        row = self._timeline.index_of(seq)
        if self._matches is not None and row is not None and not self._is_shown(row):
            self.clear_filter()
            self.filter("")
            cleared = True
        if self._groups is not None:
            self._groups.reveal(seq)
            self.list.rearrange(lambda: None)
        self.list.select(seq)
        return cleared

    def _is_shown(self, row: int) -> bool:
        if self._groups is not None:
            return self._groups.groups.entry_of(row) is not None
        if self._matches is None:
            return True
        at = bisect_left(self._matches, row)
        return at < len(self._matches) and self._matches[at] == row
