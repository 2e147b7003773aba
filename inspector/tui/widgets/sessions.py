"""Sessions: the recordings on disk, newest first."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.tui.cells import Span
from inspector.tui.numbers import counted, size
from inspector.tui.widgets.facts_panel import Facts
from inspector.tui.widgets.list_place import BESIDE, ListPlace
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.session_rows import (
    FOLDED_FROM,
    SORTS,
    Month,
    SessionRow,
    Sort,
    alike,
    by_month,
    facts_under,
    found_words,
    in_order,
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
        Binding("r", "rename", "rename", id="sessions.rename"),
        Binding("a", "note", "note", id="sessions.note"),
        Binding("m", "mark", "mark", id="sessions.mark"),
        Binding("c", "compare", "compare", id="sessions.compare"),
        Binding("delete", "delete", "delete", key_display="Delete", id="sessions.delete"),
        Binding("y", "copy_as", "copy as", id="sessions.copy-as"),
        Binding("x", "share", "copy to share", id="sessions.share"),
        Binding("S", "send_again", "send again", show=False, id="sessions.send-again"),
        Binding("s", "sort", "sort", show=False, id="sessions.sort"),
        Binding("u", "undo", "undo", id="sessions.undo"),
        Binding("space", "fold", "fold", id="sessions.fold"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="sessions.clear"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.sessions: Sequence[SessionRow] = ()
        self.reading = False
        self.sort: Sort = "newest"
        self.marked: set[str] = set()
        self.folded: set[str] = set()
        self._months: set[str] = set()
        self._ends: Mapping[str, str] = {}

    def show(self, sessions: Sequence[SessionRow], *, reading: bool) -> None:
        """Other recordings; months that are new here are folded, but for the newest."""
        sessions = in_order(sessions, self.sort)
        self.sessions, self.reading, self._ends = sessions, reading, alike(sessions)
        self.marked &= {row.path for row in sessions if not row.deleted}
        months = list(dict.fromkeys(row.month for row in in_order(sessions, "newest") if not row.live))
        self.folded |= {month for month in months[1:] if month not in self._months}
        self._months.update(months)
        self.show_rows(sessions)
        self.refresh_bindings()

    def renamed(self, before: str, now: str) -> None:
        """A recording has another path: cursor and mark stay with it."""
        if before in self.marked:
            self.marked ^= {before, now}
        self.follow_key(before, now)

    @property
    def by_month(self) -> bool:
        """Whether there are so many that they are folded."""
        return len(self.sessions) >= FOLDED_FROM and not self.filter_text and self.sort == "newest"

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
        return "\n".join((*parts, row.note, *row.notes, found_words(row), "live" if row.live else ""))

    def draw_row(self, row: SessionRow | Month, width: int) -> Strip:
        """A row."""
        if isinstance(row, Month):
            return month_strip(row, width, self.roles)
        return session_strip(row, width, self.roles, marked=row.path in self.marked, end=self._ends.get(row.path, ""))

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

    @property
    def chosen(self) -> SessionRow | None:
        """The recording under the cursor, unless it was deleted."""
        row = self.selected
        return row if isinstance(row, SessionRow) and not row.deleted else None

    def action_delete(self) -> None:
        """Asks for the marked recordings to be deleted, or else for the one under the cursor."""
        row = self.chosen
        paths = tuple(one.path for one in self.sessions if one.path in self.marked)
        if paths or row is not None:
            self.post_message(Sessions.DeleteWanted(paths or (row.path,) if row is not None else paths))

    def action_rename(self) -> None:
        """Asks for another name."""
        if self.chosen is not None:
            self.post_message(Sessions.RenameWanted(self.chosen.path))

    def action_note(self) -> None:
        """Asks for a note on the session."""
        if self.chosen is not None:
            self.post_message(Sessions.NoteWanted(self.chosen.path))

    def action_share(self) -> None:
        """Asks for a copy for others."""
        if self.chosen is not None:
            self.post_message(Sessions.ShareWanted(self.chosen.path))

    def action_send_again(self) -> None:
        """Asks for its requests to be sent again to the server that is there."""
        if self.chosen is not None and not self.chosen.problem:
            self.post_message(Sessions.SendAgainWanted(self.chosen.path))

    def action_copy_as(self) -> None:
        """Asks as what it is to be copied."""
        if self.chosen is not None:
            self.post_message(Sessions.CopyAsWanted(self.chosen.path))

    def action_mark(self) -> None:
        """Marks the recording, or takes its mark away, and goes to the next."""
        row = self.chosen
        if row is not None:
            self.marked ^= {row.path}
            self.lines_changed()
            self.refresh_bindings()
            self.post_message(self.Chosen())
            self.action_move(1)

    def action_compare(self) -> None:
        """Compares the two that are marked, or the marked one with that under the cursor, else with the session."""
        row = self.chosen
        paths = [one.path for one in self.sessions if one.path in self.marked]
        if row is not None and len(paths) < 2 and row.path not in paths:
            paths.append(row.path)
        self.post_message(Sessions.CompareAsked(tuple(paths)))

    def action_sort(self) -> None:
        """Orders the rows by something else; the cursor stays on its own."""
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)]
        self.show(self.sessions, reading=self.reading)

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
        if action in ("delete", "rename", "note", "mark", "compare", "copy_as", "share", "sort", "send_again"):
            return bool(self.sessions)
        return super().check_action(action, parameters)


class Sessions(ListPlace):
    """The place. Takes recordings by `show`."""

    DEFAULT_CSS = """
    Sessions > Container > FactsPanel { height: 4; }
    """

    @dataclass
    class Opened(Message):
        """This recording is to be opened."""

        path: str

    @dataclass
    class DeleteWanted(Message):
        """These recordings are to be deleted; the owner shows them as `deleted` until they are gone for good."""

        paths: tuple[str, ...]

    @dataclass
    class RenameWanted(Message):
        """This recording is to have another name."""

        path: str

    @dataclass
    class NoteWanted(Message):
        """A note is to be written on this session."""

        path: str

    @dataclass
    class ShareWanted(Message):
        """A copy of this recording for others is to be made."""

        path: str

    @dataclass
    class SendAgainWanted(Message):
        """The requests of this recording are to be sent again."""

        path: str

    @dataclass
    class CopyAsWanted(Message):
        """As what this recording is to be copied is to be asked."""

        path: str

    @dataclass
    class CompareAsked(Message):
        """These recordings are to be compared, or a single one with the session that is shown."""

        paths: tuple[str, ...]

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
        told: list[Span] = [(counted(len(rows), "recording") + (f" · {size(total)}" if total else ""), "muted")]
        if self.rows.marked:
            told.append((f"{len(self.rows.marked)} marked", "waiting"))
        if self.rows.sort != "newest":
            told.append((f"by {self.rows.sort} · s", "accent"))
        return told

    def facts_of(self, row: SessionRow | Month) -> Facts:
        """How it went; under the list what has no room in the row."""
        if isinstance(row, Month):
            return Facts()
        return session_facts(row) if self.size.width >= BESIDE else facts_under(row)
