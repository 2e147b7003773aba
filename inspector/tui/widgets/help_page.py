"""Help: the keys that matter where one is, the places, and what signs and words mean.

Beside the rest from 120 columns on, where the focus and its keys stay; else over it, and then it has the keyboard.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import count
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.page_text import beside, labelled
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.typed import is_typed
from inspector.tui.widgets.unscrolled import Unscrolled, Vertical

TWO_COLUMNS: Final = 76
"""Cells from which on keys stand beside what signs and words mean."""

_DOES_AT: Final = 11
_SHORT: Final = 12


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that belong together: a title, and pairs of a key as it is written and what it does.

    `short`: each takes so little room that several stand in a row. `does_at`: the cell where what it does begins.
    """

    title: str
    keys: tuple[tuple[str, str], ...]
    short: bool = False
    does_at: int = _DOES_AT


def _signs(roles: Roles) -> list[tuple[str, str, str]]:
    glyphs = roles.glyphs
    return [
        (f"{glyphs.out} {glyphs.back}", "ours", "ours, and its answer"),
        (f"{glyphs.asked} {glyphs.answered}", "theirs", "theirs, and our answer"),
        (f"{glyphs.news} {glyphs.told}", "notification", "notifications, theirs and ours"),
        (glyphs.why, "decision", "why"),
        (glyphs.clause, "muted", "clause of the specification"),
        (glyphs.waiting, "waiting", "waits for you"),
        (glyphs.success, "success", "as it should be"),
        (glyphs.warning, "warning", "worth a look"),
        (glyphs.error, "error", "went wrong; on an item: cannot be used"),
    ]


WORDS: Final = (
    ("op", "operation: one thing that you did, with all its messages"),
    ("round", "one request and its answer; a question of the server makes another round"),
    ("r w d", "on a tool: only reads, writes, destroys something, as the server says of itself"),
    ("name*", "has to be filled in"),
    ("email?", "may be null as well"),
    ("follow", "the list keeps its newest row in view"),
    ("folded", "rows that only repeat what another row shows are left out; w in the traffic shows them"),
    ("in all", "from the first record of a call to its last, with what you were waited for"),
    ("req res", "a request of ours, and its answer"),
    ("ask ans", "a question of the server, and the answer to it"),
    ("ntf", "a notification, of either side"),
    ("err out", "a line on stderr; a line on stdout that is no message"),
    ("run", "a process or a connection begins or ends"),
    ("web sse", "HTTP, and an event of a stream, that carried no message of its own"),
    ("why", "a decision of ours, with its reason"),
    ("jot", "a note of yours: a writes one"),
    ("dual", "speaks both eras, modern and legacy"),
    ("modern", "2026-07-28 and later: no initialize, no session"),
    ("legacy", "2025-11-25 and before: initialize comes first"),
)
"""What the words of the screen mean."""


def key_rows(groups: Sequence[KeyGroup], width: int, roles: Roles) -> list[Strip]:
    """Keys by group."""
    rows: list[Strip] = []
    for group in groups:
        rows += _head(group.title, width, roles, gap=bool(rows))
        each = max((width - 3) // _SHORT, 1) if group.short else 1
        for first in range(0, len(group.keys), each):
            line = Line(roles)
            for number, (key, does) in enumerate(group.keys[first : first + each]):
                line.fill_to(2 + number * _SHORT)
                line.write(key, "accent bold")
                line.write(" ") if group.short else line.fill_to(max(group.does_at, 3 + width_of(key)))
                line.foreign(does, width - line.cells - 1, "")
            rows.append(line.strip(width))
    return rows


def meaning_rows(width: int, roles: Roles) -> list[Strip]:
    """Signs and words, and what they mean."""
    rows = _head("Signs", width, roles)
    for sign, role, means in _signs(roles):
        rows += _meaning((sign, role), means, width, roles)
    rows += _head("Words", width, roles, gap=True)
    for word, means in WORDS:
        rows += _meaning((word, "bold"), means, width, roles)
    return rows


def _head(title: str, width: int, roles: Roles, *, gap: bool = False) -> list[Strip]:
    line = Line(roles)
    line.write(" ")
    line.foreign(title, width - 2, "bold")
    return [*([Line(roles).strip(width)] if gap else []), line.strip(width)]


def _meaning(sign: Span, means: str, width: int, roles: Roles) -> Iterable[Strip]:
    first, *rest = labelled("", [(means, "muted")], width, roles, value_at=_DOES_AT)
    line = Line(roles)
    line.write("  ")
    line.write(*sign)
    return [Strip.join([line.strip(_DOES_AT), first.crop(_DOES_AT)]), *rest]


class HelpText(PageView):
    """The text: one column, or two where there is room."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown,space", "move_page(1)", "scroll", key_display="PgDn", id="help.page-down"),
        Binding("pageup", "move_page(-1)", "scroll back", key_display="PgUp", id="help.page-up"),
    ]

    groups: tuple[KeyGroup, ...] = ()

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """Keys, then what things mean."""
        roles = self.roles
        if width < TWO_COLUMNS:
            gap = [Line(roles).strip(width)]
            return block([*key_rows(self.groups, width, roles), *gap, *meaning_rows(width, roles)])
        left = width // 2
        keys, meanings = key_rows(self.groups, left, roles), meaning_rows(width - left, roles)
        return block(beside(keys, meanings, left, width, roles))

    @property
    def below(self) -> int:
        """How many rows are below what is seen."""
        return max(self.line_count - self.scroll_offset.y - self.size.height, 0)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The rule says how much is left."""
        super().watch_scroll_y(old_value, new_value)
        self._tell()

    def on_resize(self) -> None:
        """The same."""
        super().on_resize()
        self._tell()

    def page_changed(self) -> None:
        """The same."""
        super().page_changed()
        self._tell()

    def _tell(self) -> None:
        if isinstance(self.parent, HelpPage):
            self.parent.tell()


SCROLLING: Final = (
    ("Shift+PgDn PgUp", "accent bold"),
    (" scroll · ", "muted"),
    ("^O", "accent bold"),
    (" goes in", "muted"),
)
"""How the help is read on while the keyboard is elsewhere; not every terminal sends the first two."""


class HelpFoot(Unscrolled):
    """How the help is scrolled from outside."""

    DEFAULT_CSS = """
    HelpFoot { height: 1; background: $surface; color: $foreground; }
    """

    def render_line(self, y: int) -> Strip:
        """The one row."""
        line = Line(roles_of(self))
        line.write(" ")
        line.spans(in_signs(SCROLLING, line.roles), self.size.width - 2)
        return line.strip(self.size.width).apply_style(self.rich_style)


class HelpPage(Vertical):
    """The rule, the text, and below it how to read on where the keyboard is elsewhere."""

    DEFAULT_CSS = """
    HelpPage { layer: help; dock: right; width: 100%; height: 1fr; background: $surface; color: $foreground; }
    HelpPage Rule, HelpPage HelpText { background: $surface; }
    HelpPage HelpText { height: 1fr; overflow-y: scroll; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rule = Rule(RuleContent(title="Help"))
        self.text = HelpText()
        self.foot = HelpFoot()
        self._from: Widget | None = None

    def compose(self) -> ComposeResult:
        """Rule, text, foot."""
        yield self.rule
        yield self.text
        yield self.foot

    @property
    def groups(self) -> tuple[KeyGroup, ...]:
        """The keys that are told of."""
        return self.text.groups

    @groups.setter
    def groups(self, groups: tuple[KeyGroup, ...]) -> None:
        if groups != self.text.groups:
            self.text.groups = groups
            self.text.page_changed()

    def open(self, groups: tuple[KeyGroup, ...], *, page: bool) -> None:
        """Shows itself from its top.

        As a page it takes the keyboard, and gives it back when it closes; from a text as well, where `?` is a letter.
        """
        focused = self.screen.focused
        page = page or is_typed(focused, "question_mark", "?")
        self.display = True
        self.groups = groups
        self.text.scroll_to(y=0, animate=False, force=True)
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        if page:
            self._from = focused
            self.screen.set_focus(self.text)
        self.call_after_refresh(self.tell)

    def close(self) -> bool:
        """Goes away; the keyboard goes to where it came from. Whether it had it without knowing where from."""
        had, before = self.has_focus_within, self._from
        self._from = None
        self.display = False
        if had and before is not None and before.is_attached:
            self.screen.set_focus(before)
            return False
        return had

    def scroll(self, pages: int) -> None:
        """By what fits, wherever the keyboard is."""
        self.text.scroll_relative(y=pages * max(self.text.size.height - 1, 1), animate=False)

    def tell(self) -> None:
        """How much there is below, and what closes it."""
        below, key = self.text.below, "Esc" if is_typed(self.screen.focused, "question_mark", "?") else "?"
        more: tuple[Span, ...] = ((f"{count(below)} more below", "accent"),) if below else ()
        self.rule.content = RuleContent(title="Help", facts=(*more, (f"{key} closes", "muted")))
        self.foot.display = not self.has_focus_within and self.text.line_count >= self.size.height

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The keyboard came in."""
        self.rule.focused = True
        self.tell()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """It went out."""
        self.rule.focused = False
        self.tell()
