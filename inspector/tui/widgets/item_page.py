"""All that a server says of an item, whole: its words, what it claims to be, and each of its arguments."""

import json
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.strip import Strip

from inspector.analysis.items import Item
from inspector.forms.fields import Field
from inspector.tui.cells import Span, shown
from inspector.tui.numbers import count
from inspector.tui.requests import form_for
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import labelled, paragraph, prose, section
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.schema_words import schema_words

_TOLD: Final = ("name", "title", "description", "inputSchema", "outputSchema", "arguments", "icons", "_meta")
"""Members that stand elsewhere on the page, in the form, or in the record."""


def item_rows(item: Item, width: int, roles: Roles) -> list[Strip]:
    """The page: description, what is wrong, members with their annotations, arguments; every text of them whole."""
    rows = paragraph(item.description or "The server says nothing of it.", width, roles, role="")
    rows += [row for problem in _problems(item) for row in prose(_warned(problem, roles), width, roles, hanging=0)]
    facts = list(_facts(item))
    if facts:
        rows.append(section("What it says of itself", width, roles))
        at = min(max(len(label) for label, _ in facts) + 4, 24)
        for label, text in facts:
            rows += labelled(label, shown(text), width, roles, value_at=at)
    fields = [field for field in form_for(item).fields if field.path]
    if fields:
        rows.append(section("Arguments", width, roles))
    for field in fields:
        rows += _argument(field, width, roles)
    return rows


def _problems(item: Item) -> Sequence[str]:
    return [text for text in (item.excluded or "", *item.problems, item.invalid_schema) if text]


def _warned(problem: str, roles: Roles) -> list[Span]:
    return [(f"{roles.glyphs.warning} ", "warning"), *shown(problem)]


def _facts(item: Item) -> Iterator[tuple[str, str]]:
    if item.title and item.title != item.label:
        yield "title", item.title
    for member, value in item.raw.items() if isinstance(item.raw, dict) else ():
        if member == "annotations" and isinstance(value, dict):
            yield from ((name, _text(hint)) for name, hint in value.items())
        elif member not in _TOLD:
            yield member, _text(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _argument(field: Field, width: int, roles: Roles) -> list[Strip]:
    spans: list[Span] = [*shown(field.name, "bold"), ("*" if field.required else "", "accent")]
    words = schema_words(field)
    rows = prose([*spans, (f"  {words}" if words else "", "muted")], width, roles)
    return [*rows, *(paragraph(field.description, width, roles, at=4, role="muted") if field.description else ())]


class ItemPage(PageView):
    """The page as a widget."""

    def __init__(self, item: Item) -> None:
        super().__init__()
        self._item = item

    def lay_out(self, width: int) -> list[PageLine]:
        """All of it."""
        return block(item_rows(self._item, width, self.roles))

    @property
    def below(self) -> int:
        """How many rows are below what is seen."""
        return max(self.line_count - self.scroll_offset.y - self.size.height, 0)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The rule says how much is left."""
        super().watch_scroll_y(old_value, new_value)
        if isinstance(self.screen, ItemScreen):
            self.screen.tell()


class ItemScreen(ModalScreen[None]):
    """The page over everything; any of its keys leads back to where one was."""

    DEFAULT_CSS = """
    ItemScreen { background: $surface; color: $foreground; }
    ItemScreen > Rule, ItemScreen > ItemPage { background: $surface; }
    ItemScreen > ItemPage { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,q,question_mark", "dismiss", "back", id="item.back"),
    ]

    def __init__(self, item: Item) -> None:
        super().__init__()
        self._item = item
        self.rule = Rule()
        self.page = ItemPage(item)

    def compose(self) -> ComposeResult:
        """Rule and page."""
        yield self.rule
        yield self.page

    def on_mount(self) -> None:
        """The page has the keys."""
        self.rule.focused = True
        self.page.focus()
        self.call_after_refresh(self.tell)

    def on_resize(self) -> None:
        """There is more or less below."""
        self.call_after_refresh(self.tell)

    def tell(self) -> None:
        """How much there is below, and the way back."""
        below = self.page.below
        more: tuple[Span, ...] = ((f"{count(below)} more below · PgDn", "accent"),) if below else ()
        self.rule.content = RuleContent(title=self._item.label, note=self._item.kind, facts=(*more, ("Esc back", "")))
