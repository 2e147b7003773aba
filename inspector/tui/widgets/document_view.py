"""One document, of any size and kind: JSON in its pretty form, text, or the exact bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from inspector.tui.widgets.document_rows import DocumentRows


class DocumentView(DocumentRows):
    """The view: a cursor that knows where it is, folding, searching, and marks. A document opens at once."""

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

    # What is known of the document.

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
