"""What a change of the watched files brought about: what is offered otherwise, and both answers of the pinned call."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.analysis.compare.offered import Changed, Entry, Offers
from inspector.analysis.differences import path_text
from inspector.analysis.restarts import AnswerChange
from inspector.analysis.side_by_side import rows_of
from inspector.analysis.words import brief
from inspector.tui.cells import Line, Span
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count, counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.compare_rows import beside, drawn_strip, unified
from inspector.tui.widgets.compare_view import WIDE
from inspector.tui.widgets.page_text import prose, section
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.watch_words import answer_words
from inspector.wire.json import MISSING, Json

_MOST_ROWS: Final = 400
_MOST_ENTRIES: Final = 400
_ANSWER: Final = "answer"


@dataclass(frozen=True, slots=True)
class ChangesFacts:
    """All that the page shows. `told` is the whole in one sentence; `watched` and `pinned` what is watched, and what is
    called again, in a few words."""

    watched: str
    pinned: str = ""
    told: tuple[Span, ...] = ()
    offers: Offers | None = None
    answer: AnswerChange | None = None


class ChangesPage(PageView):
    """The page; its one stop is the answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "difference by difference", id="changes.open"),
        Binding("escape,q", "leave", "back", key_display="Esc", show=False, id="changes.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.facts = ChangesFacts("")

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """What happened, what is offered, and the answers."""
        roles, facts = self.roles, self.facts
        lines = block(prose(facts.told, width, roles)) if facts.told else block(self._waiting(width))
        if facts.offers is not None:
            lines += block([Line(roles).strip(width), *offered_rows(facts.offers, width, roles)])
        if facts.answer is not None:
            lines += block([Line(roles).strip(width)])
            lines += block(answer_rows(facts.answer, width, roles), _ANSWER)
        return lines

    def _waiting(self, width: int) -> list[Strip]:
        told: list[Span] = [(f"{self.facts.watched} is watched, and has not changed since. ", "muted")]
        if self.facts.pinned:
            told += [(self.facts.pinned, "bold"), (" is called again after the next change; ", "muted")]
        else:
            told += [("What you call last is called again after the next change; ", "muted")]
        return prose([*told, ("K", "accent bold"), (" pins the call.", "muted")], width, self.roles)

    def action_open(self) -> None:
        """The two answers in full."""
        answer = self.facts.answer
        if answer is not None and answer.before and answer.after:
            self.post_message(Changes.CompareWanted(answer.before, answer.after))

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.post_message(Changes.Left())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without two answers there is nothing to open."""
        answer = self.facts.answer
        return action != "open" or bool(answer is not None and answer.before and answer.after)


class Changes(PlacePane):
    """The place."""

    @dataclass
    class CompareWanted(Message):
        """Two records are to be shown side by side."""

        first: int
        second: int

    @dataclass
    class Left(Message):
        """The page is to be left."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("W", "What changed", id=id)
        self.page = ChangesPage()

    @property
    def keyboard(self) -> Widget:
        """The page takes the keys."""
        return self.page

    def compose(self) -> ComposeResult:
        """Rule and page."""
        yield self.rule
        yield self.page

    def show(self, facts: ChangesFacts, told: str) -> None:
        """The page shows this; `told` stands in its rule."""
        if facts != self.page.facts:
            self.page.facts = facts
            self.change_rule(facts=((told, "muted"),))
            self.page.page_changed()
            self.page.refresh_bindings()


def offered_rows(offers: Offers, width: int, roles: Roles) -> list[Strip]:
    """What is gone, new and changed, an entry a row, and under a changed one each path with both values."""
    breaking = f"{count(offers.breaking)} breaking" if offers.breaking else ""
    strips = [section("Offered", width, roles, fact=breaking)]
    if offers.equal:
        strips += prose([("The same as before.", "muted")], width, roles)
    before: tuple[str, str] | None = None
    for one in offers.all[:_MOST_ENTRIES]:
        if isinstance(one, Entry):
            strips.append(_entry(one, "removed" if one in offers.removed else "added", width, roles))
            continue
        if (one.kind, one.name) != before:
            before = (one.kind, one.name)
            strips.append(_entry(one, "changed", width, roles))
        strips += _path(one, width, roles)
    if len(offers.all) > _MOST_ENTRIES:
        strips += prose([(f"and {counted(len(offers.all) - _MOST_ENTRIES, 'more change')}.", "muted")], width, roles)
    if offers.unknown:
        names = ", ".join(f"{kind}s" for kind in offers.unknown)
        strips += prose([(f"Not compared: {names}, which were listed once only.", "muted")], width, roles)
    return strips


def _entry(one: Entry | Changed, how: str, width: int, roles: Roles) -> Strip:
    glyphs = roles.glyphs
    sign, role = {
        "added": (glyphs.success, "success"),
        "removed": (glyphs.error, "error"),
        "changed": (glyphs.warning, "warning"),
    }[how]
    line = Line(roles)
    line.write(f"  {sign} ", role)
    line.write(f"{how} {one.kind} " if one.kind != "server" else "the server itself", "muted")
    line.foreign(one.name, width - 1 - line.cells, "bold")
    return line.strip(width)


def _path(one: Changed, width: int, roles: Roles) -> list[Strip]:
    """A path, whether it breaks, and both values below it."""
    line = Line(roles)
    line.fill_to(6)
    told = " breaking" if one.breaking else ""
    line.foreign(path_text(one.path).removeprefix("$."), width - 1 - line.cells - len(told), "json-key")
    line.write(told, "error")
    rows = [line.strip(width)]
    for sign, role, value in (("-", "error", one.before), ("+", "success", one.after)):
        if value is not MISSING:
            rows.append(_value(sign, role, value, width, roles))
    return rows


def _value(sign: str, role: str, value: Json, width: int, roles: Roles) -> Strip:
    line = Line(roles)
    line.fill_to(8)
    line.write(f"{sign} ", role)
    line.foreign(brief(value), width - 1 - line.cells)
    return line.strip(width)


def answer_rows(answer: AnswerChange, width: int, roles: Roles) -> list[Strip]:
    """The answers side by side where there is room, one below the other where there is not."""
    fact = counted(len(answer.found), "difference") if answer.found else ""
    told = [*answer_words(answer), (f": {answer.detail}" if answer.detail else "", "muted"), (".", "muted")]
    strips = [section("Answer", width, roles, fact=fact), *prose(told, width, roles)]
    if not answer.found:
        return strips
    rows = []
    for row in rows_of(*answer.values, answer.found):
        rows.append(row)
        if len(rows) >= _MOST_ROWS:
            break
    drawn = beside(rows) if width >= WIDE else unified(rows)
    if width >= WIDE:
        head = Line(roles)
        head.write(in_glyphs(f"   before · record {answer.before}", roles.glyphs), "muted")
        head.fill_to(1 + (width - 1) // 2 + 3)
        head.write(in_glyphs(f"now · record {answer.after}", roles.glyphs), "muted")
        strips.append(head.strip(width))
    return [*strips, *(drawn_strip(one, width, roles) for one in drawn)]
