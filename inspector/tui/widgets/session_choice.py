"""One of the recordings is to be chosen: those of the same server first, the newest before the others."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.tui.cells import Span
from inspector.tui.widgets.facts_panel import Facts
from inspector.tui.widgets.list_place import BESIDE, ListPlace
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.session_rows import SessionRow, alike, facts_under, session_facts, session_strip


class ChoiceList(PickList[SessionRow]):
    """The rows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "this one", key_display="Enter", id="choice.open"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="choice.filter"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="choice.clear"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.reading = True
        self.ends: Mapping[str, str] = {}

    def key_of(self, row: SessionRow) -> Hashable:
        """The path."""
        return row.path

    def text_of(self, row: SessionRow) -> str:
        """Server, file, era, ending, date."""
        return "\n".join((row.server, row.file, row.era or "", row.version, row.ended, row.when, row.month))

    def draw_row(self, row: SessionRow, width: int) -> Strip:
        """A row."""
        return session_strip(row, width, self.roles, end=self.ends.get(row.path, ""))

    def nothing(self) -> Sequence[Span]:
        """That there are none."""
        return [("looking for recordings…" if self.reading else "There is no other recording yet.", "muted")]

    def action_open(self) -> None:
        """Takes it."""
        row = self.selected
        if row is not None:
            self.post_message(SessionChoice.Taken(row.path))


def choices(rows: Sequence[SessionRow], server: str) -> list[SessionRow]:
    """Those that can be read and are not open here, those of `server` first; else in their order."""
    usable = [row for row in rows if not (row.problem or row.here or row.deleted)]
    return sorted(usable, key=lambda row: not server or row.server != server)


class SessionChoice(ListPlace):
    """The place. Takes recordings by `show`."""

    DEFAULT_CSS = """
    SessionChoice > Container > FactsPanel { height: 4; }
    """

    @dataclass
    class Taken(Message):
        """This recording was chosen."""

        path: str

    def __init__(self, *, id: str | None = None) -> None:
        self.rows = ChoiceList()
        super().__init__("", "Compare with", self.rows, id=id)

    def ask(self, title: str) -> None:
        """What it is chosen for; what was known of the recordings is looked up anew."""
        self.change_rule(title=title)
        self.rows.reading = True
        self.rows.filter("")
        self.rows.show_rows(())

    def show(self, rows: Sequence[SessionRow]) -> None:
        """The recordings, the likeliest first."""
        self.rows.reading, self.rows.ends = False, alike(rows)
        self.rows.show_rows(rows)
        self.rows.select(lambda _: True)
        self.tell()

    def facts_of(self, row: SessionRow) -> Facts:
        """How it went; under the list what has no room in the row."""
        return session_facts(row) if self.size.width >= BESIDE else facts_under(row)
