"""A pane with a list and a filter over it, which is there while it is typed, and as long as it hides something."""

from abc import abstractmethod
from typing import Any

from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.place_pane import PlacePane


class FilteredPlace(PlacePane):
    """The pane. A subclass yields `filter_bar` and the list; what Enter in the filter does is its own."""

    DEFAULT_CSS = """
    FilteredPlace > FilterBar { display: none; }
    FilteredPlace.-filtering > FilterBar { display: block; }
    """

    def __init__(self, digit: str, title: str, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(digit, title, id=id, classes=classes)
        self.filter_bar = FilterBar()

    @property
    @abstractmethod
    def filtered(self) -> PickList[Any]:
        """The list that the filter is for."""

    def start_filter(self) -> None:
        """`/` in the list."""
        self.add_class("-filtering")
        self.filter_bar.start()

    def on_pick_list_unfiltered(self, message: PickList.Unfiltered) -> None:
        """Esc in the list."""
        message.stop()
        self.filter_bar.clear()
        self.remove_class("-filtering")

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """Each letter."""
        message.stop()
        self.filtered.filter(message.text)

    def on_filter_bar_left(self, message: FilterBar.Left) -> None:
        """Back to the list; a filter that hides nothing goes away."""
        message.stop()
        self.filtered.focus()
        self.set_class(bool(message.bar.text), "-filtering")
