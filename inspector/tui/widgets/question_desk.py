"""The keys that answer a question, and what is said to the owner: each thing once, and only what the person says."""

from typing import ClassVar, TypeAlias

from textual.binding import Binding, BindingType

from inspector.protocol.questions import Answer
from inspector.tui.widgets import question_messages
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.question_data import QuestionState, refusal, unchosen
from inspector.tui.widgets.question_keys import can_do, words_of
from inspector.tui.widgets.question_parts import QuestionParts
from inspector.tui.widgets.question_queue import QuestionQueue
from inspector.tui.widgets.question_sampling import tools_of
from inspector.tui.widgets.question_scopes import ALWAYS, SECRET, ScopeAsked, scope_of
from inspector.tui.widgets.web_address import read_address
from inspector.wire.json import Json
from inspector.wire.text import visible


class QuestionDesk(QuestionParts):
    """A question waits here as long as it must; nothing else waits with it.

    What was begun is kept for each question. Three things can be said to an elicitation, and none of them is said
    unless a person says it: accept, decline, cancel (`2026-07-28 client/elicitation#response-actions`).
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "accept", "accept", key_display="^R", id="answers.accept"),
        Binding("d", "decline", "decline", id="answers.decline"),
        Binding("x", "cancel", "cancel", id="answers.cancel"),
        Binding("y", "copy_url", "copy URL", id="answers.copy-url"),
        Binding("o", "tool", "use a tool", id="answers.tool"),
        Binding("c", "prepare", "from command", id="answers.prepare"),
        Binding("s", "always", "always so", id="answers.always"),
        Binding("w", "raw", "answer raw", id="answers.raw"),
        Binding("exclamation_mark", "send_anyway", "send anyway", key_display="!", id="answers.send-anyway"),
        Binding("escape", "back", "back", key_display="Esc", show=False, id="answers.back"),
    ]

    Answered: TypeAlias = question_messages.Answered
    OpenUrlWanted: TypeAlias = question_messages.OpenUrlWanted
    CopyUrlWanted: TypeAlias = question_messages.CopyUrlWanted
    AlwaysWanted: TypeAlias = question_messages.AlwaysWanted
    PrepareWanted: TypeAlias = question_messages.PrepareWanted

    _asked: ScopeAsked | None = None

    # Which keys there are.

    @property
    def key_words(self) -> dict[str, str]:
        """The key says what the button says."""
        state = self.chosen
        return {} if state is None else words_of(state, self.view.manner)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it says something to the chosen question."""
        if action == "back":
            return not self.queue.has_focus
        if action == "send_anyway":
            return self.view.back.is_urgent
        return can_do(action, self.chosen, self.view.manner, self.known)

    # What the person says.

    def action_accept(self) -> None:
        """Accepts or sends: what is in the form, or that the page was visited, or that the call may go out."""
        if self.view.form.display:
            self.view.form.call()
        else:
            self._say_positive()

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
        self._say_positive()

    def action_copy_url(self) -> None:
        """Copies the URL as it was sent."""
        state = self.chosen
        if state is not None:
            self.post_message(self.CopyUrlWanted(self, str(state.question.params.get("url", ""))))

    def _say_positive(self) -> None:
        state, answer = self.chosen, self.view.positive()
        if state is not None and answer is not None and state.is_waiting:
            self._say(state, answer)

    def _say(self, state: QuestionState, answer: Answer) -> None:
        """Says it once, and goes on to the next that waits."""
        number = state.question.number
        following = self.known.say(number, answer)
        self.post_message(self.Answered(self, number, answer))
        if self.has_focus_within:
            self.focus_on(self.queue)
        self.show_all()
        if following is not None:
            self.queue.choose(following)
            self.show_chosen()

    # In which way it is said.

    def action_raw(self) -> None:
        """The answer to the chosen question as JSON, from what was filled in so far; or in its own way again."""
        state, answer = self.chosen, self.view.positive()
        if state is None or answer is None or not state.is_waiting:
            return
        was_raw = self.view.manner == "raw"
        self.view.keep()
        self.known.write_by_hand(state.question.number, by_hand=not was_raw)
        self.show_chosen()
        if not was_raw:
            self.view.form.load(answer.result)
        self.view.form.take_focus()

    def action_tool(self) -> None:
        """Asks which tool the model uses; the only one there is needs no asking; in one already, back to text."""
        state = self.chosen
        if state is None:
            return
        names = list(tools_of(state.question))
        if self.view.manner == "tool":
            self._use_tool("")
        elif len(names) == 1:
            self._use_tool(names[0])
        else:
            self.ask_tool.start([visible(name) for name in names[::-1]])

    def _use_tool(self, tool: str) -> None:
        state = self.chosen
        if state is None or not state.is_waiting:
            return
        self.view.keep()
        self.known.use_tool(state.question.number, tool)
        self.show_chosen()
        self.view.take_focus()

    def on_ask_line_answered(self, event: AskLine.Answered) -> None:
        """The tool was named; one that the server did not offer is none."""
        event.stop()
        state = self.chosen
        tools = {visible(name).strip(): name for name in tools_of(state.question)} if state is not None else {}
        if event.text in tools:
            self._use_tool(tools[event.text])
        else:
            self.take_focus()

    def action_prepare(self) -> None:
        """Has the person's command prepare an answer, which is shown before it goes."""
        state = self.chosen
        if state is not None:
            self.post_message(self.PrepareWanted(self, state.question))

    def prepared(self, number: int, result: dict[str, Json]) -> None:
        """What the person's command has prepared stands there as JSON, to be read and changed before it is sent."""
        state = self.known.state(number)
        if state is None or not state.is_waiting:
            return
        self.view.keep()
        self.known.prepare(state.question, result)
        self.view.show_anew()
        self.show_chosen()
        if state.question.number == self.queue.chosen and self.has_focus_within:
            self.view.take_focus()

    def action_back(self) -> None:
        """Back to the queue."""
        self.focus_on(self.queue)

    # Always so.

    def action_always(self) -> None:
        """Asks for how long the answer that was given, or is being given, is to be given always."""
        state = self.chosen
        answer = None if state is None else state.answer or self.view.positive()
        if state is not None and answer is not None:
            self._asked = ScopeAsked(state.question, answer)
            self.view.ask(ALWAYS)

    def ask_about_secret(self, wanted: "question_messages.AlwaysWanted") -> None:
        """The answer holds what looks like a secret: asks whether it is to be written to the disk all the same."""
        self._asked = ScopeAsked(wanted.question, wanted.answer)
        self.view.ask(SECRET)

    def always_done(self, wanted: "question_messages.AlwaysWanted") -> None:
        """The rule is there: a question that still waits gets the same answer."""
        state = self.known.state(wanted.question.number)
        if state is not None and state.is_waiting:
            self._say(state, wanted.answer)

    # What the parts tell.

    def on_question_queue_moved(self, event: QuestionQueue.Moved) -> None:
        """Another question is shown."""
        event.stop()
        self._awaits = False
        self.show_chosen()

    def on_question_queue_opened(self, event: QuestionQueue.Opened) -> None:
        """The keyboard goes to the question."""
        event.stop()
        self.take_focus()

    def on_form_view_changed(self, event: FormView.Changed) -> None:
        """What would go back is another."""
        event.stop()
        self.view.say_back()
        self.share_out()

    def on_form_view_mode_changed(self, event: FormView.ModeChanged) -> None:
        """The form is larger or smaller now."""
        event.stop()
        self.share_out()

    def on_form_view_field_moved(self, event: FormView.FieldMoved) -> None:
        """Nothing beside the form follows its cursor here."""
        event.stop()

    def on_form_view_call_wanted(self, event: FormView.CallWanted) -> None:
        """Accepted, with what was filled in; the second of two quick keys is not meant for the next question."""
        event.stop()
        state = self.chosen
        if state is None or event.of is not self.view.form.form or not self.view.is_in_form:
            return
        answer = self.known.positive(state.question, event.arguments)
        if self.known.objection(state.question, answer) is None:
            self._say(state, answer)
        else:
            self.view.say_back()
            self.share_out()

    def on_button_row_pressed(self, event: ButtonRow.Pressed) -> None:
        """A button of the question."""
        event.stop()
        state, button = self.chosen, event.button
        if state is None:
            return
        chosen, asked = scope_of(button), self._asked
        if chosen is not None and asked is not None:
            self.post_message(self.AlwaysWanted(self, asked.question, asked.answer, *chosen))
        elif button == "open":
            host = read_address(str(state.question.params["url"])).target
            self.view.ask((Button("open:yes", f"Open {host}", main=True), Button("open:no", "Not now", "Esc")))
        elif button == "open:yes":
            self.post_message(self.OpenUrlWanted(self, str(state.question.params["url"])))
            self.view.buttons.choose("accept")
        elif button in ("accept", "decline", "cancel", "copy_url", "raw", "tool", "prepare", "always"):
            getattr(self, f"action_{button}")()
