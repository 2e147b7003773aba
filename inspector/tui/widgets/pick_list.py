"""A list of rows to choose from, filtered as one types; the cursor stays on its row while the rows change."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.message import Message
from textual.strip import Strip

from inspector.tui.cells import Span
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.page_text import prose

T = TypeVar("T")


class PickList(LineView, Generic[T]):
    """The list. A subclass says what a row is called, what is looked for in it, and how it is drawn."""

    @dataclass
    class Chosen(Message):
        """The cursor came to another row, or the row under it changed; the owner asks for `selected`."""

        def can_replace(self, message: Message) -> bool:
            """The owner looks at what is selected then."""
            return isinstance(message, PickList.Chosen)

    class Unfiltered(Message):
        """The filter is to be cleared."""

    def __init__(self) -> None:
        super().__init__()
        self.start_filter: Callable[[], None] = lambda: None
        """Gives the keyboard to the filter, at once, so that the next letter is typed there; set by the owner."""
        self._all: Sequence[T] = ()
        self._rows: list[T] = []
        self.filter_text = ""
        self._key: Hashable = None

    # What a subclass says.

    @abstractmethod
    def key_of(self, row: T) -> Hashable:
        """What tells a row from the others while the rows change."""

    @abstractmethod
    def text_of(self, row: T) -> str:
        """What the filter looks at."""

    @abstractmethod
    def draw_row(self, row: T, width: int) -> Strip:
        """A row, its first cell blank."""

    def nothing(self) -> Sequence[Span]:
        """What stands there when there are no rows at all."""
        return ()

    def arranged(self, rows: list[T]) -> list[T]:
        """What is shown of the rows that fit the filter: heads may be put in, rows may be folded away."""
        return rows

    def can_stand(self, row: T) -> bool:
        """Whether the cursor may stand on a row; it passes over the others."""
        return True

    # What is shown.

    @property
    def total(self) -> int:
        """How many rows there are."""
        return len(self._all)

    @property
    def found(self) -> int:
        """How many the filter leaves."""
        return len(self._fitting()) if self.filter_text else len(self._all)

    @property
    def selected(self) -> T | None:
        """The row under the cursor."""
        return self._rows[self._cursor] if self._cursor is not None and self._cursor < len(self._rows) else None

    def show_rows(self, rows: Sequence[T]) -> None:
        """Other rows; the first gets the cursor if there was none."""
        self._all = rows
        self.fill()

    def filter(self, text: str) -> None:
        """Shows the rows that have a text."""
        self.filter_text = text
        self.fill()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    def select(self, wanted: Callable[[T], bool]) -> bool:
        """Puts the cursor on the first row that is wanted; False if it is not shown."""
        found = next((at for at, row in enumerate(self._rows) if wanted(row)), None)
        if found is not None:
            self.move_to(found)
        return found is not None

    def follow_key(self, before: Hashable, now: Hashable) -> None:
        """A row will have another key; if the cursor is on it, it stays there."""
        if self._key == before:
            self._key = now

    def fill(self) -> None:
        """Filters and arranges anew, and keeps the cursor on its row, or near."""
        self._rows = self.arranged(self._fitting())
        if not self._rows:
            self._cursor = None
        else:
            found = next((at for at, row in enumerate(self._rows) if self.key_of(row) == self._key), None)
            self._cursor = self._standing(min(self._cursor or 0, len(self._rows) - 1), 1) if found is None else found
            if found is None and not self.filter_text:
                self._key = self.key_of(self._rows[self._cursor])
        if self.is_mounted:
            self.lines_changed()
        self.post_message(self.Chosen())

    def _fitting(self) -> list[T]:
        wanted = self.filter_text.casefold()
        return [row for row in self._all if not wanted or wanted in self.text_of(row).casefold()]

    # As a LineView.

    @property
    def line_count(self) -> int:
        """How many rows are shown."""
        return len(self._rows)

    def draw(self, index: int, width: int) -> Strip:
        """One row."""
        return self.draw_row(self._rows[index], width)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """The sentence of an empty list."""
        if not self._rows and self.scroll_offset.y == 0:
            spans: Sequence[Span] = self.nothing()
            if self.filter_text and self._all:
                fit = f"0 of {count(len(self._all))} fit “{self.filter_text}” · "
                spans = [(fit, "muted"), ("Esc", "accent bold"), (" clears", "muted")]
            glyphs = self.roles.glyphs
            rows = prose([(in_glyphs(text, glyphs), role) for text, role in spans], width, self.roles) if spans else []
            if 0 <= y - 1 < len(rows):
                return rows[y - 1]
        return super().draw_beyond(y, width)

    def move_to(self, index: int) -> None:
        """Puts the cursor on a row, or on the next one in that direction that it may stand on."""
        if not self._rows:
            return
        index = min(max(index, 0), len(self._rows) - 1)
        index = self._standing(index, -1 if self._cursor is not None and index < self._cursor else 1)
        super().move_to(index)
        if index < self.size.height and not any(self.can_stand(row) for row in self._rows[:index]):
            # What stands over the first row is seen again with it.
            self.scroll_to(y=0, animate=False)

    def _standing(self, index: int, step: int) -> int:
        order = [*range(index, -1 if step < 0 else len(self._rows), step)]
        order += range(index, len(self._rows) if step < 0 else -1, -step)
        return next((at for at in order if self.can_stand(self._rows[at])), index)

    def cursor_moved(self) -> None:
        """The row is remembered by its key."""
        row = self.selected
        self._key = None if row is None else self.key_of(row)
        self.post_message(self.Chosen())

    def action_filter(self) -> None:
        """Begins to filter."""
        self.start_filter()

    def action_clear_filter(self) -> None:
        """Shows all again."""
        self.post_message(self.Unfiltered())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc is ours only while a filter is on."""
        return bool(self.filter_text) if action == "clear_filter" else True
