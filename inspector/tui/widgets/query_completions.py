"""What could be typed next, in a list at the filter line: over it where there is room, else below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.geometry import Region
from textual.strip import Strip

from inspector.analysis.query_completion import Suggestion
from inspector.tui.cells import Line, width_of
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.page_text import wrap_words
from inspector.wire.text import visible

_MOST_ROWS: Final = 9
_WIDEST, _LEAST = 64, 30
_FIXED: Final = 2
"""Rows at the top of the screen that are not covered: who one talks to, and where one is."""

_ENOUGH: Final = 5
"""Rows above the line that do, so that what the filter leaves stays in view below it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered, and, if the filter cannot be read, the sentence that says what was expected."""

    suggestions: Sequence[Suggestion] = ()
    problem: str = ""


class QueryCompletions(LineView, can_focus=False):
    """The list. The keyboard stays in the line, whose owner calls `choose`; a click takes a row."""

    DEFAULT_CSS = """
    QueryCompletions {
        overlay: screen;
        background: $panel;
        display: none;
    }
    """

    is_beside_a_field = True

    def __init__(self, take: Callable[[Suggestion], object]) -> None:
        super().__init__()
        self._take = take
        self._offer = Offer()
        self._said: Sequence[str] = ()
        self._about = 0

    @property
    def line_count(self) -> int:
        """The rows to choose from, and the sentence."""
        return len(self._offer.suggestions) + len(self._said)

    @property
    def suggestions(self) -> Sequence[Suggestion]:
        """What is offered now; nothing while the list is closed."""
        return self._offer.suggestions if self.display else ()

    @property
    def chosen(self) -> Suggestion | None:
        """The row under the cursor; None as long as none was chosen."""
        return self._row(self._cursor) if self.display and self._cursor is not None else None

    def _row(self, index: int) -> Suggestion | None:
        at = index - len(self._said)
        return self._offer.suggestions[at] if at >= 0 else None

    def open(self, offer: Offer, line: Region, screen: Region) -> None:
        """Offer this, none of it chosen, at a line of the screen; without anything the list is closed."""
        self._offer, self._cursor = offer, None
        text = max((width_of(one.whole or one.text) for one in offer.suggestions), default=0)
        about = max((width_of(one.about) for one in offer.suggestions), default=0)
        self._about = min(about, _WIDEST // 2)
        widest = max(min(text + self._about + 7, _WIDEST), width_of(offer.problem) + 2, _LEAST)
        cells = min(widest, line.width - 3)
        self._said = wrap_words(offer.problem, cells - 2) if offer.problem else ()
        self.display = bool(self.line_count)
        if not self.display:
            return
        above, below = max(line.y - screen.y - _FIXED, 0), screen.bottom - line.bottom
        is_above = above >= min(self.line_count, _ENOUGH) or above >= below
        rows = max(min(self.line_count, _MOST_ROWS, above if is_above else below), 1)
        self.styles.width, self.styles.height = cells, rows
        # The natural place is the row below the line.
        self.styles.offset = (2, -rows - 1 if is_above else 0)
        self.scroll_to(y=0, animate=False)
        self.lines_changed()

    def close(self) -> None:
        """Offer nothing."""
        self.display, self._cursor, self._offer, self._said = False, None, Offer(), ()

    def choose(self, by: int) -> bool:
        """Go down or up; up from the first chooses none. False if there is nothing in that direction."""
        first, last = len(self._said), self.line_count - 1
        if not self.display or last < first or (by < 0 and self._cursor is None):
            return False
        at = first if self._cursor is None else self._cursor + by
        if at > last:
            return False
        if at < first:
            self._cursor = None
            self.refresh()
        else:
            self.move_to(at)
        return True

    def draw(self, index: int, width: int) -> Strip:
        """A row and a word on it; the sentence is about the filter as it stands."""
        line = Line(self.roles)
        line.write(" ")
        row = self._row(index)
        if row is None:
            line.foreign(self._said[index], width - 2, "error")
        else:
            line.foreign(visible(row.whole or row.text), width - self._about - 5, "")
            line.fill_to(width - self._about - 2)
            line.foreign(visible(row.about), self._about, "faint")
        return line.strip(width)

    def on_click(self, event: events.Click) -> None:
        """A click takes a row."""
        event.stop()
        where = event.get_content_offset(self)
        index = None if where is None else self.line_at(where.y)
        row = self._row(index) if index is not None else None
        if row is not None:
            self._take(row)
