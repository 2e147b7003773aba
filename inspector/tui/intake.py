"""Records on their way into the model: a moment at a time, so that no key waits for them."""

from collections import deque
from collections.abc import Sequence
from time import perf_counter
from typing import Final

from inspector.tui import old_objects
from inspector.tui.model import Model
from inspector.wire.events import Record

SLICE: Final = 0.005
"""Seconds for which records are taken in before keys have their turn."""

GLANCE: Final = 0.001
"""Seconds for which they are while a key that was just pressed is on its way, which takes ten turns of the loop."""

ANSWERED: Final = 0.1
"""Seconds in which a key has had its answer."""

_AT_ONCE: Final = 16  # records between two looks at the clock


class Intake:
    """What came and has not been taken in, in order."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._waiting: deque[Sequence[Record]] = deque()
        self._taken = 0  # of the first of them
        self._settled_at = 0

    @property
    def behind(self) -> int:
        """How many records wait."""
        return sum(map(len, self._waiting)) - self._taken

    def __bool__(self) -> bool:
        """Whether any do."""
        return bool(self._waiting)

    def add(self, records: Sequence[Record]) -> None:
        """More came."""
        self._waiting.append(records)

    def take(self, pressed: float) -> None:
        """Take in what fits into a moment; `pressed` is when a key came last, by `perf_counter`."""
        began = perf_counter()
        until = began + (GLANCE if began - pressed < ANSWERED else SLICE)
        while self._waiting and perf_counter() < until:
            batch = self._waiting[0]
            self._model.feed(batch[self._taken : self._taken + _AT_ONCE])
            self._taken += _AT_ONCE
            if self._taken >= len(batch):
                self._waiting.popleft()
                self._taken = 0
        if len(self._model.records) - self._settled_at >= old_objects.EVERY:
            self._settled_at = len(self._model.records)
            old_objects.settle()
