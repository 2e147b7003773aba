"""The line at the right edge of a pane, which can be dragged."""

from dataclasses import dataclass
from typing import Any

from textual import events
from textual.message import Message


class SideHandle:
    """For a widget with a border at its right: the border is the handle between it and what is beside it."""

    _dragged_from: int | None = None

    @dataclass
    class Dragged(Message):
        """The handle was dragged by so many cells, to the right if positive."""

        cells: int

    @dataclass
    class Reset(Message):
        """A double click: the handle is to go back to where it stood at first."""

    def _is_on_handle(self: Any, event: events.MouseEvent) -> bool:
        return bool(self.styles.border_right[0]) and event.x == self.outer_size.width - 1

    def on_mouse_down(self: Any, event: events.MouseDown) -> None:
        """A drag begins."""
        if self._is_on_handle(event):
            self._dragged_from = event.screen_x
            self.capture_mouse()

    def on_mouse_move(self: Any, event: events.MouseMove) -> None:
        """Says by how many cells it went since last time."""
        if self._dragged_from is not None and event.screen_x != self._dragged_from:
            cells, self._dragged_from = event.screen_x - self._dragged_from, event.screen_x
            self.post_message(SideHandle.Dragged(cells))

    def on_mouse_up(self: Any) -> None:
        """The drag ends."""
        if self._dragged_from is not None:
            self._dragged_from = None
            self.release_mouse()

    def on_click(self: Any, event: events.Click) -> None:
        """A double click on it."""
        if event.chain == 2 and self._is_on_handle(event):
            self.post_message(SideHandle.Reset())
