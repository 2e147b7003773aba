"""The two documents of one row of compared sessions: at its last difference one goes on to the next row."""

from collections.abc import Callable

from inspector.tui.widgets.compare_view import CompareView


class TwinView(CompareView):
    """The documents; what lies beyond their differences is the owner's."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.beyond: Callable[[int], None] = lambda _: None
        """Goes to the next difference, here or elsewhere; set by the owner."""

    def step(self, by: int) -> bool:
        """To the next difference in this direction; False past the last one."""
        at = -1 if self._cursor is None else self._cursor
        ahead = [first for first in self._firsts if (first > at if by > 0 else first < at)]
        if not ahead:
            return False
        self.move_to(ahead[0] if by > 0 else ahead[-1])
        return True

    def to_end(self, by: int) -> None:
        """To the first difference, or coming from behind to the last."""
        if self._firsts:
            self.move_to(self._firsts[0] if by > 0 else self._firsts[-1])

    def action_difference(self, by: int) -> None:
        """The next difference, wherever it is."""
        self.beyond(by)
