"""What is to be known of a call before it is sent, above its form: where its arguments came from, the URI that a
template becomes, and whether the server has changed its mind meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import roles_of
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.unscrolled import Unscrolled


@dataclass(frozen=True, slots=True)
class Note:
    """One row. `text` may be foreign; `aside` is ours and stands at the right, if there is room. `role` is that of the
    sign and of the text of what matters; `is_reference`: the text is a URI, and cut in its middle."""

    text: str
    sign: str = ""
    role: str = "muted"
    aside: str = ""
    is_reference: bool = False


class CallNotes(Unscrolled):
    """The rows; it has no room of its own while there are none."""

    DEFAULT_CSS = """
    CallNotes { height: auto; display: none; background: $surface; color: $foreground; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.notes: tuple[Note, ...] = ()

    def say(self, notes: Sequence[Note]) -> None:
        """Says something else, or nothing."""
        if tuple(notes) != self.notes:
            self.notes = tuple(notes)
            self.display = bool(notes)
            self.styles.height = max(len(notes), 1)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One of the rows; what does not fit is left out from the first on, for the last matters most."""
        roles, width = roles_of(self), self.size.width
        line = Line(roles)
        notes = self.notes[-self.size.height :] if self.size.height else ()
        if y < len(notes):
            note = notes[y]
            line.write(" ")
            if note.sign:
                line.spans(in_signs([(note.sign, note.role)], roles), 2)
                line.write(" ")
            text, said = in_glyphs(note.text, roles.glyphs), in_glyphs(note.aside, roles.glyphs)
            aside = width_of(said)
            room = width - 1 - line.cells
            has_aside = bool(aside) and room - aside - 2 >= min(width_of(text), 20)
            line.foreign(text, room - (aside + 2 if has_aside else 0), note.role, reference=note.is_reference)
            if has_aside:
                line.right(said, width - 1, "muted")
        return line.strip(width).apply_style(self.rich_style)
