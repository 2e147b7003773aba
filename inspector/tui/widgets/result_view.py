"""What came of a call: while it runs, its clock; then the result as text, as JSON, as a table, checked, its records."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from inspector.tui.cells import Span
from inspector.tui.roles import roles_of
from inspector.tui.widgets.content_page import ContentPage
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.result_bodies import ResultBodies
from inspector.tui.widgets.result_data import Done, Ended, Outcome, Running, goes_on
from inspector.tui.widgets.result_head import head_rows
from inspector.tui.widgets.result_tabs import rule_tabs
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.typed import key_from
from inspector.tui.widgets.wire_list import WireList

_AIRY: Final = 10
"""Rows from which on a blank one stands under the head."""
_TICK: Final = 0.1
"""Seconds between two looks at the clock."""


class ResultView(ResultBodies):
    """The view. It shows one `Outcome`; which body it shows is its tab."""

    DEFAULT_CSS = """
    ResultView {
        background: $background;
        & > .head { background: $background; height: 1; }
        & > LineView { height: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop", "tab(1)", "tab", key_display=".", id="result.next-tab"),
        Binding("right_square_bracket", "tab(1)", "Tab after", show=False, id="result.tab-after"),
        Binding("comma,left_square_bracket", "tab(-1)", "Tab before", show=False, id="result.previous-tab"),
        Binding("slash", "find", "find", key_display="/", priority=True, id="result.find"),
        Binding("x", "cancel", "cancel", id="result.cancel"),
        Binding("enter", "answers", "answers", key_display="Enter", id="result.answers"),
        Binding("s", "save", "save", id="result.save"),
        Binding("y", "copy", "copy JSON", id="result.copy"),
        Binding("r", "again", "again", id="result.again"),
        Binding("t", "table", "next table", id="result.next-table"),
        Binding("escape", "back", "back", key_display="Esc", id="result.back"),
    ]

    @dataclass
    class Asked(Message):
        """Something is wanted of the owner that needs no more than its name.

        `back`: from the answer that a link led to, to the one that the link stands in.
        """

        view: "ResultView"
        what: Literal["cancel", "again", "answers", "copy", "back"]

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    @dataclass
    class ResourceWanted(Message):
        """A link was opened: this URI is to be read, exactly as it is written."""

        view: "ResultView"
        uri: str

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    @dataclass
    class RecordWanted(Message):
        """A record of the operation is to be shown in the traffic."""

        view: "ResultView"
        record: int

        @property
        def control(self) -> Widget:
            """The view."""
            return self.view

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, id: str | None = None, classes: str | None = None
    ) -> None:
        """`clock` gives seconds, the same that `Running.since` is of."""
        super().__init__(id=id, classes=classes)
        self._clock = clock
        self._came_from = ""
        self.composed = False
        """Whether it is of a message that was written by hand."""
        self._timer: Timer | None = None
        self._rule = Rule(RuleContent(title="Result"))
        self._head = HintStrip()
        self._head.add_class("head")

    def compose(self) -> ComposeResult:
        """Rule, head, and the bodies, of which one is seen."""
        yield self._rule
        yield self._head
        yield self._finder
        yield self._saver
        yield from self.bodies

    def on_mount(self) -> None:
        """The first look."""
        self.refresh_all()

    # What the owner does.

    @property
    def outcome(self) -> Outcome:
        """What is shown."""
        return self._outcome

    def show(self, outcome: Outcome) -> None:
        """Something else, or the same call further on. A new call begins with the tab Text."""
        before, self._outcome = self._outcome, outcome
        if isinstance(outcome, Done):
            self.show_done(outcome)
        elif outcome is None or type(outcome) is not type(before):
            self._only = self._whole = None
            self._tables = []
            self._page.show(())
        self._wire.show(outcome.wire if outcome is not None else ())
        if self._tab not in self.tabs:
            self._tab = "text"
        is_same = isinstance(before, Done) and isinstance(outcome, Done) and before.raw is outcome.raw
        if self._saver.display and not is_same:
            self._saver.leave()
        if self._timer is not None and goes_on(before, outcome):
            self.refresh_rule()
            self._refresh_head()
            self._timer.reset()  # what is told of it is as new as its clock
        else:
            self.refresh_all()

    @property
    def came_from(self) -> str:
        """The name of the result with the link that led to this one; empty where none did. Esc leads back to it."""
        return self._came_from

    @came_from.setter
    def came_from(self, name: str) -> None:
        if name != self._came_from:
            self._came_from = name
            if self.is_mounted:
                self.refresh_rule()
                self.refresh_bindings()

    @property
    def head(self) -> str:
        """What the first rows say."""
        return self._head.text

    # How it is shown.

    def refresh_all(self) -> None:
        """One body, the rule and the head; the clock goes while a call runs."""
        if not self.is_mounted:
            return
        if self._tab == "json" and not self._json_shown and isinstance(self._outcome, Done):
            self.show_json(self._outcome)
        shown = self.keyboard
        self._finder.display = self._finder.display and isinstance(shown, DocumentView)
        for body in self.bodies:
            body.display = body in (shown, shown.parent)
        self.refresh_rule()
        self._refresh_head()
        self.refresh_bindings()
        running = isinstance(self._outcome, Running)
        if running and self._timer is None:
            self._timer = self.set_interval(_TICK, self._refresh_head)
        elif not running and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _refresh_head(self) -> None:
        held = self._outcome.held if isinstance(self._outcome, Running) else None
        key = key_from(self.screen.focused, held.key if held is not None else "")
        rows = head_rows(self._outcome, self._clock(), self._answers_key, key, composed=self.composed)
        self._head.styles.height = len(rows)
        self._head.styles.margin = (0, 0, 1 if self.size.height >= _AIRY else 0, 0)
        self._head.say(*rows)

    @property
    def _answers_key(self) -> str:
        """What leads to the question from where the keyboard is: Enter is ours alone, and a field takes a digit."""
        focus = self.screen.focused
        return "Enter" if focus is not None and self.has_focus_within else key_from(focus, "5")

    def refresh_rule(self) -> None:
        """The views by name, which of them is open, and where one is in it."""
        tabs = rule_tabs(self._outcome, self._tables, roles_of(self))
        title = f"{self._came_from} ▸ {self._outcome.name}" if self._came_from and self._outcome else "Result"
        facts: list[Span] = [(fact, "muted") for fact in self.facts]
        self._rule.content = replace(self._rule.content, title=title, tabs=tabs, active=self._tab, facts=facts)

    # Keys and messages.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        outcome = self._outcome
        if action == "tab":
            return len(self.tabs) > 1
        if action == "find":
            return isinstance(self.keyboard, DocumentView)
        if action == "cancel":
            return isinstance(outcome, Running)
        if action == "answers":
            return isinstance(outcome, Running) and (bool(outcome.question) or outcome.is_held)
        if action == "save":
            return isinstance(outcome, Done)
        if action == "table":
            return self._tab == "table" and len(self._tables) > 1 and self._whole is None
        if action in ("again", "copy"):
            return isinstance(outcome, Done | Ended)
        return self._whole is not None or bool(self._came_from) if action == "back" else True

    def action_tab(self, by: int) -> None:
        """The next or previous tab, round the ends."""
        tabs = self.tabs
        self.tab = tabs[(tabs.index(self._tab) + by) % len(tabs)]

    def action_find(self) -> None:
        """Looks for a text in what is shown."""
        self.start_finding()

    def action_cancel(self) -> None:
        """Asks for the call to be cancelled."""
        self.post_message(self.Asked(self, "cancel"))

    def action_again(self) -> None:
        """Asks for the same call once more."""
        self.post_message(self.Asked(self, "again"))

    def action_answers(self) -> None:
        """Asks for the place where the server's question is answered."""
        self.post_message(self.Asked(self, "answers"))

    @property
    def key_words(self) -> dict[str, str]:
        """Where no answer came, `y` only says that there is nothing to copy."""
        return {} if isinstance(self._outcome, Done) else {"copy JSON": ""}

    def action_copy(self) -> None:
        """Asks for the answer to be copied as it came."""
        self.post_message(self.Asked(self, "copy"))

    def action_back(self) -> None:
        """From what was opened to where it stands; from the answer to a link to the one with the link."""
        if self._whole is None:
            self.post_message(self.Asked(self, "back"))
            return
        self._tab, self._whole = self._whole[0], None
        if self._only is not None:
            self.show_text(self._only)
        self.refresh_all()
        self.take_focus()

    def on_content_page_opened(self, event: ContentPage.Opened) -> None:
        """A link is the owner's to read; a text is shown whole."""
        event.stop()
        if event.part.uri:
            self.post_message(self.ResourceWanted(self, event.part.uri))
        elif event.part.opens:
            self.open_whole(event.part)

    def on_wire_list_record_wanted(self, event: WireList.RecordWanted) -> None:
        """The owner knows where records are shown."""
        event.stop()
        self.post_message(self.RecordWanted(self, event.record))

    def on_rule_tab_clicked(self, event: Rule.TabClicked) -> None:
        """A tab of ours was clicked."""
        event.stop()
        for tab in self.tabs:
            if tab == event.tab:
                self.tab = tab

    def on_resize(self) -> None:
        """There is room for a blank row, or not."""
        self._refresh_head()

    def on_descendant_focus(self) -> None:
        """The keyboard is in here."""
        self._rule.focused = True

    def on_descendant_blur(self) -> None:
        """The keyboard went elsewhere, or to another part of this view."""
        self._rule.focused = self.has_focus_within
