"""HTTP, timing and findings of a record: pages that are laid out for the width."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.analysis.detail import Detail
from inspector.tui.cells import Line
from inspector.tui.numbers import since_start
from inspector.tui.widgets.detail_findings import findings_page, findings_text
from inspector.tui.widgets.detail_http import Framing, http_page, http_text
from inspector.tui.widgets.detail_related import RowOf
from inspector.tui.widgets.detail_timing import timing_page, timing_text
from inspector.tui.widgets.found_rows import FoundRows
from inspector.tui.widgets.page_text import paragraph
from inspector.tui.widgets.page_view import PageLine, PageView, block

PageSide = Literal["http", "timing", "findings"]


class DetailPage(PageView, FoundRows):
    """The page. Where it names other records, Enter goes to the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "go there", key_display="Enter", id="detail-page.open")
    ]

    @dataclass
    class Chosen(Message):
        """A record is to be shown."""

        page: "DetailPage"
        seq: int

        @property
        def control(self) -> Widget:
            """The page."""
            return self.page

    def __init__(self, row_of: RowOf, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._row_of = row_of
        self._detail: Detail | None = None
        self._framing: Framing | None = None
        self._side: PageSide = "http"
        self._nothing = ""

    def show(self, detail: Detail, side: PageSide, framing: Framing | None) -> None:
        """One side of a record, from its top, unless it is the one that is shown already."""
        if (self._detail is None or self._detail.seq, self._side) != (detail.seq, side):
            self.scroll_to(y=0, animate=False, force=True)
        self._detail, self._side, self._framing = detail, side, framing
        self.page_changed()
        self.refresh_bindings()

    def say(self, sentence: str) -> None:
        """Shows no record, and why not."""
        self._detail, self._nothing = None, sentence
        self.page_changed()

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """The rows."""
        detail, roles = self._detail, self.roles
        if detail is None:
            return block([Line(roles).strip(width), *paragraph(self._nothing, width, roles, role="muted")])
        if self._side == "timing":
            return timing_page(detail.timing, since_start(detail.row.at), width, roles)
        if self._side == "findings":
            return findings_page(detail.findings, detail.seq, self._row_of, width, roles, airy=self.airy)
        return http_page(detail.http, self._framing, width, roles) if detail.http is not None else []

    def draw(self, index: int, width: int) -> Strip:
        """A row, with what was looked for."""
        return self.marked(super().draw(index, width))

    @property
    def text(self) -> str:
        """The page for the clipboard."""
        detail = self._detail
        if detail is None:
            return ""
        if self._side == "timing":
            return timing_text(detail.timing)
        if self._side == "findings":
            return findings_text(detail.findings)
        return http_text(detail.http) if detail.http is not None else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter only where there is something to go to."""
        return isinstance(self.stop, tuple) if action == "open" else super().check_action(action, parameters)

    def action_open(self) -> None:
        """Goes to the record under the cursor."""
        if isinstance(self.stop, tuple):
            self.post_message(self.Chosen(self, self.stop[1]))
