"""The chosen question: its words, the form or the buttons that answer it, and what would go back."""

from collections.abc import Sequence

from textual.app import ComposeResult

from inspector.protocol.questions import Answer
from inspector.tui.roles import roles_of
from inspector.tui.widgets.answers_layout import Below, Rows, Wanted
from inspector.tui.widgets.answers_model import AnswersModel, Showing
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.goes_back import GoesBack
from inspector.tui.widgets.question_buttons import own_buttons
from inspector.tui.widgets.question_data import Manner, QuestionState, desk_of, others_words
from inspector.tui.widgets.question_page import QuestionPage
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.unscrolled import Vertical
from inspector.wire.json import MISSING, NotJson, dumps


class QuestionView(Vertical):
    """Shows one question at a time, and keeps in the model what was begun for each; it says nothing to anybody."""

    DEFAULT_CSS = """
    QuestionView {
        height: 1fr;
        & GoesBack { height: auto; }
    }
    """

    def __init__(self, known: AnswersModel) -> None:
        """`known` is what the place knows of its questions."""
        super().__init__()
        self._known = known
        self._in_form: Showing | None = None
        self.state: QuestionState | None = None
        self.title = Rule(RuleContent(tone="waiting"))
        self.page = QuestionPage()
        self.form = FormView(copies=False)
        self.buttons = ButtonRow()
        self.back = GoesBack()

    def compose(self) -> ComposeResult:
        """From the top."""
        yield self.title
        yield self.page
        yield self.form
        yield self.buttons
        yield self.back

    # What is shown.

    def show(self, state: QuestionState | None) -> None:
        """This question, or none; what was begun for the one before is kept."""
        self.keep()
        self.state = state
        waits = state is not None and state.is_waiting
        manner = self.manner
        own = own_buttons(state, manner) if state is not None else ()
        self.title.display = self.page.display = state is not None
        self.form.display = waits and manner not in ("url", "approval")
        self.back.display = waits and manner != "approval"
        self.buttons.display = bool(own)
        if state is None:
            self._in_form = None
            return
        self._say_title(state)
        self.page.show(state, manner)
        before, self._in_form = self._in_form, self._known.showing(state.question) if self.form.display else None
        if self._in_form is not None and self._in_form != before:
            self._fill(state, self._in_form)
        self.buttons.set_buttons(own)
        self.say_back()

    def ask(self, buttons: Sequence[Button]) -> None:
        """Asks something in place of the buttons."""
        (self.form.buttons if self.form.display else self.buttons).ask(buttons)

    def _say_title(self, state: QuestionState) -> None:
        question, (_, _, tool) = state.question, self._known.showing(state.question)
        has_round = not question.is_approval and (state.round > 1 or question.era == "modern")
        facts = [question.mode, f"round {state.round}" if has_round else ""]
        facts += [f"record {question.record}" if question.record else "", f"tool {tool}" if tool else ""]
        self.title.content = RuleContent(
            title=" ".join(question.message.split()),
            facts=in_signs([(" · ".join(fact for fact in facts if fact), "muted")], roles_of(self)),
            tone="waiting" if state.is_waiting else "",
        )

    def _fill(self, state: QuestionState, showing: Showing) -> None:
        _, manner, tool = showing
        desk = desk_of(state.question, manner, tool, has_command=self._known.has_command)
        draft = self._known.draft(showing)
        self.form.set_buttons(desk.call, desk.others, json_only=desk.json_only)
        self.form.show(desk.form, name=tool or "answer", whole="arguments" if tool else "answer", draft=draft)
        if draft is None and desk.starts_with is not MISSING:
            self.form.load(desk.starts_with)

    def show_anew(self) -> None:
        """What the model keeps for the question takes the place of what stands in its form."""
        self._in_form = None

    def keep(self) -> None:
        """What stands in the form is kept for its question."""
        if self._in_form is not None:
            self._known.keep(self._in_form, self.form.draft)

    @property
    def manner(self) -> Manner:
        """How the question is answered now; one that there is not, by hand."""
        return "raw" if self.state is None else self._known.manner(self.state.question)

    @property
    def has_hidden_keyboard(self) -> bool:
        """Whether the keyboard is in what is not shown any more: the question was taken back meanwhile."""
        hidden = [part for part in (self.form, self.buttons) if not part.display]
        return any(part.has_focus or part.has_focus_within for part in hidden)

    @property
    def is_in_form(self) -> bool:
        """Whether the form is that of the question."""
        return self._in_form is not None

    # What would go back.

    def positive(self) -> Answer | None:
        """What accepting says, with what stands in the form; None while no question is shown."""
        if self.state is None:
            return None
        content = self.form.assembled.arguments if self._in_form is not None else MISSING
        return self._known.positive(self.state.question, content)

    def say_back(self) -> None:
        """Says what would go back for what is filled in now."""
        state, answer = self.state, self.positive()
        if state is None or answer is None or not self.back.display:
            self.back.say("")
            return
        try:
            told = dumps(answer.result if answer.error is None else {"error": answer.error}, spaced=True)
        except NotJson:
            told = ""
        self.back.say(
            told,
            state.retry if self._in_form is not None else "",
            others=others_words(state.question),
            broken=self._known.refused(state.question, answer),
        )
        self.refresh_bindings()

    # Where it stands.

    def take_focus(self) -> None:
        """Brings the keyboard to where the question is answered, or read."""
        if self.state is None or not self.state.is_waiting:
            self.screen.set_focus(self.page, scroll_visible=False)
        elif not self.form.display:
            if self.manner == "approval":
                self.buttons.choose("decline")  # who presses Enter twice sends nothing
            self.screen.set_focus(self.buttons, scroll_visible=False)
        elif self.form.form.fields:
            self.form.focus_first_empty()
        else:
            self.form.take_focus()

    def wanted(self, questions: int) -> Wanted:
        """The rows that each part would take; `questions` are those of the queue."""
        below: Below = "nothing"
        if self.form.display:
            below = "json" if self.form.mode == "json" else "form"
        elif self.buttons.display:
            below = "buttons"
        width = self.title.size.width or self.size.width
        return Wanted(
            questions,
            self.page.rows_at(width),
            below,
            self.form.wanted_height if self.form.display else 0,
            self.back.rows_at(width) if self.back.display else 0,
            self.back.is_urgent,
        )

    def place(self, rows: Rows) -> None:
        """Gives each part its rows."""
        self.page.styles.height, self.page.styles.margin = rows.text, (0, 0, rows.gap_below, 0)
        self.form.styles.height = rows.below
        self.back.styles.height, self.back.styles.margin = rows.back, (rows.gap_back, 0, 0, 0)
