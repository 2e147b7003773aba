"""Answers, with the questions of the session: live ones from the client, those of a recording from its records."""

from collections.abc import Callable
from typing import Final

from inspector.errors import InspectorError
from inspector.protocol.questions import Answer
from inspector.tui.asked import Asked, recorded
from inspector.tui.bridge_desk import Prepared
from inspector.tui.model import Model
from inspector.tui.opening import open_page, opener
from inspector.tui.screens.answers_tabs import QUESTIONS, AnswersTabs
from inspector.tui.screens.wishes import Answered, CopyWanted, PlaceWanted, Said
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.widgets.question_desk import QuestionDesk
from inspector.tui.withdrawals import Withdrawals
from inspector.wire.events import Decision

_SCOPES: Final = {"session": "for this session", "server": "kept for this server"}
_SETTINGS: Final = frozenset({"roots", "capabilities", "approve", "connect"})


class AnswersPlace(AnswersTabs):
    """The place. Nothing is answered, and no page is opened, unless the person says so."""

    def __init__(self, model: Model, asked: Asked, *, clock: Callable[[], float], id: str | None = None) -> None:
        """`clock` gives seconds of the session."""
        super().__init__(clock=clock, id=id)
        self._model = model
        self._now = clock
        self._looked_at = 0
        self._fed_to = 0
        self._told: tuple[QuestionState, ...] = ()
        self._withdrawals = Withdrawals(model)
        self.asked = asked

    @property
    def waiting(self) -> int:
        """How many questions wait for a person."""
        return len(self.asked.waiting)

    def arrive(self) -> None:
        """The keyboard to what waits longest, else to the queue until something does."""
        if self.tab != QUESTIONS and not self.waiting:
            self.screen.set_focus(self.keyboard, scroll_visible=False)
            return
        self.turn_to(QUESTIONS)
        if self.waiting:
            self.choose(self.asked.waiting[0].question.number)
        else:
            self.await_question()

    def fed(self, *, live: bool) -> None:
        """Records came: of a recording they tell the questions, of a session why those are gone that are."""
        if self._fed_to == len(self._model.records):
            return
        self._fed_to = len(self._model.records)
        for record in self._model.those(self._model.told, self._looked_at):
            if live:
                self.asked.learn(self._model, record)
            if isinstance(record.event, Decision) and record.event.topic in _SETTINGS:
                self._set(record.event)
            self._looked_at = record.seq
        if live:
            self.asked.read_answers(self._model)
            self._tell()
        else:
            self.show(recorded(self._model))

    def _set(self, decision: Decision) -> None:
        """What was set while connected, and what the server was told of it."""
        if decision.topic == "roots":
            self.roots.told = decision
        self.tell_sections()

    def _tell(self) -> None:
        """Shows how the questions of the session stand, if that is news."""
        self.asked.explain(self._withdrawals.why_gone)
        states = self.asked.states
        if states != self._told:
            self._told = states
            self.show(states)

    def open_changed(self) -> None:
        """What waits for an answer changed."""
        self._tell()

    def on_question_desk_answered(self, message: Answers.Answered) -> None:
        """The person has answered; when nothing else waits, back to where they came from."""
        message.stop()
        self.asked.answered(message.number, message.answer, self._now())
        self.post_message(Answered(message.number, message.answer))
        self._go_on(message.number, message.answer)
        self._tell()
        if not self.waiting:
            self.post_message(PlaceWanted())

    def _go_on(self, number: int, answer: Answer) -> None:
        """Who says that they are done with a page of −32042 waits for no news of it: the call is sent again."""
        state = self.desk.known.state(number)
        question = state.question if state is not None else None
        if question is None or self.bridge_desk is None or (question.era, question.mode) != ("legacy", "url"):
            return
        accepted = isinstance(answer.result, dict) and answer.result.get("action") == "accept"
        if accepted and question.key and question.op is not None:
            self.bridge_desk.go_on(question.op)

    def on_question_desk_open_url_wanted(self, message: Answers.OpenUrlWanted) -> None:
        """The person consented to open exactly this address: by the system's opener, without a shell."""
        message.stop()
        open_page(message.url, opener(), lambda told: self.post_message(Said(told)))

    def on_question_desk_copy_url_wanted(self, message: Answers.CopyUrlWanted) -> None:
        """y: the address to the clipboard."""
        message.stop()
        self.post_message(CopyWanted(message.url, "the address"))

    # What answers for the person, and how they prepare an answer.

    def on_question_desk_always_wanted(self, message: QuestionDesk.AlwaysWanted) -> None:
        """A rule is wanted; a question that still waits is answered with it."""
        message.stop()
        desk = self.bridge_desk
        if desk is None:
            return
        kept = message.scope == "server"
        if kept and not message.with_secrets and desk.secrets(message.question, message.answer):
            self.desk.ask_about_secret(message)
            return
        try:
            rule = desk.always(message.question, message.answer, message.scope, with_secrets=message.with_secrets)
        except InspectorError as fault:
            self.post_message(Said(fault.account))
            return
        if rule is None:
            self.post_message(Said("No rule can hold this answer; it was not given."))
            return
        self.desk.always_done(message)
        self.post_message(Said(f"From now on it is answered so, {_SCOPES[message.scope]}. 5 and . lead to the rules."))

    def on_question_desk_prepare_wanted(self, message: QuestionDesk.PrepareWanted) -> None:
        """c: the person's command prepares an answer."""
        message.stop()
        if self.bridge_desk is not None:
            self.post_message(Said("Your command prepares an answer. It is shown here and waits for ^R."))
            self.bridge_desk.prepare(message.question)

    def prepared(self, message: Prepared) -> None:
        """The command has prepared an answer, or failed: what it wrote is shown, and nothing is sent."""
        if message.result is None:
            self.post_message(Said(message.fault.account if message.fault is not None else "Nothing was prepared."))
        else:
            self.desk.prepared(message.number, message.result)

    def settings_changed(self) -> None:
        """Rules, roots or switches changed."""
        self.tell_sections()
