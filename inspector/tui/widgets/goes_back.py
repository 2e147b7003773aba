"""What will go back to the server if the person accepts, as the exact JSON."""

from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.json_spans import json_strips
from inspector.tui.widgets.signs import sentence

_LABEL = "Will go back: "
_MOST = 3
_THREE = "Decline = you said no. Cancel = you did not choose. The server sees which."


class GoesBack(Widget):
    """The JSON, at most three rows of it, what follows, and what the three answers mean."""

    DEFAULT_CSS = """
    GoesBack { background: $background; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._answer = ""
        self._after = ""
        self._has_three = False

    @property
    def answer(self) -> str:
        """The JSON."""
        return self._answer

    def say(self, answer: str, after: str, *, has_three: bool) -> None:
        """`answer` is JSON on one line, `after` what follows it; `has_three`: one can decline and cancel."""
        self._answer, self._after, self._has_three = answer, after, has_three
        self.refresh(layout=True)

    def rows_at(self, width: int) -> int:
        """How many rows it takes."""
        return len(self._strips(width, roles_of(self))) if self._answer and width > 0 else 0

    def _strips(self, width: int, roles: Roles, most: int = 99) -> list[Strip]:
        """At most so many rows: what the answers mean yields first, then what follows, then the end of the JSON."""
        strips = json_strips(self._answer, width, roles, hanging=len(_LABEL), first=len(_LABEL))
        label = Line(roles)
        label.write(f"  {_LABEL}", "muted")
        strips[0] = Strip.join([label.strip(label.cells), strips[0].crop(label.cells)])
        whole = min(_MOST, most)
        if len(strips) > whole:
            mark = Line(roles)
            mark.write(roles.glyphs.cut, "faint")
            strips = [*strips[: whole - 1], Strip.join([strips[whole - 1].crop(0, width - 2), mark.strip(2)])]
        after = sentence([(self._after, "muted")], width, roles, at=2 + len(_LABEL)) if self._after else []
        meaning = sentence([(_THREE, "faint")], width, roles) if self._has_three else []
        for rows in (after, meaning):
            if len(strips) + len(rows) <= most:
                strips += rows
        return strips

    def render_line(self, y: int) -> Strip:
        """One of the rows."""
        width = self.size.width
        strips = self._strips(width, roles_of(self), max(self.size.height, 1)) if self._answer else []
        strip = strips[y] if y < len(strips) else Strip.blank(width)
        return strip.apply_style(self.rich_style)
