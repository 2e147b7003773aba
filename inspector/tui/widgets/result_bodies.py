"""The bodies of a result, one for each of its views, and which of them is seen."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from textual.widget import Widget

from inspector.tui.documents.pointers import path_of
from inspector.tui.documents.tables import Table, tables_of
from inspector.tui.numbers import count
from inspector.tui.widgets.content_answer import blocks_of
from inspector.tui.widgets.content_blocks import Block, json_blocks
from inspector.tui.widgets.content_page import ContentPage
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.result_data import Done, Outcome
from inspector.tui.widgets.result_payloads import payloads_of
from inspector.tui.widgets.result_rows import ResultRows
from inspector.tui.widgets.result_table import TableRows, TableView
from inspector.tui.widgets.result_tabs import ResultTab, tabs_of
from inspector.tui.widgets.schema_page import SchemaPage
from inspector.tui.widgets.wire_list import WireList
from inspector.wire.json import MISSING, NotJson, dumps

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


class ResultBodies(ResultRows):
    """Fills the bodies with an answer. `refresh_all` shows the one that is meant, and what is said of it."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._outcome: Outcome = None
        self._tab: ResultTab = "text"
        self._whole: tuple[ResultTab, Block, str] | None = None
        """What was opened, in which tab, and what it is, unless its size and the line say enough."""
        self._only: Block | None = None
        self._tables: list[Table] = []
        self._table_at = 0
        self._json_shown = False
        self._page = ContentPage()
        self._text = DocumentView(form="text", wrap=True)
        self._json = DocumentView(wrap=None)
        self._table = TableView()
        self._schema = SchemaPage()
        self._wire = WireList()

    def refresh_all(self) -> None:
        """Shows what is meant now."""
        raise NotImplementedError

    def refresh_rule(self) -> None:
        """Says anew where one is."""
        raise NotImplementedError

    @property
    def bodies(self) -> tuple[Widget, ...]:
        """All of them."""
        return self._page, self._text, self._json, self._table, self._schema, self._wire

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
        self.refresh_all()
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

    def show_done(self, outcome: Done) -> None:
        """Another answer, from its beginning. A single large text is the whole view at once."""
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
            self.show_text(self._only)

    def show_text(self, part: Block) -> None:
        """What a part opens, as a document."""
        self._text.show(part.opens, "json" if part.shape == "json" else "text", part.extent[1] - 1)

    def open_whole(self, part: Block, told: str = "") -> None:
        """A part as the whole view, until Esc."""
        self._whole = (self._tab, part, told)
        self.show_text(part)
        self.refresh_all()
        self.take_focus()

    def show_json(self, done: Done) -> None:
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

    @property
    def facts(self) -> list[str]:
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
        self.refresh_rule()

    def on_document_view_cursor_moved(self, event: DocumentView.CursorMoved) -> None:
        """The rule says which line one is on."""
        if event.view is self._text:
            self.refresh_rule()

    def on_table_rows_opened(self, event: TableRows.Opened) -> None:
        """A row as JSON."""
        event.stop()
        for part in json_blocks(event.table.rows[event.row])[:1]:
            self.open_whole(replace(part, opens=part.text), f"{event.table.where}[{event.row}]")

    def on_table_view_moved(self, event: TableView.Moved) -> None:
        """The rule says which row one is on."""
        event.stop()
        self.refresh_rule()

    def on_schema_page_place_wanted(self, event: SchemaPage.PlaceWanted) -> None:
        """The place of a fault in the JSON."""
        event.stop()
        self.tab = "json"
        self.call_after_refresh(self._json.go_to_path, self._path_of(event.pointer))


def _raw(done: Done) -> str:
    value = done.result if done.error is MISSING else done.error
    try:
        return "" if value is MISSING else dumps(value)
    except NotJson:
        return ""
