"""Timeline: when everything was under way, over how long things take; where there is little room, two tabs."""

from array import array
from collections.abc import Callable
from time import perf_counter
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from inspector.analysis.looking import Looking
from inspector.analysis.operations import Operation
from inspector.analysis.query import QueryError, parse_query, without_unfinished
from inspector.analysis.query_examples import EXAMPLES
from inspector.tui.cells import Span
from inspector.tui.glyphs import in_glyphs
from inspector.tui.model import Model
from inspector.tui.numbers import count, counted
from inspector.tui.roles import roles_of
from inspector.tui.screens.traffic_hints import offers
from inspector.tui.screens.wishes import CopyWanted, RecordWanted
from inspector.tui.widgets.durations_table import DurationsHeads, DurationsTable, legend
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.query_bar import QueryBar
from inspector.tui.widgets.rule import Rule, RuleContent, Tab
from inspector.tui.widgets.timeline_axis import TimelineAxis
from inspector.tui.widgets.timeline_lanes import TimelineLanes
from inspector.tui.widgets.timeline_lines import Head
from inspector.tui.widgets.timeline_rows import WIDE, Columns
from inspector.tui.widgets.timeline_sentences import Sentences
from inspector.tui.widgets.timeline_told import sentences
from inspector.tui.widgets.unscrolled import Vertical

_LANGUAGE = "words method: name: status: latency: op: error not or ( )"
_TABS: Final = (Tab("lanes", "Lanes"), Tab("statistics", "Statistics"))
_GROUPINGS: Final = (Tab("name", "by tool"), Tab("method", "by method"))
_TABLE: Final = "How long the server takes"
_TALL: Final = 28
"""Rows from which on there is room for both parts."""
_MOST_GROUPS: Final = 8
_FRAME: Final = 1 / 30


class TimelinePlace(PlacePane):
    """The place."""

    DEFAULT_CSS = """
    TimelinePlace > FilterBar { display: none; }
    TimelinePlace.-filtering > FilterBar { display: block; }
    TimelinePlace > TimelineLanes { height: 1fr; }
    TimelinePlace > #statistics { height: auto; }
    TimelinePlace > #statistics > Sentences { height: 2; margin-top: 1; }
    TimelinePlace.-tabs > #statistics { display: none; height: 1fr; }
    TimelinePlace.-tabs > #statistics > Rule, TimelinePlace.-tabs > #statistics > Sentences { display: none; }
    TimelinePlace.-tabs > #statistics > DurationsTable { height: 1fr; }
    TimelinePlace.-tabs.-statistics > #statistics { display: block; }
    TimelinePlace.-tabs.-statistics > TimelineLanes, TimelinePlace.-tabs.-statistics > TimelineAxis { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,right_square_bracket", "turn", "statistics", key_display=".", id="timeline.next-tab"),
        Binding("comma,left_square_bracket", "turn", "tab before", show=False, id="timeline.previous-tab"),
        Binding("t", "regroup", "by tool, by method", show=False, id="timeline.regroup"),
    ]

    filter_terms = EXAMPLES
    """What the help tells of the filter."""

    def __init__(self, model: Model, *, clock: Callable[[], float], id: str | None = None) -> None:
        """`clock` gives seconds of the session."""
        super().__init__("7", "Timeline", id=id)
        self._model = model
        self._clock = clock
        self._live = False
        self._looking: Looking | None = None
        self._goes_on: Timer | None = None
        self._rest_until = 0.0
        self._later: Timer | None = None
        self.filter_bar = QueryBar(
            language=_LANGUAGE, suggest=lambda text, cursor: offers(text, cursor, model.timeline.all)
        )
        self.axis = TimelineAxis()
        self.lanes = TimelineLanes(model.spans, model.durations)
        self.lanes.start_filter = self.start_filter
        self.table = DurationsTable()
        self.heads = DurationsHeads(self.table)
        self.table_rule = Rule(RuleContent(title=_TABLE, tabs=_GROUPINGS, active="name"))
        self.sentences = Sentences()

    def compose(self) -> ComposeResult:
        """Rule, filter, axis and lanes; under them the table and what is to be said of the selected line."""
        yield self.rule
        yield self.filter_bar
        yield self.filter_bar.completions
        yield self.axis
        yield self.lanes
        with Vertical(id="statistics"):
            yield self.table_rule
            yield self.heads
            yield self.table
            yield self.sentences

    @property
    def keyboard(self) -> Widget:
        """The lanes, or the table where it has the place for itself."""
        return self.table if self.has_class("-tabs") and self.has_class("-statistics") else self.lanes

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────

    def fed(self, *, live: bool) -> None:
        """The model may know more, and the clock went on. Rows are made again at most a tenth of the time."""
        self._live = live
        began = perf_counter()
        if began < self._rest_until:
            if self._later is None:
                self._later = self.set_timer(self._rest_until - began, self._again)
            return
        if self._looking is not None:
            self._choose(self._looking)
        records = self._model.records
        self.lanes.show(self._clock() if live else records[-1].at if records else 0.0, live=live)
        self._show_table()
        self._rest_until = began + 10 * (perf_counter() - began)

    @property
    def moves(self) -> bool:
        """Whether anything shown grows with the clock."""
        return self.lanes.scope.following or any(life.until is None for life in self._model.spans.lives[-1:])

    def _again(self) -> None:
        self._later = None
        self.fed(live=self._live)

    def _show_table(self) -> None:
        table, durations = self.table, self._model.durations
        groups = list((durations.by_method if table.by_method else durations.by_name).values())
        groups.sort(key=lambda one: (-one.calls * one.times.median, one.method, one.name))
        table.show_rows(groups)
        if not self.has_class("-tabs"):
            table.styles.height = min(max(len(groups), 1), _MOST_GROUPS)
        self.heads.refresh()
        slow = any(one.slowness(one.slowest_ms) is not None for one in groups)
        facts = legend(slow) if self.size.width >= WIDE else ()
        self.table_rule.content = RuleContent(
            title=_TABLE,
            note=f"all {counted(len(self._model.records), 'record')}",
            tabs=_GROUPINGS,
            active="method" if table.by_method else "name",
            facts=[(in_glyphs(text, roles_of(self).glyphs), role) for text, role in facts],
        )

    def tell(self) -> None:
        """The rule, the axis, and what is to be said of the selected line."""
        lanes, scope = self.lanes, self.lanes.scope
        columns = Columns(lanes.size.width)
        self.axis.show(scope.window, columns.label, columns.told)
        tabs = _TABS if self.has_class("-tabs") else ()
        if tabs and self.has_class("-statistics"):
            of = f"server's time · all {counted(len(self._model.records), 'record')}"
            self.change_rule(facts=((of, "muted"),), tabs=tabs, active="statistics")
            return
        facts: list[Span] = [(scope.window.told(lanes.now), "muted")]
        if lanes.live:
            facts.append(("follow", "success") if scope.following else ("not following", "muted"))
        self.change_rule(facts=tuple(facts), tabs=tabs, active="lanes")
        line = lanes.selected
        said = () if line is None or isinstance(line, Head) else sentences(line, lanes.view, roles_of(self).glyphs)
        self.sentences.show(said)

    def on_resize(self, event: events.Resize) -> None:
        """There may be room for both parts, or not."""
        self.set_class(event.size.width < WIDE or event.size.height < _TALL, "-tabs")
        self.refresh_bindings()  # only where there are tabs a key turns them
        if self.has_class("-tabs"):
            self.table.styles.height = None
        self._show_table()
        self.tell()

    def on_timeline_lanes_changed(self, message: TimelineLanes.Changed) -> None:
        """Another window, or another line."""
        message.stop()
        self.tell()

    # ── filter ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def start_filter(self) -> None:
        """`/` in the lanes."""
        self.add_class("-filtering")
        self.filter_bar.start()

    def filter(self, text: str) -> None:
        """Show only calls and questions with a record that fits; an empty text shows everything."""
        text = without_unfinished(text).strip()
        if not text:
            self.lanes.filtered = ""
            self._looking = None
            self.lanes.lines.select(None, None)
            self.filter_bar.tell("")
        else:
            try:
                query = parse_query(text)
            except QueryError:
                self.filter_bar.tell("")
                return
            self.lanes.filtered = text
            self._looking = Looking(self._model.timeline, query, folded=True)
            self._choose(self._looking)
        self.lanes.select_lines()

    def _choose(self, looking: Looking) -> None:
        spans, rows = self._model.spans, self._model.timeline.all
        looking.look(len(rows))
        ops = {op for at in looking.matches if (op := rows.op(at)) is not None}
        seqs = {rows.seqs[at] for at in looking.matches}
        calls = array("I")
        for at, head in enumerate(spans.heads):
            if head.number in ops if isinstance(head, Operation) else head.seq in seqs or head.answer_seq in seqs:
                calls.append(at)
        asks = array("I", (at for at, ask in enumerate(spans.asks) if ask.seq in seqs or ask.op in ops))
        self.lanes.lines.select(calls, asks)
        if looking.done:
            self.filter_bar.tell(f"{count(len(calls))} of {count(len(spans.heads))}")
            return
        self.filter_bar.tell(f"{count(len(calls))} so far · {looking.looked_at * 100 // len(rows)}% looked through")
        if self._goes_on is None:
            self._goes_on = self.set_timer(_FRAME, self._look_on)

    def _look_on(self) -> None:
        self._goes_on = None
        if self._looking is not None:
            self._choose(self._looking)
            self.lanes.select_lines()

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """Each letter."""
        message.stop()
        self.filter(message.text)

    def on_filter_bar_left(self, message: FilterBar.Left) -> None:
        """Back to the lanes; a filter that hides nothing goes away."""
        message.stop()
        self.lanes.focus()
        self.set_class(bool(message.bar.text), "-filtering")

    def on_filter_bar_accepted(self, message: FilterBar.Accepted) -> None:
        """Enter goes to the first that fits."""
        message.stop()
        self.lanes.focus()
        self.lanes.action_first()

    def on_timeline_lanes_unfiltered(self, message: TimelineLanes.Unfiltered) -> None:
        """Esc in the lanes."""
        message.stop()
        self.filter_bar.clear()
        self.remove_class("-filtering")

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There are tabs only where there is little room."""
        return self.has_class("-tabs") if action == "turn" else True

    def action_turn(self) -> None:
        """To the other tab."""
        self.toggle_class("-statistics")
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.tell()
        self.focus()

    def action_regroup(self) -> None:
        """By what is called, or by method."""
        self.table.by_method = not self.table.by_method
        self._show_table()

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A tab of either rule."""
        message.stop()
        if message.rule is self.table_rule:
            if self.table.by_method is not (message.tab == "method"):
                self.action_regroup()
        elif self.has_class("-statistics") is not (message.tab == "statistics"):
            self.action_turn()

    def on_durations_table_regroup(self, message: DurationsTable.Regroup) -> None:
        """t in the table."""
        message.stop()
        self.action_regroup()

    def on_durations_table_wanted(self, message: DurationsTable.Wanted) -> None:
        """The slowest of a row of the table."""
        message.stop()
        self.post_message(RecordWanted(message.group.slowest, "timing"))

    def on_timeline_lanes_record_wanted(self, message: TimelineLanes.RecordWanted) -> None:
        """The record of a line."""
        message.stop()
        self.post_message(RecordWanted(message.seq))

    def on_timeline_lanes_copy_wanted(self, message: TimelineLanes.CopyWanted) -> None:
        """A line, for the clipboard."""
        message.stop()
        self.post_message(CopyWanted(message.text, message.what))

    def on_durations_table_copy_wanted(self, message: DurationsTable.CopyWanted) -> None:
        """The table, for the clipboard."""
        message.stop()
        self.post_message(CopyWanted(message.text, "the table"))
