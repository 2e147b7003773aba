"""A row of buttons: one stop of the Tab key, with its keys written beside the words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.unscrolled import Unscrolled


@dataclass(frozen=True, slots=True)
class Button:
    """One button. `key` is shown beside the label; `main` is filled; one not `enabled` says why by its label.

    `short` takes the place of the label where the row is too long.
    """

    id: str
    label: str
    key: str = ""
    main: bool = False
    enabled: bool = True
    short: str = ""


def button_row(
    buttons: Sequence[Button], chosen: int | None, aside: Sequence[Span], width: int, roles: Roles
) -> tuple[Strip, list[tuple[int, int]]]:
    """The row, and the cells of each button. `chosen`: the one under the keyboard. `aside`: at the far right."""
    if sum(_cells(button) for button in buttons) + 2 > width:
        buttons = [replace(button, label=button.short or button.label) for button in buttons]
    line = Line(roles)
    line.write("  ")
    places: list[tuple[int, int]] = []
    for number, button in enumerate(buttons):
        start = line.cells
        label, key = in_glyphs(button.label, roles.glyphs), f"  {button.key}" if button.key else ""
        if button.main and button.enabled:
            style = roles.chip("accent")
            line.styled(f"  {label}{key}  ", style + roles["underline"] if number == chosen else style)
        elif number == chosen:
            line.styled(f" {label}{key[1:]} ", roles.selected(roles["bold"], focused=True))
        else:
            line.write(f" {label}", "" if button.enabled else "faint")
            line.write(f"{key[1:]} ", "muted" if button.enabled else "faint")
        places.append((start, line.cells))
        line.write(" ")
    wide = sum(width_of(text) for text, _ in aside)
    if aside and line.cells + wide + 1 < width:
        line.fill_to(width - 1 - wide)
        line.spans(in_signs(aside, roles), wide)
    return line.strip(width), places


def _cells(button: Button) -> int:
    return width_of(button.label) + width_of(button.key) + (7 if button.main else 4)


class ButtonRow(Unscrolled, can_focus=True):
    """The row as a widget. Left and Right choose, Enter or Space presses; a click presses too."""

    DEFAULT_CSS = """
    ButtonRow {
        height: 1;
        background: $background;
        color: $foreground;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "press", key_display="Enter", id="buttons.press"),
        Binding("space", "press", "Press", show=False, id="buttons.press-too"),
        Binding("left,h", "choose(-1)", "Left", show=False, id="buttons.left"),
        Binding("right,l", "choose(1)", "Right", show=False, id="buttons.right"),
        Binding("escape", "no", "no", key_display="Esc", id="buttons.no"),
    ]

    @dataclass
    class Pressed(Message):
        """A button was pressed."""

        row: "ButtonRow"
        button: str

        @property
        def control(self) -> Widget:
            """The row it is in."""
            return self.row

    def __init__(self, buttons: Sequence[Button] = (), *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._buttons = tuple(buttons)
        self._asked: tuple[Button, ...] | None = None
        self._chosen = 0
        self._aside: tuple[Span, ...] = ()

    @property
    def shown(self) -> tuple[Button, ...]:
        """The buttons that are to be seen: those of the question, while one is asked."""
        return self._buttons if self._asked is None else self._asked

    def set_buttons(self, buttons: Sequence[Button]) -> None:
        """Other buttons; the chosen one stays if it is still there."""
        if tuple(buttons) == self._buttons:
            return
        before = self.shown[self._chosen].id if self._chosen < len(self.shown) else ""
        self._buttons, self._asked = tuple(buttons), None
        self._chosen = next((at for at, button in enumerate(self._buttons) if button.id == before), 0)
        self.refresh()

    def set_aside(self, aside: Sequence[Span]) -> None:
        """What stands at the far right."""
        if tuple(aside) != self._aside:
            self._aside = tuple(aside)
            self.refresh()

    def ask(self, buttons: Sequence[Button]) -> None:
        """Puts a question in place of the buttons until one is pressed or Esc says no."""
        self._asked, self._chosen = tuple(buttons), 0
        self.screen.set_focus(self, scroll_visible=False)
        self.refresh()

    def choose(self, button: str) -> None:
        """Brings the keyboard to a button."""
        self._chosen = next((at for at, one in enumerate(self.shown) if one.id == button), self._chosen)
        self.refresh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc is only ours while a question is asked."""
        return self._asked is not None if action == "no" else True

    def render_line(self, y: int) -> Strip:
        """The one row."""
        chosen = self._chosen if self.has_focus else None
        strip, _ = button_row(self.shown, chosen, self._aside, self.size.width, roles_of(self))
        return strip.apply_style(self.rich_style)

    def action_choose(self, by: int) -> None:
        """Goes along the row, and round its ends."""
        if self.shown:
            self._chosen = (self._chosen + by) % len(self.shown)
            self.refresh()

    def action_press(self) -> None:
        """Presses the chosen button."""
        if self._chosen < len(self.shown):
            self._press(self.shown[self._chosen])

    def action_no(self) -> None:
        """Takes the question back."""
        self._asked, self._chosen = None, 0
        self.refresh()

    def _press(self, button: Button) -> None:
        if not button.enabled:
            return
        if self._asked is not None:
            self.action_no()
        self.post_message(self.Pressed(self, button.id))

    def on_click(self, event: events.Click) -> None:
        """Presses what was clicked."""
        event.stop()
        _, places = button_row(self.shown, None, self._aside, self.size.width, roles_of(self))
        for button, (start, end) in zip(self.shown, places, strict=True):
            if start <= event.x < end:
                self._press(button)
                return

    def on_focus(self) -> None:
        """The chosen button is shown."""
        self.refresh()

    def on_blur(self) -> None:
        """No button is chosen where the keyboard is not; a question is taken back."""
        self.action_no()
