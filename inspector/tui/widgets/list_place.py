"""A place that is a list, with what is known of the chosen row beside it or under it, and a filter when wanted."""

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from inspector.tui.cells import Span
from inspector.tui.numbers import count
from inspector.tui.widgets.facts_panel import Facts, FactsPanel
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.filtered_place import FilteredPlace
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.unscrolled import Container

BESIDE = 120
"""Cells from which on there is room beside the list."""


class ListPlace(FilteredPlace):
    """The place. A subclass gives the list, and says what is known of a row."""

    DEFAULT_CSS = """
    ListPlace > Container { height: 1fr; layout: vertical; background: $background; }
    ListPlace > Container > PickList { height: 1fr; }
    ListPlace > Container > FactsPanel { height: 40%; min-height: 4; }
    ListPlace.-beside > Container { layout: horizontal; }
    ListPlace.-beside > Container > Rule { display: none; }
    ListPlace.-beside > Container > PickList { width: 1fr; }
    ListPlace.-beside > Container > FactsPanel { width: 42%; height: 1fr; border-left: solid $line; }
    ListPlace.-no-room > Container > FactsPanel, ListPlace.-no-room > Container > Rule { display: none; }
    """

    def __init__(
        self, digit: str, title: str, rows: PickList[Any], *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(digit, title, id=id, classes=classes)
        self.list: PickList[Any] = rows
        rows.start_filter = self.start_filter
        self.panel = FactsPanel()
        self.panel_rule = Rule(RuleContent())

    @property
    def filtered(self) -> PickList[Any]:
        """The list."""
        return self.list

    @property
    def keyboard(self) -> Widget:
        """The list takes the keys."""
        return self.list

    def compose(self) -> ComposeResult:
        """Rule, filter, list, what is known."""
        yield self.rule
        yield self.filter_bar
        with Container():
            yield self.list
            yield self.panel_rule
            yield self.panel

    def facts_of(self, row: Any) -> Facts:
        """What is known of a row."""
        raise NotImplementedError

    def shown_under(self, row: Any) -> bool:
        """Whether what is known of a row stands under the list where there is no room beside it."""
        return True

    def told(self) -> Sequence[Span]:
        """The facts at the right of the rule."""
        return ()

    def tell(self) -> None:
        """Says in the rule how much there is, and in the panel what is known."""
        rows = self.list
        fits = f"{count(rows.found)} of {count(rows.total)}"
        self.change_rule(facts=((fits, "muted"),) if rows.filter_text else tuple(self.told()))
        row = rows.selected
        content = Facts() if row is None else self.facts_of(row)
        beside = self.size.width >= BESIDE
        self.set_class(beside, "-beside")
        self.set_class(not beside and not (content.facts and self.shown_under(row)), "-no-room")
        clause = ((content.clause, "faint"),) if content.clause else ()
        self.panel_rule.content = RuleContent(title=content.title, facts=clause)
        self.panel.show(content, with_head=beside)

    def on_resize(self, event: events.Resize) -> None:
        """There may be more room, or less."""
        self.tell()

    def on_pick_list_chosen(self, message: PickList.Chosen) -> None:
        """Another row."""
        message.stop()
        self.tell()

    def on_filter_bar_accepted(self, message: FilterBar.Accepted) -> None:
        """Enter: the first that fits is opened."""
        message.stop()
        if self.list.line_count:
            self.list.focus()
            self.list.action_first()
            self.list.action_open()
