"""What a view needs to know of a document: how many lines, and for each its number and what stands on it."""

from typing import Protocol

from inspector.tui.cells import Span

SCAN_STEP = 2_000
"""Lines that are found at a time while others wait: about a thousandth of a second."""
AT_ONCE = 1_000
"""Lines that are found as soon as a document is opened: more than a screen has rows."""


class Lines(Protocol):
    """A document as lines, found as far as they were asked for.

    `len()` is exact once `complete`, and before that as near as can be told without looking.
    """

    def __len__(self) -> int: ...

    @property
    def complete(self) -> bool:
        """Whether every line is found."""
        ...

    @property
    def found(self) -> int:
        """How many lines are found so far."""
        ...

    def scan(self, lines: int) -> None:
        """Finds so many lines more."""
        ...

    @property
    def gutter_cells(self) -> int:
        """The width of the widest gutter."""
        ...

    def gutter(self, line: int) -> str:
        """What stands at the left of a line: its number or offset; empty where a long line goes on."""
        ...

    def spans(self, line: int, cells: int) -> list[Span]:
        """What stands on a line, safe to show. It may be cut to `cells` where that can be done by meaning; 0: not."""
        ...

    def copy(self, line: int) -> str:
        """The text of a line as it came, for the clipboard."""
        ...

    def find(self, query: str, line: int, *, forward: bool, inclusive: bool = False) -> int | None:
        """The next or previous line that has the query, beyond `line` (or from it on); None when there is none."""
        ...
