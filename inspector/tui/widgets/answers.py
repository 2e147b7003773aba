"""The Answers place: what servers ask of the person, the chosen question, and what is said back."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widget import Widget

from inspector.protocol.questions import Answer
from inspector.tui.roles import roles_of
from inspector.tui.widgets.answers_layout import Below, Wanted, shared_out
from inspector.tui.widgets.answers_model import AnswersModel, Showing
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.goes_back import GoesBack
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.question_data import QuestionState, desk_of, refusal, unchosen
from inspector.tui.widgets.question_page import QuestionPage
from inspector.tui.widgets.question_queue import QuestionQueue
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.web_address import WebAddress, read_address
from inspector.wire.json import MISSING, NotJson, dumps

_BESIDE: Final = 120
"""Cells from which on the queue stands beside the question."""


class Answers(PlacePane):
    """The place. A question waits here as long as it must; nothing else waits with it.

    What was begun is kept for each question. Three things can be said to an elicitation, and none of them is said
    unless a person says it: accept, decline, cancel (`2026-07-28 client/elicitation#response-actions`).
    """

    DEFAULT_CSS = """
    Answers {
        & > #split { layout: vertical; height: 1fr; }
        & QuestionQueue { height: 4; }
        & #question { height: 1fr; }
        & GoesBack { height: auto; }
        &.-beside > #split {
            layout: horizontal;
            & QuestionQueue { width: 2fr; height: 1fr; }
            & #question { width: 3fr; border-left: solid $line; }
        }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "accept", "accept", key_display="^R", id="answers.accept"),
        Binding("d", "decline", "decline", id="answers.decline"),
        Binding("x", "cancel", "cancel", id="answers.cancel"),
        Binding("y", "copy_url", "copy URL", id="answers.copy-url"),
        Binding("exclamation_mark", "send_anyway", "send anyway", key_display="!", id="answers.send-anyway"),
        Binding("escape", "back", "back", key_display="Esc", show=False, id="answers.back"),
    ]

    @dataclass
    class Answered(Message):
        """The person has answered a question."""

        answers: "Answers"
        number: int
        answer: Answer

        @property
        def control(self) -> Widget:
            """The place."""
            return self.answers

    @dataclass
    class OpenUrlWanted(Message):
        """The person has consented to open this URL, which was shown whole."""

        answers: "Answers"
        url: str

        @property
        def control(self) -> Widget:
            """The place."""
            return self.answers

    @dataclass
    class CopyUrlWanted(Message):
        """This URL is to be copied."""

        answers: "Answers"
        url: str

        @property
        def control(self) -> Widget:
            """The place."""
            return self.answers

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, id: str | None = None, classes: str | None = None
    ) -> None:
        """`clock` gives journal seconds, the same that `Question.asked_at` is of."""
        super().__init__("5", "Answers", id=id, classes=classes)
        self._known = AnswersModel(clock)
        self._in_form: Showing | None = None
        self._awaits = False
        self._queue = QuestionQueue(clock)
        self._title = Rule(RuleContent(tone="waiting"))
        self._page = QuestionPage()
        self._form = FormView(copies=False)
        self._buttons = ButtonRow()
        self._back = GoesBack()

    def compose(self) -> ComposeResult:
        """The queue, and the question below or beside it."""
        yield self.rule
        with Container(id="split"):
            yield self._queue
            with Vertical(id="question"):
                yield self._title
                yield self._page
                yield self._form
                yield self._buttons
                yield self._back

    def on_mount(self) -> None:
        """The clock of those that wait is looked at once a second."""
        self.set_interval(1, self._queue.refresh)
        self.call_later(self._show_chosen)  # which does nothing before this is over

    # What the owner does.

    def show(self, states: Sequence[QuestionState], *, rules: int = 0) -> None:
        """All questions of the session as they stand, and how many rules there are. The choice stays."""
        self._known.show(states, rules)
        self._show_all()
        if self._awaits and self._known.waiting:
            self.choose(self._known.waiting[0].question.number)

    def await_question(self) -> None:
        """Brings the keyboard to the queue, and on to the first question that comes, if it is still untouched there.

        Who comes here may be quicker than the question; where they looked about since, it moves nothing.
        """
        self._focus(self._queue)
        self._awaits = True

    def choose(self, number: int) -> None:
        """Brings the keyboard to a question."""
        self._awaits = False
        self._queue.choose(number)
        self._show_chosen()
        self.take_focus()

    def write_by_hand(self) -> None:
        """The answer to the chosen question as JSON, from what was filled in so far."""
        state = self.chosen
        if state is None or not state.is_waiting:
            return
        answer = self._positive(state)
        self._keep()
        self._known.write_by_hand(state.question.number)
        self._show_chosen()
        self._form.load(answer.result)
        self._form.take_focus()

    @property
    def keyboard(self) -> Widget:
        """The queue."""
        return self._queue

    @property
    def chosen(self) -> QuestionState | None:
        """The question that is shown."""
        number = self._queue.chosen
        return None if number is None else self._known.state(number)

    @property
    def goes_back(self) -> str:
        """The JSON that would go back for what is filled in; empty while no positive answer can be given here."""
        return self._back.answer

    def take_focus(self) -> None:
        """Brings the keyboard to where the chosen question is answered."""
        state = self.chosen
        if state is None or not state.is_waiting:
            self._focus(self._page if state is not None else self._queue)
        elif self._form.display:
            self._form.focus_first_empty() if self._form.form.fields else self._form.take_focus()
        else:
            self._focus(self._buttons)

    # What is shown.

    def _show_all(self) -> None:
        states = self._known.states
        self._queue.show(states)
        if self._queue.chosen is None and states:
            self._queue.choose(states[0].question.number)
        told = self._known.facts
        self.change_rule(facts=in_signs([(told, "muted")], roles_of(self)) if told else [])
        self._show_chosen()

    def _show_chosen(self) -> None:
        """The chosen question; what was begun for the one before is kept."""
        if not self.is_mounted:
            return
        state = self.chosen
        self._keep()
        self._title.display = self._page.display = state is not None
        manner = self._known.manner(state.question) if state is not None else "raw"
        has_form = state is not None and state.is_waiting and manner != "url"
        self._form.display, self._back.display = has_form, state is not None and state.is_waiting
        self._buttons.display = state is not None and state.is_waiting and manner == "url"
        self._leave_hidden()
        if state is None:
            self._in_form = None
            return
        question = state.question
        facts = [question.mode, f"round {state.round}" if state.round > 1 or question.era == "modern" else ""]
        facts.append(f"record {question.record}")
        self._title.content = RuleContent(
            title=" ".join(question.message.split()),
            facts=in_signs([(" · ".join(fact for fact in facts if fact), "muted")], roles_of(self)),
            tone="waiting" if state.is_waiting else "",
        )
        self._page.show(state, manner)
        before, self._in_form = self._in_form, (question.number, manner) if has_form else None
        if self._in_form is not None and self._in_form != before:
            self._fill(state, self._in_form)
        if manner == "url":
            self._buttons.set_buttons(_url_buttons(read_address(str(question.params["url"]))))
        self._say_back()
        self._arrange()

    def _leave_hidden(self) -> None:
        """The keyboard out of what is not shown any more: the question was taken back while somebody answered it."""
        hidden = [part for part in (self._form, self._buttons) if not part.display]
        if any(part.has_focus or part.has_focus_within for part in hidden):
            self._focus(self._queue)

    def _fill(self, state: QuestionState, showing: Showing) -> None:
        desk, draft = desk_of(state.question, showing[1]), self._known.draft(showing)
        self._form.set_buttons(desk.call, desk.others, json_only=desk.json_only)
        self._form.show(desk.form, name="answer", whole="answer", draft=draft)
        if draft is None and desk.starts_with is not MISSING:
            self._form.load(desk.starts_with)

    def _keep(self) -> None:
        if self._in_form is not None:
            self._known.keep(self._in_form, self._form.draft)

    def _positive(self, state: QuestionState) -> Answer:
        """What accepting says, with what stands in the form."""
        content = self._form.assembled.arguments if self._in_form is not None else MISSING
        return self._known.positive(state.question, content)

    def _say_back(self) -> None:
        state = self.chosen
        if state is None or not state.is_waiting:
            self._back.say("")
            return
        answer = self._positive(state)
        try:
            told = dumps(answer.result if answer.error is None else {"error": answer.error}, spaced=True)
        except NotJson:
            told = ""
        self._back.say(
            told,
            state.retry if self._in_form is not None else "",
            has_three=state.question.method == "elicitation/create",
            broken=self._known.refused(state.question, answer),
        )
        self.refresh_bindings()

    # Where it stands.

    def on_resize(self) -> None:
        """Side by side, or one below the other."""
        self.set_class(self.size.width >= _BESIDE, "-beside")
        self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        height, width = self.size.height - 1, self._title.size.width or self.size.width
        if height <= 0:
            return
        below: Below = "nothing"
        if self._form.display:
            below = "json" if self._form.mode == "json" else "form"
        elif self._buttons.display:
            below = "buttons"
        wanted = Wanted(
            len(self._known.states),
            self._page.rows_at(width),
            below,
            self._form.wanted_height if self._form.display else 0,
            self._back.rows_at(width) if self._back.display else 0,
            self._back.is_urgent,
        )
        rows = shared_out(height, wanted, beside=self.has_class("-beside"))
        self._queue.styles.height = "1fr" if rows.queue is None else rows.queue
        self._page.styles.height, self._page.styles.margin = rows.text, (0, 0, rows.gap_below, 0)
        self._form.styles.height = rows.below
        self._back.styles.height, self._back.styles.margin = rows.back, (rows.gap_back, 0, 0, 0)

    # What the person says.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it says something to the chosen question."""
        state = self.chosen
        if action == "back":
            return not self._queue.has_focus
        if action not in ("accept", "decline", "cancel", "copy_url", "send_anyway"):
            return True
        if state is None or not state.is_waiting:
            return False
        if action == "cancel":
            return unchosen(state.question) is not None
        if action == "send_anyway":
            return self._back.is_urgent
        return self._known.manner(state.question) == "url" if action == "copy_url" else True

    def action_accept(self) -> None:
        """Accepts or sends: what is in the form, or that the page was visited."""
        state = self.chosen
        if state is None:
            return
        if self._form.display:
            self._form.call()
        else:
            self._say(state, self._positive(state))

    def action_decline(self) -> None:
        """The person says no; nothing else goes with it."""
        state = self.chosen
        if state is not None:
            self._say(state, refusal(state.question))

    def action_cancel(self) -> None:
        """The person does not choose."""
        state = self.chosen
        answer = None if state is None else unchosen(state.question)
        if state is not None and answer is not None:
            self._say(state, answer)

    def action_send_anyway(self) -> None:
        """Sends what was kept back because of a rule."""
        state = self.chosen
        if state is not None:
            self._say(state, self._positive(state))

    def action_copy_url(self) -> None:
        """Copies the URL as it was sent."""
        state = self.chosen
        if state is not None:
            self.post_message(self.CopyUrlWanted(self, str(state.question.params.get("url", ""))))

    def action_back(self) -> None:
        """Back to the queue."""
        self._focus(self._queue)

    def _say(self, state: QuestionState, answer: Answer) -> None:
        """Says it once, and goes on to the next that waits."""
        number = state.question.number
        following = self._known.say(number, answer)
        self.post_message(self.Answered(self, number, answer))
        if self.has_focus_within:
            self._focus(self._queue)
        if following is not None:
            self._queue.choose(following)
        self._show_all()

    def on_question_queue_moved(self, event: QuestionQueue.Moved) -> None:
        """Another question is shown."""
        event.stop()
        self._awaits = False
        self._show_chosen()

    def on_question_queue_opened(self, event: QuestionQueue.Opened) -> None:
        """The keyboard goes to the question."""
        event.stop()
        self.take_focus()

    def on_form_view_changed(self, event: FormView.Changed) -> None:
        """What would go back is another."""
        event.stop()
        self._say_back()
        self._arrange()

    def on_form_view_mode_changed(self, event: FormView.ModeChanged) -> None:
        """The form is larger or smaller now."""
        event.stop()
        self._arrange()

    def on_form_view_field_moved(self, event: FormView.FieldMoved) -> None:
        """Nothing beside the form follows its cursor here."""
        event.stop()

    def on_form_view_call_wanted(self, event: FormView.CallWanted) -> None:
        """Accepted, with what was filled in; the second of two quick keys is not meant for the next question."""
        event.stop()
        state = self.chosen
        if state is None or event.of is not self._form.form or self._in_form is None:
            return
        answer = self._known.positive(state.question, event.arguments)
        if self._known.objection(state.question, answer) is None:
            self._say(state, answer)
        else:
            self._say_back()
            self._arrange()

    def on_button_row_pressed(self, event: ButtonRow.Pressed) -> None:
        """A button of the question."""
        event.stop()
        state, button = self.chosen, event.button
        if state is None:
            return
        if button == "open":
            host = read_address(str(state.question.params["url"])).target
            self._buttons.ask((Button("open:yes", f"Open {host}", main=True), Button("open:no", "Not now", "Esc")))
        elif button == "open:yes":
            self.post_message(self.OpenUrlWanted(self, str(state.question.params["url"])))
            self._buttons.choose("accept")
        elif button == "raw":
            self.write_by_hand()
        elif button in ("accept", "decline", "cancel", "copy_url"):
            getattr(self, f"action_{button}")()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """The keyboard may only have gone to another part of this place, whose coming was told before."""
        event.prevent_default()
        self.rule.focused = self.has_focus_within
        self._awaits = self._awaits and self._queue.has_focus

    def _focus(self, widget: Widget) -> None:
        self.screen.set_focus(widget, scroll_visible=False)


def _url_buttons(address: WebAddress) -> tuple[Button, ...]:
    return (
        Button("open", "Open in browser", "Enter", main=True, enabled=address.can_open, short="Open"),
        Button("copy_url", "Copy URL", "y", short="Copy"),
        Button("accept", "Done", "^R"),
        Button("decline", "Decline", "d"),
        Button("cancel", "Cancel", "x"),
    )
