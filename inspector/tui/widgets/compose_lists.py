"""The two lists of the composer: what we would have added, each with a switch, and the usual wrong messages."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.protocol.compose.additions import Addition
from inspector.protocol.compose.templates import Template
from inspector.tui.cells import Line, width_of
from inspector.tui.roles import Roles
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.pick_list import PickList

_NEW = Addition("new", "a header", "Enter adds one", False, "own")
_MOST_LABEL = 20
_BLANKS = re.compile(r"\s*\n\s*")
_NARROW = 34
"""Cells from which a row has room for its whole label and a value."""


def addition_strip(one: Addition, column: int, width: int, roles: Roles) -> Strip:
    """`● id   26`; what is off, or cannot be switched, is faint."""
    line = Line(roles)
    glyphs = roles.glyphs
    label = one.label if width >= _NARROW else one.label.removeprefix("_meta ").removeprefix("progress ")
    role = "" if one.enabled and one.on else "faint"
    sign = "+" if one.id == "new" else glyphs.on if one.on else glyphs.off
    line.write(f" {sign} ", "accent" if one.on and one.enabled else "faint")
    line.foreign(label, min(column - 4, width - 5), "muted" if one.on else "faint")
    line.fill_to(min(column, width - 1))
    value = _BLANKS.sub(" ", one.value) if one.on or one.id == "new" else "off"
    if not one.enabled:
        value = "no JSON object"
    line.foreign(value, width - 1 - line.cells, "redacted italic" if "‹secret" in value else role)
    return line.strip(width)


class AdditionList(LineView):
    """What is added unless it is switched off. It changes nothing itself: what is wanted is told to the owner."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "want('switch')", "switch", key_display="Space", id="compose.switch"),
        Binding("enter", "open", "change", key_display="Enter", id="compose.change"),
        Binding("delete", "want('remove')", "remove", key_display="Del", show=False, id="compose.remove"),
        Binding("d", "want('double')", "once more", show=False, id="compose.double"),
    ]

    @dataclass
    class Wanted(Message):
        """Something with one of them: `switch`, `change`, `remove`, `double` (a header once more)."""

        what: str
        addition: Addition

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Addition, ...] = ()
        self._column = 4

    def show(self, rows: Sequence[Addition], *, headers: bool) -> None:
        """Other rows; `headers`: one can be added."""
        shown = (*rows, _NEW) if headers else tuple(rows)
        if shown == self._rows:
            return
        self._rows = shown
        self._column = 5 + max((min(width_of(one.label), _MOST_LABEL) for one in shown), default=0)
        if self.cursor is not None and self.cursor >= len(shown):
            self._cursor = len(shown) - 1 if shown else None
        self.lines_changed()
        if self.is_mounted:
            self.refresh_bindings()

    @property
    def selected(self) -> Addition | None:
        """The row under the cursor."""
        return self._rows[self.cursor] if self.cursor is not None and self.cursor < len(self._rows) else None

    @property
    def line_count(self) -> int:
        """How many there are."""
        return len(self._rows)

    def cache_key(self, index: int) -> Hashable:
        """The row itself."""
        return self._rows[index], self._column

    def draw(self, index: int, width: int) -> Strip:
        """A row."""
        narrow = width < _NARROW
        return addition_strip(self._rows[index], min(self._column, 13) if narrow else self._column, width, self.roles)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only headers can be removed or be there once more."""
        one = self.selected
        if action == "want" and parameters in (("remove",), ("double",)):
            return one is not None and one.kind in ("header", "own") and one.id != "new"
        return True

    def cursor_moved(self) -> None:
        """Which keys there are follows from the row."""
        self.refresh_bindings()

    def action_want(self, what: str) -> None:
        """Tells what is wanted of the row under the cursor."""
        if self.selected is not None:
            self.post_message(self.Wanted("change" if self.selected.id == "new" else what, self.selected))

    def action_open(self) -> None:
        """Enter changes a header; all else it switches."""
        self.action_want("change")


class TemplateList(PickList[Template]):
    """The usual wrong messages, and below them what a right server does with the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "take", key_display="Enter", id="templates.take"),
        Binding("escape,q", "leave", "the text", key_display="Esc", id="templates.leave"),
    ]

    @dataclass
    class Taken(Message):
        """This one is to be composed."""

        template: Template

    class Left(Message):
        """Back to the text."""

    def key_of(self, row: Template) -> Hashable:
        """Its name."""
        return row.name

    def text_of(self, row: Template) -> str:
        """What is read of it."""
        return f"{row.name} {row.title} {row.expects}"

    def draw_row(self, row: Template, width: int) -> Strip:
        """The title, and what a right server does."""
        line = Line(self.roles)
        line.write("  ")
        line.foreign(row.title, min(width - 4, 38))
        if width >= 60:
            line.fill_to(42)
            line.foreign(row.expects, width - 1 - line.cells, "muted")
        return line.strip(width)

    def action_open(self) -> None:
        """Enter, or a double click."""
        if self.selected is not None:
            self.post_message(self.Taken(self.selected))

    def action_leave(self) -> None:
        """Esc."""
        self.post_message(self.Left())
