"""What the server says of an item: its words, what it claims to be, and what calls of it took."""

from textual.strip import Strip

from inspector.analysis.apps import page_view, page_words, tool_problems, tool_view, tool_words
from inspector.analysis.items import Item
from inspector.analysis.operations import Statistics
from inspector.tui.cells import Line, width_of
from inspector.tui.numbers import counted, duration
from inspector.tui.roles import roles_of
from inspector.tui.widgets.marked_text import unmarked
from inspector.tui.widgets.unscrolled import Unscrolled

_SEPARATOR = " · "
_CLAIMS = {"r": "reads only", "w": "writes", "d": "may destroy"}


class About(Unscrolled):
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
            # Where there is but one row, what the item has to do with views stands behind its words.
            views = f"  {_SEPARATOR.join(_views(item))}" if self.size.height == 1 and _views(item) else ""
            room = width - 2 - min(width_of(views), width // 2)
            line.foreign(unmarked(item.description or item.title or item.wire), room, "muted")
            line.foreign(views, width - 1 - line.cells, "faint", reference=False)
        else:
            facts = self._facts(item)
            line.foreign(self._claims(item), width - 4 - width_of(facts), "faint")
            line.right(facts, width - 1, "faint")
        return line.strip(width).apply_style(self.rich_style)

    def _claims(self, item: Item) -> str:
        problems = item.problems or tuple(tool_problems(item, None))
        if item.excluded:
            return f"left out: {item.excluded}"
        if problems:
            return f"▲ {problems[0]}"
        words = [item.title] if item.title and item.title != item.label else []
        if item.marks:
            words.append(f"claims: {_CLAIMS[item.marks]}" if item.hinted else "claims nothing about itself")
        return _SEPARATOR.join([*(words if item.kind == "tool" else [item.wire]), *_views(item)])

    def _facts(self, item: Item) -> str:
        known = self._statistics
        if known is None:
            return ""
        middle, slowest = duration(known.median_ms / 1000), duration(known.slowest_ms / 1000)
        return f"{counted(known.calls, 'call')} · server: median {middle}, slowest {slowest}"


def _views(item: Item) -> list[str]:
    """What an item has to do with views of MCP Apps: a tool names one, a `ui://` resource is one."""
    if item.kind == "tool":
        view = tool_view(item.raw)
        pairs = tool_words(view) if view is not None else ()
    else:
        page = page_view(item.raw)
        pairs = page_words(page) if page is not None else ()
    return [f"{label} {value}" for label, value in pairs]
