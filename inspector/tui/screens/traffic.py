"""The traffic pane: every record live, with its filter, its column heads and its rule."""

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widget import Widget

from inspector.analysis.query import Query, QueryError, parse_query
from inspector.analysis.query_examples import EXAMPLES
from inspector.analysis.rows import Row
from inspector.analysis.timeline import Timeline
from inspector.tui.cells import Line
from inspector.tui.numbers import count, counted
from inspector.tui.screens.traffic_rows import EveryIndex, Selected
from inspector.tui.screens.wishes import RecordCopiesWanted
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.rule import Rule
from inspector.tui.widgets.traffic_heads import TrafficHeads
from inspector.tui.widgets.traffic_list import TimeFormat, TrafficList
from inspector.wire.text import visible

_LANGUAGE = "words method: name: id: kind: dir:in status: op: body: error not or ( )"
_TEXT_FIELD: Final = re.compile(r"(?:^|[\s(])(status|method|name):[^\s:]*\)*\s*$", re.IGNORECASE)
_LOOKED_AT, _VALUES, _SHORT_VALUE = 2_000, 8, 24
"""How many of the latest rows tell which values there are, how many of these are named, and how long one may be."""
_FORMATS: tuple[TimeFormat, ...] = ("time", "clock", "since")


class TrafficRows(TrafficList):
    """The list, which says that nothing has crossed yet."""

    def draw_beyond(self, y: int, width: int) -> Strip:
        """One sentence where there is no row."""
        if self.line_count or y or self.ending:
            return super().draw_beyond(y, width)
        line = Line(self.roles)
        line.write(" Nothing has crossed yet.", "muted")
        return line.strip(width)


def _last_word(text: str) -> str:
    """What a filter looked for at last, without its field; quoted where it has to be."""
    word = text.split()[-1].rpartition(":")[2].strip('()"/') if "://" not in text else text.split()[-1]
    return word or "text"


def _last_field(text: str) -> str:
    """The field of the last term, where its values are texts that rows show."""
    found = _TEXT_FIELD.search(text)
    return found[1].lower() if found else ""


def values_of(field: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """What `status:`, `method:` or `name:` could find in these rows, the most frequent first: safe to be shown."""
    texts: dict[str, Callable[[Row], tuple[str, ...]]] = {
        "status": lambda row: (row.status_role, row.status_text),
        "method": lambda row: (row.method,),
        "name": lambda row: (row.name,),
    }
    seen = Counter(visible(text) for row in rows for text in texts[field](row) if text and len(text) <= _SHORT_VALUE)
    return tuple(text for text, _ in seen.most_common(_VALUES))


class TrafficPane(PlacePane):
    """The pane. It reads the timeline that the session's model feeds."""

    DEFAULT_CSS = """
    TrafficPane TrafficList { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="traffic.filter"),
        Binding("o", "other_half", "other half", id="traffic.other-half"),
        Binding("y", "copy_as", "copy as", id="traffic.copy-as"),
        Binding("n", "next_fault(1)", "next finding", id="traffic.next-fault"),
        Binding("p", "next_fault(-1)", "previous finding", show=False, id="traffic.previous-fault"),
        Binding("t", "time_format", "time", show=False, id="traffic.time-format"),
        Binding("w", "folded", "folded rows", show=False, id="traffic.folded"),
    ]

    filter_terms = EXAMPLES
    """What the help tells of the filter."""

    def __init__(self, timeline: Timeline, *, started: float, id: str | None = None) -> None:
        super().__init__("3", "Traffic", handle=True, id=id)
        self._timeline = timeline
        self._query: Query | None = None
        self._looked_at = 0
        self._unfolded = False
        self.bar = FilterBar(language=_LANGUAGE)
        self.list = TrafficRows(Selected(timeline, timeline.visible), started=started)
        self.heads = TrafficHeads(self.list)

    def compose(self) -> ComposeResult:
        """Rule, filter, heads, rows."""
        yield self.rule
        yield self.bar
        yield self.heads
        yield self.list

    @property
    def keyboard(self) -> Widget:
        """The list."""
        return self.list

    # ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────────

    def fed(self) -> None:
        """The timeline has grown."""
        if self._query is not None:
            indices = self._shown.indices
            assert isinstance(indices, array)
            # A row's status may come later than the row, so the newest part is looked at again.
            again = max(0, self._looked_at - 200)
            del indices[bisect_right(indices, again - 1) :]
            indices.extend(self._timeline.select(self._query, folded=self._unfolded, after=again))
            self._looked_at = len(self._timeline.all)
            self._tell_found()
        self.list.grown()
        self.list.refresh()
        self.tell()

    @property
    def _shown(self) -> Selected:
        rows = self.list._rows
        assert isinstance(rows, Selected)
        return rows

    def tell(self) -> None:
        """The rule's facts: how many records, how many of them are folded away, and whether the end is followed."""
        total = count(len(self._timeline.all))
        folded = len(self._timeline.all) - len(self._timeline.visible)
        many = f"{total} records" if self.size.width >= 100 else total
        if self.list.following:
            follow = ("follow", "success")
        else:
            new = self.list.new_below
            follow = (f"{count(new)} new ↓", "accent") if new else ("not following", "muted")
        hidden = (("by record · w" if self._unfolded else f"{count(folded)} folded · w", "muted"),) if folded else ()
        self.change_rule(facts=((many, "muted"), *hidden, follow))

    def on_traffic_list_follow_changed(self, message: TrafficList.FollowChanged) -> None:
        """Following began, ended, or something new is below."""
        self.tell()

    # ── filter ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_filter(self) -> None:
        """Begin to filter."""
        self.add_class("-filtering")
        self.bar.start()

    def start_filter(self, text: str) -> None:
        """Filter by a text, and stay in the line."""
        if text:
            self.bar.input.value = text
        self.action_filter()

    def filter(self, text: str) -> None:
        """Show only what fits; an empty text shows everything."""
        if not text.strip():
            self._query = None
            self.list.show(Selected(self._timeline, self._every))
            self.list.ending = ""
            self.bar.tell("")
            self.tell()
            return
        try:
            self._query = parse_query(text)
        except QueryError as error:
            self.bar.tell(f"{error.expected} expected at {error.position + 1}")
            return
        indices = array("I", self._timeline.select(self._query, folded=self._unfolded))
        self._looked_at = len(self._timeline.all)
        self.list.show(Selected(self._timeline, indices))
        self._tell_found()
        self.tell()

    @property
    def _every(self) -> Sequence[int]:
        """The indices of the rows without a filter."""
        return EveryIndex(self._timeline) if self._unfolded else self._timeline.visible

    def _tell_found(self) -> None:
        """In the filter line how much fits; below the rows what is hidden, or where else one can look."""
        found, of = len(self._shown), len(self._every)
        self.bar.tell(f"{count(found)} of {count(of)} rows")
        self.list.ending = f"{counted(of - found, 'row')} hidden by the filter · Esc clears" if of > found else ""
        if not found and of and "body:" not in self.bar.text:
            field = _last_field(self.bar.text)
            values: tuple[str, ...] = ()
            if field:
                every = self._every
                latest = range(max(of - _LOOKED_AT, 0), of)
                values = values_of(field, [self._timeline.all[every[at]] for at in latest])
            there = f"{field}: here is {', '.join(values)}" if values else ""
            elsewhere = f"body:{_last_word(self.bar.text)} looks into the messages"
            self.list.ending = f"0 of {count(of)} · {there or elsewhere}"

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """Each letter filters."""
        message.stop()
        self.filter(message.text)

    def on_filter_bar_accepted(self, message: FilterBar.Accepted) -> None:
        """Enter goes to the rows."""
        message.stop()
        self.list.focus()

    def on_filter_bar_left(self, message: FilterBar.Left) -> None:
        """Esc with nothing typed: the line goes away."""
        message.stop()
        self.list.focus()
        if not self.bar.text:
            self.remove_class("-filtering")

    def clear_filter(self) -> bool:
        """Esc in the list clears a filter; whether there was one."""
        if self._query is None:
            return False
        self.bar.clear()
        self.remove_class("-filtering")
        return True

    def action_folded(self) -> None:
        """Show the rows that only repeat what others show, or fold them away again."""
        self._unfolded = not self._unfolded
        self.filter(self.bar.text)

    # ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_record(self, seq: int) -> bool:
        """Put the cursor on a record. A filter that hides it is cleared; True if one was."""
        cleared = False
        row = self._timeline.index_of(seq)
        if self._query is not None and row not in self._shown.indices:
            self.clear_filter()
            self.filter("")
            cleared = True
        self.list.select(seq)
        return cleared

    def action_other_half(self) -> None:
        """From a request to its answer, and back."""
        selected = self.list.selected
        other = self._timeline.other_half(selected.seq) if selected is not None else None
        if other is not None:
            self.show_record(other)

    def action_copy_as(self) -> None:
        """Asks as what the record is to be copied."""
        selected = self.list.selected
        if selected is not None:
            self.post_message(RecordCopiesWanted(selected.seq))

    def action_next_fault(self, step: int) -> None:
        """To the next row with a finding or a fault, round the end."""
        rows = self._shown
        if not len(rows):
            return
        start = self.list.cursor if self.list.cursor is not None else -1
        for distance in range(1, len(rows) + 1):
            index = (start + distance * step) % len(rows)
            row = self._timeline.all[rows.indices[index]]
            if row.mark or row.status_role in ("error", "invalid"):
                self.list.stop_following()
                self.list.move_to(index)
                return

    def action_time_format(self) -> None:
        """Since the beginning, on the clock, since the row before."""
        at = _FORMATS.index(self.list.time_format)
        self.list.time_format = _FORMATS[(at + 1) % len(_FORMATS)]
        self.heads.refresh()

    def on_traffic_heads_clicked(self, message: TrafficHeads.Clicked) -> None:
        """A click on the head of the times switches their format."""
        if message.column == "time":
            self.action_time_format()

    def on_rule_clicked(self, message: Rule.Clicked) -> None:
        """A click on the rule takes the keyboard here."""
        self.focus()
