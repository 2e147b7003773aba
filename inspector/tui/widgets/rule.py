"""A pane's first row: its digit, its title, a rule, and at the right its tabs and facts. Instead of a box."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, Span, cut_end, width_of
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.unscrolled import Unscrolled

_LEAST_TITLE = 8
_LEAST_RULE = 2


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: what it is called, and a sign behind the name, as `✓` in `success`."""

    id: str
    label: str
    sign: Span | None = None


@dataclass(frozen=True, slots=True)
class RuleContent:
    """All that a rule shows. Titles and facts may come from a server; they are sanitised when they are drawn."""

    digit: str = ""
    title: str = ""
    note: str = ""
    """Behind the title, muted: `from record 138`."""
    tabs: Sequence[Tab] = ()
    active: str = ""
    """The id of the tab that is open."""
    facts: Sequence[Span] = ()
    """At the far right, two cells between them; the first yields first."""
    whole: bool = False
    """Whether facts and tabs yield before the title is cut: it is a sentence, and no name."""
    tone: str = ""
    """The role of the line itself, if not that of the focus: `error` for a death, `waiting` for a question."""


def rule_strip(content: RuleContent, width: int, focused: bool, roles: Roles) -> Strip:
    """The row; a heavy line in the accent and the digit as a chip while the pane has the focus."""
    line, _ = _draw(content, width, focused, roles)
    return line.strip(width)


def tab_at(content: RuleContent, width: int, x: int, roles: Roles) -> str | None:
    """The id of the tab at a cell."""
    _, places = _draw(content, width, False, roles)
    return next((tab for tab, start, end in places if start <= x < end), None)


def _draw(content: RuleContent, width: int, focused: bool, roles: Roles) -> tuple[Line, list[tuple[str, int, int]]]:
    glyphs = roles.glyphs
    heavy = focused or content.tone == "error"
    mark = glyphs.heavy if heavy else glyphs.thin
    role = content.tone or ("accent" if focused else "line")
    if heavy:
        role += " bold"
    line = Line(roles)
    line.write(mark, role)
    if content.digit:
        line.styled(f" {content.digit} ", roles.chip("accent") if focused else roles["muted"])
    line.write(" ")
    tabs, facts = _what_fits(content, width - line.cells - 3)
    right = _cells(tabs, facts)
    room = width - line.cells - 1 - _LEAST_RULE - 2 - (right + 1 if right else 0)
    title = cut_end(content.title, max(room, 0), glyphs.cut)
    line.foreign(title, max(room, 0), "bold" if heavy else "muted")
    if content.note and room - width_of(title) - 2 >= 4:
        line.write("  ")
        line.foreign(content.note, room - width_of(title) - 2, "muted")
    if content.title:
        line.write(" ")
    line.fill_to(width - 1 - (right + 2 if right else 0), mark, role)
    places: list[tuple[str, int, int]] = []
    if right:
        line.write(" ")
        for number, tab in enumerate(tabs):
            line.write("  " if number else "")
            start = line.cells
            line.write(tab.label, "bold underline" if tab.id == content.active else "muted")
            if tab.sign is not None:
                line.write(" ")
                line.write(*tab.sign)
            places.append((tab.id, start, line.cells))
        for number, (text, fact_role) in enumerate(facts):
            line.write(("   " if not number else "  ") if tabs or number else "")
            line.foreign(text, width_of(text), fact_role or "muted", reference=False)
        line.write(" ")
    line.write(mark, role)
    return line, places


def _cells(tabs: Sequence[Tab], facts: Sequence[Span]) -> int:
    """The width of what stands at the right, without the blanks at its ends."""
    cells = sum(width_of(tab.label) + (1 + width_of(tab.sign[0]) if tab.sign else 0) for tab in tabs)
    cells += sum(width_of(text) for text, _ in facts)
    cells += 2 * max(len(tabs) - 1, 0) + 2 * max(len(facts) - 1, 0)
    return cells + (3 if tabs and facts else 0)


def _what_fits(content: RuleContent, room: int) -> tuple[Sequence[Tab], Sequence[Span]]:
    """Facts yield from the left, then the tabs that are not open; the title keeps what it needs to be known by."""
    title = width_of(content.title)
    room -= (title if content.whole else min(title, _LEAST_TITLE)) + 1 + _LEAST_RULE
    tabs, facts = list(content.tabs), list(content.facts)
    while facts and _cells(tabs, facts) > room:
        facts.pop(0)
    if _cells(tabs, facts) > room:
        tabs = [tab for tab in tabs if tab.id == content.active]
    if _cells(tabs, facts) > room:
        tabs = []
    return tabs, facts


class Rule(Unscrolled):
    """The row as a widget. The pane that owns it says whether it has the focus."""

    DEFAULT_CSS = """
    Rule {
        height: 1;
        background: $background;
    }
    """

    content: reactive[RuleContent] = reactive(RuleContent)
    focused: reactive[bool] = reactive(False)

    @dataclass
    class TabClicked(Message):
        """A tab was clicked."""

        rule: "Rule"
        tab: str

        @property
        def control(self) -> Widget:
            """The rule it is on."""
            return self.rule

    @dataclass
    class Clicked(Message):
        """The rule was clicked beside its tabs; `times` 2 for a double click."""

        rule: "Rule"
        times: int

        @property
        def control(self) -> Widget:
            """The rule itself."""
            return self.rule

    @dataclass
    class Dragged(Message):
        """The rule was dragged by so many rows, down if positive: it is the handle of the pane below it."""

        rule: "Rule"
        rows: int

        @property
        def control(self) -> Widget:
            """The rule itself."""
            return self.rule

    def __init__(
        self,
        content: RuleContent | None = None,
        *,
        handle: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`handle`: it can be dragged."""
        super().__init__(id=id, classes=classes)
        self.set_reactive(Rule.content, content or RuleContent())
        self._handle = handle
        self._dragged_from: int | None = None

    def render_line(self, y: int) -> Strip:
        """The one row."""
        return rule_strip(self.content, self.size.width, self.focused, roles_of(self)).apply_style(self.rich_style)

    def tab_starts(self) -> list[tuple[str, int]]:
        """The tabs that are shown, each with the cell where it begins."""
        places = _draw(self.content, self.size.width, self.focused, roles_of(self))[1]
        return [(tab, start) for tab, start, _ in places]

    def press(self, tab: str) -> None:
        """Opens a tab, as a click does."""
        self.post_message(self.TabClicked(self, tab))

    def on_click(self, event: events.Click) -> None:
        """A click on a tab opens it; elsewhere it is the owner's."""
        event.stop()
        tab = tab_at(self.content, self.size.width, event.x, roles_of(self))
        if tab is None:
            self.post_message(self.Clicked(self, event.chain))
        else:
            self.press(tab)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A drag begins."""
        if self._handle:
            self._dragged_from = event.screen_y
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Says by how many rows it went since last time."""
        if self._dragged_from is not None and event.screen_y != self._dragged_from:
            rows, self._dragged_from = event.screen_y - self._dragged_from, event.screen_y
            self.post_message(self.Dragged(self, rows))

    def on_mouse_up(self) -> None:
        """The drag ends."""
        if self._dragged_from is not None:
            self._dragged_from = None
            self.release_mouse()
