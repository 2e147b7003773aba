"""Notes of the person's on records and on the session: asked for, and handed on to be kept."""

from functools import partial

from inspector.tui.bridge import Bridge
from inspector.tui.model import Model
from inspector.tui.screens.telling import TellingScreen
from inspector.tui.screens.wishes import NoteWanted

_LABEL = 40  # letters of what the note is about


class NotingScreen(TellingScreen):
    """A screen on which notes are written. A subclass has the session's bridge and model."""

    model: Model
    bridge: Bridge | None

    def on_note_wanted(self, message: NoteWanted) -> None:
        """a on a record."""
        message.stop()
        self.ask_note(message.seq)

    def ask_note(self, seq: int | None) -> None:
        """Ask for the note on a record, or on the session (None); an empty one takes away the one before."""
        if self.bridge is None:
            self.say("There is no session to write a note on.")
            return
        if self.bridge.follows:
            self.say("Somebody is writing this recording: notes can be added when it has ended.")
            return
        notes = self.model.timeline.notes
        text = notes.session if seq is None else notes.of.get(seq, "")
        row = None if seq is None else self.model.timeline.row(seq)
        about = "the session" if row is None else f"{row.seq} {row.method or row.name}"[:_LABEL]
        self.ask_text(f"note on {about}", text, partial(self._note, seq, text))

    def _note(self, seq: int | None, before: str, text: str) -> None:
        if self.bridge is None or text == before:
            return
        refused = self.bridge.note(text, seq)
        if refused:
            self.say(refused)
