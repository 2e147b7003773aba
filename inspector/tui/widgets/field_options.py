"""All options of a choice in columns, for where its row has no room for them."""

from typing import Final

from inspector.tui.cells import Span, cut_end, shown, width_of
from inspector.tui.widgets.field_row import FieldLook
from inspector.tui.widgets.hint_strip import Row

_MOST_LINES: Final = 16
_WIDEST: Final = 32


def option_lines(look: FieldLook, width: int, column: int) -> int:
    """How many lines the options want under a form of `width` cells whose values begin at `column`; 0: the row does."""
    if look.shape == "checks":
        room = width - 2 - width_of(look.kind) - (2 if look.is_faulty else 0) - column
        if sum(4 + width_of(label) for label, _ in look.options) - 2 <= room:
            return 0
    elif look.shape != "choice" or not look.options:
        return 0
    return min(-(-len(look.options) // _columns(look, width)), _MOST_LINES)


def option_rows(look: FieldLook, width: int, lines: int) -> list[Row]:
    """`lines` rows of options, the one under the keyboard among them; which of how many, if some are out of view."""
    if lines < 1 or not look.options:  # the room is still that of the field before
        return []
    columns = _columns(look, width)
    cell = (width - 4) // columns
    needed = -(-len(look.options) // columns)
    top = min(max(look.at // columns - lines // 2, 0), max(needed - lines, 0))
    first, last = top * columns, min((top + lines) * columns, len(look.options))
    rows: list[Row] = []
    for start in range(first, last, columns):
        spans: list[Span] = []
        for place in range(start, min(start + columns, last)):
            label, is_on = look.options[place]
            sign = ("✓ " if is_on else "○ ") if look.shape == "checks" else ("● " if is_on else "○ ")
            role = "bold" if is_on else "muted"
            text = cut_end(label, cell - 4)
            spans.append((sign, ("success" if look.shape == "checks" else "") if is_on else "faint"))
            spans += shown(text, f"{role} underline" if place == look.at else role)
            spans.append((" " * (cell - 2 - width_of(text)), ""))
        rows.append((spans, ()))
    if last - first < look.total:
        told = f"{look.first + first + 1:,}–{look.first + last:,} of {look.total:,}"
        rows[-1] = (rows[-1][0], ((told, "muted"),))
    return rows


def _columns(look: FieldLook, width: int) -> int:
    widest = min(max(width_of(label) for label, _ in look.options), _WIDEST)
    return max((width - 4) // (widest + 4), 1)
