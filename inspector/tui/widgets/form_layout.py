"""How a form shares out its rows: the fields, the hint under them, a blank row if one is left, the buttons."""

from dataclasses import dataclass
from typing import Final

_LEAST_FIELDS: Final = 3
"""Fields that stay in view above the options of one of them."""
_WHOLE_HINT: Final = 8
"""Rows from which on the hint has both of its own."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows of the list of fields and of the hint, and how many of the latter are for options; whether a blank row is
    left before the buttons; fields out of view."""

    fields: int
    hint: int
    options: int
    has_gap: bool
    hidden: int


def layout(height: int, *, notes: int, fields: int, finder: bool, options: int = 0, verdict: int = 1) -> Layout:
    """Of `height` rows, `notes` and one for the `finder` are taken first, and the row of buttons never yields.

    `options`: rows that the options of the field under the cursor want. `verdict`: rows that would say all of what is
    wrong with it; beyond the first they only take what is free.
    """
    height -= 1 if finder else 0
    rows = max(fields, 1)
    hint = 0
    if fields and height >= 3:
        hint = 2 if height >= min(_WHOLE_HINT, notes + rows + 3) else 1
    room = max(height - notes - hint - 1, 1)
    if hint == 2:
        more = min(verdict - 1, max(room - rows, 0))
        hint, room = hint + more, room - more
    options = min(options, max(room - min(rows, _LEAST_FIELDS), 0)) if hint >= 2 else 0
    room -= options
    return Layout(min(rows, room), hint + options, options, rows < room, max(rows - room, 0))
