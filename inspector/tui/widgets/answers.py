"""The Answers place: what servers ask of the person, the chosen question, and what is said back."""

import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from inspector.tui.roles import roles_of
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.widgets.question_desk import QuestionDesk
from inspector.tui.widgets.signs import in_signs


class Answers(PlacePane):
    """The place. A question waits here as long as it must; nothing else waits with it."""

    Answered: TypeAlias = QuestionDesk.Answered
    OpenUrlWanted: TypeAlias = QuestionDesk.OpenUrlWanted
    CopyUrlWanted: TypeAlias = QuestionDesk.CopyUrlWanted

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, id: str | None = None, classes: str | None = None
    ) -> None:
        """`clock` gives journal seconds, the same that `Question.asked_at` is of."""
        super().__init__("5", "Answers", id=id, classes=classes)
        self.desk = QuestionDesk(clock)
        self.desk.changed = self.say_facts

    def compose(self) -> ComposeResult:
        """The rule, and the desk below it."""
        yield self.rule
        yield self.desk

    def show(self, states: Sequence[QuestionState]) -> None:
        """All questions of the session as they stand. The choice stays."""
        self.desk.show(states)

    def await_question(self) -> None:
        """Brings the keyboard to the queue, and on to the first question that comes."""
        self.desk.await_question()

    def choose(self, number: int) -> None:
        """Brings the keyboard to a question."""
        self.desk.choose(number)

    @property
    def keyboard(self) -> Widget:
        """The queue."""
        return self.desk.queue

    @property
    def chosen(self) -> QuestionState | None:
        """The question that is shown."""
        return self.desk.chosen

    @property
    def goes_back(self) -> str:
        """The JSON that would go back for what is filled in; empty while no positive answer can be given here."""
        return self.desk.view.back.answer

    def say_facts(self) -> None:
        """How many wait and were answered, in the rule."""
        told = " · ".join(self.desk.known.facts)
        self.change_rule(facts=in_signs([(told, "muted")], roles_of(self)) if told else [])

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """The keyboard may only have gone to another part of this place, whose coming was told before."""
        event.prevent_default()
        self.rule.focused = self.has_focus_within
        self.desk.looked_away()
