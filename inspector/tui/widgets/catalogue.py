"""The catalogue: what the server offers, to choose from."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from textual.app import ComposeResult
from textual.widget import Widget

from inspector.tui.numbers import count
from inspector.tui.widgets.catalogue_list import CatalogueList
from inspector.tui.widgets.catalogue_rows import CatalogueGroup, Index, ItemKey
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.side_handle import SideHandle

NOTHING = "Nothing is known yet."


class Catalogue(SideHandle, PlacePane):
    """Filter and list. Takes groups by `show`, says what is chosen by messages."""

    ItemHighlighted: TypeAlias = CatalogueList.ItemHighlighted
    AgainWanted: TypeAlias = CatalogueList.AgainWanted
    CopyWanted: TypeAlias = CatalogueList.CopyWanted

    def __init__(self, *, digit: str = "1", id: str | None = None, classes: str | None = None) -> None:
        super().__init__(digit, "Catalogue", id=id, classes=classes)
        self.open_item: Callable[[ItemKey], None] = lambda _: None
        """Enter or a double click on an item, or Enter in the filter for the first that fits. Set by the owner, and no
        message, for what is typed next must find the keyboard where the item opens."""
        self.pass_by: Callable[[ItemKey], None] = lambda _: None
        """The cursor came to an item: what can be seen of it in the same frame. Set by the owner."""
        self.list = CatalogueList(self.start_filter, lambda key: self.open_item(key), lambda key: self.pass_by(key))
        self.filter_bar = FilterBar()
        self.filter_bar.accept = self._open_first
        self.filter_bar.leave = self.list.focus

    def compose(self) -> ComposeResult:
        """Rule, filter, list."""
        yield self.rule
        yield self.filter_bar
        yield self.list

    def show(self, groups: Sequence[CatalogueGroup], *, live: bool = True, empty: str = NOTHING) -> None:
        """What is offered, in the order of its groups.

        `live` False: the server is gone, what it offered stays and is muted. `empty` stands there while there is no
        group at all. The cursor stays on its item.
        """
        self.list.show(Index(groups), live=live, empty=empty)
        self._tell()

    @property
    def selected(self) -> ItemKey | None:
        """The item under the cursor."""
        return self.list.selected

    def select(self, key: ItemKey) -> bool:
        """Puts the cursor on an item, as a jump from elsewhere does; False if it is not there."""
        if self.list.select(key):
            return True
        self.filter_bar.clear()
        self.list.filter("")
        return self.list.select(key)

    def start_filter(self) -> None:
        """Puts the keyboard into the filter."""
        self.filter_bar.start()

    @property
    def keyboard(self) -> Widget:
        """The list takes the keys."""
        return self.list

    def _tell(self) -> None:
        total, found = self.list.index.total, self.list.found
        fact = f"{count(found)} of {count(total)}" if self.list.filter_text else count(total) if total else ""
        self.change_rule(facts=((fact, "muted"),) if fact else ())

    def on_catalogue_list_unfiltered(self, message: CatalogueList.Unfiltered) -> None:
        """Esc in the list."""
        message.stop()
        self.filter_bar.clear()

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """Each letter."""
        message.stop()
        self.list.filter(message.text)
        self._tell()

    def _open_first(self) -> None:
        """Enter in the filter opens the first hit of what stands there, told or not yet."""
        self.list.filter(self.filter_bar.text)
        key = self.list.first_hit()
        if key is not None:
            self.list.select(key)
            self.list.focus()
            self.open_item(key)
