"""Finding a text in rows that are drawn: for pages and short lists, whose rows are all there is to look in."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.widgets.document_row import with_hits
from inspector.tui.widgets.line_view import LineView


class FoundRows(LineView):
    """Rows in which a text can be looked for; `n` and `p` go on. A subclass draws its rows through `marked`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "hit(1)", "next hit", show=False, id="rows.next-hit"),
        Binding("p", "hit(-1)", "previous hit", show=False, id="rows.previous-hit"),
    ]

    _query = ""
    _hit_at: int | None = None

    @dataclass
    class Searched(Message):
        """`n` or `p` went to a row, from 0; None if the text is nowhere."""

        view: "FoundRows"
        row: int | None

        @property
        def control(self) -> Widget:
            """The rows."""
            return self.view

    def find(self, query: str) -> int | None:
        """Looks for a text from the top of the view on, then from the first row; the row where it is, from 0.

        An empty text ends it. Capitals count if there is one.
        """
        at = self.scroll_offset.y if self._hit_at is None or query != self._query else self._hit_at
        self._query, self._hit_at = query, None
        self.lines_changed()
        self.refresh_bindings()
        return self._go(at, 1) if query else None

    def marked(self, strip: Strip) -> Strip:
        """A row with what was found in it marked."""
        return with_hits(strip, self._query, self.roles) if self._query else strip

    def action_hit(self, direction: int) -> None:
        """Goes to the next or previous row with the text; past the end it begins again."""
        at = self.scroll_offset.y if self._hit_at is None else self._hit_at + direction
        self.post_message(self.Searched(self, self._go(at, direction)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There are hits only of what is looked for."""
        return bool(self._query) if action == "hit" else super().check_action(action, parameters)

    def _go(self, at: int, direction: int) -> int | None:
        rows, width = self.line_count, self.size.width
        for step in range(rows):
            index = (at + step * direction) % rows
            text = self.draw(index, width).text
            if self._query in (text.lower() if self._query == self._query.lower() else text):
                self._hit_at = index
                self.move_to(index)
                self.scroll_to_line(index)
                return index
        return None
