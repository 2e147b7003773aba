"""Sessions, with the recordings looked up in their folder; deleted ones can come back until the program ends."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual.worker import get_current_worker

from inspector.config.places import places
from inspector.errors import InspectorError
from inspector.recording.digests import Digests
from inspector.recording.naming import bare_name, rename
from inspector.recording.notes import annotate
from inspector.recording.redaction import Redactor
from inspector.tui.looking_up import LookingUp
from inspector.tui.numbers import counted
from inspector.tui.screens.wishes import (
    CompareSessions,
    CopiesWanted,
    NoteWanted,
    OpenRecording,
    Said,
    SendAgain,
    TextWanted,
)
from inspector.tui.shared_copy import share
from inspector.tui.trash import Trash
from inspector.tui.widgets.copy_bar import Copyable
from inspector.tui.widgets.session_rows import SessionRow
from inspector.tui.widgets.sessions import Sessions

_AGAIN = "Delete again"


class SessionsPlace(Sessions):
    """The place. The folder is read in a thread, as long as the place is looked at."""

    def __init__(self, trash: Trash, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._trash = trash
        self._here: Path | None = None
        self._is_live = False
        self._arrived = False
        self._looking: LookingUp | None = None
        self._would_delete: tuple[str, ...] = ()
        self.busy = False
        """Whether more is being found out of what is shown."""

    def arrive(self, here: Path | None, *, is_live: bool) -> None:
        """Look again at what there is; `here` is the recording that is open or, as `is_live` says, being written."""
        self._here, self._is_live, self._arrived = here, is_live, True
        self._would_delete = ()
        if not self.rows.sessions:
            self.show((), reading=True)
            self._trash.take_over(places().recordings)
        self._look_again()

    def leave(self) -> None:
        """It is not looked at any more."""
        self.workers.cancel_group(self, "sessions")

    def _look_again(self) -> None:
        self.busy = True
        self.run_worker(self._look, thread=True, group="sessions", exclusive=True)

    def _look(self) -> None:
        worker = get_current_worker()
        if self._looking is None:
            self._looking = LookingUp(places().recordings, Digests(places().digests_file))
        for found in self._looking.rows(self._here, lambda: not worker.is_cancelled):
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._show, found)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._rest)

    def _rest(self) -> None:
        self.busy = False

    def _show(self, found: Sequence[SessionRow]) -> None:
        """What is there, and what was deleted where it stood, as long as it can come back."""
        before = [row.path for row in self.rows.sessions]
        rows = list(found)
        for row in self._trash.rows:
            at = before.index(row.path) if row.path in before else len(rows)
            rows.insert(min(at, len(rows)), replace(row, deleted=True))
        self.show(rows)
        if self._arrived:
            self._arrived = False
            self._step_aside()

    def _step_aside(self) -> None:
        """One comes here for another recording than the one that is shown already."""
        row = self.rows.selected
        if isinstance(row, SessionRow) and row.here:
            self.rows.select(lambda other: isinstance(other, SessionRow) and not (other.here or other.problem))

    def _row(self, path: str) -> SessionRow | None:
        return next((row for row in self.rows.sessions if row.path == path), None)

    def on_sessions_opened(self, message: Sessions.Opened) -> None:
        """Enter on a recording."""
        message.stop()
        here = any(row.here for row in self.rows.sessions if row.path == message.path)
        if here:
            which = "session that is running" if self._is_live else "recording that is open"
            self.post_message(Said(f"This is the {which}: Esc goes back to it."))
        else:
            self.post_message(OpenRecording(Path(message.path)))

    # ── deleting ────────────────────────────────────────────────────────────────────────────────────────────────────

    def on_sessions_delete_wanted(self, message: Sessions.DeleteWanted) -> None:
        """Delete: what is deleted is moved aside, and gone for good when the program ends. Of several it is asked."""
        message.stop()
        rows = [row for row in map(self._row, message.paths) if row is not None]
        kept = next((row for row in rows if row.here or row.live), None)
        if kept is not None:
            does = "is open" if kept.here else "is being written"
            name = "This recording" if len(rows) == 1 else kept.file
            self.post_message(Said(f"{name} {does}; it cannot be deleted now."))
        elif len(rows) > 1 and self._would_delete != message.paths:
            self._would_delete = message.paths
            self.post_message(Said(f"{_AGAIN} deletes the {len(rows)} that are marked; u brings each back."))
        else:
            self._would_delete = ()
            self._delete(rows)

    def _delete(self, rows: Sequence[SessionRow]) -> None:
        failed = [row for row in rows if not self._trash.delete(row)]
        self.rows.marked -= {row.path for row in rows}
        for row in failed[:1]:
            more = f", and {len(failed) - 1} more" if len(failed) > 1 else ""
            self.post_message(Said(f"{row.file}{more} could not be moved aside, so it was not deleted."))
        if len(failed) < len(rows):
            self._look_again()

    def on_sessions_undo_wanted(self, message: Sessions.UndoWanted) -> None:
        """u: bring it back."""
        message.stop()
        if not self._trash.restore(Path(message.path) if message.path is not None else None):
            self.post_message(Said("It could not be brought back: its name is taken, or its folder cannot be written."))
        self._look_again()

    # ── name and note ───────────────────────────────────────────────────────────────────────────────────────────────

    def on_sessions_rename_wanted(self, message: Sessions.RenameWanted) -> None:
        """r: the file gets another name."""
        message.stop()
        row = self._row(message.path)
        if row is not None and row.here:
            self.post_message(Said("This recording is open; it can be renamed when another one is."))
        elif row is not None:
            path = Path(row.path)
            self.post_message(TextWanted("name", bare_name(path), partial(self._rename, path)))

    def _rename(self, path: Path, name: str) -> None:
        try:
            new = rename(path, name)
        except InspectorError as fault:
            self.post_message(Said(f"{fault.message} {fault.why}"))
            return
        if new != path:
            self.rows.renamed(str(path), str(new))
            self.post_message(Said(f"It is {new.name} now."))
            self._look_again()

    def on_sessions_note_wanted(self, message: Sessions.NoteWanted) -> None:
        """a: a note on the session, in its file."""
        message.stop()
        row = self._row(message.path)
        if row is not None and row.here:
            self.post_message(NoteWanted(None))
        elif row is not None and row.live:
            self.post_message(Said("Somebody is writing this recording: a note can be added when it has ended."))
        elif row is not None:
            write = partial(self._note, Path(row.path), row.note)
            self.post_message(TextWanted(f"note on {row.name or row.server or row.file}", row.note, write))

    def _note(self, path: Path, before: str, text: str) -> None:
        if text != before:
            self._work(partial(annotate, path, text, Redactor()), lambda _: "")

    # ── for others ──────────────────────────────────────────────────────────────────────────────────────────────────

    def on_sessions_share_wanted(self, message: Sessions.ShareWanted) -> None:
        """x: a copy without secrets, beside it."""
        message.stop()
        self._work(partial(share, Path(message.path)), str)

    def _work(self, work: Callable[[], object], told: Callable[[object], str]) -> None:
        """Do what takes a while in a thread, say what came of it, and look again."""
        self.run_worker(partial(self._worked, work, told), thread=True, group="deeds")

    def _worked(self, work: Callable[[], object], told: Callable[[object], str]) -> None:
        try:
            said = told(work())
        except InspectorError as fault:
            said = f"{fault.message} {fault.why}"
        if said:
            self.post_message(Said(said))
        self.app.call_from_thread(self._look_again)

    def on_sessions_copy_as_wanted(self, message: Sessions.CopyAsWanted) -> None:
        """y: its path, and the commands that take it; without HTTP in it there is no archive of that."""
        message.stop()
        row = self._row(message.path)
        path = shlex.quote(message.path)
        lines = (
            ("p", "path", message.path),
            ("i", "inspector open", f"inspector open {path}"),
            ("w", "serve it", f"inspector serve {path}"),
            ("t", "send it again", f"inspector replay {path} "),
            ("m", "Markdown", f"inspector export {path} --format markdown"),
            *([("h", "HAR", f"inspector export {path} --format har")] if row is None or row.web else []),
        )
        copies = [Copyable(key, name, "", partial(_text, text)) for key, name, text in lines]
        self.post_message(CopiesWanted(copies))

    def on_sessions_send_again_wanted(self, message: Sessions.SendAgainWanted) -> None:
        """S: its requests to the server that is there, each answer compared."""
        message.stop()
        self.post_message(SendAgain(Path(message.path)))

    def on_sessions_compare_asked(self, message: Sessions.CompareAsked) -> None:
        """c: two recordings, or one and the session that is shown."""
        message.stop()
        rows = [row for row in map(self._row, message.paths) if row is not None]
        broken = next((row for row in rows if row.problem), None)
        if not 1 <= len(rows) <= 2:
            many = counted(len(rows), "recording")
            self.post_message(Said(f"Two are compared, and {many} are marked: m marks one, or takes its mark away."))
        elif broken is not None:
            self.post_message(Said(f"{broken.file} cannot be compared. {broken.problem}"))
        elif len(rows) == 1 and rows[0].here:
            self.post_message(Said("This is the session that is shown: m marks another one, c here compares the two."))
        else:
            first, *second = sorted(rows, key=lambda row: row.at)
            self.post_message(CompareSessions(Path(first.path), Path(second[0].path) if second else None))


def _text(text: str, secrets: bool) -> str:
    return text
