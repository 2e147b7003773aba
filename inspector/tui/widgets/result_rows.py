"""The rows between the head of a result and its body: the one that finds, and the one that saves."""

from textual.widget import Widget

from inspector.tui.numbers import count
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.result_payloads import Payload
from inspector.tui.widgets.result_saving import SaveLine
from inspector.tui.widgets.unscrolled import Vertical


class ResultRows(Vertical):
    """Shows one of the two while it is wanted, and gives the keyboard back to `keyboard`."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._finder = FilterBar()
        self._finder.display = False
        self._saver = SaveLine()
        self._saver.display = False

    @property
    def keyboard(self) -> Widget:
        """The body that takes the keys."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Brings the keyboard to the body."""
        self.screen.set_focus(self.keyboard, scroll_visible=False)

    def start_finding(self) -> None:
        """Looks for a text in what is shown; `n` and `p` then go from place to place."""
        self._finder.display = True
        self._finder.start()

    def start_saving(self, payloads: list[Payload], origin: str) -> None:
        """Asks for a path; first of the part at `origin`."""
        self._saver.display = True
        self._saver.start(payloads, origin)

    def on_filter_bar_changed(self, event: FilterBar.Changed) -> None:
        """Goes to the first place."""
        event.stop()
        view = self.keyboard
        if isinstance(view, DocumentView):
            found = view.find(event.text)
            self._finder.tell("" if not event.text else "not there" if found is None else f"line {count(found + 1)}")

    def on_filter_bar_accepted(self, event: FilterBar.Accepted) -> None:
        """Goes on in the text."""
        event.stop()
        self.take_focus()

    def on_filter_bar_left(self, event: FilterBar.Left) -> None:
        """The row goes away, and the marks with it."""
        event.stop()
        self._finder.display = False
        view = self.keyboard
        if isinstance(view, DocumentView):
            view.find("")
        self.take_focus()

    def on_save_line_left(self, event: SaveLine.Left) -> None:
        """The row goes away. The keyboard stays where it is, if it went elsewhere meanwhile."""
        event.stop()
        had_focus = self._saver.has_focus_within
        self._saver.display = False
        if had_focus:
            self.take_focus()
