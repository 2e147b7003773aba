"""The parts of a result below one another, with a stop at each that can be opened."""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, shown
from inspector.tui.documents.pictures import Picture, fitted
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.content_blocks import LARGE, Block
from inspector.tui.widgets.content_picture import picture_strips
from inspector.tui.widgets.json_spans import json_strips
from inspector.tui.widgets.marked_text import marked
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.signs import in_signs, sentence

PictureKey = tuple[int, int, int, int]
"""Which answer, which part of it, and in how many columns and rows."""

PARTS: Final = 64
"""How many parts are laid out at a time: more than a screen has rows, in some thousandths of a second."""


_SLICE: Final = 0.02
"""Seconds for which parts are laid out on the way to the end before keys have their turn."""


def block_lines(part: Block, stop: int, width: int, roles: Roles) -> list[PageLine]:
    """One part at a width; a large text by its beginning, and a row that opens it."""
    if part.shape == "picture":
        return []
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

    @dataclass
    class PictureWanted(Message):
        """A picture came into view: base64, to be drawn in so many cells away from the loop, and given back by `give`.

        One is asked for at a time.
        """

        page: "ContentPage"
        data: str
        columns: int
        rows: int
        key: PictureKey

        @property
        def control(self) -> Widget:
            """The page."""
            return self.page

        def give(self, drawn: Picture | str) -> None:
            """The picture, or the phrase that says why there is none. To be called in the loop."""
            self.page.picture_drawn(self.key, drawn)

    def __init__(self) -> None:
        super().__init__()
        self._source: Iterator[Block] = iter(())
        self._parts: list[Block] = []
        self._starts: list[int] = []
        """The first row of each part that is laid out."""
        self._shows = 0
        self._drawn: dict[PictureKey, Picture | str] = {}
        self._wanted: dict[PictureKey, None] = {}
        self._drawing: PictureKey | None = None
        self._left_at: float | None = None
        """Where the page was scrolled to when End went on its way; None where it is not on its way."""

    def show(self, parts: Iterable[Block]) -> None:
        """Other parts, from the first. They are taken and laid out as far as one scrolls."""
        self._source = iter(parts)
        self._parts = list(islice(self._source, PARTS))
        self._shows += 1
        self._drawn.clear()
        self._wanted.clear()
        self._drawing = None
        self._stop = None
        self._left_at = None
        self.scroll_to(y=0, animate=False, force=True)
        self.page_changed()

    def lay_out(self, width: int) -> list[PageLine]:
        """The parts that were taken, with a blank row between them where there is room."""
        self._starts.clear()
        return self._lines_from(0, width)

    @property
    def origin_in_view(self) -> str:
        """Where in the result the part is that the cursor is on, else the first one in view; empty: in none."""
        at = self.stop if isinstance(self.stop, int) else bisect_right(self._starts, self.scroll_offset.y) - 1
        seen = self._parts[max(at, 0) :]
        return next((part.origin for part in seen if part.origin), "")

    def return_to(self, stop: Hashable, scrolled: float) -> None:
        """Goes to where one was in the same parts, as far as they are laid out again."""
        while not (isinstance(stop, int) and stop < len(self._parts)) and self._take_more():
            if self.line_count > scrolled + self.size.height:
                break
        self._stop = stop
        self.page_changed()
        self.scroll_to(y=scrolled, animate=False, force=True)

    # Pictures.

    @property
    def is_drawn(self) -> bool:
        """Whether there is a picture, and none is waited for."""
        return bool(self._drawn) and self._drawing is None and not self._wanted

    def picture_drawn(self, key: PictureKey, drawn: Picture | str) -> None:
        """A picture that was asked for, or why there is none."""
        if key != self._drawing:
            return
        self._drawing = None
        self._drawn[key] = drawn
        number, page, top = key[1], self._page, self.scroll_offset.y
        start = self._starts[number]
        lines = self._picture_lines(number, self.size.width)
        end = self._starts[number + 1] if number + 1 < len(self._starts) else None
        if isinstance(page, list) and end is not None and end - start == len(lines):
            page[start:end] = lines
            self._strips.clear()
            self.refresh()
        else:
            self.page_changed()
            self.scroll_to(y=top, animate=False, force=True)
        self.call_later(self._ask_for_next)

    def _picture_lines(self, number: int, width: int) -> list[PageLine]:
        """The picture, or as many blank rows as it will have; it is asked for when nothing else is."""
        part = self._parts[number]
        columns, rows = self._cells_for_pictures
        key = (self._shows, number, columns, rows)
        drawn = self._drawn.get(key)
        if isinstance(drawn, str):
            return block(sentence([("not drawn: ", "muted"), *shown(drawn, "muted")], width, self.roles))
        if drawn is not None:
            return block(picture_strips(drawn, width, self.roles, colours=not self.app.no_color))
        self._wanted.setdefault(key)
        # When the size has settled; and as this page, for a message that seems to be its parent's goes no further.
        self.call_after_refresh(self.call_later, self._ask_for_next)
        height = -(-fitted(*part.pixels, columns, 2 * rows)[1] // 2)
        return [PageLine(Strip.blank(width))] * height

    def _ask_for_next(self) -> None:
        """Those of another size or another answer are not wanted any more."""
        while self._drawing is None and self._wanted:
            key = next(iter(self._wanted))
            del self._wanted[key]
            if key[0] == self._shows and key[2:] == self._cells_for_pictures:
                self._drawing = key
                self.post_message(self.PictureWanted(self, self._parts[key[1]].text, key[2], key[3], key))

    @property
    def _cells_for_pictures(self) -> tuple[int, int]:
        """Columns and rows: a picture is to be seen whole, with the row that says what it is."""
        return max(self.size.width - 4, 1), max(self.size.height - 2, 6)

    def _lines_from(self, first: int, width: int) -> list[PageLine]:
        lines: list[PageLine] = []
        above = len(self._page or ()) if first else 0
        for number in range(first, len(self._parts)):
            part, before = self._parts[number], self._parts[number - 1] if number else None
            if (
                before is not None
                and self.gap
                and (part.shape != "row" or before.shape != "row")
                and before.shape != "head"
                and part.shape != "picture"
            ):
                lines.append(PageLine(Strip.blank(width)))
            self._starts.append(above + len(lines))
            if part.shape == "picture":
                lines += self._picture_lines(number, width)
            else:
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
