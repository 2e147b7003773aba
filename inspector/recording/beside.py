"""A recorder that may not hold up whoever records: a disk that hangs must not make two others wait for each other.

A thread writes. Each batch is waited for, since then what was passed on is with the system whatever becomes of this
process; but only for a moment, not at all while an earlier one is still being written, and not where a record in it is
large: to look through a megabyte for secrets takes longer than to pass it. What waits to be written is bounded: who
records more than that waits while it shrinks, and if the disk takes nothing at all, recording ends, and that is said.
"""

import threading
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Final

from inspector.journal.weight import weight
from inspector.recording.writing import Recorder
from inspector.wire.events import Record

PATIENCE: Final = 0.25
"""Seconds for which a batch is waited for."""

LARGE: Final = 4 << 10
"""Bytes of a record above which its batch is not waited for."""

BACKLOG: Final = 64 << 20
"""Bytes of records that may wait for the disk."""


STALL: Final = 2.0
"""Seconds without any of it being written after which the disk is given up, beside those for its size."""

PACE: Final = 2 << 20
"""Bytes a second that are looked through for secrets and written on a machine that has much else to do."""


class Beside:
    """A sink of the journal in front of `recorder`. `close` writes the rest, and closes it."""

    def __init__(
        self, recorder: Recorder, *, patience: float = PATIENCE, backlog: int = BACKLOG, stall: float = STALL
    ) -> None:
        self._recorder = recorder
        self._patience = patience
        self._backlog = backlog
        self._stall = stall
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Sequence[Record], int]] = deque()
        self._size = 0
        self._busy = False  # a batch is being written that nobody waits for any more
        self._over = False
        self._thread = threading.Thread(target=self._write, name="recording", daemon=True)
        self._thread.start()

    def __call__(self, records: Sequence[Record]) -> None:
        """Have a batch written; when it returns, the batch is with the system unless the disk is slow."""
        if not records:
            return
        sizes = [weight(record.event) for record in records]
        size = sum(sizes)
        with self._changed:
            if self._over:
                return
            if not self._room(size):
                self._over = True
                self._waiting.clear()
                self._recorder.fail(
                    f"Recording stopped at record {records[0].seq:,}: the disk took nothing for too long "
                    f"({self._recorder.path})."
                )
                return
            late = self._busy or bool(self._waiting)
            self._waiting.append((list(records), size))
            self._size += size
            self._changed.notify_all()
            if max(sizes) > LARGE:
                self._busy = True
            elif not late:
                self._busy = not self._changed.wait_for(lambda: not self._size, self._patience)

    def _room(self, size: int) -> bool:
        """Wait until so much may wait too; False if nothing moves."""
        while self._waiting and self._size + size > self._backlog:
            patience = self._stall + self._waiting[0][1] / PACE
            if not self._changed.wait_for(partial(self._is_below, self._size), patience):
                return False
        return True

    def _is_below(self, size: int) -> bool:
        return self._size < size

    def _write(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._over)
                if not self._waiting:
                    return
                records, size = self._waiting[0]
            self._recorder(records)
            with self._changed:
                if self._waiting:
                    self._waiting.popleft()
                self._size = max(0, self._size - size)
                self._busy = bool(self._waiting)
                self._changed.notify_all()

    def close(self, within: float = 5.0) -> None:
        """Write what waits, for so many seconds and those for its size at the most, and end the file."""
        with self._changed:
            self._over = True
            within += self._size / PACE
            self._changed.notify_all()
        self._thread.join(within)
        if not self._thread.is_alive():
            self._recorder.close()
