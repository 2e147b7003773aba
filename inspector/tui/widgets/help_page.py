"""Help: the keys that work now, those of what has the focus first, and what the signs mean. It takes no keyboard."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, width_of
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.rule import RuleContent, rule_strip

COLUMN = 26
"""Cells of one column of keys."""

_DOES_AT = 9


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that belong together: a title, and pairs of a key as it is written and what it does."""

    title: str
    keys: tuple[tuple[str, str], ...]


def _signs(roles: Roles) -> list[tuple[str, str, str]]:
    glyphs = roles.glyphs
    return [
        (f"{glyphs.out} {glyphs.back}", "ours", "ours, answered"),
        (f"{glyphs.asked} {glyphs.answered}", "theirs", "theirs, answered"),
        (f"{glyphs.news} {glyphs.told}", "notification", "notifications"),
        (glyphs.why, "decision", "why"),
        (glyphs.clause, "muted", "clause"),
        (glyphs.waiting, "waiting", "waits for you"),
    ]


def help_rows(groups: Sequence[KeyGroup], width: int, roles: Roles) -> list[Strip]:
    """One column of rows: keys by group, then the signs."""
    rows: list[Strip] = []
    for group in groups:
        if rows:
            rows.append(Line(roles).strip(width))
        line = Line(roles)
        line.write(" ")
        line.foreign(group.title, width - 2, "bold")
        rows.append(line.strip(width))
        for key, does in group.keys:
            line = Line(roles)
            line.write("  ")
            line.write(key, "accent bold")
            line.fill_to(max(_DOES_AT, 3 + width_of(key)))
            line.foreign(does, width - line.cells - 1, "")
            rows.append(line.strip(width))
    head = Line(roles)
    head.write(" Signs", "bold")
    rows += [Line(roles).strip(width), head.strip(width)]
    for sign, role, means in _signs(roles):
        line = Line(roles)
        line.write("  ")
        line.write(sign, role)
        line.fill_to(_DOES_AT)
        line.foreign(means, width - _DOES_AT - 1, "muted")
        rows.append(line.strip(width))
    return rows


class HelpPage(Widget):
    """Beside the rest from 120 columns on, else over it; the focus stays where it is, and so do its keys."""

    DEFAULT_CSS = """
    HelpPage { layer: help; dock: right; width: 100%; height: 1fr; background: $surface; color: $foreground; }
    """

    groups: reactive[tuple[KeyGroup, ...]] = reactive(())

    def render_line(self, y: int) -> Strip:
        """A row: the rule, then as many columns as there is room for."""
        roles, width = roles_of(self), self.size.width
        if y == 0:
            content = RuleContent(title="Help", facts=(("? closes", "muted"),))
            return rule_strip(content, width, False, roles).apply_style(self.rich_style)
        columns = max(width // COLUMN, 1)
        each = width // columns
        rows, height = help_rows(self.groups, each, roles), self.size.height - 1
        rows += [Line(roles).strip(each)] * (height * columns - len(rows))
        return (
            Strip.join(rows[y - 1 : height * columns : height]).adjust_cell_length(width).apply_style(self.rich_style)
        )
