"""The parts of a result below one another, with a stop at each that can be opened."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.content_blocks import LARGE, Block
from inspector.tui.widgets.json_spans import json_strips
from inspector.tui.widgets.marked_text import marked
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.signs import in_signs, sentence

PARTS: Final = 64
"""How many parts are laid out at a time: more than a screen has rows, in some thousandths of a second."""


_SLICE: Final = 0.02
"""Seconds for which parts are laid out on the way to the end before keys have their turn."""


def block_lines(part: Block, stop: int, width: int, roles: Roles) -> list[PageLine]:
    """One part at a width; a large text by its beginning, and a row that opens it."""
    if part.shape in ("row", "head"):
        return block(sentence(part.spans, width, roles), stop if part.uri else None)
    text = part.text[:LARGE]
    if part.shape == "json":
        lines = [PageLine(strip) for row in text.split("\n") for strip in json_strips(row, width, roles)]
    else:
        lines = block(marked(text, width, roles))
    if part.opens:
        line = Line(roles)
        line.write(f"  {roles.glyphs.closed} ", "accent")
        told = f"{part.extent[0]}, {counted(part.extent[1], 'line')}"
        line.spans(in_signs([(f"{told} · Enter shows all", "muted")], roles), width - 5)
        lines.append(PageLine(line.strip(width), stop))
    return lines


class ContentPage(PageView):
    """The page. Enter opens a link or shows a large text whole."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "open", key_display="Enter", id="content.open")]

    @dataclass
    class Opened(Message):
        """A part is to be opened: a resource to be read, or a text to be shown whole."""

        page: "ContentPage"
        part: Block

        @property
        def control(self) -> Widget:
            """The page."""
            return self.page

    def __init__(self) -> None:
        super().__init__()
        self._source: Iterator[Block] = iter(())
        self._parts: list[Block] = []
        self._left_at: float | None = None
        """Where the page was scrolled to when End went on its way; None where it is not on its way."""

    def show(self, parts: Iterable[Block]) -> None:
        """Other parts, from the first. They are taken and laid out as far as one scrolls."""
        self._source = iter(parts)
        self._parts = list(islice(self._source, PARTS))
        self._stop = None
        self._left_at = None
        self.scroll_to(y=0, animate=False)
        self.page_changed()

    def lay_out(self, width: int) -> list[PageLine]:
        """The parts that were taken, with a blank row between them where there is room."""
        return self._lines_from(0, width)

    def _lines_from(self, first: int, width: int) -> list[PageLine]:
        lines: list[PageLine] = []
        for number in range(first, len(self._parts)):
            part, before = self._parts[number], self._parts[number - 1] if number else None
            if (
                before is not None
                and self.gap
                and (part.shape != "row" or before.shape != "row")
                and (before.shape != "head")
            ):
                lines.append(PageLine(Strip.blank(width)))
            lines += block_lines(part, number, width, self.roles)
        return lines

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Near the end of what is laid out, the next parts are."""
        super().watch_scroll_y(old_value, new_value)
        if new_value + 2 * self.size.height >= self.line_count:
            self._take_more()

    def _take_more(self) -> bool:
        """Lay out the next parts; whether there were any."""
        known = len(self._parts)
        self._parts += islice(self._source, PARTS)
        if len(self._parts) == known:
            return False
        self.append_lines(self._lines_from(known, self.size.width))
        return True

    def action_last(self) -> None:
        """The true end: what is not laid out yet is, in slices, unless one scrolls elsewhere meanwhile."""
        self._left_at = self.scroll_y
        self._go_on()

    def _go_on(self) -> None:
        if self._left_at is None or self._left_at != self.scroll_y:
            self._left_at = None
            return
        until = perf_counter() + _SLICE
        while self._take_more():
            if perf_counter() > until:
                self.call_later(self._go_on)
                return
        self._left_at = None
        super().action_last()

    @property
    def gap(self) -> bool:
        """Whether there is room for blank rows between the parts."""
        return self.size.height >= 8

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is ours only where there is something to open."""
        return self.stop is not None if action == "open" else True

    def action_open(self) -> None:
        """Opens the part that the cursor is on."""
        if isinstance(self.stop, int) and self.stop < len(self._parts):
            self.post_message(self.Opened(self, self._parts[self.stop]))
