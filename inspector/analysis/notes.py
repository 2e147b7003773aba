"""What a person has noted: on records and on the session, each the last that they wrote."""

from collections.abc import Sequence

from inspector.wire.events import Note


class Notes:
    """`of` has the text of each record that has a note, by its number; `session` that of the session, or an empty one.

    A note with an empty text takes away the one before (`events.Note`).
    """

    def __init__(self) -> None:
        self.of: dict[int, str] = {}
        self.session = ""

    def take(self, note: Note) -> None:
        """The next one, in the order of the records."""
        if note.about is None:
            self.session = note.text
        elif note.text:
            self.of[note.about] = note.text
        else:
            self.of.pop(note.about, None)

    @property
    def noted(self) -> Sequence[int]:
        """The records that have one, in order."""
        return sorted(self.of)
