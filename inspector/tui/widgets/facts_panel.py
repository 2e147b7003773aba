"""What is known of the chosen row of a list: labels and values, beside the list or under it."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.tui.cells import Line, Span
from inspector.tui.widgets.page_text import labelled, prose
from inspector.tui.widgets.page_view import PageLine, PageView, block

_LONGEST_LABEL = 14


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value, in pieces with their roles. Without a label it is a paragraph."""

    label: str
    spans: Sequence[Span]


@dataclass(frozen=True, slots=True)
class Facts:
    """All of it; `title` and `clause` stand at the head when the panel is beside the list, else in the rule over it."""

    title: str = ""
    clause: str = ""
    facts: Sequence[Fact] = ()


class FactsPanel(PageView, can_focus=False):
    """The panel. It is only read, so the keyboard stays in the list."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.content = Facts()
        self.with_head = False

    def show(self, content: Facts, *, with_head: bool) -> None:
        """Other facts, from their beginning on."""
        if (content, with_head) != (self.content, self.with_head):
            self.content, self.with_head = content, with_head
            self.scroll_to(y=0, animate=False)
            self.page_changed()

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """Head and facts."""
        content, roles = self.content, self.roles
        empty = PageLine(Line(roles).strip(width))
        page: list[PageLine] = []
        if self.with_head and content.title:
            page += [*block(prose([(content.title, "bold")], width, roles)), empty]
        labels = [len(fact.label) for fact in content.facts]
        value_at = 4 + min(max(labels, default=0), _LONGEST_LABEL)
        for fact in content.facts:
            if fact.label:
                page += block(labelled(fact.label, fact.spans, width, roles, value_at=value_at))
            else:
                page += block(prose(fact.spans, width, roles))
        if self.with_head and content.clause:
            page += [empty, *block(prose([(f"{roles.glyphs.clause} {content.clause}", "faint")], width, roles))]
        return page
