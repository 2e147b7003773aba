"""The roots that the person keeps: what `roots/list` is answered with, and what a server is told of a change."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.strip import Strip

from inspector.client.desk import root_of
from inspector.tui.cells import Line, Span
from inspector.tui.screens.answers_section import NO_SESSION, AnswersSection
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.facts_panel import Fact, Facts
from inspector.wire.events import Decision

EMPTY: Final = "No roots: roots/list is answered with an empty list. a adds a folder or a URI."


class RootsSection(AnswersSection):
    """The roots. Each change holds at once; `told` is the decision about the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", "add", id="roots.add"),
        Binding("delete", "remove", "remove", key_display="Del", id="roots.remove"),
        Binding("u", "undo", "undo", id="roots.undo"),
    ]

    key_words: ClassVar[dict[str, str]] = {"open": "edit"}

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.told: Decision | None = None
        self._line = AskLine("a folder or a URI", does="take it")
        self._edited: int | None = None

    def compose(self) -> ComposeResult:
        """The list, what is told, and the line in which one types."""
        yield from super().compose()
        yield self._line

    def all_rows(self) -> Sequence[tuple[int, str]]:
        """Number and place, as the person gave it."""
        return list(enumerate(self.desk.roots)) if self.desk is not None else ()

    def key_of(self, row: Any) -> int:
        """Its number."""
        return int(row[0])

    def nothing(self) -> Sequence[Span]:
        """What a server gets then."""
        return ((EMPTY if self.desk is not None else NO_SESSION, "muted"),)

    def draw_row(self, row: Any, width: int) -> Strip:
        """The place, and the name that goes with it."""
        root, line = root_of(row[1]), Line(self.rows.roles)
        name = str(root.get("name", ""))
        line.write("  ")
        line.foreign(str(root["uri"]), width - 4 - min(len(name), 24), "bold")
        if name:
            line.right(name[:24], width - 1, "muted")
        return line.strip(width)

    def facts_of(self, row: Any | None) -> Facts:
        """What became of the last change, else what becomes of one."""
        if self.told is None:
            return Facts()
        facts = [Fact("", [(self.told.verdict, "bold")]), Fact("", [("∴ ", "decision"), (self.told.because, "")])]
        return Facts("The last change", self.told.clause, facts)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "undo":
            return self.can_undo
        if action == "remove":
            return self.rows.selected is not None
        return self.desk is not None if action == "add" else True

    def action_add(self) -> None:
        """Asks for another root."""
        self._edited = None
        self._line.start(())

    def open_row(self) -> None:
        """Enter: the chosen root, to be changed."""
        row = self.rows.selected
        if row is not None:
            self._edited = row[0]
            self._line.start((row[1],))

    def action_remove(self) -> None:
        """The chosen root goes."""
        row = self.rows.selected
        if row is not None:
            self._set([place for at, place in self.all_rows() if at != row[0]])

    def on_ask_line_answered(self, event: AskLine.Answered) -> None:
        """What was typed; nothing changes nothing."""
        event.stop()
        self.rows.focus()
        places = [place for _, place in self.all_rows()]
        if not event.text or event.text in places:
            return
        if self._edited is None or self._edited >= len(places):
            places.append(event.text)
        else:
            places[self._edited] = event.text
        self._set(places)
        self.rows.select(lambda row: row[1] == event.text)

    def _set(self, places: Sequence[str]) -> None:
        desk = self.desk
        if desk is not None:
            before = desk.roots
            self.attempt(lambda: desk.set_roots(places), undo=lambda: desk.set_roots(before))
