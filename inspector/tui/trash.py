"""Deleted recordings, until the program ends: put aside under another name, so that they can come back.

What is aside is held by a lock (`recording.lock`). What nobody holds was left by a run that was killed: it is taken
over, and can come back from here.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from inspector.recording.lock import hold

if TYPE_CHECKING:
    from inspector.tui.widgets.session_rows import SessionRow

_ASIDE: Final = ".deleted"
_KINDS: Final = (".jsonl", ".jsonl.gz")


class _Moved(NamedTuple):
    aside: Path
    row: "SessionRow"
    lock: int | None  # of the file, open as long as it is ours


class Trash:
    """What was deleted in this run, the last one last, with the rows that show it."""

    def __init__(self) -> None:
        self._moved: dict[Path, _Moved] = {}

    def __contains__(self, path: object) -> bool:
        return path in self._moved

    @property
    def rows(self) -> "tuple[SessionRow, ...]":
        """The rows of what can come back."""
        return tuple(moved.row for moved in self._moved.values())

    def delete(self, row: "SessionRow") -> bool:
        """Put a file aside; whether that was possible."""
        path = Path(row.path)
        aside = path.with_name(f".{path.name}{_ASIDE}")
        if aside.exists():
            return False
        lock = _locked(path)
        try:
            path.rename(aside)
        except OSError:
            _close(lock)
            return False
        self._moved[path] = _Moved(aside, row, lock)
        return True

    def restore(self, path: Path | None = None) -> bool:
        """Bring a file back, or the one that was deleted last; never over another one."""
        path = path or next(reversed(self._moved), None)
        if path is None or path not in self._moved or path.exists():
            return False
        try:
            self._moved[path].aside.rename(path)
        except OSError:
            return False
        _close(self._moved.pop(path).lock)
        return True

    def take_over(self, folder: Path) -> None:
        """Take what a run that was killed has left aside in a folder. Blocking, but for a moment only."""
        from inspector.tui.widgets.session_rows import SessionRow

        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name[1:].removesuffix(_ASIDE)
                if entry.name != f".{name}{_ASIDE}" or not name.endswith(_KINDS):
                    continue
                path = Path(entry.path).with_name(name)
                lock = None if path in self._moved else _locked(Path(entry.path))
                if lock is not None:
                    row = SessionRow(str(path), path.name, path.stem, at=entry.stat().st_mtime)
                    self._moved[path] = _Moved(Path(entry.path), row, lock)

    def empty(self) -> None:
        """Delete for good."""
        for moved in self._moved.values():
            moved.aside.unlink(missing_ok=True)
            _close(moved.lock)
        self._moved.clear()


def _locked(path: Path) -> int | None:
    """The file, open and held; None where somebody else holds it, or it cannot be."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    if hold(descriptor):
        return descriptor
    os.close(descriptor)
    return None


def _close(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
