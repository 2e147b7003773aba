"""The parts of the place where questions are answered: filter, queue, and the chosen question beside it or below."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.widget import Widget

from inspector.tui.numbers import count
from inspector.tui.widgets.answers_layout import shared_out
from inspector.tui.widgets.answers_model import AnswersModel
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.widgets.question_queue import QuestionQueue
from inspector.tui.widgets.question_view import QuestionView
from inspector.tui.widgets.unscrolled import Container, Vertical

_BESIDE: Final = 120
"""Cells from which on the queue stands beside the question."""


class QuestionParts(Vertical):
    """Shows the questions as they stand, and the chosen one; what keys say to it is the business of a subclass."""

    DEFAULT_CSS = """
    QuestionParts {
        height: 1fr;
        background: $background;
        & > FilterBar { display: none; }
        &.-filtering > FilterBar { display: block; }
        & > #split { layout: vertical; height: 1fr; }
        & QuestionQueue { height: 4; }
        &.-beside > #split {
            layout: horizontal;
            & QuestionQueue { width: 2fr; height: 1fr; }
            & QuestionView { width: 3fr; border-left: solid $line; }
        }
    }
    """

    def __init__(self, clock: Callable[[], float], *, id: str | None = None) -> None:
        """`clock` gives journal seconds, the same that `Question.asked_at` is of."""
        super().__init__(id=id)
        self.known = AnswersModel(clock)
        self._awaits = False
        self.changed: Callable[[], None] = lambda: None
        """Called when questions came, went or were answered."""
        self.filter_bar = FilterBar()
        self.queue = QuestionQueue(clock)
        self.queue.start_filter = self._start_filter
        self.view = QuestionView(self.known)
        self.ask_tool = AskLine("which tool", does="use it")

    def compose(self) -> ComposeResult:
        """The queue, and the question below or beside it."""
        yield self.filter_bar
        with Container(id="split"):
            yield self.queue
            yield self.view
        yield self.ask_tool

    def on_mount(self) -> None:
        """The clock of those that wait is looked at once a second."""
        self.set_interval(1, self.queue.refresh)
        self.call_later(self.show_chosen)  # which does nothing before this is over

    # What the owner does.

    def show(self, states: Sequence[QuestionState]) -> None:
        """All questions of the session as they stand. The choice stays."""
        self.known.show(states)
        self.show_all()
        if self._awaits and self.known.waiting:
            self.choose(self.known.waiting[0].question.number)

    def await_question(self) -> None:
        """Brings the keyboard to the queue, and on to the first question that comes, if it is still untouched there.

        Who comes here may be quicker than the question; where they looked about since, it moves nothing.
        """
        self.focus_on(self.queue)
        self._awaits = True

    def choose(self, number: int) -> None:
        """Brings the keyboard to a question."""
        self._awaits = False
        self.queue.choose(number)
        self.show_chosen()
        self.take_focus()

    def looked_away(self) -> None:
        """The keyboard went elsewhere: a question that comes does not take it any more, unless it is in the queue."""
        self._awaits = self._awaits and self.queue.has_focus

    @property
    def chosen(self) -> QuestionState | None:
        """The question that is shown."""
        number = self.queue.chosen
        return None if number is None else self.known.state(number)

    def take_focus(self) -> None:
        """Brings the keyboard to where the chosen question is answered."""
        if self.chosen is None:
            self.focus_on(self.queue)
        else:
            self.view.take_focus()

    def show_all(self) -> None:
        self.queue.show(self.known.states)
        self.changed()
        self.show_chosen()

    def show_chosen(self) -> None:
        """Shows what the cursor of the queue is on."""
        if not self.is_mounted:
            return
        self.view.show(self.chosen)
        if self.view.has_hidden_keyboard:
            self.focus_on(self.queue)
        self.share_out()

    # Where it stands.

    def on_resize(self) -> None:
        """Side by side, or one below the other."""
        self.set_class(self.size.width >= _BESIDE, "-beside")
        self.call_after_refresh(self.share_out)

    def share_out(self) -> None:
        """Shares the rows out."""
        height = self.size.height - (1 if self.has_class("-filtering") else 0)
        if height <= 0:
            return
        if self.chosen is None:
            self.queue.styles.height = "1fr"
            return
        rows = shared_out(height, self.view.wanted(self.queue.line_count), beside=self.has_class("-beside"))
        self.queue.styles.height = "1fr" if rows.queue is None else rows.queue
        self.view.place(rows)

    def focus_on(self, widget: Widget) -> None:
        """Puts the keyboard there, at once."""
        self.screen.set_focus(widget, scroll_visible=False)

    # The filter.

    def _start_filter(self) -> None:
        self.add_class("-filtering")
        self.filter_bar.start()
        self.share_out()

    def _end_filter(self) -> None:
        self.remove_class("-filtering")
        self.share_out()

    def on_pick_list_chosen(self, message: PickList.Chosen) -> None:
        """The list was filled anew; who moves its cursor says so otherwise."""
        message.stop()

    def on_pick_list_unfiltered(self, message: PickList.Unfiltered) -> None:
        """Esc in the queue."""
        message.stop()
        self.filter_bar.clear()
        self._end_filter()

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """Each letter."""
        message.stop()
        self.queue.filter(message.text)
        self.filter_bar.tell(f"{count(self.queue.found)} of {count(self.queue.total)}" if message.text else "")
        self.show_chosen()

    def on_filter_bar_left(self, message: FilterBar.Left) -> None:
        """Back to the queue; a filter that hides nothing goes away."""
        message.stop()
        self.focus_on(self.queue)
        if not message.bar.text:
            self._end_filter()

    def on_filter_bar_accepted(self, message: FilterBar.Accepted) -> None:
        """Enter: the first that fits."""
        message.stop()
        if self.queue.line_count:
            self.queue.action_first()
            if self.queue.chosen is not None:
                self.choose(self.queue.chosen)
