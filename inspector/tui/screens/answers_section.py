"""What the three sections beside the questions have in common: rows, what is known of the chosen one, and undo."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from inspector.errors import InspectorError
from inspector.tui.bridge_desk import BridgeDesk
from inspector.tui.cells import Span
from inspector.tui.roles import roles_of
from inspector.tui.screens.wishes import Said
from inspector.tui.widgets.facts_panel import Facts, FactsPanel
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.unscrolled import Vertical

NO_SESSION = "A recording answers nobody: there is nothing to set."


class SectionRows(PickList[Any]):
    """The rows of a section; what the keys do is the section's."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "open", key_display="Enter", id="section.open")]

    def __init__(self, section: "AnswersSection") -> None:
        super().__init__()
        self._section = section

    def key_of(self, row: Any) -> Any:
        """As the section has it."""
        return self._section.key_of(row)

    def text_of(self, row: Any) -> str:
        """Sections are not filtered: they are short."""
        return ""

    def draw_row(self, row: Any, width: int) -> Any:
        """As the section has it."""
        return self._section.draw_row(row, width)

    def nothing(self) -> Sequence[Span]:
        """As the section has it."""
        return self._section.nothing()

    def action_open(self) -> None:
        """Enter, or a double click."""
        self._section.open_row()


class AnswersSection(Vertical):
    """A section. A subclass has the rows, draws them, and says what is known of one; it acts by the bridge's desk."""

    DEFAULT_CSS = """
    AnswersSection { height: 1fr; background: $background; }
    AnswersSection > PickList { height: 1fr; }
    AnswersSection > FactsPanel { height: 45%; min-height: 5; }
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.desk: BridgeDesk | None = None
        self.rows = SectionRows(self)
        self.panel = FactsPanel()
        self._panel_rule = Rule(RuleContent())
        self._undo: list[Callable[[], object]] = []
        self.changed: Callable[[], None] = lambda: None
        """Called when something was set here."""

    def compose(self) -> ComposeResult:
        """The list, and what is known below it."""
        yield self.rows
        yield self._panel_rule
        yield self.panel

    # What a subclass says.

    def all_rows(self) -> Sequence[Any]:
        """The rows as they are now."""
        raise NotImplementedError

    def key_of(self, row: Any) -> Any:
        """What tells a row from the others."""
        raise NotImplementedError

    def draw_row(self, row: Any, width: int) -> Any:
        """A row, its first cell blank."""
        raise NotImplementedError

    def nothing(self) -> Sequence[Span]:
        """What stands there without rows."""
        return ((NO_SESSION, "muted"),)

    def facts_of(self, row: Any | None) -> Facts:
        """What is known of the chosen row, or of the section where there is none."""
        raise NotImplementedError

    def open_row(self) -> None:
        """Enter on the chosen row."""

    # What is shown.

    def tell(self) -> None:
        """Shows the rows as they are now."""
        self.rows.show_rows(self.all_rows())
        self._tell_facts()
        self.rows.refresh_bindings()

    def _tell_facts(self) -> None:
        facts, roles = self.facts_of(self.rows.selected), roles_of(self)
        facts = replace(facts, facts=[replace(one, spans=in_signs(one.spans, roles)) for one in facts.facts])
        self._panel_rule.display = self.panel.display = bool(facts.facts)
        clause = ((facts.clause, "faint"),) if facts.clause else ()
        self._panel_rule.content = RuleContent(title=facts.title, facts=clause)
        self.panel.show(facts, with_head=False)

    def on_pick_list_chosen(self, message: PickList.Chosen) -> None:
        """Another row."""
        message.stop()
        self._tell_facts()
        self.rows.refresh_bindings()

    @property
    def keyboard(self) -> Widget:
        """The rows."""
        return self.rows

    # What is done.

    def attempt(self, act: Callable[[], object], undo: Callable[[], object] | None = None) -> None:
        """Does something that the disk may refuse, and says so then; else it can be undone."""
        if self.desk is None:
            self.post_message(Said(NO_SESSION))
            return
        try:
            act()
        except InspectorError as fault:
            self.post_message(Said(fault.account))
            return
        if undo is not None:
            self._undo.append(undo)
        self.tell()
        self.changed()

    def action_undo(self) -> None:
        """Takes back the last change that was made here."""
        if self._undo:
            self.attempt(self._undo.pop())

    @property
    def can_undo(self) -> bool:
        """Whether anything was changed here."""
        return bool(self._undo)
