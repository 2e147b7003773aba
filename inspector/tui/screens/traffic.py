"""The traffic pane: every record live, with its filter, its column heads and its rule."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from inspector.analysis.folds import Folds
from inspector.analysis.query_examples import EXAMPLES
from inspector.errors import InspectorError
from inspector.tui.screens.traffic_groups import GROUPINGS
from inspector.tui.screens.traffic_moves import TrafficMoves
from inspector.tui.screens.wishes import EditWanted, NoteWanted, RecordCopiesWanted, Said, SettingWanted
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.column_menu import FORMATS, ColumnMenu
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.query_bar import QueryBar
from inspector.tui.widgets.rule import Rule
from inspector.tui.widgets.traffic_heads import TrafficHeads
from inspector.tui.widgets.traffic_list import TimeFormat, TrafficList
from inspector.tui.widgets.traffic_row import NAMES


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
        Binding("a", "note", "note", id="traffic.note"),
        Binding("quotation_mark", "next_note", "next note", key_display='"', show=False, id="traffic.next-note"),
        Binding("apostrophe", "next_mark", "next mark", key_display="'", show=False, id="traffic.next-mark"),
        Binding("c", "compare", "compare with the mark", show=False, id="traffic.compare"),
        Binding("r", "resend", "send again", show=False, id="traffic.resend"),
        Binding("u", "undo", "undo", show=False, id="traffic.undo"),
        Binding("equals_sign", "fold_all", "fold all", key_display="=", show=False, id="traffic.fold-all"),
        Binding("t", "grouping", "group", show=False, id="traffic.grouping"),
        Binding("d", "time_format", "time, clock, delta", show=False, id="traffic.time-format"),
        Binding("vertical_line", "columns", "columns", key_display="|", show=False, id="traffic.columns"),
        Binding("s", "save_filter", "save filter", show=False, id="traffic.save-filter"),
        Binding("w", "folded", "folded rows", show=False, id="traffic.folded"),
    ]

    filter_terms = EXAMPLES
    """What the help tells of the filter."""

    def __init__(
        self, folds: Folds, *, started: float, clock: Callable[[], float] = lambda: 0.0, id: str | None = None
    ) -> None:
        super().__init__(folds, started=started, clock=clock, id=id)
        self._menu = ColumnMenu()
        self._name_line = AskLine("name of the filter", does="keep it")

    def compose(self) -> ComposeResult:
        """Rule, filter, heads, rows."""
        yield self.rule
        yield self.bar
        yield self.bar.completions
        yield self._name_line
        yield self.heads
        yield self._menu
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

    # ── filters under names ─────────────────────────────────────────────────────────────────────────────────────────

    def action_save_filter(self) -> None:
        """Ask for the name under which the filter is to be kept."""
        if self.bar.text.strip():
            known = [name for name, text in self.kept_filters().items() if text == self.bar.text]
            self._name_line.start(known)

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        """A name, or none."""
        message.stop()
        self.list.focus()
        if message.text:
            before = self.kept_filters().get(message.text)
            if self._keep(message.text, self.bar.text):
                self._done(partial(self._keep, message.text, before))

    def on_query_bar_meant(self, message: QueryBar.Meant) -> None:
        """A filter was entered: later sessions have it with Up."""
        message.stop()
        self.run_worker(partial(self._remember, message.text), thread=True, group="filter-history")

    def _remember(self, text: str) -> None:
        with suppress(InspectorError):  # it is had again in this session all the same
            self._meant.add(text)

    def on_query_bar_forgotten(self, message: QueryBar.Forgotten) -> None:
        """Delete on a kept filter."""
        message.stop()
        self.forget_filter(message.name)
        self.bar.look_again()

    def forget_filter(self, name: str) -> None:
        """Keep the filter of a name no more; that can be taken back."""
        text = self.kept_filters().get(name)
        if text is not None and self._keep(name, None):
            self._done(partial(self._keep, name, text))

    def _keep(self, name: str, text: str | None) -> bool:
        """Keep a filter under a name, or none; False, and the reason is said, where the disk refuses."""
        try:
            if text is None:
                self._filters.forget(name)
            else:
                self._filters.save(name, text)
        except InspectorError as error:
            self.post_message(Said(f"{error.message} {error.why}"))
            return False
        self.post_message(Said(f"“{name}” is kept: / offers it." if text is not None else f"“{name}” is forgotten."))
        return True

    # ── keys and mouse ──────────────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is folded or taken back has to be there."""
        if action == "undo":
            return bool(self._undo)
        if action == "save_filter":
            return self._looking is not None
        if action == "fold_all":
            return self._groups is not None
        if action == "next_note":
            return bool(self._timeline.notes.of)
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

    def action_note(self) -> None:
        """A note on the selected record."""
        selected = self.list.selected
        if selected is not None:
            self.post_message(NoteWanted(selected.seq))

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
        formats: list[TimeFormat] = list(FORMATS)
        self.list.time_format = formats[(formats.index(self.list.time_format) + 1) % len(formats)]
        self.heads.refresh()

    def on_traffic_heads_clicked(self, message: TrafficHeads.Clicked) -> None:
        """A click on the head of the times switches their format; on another one it asks which are shown."""
        if message.column == "time":
            self.action_time_format()
        else:
            self.action_columns()

    def take_columns(self, names: str) -> None:
        """Show the columns that are named, as the settings have them; names that are none are passed over."""
        if names:
            self.list.choose_columns(frozenset(NAMES) & frozenset(names.split()))

    def action_columns(self) -> None:
        """Choose which columns are shown."""
        self._menu.show(self.list.shown_columns, self.list.time_format)
        self._menu.start()

    def on_column_menu_switched(self, message: ColumnMenu.Switched) -> None:
        """A row of the menu."""
        message.stop()
        shown = self.list.shown_columns
        if message.what == "times":
            self.action_time_format()
        else:
            self.list.choose_columns(None if message.what == "width" else shown ^ {message.what})
            self.heads.refresh()
            names = " ".join(name for name in NAMES if name in self.list.shown_columns)
            self.post_message(SettingWanted("columns", "" if message.what == "width" else names or "none"))
        self._menu.show(self.list.shown_columns, self.list.time_format)

    def on_column_menu_left(self, message: ColumnMenu.Left) -> None:
        """The keyboard goes back to the rows."""
        message.stop()
        self.list.focus()

    def on_rule_clicked(self, message: Rule.Clicked) -> None:
        """A click on the rule takes the keyboard here."""
        self.focus()
