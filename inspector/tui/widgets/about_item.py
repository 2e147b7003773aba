"""What the server says of an item: its words, what it claims to be, and what calls of it took."""

from textual.strip import Strip
from textual.widget import Widget

from inspector.analysis.items import Item
from inspector.analysis.operations import Statistics
from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import counted, duration
from inspector.tui.roles import roles_of
from inspector.tui.widgets.marked_text import unmarked

_CLAIMS = {"r": "reads only", "w": "writes", "d": "may destroy"}


class About(Widget):
    """What the server says of the item: its words on the first row, what it claims to be on the second."""

    DEFAULT_CSS = """
    About { height: 2; background: $background; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._item: Item | None = None
        self._statistics: Statistics | None = None

    def show(self, item: Item | None, statistics: Statistics | None = None) -> None:
        """Another item."""
        self._item, self._statistics = item, statistics
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One of the rows."""
        roles, width, item = roles_of(self), self.size.width, self._item
        line = Line(roles)
        line.write(" ")
        if item is None:
            line.write("Nothing is chosen yet." if y == 0 else "", "muted")
        elif y == 0:
            line.foreign(unmarked(item.description or item.title or item.wire), width - 2, "muted")
        else:
            facts = self._facts(item)
            line.foreign(self._claims(item), width - 4 - width_of(facts), "faint")
            line.right(facts, width - 1, "faint")
        return line.strip(width).apply_style(self.rich_style)

    def _claims(self, item: Item) -> str:
        if item.excluded:
            return f"left out: {item.excluded}"
        if item.problems:
            return f"▲ {item.problems[0]}"
        words = [item.title] if item.title and item.title != item.label else []
        if item.marks:
            words.append(f"claims: {_CLAIMS[item.marks]}" if item.hinted else "claims nothing about itself")
        return " · ".join(words) if item.kind == "tool" else item.wire

    def _facts(self, item: Item) -> str:
        known = self._statistics
        if known is None:
            return ""
        middle, slowest = duration(known.median_ms / 1000), duration(known.slowest_ms / 1000)
        return f"{counted(known.calls, 'call')} · median {middle} · slowest {slowest}"
