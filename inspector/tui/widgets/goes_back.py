"""What will go back to the server if the person accepts, as the exact JSON."""

from textual.strip import Strip

from inspector.tui.cells import Line, shown
from inspector.tui.roles import Roles, roles_of
from inspector.tui.widgets.answer_rules import BrokenRule
from inspector.tui.widgets.json_spans import json_strips
from inspector.tui.widgets.signs import sentence
from inspector.tui.widgets.unscrolled import Unscrolled

_MOST = 3
_LABEL = "Will go back: "


def _kept_back(broken: BrokenRule, width: int, roles: Roles) -> list[Strip]:
    spans = [("▲ ", "warning"), *shown(broken.what, "warning"), (f" “{broken.rule}”", ""), (" § ", "faint")]
    spans += [(broken.clause, "muted"), (" · ", "faint"), ("^R", "accent bold"), (" again or ", "muted")]
    return sentence([*spans, ("!", "accent bold"), (" sends it anyway", "muted")], width, roles, at=2, hanging=2)


class GoesBack(Unscrolled):
    """The JSON, at most three rows of it, what follows, and what the three answers mean; first, the rule it breaks."""

    DEFAULT_CSS = """
    GoesBack { background: $background; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._answer = ""
        self._after = ""
        self._others: tuple[str, str] = ("", "")
        self._broken: BrokenRule | None = None

    @property
    def answer(self) -> str:
        """The JSON."""
        return self._answer

    @property
    def is_urgent(self) -> bool:
        """Whether the person has to read why the answer was kept back."""
        return self._broken is not None

    def say(
        self, answer: str, after: str = "", *, others: tuple[str, str] = ("", ""), broken: BrokenRule | None = None
    ) -> None:
        """`answer` is JSON on one line, `after` what follows it; `others`: what else can be said, long or short.

        `broken`: the rule for which it was kept back when it was to go.
        """
        self._answer, self._after, self._others, self._broken = answer, after, others, broken
        self.refresh(layout=True)

    def rows_at(self, width: int) -> int:
        """How many rows it takes."""
        return len(self._strips(width, roles_of(self))) if self._answer and width > 0 else 0

    def _strips(self, width: int, roles: Roles, most: int = 99) -> list[Strip]:
        """At most so many rows: what the answers mean yields first, then what follows, then the end of the JSON."""
        kept_back = _kept_back(self._broken, width, roles) if self._broken is not None else []
        most = max(most - len(kept_back), 1)
        cells = len(_LABEL)
        strips = json_strips(self._answer, width, roles, hanging=cells, first=cells)
        label = Line(roles)
        label.write(f"  {_LABEL}", "muted")
        strips[0] = Strip.join([label.strip(label.cells), strips[0].crop(label.cells)])
        whole = min(_MOST, most)
        if len(strips) > whole:
            mark = Line(roles)
            mark.write(roles.glyphs.cut, "faint")
            strips = [*strips[: whole - 1], Strip.join([strips[whole - 1].crop(0, width - 2), mark.strip(2)])]
        after = sentence([(self._after, "muted")], width, roles, at=2 + len(_LABEL)) if self._after else []
        if len(strips) + len(after) <= most:
            strips += after
        for words in self._others:
            meaning = sentence([(words, "faint")], width, roles) if words else []
            if meaning and len(strips) + len(meaning) <= most:
                strips += meaning
                break
        return [*kept_back, *strips]

    def render_line(self, y: int) -> Strip:
        """One of the rows."""
        width = self.size.width
        strips = self._strips(width, roles_of(self), max(self.size.height, 1)) if self._answer else []
        strip = strips[y] if y < len(strips) else Strip.blank(width)
        return strip.apply_style(self.rich_style)
