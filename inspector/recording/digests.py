"""What a recording comes to, which only reading the whole of it tells: findings, notes, how many records.

Reading a session takes milliseconds, but reading a folder of them takes long; so what was found is kept, by the name,
size and time of the file, and is not read again until it is another. Nothing of a session's content is kept but the
person's own notes.
"""

import json
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from inspector import __version__
from inspector.analysis.folds import Folds
from inspector.config.files import write_atomically
from inspector.errors import InspectorError
from inspector.recording.listing import Ended, how_ended
from inspector.recording.reading import open_recording

LARGEST: Final = 4 << 20
"""Bytes of a file that is read for a list; what a larger one comes to is known when it is opened."""

_AT_ONCE: Final = 16  # records between two pauses
_VERSION: Final = f"1 {__version__}"  # of what is kept: another inspector finds other things


@dataclass(frozen=True, slots=True)
class Digest:
    """`length` in seconds; `notes` are the texts of those on records, in their order, `note` is that on the session."""

    records: int = 0
    length: float = 0.0
    ended: Ended = ""
    server: str = ""
    version: str = ""
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    note: str = ""
    notes: tuple[str, ...] = ()


def digest(path: Path, pause: Callable[[], object] = bool) -> Digest:
    """Read a recording; `pause` is called now and then. Raises UsageError as `open_recording` does."""
    recording = open_recording(path)
    folds = Folds()
    folds.share(recording.records)
    records = recording.records
    for first in range(0, len(records), _AT_ONCE):
        folds.feed(records[first : first + _AT_ONCE])
        pause()
    levels, notes, status = folds.findings.counts(), folds.timeline.notes, folds.session.status
    return Digest(
        len(records),
        records[-1].at if records else 0.0,
        how_ended(record.event for record in reversed(records)),
        status.server_name,
        status.version,
        levels["error"],
        levels["warning"],
        levels["info"],
        notes.session,
        tuple(notes.of[seq] for seq in notes.noted),
    )


class Digests:
    """Those that were made before, in a file that nobody else writes. What cannot be read or kept is made again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, tuple[int, float, Digest]] = {}
        self._changed = False
        with suppress(OSError, ValueError, TypeError, AttributeError, KeyError):
            kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
            if kept["version"] == _VERSION:
                for name, (size, modified, members) in kept["digests"].items():
                    made = Digest(**{**members, "notes": tuple(members["notes"])})
                    self._known[name] = int(size), float(modified), made

    def of(self, path: Path, size: int, modified: float) -> Digest | None:
        """What is known of a file of this size and time."""
        known = self._known.get(str(path))
        return known[2] if known is not None and known[:2] == (size, modified) else None

    def make(self, path: Path, size: int, modified: float, pause: Callable[[], object] = bool) -> Digest | None:
        """Read it; None if it cannot be read, or is too large for a list."""
        if size > LARGEST:
            return None
        try:
            made = digest(path, pause)
        except InspectorError:
            return None
        self._known[str(path)] = size, modified, made
        self._changed = True
        return made

    def keep(self, there: Collection[str]) -> None:
        """Write down what is known of the files that are still there."""
        if not self._changed:
            return
        self._changed = False
        kept = {name: (size, at, asdict(made)) for name, (size, at, made) in self._known.items() if name in there}
        text = json.dumps({"version": _VERSION, "digests": kept})
        with suppress(OSError, InspectorError):
            write_atomically(self._file, text)
