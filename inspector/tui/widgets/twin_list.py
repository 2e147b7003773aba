"""Two sessions compared, as a list: a row for each thing that differs, in parts, and what is equal folded away."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count
from inspector.tui.roles import Roles
from inspector.tui.widgets.pick_list import PickList

Part = Literal["said", "offered", "answers", "equal", "gone", "added", "left", "timing"]
"""What a row belongs to; the parts stand in this order."""

PARTS: Final[dict[Part, str]] = {
    "said": "To know",
    "offered": "Offered",
    "answers": "Answers that differ",
    "equal": "Equal answers",
    "gone": "Asked in A alone",
    "added": "Asked in B alone",
    "left": "Not sent again",
    "timing": "Timing, median",
}
FOLDED: Final[frozenset[Part]] = frozenset({"equal", "gone", "added"})
"""The parts that are folded to begin with."""

Sign = Literal["breaking", "compatible", "different", "missing", "new", "error", "equal", "none"]


@dataclass(frozen=True, slots=True)
class TwinRow:
    """One row. `at` is its number among those of its part, `name` what it is of and `about` what more is known of it,
    both foreign; `told` stands at the right. `differs`: one can go to it as a difference."""

    part: Part
    at: int
    sign: Sign
    kind: str
    name: str
    about: str = ""
    told: str = ""
    differs: bool = False


@dataclass(frozen=True, slots=True)
class TwinHead:
    """The head of a part: how many rows it has, and what is to be said of them."""

    part: Part
    number: int
    folded: bool
    fact: str = ""


_ROLES: Final[dict[Sign, str]] = {
    "breaking": "error bold",
    "compatible": "success",
    "different": "warning",
    "missing": "error bold",
    "new": "accent",
    "error": "error bold",
    "equal": "muted",
    "none": "faint",
}


def _sign(sign: Sign, roles: Roles) -> str:
    glyphs = roles.glyphs
    signs = {"breaking": glyphs.error, "compatible": glyphs.success, "different": "~", "missing": "-", "new": "+"}
    return {**signs, "error": glyphs.error, "equal": "=", "none": " "}[sign]


class TwinList(PickList["TwinRow | TwinHead"]):
    """The rows. `n` and `p` are the owner's: a difference may lie within what a row stands for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "step(1)", "next difference", id="twins.next"),
        Binding("p", "step(-1)", "previous", id="twins.previous"),
        Binding("enter", "open", "look into it", key_display="Enter", id="twins.open"),
        Binding("space", "fold", "fold", id="twins.fold"),
        Binding("slash", "filter", "filter", key_display="/", priority=True, show=False, id="twins.filter"),
        Binding("escape", "clear_filter", "clear filter", show=False, id="twins.clear"),
    ]

    @dataclass
    class Opened(Message):
        """Enter on a row: its difference is to be looked into."""

        row: TwinRow

    def __init__(self) -> None:
        super().__init__()
        self.step: Callable[[int], None] = lambda _: None
        """Goes to the next difference, or the one before; set by the owner."""
        self.folded: set[Part] = set(FOLDED)
        self.facts: dict[Part, str] = {}
        self.sentence: Sequence[Span] = ()
        """What stands there while there are no rows."""

    def show(self, rows: Sequence[TwinRow], facts: dict[Part, str], sentence: Sequence[Span] = ()) -> None:
        """Other rows, in the order of their parts; `facts` are told in the heads."""
        self.facts, self.sentence = facts, sentence
        self.show_rows(rows)

    def arranged(self, rows: list[TwinRow | TwinHead]) -> list[TwinRow | TwinHead]:
        """Each part under its head, which counts it; those of a folded part are left out."""
        parts: dict[Part, list[TwinRow | TwinHead]] = {part: [] for part in PARTS}
        for row in rows:
            parts[row.part].append(row)
        found: list[TwinRow | TwinHead] = []
        for part, own in parts.items():
            if own:
                folded = part in self.folded and not self.filter_text
                found.append(TwinHead(part, len(own), folded, self.facts.get(part, "")))
                found += [] if folded else own
        return found

    def key_of(self, row: TwinRow | TwinHead) -> Hashable:
        """The part and the number in it."""
        return (row.part, row.at if isinstance(row, TwinRow) else -1)

    def text_of(self, row: TwinRow | TwinHead) -> str:
        """Kind, name and what else stands there."""
        return "\n".join((row.kind, row.name, row.about, row.told)) if isinstance(row, TwinRow) else row.part

    def nothing(self) -> Sequence[Span]:
        """Why there are no rows."""
        return self.sentence

    def draw_row(self, row: TwinRow | TwinHead, width: int) -> Strip:
        """A row, or the head of a part."""
        return _head_strip(row, width, self.roles) if isinstance(row, TwinHead) else _row_strip(row, width, self.roles)

    def next_difference(self, by: int) -> bool:
        """To the next row that differs, or the one before, round the end; parts that are folded are opened for it."""
        rows = [row for row in self._fitting() if isinstance(row, TwinRow) and row.differs]
        if not rows:
            return False
        at = self._place(rows, by)
        wanted = rows[at % len(rows)]
        if wanted.part in self.folded:
            self.folded.discard(wanted.part)
            self.fill()
        return self.select(lambda row: row == wanted)

    def _place(self, rows: Sequence[TwinRow], by: int) -> int:
        """Where in `rows` the next is, from where the cursor stands."""
        order = list(PARTS)
        row = self.selected
        if row is None:
            return 0 if by > 0 else -1
        here = (order.index(row.part), row.at if isinstance(row, TwinRow) else -1)
        keys = [(order.index(one.part), one.at) for one in rows]
        if by > 0:
            return next((at for at, key in enumerate(keys) if key > here), 0)
        return next((at for at in range(len(keys) - 1, -1, -1) if keys[at] < here), -1)

    def action_step(self, by: int) -> None:
        """The next difference, wherever it is."""
        self.step(by)

    def action_open(self) -> None:
        """Looks into the row; a head is folded."""
        row = self.selected
        if isinstance(row, TwinHead):
            self.action_fold()
        elif row is not None:
            self.post_message(TwinList.Opened(row))

    def action_fold(self) -> None:
        """Folds or unfolds the part that the cursor is in."""
        row = self.selected
        if row is not None:
            part = row.part
            self.folded ^= {part}
            self.fill()
            self.select(lambda other: isinstance(other, TwinHead) and other.part == part)

    def clicked(self, index: int, x: int) -> None:
        """A click on a head folds it."""
        if isinstance(self.selected, TwinHead):
            self.action_fold()


def _head_strip(head: TwinHead, width: int, roles: Roles) -> Strip:
    line = Line(roles)
    line.write(f" {roles.glyphs.closed if head.folded else roles.glyphs.open} ", "muted")
    line.write(PARTS[head.part], "bold")
    line.write(f"  {count(head.number)}", "muted")
    if head.fact:
        line.right(head.fact, width - 2, "muted")
    return line.strip(width)


def _row_strip(row: TwinRow, width: int, roles: Roles) -> Strip:
    line, told = Line(roles), in_glyphs(row.told, roles.glyphs)
    line.fill_to(2)
    line.write(_sign(row.sign, roles), _ROLES[row.sign])
    line.fill_to(4)
    end = width - 2 - (width_of(told) + 2 if told else 0)
    if row.kind:
        line.write(f"{row.kind} ", "muted")
    line.foreign(row.name, max(end - line.cells, 8), "bold" if row.differs else "")
    if row.about and end - line.cells > 6:
        line.write("  ")
        line.foreign(in_glyphs(row.about, roles.glyphs), end - line.cells, "muted", reference=False)
    if told:
        line.right(told, width - 2, _ROLES[row.sign] if row.differs else "muted")
    return line.strip(width)
