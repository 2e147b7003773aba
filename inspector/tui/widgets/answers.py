"""The Answers place: what servers ask of the person, the chosen question, and what is said back."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widget import Widget

from inspector.forms.arguments import Draft
from inspector.protocol.questions import Answer, Question
from inspector.tui.numbers import counted
from inspector.tui.roles import roles_of
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.goes_back import GoesBack
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.question_data import (
    Desk,
    Manner,
    QuestionState,
    desk_of,
    manner_of,
    positive_answer,
    refusal,
    unchosen,
    what_follows,
)
from inspector.tui.widgets.question_page import QuestionPage
from inspector.tui.widgets.question_queue import QuestionQueue, ordered
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
        self._clock = clock
        self._states: dict[int, QuestionState] = {}
        self._sent: dict[int, Answer] = {}
        self._drafts: dict[tuple[int, Manner], Draft] = {}
        self._by_hand: set[int] = set()
        self._rules = 0
        self._shown: tuple[int, Manner] | None = None
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
        self._states = {state.question.number: state for state in states}
        self._rules = rules
        self._show_all()
        waiting = [state for state in ordered(states) if state.is_waiting]
        if self._awaits and waiting:
            self.choose(waiting[0].question.number)

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

    @property
    def keyboard(self) -> Widget:
        """The queue."""
        return self._queue

    @property
    def chosen(self) -> QuestionState | None:
        """The question that is shown."""
        number = self._queue.chosen
        return None if number is None else self._state(number)

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

    def _state(self, number: int) -> QuestionState:
        state = self._states[number]
        sent = self._sent.get(number)
        if state.is_waiting and sent is None:
            waiting = [
                one.question
                for one in self._states.values()
                if one.is_waiting and self._sent.get(one.question.number) is None
            ]
            return replace(state, retry=what_follows(state.question, waiting))
        if sent is None or state.answer is not None:
            return state
        return replace(state, answer=sent, waited_s=max(self._clock() - state.question.asked_at, 0))

    def _show_all(self) -> None:
        states = [self._state(number) for number in self._states]
        self._queue.show(states)
        first = ordered(states)[:1]
        if self._queue.chosen is None and first:
            self._queue.choose(first[0].question.number)
        waiting = sum(state.is_waiting for state in states)
        answered = sum(state.answer is not None for state in states)
        facts = [f"{waiting} waiting" if waiting else "", f"{answered} answered" if answered else ""]
        facts.append(counted(self._rules, "rule") if self._rules else "")
        told = " · ".join(fact for fact in facts if fact)
        self.change_rule(facts=in_signs([(told, "muted")], roles_of(self)) if told else [])
        self._show_chosen()

    def _show_chosen(self) -> None:
        """The chosen question; what was begun for the one before is kept."""
        if not self.is_mounted:
            return
        state = self.chosen
        self._keep()
        self._title.display = self._page.display = state is not None
        manner = self._manner(state.question) if state is not None else "raw"
        has_form = state is not None and state.is_waiting and manner != "url"
        self._form.display, self._back.display = has_form, state is not None and state.is_waiting
        self._buttons.display = state is not None and state.is_waiting and manner == "url"
        if state is None:
            self._shown = None
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
        showing = (question.number, manner)
        if has_form and showing != self._shown:
            self._fill(desk_of(question, manner), showing)
        self._shown = showing if has_form else None
        if manner == "url":
            self._buttons.set_buttons(_url_buttons(read_address(str(question.params["url"]))))
        self._say_back()
        self._arrange()

    def _fill(self, desk: Desk, showing: tuple[int, Manner]) -> None:
        draft = self._drafts.get(showing)
        self._form.set_buttons(desk.call, desk.others, json_only=desk.json_only)
        self._form.show(desk.form, name="answer", whole="answer", draft=draft)
        if draft is None and desk.starts_with is not MISSING:
            self._form.load(desk.starts_with)

    def _keep(self) -> None:
        if self._shown is not None:
            self._drafts[self._shown] = self._form.draft

    def _manner(self, question: Question) -> Manner:
        return "raw" if question.number in self._by_hand else manner_of(question)

    def _positive(self, state: QuestionState, content: object = MISSING) -> Answer:
        """What accepting says; `content` as it was judged, else as it stands in the form."""
        manner = self._manner(state.question)
        if content is MISSING and manner != "url":
            content = self._form.assembled.arguments
        return positive_answer(state.question, manner, content)

    def _say_back(self) -> None:
        state = self.chosen
        if state is None or not state.is_waiting:
            self._back.say("", "", has_three=False)
            return
        answer = self._positive(state)
        try:
            told = dumps(answer.result if answer.error is None else {"error": answer.error}, spaced=True)
        except NotJson:
            told = ""
        after = state.retry if self._form.display else ""
        self._back.say(told, after, has_three=state.question.method == "elicitation/create")

    # Where it stands.

    def on_resize(self) -> None:
        """Side by side, or one below the other."""
        self.set_class(self.size.width >= _BESIDE, "-beside")
        self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        """The question as long as it is, the form below it, what goes back under that."""
        height, width = self.size.height - 1, self._title.size.width or self.size.width
        beside = self.has_class("-beside")
        if height <= 0:
            return
        rows = max(len(self._states), 1)
        if not beside:
            most = max(height // (5 if height < 40 else 4), 1)
            self._queue.styles.height = min(rows, most)
            height -= min(rows, most)
        else:
            self._queue.styles.height = "1fr"
        most = max((height - 1) // 4, 1)
        back = min(self._back.rows_at(width), max(most, 4 if height > 16 else 1)) if self._back.display else 0
        text = self._page.rows_at(width)
        room = height - 1 - back
        below = 0
        if self._form.display:
            below = self._form.wanted_height
            if self._form.mode == "json":
                below = max(below, min(room // 2, 14))
            text = max(min(text, room - min(below, max(room * 2 // 3, 5))), 1)
            below = min(below, room - text)
            self._form.styles.height = max(below, 1)
        elif self._buttons.display:
            text, below = max(min(text, room - 1), 1), 1
        else:
            text = max(room, 1)
        spare = room - text - below
        self._page.styles.margin = (0, 0, 1 if below and spare > 0 else 0, 0)
        self._back.styles.margin = (1 if below and spare > 1 else 0, 0, 0, 0)
        self._page.styles.height = text
        self._back.styles.height = max(back, 1)

    # What the person says.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it says something to the chosen question."""
        state = self.chosen
        if action == "back":
            return not self._queue.has_focus
        if action not in ("accept", "decline", "cancel", "copy_url"):
            return True
        if state is None or not state.is_waiting:
            return False
        if action == "cancel":
            return unchosen(state.question) is not None
        return self._manner(state.question) == "url" if action == "copy_url" else True

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
        self._sent[number] = answer
        self.post_message(self.Answered(self, number, answer))
        had_focus = self.has_focus_within
        following = [one for one in ordered([self._state(n) for n in self._states]) if one.is_waiting]
        if had_focus:
            self._focus(self._queue)
        if following:
            self._queue.choose(following[0].question.number)
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
        if state is not None and event.of is self._form.form and self._shown is not None:
            self._say(state, self._positive(state, event.arguments))

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
            self._write_by_hand(state)
        elif button in ("accept", "decline", "cancel", "copy_url"):
            getattr(self, f"action_{button}")()

    def _write_by_hand(self, state: QuestionState) -> None:
        """The answer as JSON, from what was filled in so far."""
        answer = self._positive(state)
        self._keep()
        self._by_hand.add(state.question.number)
        self._show_chosen()
        self._form.load(answer.result)
        self._form.take_focus()

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
