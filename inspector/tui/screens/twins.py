"""Two sessions beside each other, difference by difference: a list of what differs, and under it the two documents.

`n` and `p` go from difference to difference, through the documents and on to the next row. While requests are sent
again the answers come in one by one, each with its verdict.
"""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from inspector.analysis.differences import path_text
from inspector.tui.screens.compare import difference_lines
from inspector.tui.screens.twins_shown import TwinsShown
from inspector.tui.screens.wishes import CopiesWanted, RecordWanted, Said
from inspector.tui.widgets.compare_rows import as_text
from inspector.tui.widgets.compare_view import CompareView
from inspector.tui.widgets.copy_bar import Copyable
from inspector.tui.widgets.detail_copy import Safe
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.twin_list import TwinList, TwinRow
from inspector.wire.json import MISSING, dumps


class TwinsPane(TwinsShown):
    """The page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "cancel", "cancel", id="twins.cancel"),
        Binding("r", "again", "once more", id="twins.again"),
        Binding("y", "copy_as", "copy as", id="twins.copy-as"),
        Binding("C", "other", "another recording", id="twins.other"),
        Binding("escape,q", "leave", "back", key_display="Esc", show=False, id="twins.leave"),
    ]

    @dataclass
    class Left(Message):
        """The page is to be left, for the place where one came from."""

    @dataclass
    class Cancelled(Message):
        """What goes on is to be given up."""

    @dataclass
    class AgainWanted(Message):
        """The same is to be compared, or sent, once more."""

    @dataclass
    class OtherWanted(Message):
        """Another recording is to be chosen to compare with."""

    def __init__(self, *, safe: Safe = str, id: str | None = None) -> None:
        """`safe` takes the secrets out of a text that is copied."""
        super().__init__(id=id)
        self._safe = safe
        self.list.start_filter = self.start_filter
        self.list.step = self.view.beyond = self.step

    # ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def step(self, by: int) -> None:
        """To the next difference, within the documents and then of the next row, or the one before."""
        row = self.list.selected
        if isinstance(row, TwinRow) and row.differs and self.view.step(by):
            return
        if self.list.next_difference(by):
            self._look()
            self.view.to_end(by)
        else:
            self.post_message(Said("There is no difference."))

    def on_twin_list_opened(self, message: TwinList.Opened) -> None:
        """Enter on a row: into its documents; where there are none, its record."""
        message.stop()
        if self._twins is not None and self._twins.found:
            self.view.focus()
        else:
            self._open_record()

    def on_compare_view_opened(self, message: CompareView.Opened) -> None:
        """Enter on a line of the documents: the record itself."""
        message.stop()
        self._open_record()

    def _open_record(self) -> None:
        row = self._known
        seq = self._record(row) if row is not None else 0
        if seq:
            self.post_message(RecordWanted(seq))
        elif row is not None and row.part not in ("offered", "timing", "said"):
            self.post_message(Said("Its records are in a session that is not shown."))

    def _record(self, row: TwinRow) -> int:
        """The record of the request in the session that is shown; 0 where it has none."""
        here, pair = self._names.here, self._pair(row)
        if pair is not None and here:
            return pair.first.seq if here == "first" else pair.second.seq
        if row.part == "gone" and here == "first":
            return self._rows.gone[row.at].seq
        if row.part == "added" and here == "second":
            return self._rows.added[row.at].seq
        return self._rows.left[row.at].asked.seq if row.part == "left" and here == "first" else 0

    def on_descendant_focus(self, event: object) -> None:
        """What has the keyboard has more room."""
        self.set_class(self.view.has_focus, "-inside")

    def action_leave(self) -> None:
        """Out of the documents, then back to where one came from; what goes on is given up first."""
        if self.view.has_focus:
            self.list.focus()
        elif self.running:
            self.post_message(self.Cancelled())
        else:
            self.post_message(self.Left())

    def action_cancel(self) -> None:
        """Give up what goes on."""
        self.post_message(self.Cancelled())

    def action_again(self) -> None:
        """The same once more."""
        self.post_message(self.AgainWanted())

    def action_other(self) -> None:
        """Another recording."""
        self.post_message(self.OtherWanted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what does something now."""
        if action == "cancel":
            return self.running
        if action == "again":
            return not self.running
        return True

    def on_filter_bar_accepted(self, message: FilterBar.Accepted) -> None:
        """Enter: to the rows."""
        message.stop()
        self.list.focus()

    # ── the clipboard ───────────────────────────────────────────────────────────────────────────────────────────────

    def action_copy_as(self) -> None:
        """Asks as what: the path, a value of either side, all differences of the row."""
        self.post_message(CopiesWanted(tuple(self._copies())))

    def _copies(self) -> list[Copyable]:
        found: list[Copyable] = []

        def offer(key: str, name: str, text: str) -> None:
            found.append(Copyable(key, name, "", lambda secrets: text if secrets else self._safe(text)))

        twins, row = self._twins, self.view.row
        if twins is None or not twins.found:
            return found
        if row is not None:
            offer("p", "path", path_text(row.path))
        for key, name, value in (("a", "A", twins.before), ("b", "B", twins.after)):
            if value is not MISSING:
                offer(key, f"{name} as JSON", dumps(value))
        offer("j", "differences as JSON", difference_lines(twins.found))
        offer("l", "as text", as_text(self._lines))
        return found
