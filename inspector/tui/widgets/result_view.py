"""What came of a call: while it runs, its clock; then the result as text, as JSON, as a table, checked, its records."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from inspector.tui.cells import Span
from inspector.tui.documents.pointers import path_of
from inspector.tui.documents.tables import Table, tables_of
from inspector.tui.numbers import count
from inspector.tui.roles import roles_of
from inspector.tui.widgets.content_answer import blocks_of
from inspector.tui.widgets.content_blocks import Block, json_blocks
from inspector.tui.widgets.content_page import ContentPage
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.result_data import Done, Ended, Outcome, Running
from inspector.tui.widgets.result_head import head_rows
from inspector.tui.widgets.result_payloads import payloads_of
from inspector.tui.widgets.result_rows import ResultRows
from inspector.tui.widgets.result_table import TableRows, TableView
from inspector.tui.widgets.result_tabs import ResultTab, rule_tabs, tabs_of
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.schema_page import SchemaPage
from inspector.tui.widgets.wire_list import WireList
from inspector.wire.json import MISSING, NotJson, dumps

_AIRY: Final = 10
"""Rows from which on a blank one stands under the head."""
_TICK: Final = 0.1
"""Seconds between two looks at the clock."""
_LIT: Final = 1_000_000
"""Bytes of an answer up to which the JSON begins at the first place that the schema does not allow."""
_MARKED: Final = 50
"""Such places that are marked in the JSON."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one was in a result: to come back to it."""

    tab: ResultTab
    stop: Hashable
    scrolled: float


class ResultView(ResultRows):
    """The view. It shows one `Outcome`; which body it shows is its tab."""

    DEFAULT_CSS = """
    ResultView {
        background: $background;
        & > .head { background: $background; height: 1; }
        & > LineView { height: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop", "tab(1)", "tab", key_display=".", id="result.next-tab"),
        Binding("right_square_bracket", "tab(1)", "Tab after", show=False, id="result.tab-after"),
        Binding("comma,left_square_bracket", "tab(-1)", "Tab before", show=False, id="result.previous-tab"),
        Binding("slash", "find", "find", key_display="/", priority=True, id="result.find"),
        Binding("x", "cancel", "cancel", id="result.cancel"),
        Binding("enter", "answers", "answers", key_display="Enter", id="result.answers"),
        Binding("s", "save", "save", id="result.save"),
        Binding("y", "copy", "copy JSON", id="result.copy"),
        Binding("r", "again", "again", id="result.again"),
        Binding("t", "table", "next table", id="result.next-table"),
        Binding("escape", "back", "back", key_display="Esc", id="result.back"),
    ]

    @dataclass
    class Asked(Message):
        """Something is wanted of the owner that needs no more than its name.

        `back`: from the answer that a link led to, to the one that the link stands in.
        """

        view: "ResultView"
        what: Literal["cancel", "again", "answers", "copy", "back"]

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    @dataclass
    class ResourceWanted(Message):
        """A link was opened: this URI is to be read, exactly as it is written."""

        view: "ResultView"
        uri: str

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    @dataclass
    class RecordWanted(Message):
        """A record of the operation is to be shown in the traffic."""

        view: "ResultView"
        record: int

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, id: str | None = None, classes: str | None = None
    ) -> None:
        """`clock` gives seconds, the same that `Running.since` is of."""
        super().__init__(id=id, classes=classes)
        self._clock = clock
        self._outcome: Outcome = None
        self._tab: ResultTab = "text"
        self._whole: tuple[ResultTab, Block, str] | None = None
        """What was opened, in which tab, and what it is, unless its size and the line say enough."""
        self._only: Block | None = None
        self._tables: list[Table] = []
        self._table_at = 0
        self._json_shown = False
        self._came_from = ""
        self._timer: Timer | None = None
        self._rule = Rule(RuleContent(title="Result"))
        self._head = HintStrip()
        self._head.add_class("head")
        self._page = ContentPage()
        self._text = DocumentView(form="text", wrap=True)
        self._json = DocumentView(wrap=None)
        self._table = TableView()
        self._schema = SchemaPage()
        self._wire = WireList()

    def compose(self) -> ComposeResult:
        """Rule, head, and the bodies, of which one is seen."""
        yield self._rule
        yield self._head
        yield self._finder
        yield self._saver
        yield from self._bodies

    @property
    def _bodies(self) -> tuple[Widget, ...]:
        return self._page, self._text, self._json, self._table, self._schema, self._wire

    def on_mount(self) -> None:
        """The first look."""
        self._refresh_all()

    # What the owner does.

    @property
    def outcome(self) -> Outcome:
        """What is shown."""
        return self._outcome

    def show(self, outcome: Outcome) -> None:
        """Something else, or the same call further on. A new call begins with the tab Text."""
        before, self._outcome = self._outcome, outcome
        if isinstance(outcome, Done):
            self._show_done(outcome)
        elif outcome is None or type(outcome) is not type(before):
            self._only = self._whole = None
            self._tables = []
            self._page.show(())
        self._wire.show(outcome.wire if outcome is not None else ())
        if self._tab not in self.tabs:
            self._tab = "text"
        if self._saver.display:
            self._saver.leave()
        self._refresh_all()

    def _show_done(self, outcome: Done) -> None:
        parts = blocks_of(outcome)
        first = list(islice(parts, 2))
        self._only = first[0] if len(first) == 1 and first[0].opens else None
        self._whole = None
        self._json_shown = False
        self._tables, self._table_at = tables_of(outcome.result), 0
        if self._tables:
            self._table.show(self._tables[0])
        self._page.show(chain(first, parts) if self._only is None else ())
        self._schema.show(outcome.validation)
        if self._only is not None:
            self._show_text(self._only)

    @property
    def came_from(self) -> str:
        """The name of the result with the link that led to this one; empty where none did. Esc leads back to it."""
        return self._came_from

    @came_from.setter
    def came_from(self, name: str) -> None:
        if name != self._came_from:
            self._came_from = name
            if self.is_mounted:
                self._refresh_rule()
                self.refresh_bindings()

    @property
    def place(self) -> Place:
        """Where one is in the result."""
        return Place(self._tab, self._page.stop, self._page.scroll_y)

    def return_to(self, place: Place) -> None:
        """Goes to where one was, after the same result was shown again."""
        self.tab = place.tab
        self._page.return_to(place.stop, place.scrolled)

    @property
    def tabs(self) -> tuple[ResultTab, ...]:
        """The tabs that there are for what is shown."""
        return tabs_of(self._outcome, self._tables)

    @property
    def tab(self) -> ResultTab:
        """The tab that is open."""
        return self._tab

    @tab.setter
    def tab(self, tab: ResultTab) -> None:
        if tab not in self.tabs:
            return
        had_focus = self.screen.focused is self.keyboard
        self._tab = tab
        self._refresh_all()
        if had_focus:
            self.take_focus()

    @property
    def keyboard(self) -> Widget:
        """The body that takes the keys."""
        if self._whole is not None and self._whole[0] == self._tab:
            return self._text
        if self._tab == "text":
            return self._text if self._only is not None else self._page
        if self._tab == "table":
            return self._table.rows
        return {"json": self._json, "schema": self._schema, "wire": self._wire}[self._tab]

    @property
    def head(self) -> str:
        """What the first rows say."""
        return self._head.text

    # How it is shown.

    def _show_text(self, part: Block) -> None:
        self._text.show(part.opens, "json" if part.shape == "json" else "text", part.extent[1] - 1)

    def _open(self, part: Block, told: str = "") -> None:
        """A part as the whole view, until Esc."""
        self._whole = (self._tab, part, told)
        self._show_text(part)
        self._refresh_all()
        self.take_focus()

    def _refresh_all(self) -> None:
        if not self.is_mounted:
            return
        if self._tab == "json" and not self._json_shown and isinstance(self._outcome, Done):
            self._show_json(self._outcome)
        shown = self.keyboard
        self._finder.display = self._finder.display and isinstance(shown, DocumentView)
        for body in self._bodies:
            body.display = body in (shown, shown.parent)
        self._refresh_rule()
        self._refresh_head()
        self.refresh_bindings()
        running = isinstance(self._outcome, Running)
        if running and self._timer is None:
            self._timer = self.set_interval(_TICK, self._refresh_head)
        elif not running and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show_json(self, done: Done) -> None:
        """The answer as it came; where it departs from the schema is marked, and the first such place in view."""
        self._json_shown = True
        self._json.show(done.raw or _raw(done), "json")
        if done.validation is None or not done.validation.errors or done.size > _LIT:
            return
        paths = [self._path_of(error.pointer) for error in done.validation.errors[:_MARKED]]
        self._json.mark_paths(dict.fromkeys(paths, "error"))
        self.call_after_refresh(self._json.go_to_path, paths[0])  # when it has its size

    def _path_of(self, pointer: str) -> str:
        """The path in the JSON of a place in the structured content."""
        done = self._outcome
        base = "$.result.structuredContent" if isinstance(done, Done) and done.raw else "$.structuredContent"
        found = done.result if isinstance(done, Done) and isinstance(done.result, dict) else {}
        return path_of(pointer, found.get("structuredContent", MISSING), base)

    def _refresh_head(self) -> None:
        rows = head_rows(self._outcome, self._clock())
        self._head.styles.height = len(rows)
        self._head.styles.margin = (0, 0, 1 if self.size.height >= _AIRY else 0, 0)
        self._head.say(*rows)

    def _refresh_rule(self) -> None:
        tabs = rule_tabs(self._outcome, self._tables, roles_of(self))
        title = f"{self._came_from} ▸ {self._outcome.name}" if self._came_from and self._outcome else "Result"
        facts: list[Span] = [(fact, "muted") for fact in self._facts]
        self._rule.content = replace(self._rule.content, title=title, tabs=tabs, active=self._tab, facts=facts)

    @property
    def _facts(self) -> list[str]:
        """Where one is, in what is too large to be seen at once; the first yields first."""
        part, told = self._only if self._tab == "text" else None, ""
        if self._whole is not None and self._whole[0] == self._tab:
            part, told = self._whole[1:]
        if part is not None:
            line = count((self._text.cursor_line or 0) + 1)
            return [told or f"{part.extent[0]}, line {line} of {count(part.extent[1])}"]
        if self._tab == "table":
            others = [f"table {self._table_at + 1} of {len(self._tables)}"] if len(self._tables) > 1 else []
            return others + self._table.facts
        return []

    # Keys and messages.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        outcome = self._outcome
        if action == "tab":
            return len(self.tabs) > 1
        if action == "find":
            return isinstance(self.keyboard, DocumentView)
        if action == "cancel":
            return isinstance(outcome, Running)
        if action == "answers":
            return isinstance(outcome, Running) and bool(outcome.question)
        if action == "save":
            return isinstance(outcome, Done)
        if action == "table":
            return self._tab == "table" and len(self._tables) > 1 and self._whole is None
        if action in ("again", "copy"):
            return isinstance(outcome, Done | Ended)
        return self._whole is not None or bool(self._came_from) if action == "back" else True

    def action_tab(self, by: int) -> None:
        """The next or previous tab, round the ends."""
        tabs = self.tabs
        self.tab = tabs[(tabs.index(self._tab) + by) % len(tabs)]

    def action_find(self) -> None:
        """Looks for a text in what is shown."""
        self.start_finding()

    def action_save(self) -> None:
        """Asks where to save what is looked at; another part can be chosen."""
        if isinstance(self._outcome, Done):
            payloads = payloads_of(self._outcome)
            origin = self._page.origin_in_view if self._tab == "text" else ""
            if self._tab == "text" and self._page.stop is None:
                # What can only be looked at elsewhere is what one wants to have.
                origin = next((one.origin for one in payloads if one.coding == "base64"), origin)
            if payloads:
                self.start_saving(payloads, origin)

    def action_table(self) -> None:
        """The next table of the result."""
        self._table_at = (self._table_at + 1) % len(self._tables)
        self._table.show(self._tables[self._table_at])
        self._refresh_rule()

    def action_cancel(self) -> None:
        """Asks for the call to be cancelled."""
        self.post_message(self.Asked(self, "cancel"))

    def action_again(self) -> None:
        """Asks for the same call once more."""
        self.post_message(self.Asked(self, "again"))

    def action_answers(self) -> None:
        """Asks for the place where the server's question is answered."""
        self.post_message(self.Asked(self, "answers"))

    @property
    def key_words(self) -> dict[str, str]:
        """Where no answer came, `y` only says that there is nothing to copy."""
        return {} if isinstance(self._outcome, Done) else {"copy JSON": ""}

    def action_copy(self) -> None:
        """Asks for the answer to be copied as it came."""
        self.post_message(self.Asked(self, "copy"))

    def action_back(self) -> None:
        """From what was opened to where it stands; from the answer to a link to the one with the link."""
        if self._whole is None:
            self.post_message(self.Asked(self, "back"))
            return
        self._tab, self._whole = self._whole[0], None
        if self._only is not None:
            self._show_text(self._only)
        self._refresh_all()
        self.take_focus()

    def on_content_page_opened(self, event: ContentPage.Opened) -> None:
        """A link is the owner's to read; a text is shown whole."""
        event.stop()
        if event.part.uri:
            self.post_message(self.ResourceWanted(self, event.part.uri))
        elif event.part.opens:
            self._open(event.part)

    def on_table_rows_opened(self, event: TableRows.Opened) -> None:
        """A row as JSON."""
        event.stop()
        for part in json_blocks(event.table.rows[event.row])[:1]:
            self._open(replace(part, opens=part.text), f"{event.table.where}[{event.row}]")

    def on_table_view_moved(self, event: TableView.Moved) -> None:
        """The rule says which row one is on."""
        event.stop()
        self._refresh_rule()

    def on_schema_page_place_wanted(self, event: SchemaPage.PlaceWanted) -> None:
        """The place of a fault in the JSON."""
        event.stop()
        self.tab = "json"
        self.call_after_refresh(self._json.go_to_path, self._path_of(event.pointer))

    def on_wire_list_record_wanted(self, event: WireList.RecordWanted) -> None:
        """The owner knows where records are shown."""
        event.stop()
        self.post_message(self.RecordWanted(self, event.record))

    def on_rule_tab_clicked(self, event: Rule.TabClicked) -> None:
        """A tab of ours was clicked."""
        event.stop()
        for tab in self.tabs:
            if tab == event.tab:
                self.tab = tab

    def on_document_view_cursor_moved(self, event: DocumentView.CursorMoved) -> None:
        """The rule says which line one is on."""
        if event.view is self._text:
            self._refresh_rule()

    def on_resize(self) -> None:
        """There is room for a blank row, or not."""
        self._refresh_head()

    def on_descendant_focus(self) -> None:
        """The keyboard is in here."""
        self._rule.focused = True

    def on_descendant_blur(self) -> None:
        """The keyboard went elsewhere, or to another part of this view."""
        self._rule.focused = self.has_focus_within


def _raw(done: Done) -> str:
    value = done.result if done.error is MISSING else done.error
    try:
        return "" if value is MISSING else dumps(value)
    except NotJson:
        return ""
