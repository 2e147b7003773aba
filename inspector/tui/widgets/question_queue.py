"""The questions of a session, a row each: those that wait first, the oldest on top."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import length
from inspector.tui.roles import Roles
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.question_data import QuestionState, ordered, said_words

EMPTY = "Nobody asks. What servers ask comes here."
_WITH_OP = 72
"""Cells from which on the operation has a column."""


def question_strip(state: QuestionState, now: float, width: int, roles: Roles) -> Strip:
    """`⚑ reserve_book  form  Where to pick up?  op 8  0:42`; `now` in journal seconds."""
    question, glyphs, line = state.question, roles.glyphs, Line(roles)
    line.write("  ")
    wide = width >= 50
    if state.is_waiting:
        line.write(f"{glyphs.waiting} ", "waiting")
        aside, role = length(now - question.asked_at), "waiting"
    elif state.answer is not None:
        aside, role = said_words(state), "muted"
        done = aside in ("accepted", "sent", "yes")
        line.write(f"{glyphs.success if done else glyphs.cancelled} ", "success" if done else "muted")
    else:
        aside, role = "gone", "muted"
        line.write(f"{glyphs.off} ", "faint")
    name_end = line.cells + (16 if wide else 12)
    line.foreign(question.about or question.method, name_end - line.cells - 1, "bold" if state.is_waiting else "muted")
    line.fill_to(name_end)
    line.foreign(question.mode, 9, "theirs")
    line.fill_to(name_end + 10)
    end = width - 2 - max(width_of(aside), 4 if wide else 0)
    if width >= _WITH_OP and question.op is not None:
        told = f"op {question.op}"
        end -= width_of(told) + 2
        line.foreign(question.message, end - line.cells - 1, "" if state.is_waiting else "muted", reference=False)
        line.fill_to(end + 1)
        line.write(told, "faint")
    else:
        line.foreign(question.message, end - line.cells - 1, "" if state.is_waiting else "muted", reference=False)
    line.right(aside, width - 1, role)
    return line.strip(width)


class QuestionQueue(PickList[QuestionState]):
    """The rows; Enter goes to the question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "answer", key_display="Enter", id="queue.open"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, id="queue.filter"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="queue.clear"),
    ]

    @dataclass
    class Moved(Message):
        """Another question was chosen by the person."""

        queue: "QuestionQueue"
        number: int

        @property
        def control(self) -> Widget:
            """The queue."""
            return self.queue

    @dataclass
    class Opened(Message):
        """The question is to be answered now, or read."""

        queue: "QuestionQueue"
        number: int

        @property
        def control(self) -> Widget:
            """The queue."""
            return self.queue

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives journal seconds."""
        super().__init__()
        self._clock = clock

    @property
    def key_words(self) -> dict[str, str]:
        """What waits no more is only read."""
        state = self.selected
        return {} if state is None or state.is_waiting else {"answer": "read"}

    def show(self, states: Sequence[QuestionState]) -> None:
        """The questions as they stand; the cursor stays on its question."""
        self.show_rows(ordered(states))

    def choose(self, number: int) -> None:
        """Puts the cursor on a question, without saying so."""
        at = next((at for at, state in enumerate(self._rows) if state.question.number == number), None)
        if at is not None:
            self._cursor, self._key = at, number
            self.scroll_to_line(at)
            self.refresh()

    @property
    def chosen(self) -> int | None:
        """The number of the question that the cursor is on."""
        return None if self.selected is None else self.selected.question.number

    # As a list.

    def key_of(self, row: QuestionState) -> Hashable:
        """Its number."""
        return row.question.number

    def text_of(self, row: QuestionState) -> str:
        """For what it is asked, how, in which words, and what became of it."""
        question = row.question
        became = said_words(row) or "waiting"
        return "\n".join((question.about, question.method, question.mode, question.message, became))

    def nothing(self) -> Sequence[Span]:
        """That nobody asks is said."""
        return ((EMPTY, "muted"),)

    def cache_key(self, index: int) -> Hashable:
        """The question, how it stands, and the second."""
        state = self._rows[index]
        time = length(self._clock() - state.question.asked_at) if state.is_waiting else ""
        return (state.question.number, state.answer is None, state.is_gone, time)

    def draw_row(self, row: QuestionState, width: int) -> Strip:
        """One question."""
        return question_strip(row, self._clock(), width, self.roles)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without questions there is none to answer, and none to look for."""
        if action in ("open", "filter"):
            return bool(self.total)
        return super().check_action(action, parameters)

    def cursor_moved(self) -> None:
        """Another question is to be seen."""
        super().cursor_moved()
        self.refresh_bindings()
        if self.chosen is not None:
            self.post_message(self.Moved(self, self.chosen))

    def action_open(self) -> None:
        """To the question itself."""
        if self.chosen is not None:
            self.post_message(self.Opened(self, self.chosen))
