"""Which lines of a document are folded away, and how rows on the screen and lines of the document correspond."""

from bisect import bisect_left, bisect_right


class Folds:
    """Ranges of lines that are shown as their first line. A range may lie in another one."""

    def __init__(self) -> None:
        self._ranges: dict[int, int] = {}
        self._firsts: list[int] = []
        self._rows: list[int] = []
        self._hidden: list[int] = [0]

    def __contains__(self, first: int) -> bool:
        return first in self._ranges

    def __len__(self) -> int:
        return len(self._ranges)

    @property
    def hidden(self) -> int:
        """How many lines are not shown."""
        return self._hidden[-1]

    def fold(self, ranges: dict[int, int]) -> None:
        """Folds ranges: first line → last line."""
        self._ranges.update(ranges)
        self._arrange()

    def unfold(self, first: int) -> None:
        """Shows the lines of a range again."""
        self._ranges.pop(first, None)
        self._arrange()

    def clear(self) -> None:
        """Shows all."""
        self._ranges.clear()
        self._arrange()

    def covering(self, line: int) -> list[int]:
        """The first lines of the ranges that hide a line."""
        return [first for first, last in self._ranges.items() if first < line <= last]

    def line_of(self, row: int) -> int:
        """The line that a row shows."""
        return row + self._hidden[bisect_left(self._rows, row)]

    def row_of(self, line: int) -> int:
        """The row that shows a line, or the range that hides it."""
        at = bisect_right(self._firsts, line) - 1
        if at >= 0 and line <= self._ranges[self._firsts[at]]:
            return self._rows[at]
        return line - self._hidden[at + 1]

    def _arrange(self) -> None:
        """Keeps the outermost ranges in order, with the rows they are on and the lines hidden before them."""
        self._firsts, self._rows, self._hidden = [], [], [0]
        end = -1
        for first in sorted(self._ranges):
            last = self._ranges[first]
            if first <= end:
                continue
            self._firsts.append(first)
            self._rows.append(first - self._hidden[-1])
            self._hidden.append(self._hidden[-1] + last - first)
            end = last
