"""The questions of a session, a row each: those that wait first, the oldest on top."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import length
from inspector.tui.roles import Roles
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.question_data import QuestionState, answer_words, ordered

EMPTY = "Nobody asks. What servers ask comes here."


def question_strip(state: QuestionState, now: float, width: int, roles: Roles) -> Strip:
    """`⚑ reserve_book  form  Where to pick up?  0:42`; `now` in journal seconds."""
    question, glyphs, line = state.question, roles.glyphs, Line(roles)
    line.write("  ")
    wide = width >= 50
    if state.is_waiting:
        line.write(f"{glyphs.waiting} ", "waiting")
        aside, role = length(now - question.asked_at), "waiting"
    elif state.answer is not None:
        aside, role = answer_words(state.answer), "muted"
        line.write(f"{glyphs.success if aside in ('accepted', 'sent') else glyphs.cancelled} ", "success")
    else:
        aside, role = "gone", "muted"
        line.write(f"{glyphs.off} ", "faint")
    name_end = line.cells + (16 if wide else 12)
    line.foreign(question.about or question.method, name_end - line.cells - 1, "bold" if state.is_waiting else "muted")
    line.fill_to(name_end)
    line.foreign(question.mode, 9, "theirs")
    line.fill_to(name_end + 10)
    room = width - 2 - width_of(aside) - line.cells - 1
    line.foreign(question.message, room, "" if state.is_waiting else "muted", reference=False)
    line.right(aside, width - 1, role)
    return line.strip(width)


class QuestionQueue(LineView):
    """The rows; Enter goes to the question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "answer", key_display="Enter", id="queue.open")]

    @dataclass
    class Moved(Message):
        """Another question was chosen."""

        queue: "QuestionQueue"
        number: int

        @property
        def control(self) -> Widget:
            """The queue."""
            return self.queue

    @dataclass
    class Opened(Message):
        """The question is to be answered now."""

        queue: "QuestionQueue"
        number: int

        @property
        def control(self) -> Widget:
            """The queue."""
            return self.queue

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._states: list[QuestionState] = []

    def show(self, states: Sequence[QuestionState]) -> None:
        """The questions as they stand; the cursor stays on its question."""
        chosen = self.chosen
        self._states = ordered(states)
        self._cursor = None
        self.lines_changed()
        if chosen is not None:
            self.choose(chosen)

    def choose(self, number: int) -> None:
        """Puts the cursor on a question, without saying so."""
        at = next((at for at, state in enumerate(self._states) if state.question.number == number), None)
        if at is not None:
            self._cursor = at
            self.scroll_to_line(at)
            self.refresh()

    @property
    def chosen(self) -> int | None:
        """The number of the question that the cursor is on."""
        at = self._cursor
        return self._states[at].question.number if at is not None and at < len(self._states) else None

    @property
    def line_count(self) -> int:
        """How many questions there are."""
        return len(self._states)

    def cache_key(self, index: int) -> Hashable:
        """The question, how it stands, and the second."""
        state = self._states[index]
        time = length(self._clock() - state.question.asked_at) if state.is_waiting else ""
        return (state.question.number, state.answer is None, state.is_gone, time)

    def draw(self, index: int, width: int) -> Strip:
        """One question."""
        return question_strip(self._states[index], self._clock(), width, self.roles)

    def draw_beyond(self, y: int, width: int) -> Strip:
        """That nobody asks is said."""
        line = Line(self.roles)
        if not self._states and y == 0:
            line.write("  ")
            line.write(EMPTY, "muted")
        return line.strip(width)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without questions there is none to answer."""
        return bool(self._states) or action != "open"

    def cursor_moved(self) -> None:
        """Another question is to be seen."""
        if self.chosen is not None:
            self.post_message(self.Moved(self, self.chosen))

    def action_open(self) -> None:
        """To the question itself."""
        if self.chosen is not None:
            self.post_message(self.Opened(self, self.chosen))
