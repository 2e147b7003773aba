"""One document, of any size and kind: JSON in its pretty form, text, or the exact bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar, Final

from rich.style import Style
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

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


class DocumentView(WrappingView):
    """The view. A document opens at once: only the lines in view are cut and lexed, the rest is counted meanwhile.

    Long lines are cut at the edge, or wrapped. While wrapped, scrolling is by lines, not by rows of the screen, so
    that nothing has to be measured that is not seen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "fold", "fold", id="document.fold"),
        Binding("left,h", "shift(-1)", "Left", show=False, id="document.left"),
        Binding("right,l", "shift(1)", "Right", show=False, id="document.right"),
        Binding("n", "hit(1)", "next hit", show=False, id="document.next"),
        Binding("p", "hit(-1)", "previous hit", show=False, id="document.previous"),
        Binding("w", "wrap", "wrap", show=False, id="document.wrap"),
    ]

    @dataclass
    class CursorMoved(Message):
        """The cursor came to another line; the view tells the rest."""

        view: "DocumentView"
        line: int

        @property
        def control(self) -> Widget:
            """The view it came from."""
            return self.view

        def can_replace(self, message: Message) -> bool:
            """Only the last place counts of many that were passed."""
            return isinstance(message, DocumentView.CursorMoved)

    @dataclass
    class Opened(Message):
        """Enter or a double click on a line that is no container: its value is to be shown whole."""

        view: "DocumentView"
        line: int

        @property
        def control(self) -> Widget:
            """The view it came from."""
            return self.view

    @dataclass
    class Searched(Message):
        """A search ended: on a line, from 0, or with None, since the text has no such place."""

        view: "DocumentView"
        query: str
        line: int | None

        @property
        def control(self) -> Widget:
            """The view it came from."""
            return self.view

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

    @property
    def path_at_cursor(self) -> str | None:
        """Where the cursor is in a JSON document: `$.result.resultType`."""
        line = self.cursor_line
        return None if self._json is None or line is None else self._json.path(line)

    @property
    def value_at_cursor(self) -> str | None:
        """The JSON value under the cursor exactly as it was sent; of other documents the line. For the clipboard."""
        line = self.cursor_line
        if line is None:
            return None
        return self._lines.copy(line) if self._json is None else self._json.value(line)

    @property
    def string_at_cursor(self) -> str | None:
        """The JSON string under the cursor, decoded; None if there is none. Not sanitised."""
        line = self.cursor_line
        return None if self._json is None or line is None else self._json.decoded(line)

    # Folding.

    def fold_below(self, depth: int) -> None:
        """Folds every object and array that is nested deeper than `depth`; 0 folds the whole document."""
        if self._json is None:
            return
        line = self.cursor_line
        self._folds.clear()
        self._folds.fold(self._json.containers_at(depth))
        self._refolded(line)

    def unfold_all(self) -> None:
        """Shows every line."""
        line = self.cursor_line
        self._folds.clear()
        self._refolded(line)

    def reveal(self, line: int) -> None:
        """Unfolds what hides a line of the document, and puts the cursor on it."""
        for first in self._folds.covering(line):
            self._folds.unfold(first)
        self._refolded(line)

    def go_to_path(self, path: str) -> bool:
        """Puts the cursor on the value at a path such as `$.result`; False if it is not there."""
        line = None if self._json is None else self._json.line_of_path(path)
        if line is None:
            return False
        self.reveal(line)
        return True

    def mark_paths(self, roles: Mapping[str, str]) -> None:
        """Lights the lines of values at paths such as `$.result` by a sign in a role: `error`, `warning`."""
        if self._json is not None:
            found = {self._json.line_of_path(path): role for path, role in roles.items()}
            self._marks = {line: role for line, role in found.items() if line is not None}
            self.lines_changed()

    def _refolded(self, line: int | None) -> None:
        self._cursor = None
        self.lines_changed()
        if line is not None:
            self.move_to(self._folds.row_of(line))

    def action_fold(self) -> None:
        """Folds or unfolds the object or array of the line; on a line inside of one, that one."""
        line = self.cursor_line
        if self._json is None or line is None:
            return
        first = line if self._json.is_container(line) else self._json.parent(line)
        if first is None:
            return
        if first in self._folds:
            self._folds.unfold(first)
        else:
            self._folds.fold({first: self._json.last_line(first)})
        self._refolded(first)

    # Searching.

    def find(self, query: str) -> int | None:
        """Looks for a text from the cursor on, then from the top; the line where it is, from 0. An empty text ends it.

        Capitals count if there is one in the query, and in documents of more than 16 MB.
        """
        self._query = query
        self.lines_changed()
        return self._hit(forward=True, inclusive=True) if query else None

    def action_hit(self, direction: int) -> None:
        """Goes to the next or previous place of the text that was looked for; past the end it begins again."""
        if self._query:
            self._hit(forward=direction > 0, inclusive=False)

    def _hit(self, *, forward: bool, inclusive: bool) -> int | None:
        at = self.cursor_line or 0
        found = self._lines.find(self._query, at, forward=forward, inclusive=inclusive)
        if found is None:
            edge = 0 if forward else len(self._lines) - 1
            found = self._lines.find(self._query, edge, forward=forward, inclusive=forward)
        if found is not None:
            self.reveal(found)
        self.post_message(self.Searched(self, self._query, found))
        return found

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
        """Another width breaks lines elsewhere."""
        self._fill()
        self._cut_again()
        self.lines_changed()

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

    def cursor_moved(self) -> None:
        """Says where the cursor is."""
        line = self.cursor_line
        if line is not None:
            self.post_message(self.CursorMoved(self, line))

    def clicked(self, index: int, x: int) -> None:
        """A click on the sign of an object or array folds it."""
        at = self._text_at()
        on_sign = self._numbers and self._json is not None and at - 3 <= x < at
        if on_sign and self._json is not None and self._json.is_container(self._folds.line_of(index)):
            self.action_fold()

    def action_open(self) -> None:
        """Enter folds an object or array; a value is to be opened whole."""
        line = self.cursor_line
        if line is None:
            return
        if self._json is not None and self._json.is_container(line):
            self.action_fold()
        else:
            self.post_message(self.Opened(self, line))
