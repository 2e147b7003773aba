"""The tabs of the Answers place: the questions, the rules, the roots, and what can be switched."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from inspector.tui.bridge_desk import BridgeDesk
from inspector.tui.cells import Span
from inspector.tui.roles import roles_of
from inspector.tui.screens.answers_roots import RootsSection
from inspector.tui.screens.answers_rules import RulesSection
from inspector.tui.screens.answers_section import AnswersSection
from inspector.tui.screens.answers_switches import SwitchesSection
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.rule import Rule, Tab
from inspector.tui.widgets.signs import in_signs

QUESTIONS: Final = "questions"
TABS: Final = {QUESTIONS: "Questions", "rules": "Rules", "roots": "Roots", "switches": "Switches"}


class AnswersTabs(Answers):
    """The place with its tabs. The sections act by the bridge's desk, which the session gives when it begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,right_square_bracket", "turn(1)", "tab", key_display=".", id="answers.next-tab"),
        Binding("comma,left_square_bracket", "turn(-1)", "tab before", show=False, id="answers.previous-tab"),
        Binding("escape", "questions", "questions", show=False, id="answers.questions"),
    ]

    def __init__(self, *, clock: Callable[[], float], id: str | None = None) -> None:
        """`clock` gives seconds of the session."""
        super().__init__(clock=clock, id=id)
        self.rules, self.roots, self.switches = (
            RulesSection(id="rules"),
            RootsSection(id="roots"),
            SwitchesSection(id="switches"),
        )
        self.tab = QUESTIONS

    def compose(self) -> ComposeResult:
        """The questions first."""
        yield from super().compose()
        for section in self.sections:
            section.display, section.changed = False, self.say_facts
            yield section

    @property
    def sections(self) -> tuple[AnswersSection, ...]:
        """Those beside the questions."""
        return self.rules, self.roots, self.switches

    @property
    def bridge_desk(self) -> BridgeDesk | None:
        """What the sections act by; None without a session."""
        return self.rules.desk

    @bridge_desk.setter
    def bridge_desk(self, desk: BridgeDesk | None) -> None:
        for section in self.sections:
            section.desk = desk
        self.desk.known.has_command = desk is not None and desk.has_command

    @property
    def keyboard(self) -> Widget:
        """The queue, or the rows of the section."""
        return self.desk.queue if self.tab == QUESTIONS else cast(AnswersSection, self._shown).keyboard

    @property
    def _shown(self) -> Widget:
        return self.desk if self.tab == QUESTIONS else next(one for one in self.sections if one.id == self.tab)

    def turn_to(self, tab: str) -> None:
        """Shows a tab; the keyboard is in it if it was in this place."""
        had_focus = self.has_focus_within
        self.tab = tab
        for part in (self.desk, *self.sections):
            part.display = part is self._shown
        self.tell_sections()
        if had_focus:
            self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
            self.screen.set_focus(self.keyboard, scroll_visible=False)

    def tell_sections(self) -> None:
        """Shows what was set, in the tabs and in the section that is to be seen."""
        if self.tab != QUESTIONS:
            cast(AnswersSection, self._shown).tell()
        self.say_facts()

    def say_facts(self) -> None:
        """Tabs and counts in the rule; a switch that does not stand as it does at first is marked."""
        if not self.is_attached:
            return
        desk = self.bridge_desk
        numbers = {"rules": sum(rule.on for rule in desk.rules), "roots": len(desk.roots)} if desk is not None else {}
        tabs = [Tab(id, name, (str(numbers[id]), "muted") if numbers.get(id) else None) for id, name in TABS.items()]
        if desk is not None and (desk.approve != "none" or not all(desk.switches.values())):
            tabs[-1] = replace(tabs[-1], sign=(roles_of(self).glyphs.warning, "warning"))
        facts: list[Span] = [(" · ".join(self.desk.known.facts), "muted")] if self.desk.known.facts else []
        self.change_rule(facts=in_signs(facts, roles_of(self)), tabs=tabs, active=self.tab)

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A click on a tab."""
        if message.rule is self.rule:
            message.stop()
            self.turn_to(message.tab)

    def action_turn(self, by: int) -> None:
        """The next tab, round the end."""
        names = list(TABS)
        self.turn_to(names[(names.index(self.tab) + by) % len(names)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc leads from a section to the questions."""
        return self.tab != QUESTIONS if action == "questions" else True

    def action_questions(self) -> None:
        """Back to the questions."""
        self.turn_to(QUESTIONS)
