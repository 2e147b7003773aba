"""The last row: what can be done here and now. Only keys that work with the present focus, by frequency; the palette
and the help always stand at the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from inspector.tui.cells import Line, width_of
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.typed import is_typed
from inspector.tui.widgets.unscrolled import Unscrolled


@dataclass(frozen=True, slots=True)
class Key:
    """One entry: the key as it is shown, what it does, and the key to press for it.

    `grey`: it can do nothing here but say what it would need.
    """

    shown: str
    does: str
    key: str
    grey: bool = False


FIXED = (Key("^P", "palette", "ctrl+p"), Key("?", "help", "question_mark"))

NEED: Final = "needs a server: 0"
"""What stands behind the grey keys."""


def key_strip(keys: Sequence[Key], note: str, width: int, roles: Roles) -> Strip:
    """The row, `width` cells wide; a `note` takes the place of the keys, of all of them if it is that long."""
    return _draw(keys, note, width, roles)[0].strip(width)


def _draw(keys: Sequence[Key], note: str, width: int, roles: Roles) -> tuple[Line, list[tuple[str, int, int]]]:
    line = Line(roles)
    spots: list[tuple[str, int, int]] = []
    fixed = sum(width_of(key.shown) + 1 + width_of(key.does) for key in FIXED) + 2 * (len(FIXED) - 1)
    line.write(" ")
    room = width - fixed - 3
    if width_of(note) > room - 1:
        line.foreign(note, width - 2, "warning")
        return line, spots
    if note:
        line.foreign(note, room - 1, "warning")
    else:
        for key in keys:
            cells = width_of(key.shown) + 1 + width_of(key.does)
            if line.cells + cells > room:
                break
            _write(line, key, spots)
            line.write("  ")
        if any(key.grey for key in keys) and line.cells + width_of(NEED) <= room:
            line.write(NEED, "faint")
    line.fill_to(width - fixed - 1)
    for number, key in enumerate(FIXED):
        line.write("  " if number else "")
        _write(line, key, spots)
    return line, spots


def _write(line: Line, key: Key, spots: list[tuple[str, int, int]]) -> None:
    start = line.cells
    line.write(key.shown, "faint" if key.grey else "accent bold")
    line.write(f" {key.does}", "faint" if key.grey else "muted")
    spots.append((key.key, start, line.cells))


class KeyLine(Unscrolled):
    """The row as a widget; a click on an entry presses its key."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: $panel; color: $foreground; }
    """

    keys: reactive[tuple[Key, ...]] = reactive(())
    note: reactive[str] = reactive("")

    def render_line(self, y: int) -> Strip:
        """The one row."""
        return key_strip(self.keys, self.note, self.size.width, roles_of(self)).apply_style(self.rich_style)

    async def on_click(self, event: events.Click) -> None:
        """As if the key was pressed; where that would be typed, what it stands for is done."""
        spots = _draw(self.keys, self.note, self.size.width, roles_of(self))[1]
        key = next((key for key, start, end in spots if start <= event.x < end), None)
        if key == "question_mark" and is_typed(self.screen.focused, key, "?"):
            await self.run_action("screen.help")
        elif key is not None:
            self.app.simulate_key(key)
