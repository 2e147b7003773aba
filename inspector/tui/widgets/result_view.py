"""What came of a call: while it runs, its clock; then the result as text, as JSON, checked, and its records."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from inspector.tui.cells import Span
from inspector.tui.numbers import count
from inspector.tui.roles import roles_of
from inspector.tui.widgets.content_blocks import Block, blocks_of
from inspector.tui.widgets.content_page import ContentPage
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.result_data import Done, Ended, Outcome, Running
from inspector.tui.widgets.result_head import head_rows
from inspector.tui.widgets.rule import Rule, RuleContent, Tab
from inspector.tui.widgets.schema_page import SchemaPage, verdict_sign
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.wire_list import WireList
from inspector.wire.json import MISSING, NotJson, dumps

ResultTab = Literal["text", "json", "schema", "wire"]

_AIRY: Final = 10
"""Rows from which on a blank one stands under the head."""
_TICK: Final = 0.1
"""Seconds between two looks at the clock."""


class ResultView(Vertical):
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
        Binding("y", "copy", "copy JSON", id="result.copy"),
        Binding("r", "again", "again", id="result.again"),
        Binding("escape", "back", "back", key_display="Esc", id="result.back"),
    ]

    @dataclass
    class Asked(Message):
        """Something is wanted of the owner that needs no more than its name."""

        view: "ResultView"
        what: Literal["cancel", "again", "answers", "copy"]

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
        self._outcome: Outcome = None
        self._tab: ResultTab = "text"
        self._whole: Block | None = None
        self._only: Block | None = None
        self._extent = ("", "")
        self._json_shown = False
        self._timer: Timer | None = None
        self._rule = Rule(RuleContent(title="Result"))
        self._head = HintStrip()
        self._head.add_class("head")
        self._finder = FilterBar()
        self._finder.display = False
        self._page = ContentPage()
        self._text = DocumentView(form="text", wrap=True)
        self._json = DocumentView()
        self._schema = SchemaPage()
        self._wire = WireList()

    def compose(self) -> ComposeResult:
        """Rule, head, and the bodies, of which one is seen."""
        yield self._rule
        yield self._head
        yield self._finder
        yield self._page
        yield self._text
        yield self._json
        yield self._schema
        yield self._wire

    def on_mount(self) -> None:
        """The first look."""
        self._refresh_all()

    # What the owner does.

    @property
    def outcome(self) -> Outcome:
        """What is shown."""
        return self._outcome

    def show(self, outcome: Outcome) -> None:
        """Something else, or the same call further on. A new call begins with the tab Text."""
        before, self._outcome = self._outcome, outcome
        if isinstance(outcome, Done):
            parts = blocks_of(outcome)
            first = list(islice(parts, 2))
            self._only = first[0] if len(first) == 1 and first[0].opens else None
            self._whole = None
            self._json_shown = False
            self._page.show(chain(first, parts) if self._only is None else ())
            self._schema.show(outcome.validation)
            if self._only is not None:
                self._show_whole(self._only)
        elif outcome is None or type(outcome) is not type(before):
            self._only = self._whole = None
            self._page.show(())
        self._wire.show(outcome.wire if outcome is not None else ())
        if self._tab not in self.tabs:
            self._tab = "text"
        self._refresh_all()

    @property
    def tabs(self) -> tuple[ResultTab, ...]:
        """The tabs that there are for what is shown."""
        outcome = self._outcome
        if outcome is None:
            return ("text",)
        tabs: list[ResultTab] = ["text"]
        if isinstance(outcome, Done):
            tabs.append("json")
            tabs += ["schema"] if outcome.validation is not None else []
        tabs += ["wire"] if outcome.wire else []
        return tuple(tabs)

    @property
    def tab(self) -> ResultTab:
        """The tab that is open."""
        return self._tab

    @tab.setter
    def tab(self, tab: ResultTab) -> None:
        if tab not in self.tabs:
            return
        had_focus = self.keyboard.has_focus
        self._tab = tab
        self._refresh_all()
        if had_focus:
            self.screen.set_focus(self.keyboard, scroll_visible=False)

    @property
    def keyboard(self) -> Widget:
        """The body that takes the keys."""
        if self._tab == "text":
            return self._text if self._whole is not None or self._only is not None else self._page
        return {"json": self._json, "schema": self._schema, "wire": self._wire}[self._tab]

    def take_focus(self) -> None:
        """Brings the keyboard to the body."""
        self.screen.set_focus(self.keyboard, scroll_visible=False)

    @property
    def head(self) -> str:
        """What the first rows say."""
        return self._head.text

    # How it is shown.

    def _show_whole(self, part: Block) -> None:
        text = part.opens
        self._extent = (part.extent[0], count(part.extent[1]))
        self._text.show(text, "json" if part.shape == "json" else "text")

    def _refresh_all(self) -> None:
        if not self.is_mounted:
            return
        if self._tab == "json" and not self._json_shown and isinstance(self._outcome, Done):
            self._json_shown = True
            self._json.show(self._outcome.raw or _raw(self._outcome), "json")
        shown = self.keyboard
        self._finder.display = self._finder.display and isinstance(shown, DocumentView)
        for body in (self._page, self._text, self._json, self._schema, self._wire):
            body.display = body is shown
        self._refresh_rule()
        self._refresh_head()
        running = isinstance(self._outcome, Running)
        if running and self._timer is None:
            self._timer = self.set_interval(_TICK, self._refresh_head)
        elif not running and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _refresh_head(self) -> None:
        rows = head_rows(self._outcome, self._clock())
        self._head.styles.height = len(rows)
        self._head.styles.margin = (0, 0, 1 if self.size.height >= _AIRY else 0, 0)
        self._head.say(*rows)

    def _refresh_rule(self) -> None:
        outcome, signs = self._outcome, dict[str, Span]()
        if isinstance(outcome, Done) and outcome.validation is not None:
            signs["schema"] = verdict_sign(outcome.validation)
        if outcome is not None and outcome.wire:
            signs["wire"] = (count(len(outcome.wire)), "muted")
        labels = {"text": "Text", "json": "JSON", "schema": "Schema", "wire": "Wire"}
        roles = roles_of(self)
        shown = {tab: in_signs([sign], roles)[0] for tab, sign in signs.items()}
        tabs = [Tab(tab, labels[tab], shown.get(tab)) for tab in self.tabs] if outcome is not None else []
        facts = list[Span]()
        if self._tab == "text" and (self._whole or self._only) is not None:
            at = count((self._text.cursor_line or 0) + 1)
            facts = [(f"{self._extent[0]}, line {at} of {self._extent[1]}", "muted")]
        self._rule.content = replace(self._rule.content, tabs=tabs, active=self._tab, facts=facts)

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
            return isinstance(outcome, Running) and bool(outcome.question)
        if action in ("again", "copy"):
            return isinstance(outcome, Done | Ended)
        return self._whole is not None if action == "back" else True

    def action_tab(self, by: int) -> None:
        """The next or previous tab, round the ends."""
        tabs = self.tabs
        self.tab = tabs[(tabs.index(self._tab) + by) % len(tabs)]

    def action_find(self) -> None:
        """Looks for a text in what is shown; `n` and `p` then go from place to place."""
        self._finder.display = True
        self._finder.start()

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
        """From a text that is shown whole to the parts."""
        self._whole = None
        self._refresh_all()
        self.take_focus()

    def on_filter_bar_changed(self, event: FilterBar.Changed) -> None:
        """Goes to the first place."""
        event.stop()
        view = self.keyboard
        if isinstance(view, DocumentView):
            found = view.find(event.text)
            self._finder.tell("" if not event.text else "not there" if found is None else f"line {count(found + 1)}")

    def on_filter_bar_accepted(self, event: FilterBar.Accepted) -> None:
        """Goes on in the text."""
        event.stop()
        self.take_focus()

    def on_filter_bar_left(self, event: FilterBar.Left) -> None:
        """The row goes away, and the marks with it."""
        event.stop()
        self._finder.display = False
        view = self.keyboard
        if isinstance(view, DocumentView):
            view.find("")
        self.take_focus()

    def on_content_page_opened(self, event: ContentPage.Opened) -> None:
        """A link is the owner's to read; a text is shown whole."""
        event.stop()
        if event.part.uri:
            self.post_message(self.ResourceWanted(self, event.part.uri))
        elif event.part.opens:
            self._whole = event.part
            self._show_whole(event.part)
            self._refresh_all()
            self.take_focus()

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

    def on_document_view_cursor_moved(self, event: DocumentView.CursorMoved) -> None:
        """The rule says which line one is on."""
        if event.view is self._text:
            self._refresh_rule()

    def on_resize(self) -> None:
        """There is room for a blank row, or not."""
        self._refresh_head()

    def on_descendant_focus(self) -> None:
        """The keyboard is in here."""
        self._rule.focused = True

    def on_descendant_blur(self) -> None:
        """The keyboard went elsewhere, or to another part of this view."""
        self._rule.focused = self.has_focus_within


def _raw(done: Done) -> str:
    value = done.result if done.error is MISSING else done.error
    try:
        return "" if value is MISSING else dumps(value)
    except NotJson:
        return ""
