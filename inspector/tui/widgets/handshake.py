"""The handshake: how we came to speak with the server as we do, or why not, attempt by attempt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from inspector.tui.cells import Line, Span
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import counted, duration, waited
from inspector.tui.roles import roles_of
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.attempt_compare import compare_page
from inspector.tui.widgets.authorization import AuthorizationPage, AuthorizationShown
from inspector.tui.widgets.authorization_steps import sign_of
from inspector.tui.widgets.handshake_page import (
    CONNECT_AS,
    HandshakeAttempt,
    HandshakeStep,
    attempt_page,
    step_of,
)
from inspector.tui.widgets.page_text import prose
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.rule import Rule, Tab
from inspector.wire.versions import REVISIONS

__all__ = ["CONNECT_AS", "Handshake", "HandshakeAttempt", "HandshakePage", "HandshakeStep", "step_of"]


_STEPS: Final = "steps"
"""The tab of the attempts while there is none."""
_AUTHORIZATION: Final = "authorization"


class HandshakePage(PageView):
    """The page of one attempt; its stops are the steps."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "records", id="handshake.records"),
        Binding("A", "connect_as('auto')", "auto", id="handshake.auto"),
        Binding("M", "connect_as('modern')", "modern", id="handshake.modern"),
        Binding("L", "connect_as('legacy')", "legacy", id="handshake.legacy"),
        Binding("V", "connect_as('version')", "version", id="handshake.version"),
        Binding("T", "connect_as('transport')", "transport", id="handshake.transport"),
        Binding("B", "connect_as('all')", "try all", id="handshake.all"),
        Binding("c", "compare", "compare", id="handshake.compare"),
        Binding("escape", "compare", "end comparing", show=False, id="handshake.end-comparing"),
        Binding("full_stop,right_square_bracket", "turn(1)", "attempt", key_display=".", id="handshake.next"),
        Binding("comma,left_square_bracket", "turn(-1)", "attempt before", show=False, id="handshake.previous"),
    ]

    def __init__(self, offered: Sequence[str]) -> None:
        super().__init__()
        self.offered = tuple(offered)
        self.attempts: Sequence[HandshakeAttempt] = ()
        self.active = 0
        self.live = True
        self.comparing = False
        self.turns = False
        """Whether there is more than one tab."""

    @property
    def other(self) -> HandshakeAttempt | None:
        """The attempt that the shown one is compared with: the nearest before it that led to a server, else after."""
        before, after = self.attempts[: self.active], self.attempts[self.active + 1 :]
        return next((one for one in (*reversed(before), *after) if one.theirs is not None), None)

    @property
    def attempt(self) -> HandshakeAttempt | None:
        """The attempt that is shown."""
        return self.attempts[self.active] if self.attempts else None

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """The attempt, or that there is none."""
        attempt = self.attempt
        if attempt is None:
            untried = in_glyphs("Not tried yet · ", self.roles.glyphs)
            spans: list[Span] = [(untried, "muted"), ("R", "accent bold"), (" connect", "muted")]
            return [PageLine(Line(self.roles).strip(width)), *block(prose(spans, width, self.roles))]
        if self.comparing and self.other is not None:
            left, right = sorted((self.other, attempt), key=self.attempts.index)
            return block(compare_page(left, right, width, self.roles))
        return attempt_page(attempt, width, self.roles, offered=self.offered, live=self.live, airy=self.airy)

    def action_open(self) -> None:
        """Asks for the records that a step rests on."""
        attempt, stop = self.attempt, self.stop
        if attempt is None or not isinstance(stop, int):
            return
        records = attempt.steps[stop].records
        if records:
            self.post_message(Handshake.RecordsWanted(min(records), max(records)))

    def action_compare(self) -> None:
        """Shows how two attempts differ, or the attempt again."""
        self.comparing = not self.comparing
        self.page_changed()
        self.refresh_bindings()

    def action_connect_as(self, mode: str) -> None:
        """Asks for an attempt of another kind."""
        self.post_message(Handshake.ConnectAs(mode))

    def pressed(self, action: str) -> None:
        """A click on one of the ways to connect."""
        self.action_connect_as(action)

    def action_turn(self, by: int) -> None:
        """Asks for the next or previous attempt."""
        self.post_message(Handshake.Turned(by))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is not offered is not there; what needs a server stays, grey."""
        if action == "connect_as":
            if not parameters or parameters[0] not in self.offered or self.attempt is None:
                return False
            return True if self.live else None
        if action == "turn":
            return self.turns
        if action == "compare":
            return self.comparing or (
                self.attempt is not None and self.attempt.theirs is not None and self.other is not None
            )
        return True


class Handshake(PlacePane):
    """The place. Takes attempts by `show`; the newest is shown until another is chosen. Behind them, where requests can
    be authorized, is the tab that `show_authorization` fills."""

    DEFAULT_CSS = """
    Handshake > AuthorizationPage { display: none; }
    Handshake.-authorization > AuthorizationPage { display: block; }
    Handshake.-authorization > HandshakePage { display: none; }
    """

    @dataclass
    class RecordsWanted(Message):
        """The records from `first` to `last` are to be shown in the traffic."""

        first: int
        last: int

    @dataclass
    class ConnectAs(Message):
        """Another attempt is wanted: one of the names in `CONNECT_AS`."""

        mode: str

    @dataclass
    class Turned(Message):
        """The next (1) or previous (-1) attempt is to be shown."""

        by: int

    @dataclass
    class VersionChosen(Message):
        """An attempt with this version is wanted, which may be none of ours."""

        version: str

    def __init__(
        self,
        *,
        offered: Sequence[str] = tuple(CONNECT_AS),
        digit: str = "4",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`offered`: the ways to connect again that there are."""
        super().__init__(digit, "Handshake", id=id, classes=classes)
        self.page = HandshakePage(offered)
        self.version_line = AskLine("version", REVISIONS)
        self.authorization = AuthorizationPage()
        self._has_authorization = False

    @property
    def keyboard(self) -> Widget:
        """The page that is shown takes the keys."""
        return self.authorization if self.shows_authorization else self.page

    @property
    def shows_authorization(self) -> bool:
        """Whether that tab is open."""
        return self.has_class("-authorization")

    def compose(self) -> ComposeResult:
        """Rule and pages."""
        yield self.rule
        yield self.version_line
        yield self.page
        yield self.authorization

    def ask_version(self) -> None:
        """Lets a version be chosen or typed."""
        self.version_line.start()

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        """Enter in the line; with nothing typed, Esc."""
        message.stop()
        self.focus()
        if message.text:
            self.post_message(self.VersionChosen(message.text))

    def show_authorization(self, shown: AuthorizationShown, *, there: bool) -> None:
        """How requests were authorized. `there`: the tab is; without it, requests are not authorized here."""
        self.authorization.show(shown)
        self._has_authorization = there
        if not there and self.shows_authorization:
            self.open_authorization(open=False)
        self._tell_tabs()

    def open_authorization(self, *, open: bool = True) -> None:
        """Opens the tab, or the attempt again; the keyboard goes along if it is here."""
        if open == self.shows_authorization or (open and not self._has_authorization):
            return
        had_focus = self.has_focus_within
        self.set_class(open, "-authorization")
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        if had_focus:
            self.focus()
        self._tell_tabs()

    def show(self, attempts: Sequence[HandshakeAttempt], *, live: bool = True) -> None:
        """All attempts, oldest first. `live` False: this is a recording, so nothing can be tried.

        The attempt that was chosen stays; if it was the newest, or there are fewer now, the newest is shown.
        """
        page = self.page
        newest = (
            page.active >= len(page.attempts) - 1 or page.active >= len(attempts) or len(attempts) < len(page.attempts)
        )
        page.attempts, page.live = attempts, live
        if newest:
            page.active = max(len(attempts) - 1, 0)
        self._changed()

    def turn_to(self, number: int) -> None:
        """Shows an attempt, from 0; beyond the last comes the first."""
        if self.page.attempts:
            self.page.active = number % len(self.page.attempts)
            self._changed()

    def _changed(self) -> None:
        self._tell_tabs()
        self.page.page_changed()
        self.page.refresh_bindings()

    def _tell_tabs(self) -> None:
        attempt, opened = self.page.attempt, self.shows_authorization
        tabs = self._tabs()
        facts = _flow_facts(self.authorization.shown) if opened else _facts(attempt) if attempt else ""
        self.page.turns = len(tabs) > 1
        self.change_rule(
            tabs=tabs if len(tabs) > 1 else (),
            active=_AUTHORIZATION if opened else attempt.id if attempt else _STEPS,
            facts=((facts, "muted"),) if facts else (),
        )

    def _tabs(self) -> list[Tab]:
        attempts = self.page.attempts
        if not self._has_authorization:
            return [Tab(one.id, one.label or f"{at + 1} {one.mode}") for at, one in enumerate(attempts)]
        tabs = [Tab(one.id, one.label or f"{at + 1} {one.mode}") for at, one in enumerate(attempts)]
        if len(tabs) < 2:
            tabs = [Tab(tabs[0].id if tabs else _STEPS, "Steps")]
        return [*tabs, Tab(_AUTHORIZATION, "Authorization", self._sign())]

    def _sign(self) -> Span | None:
        shown, glyphs = self.authorization.shown, roles_of(self).glyphs
        if shown.live and shown.signing.waits:
            return sign_of("waiting", glyphs)
        return sign_of(shown.flows[-1].state, glyphs) if shown.flows else None

    def on_handshake_turned(self, message: Turned) -> None:
        """`.` or `,`."""
        message.stop()
        self._turn(message.by)

    def on_authorization_page_turned(self, message: AuthorizationPage.Turned) -> None:
        """`.` or `,` on that tab."""
        message.stop()
        self._turn(message.by)

    def _turn(self, by: int) -> None:
        names = [tab.id for tab in self._tabs()]
        active = self.rule.content.active
        if names:
            self._open((names.index(active) + by) % len(names) if active in names else 0, names)

    def _open(self, number: int, names: Sequence[str]) -> None:
        if names[number] == _AUTHORIZATION:
            self.open_authorization()
        else:
            self.open_authorization(open=False)
            self.turn_to(number)

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A click on a tab."""
        message.stop()
        names = [tab.id for tab in self._tabs()]
        self._open(names.index(message.tab), names)


def _flow_facts(shown: AuthorizationShown) -> str:
    if not shown.flows:
        return ""
    flow = shown.flows[-1]
    steps = f"{sum(step.state != 'coming' for step in flow.steps)} of {counted(len(flow.steps), 'step')}"
    several = f"{counted(len(shown.flows), 'time')} · " if len(shown.flows) > 1 else ""
    return f"{several}{steps} · {duration(flow.ms / 1000)}"


def _facts(attempt: HandshakeAttempt) -> str:
    running = next((step for step in attempt.steps if step.state == "running"), None)
    took = sum(step.ms or 0.0 for step in attempt.steps) / 1000
    clock = waited(took + running.elapsed) if running else duration(took)
    done = sum(step.state != "ahead" for step in attempt.steps)
    return f"{'as seen' if attempt.observed else attempt.mode} · {counted(done, 'step')} · {clock}"
