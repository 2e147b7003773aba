"""An array of like objects as a table: one row each, drawn when it is seen, its columns scrolled to the side."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, width_of
from inspector.tui.documents.tables import Table
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.unscrolled import Unscrolled, Vertical
from inspector.wire.text import visible

_MEASURED: Final = 300
"""Rows whose cells decide how wide a column is; a wider one further down is cut."""
_WIDEST: Final = 40
_LEAST: Final = 8
"""Cells in which the last column may be cut; with fewer it is not shown."""
_ROLES: Final = {
    "string": "",
    "number": "json-number",
    "literal": "json-literal",
    "nested": "muted",
    "missing": "faint",
}


def widths_of(table: Table) -> tuple[int, ...]:
    """How many cells each column takes."""
    measured = range(min(len(table.rows), _MEASURED))
    return tuple(
        min(max(_cells(column), *(_cells(table.cell(row, column)[0]) for row in measured), 1), _WIDEST)
        for column in table.columns
    )


def _cells(text: str) -> int:
    return width_of(visible(" ".join(text[: 2 * _WIDEST].split("\n"))))


class TableHead(Unscrolled):
    """The names of the columns."""

    DEFAULT_CSS = """
    TableHead { height: 1; background: $background; color: $foreground; }
    """

    def __init__(self, rows: "TableRows") -> None:
        super().__init__()
        self._rows = rows

    def render_line(self, y: int) -> Strip:
        """The one row."""
        return self._rows.head_strip(self.size.width, roles_of(self)).apply_style(self.rich_style)


class TableRows(LineView):
    """The rows. Left and right go by columns; Enter opens the row that the cursor is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "side(-1)", "columns", key_display="←→", id="table.left"),
        Binding("right,l", "side(1)", "Columns to the right", show=False, id="table.right"),
        Binding("enter", "open", "whole row", key_display="Enter", id="table.open"),
    ]

    @dataclass
    class Opened(Message):
        """A row is to be shown whole."""

        rows: "TableRows"
        table: Table
        row: int

        @property
        def control(self) -> Widget:
            """The rows."""
            return self.rows

    def __init__(self) -> None:
        super().__init__()
        self._table = Table("", [])
        self._widths: tuple[int, ...] = ()
        self._first = 0
        """The first column that is shown."""

    def show(self, table: Table) -> None:
        """Another table, from its first row."""
        self._table, self._widths, self._first = table, widths_of(table), 0
        self._cursor = 0 if table.rows else None
        self.scroll_to(y=0, animate=False, force=True)
        self.lines_changed()

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._table

    @property
    def line_count(self) -> int:
        """How many rows there are."""
        return len(self._table.rows)

    @property
    def columns_in_view(self) -> tuple[int, int]:
        """The first and the last column that are shown, from 1; the last one may be cut."""
        used, last = self._at(), self._first
        for number in range(self._first, len(self._widths)):
            if self.size.width - 2 - used < min(self._widths[number], _LEAST):
                break
            used, last = used + self._widths[number] + 2, number
        return self._first + 1, last + 1

    def _at(self) -> int:
        """Where the first column begins, behind the numbers of the rows."""
        return 3 + len(f"{len(self._table.rows):,}")

    def head_strip(self, width: int, roles: Roles) -> Strip:
        """The names of the columns that are in view."""
        return self._strip("", lambda name: (name, "muted bold"), width, roles)

    def draw(self, index: int, width: int) -> Strip:
        """One row; what is no object is shown as it is."""
        table, roles = self._table, self.roles
        if not isinstance(table.rows[index], dict):
            line = Line(roles)
            line.right(f"{index + 1:,}", self._at() - 2, "faint")
            line.fill_to(self._at())
            line.foreign(table.other(index), width - line.cells - 1, "warning")
            return line.strip(width)

        def cell(name: str) -> tuple[str, str]:
            text, kind = table.cell(index, name)
            return text, _ROLES[kind]

        return self._strip(f"{index + 1:,}", cell, width, roles)

    def _strip(self, number: str, cell: Callable[[str], tuple[str, str]], width: int, roles: Roles) -> Strip:
        line, begin = Line(roles), self._at()
        line.right(number, begin - 2, "faint")
        for column in range(self._first, len(self._widths)):
            room = min(self._widths[column], width - 2 - begin)
            if room < min(self._widths[column], _LEAST):
                break
            name = self._table.columns[column]
            text, role = cell(name)
            line.fill_to(begin)
            if name in self._table.numeric:
                line.fill_to(begin + max(room - _cells(text), 0))
            line.foreign(" ".join(text.split("\n")), begin + room - line.cells, role, reference=False)
            begin += self._widths[column] + 2
        if not number and self.columns_in_view[1] < len(self._widths):
            line.fill_to(width - 2)
            line.write(roles.glyphs.after, "muted")
        return line.strip(width)

    def action_side(self, by: int) -> None:
        """The columns one further to the left or right."""
        if by > 0 and self.columns_in_view[1] >= len(self._widths) and self._all_seen():
            return
        self._first = min(max(self._first + by, 0), max(len(self._widths) - 1, 0))
        self.lines_changed()
        self.cursor_moved()

    def _all_seen(self) -> bool:
        used = self._at() + sum(cells + 2 for cells in self._widths[self._first :]) - 2
        return used <= self.size.width - 2

    def on_resize(self) -> None:
        """Other columns are in view."""
        self.measure()
        self.cursor_moved()

    def cursor_moved(self) -> None:
        """The owner says which row one is on."""
        self.post_message(TableView.Moved(self))

    def action_open(self) -> None:
        """The row as it came."""
        if self._cursor is not None:
            self.post_message(self.Opened(self, self._table, self._cursor))


class TableView(Vertical):
    """Head and rows."""

    DEFAULT_CSS = """
    TableView { height: 1fr; }
    TableView > TableRows { height: 1fr; }
    """

    @dataclass
    class Moved(Message):
        """Another row or other columns are looked at."""

        rows: TableRows

        @property
        def control(self) -> Widget:
            """The rows."""
            return self.rows

    def __init__(self) -> None:
        super().__init__()
        self.rows = TableRows()
        self._head = TableHead(self.rows)

    def compose(self) -> ComposeResult:
        """Head, then rows."""
        yield self._head
        yield self.rows

    def show(self, table: Table) -> None:
        """Another table."""
        self.rows.show(table)
        self._head.refresh()

    @property
    def facts(self) -> list[str]:
        """Where one is: `row 3 of 10,000`, and where not all are seen, `columns 1–5 of 9`."""
        rows = self.rows
        first, last = rows.columns_in_view
        columns = len(rows.table.columns)
        facts = [f"row {0 if rows.cursor is None else rows.cursor + 1:,} of {rows.line_count:,}"]
        return facts if first == 1 and last >= columns else [*facts, f"columns {first}–{last} of {columns}"]

    def on_table_view_moved(self) -> None:
        """The head goes with the columns."""
        self._head.refresh()
