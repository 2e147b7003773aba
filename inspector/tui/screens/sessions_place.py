"""Sessions, with the recordings looked up in their folder; deleted ones can come back until the program ends."""

from dataclasses import replace
from pathlib import Path

from textual.worker import get_current_worker

from inspector.config.places import places
from inspector.tui.screens.wishes import OpenRecording, Said
from inspector.tui.targets import find_sessions
from inspector.tui.trash import Trash
from inspector.tui.widgets.session_rows import SessionRow
from inspector.tui.widgets.sessions import Sessions


class SessionsPlace(Sessions):
    """The place. The folder is read in a thread."""

    def __init__(self, trash: Trash, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._trash = trash
        self._here: Path | None = None
        self._is_live = False
        self._arrived = False

    def arrive(self, here: Path | None, *, is_live: bool) -> None:
        """Look again at what there is; `here` is the recording that is open or, as `is_live` says, being written."""
        self._here, self._is_live, self._arrived = here, is_live, True
        if not self.rows.sessions:
            self.show((), reading=True)
        self._look_again()

    def _look_again(self) -> None:
        self.run_worker(self._look, thread=True, group="sessions", exclusive=True)

    def _look(self) -> None:
        worker = get_current_worker()
        found = find_sessions(places().recordings, self._here)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, found)

    def _show(self, found: tuple[SessionRow, ...]) -> None:
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

    def on_sessions_opened(self, message: Sessions.Opened) -> None:
        """Enter on a recording."""
        message.stop()
        here = any(row.here for row in self.rows.sessions if row.path == message.path)
        if here:
            which = "session that is running" if self._is_live else "recording that is open"
            self.post_message(Said(f"This is the {which}: Esc goes back to it."))
        else:
            self.post_message(OpenRecording(Path(message.path)))

    def on_sessions_delete_wanted(self, message: Sessions.DeleteWanted) -> None:
        """Delete on a recording: it is moved aside, and gone for good when the program ends."""
        message.stop()
        row = next((row for row in self.rows.sessions if row.path == message.path), None)
        if row is None:
            return
        if row.here:
            self.post_message(Said("This recording is open; it cannot be deleted now."))
        elif self._trash.delete(row):
            self._look_again()
        else:
            self.post_message(Said(f"{row.file} could not be moved aside, so it was not deleted."))

    def on_sessions_undo_wanted(self, message: Sessions.UndoWanted) -> None:
        """u: bring it back."""
        message.stop()
        if not self._trash.restore(Path(message.path) if message.path is not None else None):
            self.post_message(Said("It could not be brought back: its name is taken, or its folder cannot be written."))
        self._look_again()
