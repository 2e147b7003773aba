"""A document as rows of the screen: only the lines in view are cut and lexed, the rest is found meanwhile."""

from time import perf_counter
from typing import Final

from rich.style import Style
from textual.strip import Strip
from textual.timer import Timer

from inspector.tui.cells import Line, Span
from inspector.tui.documents.folds import Folds
from inspector.tui.documents.lines import AT_ONCE, SCAN_STEP
from inspector.tui.documents.opening import Form, opened
from inspector.tui.documents.text_lines import CHUNK
from inspector.tui.widgets.document_row import WIDEST, body_strip, pieces, window, with_hits
from inspector.tui.widgets.document_wrapping import WrappingView

_SHIFT: Final = 8
_SLICE: Final = 0.01
"""Seconds for which lines are looked for at a time, between one key and the next."""


class DocumentRows(WrappingView):
    """The base of the view: it opens, draws, wraps and counts; long lines are cut at the edge, or wrapped."""

    def __init__(
        self,
        document: str | bytes = "",
        *,
        form: Form = "auto",
        wrap: bool | None = False,
        numbers: bool = True,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`numbers`: whether there is a gutter with line numbers and fold signs.

        `wrap` None: a document with fewer lines than there are rows is wrapped, for its rows would stay free.
        """
        super().__init__(id=id, classes=classes)
        self._wrap, self._fills = bool(wrap), wrap is None
        self._numbers = numbers
        self._shift = 0
        self._query = ""
        self._timer: Timer | None = None
        self._followed: int | None = None
        """The row that End came to while there were more to be found: the cursor goes on with them from there."""
        self._set(document, form)

    def show(self, document: str | bytes, form: Form = "auto", newlines: int | None = None) -> None:
        """Another document, from its beginning, as `opened` takes it."""
        self._set(document, form, newlines)
        self._cursor = None
        self._shift = 0
        self.scroll_to(y=0, animate=False, force=True)
        self._fill()
        self.lines_changed()
        self._scan_on()

    def _set(self, document: str | bytes, form: Form, newlines: int | None = None) -> None:
        self._document = document
        self._chunk = CHUNK
        self._height = self.size.height
        self._folds = Folds()
        self._marks: dict[int, str] = {}
        found = opened(document, form, newlines)
        self._form, self._json, self._plain, self._lines = found.form, found.json, found.plain, found.lines
        self._lines.scan(AT_ONCE)

    # What is known of the document.

    @property
    def form(self) -> Form:
        """What it is shown as: `json`, `text` or `raw`."""
        return self._form

    @property
    def document(self) -> str | bytes:
        """The whole document, as it came."""
        return self._document

    @property
    def line_count(self) -> int:
        """How many lines there are to see, folded ones not counted."""
        return len(self._lines) - self._folds.hidden

    @property
    def total_lines(self) -> int:
        """How many lines the document has."""
        return len(self._lines)

    @property
    def cursor_line(self) -> int | None:
        """The line of the document that the cursor is on, from 0."""
        return None if self._cursor is None else self._folds.line_of(self._cursor)

    # Drawing.

    def _text_at(self) -> int:
        """Where the text of a line begins."""
        if not self._numbers:
            return 1
        return 1 + self._lines.gutter_cells + (3 if self._json is not None else 2)

    def _room(self, width: int) -> int:
        """The cells that a line has; the last one of the view is the scroll bar's."""
        return width - self._text_at() - 1

    def _spans(self, line: int, cells: int) -> list[Span]:
        if self._json is not None:
            return self._json.spans(line, cells, folded=line in self._folds)
        return self._lines.spans(line, cells)

    def row(self, index: int, piece: int, width: int) -> Strip:
        """One row on the screen: the piece of a line that is wrapped, or its beginning."""
        line, room = self._folds.line_of(index), self._room(width)
        drawn = Line(self.roles)
        drawn.write(" ")
        if self._numbers:
            gutter, mark = self._lines.gutter(line) if piece == 0 else "", self._marks.get(line)
            if mark is not None and piece == 0:
                drawn.write(getattr(self.roles.glyphs, mark), f"{mark} bold")
            drawn.right(gutter, 1 + self._lines.gutter_cells, mark or "faint")
            if self._json is not None and piece == 0 and self._json.is_container(line):
                glyphs = self.roles.glyphs
                drawn.write(f" {glyphs.closed if line in self._folds else glyphs.open}", "muted")
            drawn.fill_to(self._text_at())
        strip = self._body(line, self._limit(room))
        if self._wrap:
            strip = pieces(strip, room)[piece]
        elif strip.cell_length > room + self._shift or self._shift:
            strip = window(strip, self._shift, room, self.roles)
        return Strip([*drawn.strip(drawn.cells), *strip]).adjust_cell_length(width, Style.null())

    def _body(self, line: int, cells: int) -> Strip:
        """What stands on a line, in full unless it is cut by meaning to `cells`."""
        strip = body_strip(self._spans(line, cells), self.roles)
        return with_hits(strip, self._query, self.roles) if self._query else strip

    def _limit(self, room: int) -> int:
        """How many cells a line may take: what is wrapped must not be taller than the view, or its end is not seen."""
        return room * max(self.size.height, 1) if self._wrap else 0 if self._shift else room

    def height_of(self, index: int, width: int) -> int:
        """How many rows a wrapped line takes."""
        room = self._room(width)
        return len(pieces(self._body(self._folds.line_of(index), self._limit(room)), room))

    # Wrapping.

    @property
    def wrap(self) -> bool:
        """Whether long lines are wrapped."""
        return self._wrap

    @wrap.setter
    def wrap(self, wrap: bool) -> None:
        self._wrap, self._shift = wrap, 0
        self._cut_again()
        self.lines_changed()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    def action_wrap(self) -> None:
        """Wraps long lines, or not."""
        self._fills = False
        self.wrap = not self.wrap

    def _fill(self) -> None:
        if self._fills and self.size.height:
            self._wrap = self._lines.complete and self.line_count < self.size.height

    def action_shift(self, direction: int) -> None:
        """Goes to the left or right along lines that are longer than the view."""
        if not self._wrap:
            self._shift = min(max(self._shift + direction * _SHIFT, 0), WIDEST)
            self.lines_changed()

    # What is not looked at yet is found in small steps, between one key and the next.

    def on_mount(self) -> None:
        """Begins to count."""
        self._scan_on()

    def on_resize(self) -> None:
        """Another width breaks lines elsewhere; in another height the cursor stays in view, if it was."""
        before, top = self._height, self.scroll_offset.y
        self._height = self.size.height
        self._fill()
        self._cut_again()
        self.lines_changed()
        if self._cursor is not None and (not before or top <= self._cursor < top + before):
            self.scroll_to_line(self._cursor)

    def _cut_again(self) -> None:
        """Cuts very long lines of a wrapped text into pieces that fit into the view, and finds the place again."""
        plain, room, height = self._plain, self._room(self.size.width), self.size.height
        chunk = CHUNK
        if self._wrap and room > 0:
            # A character takes up to two cells, a byte up to four; a piece of the full width joins up with the next.
            chunk = room * min(max(height // (2 if self._form == "text" else 4), 1), 8)
        if plain is None or chunk == self._chunk:
            return
        top = plain.offset(self.scroll_offset.y)
        cursor = None if self._cursor is None else plain.offset(self._cursor)
        self._chunk = chunk
        self._lines = self._plain = plain = plain.cut(chunk)
        plain.scan(AT_ONCE)
        self._cursor = None if cursor is None else plain.line_at(cursor)
        self.measure()
        self.scroll_to(y=plain.line_at(top), animate=False, force=True)
        self._scan_on()

    def _scan_on(self) -> None:
        if self._timer is None and not self._lines.complete and self.is_running:
            self._timer = self.set_interval(1 / 20, self._scan_some)

    def _scan_some(self) -> None:
        before, gutter = (len(self._lines), self._lines.complete), self._lines.gutter_cells
        until = perf_counter() + _SLICE
        while not self._lines.complete and perf_counter() < until:
            self._lines.scan(SCAN_STEP)
        if self._lines.gutter_cells != gutter:
            self.lines_changed()
        elif (len(self._lines), self._lines.complete) != before:
            self.measure()
        if self._followed is not None and self._followed == self._cursor:
            self.action_last()
        if self._lines.complete and self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def is_counted(self) -> bool:
        """Whether every line is found."""
        return self._lines.complete

    def action_last(self) -> None:
        """Goes to the last line that is found, and on with those that are found meanwhile, until another key."""
        if self._lines.complete:
            self._followed = None
            super().action_last()
            return
        self.move_to(max(min(self._lines.found, len(self._lines)) - 1 - self._folds.hidden, 0))
        self._followed = self._cursor
        self.call_later(self._scan_some)  # somebody waits, so that no time is left between two slices
