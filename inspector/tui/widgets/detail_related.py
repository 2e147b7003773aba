"""The records that one belongs together with, a line each, itself among them and marked."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import since_start
from inspector.tui.roles import Roles
from inspector.tui.widgets.found_rows import FoundRows
from inspector.tui.widgets.traffic_row import TrafficRow, columns, traffic_strip

RowOf = Callable[[int], TrafficRow | None]
"""The row of a record, by its number."""


def related_strip(row: TrafficRow, width: int, roles: Roles, *, digits: int, here: bool) -> Strip:
    """The row as the traffic has it, after a sign if it is the record that is shown; `digits` of the highest number."""
    mark = Line(roles)
    mark.write(" ")
    mark.write(roles.glyphs.closed if here else " ", "accent bold")
    time = since_start(row.at)
    at = columns(width - 2, digits=digits, clock=width_of(time))
    return Strip.join([mark.strip(2), traffic_strip(row, at, time, roles)])


class RelatedList(FoundRows):
    """The rows; Enter goes to a record. Operations may have any number of records, so rows are made when seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "go there", key_display="Enter", id="related.open")
    ]

    @dataclass
    class Chosen(Message):
        """A record is to be shown."""

        list: "RelatedList"
        seq: int

        @property
        def control(self) -> Widget:
            """The list."""
            return self.list

    def __init__(self, row_of: RowOf, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._row_of = row_of
        self._seqs: Sequence[int] = ()
        self._here = 0

    def show(self, seqs: Sequence[int], here: int) -> None:
        """Other records, ascending; the cursor is on the one that is shown, unless it was here already."""
        moved = here != self._here
        self._seqs, self._here = seqs, here
        self.lines_changed()
        if moved and here in seqs:
            self.move_to(seqs.index(here))

    @property
    def line_count(self) -> int:
        """How many records there are."""
        return len(self._seqs)

    @property
    def text(self) -> str:
        """All rows as text, one a line."""
        rows = [self._row_of(seq) for seq in self._seqs]
        return "\n".join(
            " ".join(filter(None, (str(row.seq), since_start(row.at), row.kind, row.method, row.what, row.status)))
            for row in rows
            if row is not None
        )

    def cache_key(self, index: int) -> Hashable:
        """The row itself: what became of a record may come later."""
        seq = self._seqs[index]
        return seq == self._here, self._row_of(seq)

    def draw(self, index: int, width: int) -> Strip:
        """One record."""
        seq = self._seqs[index]
        row = self._row_of(seq)
        if row is None:
            return Line(self.roles).strip(width)
        strip = related_strip(row, width, self.roles, digits=len(str(self._seqs[-1])), here=seq == self._here)
        return self.marked(strip)

    def action_open(self) -> None:
        """Goes to the record, unless it is shown already."""
        if self.cursor is not None and self.cursor < len(self._seqs) and self._seqs[self.cursor] != self._here:
            self.post_message(self.Chosen(self, self._seqs[self.cursor]))
