"""The traffic pane: every record live, with its filter, its column heads and its rule."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from inspector.analysis.query_examples import EXAMPLES
from inspector.tui.screens.traffic_groups import GROUPINGS
from inspector.tui.screens.traffic_moves import TrafficMoves
from inspector.tui.screens.wishes import EditWanted, RecordCopiesWanted
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.rule import Rule
from inspector.tui.widgets.traffic_heads import TrafficHeads
from inspector.tui.widgets.traffic_list import TimeFormat, TrafficList

_FORMATS: tuple[TimeFormat, ...] = ("time", "clock", "since")


class TrafficPane(TrafficMoves):
    """The pane. It reads the timeline that the session's model feeds."""

    DEFAULT_CSS = """
    TrafficPane TrafficList { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="traffic.filter"),
        Binding("o", "other_half", "other half", id="traffic.other-half"),
        Binding("e", "edit", "edit and send", id="traffic.edit"),
        Binding("n", "next_fault(1)", "next finding", id="traffic.next-fault"),
        Binding("p", "next_fault(-1)", "previous finding", show=False, id="traffic.previous-fault"),
        Binding("exclamation_mark", "next_error", "next error", key_display="!", show=False, id="traffic.next-error"),
        Binding("m", "mark", "mark", id="traffic.mark"),
        Binding("y", "copy_as", "copy as", id="traffic.copy-as"),
        Binding("apostrophe", "next_mark", "next mark", key_display="'", show=False, id="traffic.next-mark"),
        Binding("c", "compare", "compare with the mark", show=False, id="traffic.compare"),
        Binding("u", "undo", "undo", show=False, id="traffic.undo"),
        Binding("equals_sign", "fold_all", "fold all", key_display="=", show=False, id="traffic.fold-all"),
        Binding("t", "grouping", "group", show=False, id="traffic.grouping"),
        Binding("d", "time_format", "time, clock, delta", show=False, id="traffic.time-format"),
        Binding("w", "folded", "folded rows", show=False, id="traffic.folded"),
    ]

    filter_terms = EXAMPLES
    """What the help tells of the filter."""

    def compose(self) -> ComposeResult:
        """Rule, filter, heads, rows."""
        yield self.rule
        yield self.bar
        yield self.heads
        yield self.list

    # ── filter ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_filter(self) -> None:
        """Begin to filter."""
        self.add_class("-filtering")
        self.bar.start()

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

    # ── keys and mouse ──────────────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is folded or taken back has to be there."""
        if action == "undo":
            return bool(self._undo)
        if action == "fold_all":
            return self._groups is not None
        return bool(self._marked) if action == "next_mark" else True

    def on_traffic_list_folded(self, message: TrafficList.Folded) -> None:
        """Space, or a click on the sign of a group."""
        message.stop()
        groups = self._groups
        if groups is not None:
            self._refold(partial(groups.toggle, message.seq))

    def action_copy_as(self) -> None:
        """Asks as what the record is to be copied."""
        selected = self.list.selected
        if selected is not None:
            self.post_message(RecordCopiesWanted(selected.seq))

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A tab of the rule; the only one leads to the next."""
        message.stop()
        if len(self.rule.content.tabs) == 1:
            self.action_grouping()
        else:
            self.group(next(one for one in GROUPINGS if one == message.tab))

    def action_edit(self) -> None:
        """The message of the record, to be edited and sent again."""
        selected = self.list.selected
        if selected is not None:
            self.post_message(EditWanted(selected.seq))

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
