"""The list of the catalogue: rows of what the server offers, filtered, folded and chosen by keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.tui.numbers import count
from inspector.tui.widgets.catalogue_rows import (
    LABELS,
    GroupKind,
    Index,
    ItemKey,
    Row,
    head_strip,
    item_strip,
    sentence_strip,
)
from inspector.tui.widgets.line_view import LineView


class CatalogueList(LineView):
    """The rows. Any number of items costs the same to draw."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "open", id="catalogue.open"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="catalogue.filter"),
        Binding("r", "again", "again", id="catalogue.again"),
        Binding("y", "copy", "copy name", id="catalogue.copy"),
        Binding("space", "fold", "fold", id="catalogue.fold"),
        Binding("escape", "clear", "clear filter", show=False, id="catalogue.clear"),
    ]

    @dataclass
    class ItemHighlighted(Message):
        """The cursor came to an item."""

        key: ItemKey

        def can_replace(self, message: Message) -> bool:
            """Only the last place counts of many that were passed."""
            return isinstance(message, CatalogueList.ItemHighlighted)

    @dataclass
    class AgainWanted(Message):
        """The list of this kind is to be fetched again."""

        kind: GroupKind

    @dataclass
    class CopyWanted(Message):
        """This text is to be copied."""

        text: str

    class Unfiltered(Message):
        """The filter is to be cleared."""

    def __init__(
        self,
        start_filter: Callable[[], None],
        open_item: Callable[[ItemKey], None],
        pass_by: Callable[[ItemKey], None] = lambda _: None,
    ) -> None:
        """`start_filter` gives the keyboard to the filter, `open_item` to what an item opens: at once, so that the next
        letter is typed there."""
        super().__init__()
        self._start_filter = start_filter
        self._open_item = open_item
        self._pass_by = pass_by
        self.index = Index(())
        self.live = True
        self.empty = ""
        self.folded: set[GroupKind] = set()
        self.filter_text = ""
        self._hits: list[list[int]] = []
        self._rows: list[Row] = []
        self._rows_width = 0
        self._chosen: ItemKey | None = None
        self._chosen_group: GroupKind | None = None

    # What is shown.

    def show(self, index: Index, *, live: bool, empty: str) -> None:
        """Another state of the catalogue; the cursor stays on its item, or near where it was."""
        first = not self.index.total and self._chosen is None
        self.index, self.live, self.empty = index, live, empty
        self._lay_out()
        if first and index.total and (self.has_focus or self._cursor is not None):
            # Nothing could be chosen until now: the cursor was nowhere, or on the head of what was awaited.
            self.move_to(self.cursor_to_begin_with())

    def filter(self, text: str) -> None:
        """Shows what has the text."""
        self.filter_text = text
        self._lay_out()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    @property
    def found(self) -> int:
        """How many items the filter leaves."""
        return sum(len(hits) for hits in self._hits)

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._rows[self._cursor] if self._cursor is not None and self._cursor < len(self._rows) else None

    @property
    def selected(self) -> ItemKey | None:
        """The item under the cursor."""
        row = self.row
        return None if row is None else self.index.key(row)

    def select(self, key: ItemKey) -> bool:
        """Puts the cursor on an item, opening its group; False if it is not there or filtered out."""
        if key.kind in self.folded:
            self.folded.discard(key.kind)
            self._lay_out()
        found = self._row_of(key)
        if found is None:
            return False
        self.move_to(found)
        return True

    def first_hit(self) -> ItemKey | None:
        """The first item that is shown."""
        return next((key for row in self._rows if (key := self.index.key(row)) is not None), None)

    def _row_of(self, key: ItemKey) -> int | None:
        return next((number for number, row in enumerate(self._rows) if self.index.key(row) == key), None)

    def _lay_out(self) -> None:
        self._rows_width = self.size.width
        self._hits = self.index.hits(self.filter_text)
        self._rows = self.index.rows(self._hits, self.filter_text, self.folded, max(self._rows_width, 12))
        if self._cursor is not None:
            self._cursor = self._kept(self._cursor) if self._rows else None
        if self.is_mounted:
            self.lines_changed()

    def _kept(self, place: int) -> int:
        """Where the cursor belongs now: on the item or head that was chosen, else on the first hit, else near by."""
        found = None
        if self._chosen is not None:
            found = self._row_of(self._chosen)
        elif self._chosen_group is not None:
            found = next((at for at, row in enumerate(self._rows) if self._kind_of(row) == self._chosen_group), None)
        if found is None and self.filter_text:
            found = self.cursor_to_begin_with()
        return min(place, len(self._rows) - 1) if found is None else found

    def _kind_of(self, row: Row) -> GroupKind | None:
        return self.index.groups[row.group].kind if row.group >= 0 else None

    # As a LineView.

    @property
    def line_count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def draw(self, index: int, width: int) -> Strip:
        """One row."""
        row, roles = self._rows[index], self.roles
        item = self.index.item(row)
        if item is not None:
            return item_strip(item, width, roles, live=self.live)
        if row.text:
            return sentence_strip(row.text, row.role, width, roles, at=1 if row.group < 0 else 3)
        group = self.index.groups[row.group]
        found = len(self._hits[row.group])
        total = count(len(group.items)) if group.items or not (group.loading or group.problem) else ""
        fact = f"{count(found)} of {total}" if self.filter_text else total
        folded = group.kind in self.folded and not self.filter_text
        return head_strip(LABELS[group.kind], fact, folded, width, roles)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """Before anything is known, the sentence that says so."""
        if y == 0 and not self._rows and self.empty:
            return sentence_strip(self.empty, "muted", width, self.roles, at=1)
        return super().draw_beyond(y, width)

    def on_resize(self) -> None:
        """Sentences are wrapped for the new width."""
        if self._rows_width != self.size.width:
            self._lay_out()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    def cursor_to_begin_with(self) -> int:
        """The first item rather than the head over it."""
        return next((at for at, row in enumerate(self._rows) if row.item >= 0), 0)

    def cursor_moved(self) -> None:
        """Says where the cursor is."""
        row = self.row
        self._chosen = self.selected
        self._chosen_group = None if row is None else self._kind_of(row)
        if self._chosen is not None:
            self._pass_by(self._chosen)
            self.post_message(self.ItemHighlighted(self._chosen))

    def clicked(self, index: int, x: int) -> None:
        """A click on the head of a group opens or closes it."""
        row = self._rows[index]
        if row.item < 0 and not row.text:
            self.action_fold()

    def action_open(self) -> None:
        """Opens the item under the cursor; on the head of a group, opens or closes that."""
        key = self.selected
        if key is not None:
            self._open_item(key)
        else:
            self.action_fold()

    def action_fold(self) -> None:
        """Opens or closes the group that the cursor is in, and goes to its head."""
        row = self.row
        kind = None if row is None else self._kind_of(row)
        if kind is None or self.filter_text:
            return
        self.folded ^= {kind}
        self._chosen, self._chosen_group = None, kind
        self._lay_out()
        if self._cursor is not None:
            self.scroll_to_line(self._cursor)

    def action_filter(self) -> None:
        """Begins to filter."""
        self._start_filter()

    def action_clear(self) -> None:
        """Shows all again."""
        self.post_message(self.Unfiltered())

    def action_again(self) -> None:
        """Asks for the group under the cursor to be fetched again."""
        kind = None if self.row is None else self._kind_of(self.row)
        if kind is not None:
            self.post_message(self.AgainWanted(kind))

    def action_copy(self) -> None:
        """Asks for the wire name of the item under the cursor on the clipboard."""
        key = self.selected
        if key is not None:
            self.post_message(self.CopyWanted(key.wire))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc is ours only while a filter is on; else it is for whoever is above."""
        return bool(self.filter_text) if action == "clear" else True
