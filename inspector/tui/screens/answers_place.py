"""Answers, with the questions of the session: live ones from the client, those of a recording from its records."""

import webbrowser
from collections.abc import Callable, Sequence
from functools import partial

from inspector.protocol.questions import Question
from inspector.tui.asked import Asked, recorded
from inspector.tui.model import Model
from inspector.tui.screens.wishes import Answered, CopyWanted, PlaceWanted, Said
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.widgets.web_address import read_address
from inspector.tui.withdrawals import why_dead, why_gone


class AnswersPlace(Answers):
    """The place. Nothing is answered, and no page is opened, unless the person says so."""

    def __init__(self, model: Model, *, clock: Callable[[], float], id: str | None = None) -> None:
        """`clock` gives seconds of the session."""
        super().__init__(clock=clock, id=id)
        self._model = model
        self._now = clock
        self._looked_at = 0
        self._told: tuple[QuestionState, ...] = ()
        self.asked = Asked()

    @property
    def waiting(self) -> int:
        """How many questions wait for a person."""
        return 0 if why_dead(self._model) else len(self.asked.waiting)

    def arrive(self) -> None:
        """The keyboard to what waits longest, else to the queue until something does."""
        if self.waiting:
            self.choose(self.asked.waiting[0].question.number)
        else:
            self.await_question()

    def fed(self, *, live: bool) -> None:
        """Records came: of a recording they tell the questions, of a session why those are gone that are."""
        if self._looked_at == len(self._model.records):
            return
        self._looked_at = len(self._model.records)
        if live:
            self._tell()
        else:
            self.show(recorded(self._model))

    def _tell(self) -> None:
        """Shows how the questions of the session stand, if that is news."""
        self.asked.explain(self._why)
        states = self.asked.standing(why_dead(self._model))
        if states != self._told:
            self._told = states
            self.show(states)

    def _why(self, question: Question) -> str:
        return why_gone(self._model, question)

    def open_changed(self, open_: Sequence[Question]) -> None:
        """What waits for an answer changed."""
        self.asked.update(open_, self._model.session.status.server_name)
        self._tell()

    def on_question_desk_answered(self, message: Answers.Answered) -> None:
        """The person has answered; when nothing else waits, back to where they came from."""
        message.stop()
        self.asked.answered(message.number, message.answer, self._now())
        self.post_message(Answered(message.number, message.answer))
        self._tell()
        if not self.waiting:
            self.post_message(PlaceWanted())

    def on_question_desk_open_url_wanted(self, message: Answers.OpenUrlWanted) -> None:
        """The person consented to open exactly this address: by the system's opener, without a shell."""
        message.stop()
        if read_address(message.url).can_open:
            self.run_worker(partial(webbrowser.open, message.url), thread=True)
        else:
            self.post_message(Said("Only http and https addresses are opened; copy it instead."))

    def on_question_desk_copy_url_wanted(self, message: Answers.CopyUrlWanted) -> None:
        """y: the address to the clipboard."""
        message.stop()
        self.post_message(CopyWanted(message.url, "the address"))
