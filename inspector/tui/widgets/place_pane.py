"""A pane: its rule above, its content below. The rule says where one is and whether the keyboard is in here."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Self

from textual import events
from textual.widget import Widget

from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import roles_of
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.unscrolled import Vertical


class PlacePane(Vertical):
    """A pane without a box. A subclass yields `self.rule` first and then what stands below it."""

    DEFAULT_CSS = """
    PlacePane {
        background: $background;
        color: $foreground;
    }
    """

    def __init__(
        self, digit: str, title: str, *, handle: bool = False, id: str | None = None, classes: str | None = None
    ) -> None:
        """`digit`: the key of the place, shown in its rule; empty for none. `handle`: the rule can be dragged."""
        super().__init__(id=id, classes=classes)
        self.rule = Rule(RuleContent(digit=digit, title=title), handle=handle)

    def change_rule(self, **changes: Any) -> None:
        """Other facts, tabs or title, as the fields of `RuleContent` are called; facts are sentences of ours."""
        if "facts" in changes and self.is_attached:
            glyphs = roles_of(self).glyphs
            changes["facts"] = tuple((in_glyphs(text, glyphs), role) for text, role in changes["facts"])
        self.rule.content = replace(self.rule.content, **changes)

    @property
    @abstractmethod
    def keyboard(self) -> Widget:
        """The part that takes the keys."""

    def focus(self, scroll_visible: bool = True) -> Self:
        """Puts the keyboard into the part that takes the keys, at once: the last of several such wishes counts."""
        self.screen.set_focus(self.keyboard, scroll_visible)
        return self

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The keyboard came in."""
        self.rule.focused = True

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """The keyboard went out, or to another part of this pane, which may have been told already."""
        self.rule.focused = self.has_focus_within
