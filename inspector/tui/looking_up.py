"""The recordings of a folder, looked up for the list: what takes long comes later. Blocking; called in a thread.

First the names, which tell when each was begun; then the beginning and the end of each file; then what only reading the
whole of it tells. A file that is what it was when it was looked into is not looked into again.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from inspector.recording.digests import Digests
from inspector.recording.listing import Listed, glance, look
from inspector.tui.targets import session_row, with_digest
from inspector.tui.widgets.session_rows import SessionRow

_TELL: Final = 0.3
"""Seconds between two tellings of what was found out meanwhile."""

_FEW: Final = 100
"""Recordings that are looked into before anything is shown: rows that then moved would be worse than a moment."""

_PAUSE: Final = 0.001
"""Seconds for which whoever answers keys has the processor, now and then."""


class LookingUp:
    """What was found out so far of a folder; `digests` keeps what takes long from one run to the next."""

    def __init__(self, folder: Path, digests: Digests) -> None:
        self._folder = folder
        self._digests = digests
        self._seen: dict[Path, Listed] = {}

    def rows(self, here: Path | None, goes_on: Callable[[], bool]) -> Iterator[Sequence[SessionRow]]:
        """The rows, each time that more is known of some; ends early when `goes_on` says no.

        `here` is the recording that is open, or being written.
        """
        listed = [self._known(one) or one for one in glance(self._folder)]
        rows = {one.path: self._row(one, here) for one in listed}
        if len(listed) > _FEW or not listed:
            yield tuple(rows.values())
        try:
            changed, told = bool(listed), monotonic()
            for path in (path for found in (self._looked(listed), self._read(listed)) for path in found):
                if not goes_on():
                    return
                changed = True
                rows[path] = self._row(self._seen[path], here)
                if monotonic() - told > _TELL:
                    yield tuple(rows.values())
                    told, changed = monotonic(), False
                    sleep(_PAUSE)
            if changed:
                yield tuple(rows.values())
        finally:
            self._digests.keep(set(map(str, rows)))

    def _known(self, one: Listed) -> Listed | None:
        """What it was when it was looked into, if it has not changed since; what is being written does."""
        seen = self._seen.get(one.path)
        same = seen is not None and (seen.size, seen.modified) == (one.size, one.modified) and not seen.live
        return seen if same else None

    def _looked(self, listed: Sequence[Listed]) -> Iterator[Path]:
        """Those that were looked into, one by one."""
        for one in listed:
            if self._known(one) is None:
                self._seen[one.path] = look(one)
                yield one.path

    def _read(self, listed: Sequence[Listed]) -> Iterator[Path]:
        """Those that were read as a whole, one by one."""
        for path in (one.path for one in listed):
            one = self._seen[path]
            if one.problem or one.live or self._digests.of(path, one.size, one.modified) is not None:
                continue
            if self._digests.make(path, one.size, one.modified, lambda: sleep(_PAUSE)) is not None:
                yield path

    def _row(self, one: Listed, here: Path | None) -> SessionRow:
        row = session_row(one, here)
        made = self._digests.of(one.path, one.size, one.modified)
        return row if made is None or one.live or one.problem else with_digest(row, made)
