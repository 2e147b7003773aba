"""Sessions: the recordings on disk, newest first."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.tui.cells import Span
from inspector.tui.numbers import counted, size
from inspector.tui.widgets.facts_panel import Facts
from inspector.tui.widgets.list_place import ListPlace
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.session_rows import (
    FOLDED_FROM,
    Month,
    SessionRow,
    by_month,
    month_strip,
    session_facts,
    session_strip,
)

__all__ = ["SessionRow", "Sessions", "SessionsList"]


class SessionsList(PickList["SessionRow | Month"]):
    """The rows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "open", id="sessions.open"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="sessions.filter"),
        Binding("delete", "delete", "delete", key_display="Delete", id="sessions.delete"),
        Binding("u", "undo", "undo", id="sessions.undo"),
        Binding("space", "fold", "fold", id="sessions.fold"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="sessions.clear"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.sessions: Sequence[SessionRow] = ()
        self.reading = False
        self.folded: set[str] = set()
        self._months: set[str] = set()

    def show(self, sessions: Sequence[SessionRow], *, reading: bool) -> None:
        """Other recordings; months that are new here are folded, but for the newest."""
        self.sessions, self.reading = sessions, reading
        months = list(dict.fromkeys(row.month for row in sessions))
        self.folded |= {month for month in months[1:] if month not in self._months}
        self._months.update(months)
        self.show_rows(sessions)
        self.refresh_bindings()

    @property
    def by_month(self) -> bool:
        """Whether there are so many that they are folded."""
        return len(self.sessions) >= FOLDED_FROM and not self.filter_text

    def arranged(self, rows: list[SessionRow | Month]) -> list[SessionRow | Month]:
        """Many are put under their months."""
        return by_month(self.sessions, self.folded) if self.by_month else rows

    def key_of(self, row: SessionRow | Month) -> Hashable:
        """The path, or the month."""
        return row.path if isinstance(row, SessionRow) else row.name

    def text_of(self, row: SessionRow | Month) -> str:
        """Server, file, era, ending, date."""
        if isinstance(row, Month):
            return row.name
        parts = (row.server, row.file, row.era or "", row.version, row.ended, row.when, row.month, row.problem)
        return "\n".join(parts)

    def draw_row(self, row: SessionRow | Month, width: int) -> Strip:
        """A row."""
        draw: Any = session_strip if isinstance(row, SessionRow) else month_strip
        strip: Strip = draw(row, width, self.roles)
        return strip

    def nothing(self) -> Sequence[Span]:
        """That there are none yet, and where they come from."""
        if self.reading:
            return [("looking for recordings…", "muted")]
        return [("No recordings yet · ", "muted"), ("0", "accent bold"), (" connect", "muted")]

    def action_open(self) -> None:
        """Opens the recording; on a month, folds it."""
        row = self.selected
        if isinstance(row, Month):
            self.action_fold()
        elif row is not None and not (row.problem or row.deleted):
            self.post_message(Sessions.Opened(row.path))

    def action_fold(self) -> None:
        """Folds or unfolds the month that the cursor is in."""
        row = self.selected
        if row is None or not self.by_month:
            return
        month = row.name if isinstance(row, Month) else row.month
        self.folded ^= {month}
        self.fill()
        self.select(lambda other: isinstance(other, Month) and other.name == month)

    def action_delete(self) -> None:
        """Asks for the recording to be deleted."""
        row = self.selected
        if isinstance(row, SessionRow) and not row.deleted:
            self.post_message(Sessions.DeleteWanted(row.path))

    def action_undo(self) -> None:
        """Asks for the deleted recording under the cursor back, or else for the last one."""
        row = self.selected
        path = row.path if isinstance(row, SessionRow) and row.deleted else None
        self.post_message(Sessions.UndoWanted(path))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that do something now."""
        if action == "undo":
            return any(row.deleted for row in self.sessions)
        if action == "fold":
            return self.by_month
        if action == "delete":
            return bool(self.sessions)
        return super().check_action(action, parameters)


class Sessions(ListPlace):
    """The place. Takes recordings by `show`."""

    @dataclass
    class Opened(Message):
        """This recording is to be opened."""

        path: str

    @dataclass
    class DeleteWanted(Message):
        """This recording is to be deleted; the owner shows it as `deleted` until it is gone for good."""

        path: str

    @dataclass
    class UndoWanted(Message):
        """The deleted recording is to come back; None: the one that was deleted last."""

        path: str | None

    def __init__(self, *, digit: str = "9", id: str | None = None, classes: str | None = None) -> None:
        self.rows = SessionsList()
        super().__init__(digit, "Sessions", self.rows, id=id, classes=classes)

    def show(self, sessions: Sequence[SessionRow], *, reading: bool = False) -> None:
        """The recordings, newest first. `reading`: the folder is still being looked through."""
        self.rows.show(sessions, reading=reading)
        self.tell()

    def told(self) -> Sequence[Span]:
        """How many, and how large together."""
        rows = [row for row in self.rows.sessions if not row.deleted]
        if not rows:
            return ()
        total = sum(row.size or 0 for row in rows)
        return [(counted(len(rows), "recording") + (f" · {size(total)}" if total else ""), "muted")]

    def facts_of(self, row: SessionRow | Month) -> Facts:
        """How it went."""
        return session_facts(row) if isinstance(row, SessionRow) else Facts()

    def shown_under(self, row: SessionRow | Month) -> bool:
        """Only what cannot be seen in the row itself: why it cannot be read."""
        return isinstance(row, SessionRow) and bool(row.problem)
