"""Two documents side by side, or one below the other: `n` and `p` go from one difference to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.analysis.side_by_side import Row
from inspector.tui.cells import Line
from inspector.tui.widgets.compare_rows import Drawn, beside, drawn_strip, unified
from inspector.tui.widgets.line_view import LineView

WIDE: Final = 120
"""Cells from which on there are two columns."""


class CompareView(LineView):
    """The rows. What both documents have alike is folded away already."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "difference(1)", "next difference", id="compare.next"),
        Binding("p", "difference(-1)", "previous", id="compare.previous"),
        Binding("enter", "open", "open the record", key_display="Enter", id="compare.open"),
    ]

    @dataclass
    class CursorMoved(Message):
        """The cursor came to another row; the view tells the rest."""

        view: "CompareView"

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

        def can_replace(self, message: Message) -> bool:
            """Only the last place counts of many that were passed."""
            return isinstance(message, CompareView.CursorMoved)

    @dataclass
    class Opened(Message):
        """Enter or a double click: the record itself is to be shown."""

        view: "CompareView"

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Row] = ()
        self._nothing = ""
        self._drawn: list[Drawn] = []
        self._firsts: list[int] = []
        self._is_wide = False

    # What is shown.

    def show(self, rows: Sequence[Row]) -> None:
        """Another comparison, with the cursor on its first difference."""
        self._rows, self._nothing = rows, ""
        self._arrange()
        self._cursor = None
        self.scroll_to(y=0, animate=False, force=True)
        self.lines_changed()
        if self._firsts:
            self.move_to(self._firsts[0])
        self.post_message(self.CursorMoved(self))

    def say(self, sentence: str) -> None:
        """Shows no rows, and why not."""
        self._rows, self._nothing, self._cursor = (), sentence, None
        self._arrange()
        self.lines_changed()

    def _arrange(self) -> None:
        self._is_wide = self.size.width >= WIDE
        self._drawn = (beside if self._is_wide else unified)(self._rows)
        self._firsts = [at for at, drawn in enumerate(self._drawn) if drawn.row.first and self._begins(at)]

    def _begins(self, at: int) -> bool:
        """Whether it is the first row on the screen of its difference, which has two where it changed."""
        return at == 0 or self._drawn[at - 1].row is not self._drawn[at].row

    def on_resize(self) -> None:
        """Two columns, or one; the cursor stays on its row."""
        if (self.size.width >= WIDE) != self._is_wide:
            row = self.row
            self._arrange()
            self._cursor = None
            self.lines_changed()
            if row is not None:
                self.move_to(next(at for at, drawn in enumerate(self._drawn) if drawn.row is row))
        else:
            self.lines_changed()

    @property
    def row(self) -> Row | None:
        """The row that the cursor is on."""
        return self._drawn[self._cursor].row if self._cursor is not None and self._drawn else None

    @property
    def differences(self) -> int:
        """How many differences can be gone to."""
        return len(self._firsts)

    @property
    def place(self) -> int:
        """Which of them the cursor is on, or has passed last; 0 before the first."""
        return sum(first <= (self._cursor or 0) for first in self._firsts)

    # Drawing.

    @property
    def line_count(self) -> int:
        """How many rows there are."""
        return len(self._drawn)

    def draw(self, index: int, width: int) -> Strip:
        """A row."""
        return drawn_strip(self._drawn[index], width, self.roles)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """One sentence where there is nothing to show."""
        if self._drawn or y:
            return super().draw_beyond(y, width)
        line = Line(self.roles)
        line.write(f"  {self._nothing}", "muted")
        return line.strip(width)

    # Keys.

    def cursor_moved(self) -> None:
        """Says so."""
        self.post_message(self.CursorMoved(self))

    def action_open(self) -> None:
        """The record is to be shown."""
        self.post_message(self.Opened(self))

    def action_difference(self, by: int) -> None:
        """To the next difference, or the one before, round the end."""
        if not self._firsts:
            return
        at = -1 if self._cursor is None else self._cursor
        if by > 0:
            wanted = next((first for first in self._firsts if first > at), self._firsts[0])
        else:
            wanted = next((first for first in reversed(self._firsts) if first < at), self._firsts[-1])
        self.move_to(wanted)
